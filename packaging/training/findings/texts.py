"""The texts that findings are trained and measured on, read from the data folder."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Pairs = list[tuple[str, str]]
"""Texts with a reference."""
PER_SEGMENT = 3
"""Translations of one segment, at most, that are trained on."""
MOST_REFERENCES, ALLOWED_COST = 4, 5.3
"""References of one segment that are made of the best translations, and what three experts may have marked in them."""
COSTS = {"Major": 5.0, "Minor": 1.0}
MARK = re.compile(r"<v>(.*?)</v>", re.DOTALL)
LANGUAGES = {"ro": 1200, "et": 1200, "ne": 300, "si": 300}
"""The languages of post-edited translations, and how many of each are taken."""
MOST_EDITED = 0.6
"""HTER of post-edited translations, at most."""


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


@dataclass(slots=True)
class Rated:
    """A translation that three experts marked.

    Attributes:
        document: its name.
        text: with single blanks.
        marks: for each character how many marks of major or minor errors it has.
        omissions: how many omissions were marked in the source.
        cost: of all errors, 5 for a major and 1 for a minor one; punctuation counts .1, minor matters of style nothing.
    """

    document: str
    text: str
    marks: NDArray[np.int64] = field(init=False)
    omissions: int = 0
    cost: float = 0.0

    def __post_init__(self) -> None:
        self.marks = np.zeros(len(self.text), np.int64)

    def add(self, target: str, category: str, severity: str) -> None:
        """Add the error of a row."""
        text = " ".join(target.split())
        if severity not in COSTS or text.replace("<v>", "").replace("</v>", "") != self.text:
            return
        if severity == "Major" or not category.startswith("Style"):
            self.cost += 0.1 if "Punct" in category and severity == "Minor" else COSTS[severity]
        found = MARK.search(text)
        if "Omission" in category:
            self.omissions += 1
        elif found:
            self.marks[found.start() : found.start() + len(found[1])] += 1


def marked(data: Path) -> list[tuple[Rated, str]]:
    """Return translations of WMT 2023 with marked errors beside the best other translations of the same segment."""
    by_segment: dict[int, dict[str, Rated]] = defaultdict(dict)
    rows = (data / "mqm" / "wmt23-zh-en-sxs.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for row in rows:
        system, document, _, segment, _, _, target, category, severity = row.split("\t")
        plain = " ".join(target.replace("<v>", "").replace("</v>", "").split())
        rated = by_segment[int(segment)].setdefault(system, Rated(document, plain))
        rated.add(target, category, severity)
    pairs = []
    for _, systems in sorted(by_segment.items()):
        texts = [systems[name] for name in sorted(systems)]
        allowed = max(2.0, min(ALLOWED_COST, min(each.cost for each in texts) + 0.01))
        best = sorted((each for each in texts if each.cost <= allowed and each.text), key=lambda each: each.cost)
        for reference in list(dict.fromkeys(each.text for each in best))[:MOST_REFERENCES]:
            different = {each.text: each for each in reversed(texts) if each.text not in {"", reference}}
            pairs += [(each, reference) for each in different.values()]
    return pairs


def post_edited(data: Path) -> Pairs:
    """Return machine translations with the version that a person made of them (MLQE-PE, train)."""
    pairs: Pairs = []
    for language, most in LANGUAGES.items():
        folder = data / "mlqe-pe" / f"{language}-en"
        rates = [float(rate) for rate in (folder / "train.hter").read_text(encoding="utf-8").split()]
        rows = list(zip(lines(folder / "train.mt"), lines(folder / "train.pe"), rates, strict=False))
        random.Random(3).shuffle(rows)
        changed = [(old, new) for old, new, rate in rows if old and new not in {"", old} and rate < MOST_EDITED]
        pairs += changed[:most]
    return pairs


def two_references(data: Path, name: str) -> Pairs:
    """Return the second reference beside the first: of ``de-en`` (WMT 2021) or ``ted``."""
    if name == "de-en":
        folder = data / "wmt21" / "de-en"
        return list(zip(lines(folder / "ref.B.en"), lines(folder / "ref.A.en"), strict=True))
    folder = data / "mqm" / "ted-zh-en"
    return list(zip(lines(folder / "ref.refB.en"), lines(folder / "ref.ref.en"), strict=True))
