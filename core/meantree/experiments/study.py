"""What an experiment is made on: corpora, what was asked for, and scores that are made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment
from meantree.digest import digest
from meantree.errors import Problem, UsageError
from meantree.evaluation.measured import Grouping
from meantree.evaluation.paired_tests import Correction
from meantree.experiments.experiment_corpora import sampled
from meantree.experiments.rated import RatedCorpus, rated_corpus, rated_part
from meantree.metrics.metric import Metric
from meantree.scoring.journal import SUFFIX, Journal, keep_journal
from meantree.scoring.provenance import run_identity
from meantree.scoring.run import metrics_for, score_corpus
from meantree.scoring.table import Column, ScoreTable
from meantree.work import Work

KnownScores = dict[str, ScoreTable]


def known_scores(corpus: Corpus, metrics: Mapping[str, Metric], tables: Sequence[ScoreTable]) -> KnownScores:
    """By spec, the table that has all systems of a corpus scored by that metric; a corpus may be a part of the table's.

    A metric that learned of other segments is another one, and an edited text is another text.
    """
    found: KnownScores = {}
    for table in tables:
        specs = [spec for spec in metrics if spec not in found and _is_whole(table, spec, metrics[spec], corpus)]
        if specs and _has_texts(table, corpus):
            found |= dict.fromkeys(specs, table)
    return found


def put_together(
    corpus: Corpus, metrics: Mapping[str, Metric], found: KnownScores, rest: ScoreTable | None
) -> ScoreTable:
    """One table of what was found and of what was scored beside it, with the metrics in their order."""
    made = ScoreTable(corpus, metrics)
    for spec in metrics:
        for system in corpus.systems:
            if spec in found:
                made.columns[system, spec] = _part(found[spec], corpus, system, spec, metrics[spec])
            elif rest is not None:
                made.columns[system, spec] = rest.columns[system, spec]
    others = {id(table): table for table in found.values()}.values()
    problems = [*(rest.problems if rest is not None else ()), *(one for table in others for one in table.problems)]
    made.problems = list(dict.fromkeys(_of(made, problems)))
    for one in (*others, *([rest] if rest else [])):
        made.makers |= one.makers
    return made


def _is_whole(table: ScoreTable, spec: str, metric: Metric, corpus: Corpus) -> bool:
    known = table.metrics.get(spec)
    return known is not None and known == metric and all(table.is_scored(one, spec) for one in corpus.systems)


def _has_texts(table: ScoreTable, corpus: Corpus) -> bool:
    """Whether all translations of a corpus stand in the table's, beside the same references."""
    there = table.corpus
    if corpus.selected_reference != there.selected_reference or corpus.annotator != there.annotator:
        return False
    places = (there.places.get(one.key) for one in corpus.segments)
    return all(
        place is not None and _is_same(one, there.segments[place], corpus.systems)
        for one, place in zip(corpus.segments, places, strict=True)
    )


def _is_same(one: Segment, there: Segment, systems: Sequence[str]) -> bool:
    return one.references == there.references and all(
        name not in one.hypotheses or one.hypotheses[name] == there.hypotheses.get(name) for name in systems
    )


def _part(table: ScoreTable, corpus: Corpus, system: str, spec: str, metric: Metric) -> Column:
    """The rows of a corpus; what is not in it was not scored."""
    column = table.columns[system, spec]
    rows = [column.row(table.corpus.places[one.key]) if system in one.hypotheses else None for one in corpus.segments]
    return Column(metric, rows)


def _of(table: ScoreTable, problems: Iterable[Problem]) -> Iterable[Problem]:
    """The problems of these translations and metrics, or that concern all."""
    keys, systems = {one.key for one in table.corpus.segments}, table.corpus.systems
    for one in problems:
        is_there = (one.segment is None or one.segment in keys) and (one.system is None or one.system in systems)
        if is_there and (not one.metrics or not set(one.metrics).isdisjoint(table.metrics)):
            yield one


DEFAULT_METRICS: Final = ("bleu", "chrf", "ter", "hwcm", "edpm")


def _silent(_sentence: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for.

    Attributes:
        rating: the kind of ratings, empty for none.
        metrics: spec strings.
        group_by: what is correlated or paired on its own; None leaves it to each measure.
        seed: of all random numbers.
        resamples: bootstrap samples of an interval.
        permutations: of a permutation test.
        plots: a folder for figures, None for none.
        limit: segments of each corpus, a sample by the seed; None for all.
        preferences: files of people's preferences, one for each corpus in its order, in place of ratings.
        correction: of p for the number of pairs that are tested in a table.
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
    """Corpora, one a language pair, and what their texts were analysed and scored by; nothing is scored twice.

    Attributes:
        corpora: as they were read.
        options: what was asked for.
        store: of analyses.
        kept: beside which file journals of scores are kept, None for nowhere.
        resume: whether what an earlier run kept there is read.
        told: called with what is to be said of journals.
        known: scores that somebody has already, which are taken where they are of the same texts and metrics; nothing
            of these is kept in journals.
        journals, tables: of all that was scored.
        cache: what several experiments derive from the corpora, by key.
        not_made: why an experiment could not be made, by its name.
    """

    corpora: tuple[Corpus, ...]
    options: Options
    store: AnalysisStore
    kept: Path | None = None
    resume: bool = False
    told: Callable[[str], None] = _silent
    known: Sequence[ScoreTable] = ()
    journals: list[Journal] = field(default_factory=list)
    tables: list[ScoreTable] = field(default_factory=list)
    cache: dict[str, Any] = field(default_factory=dict)
    not_made: dict[str, str] = field(default_factory=dict)
    _rated: dict[tuple[str, tuple[str, ...]], tuple[RatedCorpus, ...]] = field(default_factory=dict)

    def rated(self, work: Work, specs: Sequence[str] | None = None, kind: str | None = None) -> tuple[RatedCorpus, ...]:
        """Each corpus as matrices of ratings and scores, by the metrics and the kind of the options or by others.

        Raises:
            UsageError: if no kind is named, a corpus has no such ratings, or too few, or a spec is wrong.
            Cancelled: if the user stopped it; the same run can be resumed.
        """
        key = kind or self.kind, tuple(self.options.metrics if specs is None else specs)
        if key not in self._rated:
            parts = [rated_part(corpus, key[0]) for corpus in self.corpora]  # all are looked at before one is scored
            self._rated[key] = tuple(
                rated_corpus(self.table(self.sample(part), key[1], work), key[0], notes) for part, notes in parts
            )
        return self._rated[key]

    @property
    def kind(self) -> str:
        """Of the ratings.

        Raises:
            UsageError: if none is named.
        """
        if not self.options.rating:
            raise UsageError("these tables follow ratings: name their kind with --rating")
        return self.options.rating

    def sample(self, part: Corpus) -> Corpus:
        """As much of a corpus as the options ask for."""
        return sampled(part, self.options.limit, self.options.seed)

    def table(self, corpus: Corpus, specs: Sequence[str] | Mapping[str, Metric], work: Work) -> ScoreTable:
        """Score a corpus by metrics of specs, or that are adapted already, or take what an earlier run left of it.

        Raises:
            InputError: if a journal cannot be read.
            UsageError: if a spec is wrong, or there is nothing to score.
            Cancelled: if the user stopped it.
        """
        metrics = specs if isinstance(specs, Mapping) else metrics_for(specs, corpus, self.store)
        journal = self._journal(corpus, metrics)
        found = known_scores(corpus, metrics, self.known)
        lacking = {spec: one for spec, one in metrics.items() if spec not in found}
        table: ScoreTable | None = None
        if lacking:
            with keep_journal(journal, len(corpus.segments), self.told):
                table = score_corpus(corpus, lacking, self.store, work=work, journal=journal)
        if table is None or found:
            table = put_together(corpus, metrics, found, table)
        absent = {(one.key, name) for one in corpus.segments for name in corpus.systems if name not in one.hypotheses}
        table.problems = [one for one in table.problems if (one.segment, one.system) not in absent]  # nothing was asked
        self.tables.append(table)
        return table

    def _journal(self, corpus: Corpus, metrics: Mapping[str, Metric]) -> Journal | None:
        """One for each run over a corpus: their names tell them apart."""
        if self.kept is None:
            return None
        run = run_identity(corpus, metrics, corpus.systems, self.store)
        journal = Journal(
            self.kept.with_name(f"{self.kept.name}-{digest([repr(run)])}{SUFFIX}"), run, resume=self.resume
        )
        self.journals.append(journal)
        return journal

    @property
    def problems(self) -> list[Problem]:
        """What was skipped while corpora were read, what could not be scored, and which experiments were not made."""
        read = [one for corpus in self.corpora for one in corpus.problems]
        lost = [Problem(None, None, f"{name}: not made, {why}", "") for name, why in self.not_made.items()]
        return list(dict.fromkeys([*read, *(one for table in self.tables for one in table.problems), *lost]))

    def close(self) -> None:
        """The output is written: nothing has to be resumed."""
        for journal in self.journals:
            journal.remove()
