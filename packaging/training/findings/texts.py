"""The texts that findings are trained and measured on, read from the data folder."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

Pairs = list[tuple[str, str]]
"""Texts with a reference."""
PER_SEGMENT = 3
"""Translations of one segment, at most, that are trained on."""


def lines(path: Path) -> list[str]:
    """Return the lines of a file with single blanks."""
    return [" ".join(line.split()) for line in path.read_text(encoding="utf-8").split("\n")]


def faultless(data: Path) -> Pairs:
    """Return translations of WMT 2021 from Chinese in which experts marked no error, with the reference."""
    folder = data / "wmt21" / "zh-en"
    reference = lines(folder / "ref.A.en")
    rows = [row.split() for row in (folder / "mqm-avg-seg-scores.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    by_segment: dict[int, list[str]] = defaultdict(list)
    for system, score, number in rows:
        known = int(number) <= len(reference) and (folder / f"hyp.{system}.en").exists()
        if known and score != "None" and float(score) >= 0:
            by_segment[int(number) - 1].append(system)
    systems = {name: lines(folder / f"hyp.{name}.en") for names in by_segment.values() for name in names}
    chooser = random.Random(1)
    pairs: Pairs = []
    for place, names in sorted(by_segment.items()):
        names.sort()
        chooser.shuffle(names)
        texts = dict.fromkeys(systems[name][place] for name in names)
        others = [text for text in texts if text and text != reference[place]]
        pairs += [(text, reference[place]) for text in others[:PER_SEGMENT]]
    return pairs


def two_references(data: Path, name: str) -> Pairs:
    """Return the second reference beside the first: of ``de-en`` (WMT 2021) or ``ted``."""
    if name == "de-en":
        folder = data / "wmt21" / "de-en"
        return list(zip(lines(folder / "ref.B.en"), lines(folder / "ref.A.en"), strict=True))
    folder = data / "mqm" / "ted-zh-en"
    return list(zip(lines(folder / "ref.refB.en"), lines(folder / "ref.ref.en"), strict=True))
