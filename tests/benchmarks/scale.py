"""How memory grows with the corpus: ``python tests/benchmarks/scale.py [--segments 2000] [--systems 1] [--metric …]``.

It scores made-up translations by the command, in processes of its own, once and with ten times as many segments (once
for ``--times 1``), and prints the most memory that the command and its largest worker held, beside each other, and the
seconds. It reads ``/proc``, so it runs on Linux.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path


def measured(segments: int, systems: int, specs: list[str], jobs: int) -> tuple[float, float, float]:
    """Megabytes of the command, megabytes of its largest worker, seconds."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        names = [f"hyp.s{number}" for number in range(systems)]
        for seed, name in enumerate(["ref", *names]):
            (place / f"{name}.txt").write_text("\n".join(_sentences(segments, seed)) + "\n", encoding="utf-8")
        told = ["score", "--ref", str(place / "ref.txt"), "--format", "json", "--jobs", str(jobs)]
        told += [one for name in names for one in ("--hyp", str(place / f"{name}.txt"))]
        told += [one for spec in specs for one in ("--metric", spec)]
        began = time.perf_counter()
        command = [sys.executable, "-m", "meantree", *told, "-o", str(place / "out.json")]
        with subprocess.Popen(command) as process:
            own = workers = 0.0
            while process.poll() is None:
                own = max(own, _megabytes(process.pid))
                workers = max([workers, *map(_megabytes, _children(process.pid))])
                time.sleep(0.05)
        assert process.returncode == 0
        return own, workers, time.perf_counter() - began


def _megabytes(process: int) -> float:
    """The most that it ever held."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return 0.0


def _children(process: int) -> list[int]:
    with suppress(OSError):
        threads = Path(f"/proc/{process}/task").iterdir()
        return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    return []


def _sentences(count: int, seed: int) -> list[str]:
    """Of some twenty words, put together from clauses of the sample project, no two alike."""
    from meantree_resources import resource

    rows = resource("sample/sample.tsv").read_text(encoding="utf-8").splitlines()[1:]
    clauses = [clause for row in rows for clause in row.split("\t")[3:] if clause]
    chance = random.Random(seed)
    return [f"{' '.join(chance.sample(clauses, 2))} Number {place} of {count}." for place in range(count)]


def main() -> None:
    """Print both, and how much more the larger one takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segments", type=int, default=2000)
    parser.add_argument("--systems", type=int, default=1)
    parser.add_argument("--metric", nargs="+", default=["bleu", "chrf"])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--times", type=int, default=10)
    asked = parser.parse_args()
    found = []
    for segments in sorted({asked.segments, asked.times * asked.segments}):
        own, workers, seconds = measured(segments, asked.systems, asked.metric, asked.jobs)
        found.append((own, workers))
        what = f"{segments:,} segments of {asked.systems} systems by {', '.join(asked.metric)}"
        each = 1000 * seconds / segments / asked.systems
        told = f"{own:.0f} MB, worker {workers:.0f} MB, {seconds:.0f} s ({each:.1f} ms a translation)"
        print(f"{what}: {told}", flush=True)
    if len(found) > 1:
        (own, workers), (more, most) = found
        worker = f", of a worker {most / workers:.2f} x" if workers else ""
        print(f"memory for {asked.times} times the segments: {more / own:.2f} x{worker}")


if __name__ == "__main__":
    main()
