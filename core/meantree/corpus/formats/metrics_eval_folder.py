"""Folders of mt-metrics-eval: one test set, with texts, human scores and error spans of its language pairs.

=============================================  ====================================================================
file, below the folder of the test set         a line
=============================================  ====================================================================
``sources/SRC-TGT.txt``                        a segment
``documents/SRC-TGT.docs``                     domain and document of a segment
``references/SRC-TGT.NAME.txt``                a segment
``system-outputs/SRC-TGT/NAME.txt``            a segment
``human-scores/SRC-TGT.NAME.LEVEL.score``      system and score, or ``None``; level ``seg`` is read, of ``sys``, ``doc``
                                               and ``domain`` it is said that they are not: ratings are of segments
``human-scores/SRC-TGT.NAME.seg.rating``       system, JSON of error spans or ``None``, perhaps a rater
``metric-scores/SRC-TGT/NAME-REF.LEVEL.score`` system and score, before them the domain in those of level ``domain``;
                                               written (:mod:`meantree.report.metrics_eval`)
=============================================  ====================================================================

Lines of all files of a language pair follow each other as those of the source, in score files system by system.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from meantree.corpus.formats import mqm, segment_scores
from meantree.corpus.formats.file_contents import ErrorRow, FileContents, FileRole, RatingRow, Row, Version
from meantree.corpus.formats.file_names import language_pair
from meantree.corpus.formats.marked_errors import KIND
from meantree.corpus.formats.raw_file import RawFile, load
from meantree.errors import InputError, Problem
from meantree.escaping import counted, listed, quoted

OUTPUTS: Final = "system-outputs"
MERGED: Final = ".merged"
"""In the name of a file of spans that has those of all raters."""
_SCORES = re.compile(r"\.(sys|domain|doc|seg)\.score")


def is_test_set(path: Path) -> bool:
    """Whether it is the folder of a test set, or ``system-outputs/SRC-TGT`` in one."""
    return bool(_pairs(path)) or (path.absolute().parent.name == OUTPUTS and path.name in _pairs(_root(path)))


def read(raw: RawFile) -> FileContents:
    """Source, references, systems, ratings of each kind, and error spans of one language pair.

    Ids are line numbers, from 1. A reference that stands among the systems is left out there.

    Raises:
        InputError: if there are several language pairs and none is chosen, files have different numbers of segments,
            or one is no text.
    """
    root, pair = _chosen(raw.path)
    problems: list[Problem] = []
    source = root / "sources" / f"{pair}.txt"
    documents, domains = _documents(root / "documents" / f"{pair}.docs", raw.encoding)
    references = {
        path.name.removeprefix(f"{pair}.").removesuffix(".txt"): path
        for path in sorted((root / "references").glob(f"{pair}.*.txt"))
    }
    systems = {path.stem: path for path in sorted((root / OUTPUTS / pair).glob("*.txt"))}
    if twice := [name for name in systems if name in references]:
        told = f"{listed(twice)}: left out of the systems, as a reference that stands among them"
        problems.append(Problem(root / OUTPUTS / pair, None, told))
    layers = [
        *([_layer(FileRole.SOURCE, "source", source, raw.encoding, documents)] if source.is_file() else []),
        *(_layer(FileRole.REFERENCE, name, path, raw.encoding, documents) for name, path in references.items()),
        *(
            _layer(FileRole.HYPOTHESIS, name, path, raw.encoding, documents)
            for name, path in systems.items()
            if name not in twice
        ),
    ]
    _require_equal(layers)
    errors, ratings = _judgements(root / "human-scores", pair, raw.encoding, problems)
    source_language, target_language = language_pair(pair)
    return FileContents(
        versions=tuple(layers),
        ratings=tuple(row for row in ratings if row.system not in twice),
        errors=tuple(row for row in errors if row.system not in twice),
        problems=tuple(problems),
        source_language=source_language,
        target_language=target_language,
        domains=domains,
    )


def _pairs(root: Path) -> list[str]:
    """The language pairs of a test set, none if it is none."""
    outputs = root / OUTPUTS
    try:
        inner = os.listdir(outputs) if os.path.isdir(outputs) else []
    except OSError:
        return []
    return sorted(name for name in inner if all(language_pair(name)) and any((outputs / name).glob("*.txt")))


def _root(path: Path) -> Path:
    return path.absolute().parent.parent


def _chosen(path: Path) -> tuple[Path, str]:
    pairs = _pairs(path)
    if not pairs:
        return _root(path), path.absolute().name
    if len(pairs) > 1:
        example = Path(path.name) / OUTPUTS / pairs[0]
        told = f"holds {counted(len(pairs), 'language pair')} ({listed(pairs)}), expected one"
        raise InputError(path, f"{told}: open {example} for the first")
    return path, pairs[0]


def _documents(path: Path, encoding: str | None) -> tuple[list[str], dict[str, str]]:
    """The document of each segment, and the domain of each document; none if there is no such file.

    Raises:
        InputError: if a line has no document, or a document has two domains.
    """
    if not path.is_file():
        return [], {}
    cells = [line.split() for line in load(path, encoding).lines()]
    domains: dict[str, str] = {}
    for number, found in enumerate(cells, start=1):
        if len(found) < 2:
            raise InputError(path, f"{counted(len(found), 'column')}, expected domain and document", line=number)
        domain, document = found[:2]
        if domains.setdefault(document, domain) != domain:
            told = f"{quoted(document)} is of the domain {quoted(domain)}, and of {quoted(domains[document])} above"
            raise InputError(path, f"{told}; expected one domain", line=number)
    return [found[1] for found in cells], domains


def _layer(role: FileRole, name: str, path: Path, encoding: str | None, documents: Sequence[str]) -> Version:
    lines = load(path, encoding).lines()
    if documents and len(documents) != len(lines):
        told = f"has {counted(len(lines), 'segment')}, but the documents are of {len(documents):,}"
        raise InputError(path, f"{told}; expected the same number in both")
    named = documents or [""] * len(lines)
    rows = (Row(text, number, str(number), named[number - 1]) for number, text in enumerate(lines, start=1))
    return Version(role, name, path, tuple(rows))


def _require_equal(layers: Sequence[Version]) -> None:
    """Lines alone say which texts belong together: a file that lacks some is of no use."""
    for layer in layers[1:]:
        if len(layer.rows) != len(layers[0].rows):
            told = f"has {counted(len(layer.rows), 'segment')}, but {layers[0].path} has {len(layers[0].rows):,}"
            raise InputError(layer.path, f"{told}; expected the same number in both")


def _judgements(
    folder: Path, pair: str, encoding: str | None, problems: list[Problem]
) -> tuple[list[ErrorRow], list[RatingRow]]:
    """Error spans and ratings; ratings that follow from spans are left to them."""
    errors = [row for path in _span_files(folder, pair) for row in _spans(path, encoding, problems)]
    marked = {(row.system, row.position) for row in errors}
    ratings: list[RatingRow] = []
    left = []
    for path in sorted(folder.glob(f"{pair}.*.score")):
        level = _SCORES.search(path.name)
        if level is None or level[1] != "seg":
            left.append(path.name)
            continue
        kind = path.name.removeprefix(f"{pair}.")[: -len(".seg.score")]
        reading = segment_scores.read(load(path, encoding))
        problems += reading.problems
        rows = (replace(row, kind=kind) for row in reading.ratings)
        ratings += (row for row in rows if kind != KIND or (row.system, row.position) not in marked)
    if left:
        told = f"{counted(len(left), 'file')} not read, as ratings are of segments: {listed(left)}"
        problems.append(Problem(folder, None, told))
    return errors, ratings


def _span_files(folder: Path, pair: str) -> list[Path]:
    """Those of all raters together, where there are such, else of each."""
    found = sorted(folder.glob(f"{pair}.*.seg.rating"))
    return [path for path in found if MERGED in path.name] or found


def _spans(path: Path, encoding: str | None, problems: list[Problem]) -> Iterator[ErrorRow]:
    reading = mqm.read_spans(load(path, encoding))
    problems += reading.problems
    return iter(reading.errors)
