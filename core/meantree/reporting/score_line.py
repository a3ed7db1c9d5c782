"""How a score comes about, in one line: how much matched, what was missed, what is extra."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from unicodedata import category

from meantree.alignment.linked_frames import frames_of, span_of, spans_of
from meantree.alignment.word_facts import DENIALS
from meantree.analysis.frames import Part, phrase
from meantree.comparison.comparison import ComparedFrames, ComparedText, Comparison
from meantree.comparison.marks import Mark
from meantree.comparison.prediction import Prediction, feature_places, feature_title
from meantree.corpus.corpus import Side
from meantree.escaping import counted, escaped, reference_title, with_and
from meantree.language.words import UNSPACED
from meantree.metrics.evidence import Evidence, Status, Term
from meantree.metrics.metric import Metric
from meantree.metrics.tree_precisions import MeanPrecision
from meantree.numbers import amount, difference
from meantree.phenomena.reading import CONTENT
from meantree.picture.frame_picture import name_of

UNMATCHED: Final = (Status.MISSED, Status.EXTRA)
MOST: Final = 4
"""Things named in a line."""
MOST_WORDS: Final = 5
"""Words quoted of one thing."""
SIZES: Final[Mapping[str, str]] = {"chains of 1": "words and marks", "chains of 2": "pairs of a head and a dependent"}
"""Names of kinds of units for people."""
NEGATIONS: Final = DENIALS | {"none", "nor", "neither", "without", "cannot"}


def score_line(comparison: Comparison, metric: Metric | None = None) -> str:
    """Return one line on how a comparison's score comes about; empty if nothing is counted."""
    prediction = Prediction.of(comparison.evidence)
    if prediction is not None:
        return _features(prediction, comparison)
    if isinstance(metric, MeanPrecision):
        return "; ".join(filter(None, (_precisions(comparison.evidence, metric.eps), *_unmatched(comparison))))
    for noun, marks, others in _counted(comparison):
        if marks:
            share = _share(noun, marks, len(others)) + (_words_matched(comparison) if noun == "arcs" else "")
            return "; ".join(filter(None, (share, *_unmatched(comparison))))
    units = comparison.evidence.units
    matched, total = sum(unit.matched for unit in units), sum(unit.reference for unit in units)
    return f"{amount(matched)} of {amount(total)} units of the reference matched" if total else ""


def _precisions(evidence: Evidence, eps: float) -> str:
    """Return the shares of the translation's chains or subtrees, by size, of which a score is the mean."""
    shares = []
    for kind in evidence.kinds:
        units = [unit for unit in evidence.units if unit.kind == kind]
        matched, total = sum(unit.matched for unit in units), sum(unit.hypothesis for unit in units)
        pieces = SIZES.get(kind, kind.replace("depth", "subtrees of depth"))
        shares += [(matched, f"{amount(matched)} of {amount(total)} {pieces}")] if total else []
    least = f", a share of 0 counting {eps:g}" if any(not matched for matched, _ in shares) else ""
    return f"the mean of {with_and(text for _, text in shares)} that a reference has, too{least}" if shares else ""


def _unmatched(comparison: Comparison) -> tuple[str, str]:
    """Return what is missed of the drawn reference, and what is extra."""
    names = comparison.pair.reference_names
    of = f" of {escaped(reference_title(names[comparison.reference]))}" if len(names) > 1 else ""
    return _list(f"missed{of}", _named(comparison, "reference")), _list("extra", _named(comparison, "hypothesis"))


def _counted(comparison: Comparison) -> Iterator[tuple[str, Sequence[Mark], Sequence[Mark]]]:
    """Yield the noun and the marks of the elements of reference and translation, largest structure first."""
    text, other = comparison.reference_text.marks, comparison.texts[0].marks
    if comparison.structure == "frames":
        frames = comparison.frames.marks if comparison.frames else {"reference": {}, "hypothesis": {}}
        yield "parts of frames", list(frames["reference"].values()), list(frames["hypothesis"].values())
    yield "constituents", list(text.nodes.values()), list(other.nodes.values())
    yield "arcs", list(text.arcs.values()), list(other.arcs.values())
    words = comparison.reference_text.analysis
    noun = "characters" if not words.is_parsed and re.search(UNSPACED, words.text) else "words"
    yield noun, list(text.tokens.values()), list(other.tokens.values())


def _share(noun: str, marks: Sequence[Mark], others: int) -> str:
    """Return how many elements of the reference matched, and how many the translation has if it has not as many."""
    whole = sum(mark.status is Status.MATCHED for mark in marks)
    partial = sum(mark.status is Status.PARTIAL for mark in marks)
    number = counted(len(marks), noun.replace("parts of", "part of").removesuffix("s"), noun)
    if noun.startswith("parts"):
        number = f"{len(marks):,} {noun}"
    in_part = f", {partial:,} in part" if partial else ""
    beside = f" ({others:,} in the translation)" if others != len(marks) else ""
    return f"{whole:,} of {number} matched{in_part}{beside}"


def _words_matched(comparison: Comparison) -> str:
    """Return how many words of the reference matched, where words count beside arcs."""
    marks = comparison.reference_text.marks.tokens.values()
    matched = sum(mark.status is Status.MATCHED for mark in marks)
    return f", {matched:,} of {counted(len(marks), 'word')}" if marks else ""


def _list(title: str, names: Sequence[str]) -> str:
    if not names:
        return ""
    if len(names) <= MOST + 1:  # the last name is about as short as "and 1 more"
        return f"{title}: {', '.join(names)}"
    return f"{title}: {', '.join(names[:MOST])} and {len(names) - MOST} more"


def _named(comparison: Comparison, side: Side) -> list[str]:
    """Return what is missed in the reference, or extra in the hypothesis, most telling first, each once."""
    if comparison.structure == "frames":
        return [] if comparison.frames is None else list(dict.fromkeys(_parts(comparison.frames, side)))
    text = comparison.texts[side == "reference"]
    ranked = _nodes(text) if text.marks.nodes else _words(text)
    return list(dict.fromkeys(name for _, name in sorted(ranked, key=lambda item: item[0])))


def _words(text: ComparedText) -> Iterator[tuple[int, str]]:
    tokens = text.analysis.tokens
    for place, mark in sorted(text.marks.tokens.items()):
        token = tokens[place]
        if mark.status in UNMATCHED and any(map(str.isalnum, token.text)):
            is_negation = token.text.casefold() in NEGATIONS
            yield 0 if is_negation else 1 if token.upos in CONTENT else 2, quote(token.text)


def _nodes(text: ComparedText) -> Iterator[tuple[int, str]]:
    if text.constituency is None:
        return
    spans = text.constituency.spans()
    for node, mark in sorted(text.marks.nodes.items()):
        start, end = spans[node]
        if mark.status in UNMATCHED:
            phrase = " ".join(text.analysis.words[start:end])
            size = end - start if end - start > 1 else len(text.analysis.words)  # phrases before parts of speech
            yield size, f"{text.constituency.labels[node]} {quote(phrase)}"


def _parts(frames: ComparedFrames, side: Side) -> Iterator[str]:
    for part, mark in sorted(frames.marks[side].items(), key=lambda item: (item[0][0], item[0][1] is not None)):
        if mark.status in UNMATCHED:
            yield part_name(frames, side, part)


def part_name(frames: ComparedFrames, side: Side, part: Part) -> str:
    """Return a predicate or filler in words, as in ``the agent “she” of “knew”``."""
    words = phrase(frames.words[side], spans_of(frames.linked, side, part))
    if part[1] is None:
        return f"the predicate {quote(words)}"
    role = frames_of(frames.linked, side)[part[0]].fillers[part[1]].role
    predicate = " ".join(frames.words[side][slice(*span_of(frames.linked, side, (part[0], None)))])
    return f"the {name_of(role)} {quote(words)} of {quote(predicate)}"


def quote(words: str) -> str:
    """Return words in quotation marks, of many the first ones, without punctuation around them."""
    parts = words.split()
    while len(parts) > 1 and _is_punctuation(parts[-1]):
        parts.pop()
    while len(parts) > 1 and _is_punctuation(parts[0]):
        del parts[0]
    return f"“{' '.join(parts[:MOST_WORDS])}{' …' if len(parts) > MOST_WORDS else ''}”"


def _is_punctuation(word: str) -> bool:
    return all(category(letter).startswith("P") and letter not in "%&#@*/" for letter in word)


def _features(prediction: Prediction, comparison: Comparison) -> str:
    """Return the features that lower a prediction most, with the words that they fired on."""
    lowering = [term for term in prediction.explaining if term.contribution < 0]
    named = [f"{feature_title(term)} {difference(term.contribution)}{_fired(term, comparison)}" for term in lowering]
    return _list("largest deductions", named)


def _fired(term: Term, comparison: Comparison) -> str:
    words = [
        text.analysis.words[token]
        for text, places in zip(comparison.texts, feature_places(term, comparison.reference), strict=True)
        for place in places
        for token in place.tokens
    ]
    return f" ({quote(' '.join(dict.fromkeys(words)))})" if words else ""
