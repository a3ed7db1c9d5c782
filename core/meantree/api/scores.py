"""Scores of translations: :func:`score` and its result."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meantree.analysis.parsers import BUNDLED, PIPELINE
from meantree.api.session import Texts, given_corpus, parsers_of, specs_of, store_of, working
from meantree.corpus.corpus import Corpus
from meantree.escaping import counted
from meantree.metrics.metric import Level
from meantree.numbers import fixed
from meantree.scoring.run import score_corpus
from meantree.scoring.table import ScoreTable, header, rows
from meantree.scoring.verdicts import store_for

if TYPE_CHECKING:
    import pandas as pd
    from spacy.language import Language as Pipeline

DEFAULT_METRICS = ("bleu", "chrf", "hwcm", "edpm")


@dataclass(frozen=True, slots=True, repr=False)
class Scores:
    """The scores of systems, documents and segments.

    Attributes:
        corpus: that was scored.
        metrics: names of the metrics, with their options, in order.
        signatures: by metric: everything needed to repeat its scores.
        problems: what could not be scored, and why, in sentences.
    """

    corpus: Corpus
    metrics: tuple[str, ...]
    signatures: Mapping[str, str]
    problems: tuple[str, ...]
    _table: ScoreTable

    def frame(self) -> pd.DataFrame:
        """Return a row for each system and segment: ``system``, ``document``, ``segment``, and a column a metric.

        Undefined scores are NaN.
        """
        return self._frame("segment")

    def systems(self) -> pd.DataFrame:
        """Return a row for each system, named by the index, with a column a metric; corpus-level scores.

        Examples:
            >>> import meantree as mt
            >>> scores = mt.score({"north": ["A cat sat."], "south": ["A dog ran."]}, ["A cat sat."], "chrf,ter")
            >>> print(scores.systems().round(2).reset_index().to_string(index=False))
            system  chrf  ter
             north  1.00 0.00
             south  0.06 0.67
        """
        return self._frame("system").set_index("system")

    def documents(self) -> pd.DataFrame:
        """Return a row for each system and document, with a column a metric."""
        return self._frame("document")

    def compare(self, system: str, against: str) -> pd.DataFrame:
        """Return a row for each metric: both systems' scores, their difference with its 95 % interval and p, wins.

        p is of a paired bootstrap with 1,000 resamples and seed 1, as in ``meantree compare``; it is not corrected for
        the number of metrics.

        Raises:
            MeantreeError: if a system was not scored.
        """
        import pandas as pd

        from meantree.evaluation.compared_systems import outcomes

        self.corpus.require_named()
        made = [outcomes(self._table, spec, system, against) for spec in self.metrics]
        columns = ("first_score", "second_score", "difference", "low", "high", "p", "wins", "ties", "losses")
        cells = [[getattr(one, column) for column in columns] for one in made]
        names = (system, against, *columns[2:])
        return pd.DataFrame(cells, index=pd.Index(self.metrics, name="metric"), columns=list(names))

    def _frame(self, level: Level) -> pd.DataFrame:
        import pandas as pd

        if level != "segment":
            self.corpus.require_named()
        systems = tuple(dict.fromkeys(system for system, _ in self._table.columns))
        cells = [[*row.names, *row.scores] for row in rows(self._table, level, systems)]
        frame = pd.DataFrame(cells, columns=[*header(level), *self.metrics])
        return frame.astype(dict.fromkeys(self.metrics, "float64"))

    def __repr__(self) -> str:
        systems, segments = len({system for system, _ in self._table.columns}), len(self.corpus.segments)
        return f"<{counted(systems, 'system')}, {counted(segments, 'segment')}, {', '.join(self.metrics)}>"

    def _repr_html_(self) -> str:
        """Return the table of systems, for notebooks."""
        shown = self.frame() if self.corpus.why_unnamed else self.systems()
        return str(shown.to_html(float_format=fixed))


def score(
    hypotheses: Corpus | Mapping[str, Texts] | pd.DataFrame | Texts,
    references: Mapping[str, Texts] | pd.DataFrame | Texts | None = None,
    metrics: str | Sequence[str] = DEFAULT_METRICS,
    *,
    source: Texts | None = None,
    jobs: int = 1,
    pipeline: str | Pipeline = PIPELINE,
    constituency: str = BUNDLED,
    parser: str = "",
    language: str = "",
) -> Scores:
    """Score translations against references.

    Args:
        hypotheses: lists of translations by system (or a data frame with a column a system), one list of one system, or
            a corpus by :func:`meantree.read`. Lists can be columns of pandas, arrays or generators, too, and
            have parsed texts as :func:`meantree.compare` takes them.
        references: one list of references, or several by name; none for a corpus, which has its own.
        metrics: names, with options as in ``dpm:nbest=1``; one text may name several, as in ``"bleu,chrf"``.
        source: the source texts, if there are any.
        jobs: processes; several are faster from some hundred segments on.
        pipeline: a spaCy pipeline by name or folder, or a loaded one, which analyses in this process alone.
        constituency: ``bundled``, ``none``, ``bllip:FOLDER`` or ``benepar:MODEL``.
        parser: the command line of a program that parses in place of the pipeline, lines in and CoNLL-U out.
        language: of the translations, as a code or name; by default as the texts look.

    Warns:
        UserWarning: if metrics are not available in the language of the translations; their scores are NaN.

    Raises:
        MeantreeError: for unknown metrics or options, and texts that do not fit together.

    Examples:
        >>> import meantree as mt
        >>> hyps = {"north": ["The cat sat on the mat.", "He left."], "south": ["A cat is sitting.", "He went."]}
        >>> refs = {"A": ["The cat sat on the mat.", "He left."], "B": ["The cat was on the mat.", "He went away."]}
        >>> scores = mt.score(hyps, refs, metrics=["bleu", "ter"])
        >>> scores.frame().shape
        (4, 5)
        >>> scores.signatures["ter"]
        'ter|case:fold|refs:2|sacrebleu:2.6.0|version:meantree-1.0.0'
    """
    corpus = given_corpus(hypotheses, references, source).stated_as(language)
    store, specs = store_for(corpus, parsers_of(pipeline, constituency, parser), store_of), specs_of(metrics)
    with working(jobs if isinstance(pipeline, str) else 1) as work:
        table = score_corpus(corpus, specs, store, work=work)
    for problem in table.problems:
        if problem.segment is None and not problem.is_note:
            warnings.warn(str(problem), stacklevel=2)
    signatures = {spec: table.signature(spec, store) for spec in table.metrics}
    return Scores(corpus, tuple(table.metrics), signatures, tuple(map(str, table.problems)), table)
