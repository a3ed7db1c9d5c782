"""Corpora as experiments take them: one a language pair, under names that tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import InputFile, guess_name, guess_role, read_corpus
from meantree.corpus.formats.catalogue import files_in
from meantree.errors import UsageError
from meantree.project.file import SUFFIX, Project


def read_corpora(paths: Sequence[Path], encoding: str | None, annotator: str | None = None) -> tuple[Corpus, ...]:
    """A corpus for each path, under names of their own; projects as an annotator has them.

    Raises:
        InputError: if one cannot be read.
        UsageError: if there is no such annotator.
    """
    if annotator is not None and not any(path.suffix == SUFFIX for path in paths):
        raise UsageError("--annotator says whose annotations of a project are taken, and there is no project")
    return named_apart([read(path, encoding, annotator) for path in paths], paths)


def read(path: Path, encoding: str | None, annotator: str | None = None) -> Corpus:
    """The corpus of one file, folder or project.

    Raises:
        InputError: if it cannot be read.
        UsageError: if there is no such annotator.
    """
    if path.suffix == SUFFIX:
        with Project(path, passing=True) as project:
            return project.corpus(annotator)
    return read_corpus([InputFile(one) for one in files_in(path)], name=folder_name(path), encoding=encoding)


def folder_name(path: Path) -> str | None:
    """What the corpus of a folder is called; None leaves the name to the file."""
    return path.absolute().name if path.is_dir() else None


def named_apart(corpora: Sequence[Corpus], paths: Sequence[Path]) -> tuple[Corpus, ...]:
    """Corpora of one name are called by their paths, with the folder; where these are the same, too, by a number."""
    again = Counter(one.name for one in corpora)
    found: list[Corpus] = []
    for path, one in zip(paths, corpora, strict=True):
        if again[one.name] == 1:
            found.append(one)
            continue
        name = "/".join(path.absolute().with_suffix("").parts[-2:])
        taken = {*(other.name for other in found), *(other.name for other in corpora if again[other.name] == 1)}
        called = chain([name], (f"{name} ({number})" for number in count(2)))
        found.append(replace(one, name=next(new for new in called if new not in taken)))
    return tuple(found)


def one_path(files: Sequence[InputFile]) -> Path | None:
    """The file or folder that is read as these files; None if they stand together in no one place."""
    paths = [one.path for one in files]
    if not files or not all(map(_tells_itself, files)):
        return None
    if len(paths) == 1:
        return paths[0]
    folder = paths[0].parent
    return folder if files_in(folder) == paths else None


def _tells_itself(file: InputFile) -> bool:
    """Whether nobody said more of it than its name does."""
    role, name = guess_role(file.path), guess_name(file.path)
    return file.role in (None, role) and file.name in (None, name) and not file.columns
