"""Creating projects: a new file is either complete or not there."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.files import atomic_path
from meantree.project.database import companion_files, create_database, is_disk_full
from meantree.project.file import Project


def make_project(
    path: Path,
    corpus: Corpus,
    annotations: Mapping[AnnotationKey, Annotation] | None = None,
    complete: Callable[[Project], None] | None = None,
) -> None:
    """Create a project from a corpus with annotations; ``path`` exists only once it is complete.

    ``complete`` puts more into it.

    Raises:
        UsageError: if ``path`` exists or cannot be written; then nothing is left of the new project.
    """
    with _new_file(path) as new_path, Project(new_path, new=True, passing=True) as project:
        project.fill(corpus, annotations)
        if complete is not None:
            complete(project)


def copy_project(project: Project, path: Path) -> None:
    """Copy everything readable in a project, with its history, to a new file; raise as :func:`make_project`."""
    with _new_file(path) as new_path:
        project.copy(new_path)


def write_project(path: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """Create a project whose empty tables ``fill`` fills, in one transaction; raise as :func:`make_project`."""
    with _new_file(path) as new_path, closing(create_database(new_path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        fill(connection)
        connection.execute("COMMIT")


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    existing = next((file for file in (path, *companion_files(path)) if os.path.lexists(file)), None)
    if existing is not None:
        # SQLite would take a journal with that name for the new project's.
        raise UsageError(f"{existing}: the file already exists; a project does not overwrite it")
    with atomic_path(path, new=True) as new_path:
        try:
            yield new_path
        except (sqlite3.Error, UsageError) as error:
            fault = error.__cause__ if isinstance(error, UsageError) else error
            if not isinstance(fault, sqlite3.Error):
                raise
            why = "the disk is full" if is_disk_full(path, str(fault)) else f"cannot be written to ({fault})"
            raise UsageError(f"{path}: {why}; nothing was written") from error
