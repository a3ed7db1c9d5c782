"""CPU and memory of reading large files, by reading the same as TSV: ``python tests/benchmarks/reading.py``.

Each format is read in a process of its own, several times in turn; the smallest figures count.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from openpyxl import Workbook

sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers.hostile import open_document, open_row

FLOORS = 8, 300
"""Of CPU by that of TSV, and of megabytes above it."""


def main() -> int:
    """Write the files, read them, print a row for each; 1 if one is above the floors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segments", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.read is not None:
        print(json.dumps(_measure(options.read)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        paths = list(_written(Path(folder), options.segments))
        found: dict[Path, list[tuple[float, float]]] = {path: [] for path in paths}
        for _ in range(options.rounds):
            for path in paths:
                command = [sys.executable, __file__, "--read", str(path)]
                environment = {**os.environ, "OMP_NUM_THREADS": "1"}
                run = subprocess.run(command, env=environment, capture_output=True, check=True)
                found[path].append(json.loads(run.stdout))
    least = [[min(figures) for figures in zip(*found[path], strict=True)] for path in paths]
    is_above = False
    for path, (seconds, size) in zip(paths, least, strict=True):
        ratio, more = seconds / least[0][0], size - least[0][1]
        is_above |= ratio > FLOORS[0] or more > FLOORS[1]
        print(f"{path.suffix[1:]:6} {seconds:6.2f} s  {ratio:5.2f} of TSV  {size:5.0f} MB  {more:+5.0f} by TSV")
    return int(is_above)


def _measure(path: Path) -> tuple[float, float]:
    """Return seconds of CPU, and the most memory in megabytes."""
    from meantree.corpus.formats import InputFile, read_corpus

    start = process_time()
    read_corpus([InputFile(path)])
    seconds = process_time() - start
    status = Path("/proc/self/status").read_text(encoding="utf-8")  # ru_maxrss would be that of the parent
    return seconds, int(status.partition("VmHWM:")[2].split()[0]) / 1_024


def _written(folder: Path, count: int) -> Iterator[Path]:
    """Write the same texts in each format; TSV is the first."""
    chance = random.Random(1)
    words = ["".join(chance.choices("abcdefghijklmnoprstuvzäéñßя", k=chance.randint(2, 11))) for _ in range(20_000)]
    texts = [" ".join(chance.choices(words, k=chance.randint(8, 30))) for _ in range(2 * count)]
    pairs = list(zip(texts[::2], texts[1::2], strict=True))
    units = (
        f'<trans-unit id="{number}"><source>{one}</source><target state="final">{two}</target></trans-unit>'
        for number, (one, two) in enumerate(pairs)
    )
    variants = (
        f'<tu tuid="{number}"><tuv xml:lang="de"><seg>{one}</seg></tuv><tuv xml:lang="en"><seg>{two}</seg></tuv></tu>'
        for number, (one, two) in enumerate(pairs)
    )
    objects = (
        json.dumps({"id": number, "source": one, "hypothesis": two, "prediction": 1.5}, ensure_ascii=False)
        for number, (one, two) in enumerate(pairs)
    )
    contents = {
        "tsv": ("source\thypothesis\n", (f"{one}\t{two}" for one, two in pairs), ""),
        "xlf": ('<xliff version="1.2"><file original="a"><body>\n', units, "</body></file></xliff>\n"),
        "tmx": ('<tmx version="1.4"><header srclang="de"/><body>\n', variants, "</body></tmx>\n"),
        "jsonl": ("", objects, ""),
    }
    for ending, (before, lines, after) in contents.items():
        path = folder / f"hyp.system.{ending}"
        with path.open("w", encoding="utf-8") as stream:
            stream.write(before)
            stream.writelines(f"{line}\n" for line in lines)
            stream.write(after)
        yield path
    rows = [("source", "hypothesis"), *pairs]
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        sheet.append(row)
    book.save(folder / "hyp.system.xlsx")
    yield folder / "hyp.system.xlsx"
    (folder / "hyp.system.ods").write_bytes(open_document(*(open_row(*row) for row in rows)))
    yield folder / "hyp.system.ods"


if __name__ == "__main__":
    sys.exit(main())
