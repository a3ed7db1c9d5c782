"""Annotations that come into an open project from elsewhere."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.annotating import key_of, make_project
from helpers.frames import frame
from meantree.corpus.model import Corpus, Segment, Text
from meantree.errors import InputError, UsageError
from meantree.project import database, importing
from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.conversion import convert_file
from meantree.project.file import Project
from meantree.project.importing import import_annotations
from meantree.project.making import make_project as make_corpus_project
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


@pytest.mark.parametrize("name", ["folder.brat", "tables"])
def test_an_older_export_changes_nothing(path: Path, tmp_path: Path, name: str) -> None:
    with Project(path) as project:
        project.save(key_of(1), replace(DONE, remarks={("hypothesis", (0, 0)): "sure?"}), "done")
        project.save(key_of(2, "abe"), replace(DONE, comment=""), "done")
        convert_file(path, tmp_path / name)
        before = project.contents()
        assert import_annotations(project, tmp_path / name).problems == ()
        assert project.contents() == before, "the folder lacks but what it cannot hold"
        project.save(key_of(0), replace(DONE, reference=()), "edited")
        project.save(key_of(1), replace(DONE, comment="other"), "edited")
        project.undo("ann")
        before = project.contents()
        found = import_annotations(project, tmp_path / name)
        assert project.contents() == before
    assert found.conflicts == ()
    assert [str(one).partition(": ")[2] for one in found.problems] == [
        "1 annotation is older than in the project; what is there stays"
    ]


def test_what_is_new_in_a_folder_is_kept_beside(path: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(path, tmp_path / "copy.meantree"))
    with Project(copy) as other:
        other.save(key_of(0), replace(DONE, hypothesis=()), "edited elsewhere")
    convert_file(copy, tmp_path / "folder.brat")
    with Project(path) as project:
        project.save(key_of(0), replace(DONE, reference=()), "edited")
        found = import_annotations(project, tmp_path / "folder.brat")
        assert len(found.conflicts) == 1
        again = import_annotations(project, tmp_path / "folder.brat")
        assert (again.conflicts, again.problems) == (found.conflicts, ())


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


def _own(path: Path, **systems: str) -> Path:
    texts = {name: Text(text, tokens=tuple(text.split())) for name, text in systems.items()}
    segments = tuple(
        Segment(str(number), "d", None, {"A": Text(f"Rain {number}", tokens=("Rain", str(number)))}, texts)
        for number in range(2)
    )
    make_corpus_project(path, Corpus("p", segments, tuple(texts), ("A",), "de", "en"))
    return path


def test_numbered_systems_of_tables_are_those_with_the_same_texts(tmp_path: Path) -> None:
    """Tables call systems 01, 02, … and the only reference 00."""
    key = AnnotationKey("d/1", "south", "A", "ann")
    with Project(_own(tmp_path / "own.meantree", north="It rained", south="Rain fell")) as project:
        project.save(key, DONE, "done")
        convert_file(project.path, tmp_path / "tables")
        before = project.corpus()
        project.save(key, replace(DONE, state=State.OPEN), "edited")
        import_annotations(project, tmp_path / "tables")
        assert project.corpus() == before
        assert project.annotations("ann").keys() == {key}


def test_texts_that_the_project_does_not_have_are_refused(tmp_path: Path) -> None:
    _own(tmp_path / "other.meantree", north="It rained", west="It poured")
    with Project(_own(tmp_path / "own.meantree", north="It rained", south="Rain fell")) as project:
        before = project.contents()
        with pytest.raises(InputError, match=r"system west has texts that are not in own\.meantree"):
            import_annotations(project, tmp_path / "other.meantree")
        assert project.contents() == before
