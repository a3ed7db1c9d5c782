"""Annotations that come into an open project from elsewhere."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.annotating import key_of, make_project
from helpers.frames import frame
from meantree.errors import InputError, UsageError
from meantree.project import database, importing
from meantree.project.annotation import Annotation, State
from meantree.project.conversion import convert_file
from meantree.project.file import Project
from meantree.project.importing import import_annotations
from meantree.project.merging.copies import Copy
from meantree.project.merging.joining import joined

DONE = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), state=State.DONE, comment="why?")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Twenty segments; ann annotated the first."""
    make_project(tmp_path / "own.meantree")
    with Project(tmp_path / "own.meantree") as project:
        project.save(key_of(0), DONE, "done")
    return tmp_path / "own.meantree"


@pytest.mark.parametrize("name", ["copy.meantree", "folder.brat", "tables"])
def test_annotations_of_another_person_join(path: Path, tmp_path: Path, name: str) -> None:
    copy = tmp_path / "of-bob.meantree"
    shutil.copy(path, copy)
    with Project(copy) as other:
        other.save(key_of(1, "bob"), replace(DONE, comment=""), "done")
        other.undo("ann")
    source = copy
    if name != "copy.meantree":
        convert_file(copy, tmp_path / name)
        source = tmp_path / name
    with Project(path) as project:
        identity, before = project.identity, project.corpus()
        found = import_annotations(project, source)
        assert found.conflicts == ()
        assert project.annotations("bob").keys() == {key_of(1, "bob")}
        assert project.annotations("bob")[key_of(1, "bob")].hypothesis == DONE.hypothesis
        assert project.annotation(key_of(0)) == (None if name == "copy.meantree" else DONE)
        assert (project.identity, project.corpus()) == (identity, before)
        project.save(key_of(2), DONE, "done")
        assert project.undo("ann") == (key_of(2), "done")
    with Project(path) as again:
        assert again.annotators == ("ann", "bob")


def test_other_texts_change_nothing(path: Path, tmp_path: Path) -> None:
    (tmp_path / "hyp.S.txt").write_text("a b\n", encoding="utf-8")
    convert_file(tmp_path / "hyp.S.txt", tmp_path / "strange.meantree")
    with Project(path) as project:
        before = project.contents()
        with pytest.raises(InputError, match=r"1 of its 1 segment not in own\.meantree"):
            import_annotations(project, tmp_path / "strange.meantree")
        assert project.contents() == before


def test_an_edit_in_another_window_meanwhile_is_refused_or_stays(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Path(shutil.copy(path, tmp_path / "of-bob.meantree"))
    with Project(copy) as other:
        other.save(key_of(1, "bob"), DONE, "done")
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.01)
    acknowledged: list[bool] = []

    def joined_amid_edits(copies: dict[Path, Copy]) -> Copy:
        try:
            window.save(key_of(2), DONE, "done")
        except UsageError:
            acknowledged.append(False)
        else:
            acknowledged.append(True)
        return joined(copies)

    monkeypatch.setattr(importing, "joined", joined_amid_edits)
    with Project(path) as window, Project(path) as project:
        import_annotations(project, copy)
        assert [key_of(2) in window.annotations("ann")] == acknowledged
        assert window.annotations("bob").keys() == {key_of(1, "bob")}
