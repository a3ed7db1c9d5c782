"""A program that parses, as users give one by its command: it reads lines and writes CoNLL-U, or fails as it is told.

Each word but the first depends on the one before it.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path


def command(fault: str = "") -> str:
    """Return the command line of this program, which has a fault."""
    return shlex.join([sys.executable, __file__, *filter(None, [fault])])


def _main(fault: str) -> None:
    lines = sys.stdin.read().splitlines()
    if fault == "hang":
        time.sleep(600)
    if fault == "fork":
        if (child := os.fork()) == 0:
            time.sleep(600)
        Path("child").write_text(str(child), encoding="utf-8")
    if fault == "die":
        sys.exit("no such model")
    if fault == "latin-1":
        sys.stdout.reconfigure(encoding="latin-1")  # type: ignore[union-attr]
    while fault == "flood":
        print("x" * 1_000_000)
    changed = {"other": ["Ein anderer Satz.", *lines[1:]], "joined": [" ".join(lines)], "fewer": lines[:-1]}
    for line in changed.get(fault, [*lines, *["Noch einer."] * (fault == "more")]):
        for place, word in enumerate(line.split()):
            head = 2 if fault == "cycle" and not place else place
            print(place + 1, word, "_", "X", "_", "_", head, "dep" if head else "root", "_", "_", sep="\t")
        print()


if __name__ == "__main__":
    _main("".join(sys.argv[1:]))
