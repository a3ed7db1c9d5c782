"""Structural alignment of arguments: has each verb its subject and object, and are they those of its partner?

Predicates are compared by their logical arguments (:mod:`meantree.entailment.structure.logical_arguments`), so that
actives and passives agree.
"""

from __future__ import annotations

from meantree.entailment.feature import SILENT, Features, Firing, arcs_among, is_kept, partners, unlinked_share
from meantree.entailment.reading import Reading, View
from meantree.entailment.structure.logical_arguments import ClausePair, Role, clause_pairs, clauses, main_word, same

FEATURES = Features("structural alignment")


@FEATURES("main verbs added", "main verbs missing")
def main_verbs_unlinked(view: View) -> Firing:
    """Verbs that head a main clause of the conclusion have no counterpart in the premise; share of such verbs."""
    reading = view.conclusion
    return unlinked_share(view, sorted(word for word in clauses(reading) if _heads_main_clause(reading, word)))


@FEATURES("verbs of dependent clauses added", "verbs of dependent clauses missing")
def embedded_verbs_unlinked(view: View) -> Firing:
    """Predicates of dependent clauses of the conclusion have no counterpart in the premise; share of these."""
    reading = view.conclusion
    return unlinked_share(view, sorted(word for word in clauses(reading) if not _heads_main_clause(reading, word)))


@FEATURES("subjects added", "subjects missing")
def subjects_unlinked(view: View) -> Firing:
    """Logical subjects of the conclusion have no counterpart in the premise; share of its subjects."""
    return unlinked_share(view, _in_role(view.conclusion, "subject"))


@FEATURES("objects added", "objects missing")
def objects_unlinked(view: View) -> Firing:
    """Logical objects of the conclusion have no counterpart in the premise; share of its objects."""
    return unlinked_share(view, _in_role(view.conclusion, "object"))


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
    among = sum(len(clause.core) for clause in clauses(view.conclusion).values())
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


def _heads_main_clause(reading: Reading, word: int) -> bool:
    return reading.labels[main_word(reading, word)] in ("root", "parataxis")


def _in_role(reading: Reading, role: Role) -> list[int]:
    return sorted({clause.core[role] for clause in clauses(reading).values() if role in clause.core})


def _are_swapped(view: View, pair: ClausePair) -> bool:
    conclusion, premise = pair.conclusion.core, pair.premise.core
    return same(view, conclusion.get("subject"), premise.get("object")) and same(
        view, conclusion.get("object"), premise.get("subject")
    )
