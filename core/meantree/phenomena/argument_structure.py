"""Structural alignment of arguments: are the subject and object of each verb those of its partner?

Predicates are compared by their logical arguments (:mod:`meantree.phenomena.logical_arguments`), so that
actives and passives agree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from meantree.lexicon.word_lists import words
from meantree.phenomena.feature import SILENT, Features, Firing, arcs_among, basic_labels, is_kept, partners
from meantree.phenomena.logical_arguments import ClausePair, Role, clause_pairs, clauses, same
from meantree.phenomena.reading import Reading, View

NOUNS: Final = frozenset({"NOUN", "PROPN"})
NOMINAL: Final = frozenset({"compound", "nmod"})
FEATURES = Features("structural alignment")


@FEATURES("role of an argument changed")
def roles_changed(view: View) -> Firing:
    """Arguments of the conclusion have another role at a verb of the same meaning; share of its arguments.

    Verbs with one argument in either text do not count (his attitude changed, he changed his attitude), nor do verbs
    whose subject and object are swapped.
    """
    changed = {
        (word, pair.conclusion.predicate, pair.premise.predicate)
        for pair in clause_pairs(view)
        if min(len(clause.core) for clause in pair) > 1 and is_kept(view, pair.conclusion.predicate)
        if not _are_swapped(view, pair)
        for role, word in pair.conclusion.core.items()
        if is_kept(view, word)
        and not same(view, word, pair.premise.core.get(role))
        and any(same(view, word, other) for other in pair.premise.core.values())
    }
    if not changed:
        return SILENT
    words = tuple(sorted({word for word, _, _ in changed}))
    conclusion = arcs_among(view.conclusion, ((word, predicate) for word, predicate, _ in changed))
    premise = arcs_among(view.premise, ((view.partner[word] or 0, predicate) for word, _, predicate in changed))
    among = _number_of_arguments(view.conclusion)
    return Firing(len(changed) / among, words, partners(view, words), conclusion, premise)


@FEATURES("subject and object swapped")
def subject_and_object_swapped(view: View) -> Firing:
    """Subject and object are swapped; share of the conclusion's predicates."""
    swapped = [pair for pair in clause_pairs(view) if _are_swapped(view, pair)]
    if not swapped:
        return SILENT
    conclusion, premise = (
        tuple(sorted({word for clause in side for word in (clause.predicate, *clause.core.values())}))
        for side in zip(*swapped, strict=True)
    )
    return Firing(len(swapped) / len(clauses(view.conclusion)), conclusion, premise)


@FEATURES("active and passive confused")
def voice_confused(view: View) -> Firing:
    """Actives and passives of the same verb have the same subject: who acts suffers; share of the predicates.

    The active has an object, so that the verb is not one of change (it broke, it was broken).
    """
    confused = [pair for pair in clause_pairs(view) if _is_voice_confused(view, pair)]
    if not confused:
        return SILENT
    words = tuple(sorted({word for pair in confused for word in (pair.conclusion.predicate, _subject(pair))}))
    return Firing(len(confused) / len(clauses(view.conclusion)), words, partners(view, words))


@FEATURES("a verb has the subject of another verb")
def subjects_elsewhere(view: View) -> Firing:
    """Subjects of the conclusion's verbs are those of other verbs in the premise; share of its subjects."""
    return _elsewhere(view, "subject")


@FEATURES("a verb has the object of another verb")
def objects_elsewhere(view: View) -> Firing:
    """Objects of the conclusion's verbs are those of other verbs in the premise; share of its objects."""
    return _elsewhere(view, "object")


@FEATURES("an adjunct made a subject or object", "a subject or object made an adjunct")
def arguments_demoted(view: View) -> Firing:
    """Subjects and objects of the conclusion have a preposition at the same verb of the premise; share of these."""
    return _share_of_arguments(
        view,
        lambda pair, _, word: (
            pair.conclusion.passive == pair.premise.passive
            and not any(same(view, word, other) for other in pair.premise.core.values())
            and any(preposition and same(view, word, other) for preposition, other in pair.premise.obliques)
        ),
    )


@FEATURES("a modifier made a subject or object", "a subject or object made a modifier")
def arguments_made_modifiers(view: View) -> Firing:
    """Subjects and objects of the conclusion only modify the noun in their place in the premise; share of these."""
    labels, lemmas = basic_labels(view.premise), view.premise.lemmas

    def modifies(pair: ClausePair, role: Role, word: int) -> bool:
        partner, noun = view.partner[word] or 0, pair.premise.core.get(role)
        return (
            noun is not None
            and labels[partner] in NOMINAL
            and view.premise.heads[partner] == noun
            and lemmas[noun] not in words("phenomena/counting_nouns")
            and view.backward[noun] not in view.conclusion.below(word)
        )

    return _share_of_arguments(view, modifies)


def _share_of_arguments(view: View, true_of: Callable[[ClausePair, Role, int], bool]) -> Firing:
    """Return a firing on subjects and objects for which something is true, at verbs of the same meaning."""
    found = {
        (word, pair.conclusion.predicate)
        for pair in clause_pairs(view)
        if is_kept(view, pair.conclusion.predicate)
        for role, word in pair.conclusion.core.items()
        if role != "recipient" and is_kept(view, word) and true_of(pair, role, word)
    }
    if not found:
        return SILENT
    words, among = tuple(sorted({word for word, _ in found})), _number_of_arguments(view.conclusion)
    return Firing(len(found) / among, words, partners(view, words), arcs_among(view.conclusion, found))


def _elsewhere(view: View, role: Role) -> Firing:
    """Return a firing on arguments in a role that another verb of the premise has, whose own has another there."""
    conclusion, premise = clauses(view.conclusion), clauses(view.premise)

    def is_elsewhere(pair: ClausePair, word: int) -> bool:
        instead = pair.premise.core.get(role)
        here = (*pair.premise.core.values(), *(noun for _, noun in pair.premise.obliques))
        return (
            instead is not None
            and view.premise.upos[instead] in NOUNS
            and not any(same(view, word, other) for other in here)
            and any(same(view, word, clause.core.get(role)) for clause in premise.values())
        )

    pairs = [
        (word, pair)
        for pair in clause_pairs(view)
        if is_kept(view, pair.conclusion.predicate)
        if (word := pair.conclusion.core.get(role)) is not None and is_kept(view, word) and is_elsewhere(pair, word)
    ]
    if not pairs:
        return SILENT
    words = tuple(sorted({place for word, pair in pairs for place in (word, pair.conclusion.predicate)}))
    return Firing(len(pairs) / sum(role in clause.core for clause in conclusion.values()), words, partners(view, words))


def _number_of_arguments(reading: Reading) -> int:
    return sum(len(clause.core) for clause in clauses(reading).values())


def _subject(pair: ClausePair) -> int:
    return pair.conclusion.written["subject"]


def _is_voice_confused(view: View, pair: ClausePair) -> bool:
    if pair.conclusion.passive == pair.premise.passive or _are_swapped(view, pair):
        return False
    active = pair.premise if pair.conclusion.passive else pair.conclusion
    word, other = pair.conclusion.written.get("subject"), pair.premise.written.get("subject")
    return "object" in active.written and is_kept(view, pair.conclusion.predicate) and same(view, word, other)


def _are_swapped(view: View, pair: ClausePair) -> bool:
    conclusion, premise = pair.conclusion.core, pair.premise.core
    return same(view, conclusion.get("subject"), premise.get("object")) and same(
        view, conclusion.get("object"), premise.get("subject")
    )
