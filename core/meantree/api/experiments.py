"""Tables of experiments: :func:`experiment` and its result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from meantree.analysis.parsers import BUNDLED, PIPELINE
from meantree.api.session import FilePath, parsers_of, specs_of, store_of, working
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError, require_known
from meantree.escaping import listed, quoted
from meantree.evaluation.measured import Grouping
from meantree.evaluation.paired_tests import Correction
from meantree.evaluation.value_table import ValueTable, frame
from meantree.experiments.experiment_corpora import with_distinct_names
from meantree.experiments.experiment_registry import chosen_experiments, make_tables
from meantree.experiments.study import DEFAULT_METRICS, Options, Study

if TYPE_CHECKING:
    import pandas as pd
    from spacy.language import Language as Pipeline


@dataclass(frozen=True, slots=True, repr=False)
class ExperimentTables:
    """The tables of experiments, and their figures.

    Attributes:
        tables: each with ``name``, ``title``, ``note``, ``head`` and ``rows``; floats are scores, integers are counts,
            None is undefined. The last one, ``provenance``, has the seed, signatures and versions that repeat them.
        problems: what could not be read, scored or measured, and why, in sentences.
    """

    tables: tuple[ValueTable, ...]
    problems: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables, in order."""
        return tuple(table.name for table in self.tables)

    def frame(self, name: str) -> pd.DataFrame:
        """Return a table as a data frame with its title and note in ``attrs``; undefined values are missing.

        Raises:
            MeantreeError: if there is no such table.
        """
        require_known("name", [name], self.names)
        return frame(self.tables[self.names.index(name)])

    def save_figures(self, folder: FilePath) -> list[Path]:
        """Draw the tables as SVG, PDF and PNG, for print, light and dark; return the files.

        Raises:
            MeantreeError: if they cannot be written.
        """
        from meantree.reporting.figures.table_charts import save_figures

        with working() as work:
            return save_figures(self.tables, Path(folder), work)

    def __repr__(self) -> str:
        return f"<tables {', '.join(self.names)}>"


def experiment(
    corpora: Corpus | Sequence[Corpus],
    tables: str | Sequence[str] = (),
    *,
    rating: str = "",
    preferences: FilePath | Sequence[FilePath] = (),
    metrics: str | Sequence[str] = DEFAULT_METRICS,
    group_by: Grouping | None = None,
    limit: int | None = None,
    resamples: int = 1000,
    correction: Correction = "none",
    seed: int = 1,
    jobs: int = 1,
    pipeline: str | Pipeline = PIPELINE,
    constituency: str = BUNDLED,
    parser: str = "",
) -> ExperimentTables:
    """Evaluate metrics against human ratings, and make the tables of published studies, as ``meantree experiment``.

    Args:
        corpora: by :func:`meantree.read`: one, or one for each language pair.
        tables: names such as ``kahn``; by default ``meta-evaluation``. A wrong name lists all.
        rating: the kind of ratings, such as ``da``.
        preferences: a file of pairwise judgements for each corpus, in place of ratings.
        metrics: as in :func:`meantree.score`.
        group_by: ``none``, ``item`` or ``system``: within what values are correlated; None for each measure's own.
        limit: the size of a random sample of the segments of each corpus, at least 2.
        resamples: bootstrap samples and permutations.
        correction: of p for the number of pairs: ``none``, ``holm`` or ``bh``.
        seed: the same seed gives the same numbers.
        jobs, pipeline, constituency, parser: as in :func:`meantree.score`.

    Raises:
        MeantreeError: for unknown tables, metrics, ratings and options, and if no table can be made.

    Examples:
        >>> import meantree as mt
        >>> from meantree_resources import resource
        >>> made = mt.experiment(mt.read(resource("sample/sample.tsv")), "faults", metrics="chrf", limit=5)
        >>> made.names
        ('noticed-intact', 'noticed-harmless', 'marked-faults', 'findings', 'provenance')
        >>> print(made.frame("noticed-intact")[["kind", "texts", "chrf"]].head(2).to_string(index=False))
                      kind  texts  chrf
        attachment.different      1   1.0
           clause.question      1   1.0
    """
    parts = [corpora] if isinstance(corpora, Corpus) else list(corpora) if isinstance(corpora, Iterable) else []
    if not parts or not all(isinstance(part, Corpus) for part in parts):
        raise UsageError(f"corpora: found {quoted(repr(corpora))}, expected what mt.read returns, or a list of these")
    for part in parts:
        part.require_named()
    choices = {"group_by": (group_by, (None, *get_args(Grouping))), "correction": (correction, get_args(Correction))}
    for name, (value, known) in choices.items():
        if value not in known:
            raise UsageError(f"{name}: found {quoted(repr(value))}, expected one of {listed(map(repr, known))}")
    for name, number, least in (("limit", limit, 2), ("resamples", resamples, 1), ("seed", seed, 0)):
        if number is not None and number < least:
            raise UsageError(f"{name}: found {number}, expected at least {least}")
    files = [preferences] if isinstance(preferences, (str, PathLike)) else preferences
    judgements, specs = tuple(fspath(file) for file in files), tuple(specs_of(metrics))
    options = Options(rating, specs, group_by, seed, resamples, resamples, None, limit, judgements, correction)
    chosen = chosen_experiments([tables] if isinstance(tables, str) else tables, options, len(parts))
    named = with_distinct_names(parts, [part.name for part in parts])
    study = Study(named, options, store_of(parsers_of(pipeline, constituency, parser)))
    with working(jobs) as work:
        made = make_tables(study, chosen, work)
    return ExperimentTables(tuple(made), tuple(map(str, study.problems)))
