"""Scoring that can be followed, stopped and resumed: nothing is lost, nothing is scored twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Semaphore

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from helpers.windows import CTRL, SHIFT, present
from meantree.analysis.store import AnalysisBatch, AnalysisStore
from meantree.corpus.corpus import Text
from meantree.scoring import run
from meantree.scoring.run import Portion, ScoredPortion, score_corpus
from meantree_gui.state import scoring, scoring_run
from meantree_gui.state.offered_metrics import SIZES
from meantree_gui.state.scoring_run import PortionResult
from meantree_gui.window import MainWindow

SIZE, AT_ONCE = 20, 4


class Gate:
    """Lets so many portions pass that need analyses; the others wait."""

    def __init__(self) -> None:
        self._free = Semaphore(0)
        self.is_open = self.waits = False

    def let(self, portions: int) -> None:
        self._free.release(portions)

    def open(self) -> None:
        self.is_open = True
        self._free.release(1000)

    def wait(self) -> None:
        if not self.is_open:
            self.waits = True
            assert self._free.acquire(timeout=30)
            self.waits = False


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made, unhurried = Gate(), run._score

    def gated(portion: Portion, taken: AnalysisBatch | AnalysisStore) -> ScoredPortion:
        if portion.layers:
            made.wait()
        return unhurried(portion, taken)

    monkeypatch.setattr(run, "_score", gated)
    monkeypatch.setattr(scoring_run, "PAUSE_SECONDS", -1.0)
    monkeypatch.setattr(scoring_run, "BUSY_SHARE", 0)
    monkeypatch.setattr(scoring, "SIZES", dict.fromkeys(SIZES, AT_ONCE))
    yield made
    made.open()


class Scored20:
    """A window on twenty segments of two systems, and what was scored of them."""

    def __init__(self, window: MainWindow, qtbot: QtBot, gate: Gate) -> None:
        self.window, self.qtbot, self.gate = window, qtbot, gate
        self.run, self.scoring = window.scoring.run, window.scoring
        self.found: list[tuple[str, str, int]] = []
        self.run.arrived.connect(self._note)

    def _note(self, found: list[PortionResult]) -> None:
        self.found += [(one.done.system, one.done.name, place) for one in found for place in one.portion.places]

    def trees(self, system: str = "") -> list[int]:
        """The places whose trees were scored, in their order."""
        return [place for name, what, place in self.found if what == "trees" and name in (system, system or name)]

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=20_000)

    def end(self) -> None:
        """All of it."""
        self.gate.open()
        self.until(lambda: not self.window.background.busy)

    def said(self) -> str:
        return self.window.status.progress.text.text()

    def stop(self) -> None:
        """By its key; what was begun comes to its end."""
        self.until(lambda: self.gate.waits)
        self.qtbot.keyClick(self.window, Qt.Key.Key_Period, CTRL)
        assert self.said() == "Stopping …"
        assert not self.window.status.progress.button.isEnabled()
        self.gate.let(1)
        self.until(lambda: self.run.is_stopped)


@pytest.fixture
def twenty(window: MainWindow, qtbot: QtBot, gate: Gate, tmp_path: Path) -> Scored20:
    for name in ("hyp.north", "hyp.south", "ref.A"):
        lines = (f"{name[-1]} sat on the mat number {place}\n" for place in range(SIZE))
        (tmp_path / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
    made = Scored20(window, qtbot, gate)
    window.opener.open_paths(sorted(tmp_path.glob("*.txt")))
    made.until(lambda: len(made.found) == SIZE)  # the texts
    return made


def test_segments_are_there_as_they_come(twenty: Scored20) -> None:
    table, system = present(twenty.scoring.table), twenty.window.selection.system
    twenty.gate.let(2)
    twenty.until(lambda: len(twenty.trees()) == 2 * AT_ONCE)
    model = twenty.window.segments.model
    shown = [model.score("hwcm", place) is not None for place in range(SIZE)]
    assert shown == [place < 2 * AT_ONCE for place in range(SIZE)]
    assert model.score("hwcm", 3) == table.segment_score(system, "hwcm", 3)
    assert twenty.window.evidence.score_model.of_segment("hwcm") is not None
    assert twenty.window.evidence.score_model.of_system("hwcm") is None, "the system is not scored yet"
    assert twenty.said().startswith(f"Scoring {system} · trees (2 of 2): 8 of 20")
    assert "0 of 2 systems scored" in twenty.window.status.where.text()
    twenty.end()
    assert twenty.scoring.scored(system, "hwcm")
    assert "1 of 2 systems scored" in twenty.window.status.where.text()
    assert twenty.window.status.progress.isHidden()


def test_what_is_stopped_goes_on(twenty: Scored20) -> None:
    button = twenty.window.status.progress.button
    ways: tuple[Callable[[], None], ...] = (
        lambda: twenty.qtbot.keyClick(twenty.window, Qt.Key.Key_Period, CTRL),
        lambda: twenty.qtbot.mouseClick(button, Qt.MouseButton.LeftButton),
        lambda: twenty.qtbot.keyClick(twenty.window, Qt.Key.Key_F5),
    )
    for times, resume in enumerate(ways, start=1):
        twenty.stop()
        assert twenty.trees() == list(range(times * AT_ONCE)), "what was begun is not lost"
        assert twenty.said() == f"Paused scoring north · trees (2 of 2): {times * AT_ONCE} of 20"
        assert button.text() == "Resume"
        assert button.isEnabled()
        resume()
        assert button.text() == "Pause"
        twenty.until(lambda: twenty.gate.waits)
    twenty.end()
    assert twenty.trees() == list(range(SIZE))
    assert twenty.scoring.scored("north", "hwcm")


def test_what_was_stopped_does_not_go_on_by_itself(twenty: Scored20) -> None:
    twenty.stop()
    twenty.window.selection.next_system()
    twenty.end()
    assert twenty.scoring.scored("south", "hwcm"), "another system is looked at for the first time"
    assert not twenty.scoring.scored("north", "hwcm")
    twenty.window.selection.next_system()
    twenty.qtbot.wait(50)
    assert not twenty.window.background.busy
    assert twenty.said().startswith("Paused scoring north")
    twenty.qtbot.keyClick(twenty.window, Qt.Key.Key_F5)
    twenty.end()
    assert twenty.scoring.scored("north", "hwcm")
    assert max(Counter(twenty.found).values()) == 1


def test_what_is_looked_at_comes_first_then_what_is_seen(twenty: Scored20) -> None:
    twenty.window.resize(1200, 420)
    table = twenty.window.segments.table
    twenty.window.selection.select(9)
    twenty.qtbot.wait(10)
    table.scrollToBottom()
    twenty.until(lambda: table.visible_places[-1] == SIZE - 1 and not twenty.window.segments._look.isActive())
    seen = [place for place in table.visible_places if place != 9]
    assert seen[0] > AT_ONCE
    twenty.end()
    begun = twenty.trees()[AT_ONCE:]  # after what was begun already
    assert begun[: 1 + len(seen)] == [9, *seen]
    assert sorted(twenty.trees()) == list(range(SIZE))


def test_another_system_comes_first_and_nothing_is_lost(twenty: Scored20) -> None:
    twenty.gate.let(1)
    twenty.until(lambda: len(twenty.trees()) == AT_ONCE)
    twenty.window.selection.next_system()
    assert twenty.scoring.awaits("north")
    assert twenty.said().startswith("Scoring south · texts (1 of 2): 0 of 20")
    twenty.gate.let(1)
    twenty.until(lambda: sum(name == "south" for name, _, _ in twenty.found) >= SIZE)
    twenty.end()
    systems = [name for name, what, _ in twenty.found if what == "trees"]
    assert systems == ["north"] * 2 * AT_ONCE + ["south"] * SIZE + ["north"] * (SIZE - 2 * AT_ONCE)
    assert max(Counter(twenty.found).values()) == 1
    assert twenty.scoring.complete_systems == ("north", "south")


def test_all_systems_are_scored_from_wherever_one_is_and_the_bar_never_goes_back(twenty: Scored20) -> None:
    bar, values = twenty.window.status.progress.bar, list[int]()
    twenty.run.progressed.connect(lambda: values.append(bar.value()))
    twenty.window.pages.open_titled("Report")
    twenty.qtbot.keyClick(twenty.window, Qt.Key.Key_F5, SHIFT)
    twenty.end()
    assert twenty.scoring.complete_systems == ("north", "south")
    assert "2 systems scored" in twenty.window.status.where.text()
    assert max(Counter(twenty.found).values()) == 1
    assert values == sorted(values)
    assert values[-1] > 900


def test_an_edit_meanwhile_is_scored(twenty: Scored20) -> None:
    """What was begun before the edit is scored again as it is now."""
    corpus, table = present(twenty.window.workspace.corpus), present(twenty.scoring.table)
    edited = replace(corpus.segments[1], hypotheses={**corpus.segments[1].hypotheses, "north": Text("other words")})
    twenty.window.workspace.corpus = replace(corpus, segments=(corpus.segments[0], edited, *corpus.segments[2:]))
    twenty.gate.is_open = True
    twenty.window.workspace.segment_changed.emit(1, False)
    twenty.end()
    expected = score_corpus(twenty.window.workspace.corpus, ["hwcm", "bleu"], twenty.window.workspace.store)
    for spec in ("hwcm", "bleu"):
        assert table.segment_scores("north", spec) == expected.segment_scores("north", spec)


@pytest.fixture
def most(window: MainWindow, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> int:
    """So many translations may be scored unasked in a window that is still empty."""
    window.workspace.scores_all = True
    monkeypatch.setattr(scoring, "MOST_UNASKED", request.param)
    return int(request.param)


@pytest.mark.parametrize("most", [2 * SIZE - 1, 2 * SIZE], indirect=True)
def test_only_a_small_corpus_is_scored_unasked(most: int, twenty: Scored20) -> None:
    is_small = most >= 2 * SIZE
    assert twenty.scoring.awaits("north")
    assert twenty.scoring.awaits("south") == is_small
    twenty.end()
    assert [name for name, what, _ in twenty.found if what == "trees"] == ["north"] * SIZE + ["south"] * SIZE * is_small


def test_scoring_waits_while_annotate_is_shown(twenty: Scored20) -> None:
    twenty.until(lambda: twenty.gate.waits)
    twenty.qtbot.keyClick(twenty.window, Qt.Key.Key_F9)
    twenty.gate.let(1)
    twenty.until(lambda: twenty.run.is_stopped)
    begun = twenty.trees()
    twenty.qtbot.keyClick(twenty.window, Qt.Key.Key_F5)
    assert "waits" in twenty.said()
    assert not twenty.window.background.busy
    twenty.qtbot.keyClick(twenty.window, Qt.Key.Key_F2)
    twenty.end()
    assert twenty.trees()[: len(begun)] == begun
    assert sorted(twenty.trees()) == list(range(SIZE))
