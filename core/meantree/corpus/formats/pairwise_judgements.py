"""People's preferences: which of two translations of a segment is the better one.

Read are tables of ``id better worse``, separated by tabs, with or without that header, and WMT's rankings (CSV), in
which each row ranks several systems: every two of them with different ranks are a preference, ties are left out.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

from meantree.corpus.formats.raw_file import load_lines
from meantree.errors import InputError
from meantree.escaping import listed, quoted

HEADER: Final = ("id", "better", "worse")
EXPECTED: Final = "id, better and worse, separated by tabs, or WMT's rankings"
_SYSTEM = re.compile(r"system(\d+)Id", re.IGNORECASE)
_SEGMENT: Final = ("segmentid", "srcindex")
"""WMT's columns with the number of a segment; the first that is there is taken."""
_LANGUAGES: Final = ("srclang", "trglang")


@dataclass(frozen=True, slots=True)
class PairwiseJudgement:
    """One judgement.

    Attributes:
        id: of the segment.
        better, worse: names of systems.
        line: where it stands, from 1.
    """

    id: str
    better: str
    worse: str
    line: int


def read_judgements(path: Path, pair: str = "") -> tuple[PairwiseJudgement, ...]:
    """All preferences in a file, in its order.

    Args:
        path: of the file.
        pair: languages as the rankings name them, as in ``Czech-English``, if there are several.

    Raises:
        InputError: if the file cannot be read, holds no preference, or rankings of other language pairs.
    """
    lines = load_lines(path)
    header = [cell.strip().casefold() for cell in lines[0].split(",")] if lines else []
    path_and_languages = [match.group(1) for cell in header if (match := _SYSTEM.fullmatch(cell))]
    found = tuple(
        _ranked(path, lines, header, path_and_languages, pair)
        if len(path_and_languages) > 1
        else _plain(path, lines, pair)
    )
    if not found:
        raise InputError(path, "holds no preference, expected " + EXPECTED)
    return found


def path_and_languages(file: str) -> tuple[Path, str]:
    """The path and the languages of ``FILE`` or ``FILE#LANGUAGES``; a file whose name has that sign is itself."""
    path, mark, pair = file.rpartition("#")
    return (Path(path), pair) if mark and not Path(file).exists() else (Path(file), "")


def _plain(path: Path, lines: Sequence[str], pair: str) -> Iterator[PairwiseJudgement]:
    if pair:
        raise InputError(path, f"names no languages, expected none to be picked, found {quoted(pair)}")
    for number, line in enumerate(lines, start=1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip() or (number == 1 and tuple(cell.casefold() for cell in cells) == HEADER):
            continue
        if len(cells) != len(HEADER) or not all(cells):
            raise InputError(path, f"found {quoted(line)}, expected {EXPECTED}", line=number)
        if cells[1] == cells[2]:
            raise InputError(path, f"{quoted(cells[1])} is preferred to itself, expected two systems", line=number)
        yield PairwiseJudgement(cells[0], cells[1], cells[2], number)


def _ranked(
    path: Path, lines: Sequence[str], header: Sequence[str], path_and_languages: Sequence[str], pair: str
) -> Iterator[PairwiseJudgement]:
    places = {name: place for place, name in enumerate(header)}
    segment = next((name for name in _SEGMENT if name in places), None)
    lacks = [f"system{number}rank" for number in path_and_languages if f"system{number}rank" not in places]
    if segment is None or lacks:
        raise InputError(path, f"the rankings have no column {lacks[0] if lacks else _SEGMENT[0]}", line=1)
    for number, row in _of_languages(path, list(_rows(path, lines, header)), places, pair):
        ranks = [(row[f"system{one}id"], _rank(path, number, row[f"system{one}rank"])) for one in path_and_languages]
        for (one, first), (two, second) in combinations([rank for rank in ranks if rank[0] and rank[1] > 0], 2):
            if first != second and one != two:
                better, worse = (one, two) if first < second else (two, one)
                yield PairwiseJudgement(row[segment], better, worse, number)


def _rows(path: Path, lines: Sequence[str], header: Sequence[str]) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Cells by column, with the number of the line."""
    for number, line in enumerate(lines[1:], start=2):
        try:
            cells = next(csv.reader([line]), [])
        except csv.Error as error:
            raise InputError(path, f"no row of a table: {error}", line=number) from error
        if not cells:
            continue
        if len(cells) != len(header):
            raise InputError(path, f"{len(cells)} columns, expected {len(header)}", line=number)
        yield number, dict(zip(header, map(str.strip, cells), strict=True))


def _of_languages(
    path: Path, rows: Sequence[tuple[int, Mapping[str, str]]], places: Mapping[str, int], pair: str
) -> list[tuple[int, Mapping[str, str]]]:
    """The rows of one language pair."""
    if any(name not in places for name in _LANGUAGES):
        return list(rows)
    of_pairs: dict[str, list[tuple[int, Mapping[str, str]]]] = {}
    for row in rows:
        of_pairs.setdefault("-".join(row[1][name] for name in _LANGUAGES), []).append(row)
    if pair and pair not in of_pairs:
        raise InputError(path, f"rankings of {listed(of_pairs)}, expected some of {quoted(pair)}")
    if len(of_pairs) > 1 and not pair:
        some = next(iter(of_pairs))
        raise InputError(
            path, f"rankings of {listed(of_pairs)}, expected one of them: name it as in {path.name}#{some}"
        )
    return of_pairs[pair] if pair else list(rows)


def _rank(path: Path, line: int, cell: str) -> int:
    """From 1, the best; what is not above 0 was not ranked."""
    try:
        return int(cell)
    except ValueError:
        raise InputError(path, f"the rank {quoted(cell)}, expected a whole number", line=line) from None
