"""What differs in meaning: :func:`findings` and its result, and the table of findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from meantree.analysis.parsers import PIPELINE
from meantree.api.session import Texts, given_corpus, parsers_of, store_of, working
from meantree.comparison.pair_findings import SegmentFindings, corpus_findings
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, require_known
from meantree.escaping import counted
from meantree.evaluation.value_table import AnswerColumn, ValueTable, answer_table, frame
from meantree.phenomena.search import Finding
from meantree.scoring.run import require_texts
from meantree.scoring.verdicts import store_for

if TYPE_CHECKING:
    import pandas as pd
    from spacy.language import Language as Pipeline

Row = tuple[SegmentFindings, Finding]
OF_FINDING: Final[tuple[AnswerColumn[Finding], ...]] = (
    AnswerColumn("kind", attrgetter("kind.name")),
    AnswerColumn("sentence", attrgetter("sentence")),
    AnswerColumn("mqm", attrgetter("kind.mqm")),
    AnswerColumn("severity", attrgetter("kind.severity")),
    AnswerColumn("probability", attrgetter("probability")),
)


def _of_row(column: AnswerColumn[Finding]) -> AnswerColumn[Row]:
    return AnswerColumn(column.name, lambda row: column.value(row[1]))


COLUMNS: Final[tuple[AnswerColumn[Row], ...]] = (
    AnswerColumn("system", lambda row: row[0].system),
    AnswerColumn("document", lambda row: row[0].segment.document),
    AnswerColumn("segment", lambda row: row[0].segment.id),
    AnswerColumn("reference", lambda row: row[0].pair.reference_names[row[0].reference]),
    *map(_of_row, OF_FINDING),
    AnswerColumn("shown", lambda row: "yes" if row[1].shown else "no"),
    AnswerColumn("answer", lambda row: row[1].answer),
    AnswerColumn("hypothesis tokens", lambda row: " ".join(map(str, row[1].hypothesis))),
    AnswerColumn("reference tokens", lambda row: " ".join(map(str, row[1].reference))),
)


def listed_findings(found: SegmentFindings, *, with_unsure: bool) -> tuple[Finding, ...]:
    """Return the findings of a segment that are listed."""
    return found.findings if with_unsure else found.shown


def findings_table(rows: Sequence[SegmentFindings], *, with_unsure: bool) -> ValueTable:
    """Return a table with a row for each listed finding; positions of words count from 0."""
    listed = ((each, finding) for each in rows for finding in listed_findings(each, with_unsure=with_unsure))
    return answer_table("findings", COLUMNS, listed, "Findings")


@dataclass(frozen=True, slots=True, repr=False)
class Findings:
    """What differs in meaning between translations and references.

    Attributes:
        problems: why segments were not searched, or for fewer findings, in sentences.
    """

    problems: tuple[str, ...]
    _found: tuple[SegmentFindings, ...]

    def frame(self, *, with_unsure: bool = False) -> pd.DataFrame:
        """Return a row for each finding, with ``kind``, ``sentence``, ``mqm``, ``severity`` and ``probability``.

        Args:
            with_unsure: whether those are listed, too, that the window does not show.
        """
        return frame(findings_table(self._found, with_unsure=with_unsure))

    def __repr__(self) -> str:
        shown = sum(len(each.shown) for each in self._found)
        return f"<{counted(shown, 'finding')} in {counted(len(self._found), 'translation')}>"


def findings(
    hypotheses: Corpus | Mapping[str, Texts] | pd.DataFrame | Texts,
    references: Mapping[str, Texts] | pd.DataFrame | Texts | None = None,
    *,
    systems: Sequence[str] | None = None,
    jobs: int = 1,
    pipeline: str | Pipeline = PIPELINE,
    parser: str = "",
    language: str = "",
) -> Findings:
    """Find what differs in meaning between translations and references, as ``meantree findings``.

    Args:
        hypotheses, references: as in :func:`meantree.score`.
        systems: whose translations; all by default.
        jobs, pipeline, parser, language: as in :func:`meantree.score`.

    Raises:
        MeantreeError: for unknown systems, and texts that are missing or do not fit together.

    Examples:
        >>> import meantree as mt
        >>> found = mt.findings(["The clinic opened in 2019."], ["The clinic opened in 2018."])
        >>> print(found.frame()[["kind", "severity"]].to_string(index=False))
                    kind severity
        number.different    major
    """
    corpus = given_corpus(hypotheses, references).stated_as(language)
    require_known("systems", systems, corpus.systems)
    chosen = [name for name in corpus.systems if not systems or name in systems]
    require_texts(corpus, chosen)
    with working(jobs if isinstance(pipeline, str) else 1) as work:
        parsers = parsers_of(pipeline, "none", parser)
        found = [*corpus_findings(corpus, chosen, store_for(corpus, parsers, store_of), work)]
    problems = (str(each) for each in found if isinstance(each, Problem))
    return Findings(tuple(problems), tuple(each for each in found if isinstance(each, SegmentFindings)))
