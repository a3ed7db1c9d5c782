"""Pairs of texts that other people judged or spoiled, with the probability that each word is wrong or missing."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Literal
from zlib import crc32

import spacy

from meantree.phenomena.word_errors import base_forms, synonyms

Words = tuple[str, ...]
Labels = tuple[float | None, ...]
"""One for each word; None where nothing is known."""
Group = Literal["judged", "marked", "intact", "spoiled", "near copy", "post-edited"]
"""Translations that experts judged; ones that three marked; good ones; ones with a planted error, beside a reference or
beside the good one; ones beside the version that a person made of them."""
HELD_OUT, TUNING = 0, 1
"""Fifths of documents and items that nothing is trained on: for the final figures, and for thresholds."""
SEED = 51
LANGUAGES = ("de", "es", "it", "pt")
MEANING = ("Accuracy", "Terminology")
PROBABILITIES = {"critical": (1.0, 0.4), "major": (1.0, 0.4), "minor": (0.8, 0.2), "neutral": (0.1, 0.05)}
"""Of words that experts marked, by severity: errors of :data:`MEANING`, and others."""
COSTS = {"critical": 5.0, "major": 5.0, "minor": 1.0}
RATERS, GOOD_COST, BESIDE_BEST = 3, 2.0, 3
"""Of WMT 2023: raters of a translation; what a good one costs at most; translations that others stand beside."""
EDITED, MOST_EDITED, SAYS_OTHER = 800, 0.4, 0.6
"""Post-edited translations of a language, at most; the share of their words that is edited, at most; the probability
that an edited word was wrong."""
BESIDE_GAP = 0.6
"""The probability of words beside the place where something is missing."""
MARKED = re.compile(r"<v>(.*?)</v>", re.DOTALL)
SURFACE = frozenset({"case", "shuffled", "misspelled", "char_removed", "final_punc_removed", "punc_addition"}) | {
    "tokenized",
    "full_lower",
    "first_lower",
}
"""Kinds of DEMETR that change no meaning, or more than a place."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An error that an expert marked: its characters, 0-based, the end excluded."""

    start: int
    end: int
    category: str
    severity: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A translation beside a reference.

    Attributes:
        group: where it comes from.
        fold: its fifth, 0 to 4; all pairs of a document or item have the same.
        key: of the segment.
        text, reference_text: as they are written.
        labels, reference_labels: that a word is wrong, and that it is missing from the translation.
        kind: of the planted error.
        marks: by experts.
        omissions: errors that experts marked in the source, as the translation has nothing for its words.
    """

    group: Group
    fold: int
    key: str
    text: str
    reference_text: str
    labels: Labels
    reference_labels: Labels
    kind: str = ""
    marks: tuple[Mark, ...] = ()
    omissions: int = 0

    @property
    def is_intact(self) -> bool:
        """Whether no word is wrong or missing."""
        return not any(label is None or label > 0 for label in (*self.labels, *self.reference_labels))

    @property
    def is_nearly_intact(self) -> bool:
        """Whether at most one of three experts marked a small error in it."""
        return not any(label is None or label > 0.2 for label in (*self.labels, *self.reference_labels))


@cache
def _tokenizer() -> spacy.Language:
    return spacy.blank("en")


def words_at(text: str) -> list[tuple[str, int]]:
    """Return the words of a text, each with its first character."""
    return [(token.text, token.idx) for token in _tokenizer().make_doc(text) if not token.is_space]


def words_of(text: str) -> Words:
    """Return the words of a text."""
    return tuple(word for word, _ in words_at(text))


def fifth(key: str) -> int:
    """Return the fifth that a document or item belongs to."""
    return crc32(f"{SEED} {key}".encode()) % 5


def single_spaced(text: str) -> str:
    """Return a text with single blanks."""
    return " ".join(text.split())


def _rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").split("\n")[1:] if line]


def good_pair(group: Group, fold: int, key: str, text: str, reference: str) -> Pair:
    """Return a pair without errors."""
    zeros = (0.0,) * len(words_of(text)), (0.0,) * len(words_of(reference))
    return Pair(group, fold, key, text, reference, *zeros)


def judged_pairs(data: Path) -> Iterator[Pair]:
    """Yield biomedical translations that experts judged (MQM), each beside its reference."""
    for language in LANGUAGES:
        folder = data / "mqm" / f"bio-{language}-en"
        lines = (folder / "ref.en").read_text(encoding="utf-8").split("\n")
        references = {(document, place): lines[int(n) - 1] for n, document, place in _rows(folder / "segments.tsv")}
        judged: dict[tuple[str, str, str], list[tuple[str, str, str]]] = defaultdict(list)
        for system, document, place, _, _, _, target, category, severity in _rows(folder / "errors.tsv"):
            judged[system, document, place].append((single_spaced(target), category, severity.casefold()))
        segments: dict[str, list[Pair]] = defaultdict(list)
        for (_, document, place), errors in sorted(judged.items()):
            reference, key = single_spaced(references.get((document, place), "")), f"{language} {document} {place}"
            if reference and errors[0][0]:
                fold = fifth(f"bio {language} {document}")
                segments[key].append(_judged_pair(fold, key, reference, errors))
        for pairs in segments.values():
            yield from agreed(pairs)


def agreed(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Yield translations of a segment, whose words get the mean label of words with the same neighbours in all.

    An expert who marks a word in one translation marks it in only 65 % of the others.
    """
    forms = [["", *(word.lower() for word in words_of(pair.text)), ""] for pair in pairs]
    places = [list(zip(own, own[1:], own[2:], strict=False)) for own in forms]
    labels: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for pair, own in zip(pairs, places, strict=True):
        for place, label in zip(own, pair.labels, strict=True):
            labels[place].append(label or 0.0)
    for pair, own in zip(pairs, places, strict=True):
        yield replace(pair, labels=tuple(fmean(labels[place]) for place in own))


def _judged_pair(fold: int, key: str, reference: str, errors: Sequence[tuple[str, str, str]]) -> Pair:
    text = single_spaced(MARKED.sub(r"\1", errors[0][0]))
    marks = tuple(mark for error in errors if (mark := _mark(text, *error)))
    labels = [0.0] * len(text)
    for mark in marks:
        value = PROBABILITIES.get(mark.severity, (0.0, 0.0))[not mark.category.startswith(MEANING)]
        labels[mark.start : mark.end] = [max(value, label) for label in labels[mark.start : mark.end]]
    by_word = tuple(max(labels[start : start + len(word)]) for word, start in words_at(text))
    is_good = all(category == "No-error" for _, category, _ in errors)
    missing = (0.0 if is_good else None,) * len(words_of(reference))
    omissions = sum("Omission" in category and not MARKED.search(target) for target, category, _ in errors)
    return Pair("judged", fold, key, text, reference, by_word, missing, marks=marks, omissions=omissions)


def _mark(text: str, target: str, category: str, severity: str) -> Mark | None:
    found = MARKED.search(target)
    marked = single_spaced(found[1]) if found and category != "No-error" else ""
    if not found or not marked:
        return None
    start = len(single_spaced(target[: found.start()] + "x")) - 1
    start = start if text.startswith(marked, start) else text.find(marked)
    return Mark(start, start + len(marked), category, severity) if start >= 0 else None


def marked_pairs(data: Path) -> Iterator[Pair]:
    """Yield translations of WMT 2023 that three experts marked, each beside the best others of the same segment.

    Every third document is left out, as the weights of findings are trained and measured on it.
    """
    segments: dict[str, dict[str, list[tuple[str, str, str]]]] = defaultdict(lambda: defaultdict(list))
    for _, document, _, number, _, _, target, category, severity in _rows(data / "mqm" / "wmt23-zh-en-sxs.tsv"):
        if crc32(document.encode()) % 3:
            target = single_spaced(target)
            plain = single_spaced(target.replace("<v>", "").replace("</v>", ""))
            segments[number][plain].append((target, category, severity.casefold()))
    for number, texts in sorted(segments.items()):
        costs = {text: sum(COSTS.get(severity, 0.0) for *_, severity in errors) for text, errors in texts.items()}
        best = sorted(filter(None, texts), key=lambda text: costs[text])[:BESIDE_BEST]
        for reference in best:
            for text in sorted(set(filter(None, texts)) - {reference}):
                yield _marked_pair(number, text, reference, texts[text], costs[text] + costs[reference])


def talks(data: Path) -> Iterator[Pair]:
    """Yield translations of TED talks as an expert marked them, each beside its reference."""
    folder = data / "mqm" / "ted-zh-en"
    places = [tuple(line.split("\t")) for line in (folder / "segments.tsv").read_text(encoding="utf-8").splitlines()]
    texts = (folder / "ref.ref.en").read_text(encoding="utf-8").split("\n")
    references = dict(zip(places, texts, strict=False))
    judged: dict[tuple[str, str, str], list[tuple[str, str, str]]] = defaultdict(list)
    for system, talk, _, number, _, _, target, category, severity in _rows(folder / "errors.tsv"):
        if not system.startswith("ref"):
            judged[system, talk, number].append((single_spaced(target), category, severity.casefold()))
    for (_, talk, number), errors in sorted(judged.items()):
        if (reference := single_spaced(references.get((talk, number), ""))) and errors[0][0]:
            yield _judged_pair(-1, f"{talk} {number}", reference, errors)


def marked_by_each(data: Path) -> Iterator[tuple[Pair, ...]]:
    """Yield the translations that :func:`marked_pairs` leaves out, each as each of its experts marked it.

    They stand beside the other translation of the segment in which the experts marked least.
    """
    segments: dict[str, dict[str, dict[str, list[tuple[str, str, str]]]]] = defaultdict(lambda: defaultdict(dict))
    costs: dict[tuple[str, str], float] = defaultdict(float)
    rows = _rows(data / "mqm" / "wmt23-zh-en-sxs.tsv")
    for system, document, _, number, rater, _, target, category, severity in rows:
        if not crc32(document.encode()) % 3:
            error = single_spaced(target), category, severity.casefold()
            segments[number][system].setdefault(rater, []).append(error)
            costs[number, system] += COSTS.get(error[2], 0.0)
    for number, systems in sorted(segments.items()):
        best = min(sorted(systems), key=lambda system: costs[number, system])
        reference = single_spaced(MARKED.sub(r"\1", next(iter(systems[best].values()))[0][0]))
        for _, raters in sorted(systems.items()):
            pairs = tuple(_judged_pair(-1, f"wmt23 {number}", reference, errors) for errors in raters.values())
            if pairs[0].text not in {"", reference}:
                yield pairs


def _marked_pair(number: str, text: str, reference: str, errors: Sequence[tuple[str, str, str]], cost: float) -> Pair:
    marks = tuple(mark for error in errors if (mark := _mark(text, *error)))
    labels = [0.0] * len(text)
    for mark in marks:
        value = PROBABILITIES.get(mark.severity, (0.0, 0.0))[not mark.category.startswith(MEANING)] / RATERS
        labels[mark.start : mark.end] = [label + value for label in labels[mark.start : mark.end]]
    by_word = tuple(min(1.0, max(labels[start : start + len(word)])) for word, start in words_at(text))
    missing = (0.0 if cost <= 2 * GOOD_COST else None,) * len(words_of(reference))
    return Pair("marked", -1, f"wmt23 {number}", text, reference, by_word, missing, marks=marks)


def post_edits(data: Path) -> Iterator[tuple[str, list[tuple[str, str, float]]]]:
    """Yield each language pair of MLQE-PE with its translations, what a person made of each, and the share edited."""
    for folder in sorted((data / "mlqe-pe").iterdir()):
        rows = ((folder / f"train.{end}").read_text(encoding="utf-8").split("\n") for end in ("mt", "pe", "hter"))
        yield (
            folder.name,
            [
                (single_spaced(text), single_spaced(edited), float(rate))
                for text, edited, rate in zip(*rows, strict=False)
                if rate and text and edited
            ],
        )


def post_edited_pairs(data: Path) -> Iterator[Pair]:
    """Yield machine translations beside the version that a person made of them, where few words are edited."""
    for name, found in post_edits(data):
        rows = [(text, edited) for text, edited, rate in found if 0 < rate <= MOST_EDITED]
        for text, edited in random.Random(SEED).sample(rows, min(EDITED, len(rows))):
            own, other = words_of(text), words_of(edited)
            labels, missing = [0.0] * len(own), [0.0] * len(other)
            forms = [[word.casefold() for word in side] for side in (own, other)]
            for change, start, end, new_start, new_end in SequenceMatcher(None, *forms, autojunk=False).get_opcodes():
                if change != "equal":
                    labels[start:end] = [SAYS_OTHER] * (end - start)
                    missing[new_start:new_end] = [SAYS_OTHER] * (new_end - new_start)
            yield Pair("post-edited", -1, name, text, edited, tuple(labels), tuple(missing))


def between_systems(pairs: Iterable[Pair], share: float, chooser: random.Random) -> Iterator[Pair]:
    """Yield judged translations beside translations of the same segment in which experts found no error."""
    segments: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        segments[pair.key].append(pair)
    for _, group in sorted(segments.items()):
        for pair in group:
            others = [other.text for other in group if other.is_intact and other.text != pair.text]
            if others and chooser.random() < share:
                reference = chooser.choice(others)
                missing = (0.0 if pair.is_intact else None,) * len(words_of(reference))
                yield replace(pair, reference_text=reference, reference_labels=missing)


def demetr_pairs(data: Path) -> Iterator[Pair]:
    """Yield the good translations of DEMETR, once each, and those with a planted error."""
    seen: set[str] = set()
    for kind, _, number, _, *texts in _rows(data / "errors" / "demetr-dev.tsv"):
        reference, good, faulty = map(single_spaced, texts)
        key = f"demetr {number}"
        if number not in seen:
            seen.add(number)
            yield good_pair("intact", fifth(key), key, good, reference)
        if kind not in SURFACE:
            yield spoiled_pair(good_pair("spoiled", fifth(key), key, good, reference), faulty, kind)


def spoiled_pair(good: Pair, faulty: str, kind: str) -> Pair:
    """Return a copy of a good pair in which the translation is ``faulty``; labels are what a diff of words shows."""
    before, after, reference = map(words_of, (good.text, faulty, good.reference_text))
    labels, gone = [0.0] * len(after), list[str]()
    matcher = SequenceMatcher(None, [w.casefold() for w in before], [w.casefold() for w in after], autojunk=False)
    for change, start, end, new_start, new_end in matcher.get_opcodes():
        if change == "equal":
            continue
        gone += before[start:end]
        labels[new_start:new_end] = [1.0] * (new_end - new_start)
        if new_start == new_end:
            for place in (new_start - 1, new_start):
                if 0 <= place < len(after):
                    labels[place] = max(labels[place], BESIDE_GAP)
    missing = _missing(gone, after, reference)
    return replace(good, text=faulty, labels=tuple(labels), reference_labels=missing, kind=kind)


def _missing(gone: Iterable[str], translation: Words, reference: Words) -> Labels:
    """Return which words of a reference are missing: those that say what words that are gone from a translation said.

    Where a word that is gone has no counterpart, nothing is known of the other words.
    """
    forms = [word.lower() for word in reference]
    said, wanted = Counter(map(str.lower, translation)), Counter(forms)
    labels: list[float | None] = [0.0] * len(forms)
    is_sure = True
    for form in (word.lower() for word in gone if any(map(str.isalnum, word))):
        places = (
            place
            for place, other in enumerate(forms)
            if said[other] < wanted[other]
            and (not base_forms(other).isdisjoint(base_forms(form)) or other in synonyms(form))
        )
        if (place := next(places, None)) is None:
            is_sure = False
        else:
            labels[place] = 1.0
    return tuple(label if label or is_sure else None for label in labels)
