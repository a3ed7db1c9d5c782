"""What metrics cost beside a rival: ``python tests/benchmarks/scale.py [METRIC+METRIC:SEGMENTS ...]``.

For each row (by default those of :data:`ROWS`) the command scores translations that a seed makes, no two alike, as
often as ``--times`` says, and a rival beside it: sacrebleu's command if it has the metrics; for metrics of trees, what
parses the same texts once. ``all`` stands for :data:`ALL`. It prints the
CPU seconds of all their processes (the median), the ratio, the most memory that these held at one time, and the seconds
until the end. ``--texts HYP REF`` takes the lines of files in turn, numbered. It reads ``/proc``, so it runs on Linux.
"""

from __future__ import annotations

import argparse
import ctypes
import itertools
import os
import random
import re
import resource as system
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from meantree_resources import resource

ROWS: Final = (
    "bleu:1000",
    "bleu:10000",
    "bleu:100000",
    "chrf:10000",
    "bleu+chrf+ter:1000",
    "bleu+chrf:1000000",
    "hwcm:1000",
    "edpm:1000",
    "all:1000",
)
ALL: Final = "hwcm+stm+dstm+tk+dtk+dpm+edpm+sepia+bleu+nist+meteor+chrf+ter+wer+per+cder+meant+rte-r+meteor-r"
"""Nineteen metrics, which need neither ratings nor annotators."""
RIVAL: Final = frozenset({"bleu", "chrf", "ter"})
PARSE: Final = """
import sys
from meantree.analysis.analyser import load_analyser
lines = dict.fromkeys(line for path in sys.argv[1:] for line in open(path, encoding="utf-8").read().splitlines())
for _ in load_analyser().pipeline.nlp.pipe(lines):
    pass
"""
"""The bundled pipeline reads each text once: words, tags and the best tree."""
LARGEST_OF_RIVAL: Final = 100_000
"""Of more segments, sacrebleu keeps more than a common computer has."""
WORD: Final = r"\b[A-Za-z]{4,}\b"
"""Words that are exchanged; shorter ones make the grammar."""
PAUSE_SECONDS: Final = 0.05
ADOPT_CHILDREN: Final = 36
"""PR_SET_CHILD_SUBREAPER: processes whose parent has ended are waited for here, so that their seconds count."""


class Cost(NamedTuple):
    """CPU seconds and megabytes of all processes of a program, and seconds until its end."""

    cpu: float
    megabytes: float
    seconds: float


def cost(program: Sequence[str], folder: Path) -> Cost:
    """Run a program to its end."""
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled once
    before, began, most = _cpu(), time.perf_counter(), 0.0
    with (folder / "messages").open("wb") as messages:
        process = subprocess.Popen(program, cwd=folder, env=environment, stdout=messages, stderr=messages)
    while process.poll() is None:
        most = max(most, sum(map(_megabytes, _family(process.pid))))
        time.sleep(PAUSE_SECONDS)
    seconds = time.perf_counter() - began
    with suppress(ChildProcessError):
        while True:
            os.wait()
    assert process.returncode == 0, (program, (folder / "messages").read_text(encoding="utf-8"))
    return Cost(_cpu() - before, most, seconds)


def _cpu() -> float:
    used = system.getrusage(system.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _family(process: int) -> Iterator[int]:
    """Yield a process and all that it started."""
    yield process
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield from _family(int(child))


def _megabytes(process: int) -> float:
    with suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20
    return 0.0


def write_texts(folder: Path, segments: int, systems: int, texts: Sequence[Path]) -> None:
    """Write references and translations, each line numbered.

    Args:
        texts: translations and references, whose lines are taken in turn; without any, two segments of the sample
            that a seed chooses are put together, and their words exchanged.
    """
    if texts:
        hyp, ref = (itertools.cycle(path.read_text(encoding="utf-8").splitlines()) for path in texts)
        lines: Iterator[tuple[str, ...]] = zip(ref, *itertools.tee(hyp, systems), strict=False)
    else:
        lines = _sentences(systems)
    paths = [folder / name for name in ("ref", *(f"hyp.s{number}" for number in range(systems)))]
    streams = [path.open("w", encoding="utf-8") for path in paths]
    for number, versions in enumerate(itertools.islice(lines, segments)):
        for stream, text in zip(streams, versions, strict=True):
            stream.write(f"{text} {number}\n")
    for stream in streams:
        stream.close()


def _sentences(systems: int) -> Iterator[tuple[str, ...]]:
    """Yield references of some thirty words, each with its translations.

    In all of a segment, words are exchanged for others of the sample with the same ending: sentences that occur twice
    are parsed once, and would make metrics of trees look faster than they are on real texts.
    """
    rows = [line.split("\t")[3:] for line in resource("sample/sample.tsv").read_text("utf-8").splitlines()[1:]]
    alike: dict[tuple[bool, str], list[str]] = {}
    for word in dict.fromkeys(re.findall(WORD, " ".join(itertools.chain.from_iterable(rows)))):
        alike.setdefault(_shape(word), []).append(word)
    chance = random.Random(1)
    while True:
        first, second = chance.choices(rows, k=2)
        others: dict[str, str] = {}

        def other(found: re.Match[str], others: dict[str, str] = others) -> str:
            return others.setdefault(found[0], chance.choice(alike[_shape(found[0])]))

        yield tuple(
            re.sub(WORD, other, f"{first[at]} {second[at]}")
            for at in (0, *(2 + number % 2 for number in range(systems)))
        )


def _shape(word: str) -> tuple[bool, str]:
    """Return whether a word has a capital, and its ending."""
    return word[0].isupper(), word[-2:]


def measure(row: str, times: int, systems: int, jobs: int, texts: Sequence[Path]) -> None:
    """Print the costs of one row."""
    metrics, segments = row.split(":")
    specs = (ALL if metrics == "all" else metrics).split("+")
    rival: list[str] = []
    if not RIVAL.issuperset(specs):
        rival = [sys.executable, "-c", PARSE, "ref", *_hyps(systems)]
    elif int(segments) <= LARGEST_OF_RIVAL:
        rival = [sys.executable, "-m", "sacrebleu", "ref", "-i", *_hyps(systems), "-m", *specs]
    named = [option for name in _hyps(systems) for option in ("--hyp", name)]
    own = [
        sys.executable,
        "-m",
        "meantree",
        "score",
        *named,
        "--ref",
        "ref",
        "--metric",
        ",".join(specs).replace("~", "+"),
    ]
    own += ["--jobs", str(jobs)] if jobs else []
    with TemporaryDirectory() as place:
        folder = Path(place)
        write_texts(folder, int(segments), systems, texts)
        ours, theirs = [], []
        for _ in range(times if rival else 1):
            ours.append(cost(own, folder))
            theirs += [cost(rival, folder)] if rival else []
    print(f"{row:20} {_told(ours)}", end="")
    if rival:
        ratios = [mine.cpu / other.cpu for mine, other in zip(ours, theirs, strict=True)]
        print(f"   rival {_told(theirs)}   ratio {median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})", end="")
    print(flush=True)


def _hyps(systems: int) -> list[str]:
    return [f"hyp.s{number}" for number in range(systems)]


def _told(costs: Sequence[Cost]) -> str:
    cpu, megabytes, seconds = (median(column) for column in zip(*costs, strict=True))
    return f"{cpu:7.2f} s CPU {megabytes:6.0f} MB {seconds:6.1f} s"


def main() -> None:
    """Print a line for each row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", default=ROWS)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--systems", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=0, help="processes of ours; default: as the command chooses")
    parser.add_argument("--texts", nargs=2, type=Path, default=(), metavar=("HYP", "REF"))
    asked = parser.parse_args()
    ctypes.CDLL(None).prctl(ADOPT_CHILDREN, 1, 0, 0, 0)
    for row in asked.rows:
        measure(row, asked.times, asked.systems, asked.jobs, asked.texts)


if __name__ == "__main__":
    main()
