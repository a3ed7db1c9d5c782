"""Structural alignment of arguments: does each predicate have the same arguments as its partner?

Predicates aligned with predicates are compared by their logical arguments
(:mod:`meantree.entailment.structure.logical_arguments`), so that actives and passives agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Literal, NamedTuple

from meantree.entailment.feature import SILENT, Feature, Firing, arcs_among, features, partners
from meantree.entailment.reading import Reading, View, cached_fact
from meantree.entailment.structure.logical_arguments import Clause, ClausePair, Role, clause_pairs, clauses, same

Kind = tuple[Literal["core", "adjunct"], str]
"""The relation of a word to a predicate: the role of a core argument, or the preposition of an adjunct."""


class Argument(NamedTuple):
    """An argument or adjunct in the conclusion whose predicate is aligned with a predicate.

    Attributes:
        pair: the two clauses.
        word: the argument or adjunct.
        kind: its relation to its predicate.
        partner_kinds: the relations of its partner to the partner of the predicate; empty if it is not there.
    """

    pair: ClausePair
    word: int
    kind: Kind
    partner_kinds: frozenset[Kind]


def arguments_lost(view: View) -> Firing:
    """The partner of a predicate lacks its argument in the same role; share of the conclusion's arguments."""
    return _lost(view, "core")


def roles_changed(view: View) -> Firing:
    """Arguments of the conclusion have another role at the partner of their predicate; share of its arguments."""
    return _fires(
        view,
        "core",
        lambda argument: (
            argument.kind not in argument.partner_kinds and any(kind == "core" for kind, _ in argument.partner_kinds)
        ),
    )


def arguments_demoted(view: View) -> Firing:
    """Arguments of the conclusion are adjuncts at the partner of their predicate; share of its arguments."""
    return _fires(view, "core", lambda argument: {kind for kind, _ in argument.partner_kinds} == {"adjunct"})


def arguments_elsewhere(view: View) -> Firing:
    """Arguments of the conclusion are not attached to the partner of their predicate; share of its arguments."""
    return _fires(view, "core", lambda argument: _hangs_elsewhere(view, argument))


def arguments_added(view: View) -> Firing:
    """Aligned predicates of the conclusion have unaligned arguments; share of its arguments."""
    return _fires(view, "core", lambda argument: view.partner[argument.word] is None)


def arguments_missing(view: View) -> Firing:
    """Predicates of the premise have arguments that their partners lack; share of the premise's arguments."""
    missing = {
        (word, pair.premise.predicate)
        for pair in clause_pairs(view)
        for role, word in pair.premise.core.items()
        if role not in pair.conclusion.core and word not in view.covered
    }
    if not missing:
        return SILENT
    size = sum(len(clause.core) for clause in clauses(view.premise).values())
    words = tuple(sorted({word for word, _ in missing}))
    return Firing(len(missing) / size, premise=words, premise_arcs=arcs_among(view.premise, missing))


def agents_added(view: View) -> Firing:
    """A passive of the conclusion has an agent that the premise lacks; share of its predicates."""
    return _clauses(
        view, lambda pair: pair.conclusion.passive and _is_unlinked(view, pair.conclusion.core.get("subject"))
    )


def subject_and_object_swapped(view: View) -> Firing:
    """Subject and object are swapped; share of the conclusion's predicates."""
    return _clauses(
        view, lambda pair: _is_there(view, pair, "subject", "object") and _is_there(view, pair, "object", "subject")
    )


def passive_handled(view: View) -> Firing:
    """A passive is aligned with an active, and the arguments correspond; share of the conclusion's predicates."""
    return _clauses(
        view, lambda pair: pair.conclusion.passive != pair.premise.passive and _places(view, pair) == {True}
    )


def passive_mishandled(view: View) -> Firing:
    """A passive is aligned with an active, but the arguments were not swapped; share of the conclusion's predicates."""
    return _clauses(view, lambda pair: pair.conclusion.passive != pair.premise.passive and False in _places(view, pair))


def arguments_out_of_order(view: View) -> Firing:
    """A predicate and its arguments are in another order in the same voice; share of the conclusion's predicates."""
    return _clauses(view, lambda pair: pair.conclusion.passive == pair.premise.passive and not _in_order(view, pair))


def adjuncts_lost(view: View) -> Firing:
    """The partner of a predicate lacks its adjunct with the same preposition; share of the conclusion's adjuncts."""
    return _lost(view, "adjunct")


def adjuncts_promoted(view: View) -> Firing:
    """Adjuncts of the conclusion are arguments at the partner of their predicate; share of its adjuncts."""
    return _fires(view, "adjunct", lambda argument: any(kind == "core" for kind, _ in argument.partner_kinds))


def adjunct_prepositions_changed(view: View) -> Firing:
    """Adjuncts of the conclusion have another preposition at the partner of their predicate; share of these."""
    return _fires(
        view,
        "adjunct",
        lambda argument: (
            argument.kind not in argument.partner_kinds and any(kind == "adjunct" for kind, _ in argument.partner_kinds)
        ),
    )


def adjuncts_elsewhere(view: View) -> Firing:
    """Adjuncts of the conclusion are not attached to the partner of their predicate; share of its adjuncts."""
    return _fires(view, "adjunct", lambda argument: _hangs_elsewhere(view, argument))


@cached_fact
def _compared(view: View) -> tuple[Argument, ...]:
    """Return all arguments and adjuncts of aligned predicates of the conclusion."""
    return tuple(
        Argument(pair, word, kind, frozenset(other_kind for other_kind, other in in_premise if same(view, word, other)))
        for pair in clause_pairs(view)
        for in_premise in [list(_kinds(pair.premise))]
        for kind, word in _kinds(pair.conclusion)
    )


def _kinds(clause: Clause) -> Iterator[tuple[Kind, int]]:
    yield from ((("core", role), word) for role, word in clause.core.items())
    yield from ((("adjunct", preposition), word) for preposition, word in clause.obliques)


def _fires(view: View, kind: str, holds: Callable[[Argument], bool]) -> Firing:
    """Return a firing on the matching arguments, or adjuncts, as a share of all of the conclusion."""
    matches = [argument for argument in _compared(view) if argument.kind[0] == kind and holds(argument)]
    if not matches:
        return SILENT
    words = tuple(sorted({argument.word for argument in matches}))
    conclusion = arcs_among(
        view.conclusion, ((argument.word, argument.pair.conclusion.predicate) for argument in matches)
    )
    pairs = ((view.partner[argument.word], argument.pair.premise.predicate) for argument in matches)
    premise = arcs_among(view.premise, ((low, high) for low, high in pairs if low is not None))
    return Firing(
        len(matches) / len(_everything(view.conclusion, kind)), words, partners(view, words), conclusion, premise
    )


def _lost(view: View, kind: str) -> Firing:
    """Return a firing on the arguments, or adjuncts, that have no such relation to the partner, as a share of all."""
    everything = _everything(view.conclusion, kind)
    kept = {
        (argument.pair.conclusion.predicate, argument.kind, argument.word)
        for argument in _compared(view)
        if argument.kind in argument.partner_kinds
    }
    lost = [argument for argument in everything if argument not in kept]
    if not lost:
        return SILENT
    words = tuple(sorted({word for *_, word in lost}))
    arcs = arcs_among(view.conclusion, ((word, predicate) for predicate, _, word in lost))
    return Firing(len(lost) / len(everything), words, partners(view, words), arcs)


def _everything(reading: Reading, kind: str) -> list[tuple[int, Kind, int]]:
    """Return all arguments, or adjuncts, of a text: predicate, relation and word."""
    return [
        (predicate, relation, word)
        for predicate, clause in clauses(reading).items()
        for relation, word in _kinds(clause)
        if relation[0] == kind
    ]


def _clauses(view: View, holds: Callable[[ClausePair], bool]) -> Firing:
    """Return a firing on the predicates of matching clauses, as a share of all of the conclusion."""
    matches = [pair for pair in clause_pairs(view) if holds(pair)]
    if not matches:
        return SILENT
    conclusion, premise = ({word for clause in side for word in _words(clause)} for side in zip(*matches, strict=True))
    return Firing(len(matches) / len(clauses(view.conclusion)), tuple(sorted(conclusion)), tuple(sorted(premise)))


def _words(clause: Clause) -> tuple[int, ...]:
    return clause.predicate, *clause.core.values()


def _is_unlinked(view: View, word: int | None) -> bool:
    return word is not None and view.partner[word] is None


def _is_there(view: View, pair: ClausePair, role: Role, other: Role) -> bool:
    return same(view, pair.conclusion.core.get(role), pair.premise.core.get(other))


def _places(view: View, pair: ClausePair) -> set[bool]:
    """Return whether words that are arguments in both clauses keep their roles; adjuncts there are ignored."""
    return {
        argument.kind in argument.partner_kinds
        for argument in _compared(view)
        if argument.pair is pair
        and argument.kind[0] == "core"
        and any(kind == "core" for kind, _ in argument.partner_kinds)
    }


def _hangs_elsewhere(view: View, argument: Argument) -> bool:
    partner = view.partner[argument.word]
    if partner is None or argument.partner_kinds:
        return False
    return argument.pair.premise.predicate not in (partner, view.premise.heads[partner])


def _in_order(view: View, pair: ClausePair) -> bool:
    """Return whether the predicate and its kept arguments are in the same order as their partners."""
    words = [(pair.conclusion.predicate, pair.premise.predicate)]
    words += [
        (pair.conclusion.written[role], pair.premise.written[role])
        for role in pair.conclusion.written.keys() & pair.premise.written.keys()
        if same(view, pair.conclusion.written[role], pair.premise.written[role])
    ]
    return all((first[0] < second[0]) == (first[1] < second[1]) for first, second in combinations(words, 2))


FEATURES: tuple[Feature, ...] = features(
    "structural alignment",
    arguments_lost,
    roles_changed,
    arguments_demoted,
    arguments_elsewhere,
    arguments_added,
    arguments_missing,
    agents_added,
    subject_and_object_swapped,
    passive_handled,
    passive_mishandled,
    arguments_out_of_order,
    adjuncts_lost,
    adjuncts_promoted,
    adjunct_prepositions_changed,
    adjuncts_elsewhere,
)
