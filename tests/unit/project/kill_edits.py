"""Kill programs that edit a project, many times, and count what is kept: ``kill_edits.py PROJECT TIMES``.

Prints how many edits are in the file and how many had been acknowledged; exits with 1 if the file does not open, if
an acknowledged edit is missing, or if more than the one in flight is there beyond.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sys
import time
from pathlib import Path

from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.project.file import Project

KEY = AnnotationKey("d/1", "b", "A", "maria")


def edits(path: Path) -> int:
    connection = sqlite3.connect(path)
    (count,) = connection.execute("SELECT count(DISTINCT step) FROM history WHERE what LIKE 'edit %'").fetchone()
    connection.close()
    return int(count)


def edit_for_ever(path: Path, out: int) -> None:
    with Project(path) as project:
        number = 0
        while True:
            project.save(KEY, Annotation(comment=str(number)), f"edit {number}")
            os.write(out, b".")
            number += 1


def main() -> int:
    path, times = Path(sys.argv[1]), int(sys.argv[2])
    chance, acknowledged = random.Random(1), 0
    for number in range(times):
        before = edits(path)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            edit_for_ever(path, write)
        os.close(write)
        # Every other program is killed while it begins, or wherever a busy machine lets it come to.
        said = len(os.read(read, 1)) if number % 2 else 0
        time.sleep(chance.uniform(0.002, 0.03))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while got := os.read(read, 4096):
            said += len(got)
        os.close(read)
        acknowledged += said
        with Project(path) as project:
            if project.damage:
                print(f"damaged: {project.damage}", file=sys.stderr)
                return 1
            project.annotations("maria")
        if not said <= edits(path) - before <= said + 1:
            print(f"{said} acknowledged, {edits(path) - before} kept", file=sys.stderr)
            return 1
    print(edits(path), acknowledged)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
