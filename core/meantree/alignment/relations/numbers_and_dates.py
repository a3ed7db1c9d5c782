"""Numbers and dates related by value, and names related by kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar

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
    **{word: 30.0 + 10 * position for position, word in enumerate(TENS.split())},
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
"""Names of months and days, in full or abbreviated, that are common words too."""
_CARDINALS = frozenset({"both", "half", "once", "single", "twice"})
_ORDINALS = frozenset(ORDINAL.split())
_WHOLE_TENS = frozenset(("twenty", *TENS.split()))
NUMBERS = frozenset({EntityKind.NUMBER, EntityKind.MONEY, EntityKind.PERCENT})
DATES = frozenset({EntityKind.DATE, EntityKind.TIME})
NAMES = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})
SAME_KIND = 0.3
"""Strength of names that only share their kind: two persons are seldom the same."""


@lru_cache(maxsize=1 << 14)
def number_of(word: Word) -> tuple[float, ...]:
    """Return the number that a word stands for, in digits or letters; empty if it is no number."""
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
    """Return the number that a word stands for, as a cardinal ("how many"), an ordinal ("which") or both."""
    if word.form in _CARDINALS:
        uses: tuple[str, ...] = ("how many",)
    elif word.form.rpartition("-")[2] in _ORDINALS or word.form.endswith(("1st", "2nd", "3rd", "th")):
        uses = ("which",)
    else:
        uses = ("how many", "which")
    return tuple((value, use) for value in number_of(word) for use in uses)


@lru_cache(maxsize=1 << 14)
def date_of(word: Word) -> tuple[str, ...]:
    """Return the month or day of the week that a word names, in full or abbreviated, or the year."""
    form = word.form.rstrip(".")
    if len(form) >= 3 and form.isalpha():
        names = (name for name in _CALENDAR if name.startswith(form) and (len(form) < 5 or form == name))
        return tuple(name for name in names if _may_name(word, form, name))
    year = form.lstrip("'’")
    if year.isdecimal() and (len(year) == 4 or (len(year) == 2 and year != form)):
        return (year[-2:] if len(year) == 2 or year[:2] in ("19", "20") else year,)
    return ()


def _may_name(word: Word, form: str, name: str) -> bool:
    """Return whether a word names a month or day and is not a common word with that spelling: may, sat, sun."""
    if form == name and form not in _OTHER_WORDS:
        return True
    if word.upos in ("PROPN", "X"):
        return True
    return (word.upos == "NOUN" and form not in _OTHER_WORDS) or (word.upos in ("NOUN", "") and word.text[0].isupper())


@dataclass(frozen=True, slots=True)
class Entities:
    """Entities with the same value: first words with the same value, then their other words, paired from the end.

    Attributes:
        words: relates single words by value.
        kinds: of the entities that are compared.
    """

    name: str
    words: SharedKey
    kinds: frozenset[EntityKind]
    of_words: ClassVar[bool] = False

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield words with the same value, then the remaining words of entities with the same value."""
        by_word = list(self.words.find(hyp, ref))
        yield from by_word
        used_hyp, used_ref = {hyp_index for hyp_index, _, _ in by_word}, {ref_index for _, ref_index, _ in by_word}
        for entity, other in product(hyp.entities, ref.entities):
            if entity.kind in self.kinds and _same_value(entity, other):
                for hyp_index, ref_index, strength in _paired_from_end(entity, other, 1.0):
                    if hyp_index not in used_hyp and ref_index not in used_ref:
                        yield hyp_index, ref_index, strength

    def detail(self, hyp: Word, ref: Word) -> str:
        """Give the common value of both words, or say that they belong to entities with the same value."""
        return self.words.detail(hyp, ref) if self._share_value(hyp, ref) else "parts of entities with the same value"

    def detail_in_context(self, hyp: TextWords, ref: TextWords, pair: tuple[int, int]) -> str:
        """Give the entities with the same value that two words belong to, unless the words have a common value."""
        hyp_word, ref_word = hyp.words[pair[0]], ref.words[pair[1]]
        candidates = product(_entities_at(hyp, pair[0], self.kinds), _entities_at(ref, pair[1], self.kinds))
        same = next((entities for entities in candidates if _same_value(*entities)), None)
        if same is None or self._share_value(hyp_word, ref_word):
            return self.detail(hyp_word, ref_word)
        return f"“{_text_of(hyp, same[0])}” is “{_text_of(ref, same[1])}”"

    def _share_value(self, hyp: Word, ref: Word) -> bool:
        return not set(self.words.keys(hyp)).isdisjoint(self.words.keys(ref))


@dataclass(frozen=True, slots=True)
class SameKind:
    """Names of the same kind according to the entity recogniser: both persons, for example."""

    name: str = "entity"
    of_words: ClassVar[bool] = False

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield the words of names of the same kind, paired from the end."""
        for entity, other in product(hyp.entities, ref.entities):
            if entity.kind in NAMES and entity.kind == other.kind:
                yield from _paired_from_end(entity, other, SAME_KIND)

    def detail(self, hyp: Word, ref: Word) -> str:  # noqa: ARG002  # words do not know the kind
        """Return the same explanation for all pairs."""
        return "names of the same kind"


def _same_value(entity: Entity, other: Entity) -> bool:
    return entity.kind == other.kind and bool(entity.value) and entity.value == other.value


def _entities_at(text: TextWords, position: int, kinds: frozenset[EntityKind]) -> list[Entity]:
    """Return the entities of some kinds that a word belongs to."""
    return [entity for entity in text.entities if entity.kind in kinds and entity.start <= position < entity.end]


def _text_of(text: TextWords, entity: Entity) -> str:
    return " ".join(word.text for word in text.words[entity.start : entity.end])


def _paired_from_end(hyp: Entity, ref: Entity, strength: float) -> Iterator[Proposal]:
    """Yield each word of the longer entity with one of the shorter, counted from the end: names end in the surname."""
    for back in range(1, max(hyp.end - hyp.start, ref.end - ref.start) + 1):
        yield max(hyp.end - back, hyp.start), max(ref.end - back, ref.start), strength


NUMBER = Entities(
    "number",
    SharedKey("number", numbers_of, 1.0, lambda hyp, _: "".join(f"both are {value:.15g}" for value in number_of(hyp))),
    NUMBERS,
)
DATE = Entities(
    "date",
    SharedKey("date", date_of, 1.0, lambda hyp, _: "".join(f"both are “{value}”" for value in date_of(hyp)[:1])),
    DATES,
)
ENTITY = SameKind()
