"""Maximum-weight bipartite matching of frames, then of fillers in the same role (Lo, Tumuluru & Wu 2012)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, product, starmap
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.relations.function_words import FUNCTION_WORDS
from meantree.alignment.relations.word_meanings import all_opposites_of
from meantree.alignment.similarity import (
    Between,
    Word,
    comparable_words,
    phrase_similarity,
    similarities,
    word_similarity,
)
from meantree.alignment.text_words import word_of
from meantree.alignment.word_facts import DENYING
from meantree.analysis.entities.dates import DAY_NAMES, MONTH_NAMES
from meantree.analysis.frames import FillerPlace, Frame, FrameAlignment, LinkKind, Span
from meantree.analysis.tree import Token
from meantree.analysis.values import bound_before, number_of
from meantree.lexicon.word_lists import groups
from meantree.lexicon.wordnet import wordnet

SIMILAR = 0.5
"""Smallest similarity of aligned predicates and fillers."""
CORRECT = 0.8
"""Smallest similarity of predicates whose link is proposed as correct; others are partial."""
RELATED_FILLERS, CORRECT_FILLERS = 0.3, 0.5
"""Smallest similarity of fillers of one role in linked frames whose link is proposed, and proposed as correct.

On the even segments of HMEANT-WMT13 (Birch et al. 2013), annotators link 31 % of such fillers below the first, most of
those between both as partial, and most of those above as correct; ``tests/benchmarks/keys.py`` measures it.
"""
TIE = 1e-6
"""Weight of the similarity of fillers beside that of predicates."""
_UPOS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV", None: ""}
"""By WordNet's part of speech."""
FramePairs = dict[tuple[int, int], LinkKind]
Likeness = tuple[float, LinkKind | None]
"""How similar two fillers are, in [0, 1], and the link that annotators mostly draw between them; None for none."""
NOT_ALIKE: Likeness = 0.0, None
LACKING = 2
"""So many content words of a filler without a partner, at least :data:`CORRECT`, make its link partial.

Annotators of HMEANT-WMT13 link 109 of 193 such fillers so, and 134 of 1,218 others.
"""
IMPLIED = (1.0, 2.0)
"""Numbers that one of two fillers may name alone, and say no more than the other: a single mistake, both brothers."""

DENIED = DENYING - {"without"}
"""Words that deny the phrase in which they are; without is the opposite of with."""
EXCLUSIVE: Final = (
    "yesterday today/tonight tomorrow",
    "morning afternoon evening/night",
    "last/past/previous next/coming/following",
    "north/northern south/southern east/eastern west/western",
    "dozens hundreds thousands millions billions",
    "euro/euros/€ dollar/dollars/$ pound/pounds/£ yen yuan/renminbi/rmb ruble/rubles/rouble/roubles",
    "increase/rise/grow/climb/soar fall/decrease/decline/drop/plunge/shrink",
    "accept decline/refuse/reject",
)
"""Forms or lemmas of which phrases that say the same do not have different ones; those with one meaning are joined."""
TITLES: Final = frozenset(
    ("president", "king", "queen", "chancellor", "premier", "secretary", "prince", "lord", "lady")
)
"""Words that WordNet writes with a capital letter in some sense, and which stand for another name, too."""
BOUNDS: Final = "at least", "at most"


def _by_word(groups_of_words: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for group in groups_of_words:
        for joined in group.split():
            for word in joined.split("/"):
                found.setdefault(word, []).append((group, joined))
    return found


_EXCLUSIVE = _by_word(EXCLUSIVE)


@dataclass(frozen=True, slots=True)
class FrameMatching:
    """The similarities of aligned frames (by their predicates) and of aligned fillers, in (0, 1]."""

    frames: dict[tuple[int, int], float]
    fillers: dict[tuple[FillerPlace, FillerPlace], float]

    def links(self) -> FrameAlignment:
        """Return the links as an annotator would draw them."""
        return FrameAlignment(
            {pair: _kind(value) for pair, value in self.frames.items()},
            dict.fromkeys(self.fillers, LinkKind.CORRECT),
        )


def match_frames(
    hyp: Sequence[Frame],
    ref: Sequence[Frame],
    between: Between,
    words: tuple[Sequence[Word], Sequence[Word]] | None = None,
) -> FrameMatching:
    """Align the frames of two texts, and the fillers of aligned frames; of other words no similarity is asked for.

    Args:
        words: of both texts; if they are given, fillers decide between equally similar predicates.
    """
    table = _predicate_similarities([frame.predicate for frame in hyp], [frame.predicate for frame in ref], between)
    frames = _matched(table, 0.0 if words is None else _ties(hyp, ref, table, words))
    fillers: dict[tuple[FillerPlace, FillerPlace], float] = {}
    for hyp_frame, ref_frame in frames:
        hyp_fillers, ref_fillers = hyp[hyp_frame].fillers, ref[ref_frame].fillers
        table = np.zeros((len(hyp_fillers), len(ref_fillers)))
        for row, column in np.ndindex(table.shape):
            filler, other = hyp_fillers[row], ref_fillers[column]
            if filler.role == other.role:
                table[row, column] = phrase_similarity(between(filler.tokens, other.tokens))
        fillers |= {((hyp_frame, a), (ref_frame, b)): value for (a, b), value in _matched(table).items()}
    return FrameMatching(frames, fillers)


def _ties(
    hyp: Sequence[Frame], ref: Sequence[Frame], table: NDArray[np.float64], words: tuple[Sequence[Word], Sequence[Word]]
) -> NDArray[np.float64]:
    """Return how similar the fillers of frames are whose predicates are as similar as another pair of one of them."""
    alike = np.zeros(table.shape)
    for row, column in np.argwhere(table >= SIMILAR):
        rivals = np.concatenate((table[row], table[:, column]))
        if np.count_nonzero(rivals == table[row, column]) > 2:  # it is in its row and column
            alike[row, column] = _alike(hyp[row], ref[column], words)
    return alike


def with_links_by_fillers(
    hyp: Sequence[Frame], ref: Sequence[Frame], similar: FramePairs, words: tuple[Sequence[Word], Sequence[Word]]
) -> FramePairs:
    """Return the links of frames with similar predicates, and partial ones of frames that share fillers.

    A partial link of similar predicates holds only if the frames share a filler. Frames without a link have a partial
    one if they share more fillers with each other than either with another such frame, and their predicates are not
    opposed. Annotators of HMEANT-WMT13 link 2 of 30 pairs that lose their link so, and 121 of 162 that get one.

    Args:
        similar: links of frames with similar predicates, by their 0-based places.
        words: of the hypothesis and of the reference.
    """
    found = {
        (one, two): kind
        for (one, two), kind in similar.items()
        if kind is LinkKind.CORRECT or _shared(hyp[one], ref[two], words)
    }
    linked, others = ({pair[side] for pair in found} for side in (0, 1))
    free = product(set(range(len(hyp))) - linked, set(range(len(ref))) - others)
    counts = {(one, two): _shared(hyp[one], ref[two], words) for one, two in free}
    for (one, two), count in counts.items():
        rivals = (counts[pair] for pair in counts if (pair[0] == one) != (pair[1] == two))
        predicates = words[0][slice(*hyp[one].predicate)], words[1][slice(*ref[two].predicate)]
        if count > max(rivals, default=0) and not are_opposed(*predicates):
            found[one, two] = LinkKind.PARTIAL
    return found


def _shared(own: Frame, other: Frame, words: tuple[Sequence[Word], Sequence[Word]]) -> int:
    """Return how many fillers of a frame would be linked as correct with one of the same role of another frame."""
    return sum(any(kind is LinkKind.CORRECT for _, kind in found) for found in _likenesses(own, other, words))


def _alike(own: Frame, other: Frame, words: tuple[Sequence[Word], Sequence[Word]]) -> float:
    """Return how similar the fillers of two frames are in all; partly similar ones count half."""
    shares = {LinkKind.CORRECT: 1.0, LinkKind.PARTIAL: 0.5}
    found = ([value * shares[kind] for value, kind in one if kind] for one in _likenesses(own, other, words))
    return sum(max(values, default=0.0) for values in found)


def _likenesses(own: Frame, other: Frame, words: tuple[Sequence[Word], Sequence[Word]]) -> Iterator[list[Likeness]]:
    """Yield for each filler of a frame how similar those of the same role of another frame are."""
    mine, theirs = (
        [(filler.role, [text[token] for token in filler.tokens]) for filler in frame.fillers]
        for frame, text in zip((own, other), words, strict=True)
    )
    for role, filler in mine:
        yield [filler_link(filler, one) for there, one in theirs if there is role]


def _predicate_similarities(hyp: Sequence[Span], ref: Sequence[Span], between: Between) -> NDArray[np.float64]:
    """Return the similarities of predicates; most are single words, which are looked up in one go."""
    table = between([start for start, _ in hyp], [start for start, _ in ref])
    for row, column in np.ndindex(table.shape):
        span, other = hyp[row], ref[column]
        if span[1] - span[0] > 1 or other[1] - other[0] > 1:
            table[row, column] = phrase_similarity(between(range(*span), range(*other)))
    return table


def _matched(table: NDArray[np.float64], ties: NDArray[np.float64] | float = 0.0) -> dict[tuple[int, int], float]:
    """Return the sufficiently similar pairs of the assignment with the largest sum; of equal sums, ``ties`` decide."""
    from scipy.optimize import linear_sum_assignment

    useful = np.where(table >= SIMILAR, table, 0.0)
    rows, columns = linear_sum_assignment(useful + TIE * ties, maximize=True)
    return {
        (int(row), int(column)): float(useful[row, column])
        for row, column in zip(rows, columns, strict=True)
        if useful[row, column] > 0
    }


def filler_link(own: Sequence[Word], other: Sequence[Word]) -> Likeness:
    """Return how similar fillers of one role in linked frames are, and their link.

    The link is partial if one filler has two content words without a partner in the other; if it alone names a number,
    day or month, or each has a pronoun or name of its own; or if they are opposed, as :func:`are_opposed` says. Words
    with a capital letter are names; see :func:`named_words`.
    """
    has_other_names = _has_other_name(own, other) and _has_other_name(other, own)
    own, other = ([_without_capital(word) for word in words] for words in (own, other))
    table = similarities(own, other, strict=True)
    similarity = phrase_similarity(table)
    if similarity < RELATED_FILLERS:
        return similarity, None
    sides = ((own, table.max(axis=1)), (other, table.max(axis=0)))
    lacking = [sum(map(_lacks, words, best)) for words, best in sides]
    said, there = ({_said(form) for form, *_ in words} - {None} for words, _ in sides)
    alone = (said ^ there).difference(IMPLIED, groups("phenomena/pronouns").values())
    says_other = alone or (said - there and there - said) or has_other_names or are_opposed(own, other)
    differs = max(lacking) >= LACKING or says_other
    return similarity, LinkKind.PARTIAL if differs or similarity < CORRECT_FILLERS else LinkKind.CORRECT


def named_words(tokens: Sequence[Token]) -> list[Word]:
    """Return tokens in the form in which they are compared, names with their capital letter."""
    are_names = [token.upos == "PROPN" and token.text[0].isupper() for token in tokens]
    words = zip(tokens, comparable_words(tokens), are_names, strict=True)
    return [(token.text, *word[1:]) if is_name else word for token, word, is_name in words]


def _without_capital(word: Word) -> Word:
    """Return a word as it is compared; US is not us."""
    form, lemma, pos = word
    is_pronoun = form.casefold() in groups("phenomena/pronouns") and form.isupper() and len(form) > 1
    return form if is_pronoun else form.casefold(), lemma, pos


def _said(form: str) -> float | str | None:
    """Return the number, day, month or person that a word names; None if it names none: "one hour" is "an hour"."""
    persons = groups("phenomena/pronouns")
    if form in persons or form == "one":
        return persons.get(form)
    is_name = form in DAY_NAMES | MONTH_NAMES or form[0].isdigit()
    return next(iter(number_of(form, "")), form if is_name else None)


def are_opposed(own: Sequence[Word], other: Sequence[Word]) -> bool:
    """Whether one of two phrases denies a word of both, or has alone the opposite of a word that the other has alone.

    A denial with another word may say the same: near, not far. Different words of :data:`EXCLUSIVE` and bounds are
    opposites, too, unless one phrase has both.
    """
    lemmas, others = ({lemma for _, lemma, _ in words} for words in (own, other))
    if DENIED.isdisjoint(lemmas) == DENIED.isdisjoint(others):
        facts, there = _exclusive(own), _exclusive(other)
        if any(facts[group].isdisjoint(there[group]) for group in facts.keys() & there.keys()):
            return True
        alone = (word_of(form, lemma, _UPOS[pos]) for form, lemma, pos in own if lemma not in others)
        return any(not all_opposites_of(word).isdisjoint(others - lemmas) for word in alone)
    words, shared = (other, lemmas) if DENIED.isdisjoint(lemmas) else (own, others)
    denial = next(place for place, (_, lemma, _) in enumerate(words) if lemma in DENIED)
    return next((lemma in shared for form, lemma, _ in words[denial + 1 :] if form not in FUNCTION_WORDS), True)


def _exclusive(words: Sequence[Word]) -> dict[object, set[object]]:
    """Return the words of each group of :data:`EXCLUSIVE` in a phrase, and whether its numbers are least or largest."""
    tokens = [Token(form, lemma) for form, lemma, _ in words]
    found: dict[object, set[object]] = {}
    for place, (form, lemma, _) in enumerate(words):
        for group, joined in _EXCLUSIVE.get(form, _EXCLUSIVE.get(lemma, ())):
            found.setdefault(group, set()).add(joined)
        bound = bound_before(tokens, place) if isinstance(_said(form), float) else ""
        if bound in BOUNDS:
            found.setdefault(BOUNDS, set()).add(bound)
    return found


def _has_other_name(words: Sequence[Word], others: Sequence[Word]) -> bool:
    """Whether some words have a name that the others have in no spelling, and no synonym or initials of it.

    The last word of a name tells it: a first name or a title may be left out.
    """
    theirs = [run for run in _names(others) if len(run) > 1]
    plain, short = [_plain(word) for word in others], [_of_initials(run) for run in theirs]
    known = [*plain, *map(_in_one, theirs)]
    for run in _names(words):
        last = _plain(run[-1])
        spellings = product([last, _in_one(run), _of_initials(run)] if len(run) > 1 else [last], known)
        if not any(starmap(_may_name_the_same, chain(spellings, product([last], short)))):
            return True
    return False


def _names(words: Sequence[Word]) -> list[list[Word]]:
    """Return the names in a phrase, those of several words with a capital letter in one."""
    runs = [list(run) for _, run in groupby(words, key=lambda word: word[0] if word[0].islower() else "")]
    return [run for run in runs if _is_name(run[-1])]


def _in_one(name: Sequence[Word]) -> Word:
    return " ".join(form.casefold() for form, *_ in name), "_".join(lemma for _, lemma, _ in name), "n"


def _of_initials(name: Sequence[Word]) -> Word:
    initials = "".join(form[0].casefold() for form, *_ in name)
    return initials, initials, "n"


def _plain(word: Word) -> Word:
    """Return a word without dots, and without a capital letter."""
    form, lemma, pos = word
    return form.replace(".", "").casefold() or form, lemma.replace(".", "") or lemma, pos


def _may_name_the_same(name: Word, other: Word) -> bool:
    """Whether two words are synonyms, or alike in more than meaning: Italy and France are no more than places."""
    spelled = [(form, lemma, None) for form, lemma, _ in (name, other)]
    return word_similarity(name, other, strict=True) == 1 or word_similarity(*spelled, strict=True) > 0


@lru_cache(maxsize=1 << 14)
def _is_name(word: Word) -> bool:
    """Whether WordNet writes a word in its most frequent sense with a capital letter, or does not know it.

    A word with a capital letter is a name if WordNet writes it so in any sense, but for titles.
    """
    form, lemma, pos = word
    if form in FUNCTION_WORDS or not form[0].isalpha():
        return False
    lexicon = wordnet()
    senses = lexicon.senses(lemma, "n" if form[0].isupper() else pos)
    if form[0].isupper():
        return lemma not in TITLES and (not senses or any(lexicon.lemma(one)[0].isupper() for one in senses))
    return lexicon.lemma(senses[0])[0].isupper() if senses else not lexicon.synsets(form)


def _lacks(word: Word, best: float) -> bool:
    return best < CORRECT and word[0][0].isalnum() and word[0].casefold() not in FUNCTION_WORDS


def _kind(similarity: float) -> LinkKind:
    return LinkKind.CORRECT if similarity >= CORRECT else LinkKind.PARTIAL
