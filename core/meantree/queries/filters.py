"""Filter lines: select segments by words, names, numbers and states. A segment must satisfy every item of a line.

===========================  ======================================================================================
``minister``                 the word occurs in a text, id, document or comment; case is ignored
``"the minister"``           the phrase occurs
``-minister``                the word does not occur
``doc:news``, ``-src:"a b"``  within ``doc``, ``src``, ``hyp``, ``ref``, ``comment``, ``state`` or ``finding``;
                             ``comment:`` alone accepts any comment; ``id:7``, ``id:news/7`` and ``annotator:ana`` (an
                             annotator of the segment) must match as a whole; comments and states are those of the
                             current annotator; ``finding:negation`` names kinds of the findings shown,
                             ``finding:major`` how grave they are
``in:report``                the segment was added to the report
``edpm < .4``                a number is below a limit; also ``<=``, ``>``, ``>=`` and ``=``
``.2 < edpm <= .5``          the number is between two limits
``edpm:.2...5``              the same, both limits included; ``edpm:.2..`` and ``edpm:...5`` have one limit
===========================  ======================================================================================

Numbers are metrics, kinds of ratings (``da``, or ``rating:da`` if a metric has that name), ``length`` (of the
translation, in words, or in characters for scripts without spaces), ``src-length``, ``ref-length``, ``errors`` (number
of marked errors), ``certainty`` (of the parser about the translation), ``findings`` (number of those shown) and
differences of two systems: ``Δedpm`` or ``diff:edpm``. An unclosed quotation mark quotes the rest of the line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.escaping import closest_name, listed, quoted
from meantree.phenomena.catalogue import KINDS, SEVERITIES, no_such_kind
from meantree.queries.filter_columns import Field, Floats, Measure, Segments

Places = NDArray[np.intp]
"""Shape (n,): 0-based positions of segments in the corpus, ascending."""
DEFAULT_FIELDS: tuple[Field, ...] = ("hyp", "src", "ref", "id", "doc", "comment")
TOLERANCE = 1e-9
"""Numbers that differ by less are equal, such as ``.3`` and ``.1 + .2``."""
MAX_LINE_LENGTH = 20_000
_LONG_FIELDS = {"document": "doc", "source": "src", "hypothesis": "hyp", "reference": "ref"}
_FORMER_FIELDS: Final[dict[str, Field]] = {"remark": "comment"}
FIELDS: Final[Mapping[str, Field]] = {name: name for name in get_args(Field)} | _LONG_FIELDS | _FORMER_FIELDS
LENGTHS: Final = {"length": "hyp", "src-length": "src", "ref-length": "ref"}
_DIFFERENCES: Final = ("Δ{}", "diff:{}")
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
_SYNONYM_PREFIXES = ("rating:", "diff:", "Δ")
_ASCII_SIGNS = {"≤": "<=", "≥": ">="}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class FilterError(UsageError):
    """A filter line cannot be understood; the message says what was found and what is expected."""


@dataclass(frozen=True, slots=True)
class Words:
    """A word or phrase that must, or must not, occur.

    Attributes:
        text: case-folded; an empty text with a field accepts any non-empty text of the field.
        field: where to look; None for all texts, the id, the document and the comment.
        negated: whether the text must not occur.
    """

    text: str
    field: Field | None = None
    negated: bool = False

    def holds(self, segments: Segments, places: Places) -> NDArray[np.bool_]:
        """Whether the condition holds for each of these segments."""
        occurs = np.zeros(len(places), dtype=bool)
        for name in (self.field,) if self.field is not None else DEFAULT_FIELDS:
            remaining = np.flatnonzero(~occurs)
            texts, remaining_places = segments.texts(name), places[remaining]
            if len(remaining_places) < len(texts):
                texts = [texts[place] for place in remaining_places.tolist()]
            occurs[remaining] = [*map(self._test(), texts)]
        return ~occurs if self.negated else occurs

    def _test(self) -> Callable[[str], bool]:
        """Return what says whether the words occur in a text; of ``wmt/de/10``, ``10`` and ``de/10`` are names."""
        if self.field == "id":
            return lambda key: f"/{key}".endswith(f"/{self.text}")
        if not self.text:
            return bool
        if self.field == "annotator":
            return lambda names: self.text in names.split("\n")
        return lambda text: self.text in text


@dataclass(frozen=True, slots=True)
class Limit:
    """A range in which a number must be; undefined numbers are in no range.

    Attributes:
        low, high: the limits, infinite if there is none.
        with_low, with_high: whether the range includes its limits.
    """

    measure: Measure
    low: float = -math.inf
    high: float = math.inf
    with_low: bool = True
    with_high: bool = True

    def holds(self, numbers: Floats) -> NDArray[np.bool_]:
        """Whether each number is in the range."""
        low = self.low + TOLERANCE * (1 - 2 * self.with_low)
        high = self.high - TOLERANCE * (1 - 2 * self.with_high)
        above = numbers >= low if self.with_low else numbers > low
        below = numbers <= high if self.with_high else numbers < high
        return above & below


@dataclass(frozen=True, slots=True)
class Filter:
    """Words and limits that must all hold."""

    words: tuple[Words, ...] = ()
    limits: tuple[Limit, ...] = ()

    @property
    def measures(self) -> Iterator[Measure]:
        """The numbers that it asks; kinds of findings are asked like their number."""
        yield from (limit.measure for limit in self.limits)
        yield from (Measure("findings") for words in self.words if words.field == "finding")

    @property
    def is_slow(self) -> bool:
        """Whether it needs numbers that are slow to compute."""
        return any(measure.is_slow for measure in self.measures)

    def places(self, segments: Segments) -> Places:
        """Return the positions of the accepted segments."""
        accepted = np.ones(len(segments), dtype=bool)
        for limit in self.limits:
            accepted &= limit.holds(segments.numbers(limit.measure))
        places = np.flatnonzero(accepted)
        for words in self.words:
            places = places[words.holds(segments, places)]
        return places


def parse_filter(
    line: str,
    metrics: Sequence[str],
    ratings: Sequence[str] = (),
    *,
    differences: bool = False,
    errors: bool = False,
    certainty: bool = False,
    findings: bool = False,
    hides: Callable[[Measure], bool] = lambda _measure: False,
) -> Filter:
    """Read a filter line.

    Args:
        metrics: specs of metrics that may have been scored.
        ratings: the kinds of ratings that there are.
        differences: whether two systems are compared.
        errors: whether the corpus has error spans.
        certainty: whether the certainty of the parser is available.
        findings: whether there are findings.
        hides: whether a number is refused afterwards, so that no message offers it.

    Raises:
        FilterError: if a range is malformed, or its number or a kind of findings unknown; the message lists known ones.
    """
    if len(line) > MAX_LINE_LENGTH:
        raise FilterError(f"{len(line):,} characters, expected at most {MAX_LINE_LENGTH:,}")
    others = [Measure("errors")] * errors + [Measure("certainty")] * certainty + [Measure("findings")] * findings
    measures: list[tuple[str, Measure]] = [
        *((spec, Measure("score", spec)) for spec in metrics),
        *((kind, Measure("rating", kind)) for kind in ratings),
        *((name, Measure("length", of)) for name, of in LENGTHS.items()),
        *((one.kind, one) for one in others),
        *((f"rating:{kind}", Measure("rating", kind)) for kind in ratings),
        *((name.format(spec), Measure("difference", spec)) for name in _DIFFERENCES * differences for spec in metrics),
    ]
    known: dict[str, Measure] = {}
    for name, measure in measures:
        known.setdefault(name, measure)  # a metric goes before what has the same name
    items = list(_Reader(line, known, hides).items())
    words = dict.fromkeys(item for item in items if isinstance(item, Words))
    if not findings and any(item.field == "finding" for item in words):
        raise FilterError("findings are not searched for here, so finding: cannot be used")
    for item in words:
        if item.field == "finding" and not any(item.text in name for name in (*KINDS, *SEVERITIES)):
            raise FilterError(no_such_kind(item.text))
    return Filter(tuple(words), tuple(item for item in items if isinstance(item, Limit)))


class _Reader:
    """Reads the items of a line one after the other."""

    def __init__(self, line: str, known: Mapping[str, Measure], hides: Callable[[Measure], bool]) -> None:
        self._line, self._known, self._hides = line, known, hides
        self._by_name = {name.casefold(): measure for name, measure in reversed(list(known.items()))}
        # A word followed by a sign and a number is read as a name even if it is unknown, so that a typo is reported.
        longest_first = sorted(known, key=len, reverse=True)
        name = rf"(?P<name>{'|'.join(map(re.escape, longest_first)) or '(?!)'}|[^\W\d_](?:(?!{_SIGN})[^\s\"“”])*)"
        first = rf"(?P<low>{_NUMBER})\s*(?P<first>{_ORDER})\s*{name}"
        self._between = _pattern(rf"{first}\s*(?P<second>{_ORDER})\s*(?P<high>{_NUMBER}){_END}")
        self._mirrored = _pattern(first + _END)
        self._limit = _pattern(rf"{name}\s*(?P<sign>{_SIGN})\s*(?P<limit>{_NUMBER}){_END}")
        self._range = _pattern(rf"{name}:(?P<low>{_NUMBER})?(?:(?P<dots>\.\.|…)(?P<high>{_NUMBER})?)?{_END}")
        self._beginning = _pattern(rf"{name}\s*(?P<sign>{_SIGN}|:)\s*(?P<rest>\S*)")

    def items(self) -> Iterator[Words | Limit]:
        place = 0
        while blank := _BLANK.match(self._line, place):
            place = blank.end()
            if place == len(self._line):
                return
            item, place = self._limit_at(place) or self._words_at(place)
            if item is not None:
                yield item

    def _limit_at(self, place: int) -> tuple[Limit, int] | None:
        if match := self._between.match(self._line, place):
            first, second = _sign(match["first"]), _sign(match["second"])
            if first[0] != second[0]:
                raise FilterError(f"found {quoted(match[0])}, expected two signs that point the same way")
            left, right = self._one_limit(match, _MIRRORED[first], "low"), self._one_limit(match, second, "high")
            low, high = (left, right) if first[0] == "<" else (right, left)
            return Limit(low.measure, low.low, high.high, low.with_low, high.with_high), match.end()
        if match := self._mirrored.match(self._line, place):
            return self._one_limit(match, _MIRRORED[_sign(match["first"])], "low"), match.end()
        if match := self._limit.match(self._line, place):
            return self._one_limit(match, _sign(match["sign"]), "limit"), match.end()
        if (match := self._range.match(self._line, place)) and match["name"].casefold() in self._by_name:
            return self._two_limits(match), match.end()
        self._require_complete(place)
        return None

    def _one_limit(self, match: re.Match[str], sign: str, group: str) -> Limit:
        measure, limit = self._measure(match["name"]), _number(match[group])
        if sign == "=":
            return Limit(measure, limit, limit)
        if sign[0] == "<":
            return Limit(measure, high=limit, with_high=sign == "<=")
        return Limit(measure, low=limit, with_low=sign == ">=")

    def _two_limits(self, match: re.Match[str]) -> Limit:
        measure = self._measure(match["name"])
        if match["low"] is None and match["high"] is None:
            raise self._incomplete(match["name"])
        low = _number(match["low"]) if match["low"] is not None else -math.inf
        high = _number(match["high"]) if match["high"] is not None else math.inf if match["dots"] else low
        limit = Limit(measure, low, high)
        if limit.high < limit.low:
            raise FilterError(f"found {quoted(match[0])}, expected the smaller number first")
        return limit

    def _require_complete(self, place: int) -> None:
        """Reject the name of a number with a sign but without a limit: it is unfinished or wrong, not a word."""
        minus = self._line[place] == "-"
        match = self._beginning.match(self._line, place + minus)
        if match and match["name"].casefold() in self._by_name:
            if minus and match["sign"] != ":":
                raise FilterError(f"found {quoted('-' + match[0])}; a minus negates words, a range the other sign")
            raise self._incomplete(match["name"])
        if match and match["name"].casefold() == "finding" and match["sign"] == "=":
            raise FilterError(f"found {quoted(match[0])}, expected finding:{match['rest']}")
        # A sign that stands alone is no word either: "edpm <" is a range of a number that is not there.
        if match and match["sign"] not in "=:" and (not match["rest"] or match[0][len(match["name"])].isspace()):
            self._measure(match["name"])

    def _incomplete(self, name: str) -> FilterError:
        return FilterError(f"expected a number after {quoted(name)}, as in {name} < .4 or {name}:.2...5")

    def _measure(self, name: str) -> Measure:
        measure = self._by_name.get(name.casefold())
        if measure is not None:
            return measure
        offered = [name for name, known in self._known.items() if not self._hides(known)]
        near = closest_name(name.partition(":")[0], offered)
        hint = f"; did you mean {quoted(near)}?" if near else ""
        known = listed(name for name in offered if not name.startswith(_SYNONYM_PREFIXES)) or "none"
        raise FilterError(f"no number is called {quoted(name)}{hint or ';'} there are {known}; put text in quotes")

    def _words_at(self, place: int) -> tuple[Words | None, int]:
        match = _WORDS.match(self._line, place)
        if match is None:  # a minus sign or a quotation mark alone
            return None, place + 1
        field = FIELDS[match["field"].casefold()] if match["field"] else None
        text = (match["phrase"] if match["phrase"] is not None else match["word"]).casefold()
        if field is None and not text.strip():
            return None, match.end()
        return Words(text, field, bool(match["minus"])), match.end()


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _sign(text: str) -> str:
    return _ASCII_SIGNS.get(text, text)


def _number(text: str) -> float:
    return float(text.replace("−", "-"))
