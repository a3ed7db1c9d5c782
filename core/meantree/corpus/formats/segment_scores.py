"""Segment scores of other tools and of human assessors: ratings of systems whose texts are in other files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from meantree.corpus.formats.file_contents import FileContents, RatingRow
from meantree.corpus.formats.raw_file import RawFile, parse_number
from meantree.errors import InputError, Problem
from meantree.escaping import quoted

_ASSESSMENT = ["sys", "sid", "raw.scr", "z.scr", "n"]
_SEGMENT_COLUMNS = ("seg_id", "segid", "seg", "segment")
_NO_SCORE = frozenset({"none", "nan", "na"})
_NOT_KINDS = frozenset({"seg", "segs", "segment", "score", "scores", "scr", "tsv", "csv", "txt", "avg", ""})


@dataclass(frozen=True, slots=True)
class _Layout:
    """The 0-based columns of a file, None where it has no such column; ``scores`` are pairs of kind and column."""

    width: int
    system: int
    scores: tuple[tuple[str, int], ...]
    segment: int | None = None
    document: int | None = None
    header: bool = False


def is_scores(head: str) -> bool:
    """Return whether the header of a file is that of segment scores."""
    return _layout_by_header(_cells(head.partition("\n")[0])) is not None


def read(raw: RawFile) -> FileContents:
    """Return ratings alone; segments with ``None`` for a score are not rated.

    ===================================  ==============================  ================================
    columns                              from                            kind of the ratings
    ===================================  ==============================  ================================
    set, system, document, segment,      NIST, METEOR                    from the file's name
    score
    system, score                        mt-metrics-eval, segments in    from the file's name
                                         order
    header with system, seg_id and       other tools                     from the header
    names with "score"
    SYS SID RAW.SCR Z.SCR N              WMT's direct assessments        ``da`` (standardised), ``da-raw``
    ===================================  ==============================  ================================

    Segment numbers count from 1.

    Raises:
        InputError: if the bytes are not text, or the columns none of these.
    """
    lines = raw.lines()
    layout = _layout(raw.path, lines)
    problems: list[Problem] = []
    ratings: list[RatingRow] = []
    row_counts: Counter[str] = Counter()
    for line, text in enumerate(lines, start=1):
        cells = _cells(text)
        if not cells or (layout.header and line == 1):
            continue
        if len(cells) != layout.width:
            problems.append(Problem(raw.path, line, f"found {len(cells)} columns, expected {layout.width}; skipped"))
            continue
        position = row_counts[cells[layout.system]]
        row_counts[cells[layout.system]] += 1
        for kind, column in layout.scores:
            rating = _rating(raw.path, line, cells, layout, kind, column, position)
            if isinstance(rating, Problem):
                problems.append(rating)
            elif rating is not None:
                ratings.append(rating)
    lengths = row_counts if layout.segment is None else {}
    return FileContents(ratings=tuple(ratings), problems=tuple(problems), lengths=lengths)


def _rating(
    path: Path, line: int, cells: Sequence[str], layout: _Layout, kind: str, column: int, position: int
) -> RatingRow | Problem | None:
    if cells[column].lower() in _NO_SCORE:
        return None
    value = parse_number(cells[column])
    if value is None:
        return Problem(path, line, f"score {quoted(cells[column])}, expected a number or None; skipped")
    if layout.segment is None:
        return RatingRow(cells[layout.system], kind, value, position=position, path=path, line=line)
    segment = cells[layout.segment]
    document = cells[layout.document] if layout.document is not None else None
    number = int(segment) - 1 if document is None and re.fullmatch(r"[0-9]{1,9}", segment) else None
    return RatingRow(cells[layout.system], kind, value, document, segment, number, path=path, line=line)


def _layout(path: Path, lines: Sequence[str]) -> _Layout:
    first = next(((line, cells) for line, text in enumerate(lines, start=1) if (cells := _cells(text))), None)
    if first is None:
        raise InputError(path, "no scores found, only blank lines")
    line, cells = first
    layout = _layout_by_header(cells) if line == 1 else None
    if layout is not None:
        return layout
    kind = _kind(path.name)
    if len(cells) == 2:
        return _Layout(2, 0, ((kind, 1),))
    if len(cells) == 5:
        return _Layout(5, 1, ((kind, 4),), segment=3, document=2)
    expected = "system score, or set system document segment score, or a header with system, score and seg_id"
    raise InputError(path, f"{len(cells)} columns, expected {expected}", line=line)


def _layout_by_header(cells: Sequence[str]) -> _Layout | None:
    names = [cell.lower() for cell in cells]
    if names == _ASSESSMENT:
        return _Layout(5, 0, (("da-raw", 2), ("da", 3)), segment=1, header=True)
    segment = next((names.index(name) for name in _SEGMENT_COLUMNS if name in names), None)
    scores = tuple((_kind(name), column) for column, name in enumerate(names) if "score" in name)
    if "system" not in names or segment is None or not scores:
        return None
    document = next((names.index(name) for name in ("doc", "document", "doc_id") if name in names), None)
    return _Layout(len(names), names.index("system"), scores, segment, document, header=True)


def _kind(name: str) -> str:
    """Return the kind of rating: for ``mqm_avg_score``, ``en-de.mqm.seg.score`` and ``mqm-seg.scr`` it is "mqm"."""
    without_pair = re.sub(r"(?:^|\.)[a-z]{2,3}-[a-z]{2,3}(?=\.)", "", name.lower())
    return "-".join(word for word in re.split(r"[._-]+", without_pair) if word not in _NOT_KINDS) or "score"


def _cells(line: str) -> list[str]:
    # Real files mix spaces and tabs; Unicode's other blanks occur in names.
    return [cell for cell in re.split(r"[ \t]+", line) if cell]
