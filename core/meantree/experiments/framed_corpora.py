"""A corpus with the frames of its translations: an annotator's, or those that MEANT finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.evaluation.compared_frames import WEIGHT_NAMES, ComparedFrames, annotated_frames, labelled_frames
from meantree.evaluation.measured import Floats
from meantree.evaluation.role_weight_training import Grouping, RatedFrames, RatingFit, with_ratings
from meantree.experiments.rated import counts_errors, rated_part
from meantree.experiments.study import Study
from meantree.metrics.role_weights import Method, unsupervised_weights
from meantree.scoring.table import ScoreTable
from meantree.work import Work

MEANT, BLEU = "meant", "bleu"


@dataclass(frozen=True, slots=True, eq=False)
class FramedCorpus:
    """One corpus.

    Attributes:
        table: scores of its translations by other metrics, without ratings by BLEU alone; its corpus is the rated
            part, or all where nothing is rated.
        compared: the translations whose reference has frames.
        judged: those of them that people rated, higher is better, and that all metrics scored; empty without ratings.
        notes: whose frames they are, and what was left out, in sentences.
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
        """Translations of one source are ranked where there are several, else all of them."""
        places = [one.compared.place for one in self.judged]
        return "item" if len(set(places)) < len(places) else "none"

    @property
    def ranking(self) -> RatingFit:
        """Of the judged translations, by Kendall's τ-b."""
        return RatingFit(self.judged, "kendall", self.grouping)

    def unsupervised(self, method: Method = "ii") -> Floats:
        """Relative frequencies in the references, shape (12,); see :func:`unsupervised_weights`."""
        found = unsupervised_weights(self.counts, method)
        return np.array([found[name] for name in WEIGHT_NAMES])

    @property
    def counts(self) -> Mapping[str, int]:
        """How often each role, and the predicate, stands in the references that translations were compared with."""
        sums = sum((one.reference.held.sum(axis=0) for one in self.compared), np.zeros(len(WEIGHT_NAMES)))
        return dict(zip(WEIGHT_NAMES, map(int, sums), strict=True))


def framed_corpora(study: Study, specs: Sequence[str], work: Work) -> tuple[FramedCorpus, ...]:
    """Each corpus with its frames, and scored by other metrics, of which BLEU is one.

    Raises:
        UsageError: if no translation has frames, a corpus has too few ratings, or a spec is wrong.
        Cancelled: if the user stopped it.
    """
    kind = study.options.rating
    if kind and not any(kind in corpus.rating_kinds for corpus in study.corpora):
        rated_part(study.corpora[0], kind)  # says what there is in its place
    found = tuple(_framed(study, corpus, specs, work) for corpus in study.corpora)
    if not any(one.compared for one in found):
        raise UsageError("no translation has a reference with semantic frames, so there is nothing to weigh")
    return found


def _framed(study: Study, corpus: Corpus, specs: Sequence[str], work: Work) -> FramedCorpus:
    kind = study.options.rating
    has_ratings = kind in corpus.rating_kinds
    part, notes = rated_part(corpus, kind) if has_ratings else (corpus, ("no ratings.",))
    part = study.sample(part)
    specs = specs if has_ratings else (BLEU,)  # the others would have nothing to follow
    if part.annotator:
        table = study.table(part, specs, work)
        compared = tuple(annotated_frames(part))
        whose = f"HMEANT, frames by {escaped(part.annotator)}"
    else:  # scored by MEANT, too: that goes over several processes, and what they analysed is used again
        table = study.table(part, (*specs, MEANT), work)
        compared = tuple(labelled_frames(part, study.store, work))
        whose = "MEANT, automatic frames"
    told = (f"{whose}, of {counted(len(compared), 'translation')}.", *notes)
    if not has_ratings:
        return FramedCorpus(table, compared, (), told)
    values = np.array([one.value for segment in part.segments for one in segment.ratings if one.kind == kind])
    turned = counts_errors(kind, values)
    rated = with_ratings(compared, part, kind, lower_is_better=turned)
    judged = tuple(one for one in rated if _is_scored(table, one.compared, specs))
    if turned:
        told = (*told, f"{escaped(kind)} counts errors: ratings have their sign changed, so that higher is better.")
    if lost := len(rated) - len(judged):
        told = (*told, f"{counted(lost, 'translation')} left out that a metric cannot score.")
    return FramedCorpus(table, compared, judged, told)


def _is_scored(table: ScoreTable, one: ComparedFrames, specs: Sequence[str]) -> bool:
    return all(table.segment_score(one.system, spec, one.place) is not None for spec in specs)
