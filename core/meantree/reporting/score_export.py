"""All scores of a table with texts, ratings, totals and signatures, as a file to compute with.

TSV is one table that ``pandas.read_csv(path, sep="\\t")`` reads as it is; so is CSV. Its columns are ``level``
(``segment``, ``document`` or ``system``), ``system``, ``document`` and ``segment``; one column a metric, named by its
spec, with six decimals, empty where undefined; one a metric for the number of segments behind the score (``n:SPEC``);
one a kind of rating (``rating:da``), the mean over raters; ``source``, ``hypothesis`` and ``reference NAME``, of
segments; one a metric for its signature (``signature:SPEC``). Names and texts are written by
:func:`.name_cell`, so that no program takes them for formulas or control characters. A workbook
has sheets for systems, documents, segments and signatures, with all digits. JSON has what ``meantree score``
prints, and texts as they are, ratings and documents besides.
"""

from __future__ import annotations

import csv
import io
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from meantree import __version__
from meantree.errors import UsageError
from meantree.escaping import as_json, name_cell, reference_title
from meantree.evaluation.data_frames import rating_column
from meantree.files import write_parts
from meantree.metrics.metric import Level
from meantree.scoring.table import Row, ScoreTable, header, rows, segments_column
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.corpus import Segment

Writer = Callable[[ScoreTable, "AnalysisStore", Work], Iterator[bytes]]
UPWARDS: Final[tuple[Level, ...]] = ("segment", "document", "system")
BATCH: Final = 1000
"""Rows that are written together."""
STAGE: Final = "Writing scores"


def write_scores(table: ScoreTable, store: AnalysisStore, path: Path, form: str, work: Work = Work()) -> None:
    """Write all scores, completely or not at all.

    Args:
        table: the scores; systems that no metric scored are excluded.
        store: with the analysers of the texts, for signatures.
        path: of the file.
        form: a key of ``WRITERS``.
        work: progress and cancel.

    Raises:
        UsageError: if it cannot be written.
        Cancelled: if the user stopped it; an existing file is kept.
    """
    write_parts(path, WRITERS[form](table, store, work))


def unscored_systems(table: ScoreTable) -> tuple[str, ...]:
    """Return the systems that some metric did not score yet."""
    return tuple(
        system for system in table.corpus.systems if not all(table.is_scored(system, spec) for spec in table.metrics)
    )


def delimited_scores(
    table: ScoreTable,
    store: AnalysisStore,
    work: Work,
    delimiter: str = "\t",
    *,
    levels: Sequence[Level] = UPWARDS,
    texts: bool = True,
    signed: bool = True,
) -> Iterator[bytes]:
    """Yield the parts of one table of these levels.

    Args:
        table, store, work: as for :func:`write_scores`.
        delimiter: between cells.
        levels: whose rows are written, in this order.
        texts: whether ratings and texts are written, too.
        signed: whether each row has the signatures.

    Raises:
        Cancelled: if the user stopped it.
    """
    corpus, kinds = table.corpus, table.corpus.rating_kinds if texts else ()
    signatures = _signatures(table, store) if signed else {}
    signature_cells = [name_cell(text) for text in signatures.values()]
    titles = ("source", "hypothesis", *map(reference_title, corpus.references)) if texts else ()
    counted = map(segments_column, table.metrics), map(rating_column, kinds), titles
    head = "level", *header("segment"), *table.metrics, *chain(*counted), *(f"signature:{spec}" for spec in signatures)
    yield _lines([[name_cell(name) for name in head]], delimiter)
    for level, first, batch in _batches(table, levels, work):
        cells = []
        for place, row in enumerate(batch, start=first):
            segment = corpus.segments[place % len(corpus.segments)] if level == "segment" else None
            ratings = [segment and segment.mean_rating(kind, row.names[0]) for kind in kinds]
            versions = _texts(segment, row.names[0], corpus.references) if texts else []
            cells.append(
                [
                    level,
                    *map(name_cell, row.names),
                    *[""] * (len(UPWARDS) - len(row.names)),
                    *("" if score is None else f"{score:.6f}" for score in row.scores),
                    *map(str, row.segments),
                    *("" if rating is None else f"{rating:g}" for rating in ratings),
                    *map(name_cell, versions),
                    *signature_cells,
                ]
            )
        yield _lines(cells, delimiter)


def _batches(table: ScoreTable, levels: Sequence[Level], work: Work) -> Iterator[tuple[Level, int, list[Row]]]:
    """Yield rows that are written together, with their level and the 0-based place of the first in it.

    Raises:
        Cancelled: if the user stopped it.
    """
    total, done = len(table.scored_systems) * len(table.corpus.segments), 0
    for level in levels:
        found, first = rows(table, level, table.scored_systems), 0
        while batch := list(islice(found, BATCH)):
            yield level, first, batch
            first, done = first + len(batch), done + len(batch)
            if len(batch) == BATCH:
                work.step(STAGE, min(done, total), total)


def _texts(segment: Segment | None, system: str, references: tuple[str, ...]) -> list[str]:
    """Return source, hypothesis and references; empty strings for missing texts."""
    if segment is None:
        return [""] * (2 + len(references))
    versions = segment.hypotheses.get(system), *map(segment.references.get, references)
    return [segment.source or "", *("" if text is None else text.text for text in versions)]


def _lines(cells: list[list[str]], delimiter: str) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(cells)
    return text.getvalue().encode("utf-8", "replace")


def scores_json(
    table: ScoreTable, store: AnalysisStore, systems: Sequence[str], work: Work = Work(), *, texts: bool = False
) -> str:
    """Return all scores of these systems, with signatures; ``texts``: with texts, ratings and documents, too."""
    corpus, of_systems = table.corpus, []
    for place, system in enumerate(systems):
        work.step(STAGE, place, len(systems))
        of_systems.append(_system(table, system, texts=texts))
    document = {
        "version": __version__,
        **({"corpus": corpus.name} if texts else {}),
        "metrics": _signed_metrics(table, store),
        "systems": of_systems,
    }
    if texts:
        document["notes"] = corpus.notes
        document["segments"] = [
            {
                "id": segment.id,
                "document": segment.document,
                "source": segment.source,
                "references": {name: text.text for name, text in segment.references.items()},
            }
            for segment in corpus.segments
        ]
    return as_json(document)


def _signed_metrics(table: ScoreTable, store: AnalysisStore) -> list[dict[str, str]]:
    return [
        {
            "name": spec,
            "signature": text,
            **({"verdict": str(table.verdicts[spec])} if spec in table.verdicts else {}),
        }
        for spec, text in _signatures(table, store).items()
    ]


def signatures_json(table: ScoreTable, store: AnalysisStore) -> str:
    """Return the signatures of a table whose rows have none."""
    return as_json({"version": __version__, "metrics": _signed_metrics(table, store)})


def json_lines(table: ScoreTable, level: Level, work: Work) -> Iterator[bytes]:
    """Yield a line of JSON for each system, document or segment, with all digits."""
    for _, _, batch in _batches(table, [level], work):
        lines = (
            {
                **dict(zip(header(level), row.names, strict=True)),
                "scores": dict(zip(table.metrics, row.scores, strict=True)),
            }
            for row in batch
        )
        yield "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode("utf-8", "replace")


def parquet(table: ScoreTable, level: Level, work: Work) -> Iterator[bytes]:
    """Yield a Parquet file with a row for each system, document or segment, with all digits.

    Raises:
        UsageError: if pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow.parquet import write_table
    except ImportError as error:
        raise UsageError("Parquet needs the package pyarrow: pip install 'meantree[parquet]'") from error
    names = [pa.field(name, pa.string()) for name in header(level)]
    schema = pa.schema([*names, *(pa.field(spec, pa.float64()) for spec in table.metrics)])
    batches = (
        pa.record_batch(list(map(list, zip(*([*row.names, *row.scores] for row in batch), strict=True))), schema=schema)
        for _, _, batch in _batches(table, [level], work)
    )
    written = io.BytesIO()
    write_table(pa.Table.from_batches(batches, schema), written)
    yield written.getvalue()


def gzipped(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the parts of a gzip file; the same content has the same bytes."""
    packer = zlib.compressobj(wbits=31)
    yield from filter(None, map(packer.compress, parts))
    yield packer.flush()


def _system(table: ScoreTable, system: str, *, texts: bool) -> dict[str, object]:
    columns = {spec: table.segment_scores(system, spec) for spec in table.metrics}
    documents = {spec: table.document_scores(system, spec) for spec in table.metrics} if texts else {}
    of_documents = [
        {"id": document, "scores": {spec: scores[document] for spec, scores in documents.items()}}
        for document in table.corpus.documents
    ]
    return {
        "id": system,
        "scores": {spec: table.system_score(system, spec) for spec in table.metrics},
        **({"documents": of_documents} if texts else {}),
        "segments": [
            {
                "id": segment.id,
                "document": segment.document,
                "scores": {spec: column[place] for spec, column in columns.items()},
                **(_translation(segment, system) if texts else {}),
            }
            for place, segment in enumerate(table.corpus.segments)
        ],
    }


def _translation(segment: Segment, system: str) -> dict[str, object]:
    return {
        "hypothesis": segment.hypotheses[system].text if system in segment.hypotheses else None,
        "ratings": [
            {"kind": rating.kind, "value": rating.value, "rater": rating.rater}
            for rating in segment.ratings
            if rating.system == system
        ],
    }


def _json(table: ScoreTable, store: AnalysisStore, work: Work) -> Iterator[bytes]:
    yield scores_json(table, store, table.scored_systems, work, texts=True).encode("utf-8", "replace")


def _xlsx(table: ScoreTable, store: AnalysisStore, work: Work) -> Iterator[bytes]:
    from meantree.reporting.contents import scores_alone
    from meantree.reporting.formats.workbook import scores_workbook

    work.step(STAGE, 0, 1)
    return scores_workbook(scores_alone(table, store))


def _signatures(table: ScoreTable, store: AnalysisStore) -> dict[str, str]:
    return {spec: table.signature(spec, store) for spec in table.metrics}


def _csv(table: ScoreTable, store: AnalysisStore, work: Work) -> Iterator[bytes]:
    return delimited_scores(table, store, work, ",")


WRITERS: Mapping[str, Writer] = {"tsv": delimited_scores, "csv": _csv, "xlsx": _xlsx, "json": _json}
"""By the ending of files."""
