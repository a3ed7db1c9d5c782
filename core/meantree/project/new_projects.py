"""A new project with all that belongs into it, or none."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.files import atomic_path
from meantree.project.annotation import Annotation, AnnotationKey
from meantree.project.database import companion_files, create_database, is_disk_full, log_file
from meantree.project.file import Project


def make_project(path: Path, corpus: Corpus, annotations: Mapping[AnnotationKey, Annotation] | None = None) -> None:
    """Make a project of a corpus, and annotations of it; it stands at ``path`` when it is whole.

    Raises:
        UsageError: if there is something already, or it cannot be written; nothing of it is left then.
    """
    with _made(path) as made, Project(made, new=True) as project:
        project.fill(corpus, annotations)


def copy_project(project: Project, path: Path) -> None:
    """Write all that can be read of a project, its history too, into a new file.

    Raises:
        UsageError: as :func:`make_project`.
    """
    with _made(path) as made:
        project.copy(made)


def write_project(path: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """Make a project whose empty tables ``fill`` fills, in one transaction.

    Raises:
        UsageError: as :func:`make_project`.
    """
    with _made(path) as made, closing(create_database(made)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        fill(connection)
        connection.execute("COMMIT")


@contextmanager
def _made(path: Path) -> Iterator[Path]:
    there = next((one for one in (path, *companion_files(path)) if os.path.lexists(one)), None)
    if there is not None:
        # SQLite would take a log of that name for one of the new project.
        raise UsageError(f"{there}: the file already exists; a project does not overwrite it")
    with atomic_path(path, new=True) as made:
        try:
            yield made
        except (sqlite3.Error, UsageError) as error:
            faults = [fault for fault in _behind(error) if isinstance(fault, sqlite3.Error)]
            if not faults:
                raise
            raise UsageError(_told(path, str(faults[-1]))) from error
        # SQLite says nothing if it cannot put what it wrote beside the file into it.
        if log_file(made).exists():
            raise UsageError(_told(path, "what was written could not be put in its place"))


def _behind(error: BaseException) -> Iterator[BaseException]:
    """An error and those in whose handling it arose."""
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__context__


def _told(path: Path, fault: str) -> str:
    if is_disk_full(path, fault):
        return f"{path}: the disk is full; nothing was written"
    return f"{path}: cannot be written to ({fault}); nothing was written"
