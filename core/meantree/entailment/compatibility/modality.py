"""Semantic compatibility: is what one text holds possible, necessary or certain the same for the other?"""

from __future__ import annotations

from meantree.entailment.compatibility.compare import among, linked_predicates, main_words, minor_predicates
from meantree.entailment.contexts.modality import Modality, compatible, modalities, modals
from meantree.entailment.feature import Feature, Firing, features
from meantree.entailment.shares import part
from meantree.entailment.view import View


def main_verb_modality_differs(view: View) -> Firing:
    """The main word of the conclusion is so in another way than its partner; the share of linked main words."""
    mine, theirs = modalities(view.conclusion), modalities(view.premise)
    return among(main_words(view), lambda one, two: not compatible(mine[one], theirs[two]))


def minor_verb_modality_differs(view: View) -> Firing:
    """Predicates in dependent clauses are so in another way than their partners; the share of linked ones."""
    mine, theirs = modalities(view.conclusion), modalities(view.premise)
    return among(minor_predicates(view), lambda one, two: not compatible(mine[one], theirs[two]))


def possibility_made_certain(view: View) -> Firing:
    """What is possible in the premise is so, or even certain, in the conclusion; the share of linked predicates."""
    mine, theirs = modalities(view.conclusion), modalities(view.premise)
    return among(
        linked_predicates(view),
        lambda one, two: theirs[two] == Modality.POSSIBLE and mine[one] in {None, Modality.CERTAIN},
    )


def certainty_made_possible(view: View) -> Firing:
    """What is so, or even certain, in the premise is possible in the conclusion; the share of linked predicates."""
    mine, theirs = modalities(view.conclusion), modalities(view.premise)
    return among(
        linked_predicates(view),
        lambda one, two: mine[one] == Modality.POSSIBLE and theirs[two] in {None, Modality.CERTAIN},
    )


def necessity_added(view: View) -> Firing:
    """What must be so in the conclusion need not in the premise; the share of linked predicates."""
    mine, theirs = modalities(view.conclusion), modalities(view.premise)
    return among(
        linked_predicates(view), lambda one, two: mine[one] == Modality.NECESSARY and theirs[two] != Modality.NECESSARY
    )


def necessity_lost(view: View) -> Firing:
    """What must be so in the premise need not in the conclusion; the share of linked predicates."""
    mine, theirs = modalities(view.conclusion), modalities(view.premise)
    return among(
        linked_predicates(view), lambda one, two: theirs[two] == Modality.NECESSARY and mine[one] != Modality.NECESSARY
    )


def modal_word_unlinked(view: View) -> Firing:
    """A word of modality has no partner, and what it is said of has another modality in the premise.

    The share of the conclusion's words of modality; one of which the target has no partner either counts.
    """
    theirs = modalities(view.premise)
    said = modals(view.conclusion)
    bare = [
        modal.token
        for modal in said
        if view.partner[modal.token] is None
        and not ((two := view.partner[modal.target]) is not None and compatible(modal.modality, theirs[two]))
    ]
    return part(sorted(set(bare)), len({modal.token for modal in said}))


FEATURES: tuple[Feature, ...] = features(
    "semantic compatibility",
    main_verb_modality_differs,
    minor_verb_modality_differs,
    possibility_made_certain,
    certainty_made_possible,
    necessity_added,
    necessity_lost,
    modal_word_unlinked,
)
