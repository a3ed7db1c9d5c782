"""Structural alignment of arguments: does each predicate have the arguments that its partner has?

Predicates are compared that are linked with predicates, by their logical arguments
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
"""What a word is to a predicate: its role if it is a core argument, the preposition of an adjunct."""


class Argument(NamedTuple):
    """A word at a predicate of the conclusion whose partner is a predicate, too.

    Attributes:
        pair: the two clauses.
        word: the argument or adjunct.
        kind: what it is to its predicate.
        there: what it is to the partner of its predicate; empty if nothing.
    """

    pair: ClausePair
    word: int
    kind: Kind
    there: frozenset[Kind]


def arguments_lost(view: View) -> Firing:
    """The partner of a predicate lacks its argument in the same role; share of the conclusion's arguments."""
    return _lost(view, "core")


def roles_changed(view: View) -> Firing:
    """Arguments of the conclusion have another role at the partner of their predicate; share of its arguments."""
    return _fires(view, "core", lambda one: one.kind not in one.there and any(kind == "core" for kind, _ in one.there))


def arguments_demoted(view: View) -> Firing:
    """Arguments of the conclusion are adjuncts at the partner of their predicate; share of its arguments."""
    return _fires(view, "core", lambda one: {kind for kind, _ in one.there} == {"adjunct"})


def arguments_elsewhere(view: View) -> Firing:
    """Arguments of the conclusion are not attached to the partner of their predicate; share of its arguments."""
    return _fires(view, "core", lambda one: _hangs_elsewhere(view, one))


def arguments_added(view: View) -> Firing:
    """Aligned predicates of the conclusion have unaligned arguments; share of its arguments."""
    return _fires(view, "core", lambda one: view.partner[one.word] is None)


def arguments_missing(view: View) -> Firing:
    """Predicates of the premise have arguments that their partners lack; share of the premise's arguments."""
    missing = {
        (word, pair.theirs.predicate)
        for pair in clause_pairs(view)
        for role, word in pair.theirs.core.items()
        if role not in pair.mine.core and word not in view.covered
    }
    if not missing:
        return SILENT
    size = sum(len(clause.core) for clause in clauses(view.premise).values())
    words = tuple(sorted({word for word, _ in missing}))
    return Firing(len(missing) / size, premise=words, premise_arcs=arcs_among(view.premise, missing))


def agents_added(view: View) -> Firing:
    """A passive of the conclusion has an agent that the premise lacks; share of its predicates."""
    return _clauses(view, lambda pair: pair.mine.passive and _is_unlinked(view, pair.mine.core.get("subject")))


def subject_and_object_swapped(view: View) -> Firing:
    """Subject and object are swapped; share of the conclusion's predicates."""
    return _clauses(
        view, lambda pair: _is_there(view, pair, "subject", "object") and _is_there(view, pair, "object", "subject")
    )


def passive_handled(view: View) -> Firing:
    """A passive is aligned with an active, and the arguments correspond; share of the conclusion's predicates."""
    return _clauses(view, lambda pair: pair.mine.passive != pair.theirs.passive and _places(view, pair) == {True})


def passive_mishandled(view: View) -> Firing:
    """A passive is aligned with an active, but the arguments were not swapped; share of the conclusion's predicates."""
    return _clauses(view, lambda pair: pair.mine.passive != pair.theirs.passive and False in _places(view, pair))


def arguments_out_of_order(view: View) -> Firing:
    """A predicate and its arguments are in another order in the same voice; share of the conclusion's predicates."""
    return _clauses(view, lambda pair: pair.mine.passive == pair.theirs.passive and not _in_order(view, pair))


def adjuncts_lost(view: View) -> Firing:
    """The partner of a predicate lacks its adjunct with the same preposition; share of the conclusion's adjuncts."""
    return _lost(view, "adjunct")


def adjuncts_promoted(view: View) -> Firing:
    """Adjuncts of the conclusion are arguments at the partner of their predicate; share of its adjuncts."""
    return _fires(view, "adjunct", lambda one: any(kind == "core" for kind, _ in one.there))


def adjunct_prepositions_changed(view: View) -> Firing:
    """Adjuncts of the conclusion have another preposition at the partner of their predicate; share of these."""
    return _fires(
        view, "adjunct", lambda one: one.kind not in one.there and any(kind == "adjunct" for kind, _ in one.there)
    )


def adjuncts_elsewhere(view: View) -> Firing:
    """Adjuncts of the conclusion are not attached to the partner of their predicate; share of its adjuncts."""
    return _fires(view, "adjunct", lambda one: _hangs_elsewhere(view, one))


@cached_fact
def _compared(view: View) -> tuple[Argument, ...]:
    """All arguments and adjuncts of linked predicates of the conclusion."""
    return tuple(
        Argument(pair, word, kind, frozenset(there for there, other in theirs if same(view, word, other)))
        for pair in clause_pairs(view)
        for theirs in [list(_kinds(pair.theirs))]
        for kind, word in _kinds(pair.mine)
    )


def _kinds(clause: Clause) -> Iterator[tuple[Kind, int]]:
    yield from ((("core", role), word) for role, word in clause.core.items())
    yield from ((("adjunct", preposition), word) for preposition, word in clause.obliques)


def _fires(view: View, kind: str, holds: Callable[[Argument], bool]) -> Firing:
    """The arguments, or adjuncts, for which it holds, as a share of all of the conclusion."""
    found = [one for one in _compared(view) if one.kind[0] == kind and holds(one)]
    if not found:
        return SILENT
    words = tuple(sorted({one.word for one in found}))
    mine = arcs_among(view.conclusion, ((one.word, one.pair.mine.predicate) for one in found))
    theirs = ((view.partner[one.word], one.pair.theirs.predicate) for one in found)
    arcs = arcs_among(view.premise, ((low, high) for low, high in theirs if low is not None))
    return Firing(len(found) / len(_everything(view.conclusion, kind)), words, partners(view, words), mine, arcs)


def _lost(view: View, kind: str) -> Firing:
    """The arguments, or adjuncts, that are not the same to a partner of their predicate, as a share of all."""
    everything = _everything(view.conclusion, kind)
    kept = {(one.pair.mine.predicate, one.kind, one.word) for one in _compared(view) if one.kind in one.there}
    lost = [one for one in everything if one not in kept]
    if not lost:
        return SILENT
    words = tuple(sorted({word for *_, word in lost}))
    mine = arcs_among(view.conclusion, ((word, predicate) for predicate, _, word in lost))
    return Firing(len(lost) / len(everything), words, partners(view, words), mine)


def _everything(reading: Reading, kind: str) -> list[tuple[int, Kind, int]]:
    """All arguments, or adjuncts, of a text: a predicate, what the word is to it, and the word."""
    return [
        (predicate, one, word)
        for predicate, clause in clauses(reading).items()
        for one, word in _kinds(clause)
        if one[0] == kind
    ]


def _clauses(view: View, holds: Callable[[ClausePair], bool]) -> Firing:
    """The predicates for whose clauses it holds, as a share of all of the conclusion."""
    found = [pair for pair in clause_pairs(view) if holds(pair)]
    if not found:
        return SILENT
    mine, theirs = ({word for clause in side for word in _words(clause)} for side in zip(*found, strict=True))
    return Firing(len(found) / len(clauses(view.conclusion)), tuple(sorted(mine)), tuple(sorted(theirs)))


def _words(clause: Clause) -> tuple[int, ...]:
    return clause.predicate, *clause.core.values()


def _is_unlinked(view: View, word: int | None) -> bool:
    return word is not None and view.partner[word] is None


def _is_there(view: View, pair: ClausePair, role: Role, other: Role) -> bool:
    return same(view, pair.mine.core.get(role), pair.theirs.core.get(other))


def _places(view: View, pair: ClausePair) -> set[bool]:
    """Whether words that are arguments of both clauses are in the same role; an adjunct there is in none."""
    return {
        one.kind in one.there
        for one in _compared(view)
        if one.pair is pair and one.kind[0] == "core" and any(kind == "core" for kind, _ in one.there)
    }


def _hangs_elsewhere(view: View, one: Argument) -> bool:
    partner = view.partner[one.word]
    if partner is None or one.there:
        return False
    return one.pair.theirs.predicate not in (partner, view.premise.heads[partner])


def _in_order(view: View, pair: ClausePair) -> bool:
    """Whether the predicate and those arguments that are kept come in the same order as their partners."""
    words = [(pair.mine.predicate, pair.theirs.predicate)]
    words += [
        (pair.mine.written[role], pair.theirs.written[role])
        for role in pair.mine.written.keys() & pair.theirs.written.keys()
        if same(view, pair.mine.written[role], pair.theirs.written[role])
    ]
    return all((one[0] < two[0]) == (one[1] < two[1]) for one, two in combinations(words, 2))


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
