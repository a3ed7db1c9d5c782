"""What becomes of the ranking of systems when the weight of one role changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from meantree.escaping import counted, escaped
from meantree.evaluation.compared_frames import NAMES, Floats, Stacked
from meantree.evaluation.measures.pairs import Places
from meantree.evaluation.table_figures import Marks
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.framed import Framed
from meantree.work import Work

FACTORS: Final = {"left out": 0.0, "halved": 0.5, "doubled": 2.0}
"""What a weight is multiplied by."""
FIGURES: Final = (
    Marks((3, 4, 5), "pairs of systems in another order", "order", by=1),
    Marks((6, 7), "when the weight is left out", "change", by=1),
)
SAID: Final = (
    "One weight after the other is changed, from unsupervised ones: how many pairs of systems come in another order "
    "when it is left out, halved or doubled; largest change: of a system's score, when it is left out; Δ τ: of "
    "Kendall's τ-b with ratings, by segment, when it is left out. Scores of systems are means over segments."
)


def sensitivity_table(corpora: Sequence[Framed], work: Work) -> ValueTable:
    """A row for each corpus and role.

    Raises:
        Cancelled: if the user stopped it.
    """
    rows = [row for one in corpora if one.compared for row in _rows(one, work)]
    notes = [f"{escaped(one.name)}: {_told(one)}." for one in corpora]
    head = ("corpus", "role", "weight", *FACTORS, "largest change", "Δ τ")
    title = "Lo & Wu: how the ranking of systems hangs on each weight"
    return ValueTable("lo-wu-sensitivity", title, " ".join([SAID, *notes]), head, tuple(rows), FIGURES)


def _told(one: Framed) -> str:
    systems = len(_systems(one))
    if not systems:
        return "no frames"
    if systems == 1:
        return "1 system, which has no ranking"
    return f"{counted(systems * (systems - 1) // 2, 'pair')} of {counted(systems, 'system')}"


def _systems(one: Framed) -> list[str]:
    return list(dict.fromkeys(compared.system for compared in one.compared))


def _rows(one: Framed, work: Work) -> Iterator[tuple[Value, ...]]:
    stacked, names = Stacked(one.compared), _systems(one)
    rows = np.array([names.index(compared.system) for compared in one.compared])

    def of_systems(weights: Floats) -> Floats:
        """Shape (systems,)."""
        means: Floats = np.bincount(rows, stacked.scores(weights)) / np.bincount(rows)
        return means

    base = one.unsupervised()
    before, ranking = of_systems(base), one.ranking if one.judged else None
    followed = None if ranking is None else ranking.of_weights(base)
    for place, name in enumerate(NAMES):
        work.step("Changing weights", place, len(NAMES))
        changed = {factor: np.where(np.arange(len(NAMES)) == place, factor * base, base) for factor in FACTORS.values()}
        after = {factor: of_systems(weights) for factor, weights in changed.items()}
        follows = None if ranking is None else ranking.of_weights(changed[0.0])
        yield (
            *(one.name, name, float(base[place])),
            *(_moved(before, after[factor]) if len(names) > 1 else None for factor in FACTORS.values()),
            float(np.abs(after[0.0] - before).max()),
            None if follows is None or followed is None else follows - followed,
        )


def _moved(before: Floats, after: Floats) -> int:
    """How many pairs of systems stand in another order, ties among them."""
    one, two = np.triu_indices(len(before), 1)
    return int((_order(before, one, two) != _order(after, one, two)).sum())


def _order(scores: Floats, one: Places, two: Places) -> Floats:
    return np.sign((scores[one] - scores[two]).round(12))
