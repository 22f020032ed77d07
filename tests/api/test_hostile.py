"""The malformed and hostile texts of testdata/cases/hostile.json, sent to a server: each gets an answer with a reason."""

import contextlib
import http.client
import json
import os
import pathlib
import unittest
import urllib.parse

ADDRESS = urllib.parse.urlsplit(os.environ["DAMIER_URL"]).netloc
# The API reads every notation of a move: what is wrong in one may be right in another.
RIGHT_ELSEWHERE = {"hostile-uci-16": "e2-e4 is long algebraic notation"}
CASES = pathlib.Path(__file__).parents[2] / "testdata" / "cases" / "hostile.json"


def post(path, body, token=None):
    """The status and the answer, as JSON."""
    connection = http.client.HTTPConnection(ADDRESS, timeout=60)
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    try:
        connection.request("POST", path, body, headers)
    except (BrokenPipeError, ConnectionResetError):
        pass  # The server answers before it has read too large a body.
    with contextlib.closing(connection):
        response = connection.getresponse()
        return response.status, json.load(response)


def text_of(case):
    """The text of a case, as the bytes of a JSON string. Bytes that are not UTF-8 stay as they are."""
    if "input_hex" in case:
        raw = bytes.fromhex(case["input_hex"])
        return b'"' + raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'
    if "input_repeat" in case:
        parts = case["input_repeat"]
        text = parts.get("prefix", "") + parts["unit"] * parts["count"] + parts.get("suffix", "")
    else:
        text = case["input"]
    return json.dumps(text).encode()


def requests_of(case):
    """The paths and bodies that carry the text of a case."""
    text, notation = text_of(case), case["notation"]
    kind = case.get("variant", "chess960" if case.get("chess960") else "chess")
    if notation.startswith("fen"):
        game = json.dumps(kind).encode()
        yield "/api/position", b'{"game":' + game + b',"fen":' + text + b"}"
        friend = b'"side":"white","opponent":{"kind":"friend"}'
        yield "/api/games", b'{"game":' + game + b',"fen":' + text + b"," + friend + b"}"
    elif notation in ("san", "uci"):
        fen = json.dumps(case["position"]).encode()
        yield "/api/position", b'{"game":"chess","fen":' + fen + b',"moves":[' + text + b"]}"
    else:
        yield "/api/convert", b'{"from":"' + notation.encode() + b'","to":"json","text":' + text + b"}"


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cases = json.loads(CASES.read_text())["inputs"]

    def check(self, case, status, answer):
        # JSON is UTF-8: other bytes cannot be part of it.
        is_right = case["expect"] == "accept" and "input_hex" not in case
        if is_right or case["id"] in RIGHT_ELSEWHERE:
            # A game cannot begin where it is over.
            is_over = status == 422 and answer["error"]["code"] == "over"
            self.assertTrue(status in (200, 201) or is_over, answer)
            return
        self.assertGreaterEqual(status, 400, answer)
        self.assertLess(status, 500, answer)
        error = answer["error"]
        self.assertTrue(error["code"])
        self.assertGreater(len(error["message"]), 5)
        self.assertTrue(error["definite"])

    def test_positions_and_records(self):
        self.assertGreater(len(self.cases), 100)
        for case in self.cases:
            for path, body in requests_of(case):
                with self.subTest(case["id"], path=path, why=case["why"]):
                    self.check(case, *post(path, body))

    def test_moves_of_a_player(self):
        for case in self.cases:
            if case["notation"] not in ("san", "uci"):
                continue
            new = {"game": "chess", "fen": case["position"], "side": "white", "opponent": {"kind": "self"}}
            status, game = post("/api/games", json.dumps(new).encode())
            self.assertEqual(status, 201, game)
            command = b'{"id":"hostile-move","command":{"command":"move","ply":0,"move":' + text_of(case) + b"}}"
            with self.subTest(case["id"], why=case["why"]):
                self.check(case, *post(f"/api/games/{game['id']}/commands", command, game["token"]))


if __name__ == "__main__":
    unittest.main()
