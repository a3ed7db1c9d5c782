"""Weights of roles learned from ratings and taken from frequencies (Lo & Wu 2012, tables 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.frames import PREDICATE
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.evaluation.measured import Floats, minus
from meantree.evaluation.value_table import DotPlot, Value, ValueTable
from meantree.experiments.measured_tables import table_note
from meantree.experiments.rated import counts_errors, rated_part, turned_note
from meantree.experiments.study import Options, Study
from meantree.metrics.bleu import ORDER
from meantree.metrics.hmeant import Method, unsupervised_weights
from meantree.scoring.table import ScoreTable
from meantree.training.role_weight_training import (
    FOLDS,
    WEIGHT_NAMES,
    ComparedFrames,
    Grouping,
    HeldOut,
    RatedFrames,
    RatingFit,
    StackedFrames,
    TrainedWeights,
    annotated_frames,
    cross_validate,
    labelled_frames,
    train,
    weights_array,
    with_ratings,
)
from meantree.work import Work

FACTORS: Final = {"left out": 0.0, "halved": 0.5, "doubled": 2.0}
"""Factors of a changed weight, by column."""
FIGURES: Final = (
    DotPlot((3, 4, 5), "pairs of systems whose order changes", "order", by=1),
    DotPlot((6, 7), "when the weight is left out", "change", by=1),
)
SENSITIVITY_NOTE: Final = (
    "One unsupervised weight at a time is left out, halved or doubled. The first columns count the pairs of systems "
    "whose order changes; largest change: the largest change of a system's score when the weight is left out; Δ τ: the "
    "change of the segment-level Kendall's τ-b with ratings when the weight is left out. System scores are means over "
    "segments."
)


def sensitivity_table(corpora: Sequence[FramedCorpus], work: Work) -> ValueTable:
    """Return a row for each corpus and role; raise Cancelled if the user stopped it."""
    rows = [row for corpus in corpora if corpus.compared for row in _rows_of_sensitivity(corpus, work)]
    notes = [f"{escaped(corpus.name)}: {_ranking_size(corpus)}." for corpus in corpora]
    head = ("corpus", "role", "weight", *FACTORS, "largest change", "Δ τ")
    title = "Lo & Wu: sensitivity of the ranking of systems to each weight"
    return ValueTable("lo-wu-sensitivity", title, " ".join([SENSITIVITY_NOTE, *notes]), head, tuple(rows), FIGURES)


def _ranking_size(framed: FramedCorpus) -> str:
    systems = len(_systems(framed))
    if not systems:
        return "no frames"
    if systems == 1:
        return "only 1 system, so no ranking"
    return f"{counted(systems * (systems - 1) // 2, 'pair')} of {counted(systems, 'system')}"


def _systems(framed: FramedCorpus) -> list[str]:
    return list(dict.fromkeys(frames.system for frames in framed.compared))


def _rows_of_sensitivity(framed: FramedCorpus, work: Work) -> Iterator[tuple[Value, ...]]:
    stacked, names = StackedFrames(framed.compared), _systems(framed)
    rows = np.array([names.index(frames.system) for frames in framed.compared])

    def of_systems(weights: Floats) -> Floats:
        """Return mean scores, shape (systems,)."""
        means: Floats = np.bincount(rows, stacked.scores(weights)) / np.bincount(rows)
        return means

    base = framed.unsupervised()
    before, ranking = of_systems(base), framed.ranking if framed.judged else None
    followed = None if ranking is None else ranking.of_weights(base)
    for place, name in enumerate(WEIGHT_NAMES):
        work.step("Changing weights", place, len(WEIGHT_NAMES))
        changed = {
            factor: np.where(np.arange(len(WEIGHT_NAMES)) == place, factor * base, base) for factor in FACTORS.values()
        }
        after = {factor: of_systems(weights) for factor, weights in changed.items()}
        follows = None if ranking is None else ranking.of_weights(changed[0.0])
        yield (
            *(framed.name, name, float(base[place])),
            *(_reordered_pairs(before, after[factor]) if len(names) > 1 else None for factor in FACTORS.values()),
            float(np.abs(after[0.0] - before).max()),
            minus(follows, followed),
        )


def _reordered_pairs(before: Floats, after: Floats) -> int:
    """Return the number of system pairs whose order differs; ties count as a third order."""
    first, second = np.triu_indices(len(before), 1)
    orders = [np.sign((scores[first] - scores[second]).round(12)) for scores in (before, after)]
    return int((orders[0] != orders[1]).sum())


STM = f"stm:d={ORDER}"
COUNTED: Final = (
    *(f"{size}-grams" for size in range(1, ORDER + 1)),
    *(f"subtrees of depth {depth}" for depth in range(1, ORDER + 1)),
)
MATCHES_NOTE: Final = (
    "The matched parts of the two translations about which BLEU and people disagree most, of the same source where "
    "a source has several translations. A partially matched role counts in part. The paper's example, more useful "
    "against less useful: n-grams 15 4 1 0 against 15 4 3 1, subtrees 35 6 1 0 against 34 8 2 0, predicates 2 "
    "against 0, arguments 1 against 0."
)


def matches_table(study: Study, corpora: Sequence[FramedCorpus], work: Work) -> ValueTable:
    """Return the matches of a more useful and a less useful translation of each corpus, a column each."""
    rows = [row for corpus in corpora if len(corpus.compared) > 1 for row in _rows_of_matches(study, corpus, work)]
    notes = [
        f"{escaped(corpus.name)}: no ratings; frame scores are used in their place."
        for corpus in corpora
        if corpus.compared and not corpus.judged
    ]
    title = "Lo & Wu: matches in a more useful and a less useful translation"
    head = ("corpus", "what matches", "more useful", "less useful")
    figure = DotPlot((2, 3), "matched", by=1)
    return ValueTable("lo-wu-matches", title, " ".join([MATCHES_NOTE, *notes]), head, tuple(rows), (figure,))


def _rows_of_matches(study: Study, framed: FramedCorpus, work: Work) -> Iterator[tuple[Value, ...]]:
    pair, corpus = clearest_example(framed), framed.table.corpus
    segments = [corpus.segments[frames.place] for frames in pair]
    yield framed.name, "segment", *(segment.key for segment in segments)
    yield framed.name, "system", *(frames.system for frames in pair)
    yield (
        framed.name,
        "translation",
        *(segment.hypotheses[frames.system].text for segment, frames in zip(segments, pair, strict=True)),
    )
    yield framed.name, "reference", *(next(iter(segment.references.values())).text for segment in segments)
    counts = [_matched(study, corpus, frames, work) for frames in pair]
    for row, name in enumerate(COUNTED):
        yield framed.name, name, *(count[row] for count in counts)
    for name, columns in (("predicates", slice(0, 1)), ("arguments", slice(1, None))):
        yield framed.name, name, *(float(frames.hypothesis.credited[:, columns].sum()) for frames in pair)


def clearest_example(framed: FramedCorpus) -> tuple[ComparedFrames, ComparedFrames]:
    """Return two translations that ratings and BLEU order most clearly the opposite way, the more useful first.

    They have the same source if one source has two translations with different ratings; else they are those with the
    largest and the smallest difference of rating and BLEU, both standardised.
    """
    people, translations = _usefulness(framed)
    scores = [framed.table.segment_score(translation.system, BLEU, translation.place) for translation in translations]
    bleu = _standardised(np.array(scores, dtype=np.float64))
    sources: dict[int, list[int]] = {}
    for number, translation in enumerate(translations):
        sources.setdefault(translation.place, []).append(number)
    best, chosen = -np.inf, None
    for numbers in map(np.array, sources.values()):
        better, worse = (np.subtract.outer(values[numbers], values[numbers]) for values in (people, bleu))
        # Rounded, so that the first of equal pairs wins on every platform.
        clear = np.where(better > 0, np.minimum(better, -worse).round(9), -np.inf)
        if clear.max() > best:
            first, second = np.unravel_index(int(np.argmax(clear)), clear.shape)
            best, chosen = float(clear.max()), (int(numbers[first]), int(numbers[second]))
    if chosen is None:
        gaps = (people - bleu).round(9)
        chosen = int(np.argmax(gaps)), int(np.argmin(gaps))
    return translations[chosen[0]], translations[chosen[1]]


def _usefulness(framed: FramedCorpus) -> tuple[Floats, Sequence[ComparedFrames]]:
    """Return standardised ratings of translations, or scores of their frames if there are no ratings."""
    if framed.judged:
        return _standardised(np.array([translation.rating for translation in framed.judged])), [
            translation.compared for translation in framed.judged
        ]
    scored = [
        translation
        for translation in framed.compared
        if framed.table.segment_score(translation.system, BLEU, translation.place) is not None
    ]
    return _standardised(StackedFrames(scored).scores(framed.unsupervised())), scored


def _standardised(values: Floats) -> Floats:
    spread = values.std()
    standard: Floats = (values - values.mean()) / (spread if spread > 0 else 1.0)
    return standard


def _matched(study: Study, corpus: Corpus, frames: ComparedFrames, work: Work) -> list[Value]:
    """Count matched n-grams and subtrees, in the order of :data:`COUNTED`; None where a text cannot be scored."""
    segment = corpus.segments[frames.place]
    alone = replace(segment, hypotheses={frames.system: segment.hypotheses[frames.system]})
    table = study.table(replace(corpus, segments=(alone,), systems=(frames.system,)), (BLEU, STM), work)
    cells: list[Value] = []
    for spec, places in ((BLEU, slice(2, 2 + ORDER)), (STM, slice(0, ORDER))):
        row = table.columns[frames.system, spec].row(0)
        cells += [None] * ORDER if row is None else [int(count) for count in row[places]]
    return cells


METRICS: Final = {name.casefold(): name for name in ("NIST", "METEOR", "TER", "PER", "BLEU", "CDER", "WER")}
"""The rows of the paper's table 3, by spec."""
PAPERS: Final = ("GALE-A", "GALE-B", "WMT12")
"""The paper's data sets, columns for comparison."""
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
WEIGHTS_NOTE: Final = (
    "Weights are scaled so that those of the roles that occur in references sum to 1. Unsupervised: relative frequency "
    "in the references; the predicate's weight is (i) its own frequency, (ii) a quarter of the agent's. Supervised: "
    "trained for the highest Kendall's τ with ratings. Deviation: unsupervised minus supervised; low, high: extremes "
    f"of the weights trained without one of {FOLDS} parts of the segments. The last columns are the deviations in the "
    "paper's tables 1 and 2."
)
CORRELATIONS_NOTE: Final = (
    "Kendall's τ-b with ratings, in the mean over sources, or over all translations if each source has only one. Held "
    f"out: cross-validated over {FOLDS} parts of the segments; seen: on the training data. The sign of error rates is "
    "changed, so that higher is better. The last columns are the paper's table 3."
)


@dataclass(frozen=True, slots=True, eq=False)
class _Learned:
    """Weights learned from one corpus's ratings; None if none could be learned, with the reason."""

    seen: TrainedWeights | None = None
    held_out: HeldOut | None = None
    why: str = ""


def lo_wu_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return four tables: weights, correlations, sensitivity to weights, and the matches of an example.

    Raises:
        UsageError: if no translation has frames, or a corpus has too few ratings.
    """
    specs = tuple(dict.fromkeys((*METRICS, *options.metrics)))
    corpora = framed_corpora(study, specs, work)
    learned = [_learned(corpus, options, work) for corpus in corpora]
    why = " ".join(
        f"{escaped(corpus.name)}: no weights trained, {result.why}."
        for corpus, result in zip(corpora, learned, strict=True)
        if result.why
    )
    pairs = list(zip(corpora, learned, strict=True))
    return [
        ValueTable(
            "lo-wu-weights",
            "Lo & Wu: weights of roles, unsupervised against supervised",
            table_note(WEIGHTS_NOTE, corpora, why),
            ("corpus", "role", UNSUPERVISED, "supervised", "supervised low", "supervised high", "deviation", *PAPERS),
            tuple(row for corpus, result in pairs for row in _weight_rows(corpus, result)),
            (DotPlot((2, 3), "weight, roles sum to 1", by=1),),
        ),
        ValueTable(
            "lo-wu-correlations",
            "Lo & Wu: correlation of scores with ratings",
            table_note(CORRELATIONS_NOTE, corpora, why),
            ("weights or metric", *(corpus.name for corpus in corpora), *PAPERS),
            tuple(_correlation_rows(pairs, specs)),
            (DotPlot(tuple(range(1, 1 + len(corpora))), "Kendall's τ-b"),),
        ),
        sensitivity_table(corpora, work),
        matches_table(study, corpora, work),
    ]


def _learned(framed: FramedCorpus, options: Options, work: Work) -> _Learned:
    if not framed.judged:
        return _Learned(why="no rated translation has frames")
    try:
        seen = train(framed.judged, seed=options.seed, grouping=framed.grouping, work=work)
    except UsageError as error:
        return _Learned(why=str(error))
    try:
        return _Learned(seen, cross_validate(framed.judged, seed=options.seed, grouping=framed.grouping, work=work))
    except UsageError as error:
        return _Learned(seen, why=f"cross-validation: {error}")


def _weight_rows(framed: FramedCorpus, learned: _Learned) -> Iterator[tuple[Value, ...]]:
    if not framed.compared:
        return
    counted = framed.counts
    present = np.array([counted[name] > 0 for name in WEIGHT_NAMES])
    supervised = _scaled(weights_array(learned.seen.weights), present) if learned.seen else None
    learned_parts = learned.held_out.parts if learned.held_out else ()
    parts = [_scaled(weights_array(part.weights), present) for part in learned_parts]
    for name, row, method in _roles():
        place = WEIGHT_NAMES.index(row)
        if row != PREDICATE and not counted[row]:  # without an occurrence neither weight means anything
            yield framed.name, name, *([None] * 5), *PAPER_DEVIATIONS[name]
            continue
        frequency = float(framed.unsupervised(method)[place])
        weight = None if supervised is None else float(supervised[place])
        known = [float(part[place]) for part in parts if part is not None]
        yield (
            *(framed.name, name, frequency, weight),
            *((min(known), max(known)) if known else (None, None)),
            minus(frequency, weight),
            *PAPER_DEVIATIONS[name],
        )


def _roles() -> Iterator[tuple[str, str, Method]]:
    """Yield the rows: label, name of the weight, and the method that weights the predicate."""
    predicate, *roles = WEIGHT_NAMES
    for role in roles:
        yield role, role, "ii"
    yield f"{predicate} (i)", predicate, "i"
    yield f"{predicate} (ii)", predicate, "ii"


def _scaled(weights: Floats, present: NDArray[np.bool_]) -> Floats | None:
    """Scale the weights of the present roles to sum to 1; None if all are 0. A common factor changes no score.

    Nothing is learned about roles that no reference has, so their weights must not affect the scale.
    """
    total = weights[1:][present[1:]].sum()
    return weights / total if total > 0 else None


def _correlation_rows(
    pairs: Sequence[tuple[FramedCorpus, _Learned]], specs: Sequence[str]
) -> Iterator[tuple[Value, ...]]:
    columns = [_correlations(framed, learned, specs) for framed, learned in pairs]
    for row in (HELD_OUT, LEARNED, UNSUPERVISED, UNIFORM, *specs):
        published = PAPER_CORRELATIONS.get(row, (None,) * len(PAPERS))
        yield METRICS.get(row, row), *(column.get(row) for column in columns), *published


def _correlations(framed: FramedCorpus, learned: _Learned, specs: Sequence[str]) -> Mapping[str, float | None]:
    if not framed.judged:
        return {}
    ranking = framed.ranking
    correlations = {
        HELD_OUT: learned.held_out.correlation if learned.held_out else None,
        LEARNED: learned.seen.correlation if learned.seen else None,
        UNSUPERVISED: ranking.of_weights(framed.unsupervised()),
        UNIFORM: ranking.of_weights(np.ones(len(WEIGHT_NAMES))),
    }
    for spec in specs:
        sign = 1 if framed.table.metrics[spec].higher_is_better else -1
        scores = [
            framed.table.segment_score(judged.compared.system, spec, judged.compared.place) for judged in framed.judged
        ]
        correlations[spec] = ranking.of_scores(sign * np.array(scores, dtype=np.float64))
    return correlations


MEANT, BLEU = "meant", "bleu"


@dataclass(frozen=True, slots=True, eq=False)
class FramedCorpus:
    """One corpus.

    Attributes:
        table: scores of its translations by other metrics, by BLEU alone if there are no ratings; its corpus is the
            rated part, or the whole if nothing is rated.
        compared: the translations whose reference has frames.
        judged: those of them that have a rating (higher is better) and a score by every metric; empty without ratings.
        notes: the origin of the frames, and what was excluded, in sentences.
    """

    table: ScoreTable
    compared: tuple[ComparedFrames, ...]
    judged: tuple[RatedFrames, ...]
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        """Of the corpus."""
        return self.table.corpus.name

    @property
    def grouping(self) -> Grouping:
        """``item`` if a source has several judged translations, which are ranked; else ``none``, all are ranked."""
        places = [rated.compared.place for rated in self.judged]
        return "item" if len(set(places)) < len(places) else "none"

    @property
    def ranking(self) -> RatingFit:
        """Fit of scores to the ratings of the judged translations, by Kendall's τ-b."""
        return RatingFit(self.judged, "kendall", self.grouping)

    def unsupervised(self, method: Method = "ii") -> Floats:
        """Return relative frequencies in the references, shape (12,); see :func:`unsupervised_weights`."""
        weights = unsupervised_weights(self.counts, method)
        return np.array([weights[name] for name in WEIGHT_NAMES])

    @property
    def counts(self) -> Mapping[str, int]:
        """Number of occurrences of each role, and of the predicate, in the references of the compared translations."""
        sums = sum((frames.reference.counts.sum(axis=0) for frames in self.compared), np.zeros(len(WEIGHT_NAMES)))
        return dict(zip(WEIGHT_NAMES, map(int, sums), strict=True))


def framed_corpora(study: Study, specs: Sequence[str], work: Work) -> tuple[FramedCorpus, ...]:
    """Return each corpus with its frames, scored by other metrics, of which BLEU is one.

    Raises:
        UsageError: if no translation has frames, a corpus has too few ratings, or a spec is wrong.
    """
    kind = study.options.rating
    if kind and not any(kind in corpus.rating_kinds for corpus in study.corpora):
        rated_part(study.corpora[0], kind)  # raises, and lists the kinds that exist
    framed = tuple(_framed(study, corpus, specs, work) for corpus in study.corpora)
    if not any(one.compared for one in framed):
        raise UsageError("no translation has a reference with semantic frames, so no role can be weighted")
    return framed


def _framed(study: Study, corpus: Corpus, specs: Sequence[str], work: Work) -> FramedCorpus:
    kind = study.options.rating
    has_ratings = kind in corpus.rating_kinds
    part, notes = rated_part(corpus, kind) if has_ratings else (corpus, ("no ratings.",))
    part = study.sample(part)
    specs = specs if has_ratings else (BLEU,)  # the others would only be correlated with ratings
    if part.annotator:
        table = study.table(part, specs, work)
        compared = tuple(annotated_frames(part))
        whose = f"HMEANT, frames by {escaped(part.annotator)}"
    else:  # MEANT is scored, too, as that analyses the texts in parallel; the analyses are then reused
        table = study.table(part, (*specs, MEANT), work)
        compared = tuple(labelled_frames(part, study.store, work))
        whose = "MEANT, automatic frames"
    all_notes = (f"{whose}, of {counted(len(compared), 'translation')}.", *notes)
    if not has_ratings:
        return FramedCorpus(table, compared, (), all_notes)
    values = np.array([rating.value for segment in part.segments for rating in segment.ratings if rating.kind == kind])
    turned = counts_errors(kind, values)
    rated = with_ratings(compared, part, kind, lower_is_better=turned)
    judged = tuple(frames for frames in rated if _is_scored(table, frames.compared, specs))
    if turned:
        all_notes = (*all_notes, turned_note(kind))
    if lost := len(rated) - len(judged):
        all_notes = (*all_notes, f"{counted(lost, 'translation')} excluded: a metric cannot score them.")
    return FramedCorpus(table, compared, judged, all_notes)


def _is_scored(table: ScoreTable, frames: ComparedFrames, specs: Sequence[str]) -> bool:
    return all(table.segment_score(frames.system, spec, frames.place) is not None for spec in specs)
