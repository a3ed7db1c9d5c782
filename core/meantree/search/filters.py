"""Filter lines: which segments they accept, by words, names, numbers and states; everything in a line must hold.

===========================  ======================================================================================
``minister``                 the word occurs in a text, id, document or remark; case is folded
``"the minister"``           so does the phrase
``-minister``                it does not
``doc:news``, ``-src:"a b"``  within ``doc``, ``src``, ``hyp``, ``ref``, ``remark`` or ``state``; ``remark:`` alone asks
                             for any; ``id:7``, ``id:news/7`` and ``annotator:ana`` (whose segment it is) are meant
                             whole; remarks and states are those of the one annotator who is looked at
``edpm < .4``                a number is below a limit; also ``<=``, ``>``, ``>=`` and ``=``
``.2 < edpm <= .5``          it is between two
``edpm:.2...5``              it is between two, both included; ``edpm:.2..`` and ``edpm:...5`` have one end
===========================  ======================================================================================

Numbers are metrics, kinds of ratings (``da``, or ``rating:da`` where a metric is called so), ``length`` (of the
translation, in words, or in characters where no blanks part these), ``src-length``, ``ref-length``, ``errors`` (marked
spans), ``certainty`` (how sure the parser is of a translation) and differences of two systems: ``Δedpm`` or
``diff:edpm``. A quotation mark that is not closed quotes the rest of the line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.escaping import closest_name, listed, quoted
from meantree.search.filter_columns import Field, Floats, Measure, Segments

Places = NDArray[np.intp]
"""Shape (n,): 0-based places of segments, ascending."""
ANYWHERE: tuple[Field, ...] = ("hyp", "src", "ref", "id", "doc", "remark")
NEAR = 1e-9
"""Numbers that differ by less are equal, as ``.3`` and ``.1 + .2`` are."""


class FilterError(UsageError):
    """A filter line cannot be understood; the text says what was found and what is expected."""


@dataclass(frozen=True, slots=True)
class Words:
    """A word or phrase that must occur, or must not.

    Attributes:
        text: case-folded; of a field, an empty one asks for any text at all.
        field: where; None for every text, the id, the document or the remark.
        negated: whether it must not.
    """

    text: str
    field: Field | None = None
    negated: bool = False

    def holds(self, segments: Segments, places: Places) -> NDArray[np.bool_]:
        """Whether it does for each of these places."""
        found = np.zeros(len(places), dtype=bool)
        for name in (self.field,) if self.field is not None else ANYWHERE:
            rest = np.flatnonzero(~found)
            texts, wanted = segments.texts(name), places[rest]
            if len(wanted) < len(texts):
                texts = [texts[place] for place in wanted.tolist()]
            if self.field == "id":
                found[rest] = self._called(texts)
            else:
                found[rest] = self._among(texts) if self.field == "annotator" else self._within(texts)
        return ~found if self.negated else found

    def _within(self, texts: Sequence[str]) -> list[bool]:
        wanted = self.text
        return [wanted in text for text in texts] if wanted else [bool(text) for text in texts]

    def _among(self, names: Sequence[str]) -> list[bool]:
        """So are names of people, one a line; an empty one asks for anybody."""
        wanted = self.text
        return [wanted in text.split("\n") if wanted else bool(text) for text in names]

    def _called(self, keys: Sequence[str]) -> list[bool]:
        """Whether each key is the text, or ends with it after a slash: ``10`` and ``de/10`` name ``wmt/de/10``."""
        wanted = f"/{self.text}"
        return [f"/{key}".endswith(wanted) for key in keys]


@dataclass(frozen=True, slots=True)
class Limit:
    """A range that a number must be in; an undefined one is in none.

    Attributes:
        measure: the number.
        low, high: the ends, infinite where there is none.
        with_low, with_high: whether the ends are in it.
    """

    measure: Measure
    low: float = -math.inf
    high: float = math.inf
    with_low: bool = True
    with_high: bool = True

    def holds(self, numbers: Floats) -> NDArray[np.bool_]:
        """Whether it does, for each number."""
        low, high = self.low + NEAR * (1 - 2 * self.with_low), self.high - NEAR * (1 - 2 * self.with_high)
        above = numbers >= low if self.with_low else numbers > low
        below = numbers <= high if self.with_high else numbers < high
        return above & below


@dataclass(frozen=True, slots=True)
class Filter:
    """Words and limits that must all hold."""

    words: tuple[Words, ...] = ()
    limits: tuple[Limit, ...] = ()

    @property
    def is_slow(self) -> bool:
        """Whether it asks for numbers that take their time."""
        return any(limit.measure.is_slow for limit in self.limits)

    def places(self, segments: Segments) -> Places:
        """Where the segments stand that it accepts."""
        accepted = np.ones(len(segments), dtype=bool)
        for limit in self.limits:
            accepted &= limit.holds(segments.numbers(limit.measure))
        places = np.flatnonzero(accepted)
        for words in self.words:
            places = places[words.holds(segments, places)]
        return places


LONGEST = 20_000
"""Characters of a line."""
_LONG = {"document": "doc", "source": "src", "hypothesis": "hyp", "reference": "ref"}
FIELDS: Final[Mapping[str, Field]] = {name: name for name in get_args(Field)} | _LONG
LENGTHS: Final = {"length": "hyp", "src-length": "src", "ref-length": "ref"}
_NUMBER = r"[-+−]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
_SIGN = r"<=|>=|<|>|=|≤|≥"
_ORDER = r"<=|>=|<|>|≤|≥"
_END = r"(?!\S)"
_WORDS = re.compile(
    rf"(?P<minus>-?)(?:(?P<field>{'|'.join(FIELDS)}):)?"
    r'(?:["“”](?P<phrase>[^"“”]*)(?:["“”]|\Z)|(?P<word>(?<=:)(?!\S)|[^\s"“”]\S*))',
    re.IGNORECASE,
)
_BLANK = re.compile(r"\s*")
_OTHER_NAMES = ("rating:", "diff:", "Δ")
_SPELLED = {"≤": "<=", "≥": ">="}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def measures(
    metrics: Sequence[str],
    ratings: Sequence[str] = (),
    *,
    differences: bool = False,
    errors: bool = False,
    certainty: bool = False,
) -> dict[str, Measure]:
    """The numbers that a line can speak of, by name; the first of several names is the usual one.

    Args:
        metrics: specs that there may be scores of.
        ratings: kinds of ratings.
        differences: whether two systems are compared.
        errors: whether error spans are marked.
        certainty: whether somebody knows how sure the parser is.
    """
    found = {spec: Measure("score", spec) for spec in metrics}
    found |= {kind: Measure("rating", kind) for kind in ratings if kind not in found}
    found |= {name: Measure("length", of) for name, of in LENGTHS.items() if name not in found}
    if errors and "errors" not in found:
        found["errors"] = Measure("errors")
    if certainty and "certainty" not in found:
        found["certainty"] = Measure("certainty")
    found |= {f"rating:{kind}": Measure("rating", kind) for kind in ratings}
    if differences:
        for name in ("Δ{}", "diff:{}"):
            found |= {name.format(spec): Measure("difference", spec) for spec in metrics}
    return found


def parse_filter(
    line: str,
    metrics: Sequence[str],
    ratings: Sequence[str] = (),
    *,
    differences: bool = False,
    errors: bool = False,
    certainty: bool = False,
) -> Filter:
    """Read a filter line; the arguments are those of :func:`measures`.

    Raises:
        FilterError: if a range names no number, or is none; the text says what there is.
    """
    if len(line) > LONGEST:
        raise FilterError(f"{len(line):,} characters, expected at most {LONGEST:,}")
    reader = _Reader(line, measures(metrics, ratings, differences=differences, errors=errors, certainty=certainty))
    found = list(reader.items())
    words = dict.fromkeys(one for one in found if isinstance(one, Words))
    return Filter(tuple(words), tuple(one for one in found if isinstance(one, Limit)))


class _Reader:
    """Reads one item of a line after the other."""

    def __init__(self, line: str, known: Mapping[str, Measure]) -> None:
        self._line, self._known = line, known
        self._by_name = {name.casefold(): measure for name, measure in reversed(list(known.items()))}
        # A word with a sign and a number after it is meant as a name, whether or not there is such a number.
        longest_first = sorted(known, key=len, reverse=True)
        name = rf"(?P<name>{'|'.join(map(re.escape, longest_first)) or '(?!)'}|[^\W\d_](?:(?!{_SIGN})[^\s\"“”])*)"
        first = rf"(?P<low>{_NUMBER})\s*(?P<first>{_ORDER})\s*{name}"
        self._between = _pattern(rf"{first}\s*(?P<second>{_ORDER})\s*(?P<high>{_NUMBER}){_END}")
        self._turned = _pattern(first + _END)
        self._limit = _pattern(rf"{name}\s*(?P<sign>{_SIGN})\s*(?P<limit>{_NUMBER}){_END}")
        self._range = _pattern(rf"{name}:(?P<low>{_NUMBER})?(?:(?P<dots>\.\.|…)(?P<high>{_NUMBER})?)?{_END}")
        self._begun = _pattern(rf"{name}\s*(?P<sign>{_SIGN}|:)\s*(?P<rest>\S*)")

    def items(self) -> Iterator[Words | Limit]:
        """Everything that the line asks for."""
        place = 0
        while blank := _BLANK.match(self._line, place):
            place = blank.end()
            if place == len(self._line):
                return
            item, place = self._limit_at(place) or self._words_at(place)
            if item is not None:
                yield item

    def _limit_at(self, place: int) -> tuple[Limit, int] | None:
        if found := self._between.match(self._line, place):
            first, second = _sign(found["first"]), _sign(found["second"])
            if first[0] != second[0]:
                raise FilterError(f"found {quoted(found[0])}, expected two signs that point the same way")
            one, two = self._sided(found, _TURNED[first], "low"), self._sided(found, second, "high")
            low, high = (one, two) if first[0] == "<" else (two, one)
            return Limit(low.measure, low.low, high.high, low.with_low, high.with_high), found.end()
        if found := self._turned.match(self._line, place):
            return self._sided(found, _TURNED[_sign(found["first"])], "low"), found.end()
        if found := self._limit.match(self._line, place):
            return self._sided(found, _sign(found["sign"]), "limit"), found.end()
        if (found := self._range.match(self._line, place)) and found["name"].casefold() in self._by_name:
            return self._ranged(found), found.end()
        self._require_whole(place)
        return None

    def _sided(self, found: re.Match[str], sign: str, end: str) -> Limit:
        measure, limit = self._measure(found["name"]), _number(found[end])
        if sign == "=":
            return Limit(measure, limit, limit)
        if sign[0] == "<":
            return Limit(measure, high=limit, with_high=sign == "<=")
        return Limit(measure, low=limit, with_low=sign == ">=")

    def _ranged(self, found: re.Match[str]) -> Limit:
        measure = self._measure(found["name"])
        if found["low"] is None and found["high"] is None:
            raise self._incomplete(found["name"])
        low = _number(found["low"]) if found["low"] is not None else -math.inf
        high = _number(found["high"]) if found["high"] is not None else math.inf if found["dots"] else low
        limit = Limit(measure, low, high)
        if limit.high < limit.low:
            raise FilterError(f"found {quoted(found[0])}, expected the smaller number first")
        return limit

    def _require_whole(self, place: int) -> None:
        """A number's name with a sign after it is no word: something is not there yet, or wrong."""
        minus = self._line[place] == "-"
        begun = self._begun.match(self._line, place + minus)
        if begun and begun["name"].casefold() in self._by_name:
            if minus and begun["sign"] != ":":
                raise FilterError(f"found {quoted('-' + begun[0])}; a minus negates words, a range the other sign")
            raise self._incomplete(begun["name"])

    def _incomplete(self, name: str) -> FilterError:
        return FilterError(f"expected a number after {quoted(name)}, as in {name} < .4 or {name}:.2...5")

    def _measure(self, name: str) -> Measure:
        measure = self._by_name.get(name.casefold())
        if measure is not None:
            return measure
        near = closest_name(name.partition(":")[0], self._known)
        meant = f"; did you mean {quoted(near)}?" if near else ""
        there = listed(one for one in self._known if not one.startswith(_OTHER_NAMES)) or "none"
        raise FilterError(f"no number is called {quoted(name)}{meant or ';'} there are {there}; text stands in quotes")

    def _words_at(self, place: int) -> tuple[Words | None, int]:
        found = _WORDS.match(self._line, place)
        if found is None:  # a minus sign or a quotation mark in a place of its own
            return None, place + 1
        field = FIELDS[found["field"].casefold()] if found["field"] else None
        text = (found["phrase"] if found["phrase"] is not None else found["word"]).casefold()
        if field is None and not text.strip():
            return None, found.end()
        return Words(text, field, bool(found["minus"])), found.end()


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _sign(text: str) -> str:
    return _SPELLED.get(text, text)


def _number(text: str) -> float:
    return float(text.replace("−", "-"))
