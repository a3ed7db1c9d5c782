"""Findings about values: numbers, amounts, measures, dates and times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from meantree.analysis.values import POINTS, Value, said
from meantree.phenomena.clauses import labelled
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.reading import Reading, View
from meantree.phenomena.values import linked_values, other_values

_CHANGES: Final = frozenset({("by", "to"), ("past", "to"), ("after", "to"), ("of", "past")})
"""Two prepositions of one number that say another amount or time: by 5, to 5; a quarter past nine, to nine."""
_DIGITS: Final = re.compile(r"\d+")
_ONES: Final = frozenset({"one", "1", "once", "first", "single", "second", "half", "both", "twice", "ones"})


def number(pair: Compared) -> Iterator[Candidate]:
    """Yield numbers, amounts, dates and times that the other text has not, or has with another value."""
    own, theirs = ([value for value in other_values(view) if not _says_little(view, value)] for view in pair.views)
    for value in list(own):
        other = _counterpart(pair, value, theirs)
        if other is not None:
            own.remove(value)
            theirs.remove(other)
            yield pair.candidate(
                pair.of_hyp,
                "number.different",
                _differing(pair.hyp, value, pair.ref, other),
                _differing(pair.ref, other, pair.hyp, value),
                place=value.words,
                other_place=other.words,
                linked=float(other in linked_values(pair.of_hyp, value)),
                same_shape=float(_shape(pair.hyp, value) == _shape(pair.ref, other)),
                point=float(value.kind in POINTS),
                only=float(not own and not theirs),
                unit=float(_differ_in_unit(value, other)),
            )
    yield from _changed_by(pair)
    yield from _exchanged_scores(pair)
    for view, left, others in ((pair.of_hyp, own, theirs), (pair.of_ref, theirs, own)):
        for value in left:
            if all(view.conclusion.tokens[word].xpos == "NNS" for word in value.words):
                continue  # thousands of families
            yield pair.candidate(
                view,
                "number.missing" if view.turned else "number.added",
                value.words,
                point=float(value.kind in POINTS),
                digits=float("digits" in _shape(view.conclusion, value)),
                linked=float(any(view.partner[word] is not None for word in value.words)),
                both=float(bool(others)),
            )


def _says_little(view: View, value: Value) -> bool:
    """Return whether a value may be in other words: ones and halves, the two."""
    tokens = [view.conclusion.tokens[word] for word in value.words]
    before = view.conclusion.lemmas[max(0, value.words[0] - 1) : value.words[0]]
    is_pronoun = before == ("the",) and tokens[-1].text == "two"
    return is_pronoun or all(token.text.casefold() in _ONES for token in tokens)


def _counterpart(pair: Compared, value: Value, others: list[Value]) -> Value | None:
    linked = [other for other in linked_values(pair.of_hyp, value) if other in others]
    alike = [other for other in others if _shape(pair.ref, other) == _shape(pair.hyp, value)]
    same = [other for other in others if (other.kind in POINTS) == (value.kind in POINTS)]
    return next(iter([*linked, *alike, *same]), None)


def _shape(reading: Reading, value: Value) -> str:
    """Return how a value is written, which tells years from weekdays."""
    digits = sum(char.isdigit() for word in value.words for char in reading.tokens[word].text)
    return f"{value.kind} {'4 digits' if digits == 4 else 'digits' if digits else 'words'}"


def _differ_in_unit(value: Value, other: Value) -> bool:
    """Return whether two values differ in unit, currency, sign or half of the day alone, or are measures."""
    numbers = [
        {str(number).removeprefix("-") for sense in each.senses for name, number in sense.items() if name != "currency"}
        for each in (value, other)
    ]
    return not numbers[0].isdisjoint(numbers[1]) or (value.measure is not None and other.measure is not None)


def _differing(reading: Reading, value: Value, other_reading: Reading, other: Value) -> tuple[int, ...]:
    """Return the words of a value whose number or date the other lacks; if it lacks none, other words; else all."""
    numbers = [_said(reading, word) for word in value.words]
    theirs = frozenset().union(*(_said(other_reading, word) for word in other.words))
    words = [word for word, own in zip(value.words, numbers, strict=True) if own and own.isdisjoint(theirs)]
    lemmas = {other_reading.lemmas[word] for word in other.words}
    return tuple(words or (word for word in value.words if reading.lemmas[word] not in lemmas)) or value.words


def _said(reading: Reading, word: int) -> frozenset[object]:
    return said(reading.tokens[word].text, reading.upos[word])


def _changed_by(pair: Compared) -> Iterator[Candidate]:
    """Yield the prepositions of amounts and times that say another one: rose by 5, to 5; ten past six, to six."""
    view = pair.of_hyp
    for word, partner in view.linked:
        if "NUM" not in {pair.hyp.upos[child] for child in (word, *pair.hyp.children[word])}:
            continue
        own, theirs = labelled(pair.hyp, word, "case"), labelled(pair.ref, partner, "case")
        lemmas = [*(pair.hyp.lemmas[case] for case in own), *(pair.ref.lemmas[case] for case in theirs)]
        if len(own) == 1 and tuple(sorted(lemmas)) in _CHANGES:
            yield pair.candidate(
                view, "number.different", own, theirs, place={word}, other_place={partner}, linked=1.0, only=1.0
            )


def _exchanged_scores(pair: Compared) -> Iterator[Candidate]:
    """Yield scores whose numbers exchange places: won 3-2, won 2-3; not lost 2-3."""
    own, theirs = _scores(pair.hyp), _scores(pair.ref)
    for score, words in own.items():
        turned = score[::-1]
        if turned == score or turned not in theirs or score in theirs or turned in own:
            continue
        told, elsewhere = _teller(pair.hyp, words[0]), _teller(pair.ref, theirs[turned][0])
        if told is not None and pair.of_hyp.partner[told] == elsewhere and pair.is_sure(pair.of_hyp, told):
            yield pair.candidate(
                pair.of_hyp, "number.different", words, theirs[turned], linked=1.0, same_shape=1.0, only=1.0
            )


def _scores(reading: Reading) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Return the words of each score, by its numbers in order."""
    scores = (value.words for value in reading.values if any("score" in sense for sense in value.senses))
    return {tuple(_DIGITS.findall("".join(reading.tokens[word].text for word in words))): words for words in scores}


def _teller(reading: Reading, word: int) -> int | None:
    """Return the nearest word above a number that is none."""
    return next((above for above in reading.ancestors(word) if reading.upos[above] != "NUM"), None)
