"""Today's measures by system: correlations with bounds, and soft pairwise accuracy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from meantree.evaluation.correlations import Correlation
from meantree.evaluation.measures.measured import Measured
from meantree.evaluation.measures.pairs import Floats
from meantree.evaluation.measures.soft_pairwise import sign_matrix, soft_pairwise_accuracy
from meantree.evaluation.measures.system_level import system_bounds, system_correlation
from meantree.evaluation.significance import interval
from meantree.evaluation.table_figures import Marks
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.chance import CHANCE, SAID, mean_of_chance, of_chance
from meantree.experiments.notes import note_of
from meantree.experiments.rated import LENGTHS, Rated, row_means
from meantree.experiments.study import Options
from meantree.experiments.system_samples import system_samples
from meantree.experiments.undefined import Reasons
from meantree.work import Work

KINDS: Final[dict[str, Correlation]] = {"system r": "pearson", "system ρ": "spearman", "system τ-b": "kendall"}
SPA: Final = "SPA"
SIGNS: Final = 1000
"""Permutations of soft pairwise accuracy at most, as many as its authors take: they are held in memory at once."""
HEAD: Final = (
    *("corpus", "metric", "systems"),
    *(f"{name}{bound}" for name in KINDS for bound in ("", " low", " high")),
    SPA,
)


def spa_signs(rated: Rated, options: Options) -> Floats:
    """The signs of soft pairwise accuracy; the same for all metrics."""
    return sign_matrix(rated.human.shape[1], spa_permutations(options), options.seed)


def spa_permutations(options: Options) -> int:
    """How many they are."""
    return min(options.permutations, SIGNS)


def system_table(all_rated: Sequence[Rated], options: Options, work: Work) -> ValueTable:
    """A row for each corpus and metric, or sentinel, and chance.

    Raises:
        Cancelled: if the user stopped it.
    """
    reasons = Reasons()
    rows = [row for one in all_rated for row in _rows(one, options, reasons, work)]
    said = (
        "r, ρ, τ-b: scores of systems, each metric's own, with mean ratings; low, high: 95 % of "
        f"{options.resamples:,} bootstrap samples of the segments. SPA: soft pairwise accuracy, p from "
        f"{spa_permutations(options):,} permutations of segment scores, ties count half. {SAID}"
    )
    title = "Systems: how metrics follow ratings"
    figure = Marks((3, 6, 9, 12), "by system", by=1)
    return ValueTable("measures-systems", title, note_of(said, (), reasons.told(HEAD)), HEAD, tuple(rows), (figure,))


def _rows(rated: Rated, options: Options, reasons: Reasons, work: Work) -> Iterator[tuple[Value, ...]]:
    people, lengths, signs = rated.human_systems, rated.lengths(), spa_signs(rated, options)
    whole = {**rated.system_scores, **{name: row_means(lengths[name]) for name in LENGTHS}}
    samples = system_samples(rated, options.resamples, options.seed, work)
    for name, scores in {**rated.scores, **lengths}.items():
        cells: list[Value] = []
        for column, kind in KINDS.items():
            found = system_correlation(people, whole[name], kind)
            cells.append(reasons.value(rated.name, name, column, found))
            defined = found.value is not None
            cells += system_bounds(samples.human, samples.scores[name], kind) if defined else (None, None)
        accuracy = soft_pairwise_accuracy(rated.human, scores, signs)
        yield rated.name, name, len(rated.systems), *cells, reasons.value(rated.name, name, SPA, accuracy)
    yield rated.name, CHANCE, len(rated.systems), *_chance(rated, people, signs, options, work)


def _chance(rated: Rated, people: Floats, signs: Floats, options: Options, work: Work) -> Iterator[Value]:
    for kind in KINDS.values():
        values = of_chance(rated, options, work, _correlated(people, kind))
        yield from (mean_of_chance(values), *interval(values))
    yield mean_of_chance(of_chance(rated, options, work, lambda one: soft_pairwise_accuracy(rated.human, one, signs)))


def _correlated(people: Floats, kind: Correlation) -> Callable[[Floats], Measured]:
    return lambda scores: system_correlation(people, row_means(scores), kind)
