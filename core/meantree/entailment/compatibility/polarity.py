"""Semantic compatibility: is what one text denies denied by the other?"""

from __future__ import annotations

from meantree.entailment.compatibility.compare import (
    among,
    linked_content,
    linked_predicates,
    main_words,
    minor_predicates,
)
from meantree.entailment.contexts.clauses import predicates
from meantree.entailment.contexts.negation import Kind, Negator, negated, negators
from meantree.entailment.contexts.once import once
from meantree.entailment.feature import SILENT, Feature, Firing, features
from meantree.entailment.reading import Reading
from meantree.entailment.shares import part
from meantree.entailment.view import View


def main_verb_negation_added(view: View) -> Firing:
    """The main word of the conclusion is negated, its partner is not; the share of linked main words."""
    mine, theirs = negated(view.conclusion), negated(view.premise)
    return among(main_words(view), lambda one, two: mine[one] and not theirs[two])


def main_verb_negation_lost(view: View) -> Firing:
    """The main word of the conclusion is not negated, its partner is; the share of linked main words."""
    mine, theirs = negated(view.conclusion), negated(view.premise)
    return among(main_words(view), lambda one, two: theirs[two] and not mine[one])


def minor_verb_polarity_flipped(view: View) -> Firing:
    """A predicate in a dependent clause is negated in one text alone; the share of linked ones."""
    mine, theirs = negated(view.conclusion), negated(view.premise)
    return among(minor_predicates(view), lambda one, two: mine[one] != theirs[two])


def word_polarity_flipped(view: View) -> Firing:
    """A word that carries meaning, but is no predicate, is negated in one text alone; the share of linked ones."""
    mine, theirs = negated(view.conclusion), negated(view.premise)
    known = predicates(view.conclusion)
    others = [pair for pair in linked_content(view) if pair[0] not in known]
    return among(others, lambda one, two: mine[one] != theirs[two])


def negations_cancel(view: View) -> Firing:
    """A predicate is under more negations in one text, which leave it as it is; the share of linked predicates.

    What negates a verb such as "deny" counts, too, for what is denied.
    """
    mine, theirs = _all_negations(view.conclusion), _all_negations(view.premise)
    return among(
        linked_predicates(view), lambda one, two: mine[one] != theirs[two] and (mine[one] - theirs[two]) % 2 == 0
    )


def negation_unlinked(view: View) -> Firing:
    """A negation of the conclusion has no partner, and what it negates is not negated in the premise.

    The share of the conclusion's negations; one of which the negated word has no partner either counts.
    """
    cues = negators(view.conclusion)
    bare = [cue.token for cue in cues if view.partner[cue.token] is None and not _denied(view, cue)]
    return part(bare, len(cues))


def negations_outnumber(view: View) -> Firing:
    """The conclusion has more negations than the premise; the share of its own that are too many."""
    mine, theirs = negators(view.conclusion), negators(view.premise)
    if len(mine) <= len(theirs):
        return SILENT
    spare = (len(mine) - len(theirs)) / len(mine)
    return Firing(spare, tuple(one.token for one in mine), tuple(one.token for one in theirs))


@once
def _all_negations(reading: Reading) -> tuple[int, ...]:
    """For each word how many words negate it, or a word that denies it, and so on upwards."""
    return tuple(len(_negating(reading, word)) for word in range(len(reading)))


def _negating(reading: Reading, word: int) -> set[int]:
    found: set[int] = set()
    waiting = [word]
    while waiting:
        below = waiting.pop()
        over = [one for one in negators(reading) if below in one.scope and one.token not in found]
        found.update(one.token for one in over)
        waiting += [one.token for one in over if one.kind == Kind.EMBEDDER]
    return found


def _denied(view: View, cue: Negator) -> bool:
    partner = view.partner[cue.target]
    return partner is not None and negated(view.premise)[partner]


FEATURES: tuple[Feature, ...] = features(
    "semantic compatibility",
    main_verb_negation_added,
    main_verb_negation_lost,
    minor_verb_polarity_flipped,
    word_polarity_flipped,
    negations_cancel,
    negation_unlinked,
    negations_outnumber,
)
