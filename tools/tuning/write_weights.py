"""Puts fitted weights into the table of engines/eval/src/chess/weights.rs, section by section.

python3 write_weights.py WEIGHTS.txt engines/eval/src/chess/weights.rs
"""

import re
import sys


def main(fitted, table):
    pairs = iter(tuple(map(int, line.split())) for line in open(fitted))
    text = open(table).read()
    begin = text.index("= [\n", text.index("static WEIGHTS"))
    end = text.index("\n];", begin)
    replaced = re.sub(r"t\(-?\d+, -?\d+\)", lambda _: "t(%d, %d)" % next(pairs), text[begin:end])
    open(table, "w").write(text[:begin] + replaced + text[end:])


if __name__ == "__main__":
    main(*sys.argv[1:])
