"""Rebuilds the manual's page of experiments: runs what is not done, then writes from the outputs.

``python packaging/experiments/build.py DATA WORK``: DATA has mlqe-pe, wmt21, wmt12 and hmeant-wmt13-en, WORK keeps
the outputs. The same outputs give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from commands import execute_all
from document import write
from runs import RUNS
from tables import TABLES

TEMPLATE: Final = Path(__file__).with_name("template.md")
DOCUMENT: Final = Path(__file__).parents[2].joinpath("resources/meantree_resources/manual/explanation/experiments.md")


def main() -> None:
    """Run and write; the exit status is 1 if a run failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--only", nargs="+", choices=[run.name for run in RUNS], help="run these alone")
    parser.add_argument("--write", action="store_true", help="run nothing: write from the existing outputs")
    parser.add_argument("--jobs", type=int, default=1, help="processes; they change no number")
    arguments = parser.parse_args()
    work = arguments.work.absolute()
    work.mkdir(parents=True, exist_ok=True)
    failed = []
    if not arguments.write:
        runs = [run for run in RUNS if arguments.only is None or run.name in arguments.only]
        failed = execute_all(runs, arguments.data.absolute(), work, arguments.jobs)
    write(TEMPLATE, DOCUMENT, TABLES, work)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
