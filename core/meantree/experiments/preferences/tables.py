"""Consistency with preferences, tie-aware ρ by system, and who is more consistent (Padó et al. 2009, table 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.escaping import escaped
from meantree.evaluation.corrections import TOLD, corrected_by
from meantree.evaluation.measures.consistency import Part, extreme, preference_consistency
from meantree.evaluation.measures.measured import undefined
from meantree.evaluation.measures.tie_aware import TieAware, first_places, tie_aware_rho, tie_frequency
from meantree.evaluation.paired_tests import FLIPS, flips_p
from meantree.evaluation.table_figures import Marks
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.notes import note_of
from meantree.experiments.preferences.data import Compared, compared
from meantree.experiments.preferences.robin import all_scores
from meantree.experiments.study import Options, Study
from meantree.experiments.trained_metrics import pairs_of
from meantree.experiments.undefined import Reasons
from meantree.work import Work

Floats = NDArray[np.float64]
Scores = Sequence[Mapping[str, Floats]]
DIFFERENCES: Final = "preferences-differences"
"""The table whose p come of :data:`~meantree.evaluation.paired_tests.FLIPS`, however many resamples are asked for."""
PARTS: Final[tuple[Part, ...]] = ("all", "best", "worst")


def preference_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Three tables, a column for each corpus.

    Raises:
        InputError: if a file of preferences cannot be read.
        UsageError: if there are not as many files as corpora, one corpus alone, or one with none of the preferences.
        Cancelled: if the user stopped it.
    """
    scores, lost = all_scores(study, work)
    corpora = compared(study, work)
    return [
        _consistency(corpora, scores, lost),
        _systems(corpora, scores, lost),
        _differences(corpora, scores, options, work),
    ]


def _consistency(corpora: Sequence[Compared], scores: Scores, lost: Sequence[str]) -> ValueTable:
    chosen = {part: [_part(one, part) for one in corpora] for part in PARTS}
    reasons, rows = Reasons(), []
    for metric in scores[0]:
        cells: list[Value] = []
        for part in PARTS:
            found = [
                reasons.value(one.name, metric, part, preference_consistency(one.joined.margins(values[metric])[kept]))
                for one, values, kept in zip(corpora, scores, chosen[part], strict=True)
            ]
            known = [value for value in found if value is not None]
            cells += [*found, float(np.mean(known)) if len(known) == len(found) else None]
        rows.append((metric, *cells))
    sizes = ", ".join(f"{escaped(one.name)} {len(one.joined):,}" for one in corpora)
    note = (
        f"The share of people's preferences ({sizes}) that scores order the same way; ties of a metric are wrong. "
        "Models (…-r) are trained on the preferences of all other corpora. best, worst: preferences with the "
        f"translation that won the largest or smallest share of its comparisons."
    )
    names = [one.name for one in corpora]
    head = ("metric", *(f"{name}{_named(part)}" for part in PARTS for name in (*names, "mean")))
    title, told = "Round robin: consistency with preferences", note_of(note, corpora, reasons.told(PARTS), *lost)
    many = len(names) + 1
    figures = tuple(
        Marks(tuple(range(first, first + many)), f"share of preferences{_of_extreme(part)}", part, base=0.5)
        for first, part in zip(range(1, len(head), many), PARTS, strict=True)
    )
    return ValueTable("preferences-consistency", title, told, head, tuple(rows), figures)


def _named(part: Part) -> str:
    return "" if part == "all" else f" {part}"


def _of_extreme(part: Part) -> str:
    return "" if part == "all" else f" with the {part}"


def _part(one: Compared, part: Part) -> NDArray[np.bool_]:
    """Which preferences are of a translation that people found best, or worst, of its source; shape (p,)."""
    if part == "all":
        return np.ones(len(one.joined), dtype=bool)
    among, found = extreme(one.shares, part), one.joined
    chosen: NDArray[np.bool_] = among[found.better, found.segments] | among[found.worse, found.segments]
    return chosen


def _systems(corpora: Sequence[Compared], scores: Scores, lost: Sequence[str]) -> ValueTable:
    frequencies = [_ties_elsewhere(corpora, place) for place in range(len(corpora))]
    people = [first_places(one.shares) for one in corpora]
    reasons, rows = Reasons(), []
    for metric in scores[0]:
        found = [
            _tie_aware(first, values[metric], frequency)
            for first, values, frequency in zip(people, scores, frequencies, strict=True)
        ]
        rhos = [reasons.value(one.name, metric, "ρ", each.rho) for one, each in zip(corpora, found, strict=True)]
        known = [value for value in rhos if value is not None]
        mean = float(np.mean(known)) if len(known) == len(rhos) else None
        rows.append((metric, *rhos, mean, *(each.epsilon for each in found)))
    told = ", ".join(
        f"{escaped(one.name)} {frequency:.1%}"
        for one, frequency in zip(corpora, frequencies, strict=True)
        if frequency is not None
    )
    note = (
        "Spearman's ρ of the shares of segments in which each system is best or at most ε worse, by scores and by "
        "preferences; by these a system is best if none won a larger share of its comparisons. ε ties as many first "
        f"places as the other corpora's preferences do ({told})."
    )
    names = [one.name for one in corpora]
    head = ("metric", *names, "mean", *(f"{name} ε" for name in names))
    why = note_of(note, corpora, reasons.told(["ρ"]), *lost)
    figure = Marks(tuple(range(1, len(names) + 2)), "Spearman's ρ, tie-aware")
    return ValueTable("preferences-systems", "Round robin: systems", why, head, tuple(rows), (figure,))


def _tie_aware(people: Floats, scores: Floats, frequency: float | None) -> TieAware:
    if frequency is None:
        return TieAware(undefined("other corpora have one system for each source"))
    return tie_aware_rho(people, scores, frequency)


def _ties_elsewhere(corpora: Sequence[Compared], left: int) -> float | None:
    """How often people tie for the first place in the corpora that are trained on, in [0, 1]."""
    found = [
        (frequency, len(one.joined.corpus.segments))
        for place, one in enumerate(corpora)
        if place != left and (frequency := tie_frequency(one.shares)) is not None
    ]
    return float(np.average([one for one, _ in found], weights=[many for _, many in found])) if found else None


def _differences(corpora: Sequence[Compared], scores: Scores, options: Options, work: Work) -> ValueTable:
    """Differences of consistency, tested by random signs of the segments' differences."""
    pairs = [pair for pair in pairs_of(options.metrics) if all(name in scores[0] for name in pair)]
    parts, cells = [], []
    for place, (one, values) in enumerate(zip(corpora, scores, strict=True)):
        work.step("Testing differences", place, len(corpora) + 1)
        parts.append(_by_segment(one, values, pairs))
        cells.append((parts[-1].sum(axis=0), flips_p(parts[-1], seed=options.seed)))
    work.step("Testing differences", len(corpora), len(corpora) + 1)
    together = np.concatenate(parts) / len(corpora)
    cells.append((together.sum(axis=0), flips_p(together, seed=options.seed)))
    cells = [(found, corrected_by(ps, options.correction)) for found, ps in cells]
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (" − ".join(pair), *(float(cell[place]) for both in cells for cell in both)) for place, pair in enumerate(pairs)
    )
    note = (
        "By how much the consistency of the first metric is above that of the second; mean: over corpora. p: "
        f"two-sided, from {FLIPS:,} random signs of the differences of whole segments, {TOLD[options.correction]}."
    )
    names = [*(one.name for one in corpora), "mean"]
    head = ("difference", *(f"{letter} {name}" for name in names for letter in ("Δ", "p")))
    columns, ps = tuple(range(1, len(head), 2)), tuple(range(2, len(head), 2))
    figure = Marks(columns, "difference of consistency", ps=ps)
    return ValueTable(DIFFERENCES, "Round robin: who is more consistent", note, head, rows, (figure,))


def _by_segment(one: Compared, scores: Mapping[str, Floats], pairs: Sequence[tuple[str, str]]) -> Floats:
    """What each segment adds to the difference of each pair, shape (segments, pairs)."""
    right = {name: one.joined.margins(scores[name]) > 0 for pair in pairs for name in pair}
    found = np.zeros((len(one.joined.corpus.segments), len(pairs)))
    for column, (first, second) in enumerate(pairs):
        gained = right[first].astype(np.float64) - right[second]
        np.add.at(found[:, column], one.joined.segments, gained / len(one.joined))
    return found
