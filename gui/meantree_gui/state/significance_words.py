"""Probabilities and the results of significance tests in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meantree import numbers
from meantree.escaping import capitalised, counted, escaped, listed
from meantree.numbers import fixed

if TYPE_CHECKING:
    from meantree.evaluation.compared_systems import Outcomes, RankedSystem, Ranking
    from meantree_gui.state.filtering import Filtering

TESTS = {"bootstrap": "paired bootstrap", "randomisation": "approximate randomisation"}


def p_statement(p: float | None) -> str:
    """Return a probability as a statement, as in ``p = 0.031``."""
    return "p unknown" if p is None else numbers.p_text(p)


def significance(outcomes: Outcomes, *, higher_is_better: bool) -> str:
    """Return p and in words what the test says of a difference, by the rules of reports: of few segments, nothing."""
    from meantree.reporting.results import FEWEST, TOO_FEW

    if outcomes.segments < FEWEST:
        return TOO_FEW
    if outcomes.p is None or outcomes.difference is None:
        return "it is unknown whether they differ"
    better = outcomes.first if (outcomes.difference > 0) == higher_is_better else outcomes.second
    result = f"{escaped(better)} is significantly better" if outcomes.is_clear else "the difference is not significant"
    return f"{p_statement(outcomes.p)}, {result}"


def of_filter(filtering: Filtering, total: int) -> str:
    """Return how many segments are accepted, and by which filter if not all are."""
    accepted = len(filtering.places)
    if not filtering.is_active:
        return counted(total, "segment")
    return f"{accepted:,} of {counted(total, 'segment')}: filter “{escaped(filtering.line.strip())}”"


def of_system(ranked: RankedSystem, ranking: Ranking) -> list[str]:
    """Return what a ranking says of one system, in lines."""
    if ranked.score is None:
        return [f"{escaped(ranked.system)} has no score by {escaped(ranking.spec)}"]
    lines = [f"{escaped(ranked.system)}: {fixed(ranked.score)} by {escaped(ranking.spec)}"]
    if ranked.low is not None and ranked.high is not None:
        lines.append(
            f"95 % of {ranking.how.resamples:,} bootstrap samples: {fixed(ranked.low)} to {fixed(ranked.high)}"
        )
    if ranked.mean_rank is not None:
        lines.append(f"Mean rank {ranked.mean_rank:.1f} of {len(ranking.systems)}")
    return lines + _comparisons(ranked, ranking)


def _comparisons(ranked: RankedSystem, ranking: Ranking) -> list[str]:
    from meantree.evaluation.significance import SIGNIFICANT

    place = ranking.names.index(ranked.system)
    groups: dict[str, list[str]] = {"better than": [], "not significantly different from": [], "worse than": []}
    for other_place, other in enumerate(ranking.names):
        if other == ranked.system or ranking.p(ranked.system, other) is None:
            continue
        side = "better than" if place < other_place else "worse than"
        groups[side if ranking.is_clear(ranked.system, other) else "not significantly different from"].append(other)
    test = TESTS[ranking.how.test]
    lines = [f"{capitalised(side)} {listed(names)}" for side, names in groups.items() if names]
    return [*lines, f"{capitalised(test)}, p < {SIGNIFICANT:g}".replace("0.", ".", 1)] if lines else []
