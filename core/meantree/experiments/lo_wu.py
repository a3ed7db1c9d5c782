"""Weights of roles learned from ratings and taken from frequencies (Lo & Wu 2012, tables 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree.evaluation.compared_frames import NAMES, Floats
from meantree.evaluation.held_out_weights import FOLDS, HeldOut, cross_validated
from meantree.evaluation.supervised_weights import Trained, train, weights_array
from meantree.evaluation.table_figures import Marks
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.framed import Framed, framed
from meantree.experiments.lo_wu_matches import matches_table
from meantree.experiments.lo_wu_sensitivity import sensitivity_table
from meantree.experiments.notes import note_of
from meantree.experiments.study import Options, Study
from meantree.metrics.frames.role_weights import PREDICATE, Method
from meantree.work import Work

METRICS: Final = {one.casefold(): one for one in ("NIST", "METEOR", "TER", "PER", "BLEU", "CDER", "WER")}
"""The rows of the paper's table 3, by spec."""
PAPERS: Final = ("GALE-A", "GALE-B", "WMT12")
"""The paper's data, whose numbers stand beside."""
PAPER_DEVIATIONS: Final[Mapping[str, tuple[float | None, ...]]] = {
    "agent": (-0.09, -0.05, 0.03),
    "patient": (0.23, 0.05, 0.02),
    "benefactive": (0.02, 0.04, -0.01),
    "temporal": (0.11, 0.08, 0.03),
    "locative": (-0.05, -0.05, -0.07),
    "purpose": (-0.01, 0.03, -0.01),
    "manner": (-0.01, 0.0, -0.01),
    "degree": (-0.02, 0.0, -0.01),
    "modal": (None, 0.04, 0.01),
    "negation": (None, 0.01, -0.01),
    "other": (-0.12, 0.05, -0.01),
    "predicate (i)": (0.16, 0.16, 0.31),
    "predicate (ii)": (0.02, 0.01, 0.01),
}
HELD_OUT, LEARNED, UNSUPERVISED, UNIFORM = "supervised, held out", "supervised, seen", "unsupervised", "uniform"
PAPER_CORRELATIONS: Final[Mapping[str, tuple[float, ...]]] = {
    HELD_OUT: (0.49, 0.27, 0.29),
    UNSUPERVISED: (0.42, 0.23, 0.20),
    "nist": (0.29, 0.09, 0.12),
    "meteor": (0.20, 0.21, 0.22),
    "ter": (0.20, 0.10, 0.12),
    "per": (0.20, 0.07, 0.02),
    "bleu": (0.20, 0.12, 0.01),
    "cder": (0.12, 0.10, 0.14),
    "wer": (0.10, 0.11, 0.17),
}
SAID_OF_WEIGHTS: Final = (
    "Weights scaled so that those of the roles that references have sum to 1. Unsupervised: relative frequency in the "
    "references; predicate (i) as a role, (ii) a quarter of the agent. Supervised: highest Kendall's τ with ratings. "
    "Deviation: unsupervised less supervised; low, high: extremes of those learned without one of "
    f"{FOLDS} parts of the segments. The last columns are the paper's deviations, tables 1 and 2."
)
SAID_OF_CORRELATIONS: Final = (
    "Kendall's τ-b with ratings in the mean over sources, or over all translations where each source has one. Held "
    f"out: cross-validated, {FOLDS} parts of the segments; seen: on the data that weights were learned on. Error rates "
    "turned. The last columns are the paper's table 3."
)


@dataclass(frozen=True, slots=True, eq=False)
class _Learned:
    """What ratings of one corpus teach; None where they teach nothing, and why."""

    seen: Trained | None = None
    held_out: HeldOut | None = None
    why: str = ""


def lo_wu_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Four tables: weights, correlations, sensitivity to weights, and what matched in an example.

    Raises:
        UsageError: if no translation has frames, or a corpus has too few ratings.
        Cancelled: if the user stopped it.
    """
    specs = tuple(dict.fromkeys((*METRICS, *options.metrics)))
    corpora = framed(study, specs, work)
    learned = [_learned(one, options, work) for one in corpora]
    why = " ".join(
        f"{escaped(one.name)}: nothing learned, {found.why}."
        for one, found in zip(corpora, learned, strict=True)
        if found.why
    )
    pairs = list(zip(corpora, learned, strict=True))
    return [
        ValueTable(
            "lo-wu-weights",
            "Lo & Wu: weights of roles, unsupervised against supervised",
            note_of(SAID_OF_WEIGHTS, corpora, why),
            ("corpus", "role", UNSUPERVISED, "supervised", "supervised low", "supervised high", "deviation", *PAPERS),
            tuple(row for one, found in pairs for row in _weight_rows(one, found)),
            (Marks((2, 3), "weight, roles sum to 1", by=1),),
        ),
        ValueTable(
            "lo-wu-correlations",
            "Lo & Wu: how scores follow ratings",
            note_of(SAID_OF_CORRELATIONS, corpora, why),
            ("weights or metric", *(one.name for one in corpora), *PAPERS),
            tuple(_correlation_rows(pairs, specs)),
            (Marks(tuple(range(1, 1 + len(corpora))), "Kendall's τ-b"),),
        ),
        sensitivity_table(corpora, work),
        matches_table(study, corpora, work),
    ]


def _learned(one: Framed, options: Options, work: Work) -> _Learned:
    if not one.judged:
        return _Learned(why="no rated translation has frames")
    try:
        seen = train(one.judged, seed=options.seed, grouping=one.grouping, work=work)
    except UsageError as error:
        return _Learned(why=str(error))
    try:
        return _Learned(seen, cross_validated(one.judged, seed=options.seed, grouping=one.grouping, work=work))
    except UsageError as error:
        return _Learned(seen, why=f"without a part, {error}")


def _weight_rows(one: Framed, learned: _Learned) -> Iterator[tuple[Value, ...]]:
    if not one.compared:
        return
    counted = one.counts
    there = np.array([counted[name] > 0 for name in NAMES])
    supervised = _scaled(weights_array(learned.seen.weights), there) if learned.seen else None
    learned_parts = learned.held_out.parts if learned.held_out else ()
    parts = [_scaled(weights_array(part.weights), there) for part in learned_parts]
    for name, row, method in _roles():
        place = NAMES.index(row)
        if row != PREDICATE and not counted[row]:  # nothing was seen of it, so neither weight says anything
            yield one.name, name, *([None] * 5), *PAPER_DEVIATIONS[name]
            continue
        frequency = float(one.unsupervised(method)[place])
        found = None if supervised is None else float(supervised[place])
        known = [float(part[place]) for part in parts if part is not None]
        yield (
            *(one.name, name, frequency, found),
            *((min(known), max(known)) if known else (None, None)),
            None if found is None else frequency - found,
            *PAPER_DEVIATIONS[name],
        )


def _roles() -> Iterator[tuple[str, str, Method]]:
    """The rows: how they are called, what they are, and by which method the predicate is weighed."""
    predicate, *roles = NAMES
    for role in roles:
        yield role, role, "ii"
    yield f"{predicate} (i)", predicate, "i"
    yield f"{predicate} (ii)", predicate, "ii"


def _scaled(weights: Floats, there: NDArray[np.bool_]) -> Floats | None:
    """Roles that are there sum to 1; None where all of them weigh nothing. A factor changes no score.

    Of roles that no reference has nothing is learned, so what they weigh must not make others lighter.
    """
    total = weights[1:][there[1:]].sum()
    return weights / total if total > 0 else None


def _correlation_rows(pairs: Sequence[tuple[Framed, _Learned]], specs: Sequence[str]) -> Iterator[tuple[Value, ...]]:
    columns = [_correlations(one, learned, specs) for one, learned in pairs]
    for row in (HELD_OUT, LEARNED, UNSUPERVISED, UNIFORM, *specs):
        beside = PAPER_CORRELATIONS.get(row, (None,) * len(PAPERS))
        yield METRICS.get(row, row), *(column.get(row) for column in columns), *beside


def _correlations(one: Framed, learned: _Learned, specs: Sequence[str]) -> Mapping[str, float | None]:
    if not one.judged:
        return {}
    ranking = one.ranking
    found = {
        HELD_OUT: learned.held_out.correlation if learned.held_out else None,
        LEARNED: learned.seen.correlation if learned.seen else None,
        UNSUPERVISED: ranking.of_weights(one.unsupervised()),
        UNIFORM: ranking.of_weights(np.ones(len(NAMES))),
    }
    for spec in specs:
        sign = 1 if one.table.metrics[spec].higher_is_better else -1
        scores = [one.table.segment_score(judged.compared.system, spec, judged.compared.place) for judged in one.judged]
        found[spec] = ranking.of_scores(sign * np.array(scores, dtype=np.float64))
    return found
