"""The page of experiments, by keys and clicks, and the sentences behind a cell of its tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from helpers.annotating import say_who
from helpers.stores import HandMadeStore
from helpers.windows import CTRL, SHIFT
from meantree.analysis.parsers import DEFAULT
from meantree.annotation.corrections import TreeKey
from meantree.cli.rated_corpora import made_content
from meantree.evaluation.value_table import Example, ExampleText, Heatmap, ValueTable
from meantree.experiments.experiment_request import ExperimentRequest
from meantree.experiments.study import Options
from meantree.reporting.table_text import MISSING, tables_tsv
from meantree.work import Work
from meantree_gui.experiments.examples_dialog import ExamplesDialog
from meantree_gui.experiments.experiments_page import ExperimentsPage, SampleBox
from meantree_gui.settings import FOLDER
from meantree_gui.window import MainWindow

Key = Qt.Key
WORDS = ["the", "old", "cat", "sat", "on", "a", "small", "red", "mat", "near", "my", "house", "today"]
SPECS = ("bleu", "ter")


def _table(path: Path, systems: int = 3, segments: int = 6, ratings: Callable[[int], object] | None = None) -> Path:
    """Translations that lose more words the worse they are rated."""
    lines = ["id\tsystem\treference\thypothesis" + ("\trating:da" if ratings is not None else "")]
    for segment in range(segments):
        words = WORDS[segment : segment + 7]
        for system in range(systems):
            lost = (segment + system) % 4
            rated = f"\t{ratings(lost)}" if ratings is not None else ""
            lines.append(
                f"{segment}\tsystem-{system}\t{' '.join(words)}\t{' '.join(words[lost:] + WORDS[:system])}{rated}"
            )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _opened(window: MainWindow, qtbot: QtBot, path: Path) -> ExperimentsPage:
    """The page of a file, opened by its key."""
    window.opener.open_paths([path])
    qtbot.waitUntil(lambda: window.workspace.corpus is not None and window.workspace.corpus.name == path.stem)
    qtbot.keyClick(window, Key.Key_F10)
    assert window.pages.currentWidget() is window.corpus_pages.experiments
    page = window.corpus_pages.experiments
    assert page.choices.experiments.hasFocus()
    qtbot.waitUntil(lambda: page.experimenting.choice.offer is not None, timeout=20_000)
    return page


def _check(page: ExperimentsPage, qtbot: QtBot, wanted: tuple[str, ...]) -> None:
    """Check these metrics alone, by the space bar."""
    metrics = page.choices.metrics
    metrics.setFocus()
    for row, spec in enumerate(page.experimenting.choice.specs):
        if (spec in metrics.checked) != (spec in wanted):
            metrics.setCurrentRow(row)
            qtbot.keyClick(metrics, Key.Key_Space)
            qtbot.waitUntil(lambda: set(metrics.checked) == set(page.experimenting.choice.chosen_specs))
    assert page.experimenting.choice.chosen_specs == wanted


def _made(page: ExperimentsPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(
        lambda: not page.experimenting.is_running and not page.results.figure.picture.message, timeout=30_000
    )
    assert page.experimenting.result is not None, page.outcome.text()


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> ExperimentsPage:
    """The page on three rated systems, with few samples."""
    page = _opened(window, qtbot, _table(tmp_path / "t.tsv", ratings=lambda lost: 5 - lost))
    _check(page, qtbot, SPECS)
    page.choices.resamples.setFocus()
    page.choices.resamples.selectAll()
    qtbot.keyClicks(page.choices.resamples, "20")
    return page


def _text(path: Path, form: str, options: Options) -> str:
    asked = ExperimentRequest((path,), ("meta-evaluation",), options, None, DEFAULT)
    return str(made_content(asked, form, Work())[0])


def test_tables_and_files_are_those_of_the_command(
    page: ExperimentsPage, window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.keyClick(page.choices.resamples, Key.Key_Return)
    assert page.experimenting.is_running
    _made(page, qtbot)
    result, options = page.experimenting.result, Options("da", SPECS, resamples=20, permutations=20)
    assert result is not None
    path = tmp_path / "t.tsv"
    assert (
        page.experimenting.command
        == page.results.command.text()
        == (
            f"meantree experiment {path} --metric bleu --metric ter --table meta-evaluation --rating da --resamples 20 "
            "--pipeline hand-made"
        )
    )
    monkeypatch.setattr("meantree.cli.rated_corpora.AnalysisStore", lambda _parsers: HandMadeStore())
    for suffix in ("tsv", "json", "tex"):
        to = tmp_path / f"out.{suffix}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest, to=to: (str(to), ""))
        FOLDER.write(window.settings, str(tmp_path))
        qtbot.keyClick(window, Key.Key_T, CTRL | SHIFT)
        qtbot.waitUntil(to.exists)
        assert to.read_text(encoding="utf-8") == _text(path, suffix, options)


def test_a_table_is_walked_sorted_and_copied_by_keys(page: ExperimentsPage, window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(page.choices.experiments, Key.Key_F5)
    _made(page, qtbot)
    results, table = page.results, page.results.table
    qtbot.keyClick(window, Key.Key_F6)
    assert results.list.hasFocus()
    qtbot.keyClick(results.list, Key.Key_Down)
    made = results.tables[1]
    assert results.title.text() == made.title
    qtbot.keyClick(window, Key.Key_Up, CTRL)
    made = results.tables[0]
    assert (results.title.text(), results.note.text()) == (made.title, made.note)
    column = made.head.index("Δ r")
    values = [row[column] for row in made.rows]
    assert None in values, "sentences of one source have one length of the reference"
    table.setFocus()
    table.setCurrentIndex(table.rows.index(0, column))

    def shown() -> list[str]:
        return [str(table.rows.index(row, column).data()) for row in range(len(made.rows))]

    before = shown()
    assert before[values.index(None)] == MISSING
    known = sorted(value for value in values if isinstance(value, float))
    for order in (known, known[::-1]):
        qtbot.keyClick(table, Key.Key_S)
        assert shown() == [*(f"{value:.3f}".replace("-", "−") for value in order), *[MISSING] * values.count(None)]
    copied = QGuiApplication.clipboard
    falling = [values.index(value) for value in known[::-1]]
    qtbot.keyClick(table, Key.Key_C, CTRL)
    assert copied().text().startswith(tables_tsv([replace(made, rows=tuple(made.rows[one] for one in falling))]))
    table.setCurrentIndex(table.rows.index(0, column))
    qtbot.keyClick(table, Key.Key_Down, SHIFT)
    qtbot.keyClick(table, Key.Key_C, CTRL)
    assert copied().text() == tables_tsv([replace(made, rows=tuple(made.rows[one] for one in falling[:2]))])
    table.clearSelection()
    qtbot.keyClick(table, Key.Key_S)
    assert shown() == before
    qtbot.mouseClick(results.copy_button, Qt.MouseButton.LeftButton)
    assert copied().text() == tables_tsv([made])
    qtbot.waitUntil(lambda: bool(results.figure.names), timeout=20_000)
    assert results.figure.isVisible()
    first = results.figure.caption.text()
    results.figure.area.setFocus()
    qtbot.keyClick(results.figure.area, Key.Key_Right)
    assert results.figure.caption.text() != first


def test_it_stops_by_a_key_and_another_corpus_clears_it(
    page: ExperimentsPage, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page.choices.resamples.setValue(1_000_000)
    qtbot.keyClick(page.choices.experiments, Key.Key_F5)
    qtbot.waitUntil(lambda: "of" in page.stage.text(), timeout=20_000)
    assert not page.run_button.isEnabled()
    qtbot.keyClick(page.choices.experiments, Key.Key_Escape)
    qtbot.waitUntil(lambda: not page.experimenting.is_running, timeout=20_000)
    assert page.outcome.text().startswith("Stopped.")
    assert page.experimenting.result is None
    page.choices.resamples.setValue(20)
    qtbot.mouseClick(page.run_button, Qt.MouseButton.LeftButton)
    _made(page, qtbot)
    _opened(window, qtbot, _table(tmp_path / "u.tsv"))
    assert page.experimenting.result is None
    assert not page.results.isVisible()
    why = "“Meta-evaluation” cannot be run: it needs ratings, and u has none."
    assert page.message.text() == f"{why} “Weights of semantic roles (Lo & Wu)” can."
    assert not page.run_button.isEnabled()
    qtbot.keyClick(page.choices.experiments, Key.Key_F5)
    assert not page.outcome.isVisible()
    assert not page.choices.why_not.isVisible(), "it is said once"


def test_a_click_on_a_box_leaves_no_reason_of_another_row(
    window: MainWindow, page: ExperimentsPage, qtbot: QtBot, tmp_path: Path
) -> None:
    _opened(window, qtbot, _table(tmp_path / "u.tsv"))
    experiments = page.choices.experiments
    (item,) = experiments.findItems("Errors planted in the references", Qt.MatchFlag.MatchExactly)
    experiments.setCurrentRow(0)
    box = experiments.visualItemRect(item).center()
    box.setX(experiments.visualItemRect(item).left() + 8)
    qtbot.mouseClick(experiments.viewport(), Qt.MouseButton.LeftButton, pos=box)
    qtbot.waitUntil(lambda: "faults" in page.experimenting.choice.inputs.experiments)
    assert experiments.currentItem().text() == "Errors planted in the references"
    assert not page.choices.why_not.isVisibleTo(page), "meta-evaluation was not asked for"


def test_what_cannot_be_made_is_grey_and_says_why(
    page: ExperimentsPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = page.choices
    names = [one.name for one in page.experimenting.choice.offer.experiments] if page.experimenting.choice.offer else []
    row = names.index("pado")
    choices.experiments.setFocus()
    choices.experiments.setCurrentRow(row)
    assert choices.why_not.text().startswith(
        f"“{choices.experiments.item(row).text()}” cannot be run: leave-one-language-out needs at least 2 corpora"
    )
    qtbot.keyClick(choices.experiments, Key.Key_Space)
    assert "pado" not in page.experimenting.choice.inputs.experiments
    other = _table(tmp_path / "u.tsv", ratings=lambda lost: 4 - lost)
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_rest: ([str(other)], ""))
    choices.corpora.choose_files()
    qtbot.waitUntil(lambda: len(page.experimenting.choice.corpora) == 2, timeout=20_000)
    assert not choices.why_not.text()
    qtbot.keyClick(choices.experiments, Key.Key_Space)
    qtbot.waitUntil(lambda: "pado" in page.experimenting.choice.inputs.experiments)
    choices.corpora.list.setCurrentRow(1)
    qtbot.mouseClick(choices.corpora.remove_button, Qt.MouseButton.LeftButton)
    assert len(page.experimenting.choice.corpora) == 1
    assert page.experimenting.choice.chosen == page.experimenting.choice.chosen[:1]


@pytest.mark.parametrize(
    ("systems", "segments", "told"), [(1, 6, "at least 2"), (2, 1, "1 segment with ratings 'da', expected at least 2")]
)
def test_too_little_is_told(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, systems: int, segments: int, told: str
) -> None:
    path = _table(tmp_path / "t.tsv", systems, segments, ratings=lambda lost: lost)
    page = _opened(window, qtbot, path)
    if segments > 1:
        _check(page, qtbot, ("bleu",))
        page.choices.resamples.setValue(5)
        qtbot.keyClick(page.choices.experiments, Key.Key_F5)
        _made(page, qtbot)
        page.results.step(1)
        assert told in page.results.note.text(), "what one system leaves undefined is said"
        cells = page.results.tables[1].rows[0]
        assert None in cells
    else:
        assert told in page.message.text()
        assert not page.run_button.isEnabled()


def test_metrics_are_added_by_typing(page: ExperimentsPage, qtbot: QtBot) -> None:
    line = page.choices.spec
    line.setFocus()
    qtbot.keyClicks(line, "blue")
    qtbot.keyClick(line, Key.Key_Return)
    assert "blue" in page.choices.fault.text()
    assert not page.experimenting.is_running
    line.selectAll()
    qtbot.keyClicks(line, "bleu:smooth=lin-och")
    qtbot.keyClick(line, Key.Key_Return)
    assert page.experimenting.choice.chosen_specs == (*SPECS, "bleu:smooth=lin-och")
    assert not page.choices.fault.isVisible()
    qtbot.keyClicks(line, "b")
    qtbot.keyClick(line, Key.Key_Return)
    assert "b" in page.choices.fault.text()
    qtbot.keyClick(line, Key.Key_Backspace)
    assert not page.choices.fault.text()


def test_a_sample_has_two_segments_at_least(qtbot: QtBot) -> None:
    box = SampleBox()
    qtbot.addWidget(box)
    for typed, value in (("1", 2), ("3", 3), ("0", 0), ("all", 0)):
        box.selectAll()
        qtbot.keyClicks(box, typed)
        box.interpretText()
        assert box.value() == value
    qtbot.keyClick(box, Key.Key_Up)
    assert box.value() == 2
    qtbot.keyClick(box, Key.Key_Down)
    assert box.text() == "all"


def test_a_number_that_is_being_typed_counts(page: ExperimentsPage, window: MainWindow, qtbot: QtBot) -> None:
    choices, choice = page.choices, page.experimenting.choice
    assert choice.inputs.resamples == 1000
    page.experimenting.changed.emit()
    assert choices.resamples.text() == "20", "what is being typed stays when something else arrives"
    qtbot.keyClick(choices.resamples, Key.Key_F5)
    assert page.experimenting.is_running
    assert choice.inputs.resamples == 20
    _made(page, qtbot)
    assert "--resamples 20 " in page.results.command.text()
    assert not page.experimenting.is_outdated
    choices.limit.setFocus()
    choices.limit.selectAll()
    qtbot.keyClicks(choices.limit, "4")
    choices.seed.setFocus()
    assert choice.inputs.limit == 4
    assert page.outcome.text() == "These tables were made with other choices. Run again with F5."
    choices.seed.selectAll()
    qtbot.keyClicks(choices.seed, "7")
    qtbot.keyClick(window, Key.Key_X, CTRL | Qt.KeyboardModifier.AltModifier)
    assert choice.inputs.seed == 7
    _made(page, qtbot)
    assert not page.outcome.isVisible()


def test_a_project_of_what_is_open_keeps_the_run_and_the_choices(
    page: ExperimentsPage, window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, path = page.experimenting, tmp_path / "t.meantree"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_rest: (str(path), ""))
    qtbot.keyClick(page.choices.resamples, Key.Key_F5)
    qtbot.keyClick(window, Key.Key_S, CTRL)
    assert window.workspace.project is not None
    assert state.is_running, "the texts are the same"
    _made(page, qtbot)
    made = state.result
    qtbot.waitUntil(lambda: state.choice.offer is not None)
    assert not page.outcome.isVisible()
    assert page.results.command.text().startswith(f"meantree experiment {path} --metric bleu")
    assert "--annotator" not in page.results.command.text()
    assert state.choice.inputs.resamples == 20
    say_who(window, "ana")
    assert state.result is made, "whoever has not begun sees the same"
    qtbot.keyClick(window, Key.Key_F10)
    project = window.workspace.project
    segment = project.corpus().segments[0]
    words = segment.hypotheses["system-0"].text.split()
    project.begin(segment.key, {("hypothesis", "system-0"): tuple(words)})
    project.save_tree(TreeKey(segment.key, "hypothesis", "system-0", "ana"), {1: (0, "dep")}, "head", known={})
    window.workspace.follow_project(segment.key)
    assert page.outcome.text().startswith("Texts or annotations were edited")
    qtbot.waitUntil(lambda: state.choice.offer is not None)
    assert state.result is made
    assert "--annotator" not in state.command, "nobody had begun when these were made"
    page.run()
    _made(page, qtbot)
    assert "--annotator ana" in page.results.command.text()


def test_a_corpus_that_is_removed_takes_its_preferences_along(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path, *further = (_table(tmp_path / f"{name}.tsv", ratings=lambda lost: lost) for name in ("t", "u", "v"))
    choice = _opened(window, qtbot, path).experimenting.choice
    choice.add(further)
    qtbot.waitUntil(lambda: len(choice.corpora) == 3, timeout=20_000)
    for place, file in enumerate(("t.prefs", "u.prefs", "v.prefs")):
        choice.set_preferences(place, file)
    page = window.corpus_pages.experiments
    page.choices.corpora.list.setCurrentRow(1)
    qtbot.mouseClick(page.choices.corpora.remove_button, Qt.MouseButton.LeftButton)
    assert [corpus.corpus.name for corpus in choice.corpora] == ["t", "v"]
    assert choice.preferences == ("t.prefs", "v.prefs")


INTACT, FAULTY = "She has not seen <it>.", "She has seen <it>."


def _example(note: str, *, is_counted: bool) -> Example:
    texts = ExampleText("intact", INTACT, ((4, 11),)), ExampleText("faulty", FAULTY, ((4, 7),))
    return Example(note, is_counted, texts, ("faulty", "intact"))


@pytest.fixture
def table() -> ValueTable:
    """One kind of error by one metric."""
    examples = (_example("1.000 → 0.500", is_counted=True), _example("1.000 → 1.000", is_counted=False))
    rows = (("embedding.lost", 1, None), ("negation.lost", 2, 0.5), ("tense.changed", 1, 1.0))
    figures = (Heatmap((2,), "share"),)
    return ValueTable(
        "noticed", "Noticed", "", ("kind", "texts", "bleu"), rows, figures, examples={("negation.lost", 2): examples}
    )


def test_that_return_on_a_share_opens_its_sentences(window: MainWindow, qtbot: QtBot, table: ValueTable) -> None:
    results = window.corpus_pages.experiments.results
    results.table.show_table(table)
    results.table.setFocus()
    results.table.setCurrentIndex(results.table.rows.index(2, 2))
    qtbot.keyClick(results.table, Key.Key_Return)
    assert not results.findChildren(ExamplesDialog)
    results.table.setCurrentIndex(results.table.rows.index(1, 2))
    qtbot.keyClick(results.table, Key.Key_Return)
    (dialog,) = results.findChildren(ExamplesDialog)
    qtbot.waitUntil(lambda: dialog.pair.content is not None, timeout=30_000)
    assert dialog.windowTitle() == "negation.lost · bleu: 1 of 2 texts"
    assert [index.row() for index in dialog.table.selectionModel().selectedRows()] == [0]
    assert dialog.examples[0].note == "1.000 → 1.000"
    assert "has not</b> seen &lt;it&gt;." in dialog.texts.text()
    qtbot.keyClick(dialog.table, Key.Key_J)
    assert dialog.table.currentIndex().row() == 1
    qtbot.keyClick(dialog.table, Key.Key_Escape)
    qtbot.waitUntil(lambda: not results.findChildren(ExamplesDialog))


def test_that_a_click_in_the_figure_opens_the_same(window: MainWindow, table: ValueTable) -> None:
    results = window.corpus_pages.experiments.results
    opened: list[tuple[object, int]] = []
    results.figure.cell_clicked.connect(lambda row, column: opened.append((row, column)))
    results.figure.table, results.figure.names = table, ("noticed",)
    results.figure.picture.box_selected.emit(1)
    assert opened == [(table.rows[2], 2)], "rows without a value are not drawn"
