"""The door: files in, a corpus out."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from meantree.corpus.formats import plain
from meantree.corpus.formats.assemble import assemble
from meantree.corpus.formats.catalogue import find_format
from meantree.corpus.formats.decode import RawFile, load
from meantree.corpus.formats.layers import FileRole, InputFile, Layer, Reading
from meantree.corpus.formats.names import guess_role
from meantree.corpus.formats.trees_of_texts import with_trees
from meantree.corpus.model import Corpus
from meantree.errors import InputError
from meantree.escaping import quoted

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


def _readings(files: Sequence[InputFile], encoding: str | None) -> list[Reading]:
    """What the files hold; their bytes are gone when this returns."""
    readings: list[Reading] = []
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
            readings.append(_single(file, plain.read(raw)))
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


def _single(file: InputFile, reading: Reading) -> Reading:
    role = file.role or guess_role(file.path)
    if role is None:
        raise InputError(
            file.path,
            "cannot tell whether this is a hypothesis, a reference or a source; say which it is, or name "
            "the file like hyp.SYSTEM.en, ref.A.en, src.de",
        )
    (layer,) = reading.layers
    return replace(reading, layers=(replace(layer, role=role, name=file.name or layer.name),))


def _several(file: InputFile, roles: set[FileRole | None], reading: Reading) -> Reading:
    if not reading.layers:
        return reading
    found = {layer.role for layer in reading.layers}
    if len(found) == 1 and len(roles) == 1 and FileRole.SOURCE not in found | roles:
        reading = replace(
            reading, layers=tuple(replace(layer, role=file.role or layer.role) for layer in reading.layers)
        )
    else:
        reading = _filtered(file.path, roles, reading)
    return _renamed(file, reading) if file.name else reading


def _filtered(path: Path, roles: set[FileRole | None], reading: Reading) -> Reading:
    admitted = frozenset[FileRole]().union(*(_LET_IN[role] for role in roles))
    layers = tuple(layer for layer in reading.layers if layer.role in admitted)
    if not layers:
        asked = " or ".join(sorted(str(role) for role in roles))
        present = ", ".join(dict.fromkeys(str(layer.role) for layer in reading.layers))
        raise InputError(path, f"was given as {asked}, but holds only: {present}")
    return replace(reading, layers=layers, ratings=reading.ratings if FileRole.HYPOTHESIS in admitted else ())


def _renamed(file: InputFile, reading: Reading) -> Reading:
    role = file.role or FileRole.HYPOTHESIS
    meant: list[Layer] = [layer for layer in reading.layers if layer.role is role]
    if len(meant) != 1 or file.name is None:
        raise InputError(
            file.path, f"holds {len(meant)} texts as {role}, expected one to call it {quoted(file.name or '')}"
        )
    (old,) = meant
    new = replace(old, name=file.name)
    ratings = reading.ratings
    if role is FileRole.HYPOTHESIS:
        ratings = tuple(replace(row, system=new.name) if row.system == old.name else row for row in ratings)
    return replace(reading, layers=tuple(new if layer is old else layer for layer in reading.layers), ratings=ratings)


def _title(files: Sequence[InputFile]) -> str:
    path = files[0].path
    if len(files) > 1:
        return path.absolute().parent.name or path.name
    return path.absolute().name if os.path.isdir(path) else path.stem or path.name
