"""Weights of roles learned from ratings and taken from frequencies (Lo & Wu 2012, tables 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.evaluation.compared_frames import WEIGHT_NAMES, ComparedFrames, StackedFrames
from meantree.evaluation.measured import Floats, Places
from meantree.evaluation.role_weight_training import (
    FOLDS,
    HeldOut,
    TrainedWeights,
    cross_validate,
    train,
    weights_array,
)
from meantree.evaluation.value_table import DotPlot, Value, ValueTable
from meantree.experiments.framed_corpora import BLEU, FramedCorpus, framed_corpora
from meantree.experiments.study import Options, Study
from meantree.experiments.table_notes import table_note
from meantree.metrics.bleu import ORDER
from meantree.metrics.role_weights import PREDICATE, Method
from meantree.work import Work

FACTORS: Final = {"left out": 0.0, "halved": 0.5, "doubled": 2.0}
"""What a weight is multiplied by."""
FIGURES: Final = (
    DotPlot((3, 4, 5), "pairs of systems in another order", "order", by=1),
    DotPlot((6, 7), "when the weight is left out", "change", by=1),
)
SAID_OF_SENSITIVITY: Final = (
    "One weight after the other is changed, from unsupervised ones: how many pairs of systems come in another order "
    "when it is left out, halved or doubled; largest change: of a system's score, when it is left out; Δ τ: of "
    "Kendall's τ-b with ratings, by segment, when it is left out. Scores of systems are means over segments."
)


def sensitivity_table(corpora: Sequence[FramedCorpus], work: Work) -> ValueTable:
    """A row for each corpus and role.

    Raises:
        Cancelled: if the user stopped it.
    """
    rows = [row for one in corpora if one.compared for row in _rows_of_sensitivity(one, work)]
    notes = [f"{escaped(one.name)}: {_told(one)}." for one in corpora]
    head = ("corpus", "role", "weight", *FACTORS, "largest change", "Δ τ")
    title = "Lo & Wu: how the ranking of systems hangs on each weight"
    return ValueTable("lo-wu-sensitivity", title, " ".join([SAID_OF_SENSITIVITY, *notes]), head, tuple(rows), FIGURES)


def _told(one: FramedCorpus) -> str:
    systems = len(_systems(one))
    if not systems:
        return "no frames"
    if systems == 1:
        return "1 system, which has no ranking"
    return f"{counted(systems * (systems - 1) // 2, 'pair')} of {counted(systems, 'system')}"


def _systems(one: FramedCorpus) -> list[str]:
    return list(dict.fromkeys(compared.system for compared in one.compared))


def _rows_of_sensitivity(one: FramedCorpus, work: Work) -> Iterator[tuple[Value, ...]]:
    stacked, names = StackedFrames(one.compared), _systems(one)
    rows = np.array([names.index(compared.system) for compared in one.compared])

    def of_systems(weights: Floats) -> Floats:
        """Shape (systems,)."""
        means: Floats = np.bincount(rows, stacked.scores(weights)) / np.bincount(rows)
        return means

    base = one.unsupervised()
    before, ranking = of_systems(base), one.ranking if one.judged else None
    followed = None if ranking is None else ranking.of_weights(base)
    for place, name in enumerate(WEIGHT_NAMES):
        work.step("Changing weights", place, len(WEIGHT_NAMES))
        changed = {
            factor: np.where(np.arange(len(WEIGHT_NAMES)) == place, factor * base, base) for factor in FACTORS.values()
        }
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


STM = f"stm:d={ORDER}"
COUNTED: Final = (
    *(f"{size}-grams" for size in range(1, ORDER + 1)),
    *(f"subtrees of depth {depth}" for depth in range(1, ORDER + 1)),
)
SAID_OF_MATCHES: Final = (
    "Two translations about which BLEU and people disagree most, of one source where there are several: matched parts "
    "of each. A role counts as much of it as matched. The paper's example, useful against less useful: n-grams 15 4 1 "
    "0 against 15 4 3 1, subtrees 35 6 1 0 against 34 8 2 0, predicates 2 against 0, arguments 1 against 0."
)


def matches_table(study: Study, corpora: Sequence[FramedCorpus], work: Work) -> ValueTable:
    """A column for what people find useful, and one for what they do not, of each corpus.

    Raises:
        Cancelled: if the user stopped it.
    """
    rows = [row for one in corpora if len(one.compared) > 1 for row in _rows_of_matches(study, one, work)]
    notes = [
        f"{escaped(one.name)}: without ratings, by scores of frames in their place."
        for one in corpora
        if one.compared and not one.judged
    ]
    title = "Lo & Wu: what matches in a useful translation and in one that is less so"
    head = ("corpus", "what matches", "more useful", "less useful")
    figure = DotPlot((2, 3), "matched", by=1)
    return ValueTable("lo-wu-matches", title, " ".join([SAID_OF_MATCHES, *notes]), head, tuple(rows), (figure,))


def _rows_of_matches(study: Study, one: FramedCorpus, work: Work) -> Iterator[tuple[Value, ...]]:
    pair, corpus = clearest_example(one), one.table.corpus
    segments = [corpus.segments[found.place] for found in pair]
    yield one.name, "segment", *(segment.key for segment in segments)
    yield one.name, "system", *(found.system for found in pair)
    yield (
        one.name,
        "translation",
        *(segment.hypotheses[found.system].text for segment, found in zip(segments, pair, strict=True)),
    )
    yield one.name, "reference", *(next(iter(segment.references.values())).text for segment in segments)
    counts = [_matched(study, corpus, found, work) for found in pair]
    for row, name in enumerate(COUNTED):
        yield one.name, name, *(count[row] for count in counts)
    for name, columns in (("predicates", slice(0, 1)), ("arguments", slice(1, None))):
        yield one.name, name, *(float(found.hypothesis.credited[:, columns].sum()) for found in pair)


def clearest_example(one: FramedCorpus) -> tuple[ComparedFrames, ComparedFrames]:
    """The more and the less useful of two translations that BLEU orders the other way round, as clearly as can be.

    Of one source if there are two that people find differently good; else those with the largest and the smallest
    difference of rating and BLEU, both standardised.
    """
    people, found = _people(one)
    scores = [one.table.segment_score(this.system, BLEU, this.place) for this in found]
    bleu = _standardised(np.array(scores, dtype=np.float64))
    sources: dict[int, list[int]] = {}
    for number, this in enumerate(found):
        sources.setdefault(this.place, []).append(number)
    best, chosen = -np.inf, None
    for numbers in map(np.array, sources.values()):
        better, worse = (np.subtract.outer(values[numbers], values[numbers]) for values in (people, bleu))
        # Rounded, so that of equals the first is taken.
        clear = np.where(better > 0, np.minimum(better, -worse).round(9), -np.inf)
        if clear.max() > best:
            first, second = np.unravel_index(int(np.argmax(clear)), clear.shape)
            best, chosen = float(clear.max()), (int(numbers[first]), int(numbers[second]))
    if chosen is None:
        gaps = (people - bleu).round(9)
        chosen = int(np.argmax(gaps)), int(np.argmin(gaps))
    return found[chosen[0]], found[chosen[1]]


def _people(one: FramedCorpus) -> tuple[Floats, Sequence[ComparedFrames]]:
    """What people say of translations, standardised, or, where nobody rated any, their frames."""
    if one.judged:
        return _standardised(np.array([this.rating for this in one.judged])), [this.compared for this in one.judged]
    scored = [this for this in one.compared if one.table.segment_score(this.system, BLEU, this.place) is not None]
    return _standardised(StackedFrames(scored).scores(one.unsupervised())), scored


def _standardised(values: Floats) -> Floats:
    spread = values.std()
    standard: Floats = (values - values.mean()) / (spread if spread > 0 else 1.0)
    return standard


def _matched(study: Study, corpus: Corpus, found: ComparedFrames, work: Work) -> list[Value]:
    """How many n-grams and subtrees match, in the order of :data:`COUNTED`; None where a text cannot be scored."""
    segment = corpus.segments[found.place]
    alone = replace(segment, hypotheses={found.system: segment.hypotheses[found.system]})
    table = study.table(replace(corpus, segments=(alone,), systems=(found.system,)), (BLEU, STM), work)
    cells: list[Value] = []
    for spec, places in ((BLEU, slice(2, 2 + ORDER)), (STM, slice(0, ORDER))):
        row = table.columns[found.system, spec].row(0)
        cells += [None] * ORDER if row is None else [int(count) for count in row[places]]
    return cells


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

    seen: TrainedWeights | None = None
    held_out: HeldOut | None = None
    why: str = ""


def lo_wu_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Four tables: weights, correlations, sensitivity to weights, and what matched in an example.

    Raises:
        UsageError: if no translation has frames, or a corpus has too few ratings.
        Cancelled: if the user stopped it.
    """
    specs = tuple(dict.fromkeys((*METRICS, *options.metrics)))
    corpora = framed_corpora(study, specs, work)
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
            table_note(SAID_OF_WEIGHTS, corpora, why),
            ("corpus", "role", UNSUPERVISED, "supervised", "supervised low", "supervised high", "deviation", *PAPERS),
            tuple(row for one, found in pairs for row in _weight_rows(one, found)),
            (DotPlot((2, 3), "weight, roles sum to 1", by=1),),
        ),
        ValueTable(
            "lo-wu-correlations",
            "Lo & Wu: how scores follow ratings",
            table_note(SAID_OF_CORRELATIONS, corpora, why),
            ("weights or metric", *(one.name for one in corpora), *PAPERS),
            tuple(_correlation_rows(pairs, specs)),
            (DotPlot(tuple(range(1, 1 + len(corpora))), "Kendall's τ-b"),),
        ),
        sensitivity_table(corpora, work),
        matches_table(study, corpora, work),
    ]


def _learned(one: FramedCorpus, options: Options, work: Work) -> _Learned:
    if not one.judged:
        return _Learned(why="no rated translation has frames")
    try:
        seen = train(one.judged, seed=options.seed, grouping=one.grouping, work=work)
    except UsageError as error:
        return _Learned(why=str(error))
    try:
        return _Learned(seen, cross_validate(one.judged, seed=options.seed, grouping=one.grouping, work=work))
    except UsageError as error:
        return _Learned(seen, why=f"without a part, {error}")


def _weight_rows(one: FramedCorpus, learned: _Learned) -> Iterator[tuple[Value, ...]]:
    if not one.compared:
        return
    counted = one.counts
    there = np.array([counted[name] > 0 for name in WEIGHT_NAMES])
    supervised = _scaled(weights_array(learned.seen.weights), there) if learned.seen else None
    learned_parts = learned.held_out.parts if learned.held_out else ()
    parts = [_scaled(weights_array(part.weights), there) for part in learned_parts]
    for name, row, method in _roles():
        place = WEIGHT_NAMES.index(row)
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
    predicate, *roles = WEIGHT_NAMES
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


def _correlation_rows(
    pairs: Sequence[tuple[FramedCorpus, _Learned]], specs: Sequence[str]
) -> Iterator[tuple[Value, ...]]:
    columns = [_correlations(one, learned, specs) for one, learned in pairs]
    for row in (HELD_OUT, LEARNED, UNSUPERVISED, UNIFORM, *specs):
        beside = PAPER_CORRELATIONS.get(row, (None,) * len(PAPERS))
        yield METRICS.get(row, row), *(column.get(row) for column in columns), *beside


def _correlations(one: FramedCorpus, learned: _Learned, specs: Sequence[str]) -> Mapping[str, float | None]:
    if not one.judged:
        return {}
    ranking = one.ranking
    found = {
        HELD_OUT: learned.held_out.correlation if learned.held_out else None,
        LEARNED: learned.seen.correlation if learned.seen else None,
        UNSUPERVISED: ranking.of_weights(one.unsupervised()),
        UNIFORM: ranking.of_weights(np.ones(len(WEIGHT_NAMES))),
    }
    for spec in specs:
        sign = 1 if one.table.metrics[spec].higher_is_better else -1
        scores = [one.table.segment_score(judged.compared.system, spec, judged.compared.place) for judged in one.judged]
        found[spec] = ranking.of_scores(sign * np.array(scores, dtype=np.float64))
    return found
