"""The data of an experiment: corpora, options, and scores, each computed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, UsageError
from meantree.evaluation.measured import Grouping
from meantree.evaluation.paired_tests import Correction
from meantree.experiments.experiment_corpora import sampled
from meantree.experiments.rated import RatedCorpus, rated_corpus, rated_part
from meantree.metrics.metric import Metric
from meantree.scoring.journal import SUFFIX, Journal, keep_journal
from meantree.scoring.provenance import run_identity
from meantree.scoring.run import metrics_for, score_corpus
from meantree.scoring.table import ScoreTable
from meantree.shipped import digest
from meantree.work import Work

DEFAULT_METRICS: Final = ("bleu", "chrf", "ter", "hwcm", "edpm")


@dataclass(frozen=True, slots=True)
class Options:
    """The options of an experiment.

    Attributes:
        rating: the kind of ratings, empty for none.
        metrics: spec strings.
        group_by: the grouping of correlations and pairs; None for each measure's own.
        resamples: bootstrap samples of an interval.
        plots: a folder for figures, None for none.
        limit: size of the sample of segments, drawn by the seed from each corpus; None for all.
        preferences: files of pairwise judgements, one for each corpus in its order, in place of ratings.
        correction: of p for the number of pairs tested in a table.
    """

    rating: str
    metrics: tuple[str, ...] = DEFAULT_METRICS
    group_by: Grouping | None = None
    seed: int = 1
    resamples: int = 1000
    permutations: int = 1000
    plots: Path | None = None
    limit: int | None = None
    preferences: tuple[str, ...] = ()
    correction: Correction = "none"


@dataclass(slots=True)
class Study:
    """Corpora, one per language pair, with their analyses and scores; nothing is scored twice.

    Attributes:
        journal_base: the file next to which journals of scores are written, None for no journals.
        resume: whether journals of an earlier run are read.
        report: called with messages about journals.
        journals, tables: of all that was scored.
        cache: data that several experiments derive from the corpora, by key.
        not_made: why an experiment could not be run, by its name.
    """

    corpora: tuple[Corpus, ...]
    options: Options
    store: AnalysisStore
    journal_base: Path | None = None
    resume: bool = False
    report: Callable[[str], None] = lambda _sentence: None
    journals: list[Journal] = field(default_factory=list)
    tables: list[ScoreTable] = field(default_factory=list)
    cache: dict[str, Any] = field(default_factory=dict)
    not_made: dict[str, str] = field(default_factory=dict)
    _rated: dict[tuple[str, ...], tuple[RatedCorpus, ...]] = field(default_factory=dict)

    def rated(self, work: Work, specs: Sequence[str] | None = None) -> tuple[RatedCorpus, ...]:
        """Return each corpus as matrices of ratings and scores.

        Args:
            specs: of the metrics; None for those of the options.

        Raises:
            UsageError: if no kind is named, a corpus has no such ratings, or too few, or a spec is wrong.
            Cancelled: if the user stopped it; the same run can be resumed.
        """
        kind, wanted = self.kind, tuple(self.options.metrics if specs is None else specs)
        if wanted not in self._rated:
            parts = [rated_part(corpus, kind) for corpus in self.corpora]  # all are checked before one is scored
            self._rated[wanted] = tuple(
                rated_corpus(self.table(self.sample(part), wanted, work), kind, notes) for part, notes in parts
            )
        return self._rated[wanted]

    @property
    def kind(self) -> str:
        """The kind of the ratings; raises UsageError if none is named."""
        if not self.options.rating:
            raise UsageError("these tables need ratings: name their kind with --rating")
        return self.options.rating

    def sample(self, part: Corpus) -> Corpus:
        """Return the part of a corpus that the options' limit allows."""
        return sampled(part, self.options.limit, self.options.seed)

    def table(self, corpus: Corpus, specs: Sequence[str] | Mapping[str, Metric], work: Work) -> ScoreTable:
        """Return a corpus's scores, resumed from a journal or newly computed.

        Args:
            specs: of the metrics, or metrics already adapted to the corpus, by name.

        Raises:
            InputError: if a journal cannot be read.
            UsageError: if a spec is wrong, or there is nothing to score.
        """
        metrics = specs if isinstance(specs, Mapping) else metrics_for(specs, corpus, self.store)
        journal = self._journal(corpus, metrics)
        with keep_journal(journal, len(corpus.segments), self.report):
            table = score_corpus(corpus, metrics, self.store, work=work, journal=journal)
        table.accept_missing()
        self.tables.append(table)
        return table

    def _journal(self, corpus: Corpus, metrics: Mapping[str, Metric]) -> Journal | None:
        """Open a journal, whose name identifies the corpus, the metrics and the analysers."""
        if self.journal_base is None:
            return None
        run = run_identity(corpus, metrics, corpus.systems, self.store)
        journal = Journal(
            self.journal_base.with_name(f"{self.journal_base.name}-{digest([repr(run)])}{SUFFIX}"),
            run,
            resume=self.resume,
        )
        self.journals.append(journal)
        return journal

    @property
    def problems(self) -> list[Problem]:
        """Problems of reading and of scoring, and experiments that could not be run."""
        read = [problem for corpus in self.corpora for problem in corpus.problems]
        lost = [Problem(None, None, f"{name}: not made, {why}", "") for name, why in self.not_made.items()]
        return list(dict.fromkeys([*read, *(problem for table in self.tables for problem in table.problems), *lost]))

    def close(self) -> None:
        """Remove the journals, once the output is written."""
        for journal in self.journals:
            journal.remove()
