"""Dates, times, numbers, amounts and measures: which values of a text the other has, and how others are planted."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain, combinations
from typing import Final

from meantree.analysis.entities.dates import DAY_NAMES
from meantree.analysis.entities.entity import EntityKind
from meantree.analysis.values import POINTS, Value, number_of, numbers_within, said, unit_of
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.feature import Features, Firing, linked_share
from meantree.phenomena.names import NAMED
from meantree.phenomena.operations import Span, Words, exchange, inflected_as, listed, planter, replace
from meantree.phenomena.reading import Reading, View, cached_fact

Kinds = frozenset[EntityKind]
_CHANGES: Final = frozenset({("by", "to"), ("past", "to"), ("after", "to"), ("of", "past")})
"""Two prepositions of one number that say another amount or time: by 5, to 5; a quarter past nine, to nine."""
_DIGITS: Final = re.compile(r"\d+")
_ONES: Final = frozenset({"one", "1", "once", "first", "single", "second", "half", "both", "twice", "ones"})
_BETWEEN_THOUSANDS: Final = re.compile(r"(?<=\d)[.,\s](?=\d{3}(?!\d))")
_LAST_DIGIT: Final = re.compile(r"[1-9](?=[^1-9]*$)")
FEATURES: Final = Features("preservation of reference")


def _add_pair(name: str, what: str, subject: str, among: str, kinds: Kinds) -> None:
    """Add the features of values of some kinds that are missing, and of those that are others."""
    FEATURES.add(
        f"{name}_missing",
        f"{what} added",
        f"{what} missing",
        claim=f"{subject} of the conclusion are missing from the premise, without replacement; share of {among}.",
        function=lambda view: _share(view, kinds, changed=False),
    )
    FEATURES.add(
        f"{name}_changed",
        f"{what} changed",
        claim=f"{subject} of the conclusion are different in the premise; share of {among}.",
        function=lambda view: _share(view, kinds, changed=True),
    )


_add_pair("dates", "dates or times", "Dates and times", "these", POINTS)
_add_pair("numbers", "numbers", "Numbers", "its numbers", frozenset({EntityKind.NUMBER}))


@FEATURES("amounts added or changed", "amounts lost or changed")
def amounts_lost(view: View) -> Firing:
    """Sums of money and percentages of the conclusion are not in the premise; share of these."""
    return _share(view, frozenset({EntityKind.MONEY, EntityKind.PERCENT}))


def _share(view: View, kinds: Kinds, *, changed: bool | None = None) -> Firing:
    """Return a firing on the values of some kinds that the premise does not have.

    Args:
        changed: whether others must stand in their place, or must not; None if that is all the same.
    """
    everything = [value for value in view.conclusion.values if value.kind in kinds]
    matches = [value for value in everything if value in other_values(view)]
    if changed is not None:
        others = {value: any(other.kind in kinds for other in linked_values(view, value)) for value in matches}
        matches = [value for value in matches if others[value] == changed]
    words = (word for value in matches for word in value.words)
    return linked_share(view, words, len(everything), len(matches))


def linked_values(view: View, value: Value) -> tuple[Value, ...]:
    """Return the values of the premise with which a value of the conclusion is aligned by a word."""
    linked = {view.partner[word] for word in value.words}
    return tuple(other for other in view.premise.values if not linked.isdisjoint(other.words))


@cached_fact
def other_values(view: View) -> tuple[Value, ...]:
    """Return the values of the conclusion that the premise does not have."""
    return tuple(value for value in view.conclusion.values if not _is_kept(view, value))


def _is_kept(view: View, value: Value) -> bool:
    """Return whether the premise has a value, in whatever words; not if another stands in its place, and it less often.

    What is one of its unit may be said in other words, if no other value is in its place: a year ago, last year.
    """
    in_place = {other.agrees(value) for other in linked_values(view, value)}
    if True in in_place or (not in_place and value.measure is not None and value.measure.is_single):
        return True
    if False in in_place and _times(view.premise, value) < _times(view.conclusion, value):
        return False
    others = [(other, other.agrees(value)) for other in view.premise.values]
    if any(agrees for _, agrees in others):
        return True
    contrary = {word for other, agrees in others if agrees is False for word in other.words}
    return _has_words(view, value, set(range(len(view.premise))) - contrary)


def _times(reading: Reading, value: Value) -> int:
    return sum(other.agrees(value) is True and other.senses == value.senses for other in reading.values)


def _has_words(view: View, value: Value, words: Iterable[int]) -> bool:
    """Return whether some words of the premise say all numbers and dates of a value: A81, A 81; the 26th of July."""
    known: set[Hashable] = set()
    for word in words:
        known |= _said(view.premise, word) | numbers_within(view.premise.tokens[word].text)
    needed = [(_said(view.conclusion, word), numbers_within(view.conclusion.tokens[word].text)) for word in value.words]
    needed = [each for each in needed if any(each)]
    return bool(needed) and all(
        not own.isdisjoint(known) or (bool(within) and within <= known) for own, within in needed
    )


def _said(reading: Reading, word: int) -> frozenset[Hashable]:
    token = reading.tokens[word]
    return said(token.text, token.upos)


@cached_fact
def intervals(reading: Reading) -> Mapping[int, tuple[float, tuple[int, ...]]]:
    """Return for each unit of time after "every" how many of it an interval has, and the words that say so."""
    found = {}
    for word, lemma in enumerate(reading.lemmas):
        unit = reading.heads[word]
        if lemma not in {"every", "each"} or unit < word or not _recurs(reading, unit):
            continue
        counts = [(count, at) for at in range(word + 1, unit) for count in _counts(reading, at)]
        found[unit] = counts[0][0] if counts else 1.0, (word, *(at for _, at in counts[:1]))
    return found


def _recurs(reading: Reading, word: int) -> bool:
    unit = unit_of(reading.tokens[word])
    return (unit is not None and unit.dimension == "time") or reading.lemmas[word] in DAY_NAMES


def _counts(reading: Reading, word: int) -> tuple[float, ...]:
    return (2.0,) if reading.lemmas[word] == "other" else number_of(reading.tokens[word].text, "NUM")


@cached_fact
def measured_alike(view: View) -> frozenset[int]:
    """Return the words of measures and intervals of the conclusion that the premise has, too, in whatever units."""
    measured = [value for value in view.conclusion.values if value.measure is not None]
    kept = [value for value in measured if any(other.agrees(value) for other in view.premise.values)]
    others = {count for count, _ in intervals(view.premise).values()}
    recurring = (words for count, words in intervals(view.conclusion).values() if count in others)
    return frozenset(chain(*(value.words for value in kept), *recurring))


def number(pair: Compared) -> Iterator[Candidate]:
    """Yield numbers, amounts, dates and times that the other text has not, or has with another value."""
    own, theirs = ([value for value in other_values(view) if _says_much(view, value)] for view in pair.views)
    for value in list(own):
        other = _counterpart(pair, value, theirs)
        if other is not None:
            own.remove(value)
            theirs.remove(other)
            is_linked = other in linked_values(pair.of_hyp, value)
            is_other_unit, digits = _differ_in_unit(value, other), _digits(pair.hyp, value)
            if digits and not (is_other_unit or pair.common.is_copy) and digits == _digits(pair.ref, other):
                continue  # 6074, 6.074
            yield pair.candidate(
                pair.of_hyp,
                "number.different",
                _differing(pair.hyp, value, pair.ref, other),
                _differing(pair.ref, other, pair.hyp, value),
                place=value.words,
                other_place=other.words,
                linked=is_linked,
                contrary=is_linked and _are_contrary(pair.of_hyp, value, other),
                same_shape=_shape(pair.hyp, value) == _shape(pair.ref, other),
                point=value.kind in POINTS,
                only=not own and not theirs,
                unit=is_other_unit,
            )
    yield from _changed_by(pair)
    yield from _exchanged_scores(pair)
    for view, left, others in ((pair.of_hyp, own, theirs), (pair.of_ref, theirs, own)):
        for value in left:
            if all(view.conclusion.tokens[word].xpos == "NNS" for word in value.words):
                continue  # thousands of families
            yield pair.candidate(
                view,
                f"number.{view.change}",
                value.words,
                point=value.kind in POINTS,
                digits="digits" in _shape(view.conclusion, value),
                linked=any(view.partner[word] is not None for word in value.words),
                both=bool(others),
            )


def _says_much(view: View, value: Value) -> bool:
    """Return whether a value is not as good as none, or stands for another that is not: one man, two men."""
    if not _says_little(view.conclusion, value):
        return True
    others = (other for other in linked_values(view, value) if not _says_little(view.premise, other))
    return any(_are_contrary(view, value, other) for other in others)


def _says_little(reading: Reading, value: Value) -> bool:
    """Return whether a value may be in other words: ones and halves, the two."""
    tokens = [reading.tokens[word] for word in value.words]
    before = reading.lemmas[max(0, value.words[0] - 1) : value.words[0]]
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


def _are_contrary(view: View, value: Value, other: Value) -> bool:
    """Return whether two values disagree, and not in notation alone: 20, 30; not 1.000, 1,000, nor 2 /3, 2/3."""
    own, theirs = _digits(view.conclusion, value), _digits(view.premise, other)
    is_notation = bool(own and theirs) and (own <= theirs or theirs <= own)
    return other.agrees(value) is False and not is_notation


def _digits(reading: Reading, value: Value) -> frozenset[str]:
    """Return the numbers of a value without what is written between thousands."""
    written = " ".join(reading.tokens[word].text for word in value.words)
    return frozenset(_DIGITS.findall(_BETWEEN_THOUSANDS.sub("", written)))


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


def _changed_by(pair: Compared) -> Iterator[Candidate]:
    """Yield the prepositions of amounts and times that say another one: rose by 5, to 5; ten past six, to six."""
    view = pair.of_hyp
    for word, partner in view.linked:
        if "NUM" not in {pair.hyp.upos[child] for child in (word, *pair.hyp.children[word])}:
            continue
        own, theirs = pair.hyp.labelled(word, "case"), pair.ref.labelled(partner, "case")
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
        if told is not None and pair.of_hyp.partner[told] == elsewhere and pair.of_hyp.is_sure(told):
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


def other_number(reading: Reading, word: int) -> Iterator[str]:
    """Yield digits with another value: a possible day or hour if they may be one, else as long a number."""
    text = reading.tokens[word].text
    if text.isdecimal() and len(text) < 3 and 1 < int(text) < 32:
        yield str(int(text) + (3 if int(text) <= 12 else -3)).zfill(len(text))
    elif not text.isdecimal() or len(text) > 1:
        changed = _LAST_DIGIT.sub(lambda digit: str(int(digit[0]) + (2 if int(digit[0]) < 3 else -2)), text)
        yield from (changed,) if changed != text else ()


def counts(reading: Reading) -> Iterator[tuple[Span, Span]]:
    """Yield pairs of numbers that count different things."""
    found = [word for word, label in enumerate(reading.labels) if label == "nummod" and reading.upos[word] == "NUM"]
    for one, other in combinations(found, 2):
        if reading.lemmas[reading.heads[one]] != reading.lemmas[reading.heads[other]]:
            yield (one, one + 1), (other, other + 1)


def amounts(reading: Reading) -> Hashable:
    """Return numbers, amounts and dates in order, by their values, and what is counted."""
    values = (each.value for each in reading.entities if each.kind not in NAMED)
    counted = (reading.lemmas[reading.heads[word]] for word, label in enumerate(reading.labels) if label == "nummod")
    return tuple(values), tuple(counted)


OTHER: Final = planter(
    replace(Words(upos="NUM"), other_number),
    replace(Words(listed="numbers"), listed("numbers")),
    replace(Words(upos="NOUN", listed="units", has="nummod"), inflected_as("units")),
    exchange(counts),
    fact=amounts,
)
