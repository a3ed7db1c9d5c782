"""Copies of a project on which people worked apart, and what they are together."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from meantree.annotation.record_kinds import Key
from meantree.project.file import Project
from meantree.project.merging import merge

Work = Callable[[Project], object]


def copies_of(whole: Path, *works: Work) -> list[Path]:
    """Copies with work of their own; one after the other, so that later work has later times."""
    paths = [Path(shutil.copy(whole, whole.with_name(f"copy{number}.meantree"))) for number in range(len(works))]
    for path, work in zip(paths, works, strict=True):
        with Project(path) as project:
            work(project)
    return paths


def undone(project: Project, annotator: str) -> Iterator[tuple[Key, str]]:
    """What an annotator takes back, step by step, until nothing is left."""
    return iter(lambda: project.take_step(annotator, "undo"), None)


@contextmanager
def merged(paths: Sequence[Path], conflicts: Sequence[str] = ()) -> Iterator[Project]:
    """The merged project; the kinds of conflicts are as expected."""
    free = (paths[0].with_name(f"merged{number}.meantree") for number in count())
    target = next(path for path in free if not path.exists())
    assert [one.kind for one in merge(paths, target).conflicts] == list(conflicts)
    with Project(target) as project:
        yield project
