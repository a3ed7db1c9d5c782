"""All experiments, by the name under which the command knows them, and those on errors, marked and planted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import scipy

from meantree import __version__
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.pairwise_judgements import path_and_languages
from meantree.errors import InputError, UsageError
from meantree.escaping import counted, escaped, unknown_name
from meantree.evaluation.coverage import Bootstrap, coverage, coverage_tables
from meantree.evaluation.fault_lab import lab_tables
from meantree.evaluation.paired_tests import SIGN_FLIPS
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments import RENAMED
from meantree.experiments.experiment_corpora import corpus_digest
from meantree.experiments.kahn import kahn_search_tables, kahn_tables
from meantree.experiments.liu_gildea import liu_gildea_tables
from meantree.experiments.lo_wu import lo_wu_tables
from meantree.experiments.meta_evaluation import measure_tables
from meantree.experiments.pado_ablation import ablation_tables, learning_curve_tables
from meantree.experiments.pado_judgements import DIFFERENCES, judgement_tables
from meantree.experiments.pado_ratings import pado_tables, weight_tables
from meantree.experiments.pairwise_significance import significance_tables
from meantree.experiments.sepia import sepia_tables
from meantree.experiments.study import Options, Study
from meantree.scoring.provenance import corrections_of, signature
from meantree.scoring.run import configured_metrics, metrics_for
from meantree.shipped import digest
from meantree.work import Work


def marked_error_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return which share of marked errors the evidence of each metric marks, by category, for each corpus.

    Raises:
        UsageError: if no corpus has marked errors.
    """
    tables: list[ValueTable] = []
    marked = [corpus for corpus in study.corpora if any(segment.errors for segment in corpus.segments)]
    if not marked:
        raise UsageError("no errors are marked in these corpora; expected error spans, such as those of MQM or ESA")
    for corpus in marked:
        part = study.sample(corpus)
        metrics = metrics_for(options.metrics, part, study.store)
        bootstrap = Bootstrap(options.resamples, options.seed)
        found, problems = coverage(part, metrics, study.store, bootstrap=bootstrap, work=work)
        title = f", {corpus.name}" if len(marked) > 1 else ""
        lost = f" Not scored: {counted(len(problems), 'translation')} by a metric." if problems else ""
        made = coverage_tables(found)
        tables += (replace(table, title=f"{table.title}{title}", note=f"{table.note}{lost}") for table in made)
    return tables


def fault_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return how planted errors are noticed, marked and found, by kind of error.

    Where all segments have two references, errors are planted in the second, and the first is the reference; otherwise
    the intact text is.

    Raises:
        UsageError: if there are no references, they are not English, or allow no error.
    """
    segments = [segment for corpus in study.corpora for segment in study.sample(corpus).segments]
    references = [list(segment.references.values()) for segment in segments if segment.references]
    name = ", ".join(corpus.name for corpus in study.corpora)
    if not references:
        raise UsageError("the corpora have no references; errors are planted in references")
    two = all(len(texts) > 1 for texts in references)
    intact = [texts[1 if two else 0].text for texts in references]
    others = [texts[0].text for texts in references] if two else None
    tables, scores = lab_tables(intact, others, options.metrics, study.store, name=name, seed=options.seed, work=work)
    study.tables.append(scores)
    return tables


def provenance_table(study: Study, tables: Sequence[ValueTable]) -> ValueTable:
    """Return corpora, seed, signatures and versions, one per row; and the notes of tables, which some formats omit.

    Args:
        study: after its experiments were run.
    """
    rows = _options(study.options)
    rows += [(f"random signs of {table.name}", SIGN_FLIPS) for table in tables if table.name == DIFFERENCES]
    rows += [
        (f"corpus {escaped(corpus.name)}", f"{corpus_digest(corpus, study.store.tokenizes_alike)}, {_size(corpus)}")
        for corpus in study.corpora
    ]
    rows += dict.fromkeys((f"used of {escaped(table.corpus.name)}", _used(table.corpus)) for table in study.tables)
    rows += [
        (f"annotator of {escaped(corpus.name)}", _annotator(corpus)) for corpus in study.corpora if corpus.annotator
    ]
    rows += [("signature", line) for line in sorted(set(_signatures(study)))]
    rows += [("version", f"{name} {version}") for name, version in versions().items()]
    rows += [(f"note of {table.name}", table.note) for table in tables if table.note]
    rows += [("not made", f"{name}: {why}") for name, why in study.not_made.items()]
    note = "With these files, options and versions the numbers can be made again."
    return ValueTable("provenance", "Where the numbers come from", note, ("what", "value"), tuple(rows))


def file_digest(path: Path) -> str:
    """Return eight hexadecimal digits that identify the file's content, and its name without the folder."""
    return f"{digest([path.read_bytes().hex()])}, {escaped(path.name)}"


def versions() -> dict[str, str]:
    """Return the versions of the app and of the numerical libraries."""
    return {"meantree": __version__, "numpy": np.__version__, "scipy": scipy.__version__}


def _options(options: Options) -> list[tuple[Value, ...]]:
    return [
        *([("ratings", options.rating)] if options.rating else []),
        *([("segments of each corpus", options.limit)] if options.limit else []),
        *(("preferences", file_digest(path_and_languages(file)[0])) for file in options.preferences),
        ("grouping", options.group_by or "the default of each measure"),
        ("seed", options.seed),
        ("bootstrap samples", options.resamples),
        ("permutations", options.permutations),
        ("correction of p", options.correction),
    ]


def _annotator(corpus: Corpus) -> str:
    """Return the annotator's name and the digests of their heads, links and frames."""
    return ", ".join(
        [
            escaped(corpus.annotator),
            *(f"{kind} {correction}" for kind, correction in corrections_of(corpus).items() if correction),
        ]
    )


def _size(corpus: Corpus) -> str:
    sizes = len(corpus.segments), len(corpus.systems), len(corpus.references)
    return ", ".join(counted(*size) for size in zip(sizes, ("segment", "system", "reference"), strict=True))


def _used(corpus: Corpus) -> str:
    """Return the size of what was scored, perhaps a sample; notes of tables say which translations were excluded."""
    translations = sum(len(segment.hypotheses) for segment in corpus.segments)
    sizes = len(corpus.segments), len(corpus.systems), translations
    return ", ".join(counted(*size) for size in zip(sizes, ("segment", "system", "translation"), strict=True))


def _signatures(study: Study) -> Iterable[str]:
    for table in study.tables:
        make_tables = table.provenance(study.store)
        yield from (signature(metric, make_tables) for metric in table.metrics.values())


Make = Callable[[Study, Options, Work], list[ValueTable]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """One row of the registry.

    Attributes:
        name: for ``--table``, see also :data:`~meantree.experiments.RENAMED`.
        needs_judgements: whether it compares metrics with ratings or pairwise judgements.
    """

    name: str
    make: Make
    needs_judgements: bool = True


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment("meta-evaluation", measure_tables),
    Experiment("significance", significance_tables),
    Experiment("liu-gildea", liu_gildea_tables),
    Experiment("kahn", kahn_tables),
    Experiment("kahn-search", kahn_search_tables),
    Experiment("lo-wu", lo_wu_tables, needs_judgements=False),
    Experiment("pado", pado_tables),
    Experiment("pado-ablation", ablation_tables),
    Experiment("pado-learning-curve", learning_curve_tables),
    Experiment("pado-weights", weight_tables),
    Experiment("pairwise-judgements", judgement_tables),
    Experiment("sepia", sepia_tables),
    Experiment("coverage", marked_error_tables, needs_judgements=False),
    Experiment("faults", fault_tables, needs_judgements=False),
)
"""The first is run when none is named."""


def experiments_of(names: Sequence[str]) -> tuple[Experiment, ...]:
    """Return the named experiments, each once, in the order of the registry; the first if none is named.

    Raises:
        UsageError: if there is no such experiment.
    """
    known = [experiment.name for experiment in EXPERIMENTS]
    names = [RENAMED.get(name, name) for name in names]
    for name in names:
        if name not in known:
            raise UsageError(f"--table: found {unknown_name(name, known)}")
    return tuple(experiment for experiment in EXPERIMENTS if experiment.name in (names or known[:1]))


def chosen_experiments(names: Sequence[str], options: Options, corpora: int) -> tuple[Experiment, ...]:
    """Return the named experiments, once it is clear that the options suit them; nothing is read or scored.

    Raises:
        UsageError: if an experiment or a metric is unknown, if neither ratings nor pairwise judgements are named though
            one needs them, or if there is not a file of judgements for each corpus.
    """
    chosen = experiments_of(names)
    configured_metrics(options.metrics)
    if not options.rating and not options.preferences and any(experiment.needs_judgements for experiment in chosen):
        raise UsageError(
            "no human judgements: name a kind of ratings with --rating, or files of judgements with --preferences"
        )
    if options.preferences and len(options.preferences) != corpora:
        found = f"{counted(len(options.preferences), 'file')} for {counted(corpora, 'corpus', 'corpora')}"
        raise UsageError(f"--preferences: found {found}, expected one for each")
    return chosen


def make_tables(study: Study, experiments: Sequence[Experiment], work: Work) -> list[ValueTable]:
    """Return all tables of these experiments, followed by the provenance of their numbers.

    An experiment that these corpora do not allow is skipped and listed in the study's problems.

    Raises:
        UsageError: if no experiment can be run: the first one's reason, with its name.
        InputError: if a file that the first one needs cannot be read, and no other can be run.
    """
    tables: list[ValueTable] = []
    errors: list[tuple[str, UsageError | InputError]] = []
    for experiment in experiments:
        try:
            tables += experiment.make(study, study.options, work)
        except (UsageError, InputError) as error:
            errors.append((experiment.name, error))
    if errors and not tables:
        name, first = errors[0]
        raise first if isinstance(first, InputError) else UsageError(f"{name}: {first}") from first
    study.not_made.update({name: str(error) for name, error in errors})
    return [*tables, provenance_table(study, tables)]
