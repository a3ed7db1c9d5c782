"""Pairwise judgements: which of two translations of a segment is better.

There are two formats: tables of ``id better worse``, separated by tabs, with or without that header; and WMT's rankings
(CSV), each row of which ranks several systems: any two with different ranks make a judgement, ties make none.
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
"""WMT's columns with the number of a segment; the first one present counts."""
_LANGUAGES: Final = ("srclang", "trglang")


@dataclass(frozen=True, slots=True)
class PairwiseJudgement:
    """One judgement.

    Attributes:
        better, worse: names of systems.
    """

    id: str
    better: str
    worse: str


def read_judgements(path: Path, pair: str = "") -> tuple[PairwiseJudgement, ...]:
    """Return all judgements of a file, in its order.

    Args:
        pair: languages as in the rankings (``Czech-English``); needed if the rankings are of several pairs.

    Raises:
        InputError: if the file cannot be read, has no judgement, or has rankings of other language pairs only.
    """
    lines = load_lines(path)
    header = [cell.strip().casefold() for cell in lines[0].split(",")] if lines else []
    numbers = [match.group(1) for cell in header if (match := _SYSTEM.fullmatch(cell))]
    judgements = tuple(_ranked(path, lines, header, numbers, pair) if len(numbers) > 1 else _plain(path, lines, pair))
    if not judgements:
        raise InputError(path, "has no judgements, expected " + EXPECTED)
    return judgements


def path_and_languages(file: str) -> tuple[Path, str]:
    """Return path and languages of ``FILE`` or ``FILE#LANGUAGES``; an existing file may have ``#`` in its name."""
    path, mark, pair = file.rpartition("#")
    return (Path(path), pair) if mark and not Path(file).exists() else (Path(file), "")


def _plain(path: Path, lines: Sequence[str], pair: str) -> Iterator[PairwiseJudgement]:
    if pair:
        raise InputError(path, f"has no languages to select from, expected none, found {quoted(pair)}")
    for number, line in enumerate(lines, start=1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip() or (number == 1 and tuple(cell.casefold() for cell in cells) == HEADER):
            continue
        if len(cells) != len(HEADER) or not all(cells):
            raise InputError(path, f"found {quoted(line)}, expected {EXPECTED}", line=number)
        if cells[1] == cells[2]:
            raise InputError(path, f"{quoted(cells[1])} is compared with itself, expected two systems", line=number)
        yield PairwiseJudgement(cells[0], cells[1], cells[2])


def _ranked(
    path: Path, lines: Sequence[str], header: Sequence[str], numbers: Sequence[str], pair: str
) -> Iterator[PairwiseJudgement]:
    places = {name: place for place, name in enumerate(header)}
    segment = next((name for name in _SEGMENT if name in places), None)
    missing = [f"system{number}rank" for number in numbers if f"system{number}rank" not in places]
    if segment is None or missing:
        raise InputError(path, f"the rankings lack the column {missing[0] if missing else _SEGMENT[0]}", line=1)
    for line, row in _of_languages(path, list(_rows(path, lines, header)), places, pair):
        ranks = [(row[f"system{number}id"], _rank(path, line, row[f"system{number}rank"])) for number in numbers]
        ranked = [(system, rank) for system, rank in ranks if system and rank > 0]
        for (first, first_rank), (second, second_rank) in combinations(ranked, 2):
            if first_rank != second_rank and first != second:
                better, worse = (first, second) if first_rank < second_rank else (second, first)
                yield PairwiseJudgement(row[segment], better, worse)


def _rows(path: Path, lines: Sequence[str], header: Sequence[str]) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the line number and the cells by column of each row."""
    for number, line in enumerate(lines[1:], start=2):
        try:
            cells = next(csv.reader([line]), [])
        except csv.Error as error:
            raise InputError(path, f"cannot be read as a table row: {error}", line=number) from error
        if not cells:
            continue
        if len(cells) != len(header):
            raise InputError(path, f"{len(cells)} columns, expected {len(header)}", line=number)
        yield number, dict(zip(header, map(str.strip, cells), strict=True))


def _of_languages(
    path: Path, rows: Sequence[tuple[int, Mapping[str, str]]], places: Mapping[str, int], pair: str
) -> list[tuple[int, Mapping[str, str]]]:
    """Return the rows of one language pair."""
    if any(name not in places for name in _LANGUAGES):
        return list(rows)
    by_pair: dict[str, list[tuple[int, Mapping[str, str]]]] = {}
    for row in rows:
        by_pair.setdefault("-".join(row[1][name] for name in _LANGUAGES), []).append(row)
    if pair and pair not in by_pair:
        raise InputError(path, f"rankings of {listed(by_pair)}, expected some of {quoted(pair)}")
    if len(by_pair) > 1 and not pair:
        example = f"{path.name}#{next(iter(by_pair))}"
        raise InputError(path, f"rankings of {listed(by_pair)}, expected only one of them: name it as in {example}")
    return by_pair[pair] if pair else list(rows)


def _rank(path: Path, line: int, cell: str) -> int:
    """Return a rank, from 1, the best; 0 and below mean not ranked."""
    try:
        return int(cell)
    except ValueError:
        raise InputError(path, f"found the rank {quoted(cell)}, expected a whole number", line=line) from None
