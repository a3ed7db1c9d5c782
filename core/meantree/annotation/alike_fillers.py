"""How similar fillers are, which link annotators would draw, and which frames are linked for similar fillers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby, product
from operator import itemgetter
from typing import NamedTuple

from meantree.alignment import text_words
from meantree.alignment.frame_matching import CORRECT
from meantree.alignment.relations.function_words import FUNCTION_WORDS
from meantree.alignment.relations.word_forms import expansions
from meantree.alignment.similarity import Word, comparable_words, phrase_similarity, similarities, word_similarity
from meantree.alignment.word_facts import DENYING
from meantree.analysis.entities.finder import entities_by_rules
from meantree.analysis.frames import Frame, LinkKind
from meantree.analysis.tree import Token
from meantree.analysis.values import Measure, bound_before, values
from meantree.lexicon.word_lists import groups, rows
from meantree.lexicon.wordnet import wordnet
from meantree.phenomena.names import are_spelled_alike
from meantree.phenomena.opposites import are_opposed

RELATED, CORRECT_FILLERS = 0.3, 0.5
"""Smallest similarity of fillers of one role in linked frames whose link is suggested, and suggested as correct.

On the even segments of HMEANT-WMT13 (Birch et al. 2013), annotators link 31 % of such fillers below the first, most of
those between both as partial, and most of those above as correct; ``tests/benchmarks/keys.py`` measures it.
"""
_UPOS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV", None: ""}
"""Universal parts of speech by WordNet's."""
FramePairs = dict[tuple[int, int], LinkKind]
Likeness = tuple[float, LinkKind | None]
"""How similar two fillers are, in [0, 1], and the link that annotators mostly draw between them; None for none."""
NOT_ALIKE: Likeness = 0.0, None
LACKING = 2
"""So many content words of a filler without a partner make its link partial.

Annotators of HMEANT-WMT13 link 109 of 193 such fillers so, and 134 of 1,218 others.
"""
DENIED = DENYING - {"without"}
"""Words that deny the phrase in which they are; without is the opposite of with."""
OPPOSITE_BOUNDS = {frozenset(("at least", "at most")), frozenset(("at least", "exactly"))}
"""What words before equal numbers say that excludes more or less: only five are exactly five, not at least five."""
IMPLIED = {frozenset([1]), frozenset([2])}
"""Numbers of which a filler says no more than one without: one hour, an hour; the two brothers, both brothers."""


def with_links_by_fillers(
    hyp: Sequence[Frame], ref: Sequence[Frame], similar: FramePairs, words: tuple[Sequence[Word], Sequence[Word]]
) -> FramePairs:
    """Return the links of frames with similar predicates, and partial ones of frames that share fillers.

    A partial link of similar predicates holds only if the frames share a filler; a link of “be”, which says little by
    itself, only if fillers are alike, in any role. Frames without a link have a partial one if they share more fillers
    with each other than either with another such frame, and their predicates are not opposed. Annotators of
    HMEANT-WMT13 link 2 of 30 pairs that lose a partial link so, and 121 of 162 that get one.

    Args:
        similar: links of frames with similar predicates, by their 0-based places.
        words: of the hypothesis and of the reference.
    """
    found = {(one, two): kind for (one, two), kind in similar.items() if _holds(kind, hyp[one], ref[two], words)}
    linked, others = ({pair[side] for pair in found} for side in (0, 1))
    free = product(set(range(len(hyp))) - linked, set(range(len(ref))) - others)
    counts = {(one, two): _shared(hyp[one], ref[two], words) for one, two in free}
    for (one, two), count in counts.items():
        rivals = (counts[pair] for pair in counts if (pair[0] == one) != (pair[1] == two))
        predicates = words[0][slice(*hyp[one].predicate)], words[1][slice(*ref[two].predicate)]
        if count > max(rivals, default=0) and not contradict_each_other(*predicates):
            found[one, two] = LinkKind.PARTIAL
    return found


def _holds(kind: LinkKind, own: Frame, other: Frame, words: tuple[Sequence[Word], Sequence[Word]]) -> bool:
    """Return whether a link of two frames with similar predicates holds by their fillers."""
    if kind is not LinkKind.CORRECT:
        return _shared(own, other, words) > 0
    if words[0][own.predicate[0]][1] != "be" or not (own.fillers or other.fillers):
        return True
    return any(link for _, link in _likenesses(own, other, words, in_any_role=True))


def likeness_of_frames(own: Frame, other: Frame, words: tuple[Sequence[Word], Sequence[Word]]) -> float:
    """Return how similar the fillers of two frames are in all."""
    return sum(value for value, kind in _likenesses(own, other, words) if kind)


def _shared(own: Frame, other: Frame, words: tuple[Sequence[Word], Sequence[Word]]) -> int:
    """Return how many fillers of a frame would be linked as correct with one of the same role of another frame."""
    return sum(kind is LinkKind.CORRECT for _, kind in _likenesses(own, other, words))


def _likenesses(
    own: Frame, other: Frame, words: tuple[Sequence[Word], Sequence[Word]], *, in_any_role: bool = False
) -> Iterator[Likeness]:
    """Yield how similar the most similar filler of another frame is, of the same role or any, for each filler."""
    mine, theirs = (
        [(filler.role, [text[token] for token in filler.tokens]) for filler in frame.fillers]
        for frame, text in zip((own, other), words, strict=True)
    )
    for role, filler in mine:
        found = (filler_link(filler, one) for there, one in theirs if in_any_role or there is role)
        yield max(found, key=itemgetter(0), default=NOT_ALIKE)


def filler_link(own: Sequence[Word], other: Sequence[Word]) -> Likeness:
    """Return how similar fillers of one role in linked frames are, and their link.

    The link is partial if one filler has two content words without a partner in the other, or neither has one with a
    partner (the woman, the mayor: annotators of HMEANT-WMT13 link 7 of 15 such fillers as correct); if one alone has a
    number, date or time; if each has a pronoun or name of its own; or if they deny or exclude what the other
    says; see :func:`contradict_each_other`. Words with a capital letter are names; see :func:`named_words`.
    """
    has_other_names = _has_other_name(own, other) and _has_other_name(other, own)
    plain, others = ([_without_capital(word) for word in words] for words in (own, other))
    table = similarities(plain, others, strict=True)
    similarity = phrase_similarity(table)
    if similarity < RELATED:
        return similarity, None
    contents = [
        [best for word, best in zip(words, table.max(axis=axis), strict=True) if _is_content(word)]
        for words, axis in ((own, 1), (other, 0))
    ]
    lacking = max(sum(best < CORRECT for best in side) for side in contents)
    shares_none = all(contents) and max(chain(*contents)) < CORRECT
    persons, there = _persons(plain), _persons(others)
    says_other = has_other_names or (persons - there and there - persons) or contradict_each_other(own, other)
    says_other = says_other or has_other_values(own, other) or has_other_values(other, own)
    differs = lacking >= LACKING or shares_none or says_other
    return similarity, LinkKind.PARTIAL if differs or similarity < CORRECT_FILLERS else LinkKind.CORRECT


def _is_content(word: Word) -> bool:
    return word[0][0].isalnum() and word[0].casefold() not in FUNCTION_WORDS


def _without_capital(word: Word) -> Word:
    """Return a word in lower case, but for a name that is written like a pronoun: US is not us."""
    form, lemma, pos = word
    is_name = form.casefold() in groups("phenomena/pronouns") and form.isupper() and len(form) > 1
    return form if is_name else form.casefold(), lemma, pos


def _persons(words: Sequence[Word]) -> set[str]:
    persons = groups("phenomena/pronouns")
    return {persons[form] for form, *_ in words if form in persons}


def named_words(tokens: Sequence[Token]) -> list[Word]:
    """Return tokens in the form in which they are compared, names with their capital letter."""
    are_names = [token.upos == "PROPN" and token.text[0].isupper() for token in tokens]
    words = zip(tokens, comparable_words(tokens), are_names, strict=True)
    return [(token.text, *word[1:]) if is_name else word for token, word, is_name in words]


# Values


def has_other_values(words: Sequence[Word], others: Sequence[Word]) -> bool:
    """Return whether some words have a number, date or time that others lack, or have with the opposite bound."""
    known = _values(tuple(others))
    own = (value for value in _values(tuple(words)) if IMPLIED.isdisjoint(value.senses))
    return any(not any(value.is_in(other) for other in known) for value in own)


class _Value(NamedTuple):
    """A number, date, time, sum or measure in a phrase: the facts of each reading, and "at least" and the like."""

    senses: tuple[frozenset[Hashable], ...]
    measure: Measure | None
    bound: str

    def is_in(self, other: _Value) -> bool:
        """Return whether another value says this, and perhaps more: May in May 2012."""
        if frozenset((self.bound, other.bound)) in OPPOSITE_BOUNDS:
            return False
        if self.measure is not None and other.measure is not None:
            return self.measure.equals(other.measure) is True
        return any(own <= there for own, there in product(self.senses, other.senses))


@lru_cache(maxsize=1 << 12)
def _values(words: tuple[Word, ...]) -> tuple[_Value, ...]:
    tokens = tuple(Token(form, lemma) for form, lemma, _ in words)
    found = []
    for value in values(tokens, entities_by_rules(tokens)):
        amounts = [] if value.measure is None else [value.measure.size / value.measure.unit.size]
        senses = (*(sense.values() for sense in value.senses), amounts)
        facts = tuple(frozenset(sense) for sense in senses if sense)
        found.append(_Value(facts, value.measure, bound_before(tokens, value.words[0])))
    return tuple(found)


# Opposites


def contradict_each_other(own: Sequence[Word], other: Sequence[Word]) -> bool:
    """Return whether one of two phrases denies a word of both, or words that one phrase alone has are opposites.

    A denial with another word may say the same: near, not far.
    """
    lemmas, others = ({lemma for _, lemma, _ in words} for words in (own, other))
    if DENIED.isdisjoint(lemmas) == DENIED.isdisjoint(others):
        alone = ([word for word in words if word[1] not in known] for words, known in ((own, others), (other, lemmas)))
        pairs = product(*map(_text_words, alone))
        return any(are_opposed(*pair) or _exclude_each_other(*pair) for pair in pairs)
    words, shared = (other, lemmas) if DENIED.isdisjoint(lemmas) else (own, others)
    denial = next(place for place, (_, lemma, _) in enumerate(words) if lemma in DENIED)
    return next((lemma in shared for form, lemma, _ in words[denial + 1 :] if form not in FUNCTION_WORDS), True)


def _text_words(words: Iterable[Word]) -> list[text_words.Word]:
    return [text_words.word_of(form, lemma, _UPOS[pos]) for form, lemma, pos in words]


@lru_cache(maxsize=1 << 16)
def _exclude_each_other(here: text_words.Word, there: text_words.Word) -> bool:
    """Return whether two words are different members of one class, as colours and parts of the day are."""
    known = (*rows("annotation/exclusive"), *rows("planting/exclusive"))
    classes, others = (
        [row for row in known if not {word.form, word.lemma}.isdisjoint(row[1].split("/"))] for word in (here, there)
    )
    return any(one[0] == other[0] and one != other for one, other in product(classes, others))


# Names


def _has_other_name(words: Sequence[Word], others: Sequence[Word]) -> bool:
    """Return whether some words have a name that others lack in any spelling, as a synonym, and as initials.

    Only the last word of a name is compared: a first name or a title may be left out.
    """
    runs = groupby(range(len(words)), key=lambda place: words[place][0][0].isupper())
    lasts = [[*run][-1] for is_capital, run in runs if is_capital]
    names = [place for place in lasts if _is_name(words[place])]
    if not names:
        return False
    texts = _text_words(words), _text_words(others)
    short = {place for place, _ in expansions(*texts)}.union(*(places for _, places in expansions(*reversed(texts))))
    return any(
        place not in short and not any(_may_name_the_same(words[place], other) for other in others) for place in names
    )


@lru_cache(maxsize=1 << 16)
def _may_name_the_same(name: Word, other: Word) -> bool:
    """Return whether two words are synonyms, or spellings of one: Italy and France are similar, but other places."""
    return word_similarity(name, other, strict=True) == 1 or are_spelled_alike(name[0], other[0])


@lru_cache(maxsize=1 << 14)
def _is_name(word: Word) -> bool:
    """Return whether WordNet writes a word with a capital letter in any sense, or does not know it."""
    lexicon = wordnet()
    senses = lexicon.senses(word[1], "n")
    return not senses or any(lexicon.lemma(one)[0].isupper() for one in senses)
