"""Annotations that come into an open project from elsewhere."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.annotating import key_of, make_project
from helpers.corpora import corpus_of
from helpers.frames import finished_annotations, frame
from helpers.input_files import written
from helpers.messages import tell
from helpers.project_rows import rows_of
from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Role
from meantree.annotation import brat, wmt13
from meantree.annotation.annotation_json import from_json, to_json
from meantree.annotation.edits import delete_frame
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import InputError, UsageError
from meantree.project import importing, journals
from meantree.project.conversion import convert_file
from meantree.project.copies import Copy
from meantree.project.file import Project
from meantree.project.importing import import_annotations
from meantree.project.merging import joined
from meantree.project.new_projects import make_project as make_corpus_project

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
        other.take_step("ann", "undo")
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
        assert project.take_step("ann", "undo") == (key_of(2), "done")
    with Project(path) as again:
        assert again.annotators == ("ann", "bob")


def test_an_edit_in_another_window_meanwhile_is_refused_or_stays(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Path(shutil.copy(path, tmp_path / "of-bob.meantree"))
    with Project(copy) as other:
        other.save(key_of(1, "bob"), DONE, "done")
    monkeypatch.setattr(journals, "BUSY_SECONDS", 0.01)
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


def _own(path: Path, tokens: bool = True, **systems: str) -> Path:
    def text_of(words: str) -> Text:
        return Text(words, tokens=tuple(words.split()) if tokens else None)

    rows = [(*map(text_of, systems.values()), text_of(f"Rain {number}")) for number in range(2)]
    make_corpus_project(path, corpus_of(rows, tuple(systems), document="d"))
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
        with pytest.raises(InputError, match=r"system west .*own\.meantree"):
            import_annotations(project, tmp_path / "other.meantree")
        assert project.contents() == before


FOLDERS = {"folder.brat": brat, "tables": wmt13}
SPOKEN = Annotation(
    (Frame((1, 2), (Filler((0, 1), Role.AGENT, "ARG0"),), "go.01"), Frame((4, 5), (), "see.01")),
    (Frame((1, 2), (Filler((0, 1), Role.AGENT, "ARG0"),), "go.01"),),
    FrameAlignment({(0, 0): LinkKind.CORRECT}, {((0, 0), (0, 0)): LinkKind.CORRECT}),
    State.DONE,
    "why?",
    {("hypothesis", (0, 0)): "sure?", ("hypothesis", (1, None)): "a verb?"},
    rejected=frozenset({("reference", (3, 4))}),
)
STATES = [replace(SPOKEN, state=state) for state in State] + [Annotation(state=state) for state in State]


@pytest.mark.parametrize("name", FOLDERS)
def test_what_a_folder_cannot_hold_is_no_news(path: Path, tmp_path: Path, name: str) -> None:
    said = [*STATES, replace(SPOKEN, finalized_by="abe")]
    with Project(path) as project:
        for place, one in enumerate(said):
            project.save(key_of(place), one, "done")
            project.save(key_of(place, AUTOMATIC), one, "labelled")
        convert_file(path, tmp_path / name)
        rows = rows_of(path)
        found = import_annotations(project, tmp_path / name)
        assert (found.conflicts, found.problems) == ((), ())
        assert rows_of(path) == rows


@pytest.mark.parametrize("name", FOLDERS)
def test_no_edit_since_an_export_is_reverted(path: Path, tmp_path: Path, name: str) -> None:
    with Project(path) as project:
        for place, one in enumerate(STATES):
            project.save(key_of(place), one, "done")
        convert_file(path, tmp_path / name)
        for place, one in enumerate(STATES):
            project.save(key_of(place), replace(delete_frame(SPOKEN, "hypothesis", 1), state=one.state), "edited")
        project.save(key_of(1), replace(LOCKED, hypothesis=()), "settled")
        rows = rows_of(path)
        found = import_annotations(project, tmp_path / name)
        assert (found.conflicts, rows_of(path)) == ((), rows)
        assert any("older than in the project; the stored one is kept" in str(one) for one in found.problems)


LOCKED = replace(SPOKEN, finalized_by="abe")


@pytest.mark.parametrize("name", FOLDERS)
def test_news_keep_what_a_folder_cannot_hold(path: Path, tmp_path: Path, name: str) -> None:
    """The second frame was deleted elsewhere, so its remark is gone in that version; all else is as before."""
    copy = Path(shutil.copy(path, tmp_path / "copy.meantree"))
    with Project(copy) as other:
        other.save(key_of(0), delete_frame(SPOKEN, "hypothesis", 1), "edited elsewhere")
    convert_file(copy, tmp_path / name)
    with Project(path) as project:
        project.save(key_of(0), replace(SPOKEN, state=State.OPEN if name == "tables" else State.DONE), "edited")
        before = project.content(key_of(0))
        assert len(import_annotations(project, tmp_path / name).conflicts) == 1
        now = project.annotation(key_of(0))
        assert project.alternatives()[key_of(0)] == (before,)
        state = State.OPEN if name == "tables" else State.DONE
        assert now is not None
        assert to_json(now) == to_json(replace(delete_frame(SPOKEN, "hypothesis", 1), state=state))
        rows = rows_of(path)
        import_annotations(project, tmp_path / name)
        project.choose_version(key_of(0), before)
        kept = rows_of(path)
        assert kept != rows
        assert import_annotations(project, tmp_path / name).conflicts == ()
        assert rows_of(path) == kept


@pytest.mark.parametrize("name", FOLDERS)
def test_settled_and_automatic_annotations_stay(path: Path, tmp_path: Path, name: str) -> None:
    copy = Path(shutil.copy(path, tmp_path / "copy.meantree"))
    keys = key_of(0), key_of(0, AUTOMATIC)
    with Project(copy) as other:
        for key in keys:
            other.save(key, replace(SPOKEN, hypothesis=(), alignment=FrameAlignment(), part_comments={}), "elsewhere")
    convert_file(copy, tmp_path / name)
    with Project(path) as project:
        project.save(keys[0], LOCKED, "settled")
        project.save(keys[1], SPOKEN, "labelled")
        rows = rows_of(path)
        found = import_annotations(project, tmp_path / name)
        assert (found.conflicts, rows_of(path)) == ((), rows)
    assert tell(found.problems, "1 annotation … finalized … kept", "1 annotation … automatic … kept")


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_of_some_segments_changes_no_order_and_no_tokens(tmp_path: Path, name: str) -> None:
    """The second segment alone was exported, so it is the first of the folder."""
    with Project(_own(tmp_path / "o.meantree", tokens=False, north="It rained", south="Rain fell")) as project:
        key = AnnotationKey("d/1", "south", "A", "ann")
        project.save(key, DONE, "done")
        convert_file(project.path, tmp_path / name)
        project.save(replace(key, segment="d/0"), DONE, "done")
        rows = rows_of(project.path)
        import_annotations(project, tmp_path / name)
        assert rows_of(project.path) == rows


@given(finished_annotations(), st.sampled_from(State), st.text(max_size=5))
def test_what_formats_say_they_hold_is_what_comes_back(said: Annotation, state: State, comment: str) -> None:
    words = Text(" ".join("abcdefghijkl"), tokens=tuple("abcdefghijkl"))
    corpus = Corpus("c", (Segment("00/00", "", None, {"00": words}, {"01": words}),), ("01",), ("00",))
    key = AnnotationKey("00/00", "01", "00", "ann")
    one = from_json(to_json(replace(said, state=state, comment=comment, finalized_by="abe")))
    with TemporaryDirectory() as folder:
        for form in (brat, wmt13):
            target = Path(folder) / form.__name__
            written(target, dict(form.written(corpus, {key: one})[0]))
            assert form.read(target).annotations == {key: form.represented(one)}
