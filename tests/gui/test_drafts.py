"""Corrections without a project: they are in a draft at once, and the user says afterwards where to keep them."""

from __future__ import annotations

import getpass
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from helpers.windows import CTRL, Answer, present, type_keys
from meantree.annotation.corrections import TreeKey
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.rules import BOTH, FRAMES
from meantree.corpus.formats import InputFile
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree_gui.settings import DRAFT_PLACE, Settings, locked, of_project, own_name
from meantree_gui.window import MainWindow
from meantree_resources import resource

OFFERED = ("hwcm", "chrf")
"""A metric over trees, and one over plain texts."""

Button = QMessageBox.StandardButton
Key = Qt.Key


@pytest.fixture
def corrected(sample: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on the sample, with one corrected head; the picture stays while the first correction is computed."""
    sample.selection.choose_focus("hwcm")
    shown = list[bool]()
    sample.selection.comparison_changed.connect(lambda found: shown.append(not isinstance(found, str)))
    type_keys(sample, "F7 End h Left h")
    qtbot.waitUntil(lambda: not sample.background.busy, timeout=20_000)
    assert sample.workspace.is_draft
    assert shown
    assert all(shown)
    return sample


def answering(monkeypatch: pytest.MonkeyPatch, answer: Button) -> list[str]:
    asked: list[str] = []

    def question(*args: object) -> Button:
        asked.append(str(args[2]))
        return answer

    monkeypatch.setattr(QMessageBox, "question", question)
    return asked


def test_a_window_that_may_not_ask_keeps_the_draft(corrected: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after SIGTERM, when nobody may be there to answer."""
    asked = answering(monkeypatch, Button.Cancel)
    draft = present(corrected.workspace.project)
    corrected.may_ask = False
    assert corrected.close()
    assert asked == []
    with Project(draft.path) as project:
        assert project.has_work


def test_a_project_is_proposed_beside_the_open_texts(
    sample: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Answer
) -> None:
    proposed = answer()
    documents = tmp_path / "documents"
    documents.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _kind: str(documents))
    qtbot.keyClick(sample, Key.Key_S, CTRL)
    assert proposed == [str(documents / "sample.meantree")], "the sample is in the program's own folder"
    texts = tmp_path / "texts"
    texts.mkdir()
    for name in ("hyp.s.en", "ref.A.en"):
        (texts / name).write_text("one\n", encoding="utf-8")
    with qtbot.waitSignal(sample.workspace.opened):
        sample.workspace.open([InputFile(texts / name) for name in ("hyp.s.en", "ref.A.en")])
    qtbot.keyClick(sample, Key.Key_S, CTRL)
    assert proposed[1:] == [str(texts / "texts.meantree")]
    drawn = tmp_path / "drawn" / "tree.svg"
    drawn.parent.mkdir()
    answer(drawn)
    qtbot.waitUntil(lambda: sample.exporter.source() is not None, timeout=20_000)
    qtbot.keyClick(sample, Key.Key_E, CTRL)
    answer()
    qtbot.keyClick(sample, Key.Key_E, CTRL)
    assert Path(proposed[-1]).parent == drawn.parent, "where the last dialog was"


def drafts(settings: Settings) -> list[Path]:
    return list((settings.path.parent / "drafts").glob("*"))


def arcs(path: Path) -> list[str]:
    with Project(path, passing=True) as project:
        return [key.annotator for key in project.trees()]


def test_what_is_corrected_is_in_a_draft_and_scores_stay(corrected: MainWindow, settings: Settings) -> None:
    project, table = present(corrected.workspace.project), present(corrected.scoring.table)
    assert project.path.parent == settings.path.parent / "drafts"
    assert arcs(project.path) == [own_name()]
    assert table.is_scored("north", "chrf")
    assert "not saved yet (Ctrl+S)" in corrected.centre.trees.notice.text()
    assert "(not saved)" in corrected.windowTitle()
    assert corrected.session.opened is None, "a draft is no file of the user's"


def test_a_correction_of_a_draft_is_undone_and_not_asked_about(
    corrected: MainWindow, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = corrected.centre.trees.hypothesis.view
    assert present(view.content).corrected
    type_keys(corrected, "Ctrl+Z")
    assert not present(view.content).corrected
    assert not corrected.centre.trees.notice.text()
    for said in (corrected.windowTitle(), corrected.status.where.text()):
        assert "not saved" not in said, "there is nothing to save any more"
    type_keys(corrected, "Ctrl+Y")
    assert "(not saved)" in corrected.windowTitle()
    type_keys(corrected, "Ctrl+Z")
    asked = answering(monkeypatch, Button.Cancel)
    corrected.close()
    assert (asked, drafts(settings)) == ([], [])


def test_a_draft_is_saved_with_its_history_and_among_the_recent_files(
    corrected: MainWindow, settings: Settings, tmp_path: Path, qtbot: QtBot, answer: Answer
) -> None:
    answer(tmp_path / "mine")
    type_keys(corrected, "Ctrl+S")
    project = present(corrected.workspace.project)
    assert project.path == tmp_path / "mine.meantree"
    assert present(corrected.scoring.table).corpus.name == "mine", "the title of a report"
    assert arcs(project.path) == [corrected.workspace.annotator] == [own_name()]
    assert drafts(settings) == []
    assert "not saved" not in corrected.centre.trees.notice.text()
    assert project.take_step(own_name(), "undo") is not None
    corrected.opener.open_sample()
    qtbot.waitUntil(lambda: corrected.workspace.name != "mine.meantree", timeout=10_000)
    assert [opened.files[0].path for opened in corrected.session.recent] == [tmp_path / "mine.meantree"]


@pytest.mark.parametrize(("button", "name"), [(Button.Cancel, "mine"), (Button.Save, ""), (Button.Save, "no/mine")])
def test_nothing_is_lost_when_saving_is_refused(
    corrected: MainWindow,
    told: list[str],
    settings: Settings,
    tmp_path: Path,
    button: Button,
    answer: Answer,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = answering(monkeypatch, button)
    answer(tmp_path / name if name else "")
    corrected.close()
    assert len(asked) == 1
    assert corrected.isVisible()
    assert corrected.workspace.is_draft
    assert len(told) == (name == "no/mine")
    corrected.opener.open_sample()
    assert len(asked) == 2
    assert arcs(present(corrected.workspace.project).path) == [own_name()]
    answering(monkeypatch, Button.Discard)
    corrected.close()
    assert drafts(settings) == []


def test_what_is_annotated_is_asked_only_where_what_was_done_does_not_say_it(
    sample: MainWindow, told: list[str], tmp_path: Path, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed = []

    def choose_both(_corpus: object, _parent: object, protocol: str) -> str:
        proposed.append(protocol)
        return BOTH

    monkeypatch.setattr("meantree_gui.rules_dialog.ask_protocol", choose_both)
    answer(tmp_path / "no/mine")
    sample.projects.drafts.begin()
    sample.workspace.choose_annotator("ann")
    project, segment = present(sample.workspace.project), present(sample.selection.segment)
    project.save(
        AnnotationKey(segment.key, "north", next(iter(segment.references)), "ann"), Annotation(state=State.DONE), "made"
    )
    sample.projects.save_project()
    assert (proposed, project.rules.protocol) == ([], FRAMES)
    error = MarkedError((Place("hypothesis", 0, 3),), "major", "Other")
    project.save_errors(ErrorKey(segment.key, "north", "ann"), ErrorAnnotation((error,)), "severity")
    sample.projects.save_project()
    assert (proposed, project.rules.protocol, len(told)) == ([BOTH], BOTH, 2)
    assert sample.workspace.annotations.states == {(segment.key, "north"): State.OPEN}, "its error spans are left"


def test_closing_saves_where_the_user_says(
    corrected: MainWindow, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Answer
) -> None:
    answering(monkeypatch, Button.Save)
    answer(tmp_path / "mine.meantree")
    corrected.close()
    assert not corrected.isVisible()
    assert arcs(tmp_path / "mine.meantree") == [own_name()]
    assert drafts(settings) == []


@pytest.fixture
def left(corrected: MainWindow) -> Path:
    """A draft that a program left, of the sample."""
    draft = present(corrected.workspace.project)
    kept = draft.path.with_name("left.meantree")
    draft.copy(kept)
    return kept


def never(path: Path) -> None:
    pytest.fail(f"{path} is opened")


def test_a_draft_comes_back_to_its_place(corrected: MainWindow, left: Path, settings: Settings, qtbot: QtBot) -> None:
    chosen = corrected.selection
    chosen.select(4)
    chosen.choose_system("south")
    chosen.choose_focus("chrf")
    draft = present(corrected.workspace.project)
    place = of_project(DRAFT_PLACE, draft)
    qtbot.waitUntil(lambda: "chrf" in place.read(settings))
    of_project(DRAFT_PLACE, Project(left, passing=True)).write(settings, place.read(settings))  # as of a killed program
    place.forget(settings)
    corrected.projects.drafts.discard()
    corrected.workspace.close_project()
    corrected.workspace.corpus = None
    chosen.choose_focus("hwcm")
    corrected.begin()
    assert (chosen.place, chosen.system, chosen.focus) == (4, "south", "chrf")
    corrected.close()
    assert not any(key.startswith("draft-places") for key in json.loads(settings.path.read_bytes()))


def test_steps_write_the_place_in_a_draft_after_a_pause(corrected: MainWindow, settings: Settings) -> None:
    """The number of the segment was taken for the milliseconds to wait, so that each step wrote the settings."""
    kept = of_project(DRAFT_PLACE, present(corrected.workspace.project))
    kept.forget(settings)
    corrected.session.pause.setInterval(60_000)  # however slow the machine is
    for place in (1, 0, 1):
        corrected.selection.select(place)
        QCoreApplication.processEvents()
    assert not kept.read(settings)


def test_a_draft_is_found_by_its_files(corrected: MainWindow, left: Path, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "hyp.a.en").write_text("another text\n", encoding="utf-8")
    (tmp_path / "ref.a.en").write_text("some other text\n", encoding="utf-8")
    corrected.opener.open_paths([tmp_path / "hyp.a.en", tmp_path / "ref.a.en"])
    qtbot.waitUntil(lambda: corrected.workspace.size == 1 and not corrected.background.busy, timeout=20_000)
    assert not corrected.workspace.is_draft
    corrected.workspace.open([InputFile(resource("sample/sample.tsv"))])
    qtbot.waitUntil(lambda: corrected.workspace.is_draft, timeout=20_000)
    assert present(corrected.workspace.project).path == left
    assert "Ctrl+S" in corrected.statusBar().currentMessage()
    content = present(corrected.workspace.corpus)
    assert any(text.arcs for segment in content.segments for text in segment.hypotheses.values())


def test_a_draft_that_is_open_or_in_the_making_is_no_left_over_one(
    corrected: MainWindow, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meantree_gui.settings.WAIT_MILLISECONDS", 0)
    corpus, folder = present(corrected.workspace.corpus), settings.path.parent / "drafts"
    assert not corrected.projects.drafts.reopen(never)
    with locked(folder):
        make_project(folder / "new.meantree", corpus)
        assert not corrected.projects.drafts.reopen(never)
    assert (folder / "new.meantree").exists()
    assert not corrected.projects.drafts.reopen(never)
    assert not (folder / "new.meantree").exists(), "it says nothing"


OPENING = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from helpers.stores import HandMadeStore
from meantree_gui.background import Background
from meantree_gui.projects import Drafts
from meantree_gui.state.workspace import Workspace

app = QCoreApplication([])
workspace = Workspace(Background(), HandMadeStore())
drafts = Drafts(workspace, Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
print(drafts.reopen(lambda path: workspace.open_project(path, lambda _project: "me")), flush=True)
sys.stdin.readline()
workspace.background.close()
"""


@pytest.fixture
def programs(left: Path, count: int) -> Iterator[list[Popen[str]]]:
    """Programs that are to open a draft that was left over."""
    command, path = [sys.executable, "-c", OPENING, str(left.parent)], os.pathsep.join(filter(None, sys.path))
    found = [
        Popen(command, stdin=PIPE, stdout=PIPE, text=True, env={**os.environ, "PYTHONPATH": path}) for _ in range(count)
    ]
    yield found
    for program in found:
        program.communicate()


def answers(programs: Sequence[Popen[str]]) -> list[str]:
    """A line of each, when all of them were told to go on."""
    for program in programs:
        present(program.stdin).write("go\n")
        present(program.stdin).flush()
    return [program.stdout.readline() for program in programs if program.stdout is not None]


@pytest.mark.parametrize("count", [3])
def test_one_of_several_programs_opens_a_draft(programs: list[Popen[str]]) -> None:
    assert [program.stdout.readline() for program in programs if program.stdout is not None] == ["ready\n"] * 3
    assert sorted(answers(programs)) == ["False\n", "False\n", "True\n"]


@pytest.mark.parametrize("count", [1])
def test_a_draft_that_is_open_is_not_deleted(corrected: MainWindow, left: Path, programs: list[Popen[str]]) -> None:
    (program,) = programs
    assert present(program.stdout).readline() == "ready\n"
    drafts = corrected.projects.drafts
    drafts._done.add(left)
    assert answers(programs) == ["True\n"]
    drafts.clean()
    assert left.exists()
    program.kill()
    program.wait()
    drafts._done.add(left)
    drafts.clean()
    assert not left.exists()


@pytest.mark.parametrize("name", ["automatic", "Automatic", "root", "", "a\u202eb", "a\udcff"])
def test_a_name_in_which_nobody_may_work_is_not_taken(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", name)
    for other in ("USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(other, "")
    monkeypatch.setattr(getpass, "getuser", lambda: name)
    assert own_name() == "me"


def test_nobody_corrects_in_the_name_of_another_annotator(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with Project(path) as project:
        project.save_tree(TreeKey("00/05", "hypothesis", "01", own_name()), {2: (4, "x")}, "head")
    window.opener.open_paths([path])
    qtbot.waitUntil(lambda: window.selection.comparison is not None and not window.background.busy, timeout=20_000)
    qtbot.keyClick(window, Key.Key_F7)
    type_keys(window, "End h Left h")
    assert window.workspace.annotator == ""
    assert "choose your name on the Annotate page" in window.statusBar().currentMessage()
    with Project(path, passing=True) as project:
        assert [key.segment for key in project.trees()] == ["00/05"]
