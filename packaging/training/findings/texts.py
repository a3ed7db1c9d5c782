"""The texts that findings are trained and measured on, read from the data folder."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent / "differences"))
from pairs import TUNING, demetr_pairs, judged_pairs

Pairs = list[tuple[str, str]]
"""Texts with a reference."""
MOST_REFERENCES, ALLOWED_COST = 4, 5.3
"""References of one segment that are made of the best translations, and what three experts may have marked in them."""
COSTS = {"Major": 5.0, "Minor": 1.0}
MARK = re.compile(r"<v>(.*?)</v>", re.DOTALL)

FOREIGN: Pairs = [
    ("Der Bürgermeister eröffnete am Samstag die neue Brücke.", "The mayor opened the new bridge on Saturday."),
    ("Wir haben den ganzen Tag auf euch gewartet.", "We have been waiting for you all day."),
    ("Die Preise sind im letzten Jahr stark gestiegen.", "Prices rose sharply last year."),
    ("Ihre Schwester wohnt seit drei Jahren in Wien.", "Her sister has lived in Vienna for three years."),
    ("Le maire a inauguré le nouveau pont samedi.", "The mayor opened the new bridge on Saturday."),
    (
        "Les enfants jouaient dans la rue quand il a commencé à pleuvoir.",
        "The children were playing in the street when it began to rain.",
    ),
    ("Elle ne savait pas que son frère était malade.", "She did not know that her brother was ill."),
    (
        "El gobierno anunció ayer nuevas medidas contra la sequía.",
        "The government announced new measures against the drought yesterday.",
    ),
    ("No quiero que nadie se entere de esto.", "I do not want anyone to find out about this."),
    ("La policía detuvo a dos hombres cerca de la estación.", "The police arrested two men near the station."),
    ("Il treno per Milano parte alle otto e mezza.", "The train to Milan leaves at half past eight."),
    ("Mio padre lavora in una fabbrica di mobili.", "My father works in a furniture factory."),
]
"""Sentences of our own that were left in another language, with their translation."""


def lines(path: Path) -> list[str]:
    """Return the lines of a file with single blanks."""
    return [" ".join(line.split()) for line in path.read_text(encoding="utf-8").split("\n")]


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
    """Return translations of WMT 2023 with marked errors beside the best other translations of the same segment.

    They are those of every third document: the network of differences was trained on the others.
    """
    by_segment: dict[int, dict[str, Rated]] = defaultdict(dict)
    rows = (data / "mqm" / "wmt23-zh-en-sxs.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for row in rows:
        system, document, _, segment, _, _, target, category, severity = row.split("\t")
        plain = " ".join(target.replace("<v>", "").replace("</v>", "").split())
        if crc32(document.encode()) % 3:
            continue
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


def good_translations(data: Path) -> Pairs:
    """Return translations without errors, one of a segment, beside their references.

    They are those of DEMETR and biomedical ones in which experts found no error, without the fifths that are measured.
    """
    pairs = (pair for pair in (*demetr_pairs(data), *judged_pairs(data)) if pair.fold > TUNING and pair.is_intact)
    chosen = {pair.key: (pair.text, pair.reference_text) for pair in pairs if pair.text != pair.reference_text}
    return sorted(chosen.values())


def two_references(data: Path, name: str) -> Pairs:
    """Return the second reference beside the first: of ``de-en`` (WMT 2021) or ``ted``."""
    folder = data / "wmt21" / "de-en" if name == "de-en" else data / "mqm" / "ted-zh-en"
    second, first = ("ref.B.en", "ref.A.en") if name == "de-en" else ("ref.refB.en", "ref.ref.en")
    return list(zip(lines(folder / second), lines(folder / first), strict=True))
