"""Tables of predictions: ρ by sentence, pairwise consistency, tie-aware ρ by system (Padó et al. 2009, table 1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.escaping import escaped
from meantree.evaluation.measures.consistency import Part, consistency
from meantree.evaluation.measures.correlation import correlated
from meantree.evaluation.measures.measured import Measured, undefined
from meantree.evaluation.measures.tie_aware import first_places, tie_aware_rho, tie_frequency
from meantree.evaluation.table_figures import Marks
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.notes import note_of
from meantree.experiments.pado.differences import differences_table
from meantree.experiments.pado.features import Featured, featured
from meantree.experiments.pado.robin import all_scores
from meantree.experiments.rated import Rated
from meantree.experiments.study import Options, Study
from meantree.experiments.undefined import Reasons
from meantree.work import Work

Floats = NDArray[np.float64]
ROBIN: Final = "Models (…-r) are trained on the ratings of all other corpora."
PARTS: Final[tuple[Part, ...]] = ("all", "best", "worst")


def pado_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """ρ by sentence with tests of differences, consistency, and tie-aware ρ by system; a column for each corpus.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
        Cancelled: if the user stopped it.
    """
    scores, lost = all_scores(study, work)
    corpora = featured(study, work)
    tables = [_sentences(corpora, scores), _consistency(corpora, scores), _systems(corpora, scores)]
    told = [replace(table, note=" ".join((table.note, *lost))) for table in tables]
    return [told[0], differences_table(corpora, scores, options, work), *told[1:]]


def _sentences(corpora: Sequence[Featured], scores: Sequence[Mapping[str, Floats]]) -> ValueTable:
    def rho(one: Rated, values: Floats) -> Measured:
        return correlated(one.human, values, "spearman")

    note = f"Spearman's ρ of segment scores with ratings, over all translations. {ROBIN}"
    head = ("metric", *(one.name for one in corpora), "mean")
    figures = (Marks(tuple(range(1, len(head))), "Spearman's ρ"),)
    title = "Round robin: sentences"
    table = ValueTable("pado-sentences", title, note, head, (), figures)
    return _filled(table, "ρ", corpora, scores, [rho], mean=True)


def _consistency(corpora: Sequence[Featured], scores: Sequence[Mapping[str, Floats]]) -> ValueTable:
    def of(part: Part) -> Callable[[Rated, Floats], Measured]:
        return lambda one, values: consistency(one.human, values, part)

    note = (
        "The share of pairs of one source that scores order as ratings do, where these differ; ties of a metric are "
        "wrong. best, worst: pairs with a translation that is rated best or worst of its source."
    )
    head = ("metric", *(f"{one.name}{_named(part)}" for one in corpora for part in PARTS))
    measures = [of(part) for part in PARTS]
    figures = tuple(
        Marks(tuple(range(place, len(head), len(PARTS))), f"share of pairs{_of_extreme(part)}", part, base=0.5)
        for place, part in enumerate(PARTS, start=1)
    )
    title = "Round robin: pairwise consistency"
    table = ValueTable("pado-consistency", title, note, head, (), figures)
    return _filled(table, "consistency", corpora, scores, measures)


def _named(part: Part) -> str:
    return "" if part == "all" else f" {part}"


def _of_extreme(part: Part) -> str:
    return "" if part == "all" else f" with the {part}"


def _systems(corpora: Sequence[Featured], scores: Sequence[Mapping[str, Floats]]) -> ValueTable:
    frequencies = {one.name: ties_elsewhere(corpora, place) for place, one in enumerate(corpora)}

    def rho(one: Rated, values: Floats) -> Measured:
        return _tie_aware(one, values, frequencies[one.name])[0]

    def epsilon(one: Rated, values: Floats) -> Measured:
        found, chosen = _tie_aware(one, values, frequencies[one.name])
        return found if chosen is None else Measured(chosen)

    told = ", ".join(
        f"{escaped(name)} {frequency:.1%}" for name, frequency in frequencies.items() if frequency is not None
    )
    note = (
        "Spearman's ρ of the shares of segments in which each system is best or at most ε worse, by scores and by "
        f"ratings; ε ties as many first places as the other corpora's ratings do{f' ({told})' if told else ''}."
    )
    head = ("metric", *(f"{one.name}{letter}" for one in corpora for letter in ("", " ε")))
    figures = (Marks(tuple(range(1, len(head), 2)), "Spearman's ρ, tie-aware"),)
    table = ValueTable("pado-systems", "Round robin: systems", note, head, (), figures)
    return _filled(table, "ρ", corpora, scores, [rho, epsilon])


def _tie_aware(one: Rated, values: Floats, frequency: float | None) -> tuple[Measured, float | None]:
    if frequency is None:
        return undefined("other corpora have one system for each source"), None
    found = tie_aware_rho(first_places(one.human), values, frequency)
    return found.rho, found.epsilon


def ties_elsewhere(corpora: Sequence[Featured], left: int) -> float | None:
    """How often people tie for the first place in the corpora that are trained on, in [0, 1]; None if nowhere asked."""
    found = []
    for place, one in enumerate(corpora):
        frequency = tie_frequency(one.rated.human)
        if place != left and frequency is not None:
            found.append((frequency, int((one.rated.known.sum(axis=0) > 1).sum())))
    return float(np.average([one for one, _ in found], weights=[many for _, many in found])) if found else None


def _filled(
    table: ValueTable,
    column: str,
    corpora: Sequence[Featured],
    scores: Sequence[Mapping[str, Floats]],
    measures: Sequence[Callable[[Rated, Floats], Measured]],
    *,
    mean: bool = False,
) -> ValueTable:
    """Return the table with a row for each metric, a column for each corpus and measure.

    ``column`` is what may be undefined; the note says why.
    """
    reasons, rows = Reasons(), []
    for metric in scores[0]:
        found = [
            reasons.value(one.name, metric, column, measure(one.rated, values[metric]))
            for one, values in zip(corpora, scores, strict=True)
            for measure in measures
        ]
        rows.append((metric, *found, *([mean_of(found)] if mean else [])))
    return replace(table, note=note_of(table.note, corpora, reasons.told([column])), rows=tuple(rows))


def mean_of(values: Sequence[Value]) -> float | None:
    """Over the corpora; None if one is undefined."""
    numbers = [one for one in values if isinstance(one, float)]
    return float(np.mean(numbers)) if len(numbers) == len(values) else None
