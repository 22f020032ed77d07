"""Keeps searches short: the description allows a minute, which is right for people and too long for hundreds of tests."""

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.operation.path == "/api/analysis" and isinstance(case.body, dict):
        time = case.body.get("time")
        if time is None or (isinstance(time, int) and 50 < time <= 60_000):
            case.body["time"] = 50
