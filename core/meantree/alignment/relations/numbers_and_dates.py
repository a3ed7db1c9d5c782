"""Numbers and dates by what they are worth, and names of one kind."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from meantree.alignment.relations.lexical_relation import Proposal, SharedKey
from meantree.alignment.text_words import TextWords, Word
from meantree.analysis.entities.entity import Entity, EntityKind

SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
)
ORDINAL = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
    " fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
TENS = "thirty forty fifty sixty seventy eighty ninety"
SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "dozen": 12.0,
    "mln": 1e6,
    "bn": 1e9,
    "m": 1e6,
}
WRITTEN: dict[str, float] = {
    **{word: float(value) for words in (SMALL, ORDINAL) for value, word in enumerate(words.split())},
    **{word: 30.0 + 10 * place for place, word in enumerate(TENS.split())},
    **SCALES,
    "single": 1.0,
    "twice": 2.0,
    "both": 2.0,
    "once": 1.0,
    "half": 0.5,
}
MONTHS = "january february march april may june july august september october november december"
DAYS = "monday tuesday wednesday thursday friday saturday sunday"
_CALENDAR = (*MONTHS.split(), *DAYS.split())
_OTHER_WORDS = frozenset({"mar", "march", "may", "august", "sat", "sun", "wed"})
"""Names of months and days, in full or cut short, that are common words too."""
_HOW_MANY = frozenset({"both", "half", "once", "single", "twice"})
_WHICH = frozenset(ORDINAL.split())
_WHOLE_TENS = frozenset(("twenty", *TENS.split()))
NUMBERS = frozenset({EntityKind.NUMBER, EntityKind.MONEY, EntityKind.PERCENT})
DATES = frozenset({EntityKind.DATE, EntityKind.TIME})
NAMES = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})
OF_ONE_KIND = 0.3
"""The strength of names of which no more is known than their kind: two persons are not the same."""


@lru_cache(maxsize=1 << 14)
def number_of(word: Word) -> tuple[float, ...]:
    """What a word is worth as a number, in digits or letters; nothing if it is none."""
    form = word.form.replace(",", "")
    if form == "second" and word.upos in ("NOUN", "VERB"):
        return ()
    if form in WRITTEN:
        return (WRITTEN[form],)
    tens, _, ones = form.partition("-")
    if tens in _WHOLE_TENS and 0 < WRITTEN.get(ones, 0.0) < 10:
        return (WRITTEN[tens] + WRITTEN[ones],)
    for suffix in ("st", "nd", "rd", "th", "%"):
        form = form.removesuffix(suffix)
    digits = form.strip("$€£'")
    if not digits or not digits.replace(".", "", 1).isdecimal() or len(digits) > 30:
        return ()
    return (float(digits),)


@lru_cache(maxsize=1 << 14)
def numbers_of(word: Word) -> tuple[tuple[float, str], ...]:
    """What a word is worth, and what it says of that: how many there are, which one it is, or either."""
    if word.form in _HOW_MANY:
        said: tuple[str, ...] = ("how many",)
    elif word.form.rpartition("-")[2] in _WHICH or word.form.endswith(("1st", "2nd", "3rd", "th")):
        said = ("which",)
    else:
        said = ("how many", "which")
    return tuple((value, one) for value in number_of(word) for one in said)


@lru_cache(maxsize=1 << 14)
def date_of(word: Word) -> tuple[str, ...]:
    """The month or day of the week that a word names, in full or cut short, or the year."""
    form = word.form.rstrip(".")
    if len(form) >= 3 and form.isalpha():
        names = (name for name in _CALENDAR if name.startswith(form) and (len(form) < 5 or form == name))
        return tuple(name for name in names if _may_name(word, form, name))
    year = form.lstrip("'’")
    if year.isdecimal() and (len(year) == 4 or (len(year) == 2 and year != form)):
        return (year[-2:] if len(year) == 2 or year[:2] in ("19", "20") else year,)
    return ()


def _may_name(word: Word, form: str, name: str) -> bool:
    """Whether a word names a month or day, and is not another word that is written so: may, sat, sun."""
    if form == name and form not in _OTHER_WORDS:
        return True
    if word.upos in ("PROPN", "X"):
        return True
    return (word.upos == "NOUN" and form not in _OTHER_WORDS) or (word.upos in ("NOUN", "") and word.text[0].isupper())


@dataclass(frozen=True, slots=True)
class Entities:
    """Entities of both texts that are the same: words of equal value, and the others in order, the last ones together.

    Attributes:
        name: of the relation.
        words: what belongs together by the words alone.
        kinds: of entities whose value is the same.
    """

    name: str
    words: SharedKey
    kinds: frozenset[EntityKind]

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Words of equal value, then what is left of entities of equal value."""
        found = list(self.words.find(hyp, ref))
        yield from found
        mine, theirs = {one for one, _, _ in found}, {two for _, two, _ in found}
        for one in hyp.entities:
            for two in ref.entities:
                if one.kind in self.kinds and one.kind == two.kind and one.value and one.value == two.value:
                    for left, right, strength in _side_by_side(one, two, 1.0):
                        if left not in mine and right not in theirs:
                            yield left, right, strength

    def detail(self, hyp: Word, ref: Word) -> str:
        """The value of both words alone, or that they belong to what has one value."""
        alone = not set(self.words.keys(hyp)).isdisjoint(self.words.keys(ref))
        return self.words.detail(hyp, ref) if alone else "parts of what has the same value"

    def detail_there(self, hyp: TextWords, ref: TextWords, pair: tuple[int, int]) -> str:
        """The same of two words where they stand: which words together have the value."""
        one, two = hyp.words[pair[0]], ref.words[pair[1]]
        wholes = [
            (mine, theirs)
            for mine in _around(hyp, pair[0], self.kinds)
            for theirs in _around(ref, pair[1], self.kinds)
            if mine.kind == theirs.kind and mine.value and mine.value == theirs.value
        ]
        if not wholes or not set(self.words.keys(one)).isdisjoint(self.words.keys(two)):
            return self.detail(one, two)
        mine, theirs = wholes[0]
        return f"“{_written(hyp, mine)}” is “{_written(ref, theirs)}”"


@dataclass(frozen=True, slots=True)
class SameKind:
    """Names of one kind, by the recogniser: both persons, say."""

    name: str = "entity"

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """The words of names of one kind, in order, the last ones together."""
        for one in hyp.entities:
            for two in ref.entities:
                if one.kind in NAMES and one.kind == two.kind:
                    yield from _side_by_side(one, two, OF_ONE_KIND)

    def detail(self, hyp: Word, ref: Word) -> str:  # noqa: ARG002  # what kind is not known of a word alone
        """That they are of one kind."""
        return "names of one kind"


def _around(text: TextWords, place: int, kinds: frozenset[EntityKind]) -> list[Entity]:
    """The entities of some kinds that a word stands in."""
    return [entity for entity in text.entities if entity.kind in kinds and entity.start <= place < entity.end]


def _written(text: TextWords, entity: Entity) -> str:
    return " ".join(word.text for word in text.words[entity.start : entity.end])


def _side_by_side(one: Entity, two: Entity, strength: float) -> Iterator[Proposal]:
    """Each word of the longer with one of the shorter, counted from the end."""
    for back in range(1, max(one.end - one.start, two.end - two.start) + 1):
        yield max(one.end - back, one.start), max(two.end - back, two.start), strength


def _told(keys: Hashable) -> str:
    return f"both are {keys}"


NUMBER = Entities(
    "number",
    SharedKey("number", numbers_of, 1.0, lambda one, _: "".join(_told(f"{value:.15g}") for value in number_of(one))),
    NUMBERS,
)
DATE = Entities(
    "date",
    SharedKey("date", date_of, 1.0, lambda one, _: "".join(_told(f"“{value}”") for value in date_of(one)[:1])),
    DATES,
)
ENTITY = SameKind()
