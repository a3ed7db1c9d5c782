"""Hours of misuse in minutes: programs that share a project and are killed, copies that are put over it between kills,
and projects with a flipped bit.

Run by hand: ``python tests/benchmarks/soak.py [--schedules 1000] [--flips 2000] [--windows 20] [--seed 1]``. It prints
how many edits were acknowledged and how many are in the files, and what was left of the flipped projects; it exits
with 1 if an acknowledged edit is missing, anything raised, or fewer than nine in ten flipped projects score.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers import annotating, flipping, sharing
from helpers.window_client import Window


def windows(path: Path, schedules: int, seed: int) -> int:
    """Two real windows and the command on one project, edits by both, ended in random ways: 1 if an edit is lost."""
    annotating.make_project(path)
    acknowledged = 0
    for number in range(schedules):
        chance = random.Random(f"{seed}-{number}")
        with Window(path, "ann") as first, Window(path, "bob") as second:
            programs = [first, second]
            for _ in range(chance.randint(3, 10)):
                order = chance.choice(["edit", "edit", "edit", "open again"])
                chance.choice(programs).do(order)
                acknowledged += order == "edit"
                if chance.random() < 0.2:
                    sharing.ask_for_agreement(path)
            for program in chance.sample(programs, 2):
                program.end(chance.choice(["exit", "kill"]))
        with closing(sqlite3.connect(path)) as connection:
            (kept,) = connection.execute("SELECT count(DISTINCT step) FROM history").fetchone()
        if kept != acknowledged:
            print(f"windows, schedule {number}: {acknowledged} edits acknowledged, {kept} kept", file=sys.stderr)
            return 1
    print(f"windows: {schedules} schedules, {acknowledged} edits acknowledged and kept")
    return 0


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("schedules", 1000), ("flips", 2000), ("windows", 20), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    asked = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        if asked.schedules:
            failed += sharing.main(place / "shared.meantree", asked.schedules, asked.seed)
        if asked.windows:
            failed += windows(place / "windows.meantree", asked.windows, asked.seed)
        if asked.flips:
            failed += flipping.main(place, asked.flips, asked.seed)
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
