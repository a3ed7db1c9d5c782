"""What the page says in words: probabilities, and which systems a test tells apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from meantree.escaping import escaped, listed
from meantree.numbers import fixed

if TYPE_CHECKING:
    from meantree.evaluation.compared_systems import Outcomes, RankedSystem, Ranking
    from meantree_gui.state.filtering import Filtering

TESTS = {"bootstrap": "paired bootstrap", "randomisation": "approximate randomisation"}


def number_of(count: int, noun: str) -> str:
    """``1 segment``, ``2 segments``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def p_told(p: float | None) -> str:
    """A probability in a few characters."""
    return "p unknown" if p is None else "p < .001" if p < 0.001 else f"p = {p_text(p)}"


def p_text(p: float | None) -> str:
    """A probability as a number alone."""
    return "–" if p is None else "<.001" if p < 0.001 else f"{p:.3f}".replace("0.", ".", 1)


def significance(found: Outcomes, *, higher_is_better: bool) -> str:
    """What the test says of a difference."""
    from meantree.evaluation.significance import SIGNIFICANT

    if found.p is None or found.difference is None:
        return "it cannot be told whether they differ"
    if found.p >= SIGNIFICANT:
        return "the difference may be chance"
    better = found.first if (found.difference > 0) == higher_is_better else found.second
    return f"{escaped(better)} is better beyond chance"


def of_filter(filtering: Filtering, total: int) -> str:
    """How many segments are asked for, and why not all."""
    accepted = len(filtering.places)
    if not filtering.is_active:
        return number_of(total, "segment")
    return f"{accepted:,} of {number_of(total, 'segment')}: filter “{escaped(filtering.line.strip())}”"


def of_system(one: RankedSystem, ranking: Ranking) -> list[str]:
    """All that a ranking says of one system, line by line."""
    if one.score is None:
        return [f"{escaped(one.system)} has no score by {escaped(ranking.spec)}"]
    lines = [f"{escaped(one.system)}: {fixed(one.score)} by {escaped(ranking.spec)}"]
    if one.low is not None and one.high is not None:
        lines.append(f"95 % of {ranking.how.resamples:,} bootstrap samples: {fixed(one.low)} to {fixed(one.high)}")
    if one.mean_rank is not None:
        lines.append(f"Mean rank {one.mean_rank:.1f} of {len(ranking.systems)}")
    return lines + _beside(one, ranking)


def _beside(one: RankedSystem, ranking: Ranking) -> list[str]:
    from meantree.evaluation.significance import SIGNIFICANT

    place = ranking.names.index(one.system)
    groups: dict[str, list[str]] = {"better than": [], "not told apart from": [], "worse than": []}
    for other_place, other in enumerate(ranking.names):
        p = None if other == one.system else ranking.p(one.system, other)
        if p is None:
            continue
        side = "better than" if place < other_place else "worse than"
        groups[side if p < SIGNIFICANT else "not told apart from"].append(other)
    test = TESTS[ranking.how.test]
    told = [f"{side[0].upper()}{side[1:]} {_names(names)}" for side, names in groups.items() if names]
    return [*told, f"{test[0].upper()}{test[1:]}, p < {SIGNIFICANT:g}".replace("0.", ".", 1)] if told else []


def _names(names: Iterable[str]) -> str:
    return listed(names)
