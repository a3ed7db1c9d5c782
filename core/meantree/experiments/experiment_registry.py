"""All experiments, by the name under which the command and the window know them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from meantree import __version__
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.pairwise_judgements import path_and_languages
from meantree.digest import digest
from meantree.errors import InputError, UsageError
from meantree.escaping import counted, escaped, unknown_name
from meantree.evaluation.paired_tests import SIGN_FLIPS
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.experiment_corpora import corpus_digest
from meantree.experiments.kahn import kahn_search_tables, kahn_tables
from meantree.experiments.liu_gildea import liu_gildea_tables
from meantree.experiments.lo_wu import lo_wu_tables
from meantree.experiments.meta_evaluation import measure_tables
from meantree.experiments.pado_ablation import ablation_tables
from meantree.experiments.pado_judgements import DIFFERENCES, preference_tables
from meantree.experiments.pado_learning_curve import learning_curve_tables
from meantree.experiments.pado_ratings import pado_tables, weight_tables
from meantree.experiments.pairwise_significance import significance_tables
from meantree.experiments.sepia import sepia_tables
from meantree.experiments.study import Options, Study
from meantree.scoring.provenance import corrections_of, signature
from meantree.work import Work


def provenance_table(study: Study, tables: Sequence[ValueTable]) -> ValueTable:
    """Corpora, seed, signatures and versions, one a row; and notes of tables, which a format may leave out.

    Args:
        study: after its experiments were made.
        tables: what they made.

    Raises:
        UsageError: if a parser cannot be loaded.
    """
    rows = _options(study.options)
    rows += [(f"random signs of {one.name}", SIGN_FLIPS) for one in tables if one.name == DIFFERENCES]
    rows += [
        (f"corpus {escaped(one.name)}", f"{corpus_digest(one, study.store.tokenizes_alike)}, {_size(one)}")
        for one in study.corpora
    ]
    rows += dict.fromkeys((f"used of {escaped(one.corpus.name)}", _used(one.corpus)) for one in study.tables)
    rows += [(f"annotator of {escaped(one.name)}", _annotator(one)) for one in study.corpora if one.annotator]
    rows += [("signature", one) for one in sorted(set(_signatures(study)))]
    rows += [("version", f"{name} {version}") for name, version in versions().items()]
    rows += [(f"note of {one.name}", one.note) for one in tables if one.note]
    rows += [("not made", f"{name}: {why}") for name, why in study.not_made.items()]
    note = "The same of all these gives the same numbers."
    return ValueTable("provenance", "Where the numbers come from", note, ("what", "value"), tuple(rows))


def file_digest(path: Path) -> str:
    """Eight figures that tell a file from any with other bytes, with its name, but not where it stands."""
    return f"{digest([path.read_bytes().hex()])}, {escaped(path.name)}"


def versions() -> dict[str, str]:
    """Of the program and of the libraries that make numbers."""
    import numpy as np
    import scipy

    return {"meantree": __version__, "numpy": np.__version__, "scipy": scipy.__version__}


def _options(options: Options) -> list[tuple[Value, ...]]:
    return [
        *([("ratings", options.rating)] if options.rating else []),
        *([("segments of each corpus", options.limit)] if options.limit else []),
        *(("preferences", file_digest(path_and_languages(one)[0])) for one in options.preferences),
        ("grouping", options.group_by or "of each measure"),
        ("seed", options.seed),
        ("bootstrap samples", options.resamples),
        ("permutations", options.permutations),
        ("correction of p", options.correction),
    ]


def _annotator(corpus: Corpus) -> str:
    """In whose name heads, links and frames stand, and eight figures that tell these from any others."""
    return ", ".join(
        [escaped(corpus.annotator), *(f"{what} {one}" for what, one in corrections_of(corpus).items() if one)]
    )


def _size(corpus: Corpus) -> str:
    sizes = len(corpus.segments), len(corpus.systems), len(corpus.references)
    return ", ".join(counted(*one) for one in zip(sizes, ("segment", "system", "reference"), strict=True))


def _used(corpus: Corpus) -> str:
    """Of what was scored, perhaps a sample; notes of tables say which of its translations were left out."""
    translations = sum(len(one.hypotheses) for one in corpus.segments)
    sizes = len(corpus.segments), len(corpus.systems), translations
    return ", ".join(counted(*one) for one in zip(sizes, ("segment", "system", "translation"), strict=True))


def _signatures(study: Study) -> Iterable[str]:
    for table in study.tables:
        make_tables = table.provenance(study.store)
        yield from (signature(metric, make_tables) for metric in table.metrics.values())


Make = Callable[[Study, Options, Work], list[ValueTable]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """One row of the registry.

    Attributes:
        name: for ``--table``.
        title: for people.
        make: makes its tables; a table's name is the experiment's, perhaps with more after a hyphen.
        follows: what people said that it cannot be made without.
        corpora: how many it takes at least.
    """

    name: str
    title: str
    make: Make
    follows: Literal["ratings", "preferences", "nothing"] = "ratings"
    corpora: int = 1


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment("measures", "Today's measures", measure_tables),
    Experiment("significance", "Who beats whom by each of today's measures", significance_tables),
    Experiment("liu-gildea", "Length of chains and depth of subtrees (Liu & Gildea)", liu_gildea_tables),
    Experiment("kahn", "Documents, Δ from the mean of the systems (Kahn et al.)", kahn_tables),
    Experiment("kahn-search", "The family of dependency pair match (Kahn et al.)", kahn_search_tables),
    Experiment("lo-wu", "Weights of semantic roles (Lo & Wu)", lo_wu_tables, follows="nothing"),
    Experiment("pado", "Round robin over languages (Padó et al.)", pado_tables, corpora=2),
    Experiment("pado-ablation", "Feature groups left out, and alone (Padó et al.)", ablation_tables, corpora=2),
    Experiment(
        "pado-learning-curve", "How much training data is enough (Padó et al.)", learning_curve_tables, corpora=2
    ),
    Experiment("pado-weights", "Feature weights (Padó et al.)", weight_tables, corpora=2),
    Experiment("preferences", "Preferences in place of ratings (Padó et al.)", preference_tables, "preferences", 2),
    Experiment("sepia", "SEPIA's sub-scores (Habash & Elkholy)", sepia_tables),
)
"""The first is made when none is named."""


def experiments_of(names: Sequence[str]) -> tuple[Experiment, ...]:
    """The named ones, each once, in the order of the registry; the first if none is named.

    Raises:
        UsageError: if there is no such experiment.
    """
    known = [one.name for one in EXPERIMENTS]
    for name in names:
        if name not in known:
            raise UsageError(f"--table: found {unknown_name(name, known)}")
    return tuple(one for one in EXPERIMENTS if one.name in (names or known[:1]))


def make_tables(study: Study, experiments: Sequence[Experiment], work: Work) -> list[ValueTable]:
    """All tables of these experiments, and at the end where their numbers come from.

    One that cannot be made of these corpora is left out, and told among the study's problems.

    Raises:
        UsageError: if none can be made, of the first; it is named.
        InputError: if a file that the first takes cannot be read, and no other can be made.
        Cancelled: if the user stopped it.
    """
    tables: list[ValueTable] = []
    errors: list[tuple[str, UsageError | InputError]] = []
    for one in experiments:
        try:
            tables += one.make(study, study.options, work)
        except (UsageError, InputError) as error:
            errors.append((one.name, error))
    if errors and not tables:
        name, first = errors[0]
        raise first if isinstance(first, InputError) else UsageError(f"{name}: {first}") from first
    study.not_made.update({name: str(error) for name, error in errors})
    return [*tables, provenance_table(study, tables)]
