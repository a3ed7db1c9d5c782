"""What starting costs, beside rivals: ``python tests/benchmarks/startup.py [--times 5]``.

CPU seconds of whole programs, the least of several runs: ``--version`` beside ``sacrebleu --version``; BLEU of 1,000
segments beside sacrebleu's command; HWCM of six segments beside ``import spacy``, without which it cannot be had.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from meantree_resources import resource

SEGMENTS: Final = 1000
SACREBLEU: Final = (sys.executable, "-m", "sacrebleu")
MEANTREE: Final = (sys.executable, "-m", "meantree")
FILES: Final = ("--hyp", "hyp.en", "--ref", "ref.en")
PROGRAMS: Final = (
    ("--version", (*SACREBLEU, "--version"), (*MEANTREE, "--version")),
    ("bleu", (*SACREBLEU, "ref.en", "-i", "hyp.en"), (*MEANTREE, "score", *FILES, "--metric", "bleu")),
    (
        "hwcm",
        (sys.executable, "-c", "import spacy"),
        (*MEANTREE, "score", "--hyp", "few-hyp.en", "--ref", "few-ref.en", "--metric", "hwcm"),
    ),
)


def write_texts(folder: Path) -> None:
    """Write 1,000 different translations and references, made from those of the sample, and the first six of them."""
    rows = [line.split("\t") for line in resource("sample/sample.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    for name, column in (("ref", 3), ("hyp", 5)):
        lines = [f"{rows[number % len(rows)][column]} {number}\n" for number in range(SEGMENTS)]
        (folder / f"{name}.en").write_text("".join(lines), encoding="utf-8")
        (folder / f"few-{name}.en").write_text("".join(lines[:6]), encoding="utf-8")


def seconds(program: tuple[str, ...], folder: Path) -> float:
    """Return the CPU seconds of a program."""
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled once
    with subprocess.Popen(
        program, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert not process.returncode, program
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print a line for each program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    with TemporaryDirectory() as place:
        folder = Path(place)
        write_texts(folder)
        for name, rival, own in PROGRAMS:
            runs = [(seconds(rival, folder), seconds(own, folder)) for _ in range(times)]
            least_rival, least_own = (min(values) for values in zip(*runs, strict=True))
            print(f"{name:10} {least_own:5.2f} s, rival {least_rival:5.2f} s, ratio {least_own / least_rival:4.2f}")


if __name__ == "__main__":
    main()
