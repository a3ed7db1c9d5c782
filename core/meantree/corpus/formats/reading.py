"""The door: files in, a corpus out."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from meantree.analysis.sentences import Analysis
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import plain_text
from meantree.corpus.formats.assemble import assemble
from meantree.corpus.formats.catalogue import find_format
from meantree.corpus.formats.file_contents import FileContents, FileRole, InputFile, Row, Version
from meantree.corpus.formats.file_names import guess_role
from meantree.corpus.formats.raw_file import RawFile, load
from meantree.errors import InputError, Problem
from meantree.escaping import counted, quoted


def with_trees(readings: Sequence[FileContents]) -> list[FileContents]:
    """Give each text the trees that were read under the same role and name, in place of a layer of their own.

    A tree whose words are not those of its text is listed as a problem, and the segment has no text then.

    Raises:
        InputError: if there are not as many trees as segments.
    """
    result = list(readings)
    for trees in readings:
        place = _text_of(trees, result)
        if place is not None:
            result[place] = _joined(result[place], trees)
            result.remove(trees)
    return result


def _text_of(trees: FileContents, readings: Sequence[FileContents]) -> int | None:
    if len(trees.versions) != 1 or not _has_trees(trees.versions[0]):
        return None
    (layer,) = trees.versions
    for place, other in enumerate(readings):
        if other is not trees and len(other.versions) == 1 and not any(row.analysis for row in other.versions[0].rows):
            same = (other.versions[0].role, other.versions[0].name) == (layer.role, layer.name)
            if same and other.versions[0].path != layer.path:
                return place
    return None


def _has_trees(layer: Version) -> bool:
    return any(row.analysis is not None and row.analysis.depth.constituents for row in layer.rows)


def _joined(texts: FileContents, trees: FileContents) -> FileContents:
    layer, brackets = texts.versions[0], trees.versions[0]
    if len(layer.rows) != len(brackets.rows):
        found = f"{counted(len(brackets.rows), 'tree')} for the {counted(len(layer.rows), 'segment')} of {layer.path}"
        raise InputError(brackets.path, f"{found}, expected one each")
    problems = [*texts.problems, *trees.problems]
    rows = tuple(_row(*pair, brackets, problems) for pair in zip(layer.rows, brackets.rows, strict=True))
    return replace(texts, versions=(replace(layer, rows=rows),), problems=tuple(problems))


def _row(text: Row, tree: Row, brackets: Version, problems: list[Problem]) -> Row:
    if text.text is None or tree.analysis is None:
        return replace(text, text=None)  # listed where it was read
    mine, theirs = ("".join(words.split()) for words in (text.text, tree.analysis.text))
    if mine != theirs:
        at = next(
            (i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs))
        )
        found = f"the tree has {quoted(theirs[at : at + 20])} where its text has {quoted(mine[at : at + 20])}"
        problems.append(Problem(brackets.path, tree.line, f"{found}; the segment is skipped", text.id))
        return replace(text, text=None)
    return replace(text, analysis=Analysis(text.text, tree.analysis.sentences, tree.analysis.depth))


# A role given for a file with several lets everything in that it may be used with.
_LET_IN = {
    None: frozenset(FileRole),
    FileRole.HYPOTHESIS: frozenset(FileRole),
    FileRole.REFERENCE: frozenset({FileRole.REFERENCE, FileRole.SOURCE}),
    FileRole.SOURCE: frozenset({FileRole.SOURCE}),
}


def read_corpus(files: Sequence[InputFile], *, name: str | None = None, encoding: str | None = None) -> Corpus:
    """Read files of any known format and join them.

    A role given for a plain text, CoNLL-U or bracket file says what it is. Trees in brackets and a text of the same
    role and name belong together. A file that names its own roles brings sources, references and hypotheses; given as
    a reference it leaves its hypotheses out, given as a source all but that. One whose texts all have one role
    (reference or hypothesis) may be given the other. A file is read once, however often it is named.

    Args:
        files: in the order in which systems and references shall stand.
        name: of the corpus; by default that of the file, or of the folder of several.
        encoding: of all files; by default UTF-8.

    Raises:
        InputError: if a file cannot be used, or they do not fit together. What is wrong with single segments is in
            the corpus's ``problems``.
    """
    if not files:
        raise InputError(None, "no file was given, expected at least one")
    return assemble(name or _title(files), with_trees(_readings(files, encoding)))


def _readings(files: Sequence[InputFile], encoding: str | None) -> list[FileContents]:
    """What the files hold; their bytes are gone when this returns."""
    readings: list[FileContents] = []
    done: set[Path] = set()
    again = Counter(file.path for file in files)
    kept: dict[Path, RawFile] = {}
    for file in files:
        raw = kept.pop(file.path) if file.path in kept else _load(file.path, encoding)
        raw = replace(raw, columns=file.columns)
        again[file.path] -= 1
        if again[file.path]:
            kept[file.path] = raw
        known = find_format(file.path, raw.data, encoding)
        if known.name == "mlqe-pe" and _has_companion(file, files):
            readings.append(_single(file, plain_text.read(raw)))
        elif known.single:
            readings.append(_single(file, known.read(raw)))
        elif file.path not in done:
            done.add(file.path)
            roles = {other.role for other in files if other.path == file.path}
            readings.append(_several(file, roles, known.read(raw)))
    return readings


def _load(path: Path, encoding: str | None) -> RawFile:
    return RawFile(path, b"", encoding) if os.path.isdir(path) else load(path, encoding)


def _has_companion(file: InputFile, files: Iterable[InputFile]) -> bool:
    """Whether another file of the same split is named too: then each stands for itself."""
    split = file.path.parent, file.path.stem
    return any((other.path.parent, other.path.stem) == split and other.path != file.path for other in files)


def _single(file: InputFile, reading: FileContents) -> FileContents:
    role = file.role or guess_role(file.path)
    if role is None:
        raise InputError(
            file.path,
            "cannot tell whether this is a hypothesis, a reference or a source; say which it is, or name "
            "the file like hyp.SYSTEM.en, ref.A.en, src.de",
        )
    (layer,) = reading.versions
    return replace(reading, versions=(replace(layer, role=role, name=file.name or layer.name),))


def _several(file: InputFile, roles: set[FileRole | None], reading: FileContents) -> FileContents:
    if not reading.versions:
        return reading
    found = {layer.role for layer in reading.versions}
    if len(found) == 1 and len(roles) == 1 and FileRole.SOURCE not in found | roles:
        reading = replace(
            reading, versions=tuple(replace(layer, role=file.role or layer.role) for layer in reading.versions)
        )
    else:
        reading = _filtered(file.path, roles, reading)
    return _renamed(file, reading) if file.name else reading


def _filtered(path: Path, roles: set[FileRole | None], reading: FileContents) -> FileContents:
    admitted = frozenset[FileRole]().union(*(_LET_IN[role] for role in roles))
    layers = tuple(layer for layer in reading.versions if layer.role in admitted)
    if not layers:
        asked = " or ".join(sorted(str(role) for role in roles))
        present = ", ".join(dict.fromkeys(str(layer.role) for layer in reading.versions))
        raise InputError(path, f"was given as {asked}, but holds only: {present}")
    return replace(reading, versions=layers, ratings=reading.ratings if FileRole.HYPOTHESIS in admitted else ())


def _renamed(file: InputFile, reading: FileContents) -> FileContents:
    role = file.role or FileRole.HYPOTHESIS
    meant: list[Version] = [layer for layer in reading.versions if layer.role is role]
    if len(meant) != 1 or file.name is None:
        raise InputError(
            file.path, f"holds {len(meant)} texts as {role}, expected one to call it {quoted(file.name or '')}"
        )
    (old,) = meant
    new = replace(old, name=file.name)
    ratings = reading.ratings
    if role is FileRole.HYPOTHESIS:
        ratings = tuple(replace(row, system=new.name) if row.system == old.name else row for row in ratings)
    return replace(
        reading, versions=tuple(new if layer is old else layer for layer in reading.versions), ratings=ratings
    )


def _title(files: Sequence[InputFile]) -> str:
    path = files[0].path
    if len(files) > 1:
        return path.absolute().parent.name or path.name
    return path.absolute().name if os.path.isdir(path) else path.stem or path.name
