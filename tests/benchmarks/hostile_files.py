"""Thousands of spoiled files through the command: ``python tests/benchmarks/hostile_files.py --rounds 200 --seed 1``.

A case fails on a traceback, another exit code than 0, 1 or 2, a message of more than a thousand characters, more than
ten seconds, or more than a gigabyte. ``--only FORMAT --first N --rounds 1 --keep FOLDER`` repeats one and keeps its
files.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers.hostile import SAMPLES, Case, case
from helpers.workers import Outcome, Worker


def main() -> int:
    """Run all, print a summary a format; 1 if something failed."""
    options = _options()
    places = [
        (name, round_) for name in options.only for round_ in range(options.first, options.first + options.rounds)
    ]
    faults: Counter[str] = Counter()
    for name in options.only:
        seen: Counter[int] = Counter()
        slowest = 0.0
        for round_, outcome in _outcomes(name, [r for n, r in places if n == name], options):
            seen[outcome.code] += 1
            slowest = max(slowest, outcome.seconds)
            if outcome.fault:
                faults[name] += 1
                print(f"  {name} --first {round_}: {outcome.fault}\n    {case(name, options.seed, round_).command}")
        codes = ", ".join(f"{count} × {code}" for code, count in sorted(seen.items()))
        print(f"{name:18} {faults[name]:4} failed; exit codes {codes}; slowest {slowest:.1f} s", flush=True)
    print(f"{len(places):,} cases, {faults.total():,} failed")
    return int(faults.total() > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first round")
    parser.add_argument("--only", nargs="+", choices=SAMPLES, default=list(SAMPLES))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="write the files of the cases there")
    return parser.parse_args()


_IDLE: SimpleQueue[Worker] = SimpleQueue()


def _outcomes(name: str, rounds: list[int], options: argparse.Namespace) -> Iterator[tuple[int, Outcome]]:
    """Each round with its outcome, in order."""
    while _IDLE.qsize() < options.workers:
        _IDLE.put(Worker())
    with ThreadPoolExecutor(options.workers) as pool:
        cases = [case(name, options.seed, round_) for round_ in rounds]
        if options.keep is not None:
            for round_, one in zip(rounds, cases, strict=True):
                _keep(options.keep / f"{name}-{round_}", one)
        yield from zip(rounds, pool.map(_run, cases), strict=True)


def _run(one: Case) -> Outcome:
    worker = _IDLE.get()
    try:
        return worker.run(one)
    finally:
        _IDLE.put(worker)


def _keep(folder: Path, one: Case) -> None:
    for name, content in one.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder / "command").write_text(f"meantree {one.command}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
