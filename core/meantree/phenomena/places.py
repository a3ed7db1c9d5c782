"""Where two texts differ: by a diff if one is a copy of the other with few changes, else by the network and facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import prod
from typing import Final

from meantree.alignment.common_words import compared_form
from meantree.alignment.word_facts import WordFact, phrases
from meantree.analysis.frames import spans_of
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.names import abbreviated, are_of_one_name
from meantree.phenomena.negation import denied_alike
from meantree.phenomena.other_translations import OtherTranslations, other_translations, weighed
from meantree.phenomena.reading import CONTENT, Reading, View
from meantree.phenomena.values import measured_alike

Words = tuple[int, ...]
CHANGED: Final = 0.9
"""How sure it is that a change of a copy is a difference; how probably it is an error is another question."""
LEAST: Final = 0.12
"""What the network must make of such a change at least; of others, such as moved adverbials, few touch an error."""
EXCHANGED: Final = 0.3
"""What it must make of words that stand for others, and of articles and prepositions: treatment, therapy. It knows
these better than gaps, forms and the order of words: below, 4 of 124 such changes touched an error of meaning."""
REWORDED: Final = 0.3
"""That of such others, of an amount or name in other words (a dozen, 12; Mao Tse-tung, Mao Zedong), and at most of
phrases of which facts know no difference: of 101 in other words from SHOWN on 19 touched an error of meaning, of 80 in
the same words 6, of those with another meaning or without a partner two in five."""
SHOWN: Final = 0.48
"""The smallest probability of findings that are shown; chosen on translations that experts marked."""
TOLD: Final = 0.42
"""That of findings that a finder tells; chosen with it."""
WIDER: Final = 0.16
"""That of words around such a word that belong to its phrase; one word between two of them does, too."""
SURE: Final = 0.8
"""The probability by its own cues from which what a finder tells is shown, whatever the network says."""
_NEVER_SURE: Final = "untranslated.word", "word.nonexistent", "negation", "opposite", "tense"
"""Kinds and families of which that is not true, as other words may say the same: it won't end well, it ends badly.
Where the network does not doubt them, 1 in 40 rare words is an error (those with accents of other languages are told),
and of 140 others in talks and news 1 in 10."""
_BY_SYNTAX: Final = "role.swapped"
"""A kind that depends on who stands where, of which the network knows little; in a copy it is as probable as what is
told."""
LEFT_OUT: Final = 0.5
"""That of long phrases that are left out; all 37 in translations for tuning, and in 900 others, were missing, but what
all other translations lack, too, may be in the reference alone."""
_LONG, _FEWER = 5, 3
"""Content words of such a phrase, at least, and how many times as many as could say it."""
_LITTLE: Final = frozenset({"a", "the", "to", "'s"})
"""Lemmas of words that say little alone, as prepositions and marks do."""
SAYING: Final = CONTENT | {"CCONJ", "SCONJ"}
"""Parts of speech of words that a text lacks if it has nothing for them."""
_EXCHANGED: Final = frozenset({"wording", "meaning", "specificity", "mistranslation", "number"})
"""Reasons why words differ that are no forms of one word, but singular and plural, nor opposites."""
_NO_DIFFERENCE: Final = frozenset({"", "relation", "wording", "number"})
"""Reasons of facts that know no difference of meaning; of 7 nouns in another number from SHOWN on none was an error."""
_FREE_ORDER: Final = frozenset({"obl", "advmod", "advcl", "discourse", "parataxis", "vocative"})
"""Relations of phrases that may stand elsewhere in a sentence."""


@dataclass(frozen=True, slots=True)
class Place:
    """Words of either text that differ, and the probability that this is a difference of meaning.

    Attributes:
        is_left_out: whether a long phrase of the reference is missing, whatever is said of parts of it.
    """

    hypothesis: Words
    reference: Words
    probability: float
    is_left_out: bool = False


def places(pair: Compared) -> Iterator[Place]:
    """Yield where a translation and its reference differ."""
    yield from changed(pair) if pair.common.is_copy else doubtful(pair)


def changed(pair: Compared) -> Iterator[Place]:
    """Yield all that is missing, added, exchanged or moved in a copy."""
    moved = dict(pair.common.moved)
    for change in pair.common.changes:
        own = tuple(word for word in change.hypothesis if word not in moved)
        other = tuple(word for word in change.reference if word not in moved.values())
        if own or other:
            least = EXCHANGED if _are_exchanged(pair, own, other) else LEAST
            least = 0.0 if are_other_signs(pair, own, other) else least
            is_reworded = _are_reworded(pair, own, other)
            yield Place(own, other, REWORDED if is_reworded else _chance_of_change(pair, own, other, least))
    elsewhere = tuple(
        word
        for change in pair.common.changes
        for run in spans_of(word for word in change.hypothesis if word in moved)
        if not _is_rephrased(pair, range(*run), moved)
        for word in _wrongly_moved(pair, range(*run), moved)
    )
    if elsewhere:
        others = tuple(moved[word] for word in elsewhere)
        yield Place(elsewhere, others, _chance_of_change(pair, elsewhere, others, LEAST))


def _chance_of_change(pair: Compared, own: Words, other: Words, least: float) -> float:
    return CHANGED if pair.word_errors is None or max(_chances(pair, own, other)) >= least else REWORDED


def _are_exchanged(pair: Compared, own: Words, other: Words) -> bool:
    """Return whether words stand for other words, or both sides have little words alone."""
    saying = [telling(*side) for side in ((pair.hyp, own), (pair.ref, other))]
    return not any(saying) or (all(saying) and any(pair.facts[0][word].reason in _EXCHANGED for word in saying[0]))


def are_other_signs(pair: Compared, own: Words, other: Words) -> bool:
    """Return whether words without letters stand for others of the same form: 05/03 for 03/05, another emoji."""
    sides = (pair.hyp, own), (pair.ref, other)
    written = ["".join(reading.tokens[word].text for word in words) for reading, words in sides]
    forms = {"".join("0" if char.isdigit() else char for char in each) for each in written}
    have_digits = any(map(str.isdigit, "".join(written)))
    is_other = all(written) and written[0] != written[1] and not any(map(str.isalpha, "".join(written)))
    return is_other and len(forms) == 1 + (not have_digits)


def telling(reading: Reading, words: Words) -> list[int]:
    """Return those of some words that say something alone: no articles, prepositions and marks."""
    return [
        word for word in words if reading.upos[word] not in {"ADP", "PUNCT"} and reading.lemmas[word] not in _LITTLE
    ]


def _are_reworded(pair: Compared, own: Words, other: Words) -> bool:
    """Return whether the content words are of amounts and names that the other text has in other words."""
    sides = (pair.of_hyp, own, pair.facts[0]), (pair.of_ref, other, pair.facts[1])
    content = [
        word in said_otherwise(view) or _is_respelled_name(view, word, facts[word].partner)
        for view, words, facts in sides
        for word in words
        if view.conclusion.upos[word] in CONTENT
    ]
    return bool(own and other and content) and all(content)


def said_otherwise(view: View) -> frozenset[int]:
    """Return the words of the conclusion of which the premise has the amount, name or denial in other words."""
    return measured_alike(view) | abbreviated(view) | denied_alike(view)


def _is_respelled_name(view: View, word: int, partner: int | None) -> bool:
    if partner is None or not view.conclusion.upos[word] == view.premise.upos[partner] == "PROPN":
        return False
    return are_of_one_name(view.conclusion.tokens[word].text, view.premise.tokens[partner].text)


def _is_rephrased(pair: Compared, run: range, moved: Mapping[int, int]) -> bool:
    """Return whether moved words have or had a preposition instead: reforms of health, health reforms."""
    partners = {moved[word] for word in run}
    left = [
        reading.upos[word]
        for change in pair.common.changes
        if not ({*run}.isdisjoint(change.hypothesis) and partners.isdisjoint(change.reference))
        for reading, words, gone in (
            (pair.hyp, change.hypothesis, moved.keys()),
            (pair.ref, change.reference, moved.values()),
        )
        for word in words
        if word not in gone
    ]
    return bool(left) and {"ADP", "PART", "DET", "PUNCT"}.issuperset(left)


def _wrongly_moved(pair: Compared, run: range, moved: Mapping[int, int]) -> Words:
    """Return the words of a run that stand elsewhere in the reference.

    There are none if they, or the words that they changed places with, are a phrase that may stand elsewhere.
    """
    facts, other = pair.facts[0], moved[run.start]
    passed = [word for word, partner in pair.common.in_order if (word < run.start) != (partner < other)]
    if _is_free(pair, run) or (passed and _is_free(pair, range(passed[0], passed[-1] + 1))):
        return ()
    elsewhere = (word for word in run if facts[word].status == "attached elsewhere" or facts[word].reason == "relation")
    return tuple(word for word in elsewhere if pair.hyp.upos[word] in CONTENT) or tuple(run)


def _is_free(pair: Compared, run: range) -> bool:
    """Return whether words are a phrase that may stand elsewhere, and depends on the same word in both texts."""
    reading = pair.hyp
    tops = [word for word in run if reading.heads[word] not in run]
    below = {*run}.union(*(reading.below(top) for top in tops))
    words = {word for word in below if compared_form(reading.tokens[word].text)}
    is_free = words <= {*run} and all(reading.basic_labels[top] in _FREE_ORDER for top in tops)
    return is_free and all(pair.facts[0][word].status == "same" for word in words)


def doubtful(pair: Compared) -> Iterator[Place]:
    """Yield phrases that the network doubts: words of a translation with their partners, and what a reference lacks."""
    if pair.word_errors is None:
        return
    sides = zip(pair.views, pair.chances, pair.facts, pair.common.joined_words, strict=True)
    own, other = (list(_phrases(*side)) for side in sides)
    found = []
    for words, partners in own:
        lacking = [each for each in other if not partners.isdisjoint(each[0])]
        other = [each for each in other if each not in lacking]
        found.append((words, tuple(sorted(partners.union(*(each[0] for each in lacking))))))
    found += ((tuple(sorted(partners)), words) for words, partners in other)
    yield from (whole := [Place((), words, LEFT_OUT, is_left_out=True) for words in _left_out(pair)])
    for here, there in found:
        chance, gap = any_of(_chances(pair, here, there)), _with_gap(pair, here, there)
        others = tuple(word for word in gap if not any(word in place.reference for place in whole))
        if here or others:
            yield Place(here, others, chance if _is_known(pair, here, others) else min(REWORDED, chance))


def _left_out(pair: Compared) -> Iterator[Words]:
    """Yield long phrases and clauses of the reference that the translation lacks, whatever the network says of them.

    None of their content words has a partner, and the translation has too few without one to say them in other words.
    """
    reading, (own, other) = pair.ref, pair.facts
    loose = sum(own[word].partner is None for word in pair.hyp.content)
    linked = pair.of_hyp.covered.union(word for word, fact in enumerate(other) if fact.partner is not None)
    for is_linked, run in groupby(reading.content, linked.__contains__):
        words = list(run)
        if not is_linked and len(words) >= max(_LONG, _FEWER * loose):
            start = words[0]
            while start - 1 in reading.words and other[start - 1].partner is None and reading.heads[start - 1] in words:
                start -= 1
            yield tuple(range(start, words[-1] + 1))


def _with_gap(pair: Compared, own: Words, other: Words) -> Words:
    """Return words of the reference with those that stand between partners of neighbours, and have none."""
    facts, words = pair.facts[1], {*other}
    for start, end in spans_of(word for word, fact in enumerate(facts) if fact.partner is None):
        before, after = (facts[at].partner if 0 <= at < len(facts) else None for at in (start - 1, end))
        if before is None or after != before + 1 or {before, after}.isdisjoint(own):
            continue
        if any(pair.ref.upos[word] in SAYING for word in range(start, end)):
            words.update(range(start, end))
    return tuple(sorted(words))


def _is_known(pair: Compared, own: Words, other: Words) -> bool:
    """Return whether facts know of a difference: a word without a partner, another meaning, form or order."""
    facts = [
        (reading.upos[word], known[word])
        for reading, known, words in ((pair.hyp, pair.facts[0], own), (pair.ref, pair.facts[1], other))
        for word in words
    ]
    if any(fact.reason not in _NO_DIFFERENCE or (upos in SAYING and fact.partner is None) for upos, fact in facts):
        return True
    partners = [(word, partner) for word in own if (partner := pair.facts[0][word].partner) is not None]
    return any(later < partner for (_, partner), (_, later) in pairwise(partners))


def any_of(chances: Sequence[float]) -> float:
    """Return the probability that any word of a phrase is an error, in [0, 1].

    The mean of that of one error, the greatest probability, and of that of errors that do not depend on each other.
    """
    return round((max(chances) + 1 - prod(1 - chance for chance in chances)) / 2, 4)


def _phrases(
    view: View, chances: Sequence[float], facts: Sequence[WordFact], joined: Set[int]
) -> Iterator[tuple[Words, frozenset[int]]]:
    """Yield phrases of words that are probably wrong, with their partners.

    Marks, and what the other text has in other words or without blanks, are none.
    """
    reading, reworded = view.conclusion, said_otherwise(view) | joined
    doubted = {word for word, chance in enumerate(chances) if chance >= WIDER and word not in reworded}
    between = {word + 1 for word in doubted if word + 2 in doubted}
    for phrase in phrases((word for word in doubted | between if reading.upos[word] != "PUNCT"), reading.tree):
        partners = frozenset(partner for word in phrase if (partner := facts[word].partner) is not None)
        yield phrase, partners


def _chances(pair: Compared, own: Words, other: Words) -> Sequence[float]:
    """Return the network's probabilities of words of both texts; none without it."""
    return [
        chances[word] for chances, words in zip(pair.chances, (own, other), strict=True) for word in words if chances
    ]


def beside_gap(pair: Compared, words: Words) -> Words:
    """Return the words of the translation between which those of the reference would stand: beside their neighbour's.

    At either end of the translation it is one word; there is none if no word of the reference has a partner.
    """
    partners = {at: fact.partner for at, fact in enumerate(pair.facts[1]) if fact.partner is not None}
    beside = [at for at in partners if at not in words]
    if not beside:
        return ()
    nearest = min(beside, key=lambda at: min(abs(at - words[0]), abs(at - words[-1])))
    after = partners[nearest] + (nearest < words[0])
    return tuple(word for word in (after - 1, after) if 0 <= word < len(pair.hyp))


def chance_of_error(pair: Compared, candidate: Candidate, sure: float, others: OtherTranslations | None) -> float:
    """Return the probability that a finding is an error, as it is told to people.

    In a copy every change that means something is shown, but in translations that experts marked one in three touches
    an error; how probable each is, the network and other translations say.
    """
    chances = _chances(pair, candidate.hypothesis, candidate.reference) if pair.common.is_copy else ()
    if not chances or sure < SHOWN:
        return sure
    least = TOLD if candidate.kind == _BY_SYNTAX and candidate.cues else LEAST
    return weighed(max(least, any_of(chances)), others)


def supported(pair: Compared, candidate: Candidate, sure: float) -> float:
    """Return the probability by the network of what a finder tells; the finder's own without the network.

    Args:
        sure: the probability by the finder's own cues.
    """
    if pair.word_errors is None:
        return sure
    chances = _chances(pair, candidate.hypothesis, candidate.reference)
    return max(any_of(chances) if chances else 0.0, told(pair, candidate, sure))


def as_others_say(pair: Compared, candidate: Candidate, sure: float) -> float:
    """Return a probability as other translations change it; changes of a copy that several have are not shown."""
    found = other_translations(pair, candidate)
    if not pair.common.is_copy:
        return weighed(sure, found)
    return min(sure, REWORDED) if found and found.alike > 1 and found.change < 0 else sure


def is_shown(candidate: Candidate, sure: float) -> bool:
    """Return whether a finding of this probability is shown; what a finder tells has cues."""
    return sure >= (TOLD if candidate.cues else SHOWN)


def told(pair: Compared, candidate: Candidate, sure: float) -> float:
    """Return the probability of what a finder is sure of, whatever the network says; 0 if it is not."""
    is_contrary = candidate.cues.get("contrary") == 1  # 20 cars, 30 cars; came, did not come
    if pair.common.is_copy:
        return CHANGED if sure >= SHOWN or is_contrary else 0.0
    is_sure = sure >= SURE and not candidate.kind.startswith(_NEVER_SURE)
    if candidate.cues.get("foreign") == 1:
        return SURE
    return TOLD if is_sure or is_contrary else 0.0
