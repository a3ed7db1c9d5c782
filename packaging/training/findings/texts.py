"""The texts that findings are trained and measured on, read from the data folder."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Pairs = list[tuple[str, str]]
"""Texts with a reference."""
FAIR_SYSTEMS = (
    "Borderline",
    "HappyNewYear",
    "NiuTrans",
    "SMU",
    "XMU",
    "Facebook-AI",
    "HuaweiTSC",
    "KwaiNLP",
)
SHARE = 0.5
"""Systems of WMT 2021 zh-en whose unrated translations are about right, and the share of them that is taken."""
GOOD = -0.34
"""The MQM score from which a translation can be a reference."""
PER_SEGMENT, OTHERS, LONGEST = 4, 3, 420
"""Texts of one segment, at most, in which errors are planted, other translations beside each, and the end of their
length in characters."""
MOST_REFERENCES, ALLOWED_COST = 4, 5.3
"""References of one segment that are made of the best translations, and what three experts may have marked in them."""
COSTS = {"Major": 5.0, "Minor": 1.0}
MARK = re.compile(r"<v>(.*?)</v>", re.DOTALL)
LANGUAGES = {"ro": 1200, "et": 1200, "ne": 300, "si": 300}
"""The languages of post-edited translations, and how many of each are taken."""
MOST_EDITED = 0.6
"""HTER of post-edited translations, at most."""

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


@dataclass(frozen=True, slots=True)
class RatedSegment:
    """A segment of WMT 2021 zh-en.

    Attributes:
        place: 0-based.
        reference: of people.
        translations: each text with its MQM score by experts, at most 0, in the order of the systems' names.
    """

    place: int
    reference: str
    translations: dict[str, float]


def rated_translations(data: Path) -> list[RatedSegment]:
    """Return the segments of WMT 2021 from Chinese whose translations experts rated."""
    folder = data / "wmt21" / "zh-en"
    reference = lines(folder / "ref.A.en")
    rows = [row.split() for row in (folder / "mqm-avg-seg-scores.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    systems = {name: lines(path) for name in {row[0] for row in rows} if (path := folder / f"hyp.{name}.en").exists()}
    segments: dict[int, RatedSegment] = {}
    for system, score, number in sorted(rows):
        place = int(number) - 1
        if system in systems and score != "None" and place < len(reference) and (text := systems[system][place]):
            segment = segments.setdefault(place, RatedSegment(place, reference[place], {}))
            segment.translations.setdefault(text, float(score))
    return [segment for _, segment in sorted(segments.items())]


def other_translations(data: Path) -> Pairs:
    """Return translations of the segments of WMT 2021 zh-en that were not rated, half of them, with the reference."""
    folder = data / "wmt21" / "zh-en"
    reference, rated = lines(folder / "ref.A.en"), {segment.place for segment in rated_translations(data)}
    chooser = random.Random(5)
    pairs: Pairs = []
    for system in FAIR_SYSTEMS:
        texts = lines(folder / f"hyp.{system}.en")
        rows = [(text, reference[place]) for place, text in enumerate(texts) if text and place not in rated]
        pairs += [row for row in rows if row[0] != row[1] and chooser.random() < SHARE]
    return pairs


def correct(data: Path) -> list[tuple[str, ...]]:
    """Return texts of WMT 2021 zh-en without a grave error, each followed by up to :data:`OTHERS` translations.

    Of rated segments they are the reference and translations whose MQM score is at least :data:`GOOD`, of others the
    reference and a translation of a good system.
    """
    folder = data / "wmt21" / "zh-en"
    chooser = random.Random(1)
    rated = rated_translations(data)
    rows: list[tuple[str, ...]] = []
    for segment in rated:
        good = [text for text, score in segment.translations.items() if score >= GOOD]
        texts = list(dict.fromkeys([segment.reference, *good]))
        chooser.shuffle(texts)
        for place, text in enumerate(texts[:PER_SEGMENT]):
            rows.append((text, *(texts[place + 1 :] + texts[:place])[:OTHERS]))
    systems = [lines(folder / f"hyp.{name}.en") for name in FAIR_SYSTEMS]
    known = {segment.place for segment in rated}
    for place, reference in enumerate(lines(folder / "ref.A.en")):
        if place not in known:
            first, *others = (system[place] for system in chooser.sample(systems, OTHERS))
            rows += [(reference, first, *others), (first, reference, *others)]
    different = (tuple(dict.fromkeys(row)) for row in rows if all(row))
    return [row for row in different if len(row) > 1 and max(map(len, row)) < LONGEST]


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


def marked(data: Path, *, for_weights: bool) -> list[tuple[Rated, str]]:
    """Return translations of WMT 2023 with marked errors beside the best other translations of the same segment.

    Args:
        data: the data folder.
        for_weights: those of every third document, on which the weights of cues are trained; otherwise the others, on
            which the network of doubts is trained, so that its doubts about the former are those about unknown texts.
    """
    by_segment: dict[int, dict[str, Rated]] = defaultdict(dict)
    rows = (data / "mqm" / "wmt23-zh-en-sxs.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for row in rows:
        system, document, _, segment, _, _, target, category, severity = row.split("\t")
        plain = " ".join(target.replace("<v>", "").replace("</v>", "").split())
        if (crc32(document.encode()) % 3 == 0) is not for_weights:
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
    """Return the second reference beside the first: of ``de-en`` or ``ru-en`` (WMT 2021), or ``ted``."""
    if name == "ru-en":
        path = data / "wmt21" / "ru-en" / "newstest2021.ru-en.all.xml"
        return [pair for document in ET.parse(path).iter("doc") for pair in _document(document)]
    if name == "de-en":
        folder = data / "wmt21" / "de-en"
        return list(zip(lines(folder / "ref.B.en"), lines(folder / "ref.A.en"), strict=True))
    folder = data / "mqm" / "ted-zh-en"
    return list(zip(lines(folder / "ref.refB.en"), lines(folder / "ref.ref.en"), strict=True))


def _document(document: ET.Element) -> Pairs:
    """Return the second reference of a document's segments beside the first; none without two references."""
    references = sorted(document.iter("ref"), key=lambda reference: reference.get("translator", ""))
    texts = [[" ".join((segment.text or "").split()) for segment in each.iter("seg")] for each in references[:2]]
    return (
        [(other, first) for first, other in zip(*texts, strict=True) if first and other not in {"", first}]
        if len(texts) > 1
        else []
    )
