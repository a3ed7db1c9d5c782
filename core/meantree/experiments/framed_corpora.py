"""A corpus with the frames of its translations: an annotator's, or automatic ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.evaluation.measured import Floats
from meantree.experiments.rated import counts_errors, rated_part, turned_note
from meantree.experiments.study import Study
from meantree.metrics.role_weights import Method, unsupervised_weights
from meantree.scoring.table import ScoreTable
from meantree.training.compared_frames import WEIGHT_NAMES, ComparedFrames, annotated_frames, labelled_frames
from meantree.training.role_weight_training import Grouping, RatedFrames, RatingFit, with_ratings
from meantree.work import Work

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
