"""Folders of mt-metrics-eval: one test set, with texts, human scores and error spans of its language pairs.

=============================================  ====================================================================
file, below the folder of the test set         a line
=============================================  ====================================================================
``sources/SRC-TGT.txt``                        a segment
``documents/SRC-TGT.docs``                     domain and document of a segment
``references/SRC-TGT.NAME.txt``                a segment
``system-outputs/SRC-TGT/NAME.txt``            a segment
``human-scores/SRC-TGT.NAME.LEVEL.score``      system and score, or ``None``; level ``seg`` is read, of ``sys``, ``doc``
                                               and ``domain`` are reported as unread, since ratings are of segments
``human-scores/SRC-TGT.NAME.seg.rating``       system, JSON of error spans or ``None``, perhaps a rater
``metric-scores/SRC-TGT/NAME-REF.LEVEL.score`` system and score, before them the domain in those of level ``domain``;
                                               written (:mod:`meantree.cli.metrics_eval`)
=============================================  ====================================================================

All files of a language pair have the segments in the order of the source, score files system after system.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from meantree.corpus.corpus import MQM_KIND
from meantree.corpus.formats import segment_scores
from meantree.corpus.formats.file_contents import (
    ErrorRow,
    FileContents,
    FileRole,
    RatingRow,
    Row,
    Version,
    require_same_length,
)
from meantree.corpus.formats.file_names import language_pair
from meantree.corpus.formats.marked_errors import read_spans
from meantree.corpus.formats.raw_file import RawFile, load
from meantree.errors import InputError, Problem
from meantree.escaping import counted, listed, quoted

OUTPUTS: Final = "system-outputs"
MERGED: Final = ".merged"
"""Marks the name of a file with the spans of all raters."""
_LEVEL = re.compile(r"\.(sys|domain|doc|seg)\.score")


def is_test_set(path: Path) -> bool:
    """Return whether a path is the folder of a test set, or ``system-outputs/SRC-TGT`` in one."""
    return bool(_pairs(path)) or (path.absolute().parent.name == OUTPUTS and path.name in _pairs(_root(path)))


def read(raw: RawFile) -> FileContents:
    """Return source, references, systems, ratings of each kind and error spans of one language pair.

    Ids are line numbers, from 1. A reference among the systems is read as a reference alone.

    Raises:
        InputError: if the folder has several language pairs, files have different numbers of segments, or one is not
            text.
    """
    root, pair = _root_and_pair(raw.path)
    problems: list[Problem] = []
    source = root / "sources" / f"{pair}.txt"
    documents, domains = _documents(root / "documents" / f"{pair}.docs", raw.encoding)
    references = {
        path.name.removeprefix(f"{pair}.").removesuffix(".txt"): path
        for path in sorted((root / "references").glob(f"{pair}.*.txt"))
    }
    systems = {path.stem: path for path in sorted((root / OUTPUTS / pair).glob("*.txt"))}
    if twice := [name for name in systems if name in references]:
        message = f"{listed(twice)}: a reference among the systems, left out of the systems"
        problems.append(Problem(root / OUTPUTS / pair, None, message))
    files = [(FileRole.SOURCE, "source", source)] if source.is_file() else []
    files += ((FileRole.REFERENCE, name, path) for name, path in references.items())
    files += ((FileRole.HYPOTHESIS, name, path) for name, path in systems.items() if name not in twice)
    versions = [_version(*file, raw.encoding, documents) for file in files]
    for version in versions[1:]:  # a shorter file cannot be joined to the others
        require_same_length(version.path, len(version.rows), versions[0].path, len(versions[0].rows))
    errors, ratings = _judgements(root / "human-scores", pair, raw.encoding, problems)
    source_language, target_language = language_pair(pair)
    return FileContents(
        versions=tuple(versions),
        ratings=tuple(row for row in ratings if row.system not in twice),
        errors=tuple(row for row in errors if row.system not in twice),
        problems=tuple(problems),
        source_language=source_language,
        target_language=target_language,
        domains=domains,
    )


def _pairs(root: Path) -> list[str]:
    """Return the language pairs of a test set, none of other folders."""
    outputs = root / OUTPUTS
    try:
        inner = os.listdir(outputs) if os.path.isdir(outputs) else []
    except OSError:
        return []
    return sorted(name for name in inner if all(language_pair(name)) and any((outputs / name).glob("*.txt")))


def _root(path: Path) -> Path:
    return path.absolute().parent.parent


def _root_and_pair(path: Path) -> tuple[Path, str]:
    pairs = _pairs(path)
    if not pairs:
        return _root(path), path.absolute().name
    if len(pairs) > 1:
        example = Path(path.name) / OUTPUTS / pairs[0]
        message = f"has {counted(len(pairs), 'language pair')} ({listed(pairs)}), expected one"
        raise InputError(path, f"{message}: open {example} for the first")
    return path, pairs[0]


def _documents(path: Path, encoding: str | None) -> tuple[list[str], dict[str, str]]:
    """Return the document of each segment and the domain of each document, both empty without such a file.

    Raises:
        InputError: if a line has no document, or a document has two domains.
    """
    if not path.is_file():
        return [], {}
    rows = [line.split() for line in load(path, encoding).lines()]
    domains: dict[str, str] = {}
    for line, cells in enumerate(rows, start=1):
        if len(cells) < 2:
            raise InputError(path, f"{counted(len(cells), 'column')}, expected domain and document", line=line)
        domain, document = cells[:2]
        if domains.setdefault(document, domain) != domain:
            both = f"the domain {quoted(domain)} here, but {quoted(domains[document])} above"
            raise InputError(path, f"{quoted(document)} has {both}; expected one domain", line=line)
    return [cells[1] for cells in rows], domains


def _version(role: FileRole, name: str, path: Path, encoding: str | None, documents: Sequence[str]) -> Version:
    lines = load(path, encoding).lines()
    if documents and len(documents) != len(lines):
        counts = f"has {counted(len(lines), 'segment')}, but the documents are of {len(documents):,}"
        raise InputError(path, f"{counts}; expected the same number in both")
    documents = documents or [""] * len(lines)
    rows = (Row(text, number, str(number), documents[number - 1]) for number, text in enumerate(lines, start=1))
    return Version(role, name, path, tuple(rows))


def _judgements(
    folder: Path, pair: str, encoding: str | None, problems: list[Problem]
) -> tuple[list[ErrorRow], list[RatingRow]]:
    """Return error spans and ratings, without ratings of translations whose spans make such ratings."""
    spans = sorted(folder.glob(f"{pair}.*.seg.rating"))
    errors: list[ErrorRow] = []
    for path in [path for path in spans if MERGED in path.name] or spans:  # else those of each rater
        contents = read_spans(load(path, encoding))
        problems += contents.problems
        errors += contents.errors
    marked = {(row.system, row.position) for row in errors}
    ratings: list[RatingRow] = []
    unread = []
    for path in sorted(folder.glob(f"{pair}.*.score")):
        level = _LEVEL.search(path.name)
        if level is None or level[1] != "seg":
            unread.append(path.name)
            continue
        kind = path.name.removeprefix(f"{pair}.")[: -len(".seg.score")]
        scores = segment_scores.read(load(path, encoding))
        problems += scores.problems
        rows = (replace(row, kind=kind) for row in scores.ratings)
        ratings += (row for row in rows if kind != MQM_KIND or (row.system, row.position) not in marked)
    if unread:
        message = f"{counted(len(unread), 'file')} skipped, only segment ratings are read: {listed(unread)}"
        problems.append(Problem(folder, None, message))
    return errors, ratings
