"""Versions of one annotation in copies that people work on apart, joined in any order and told in words."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.project.copies import Content, Edit, History

BEGUN = "0000"


@dataclass
class Copy:
    """One annotation in one file, with the way back; as the tables of a project keep it."""

    content: Content = "begun"
    changed: str = BEGUN
    rows: list[tuple[Edit, str, str]] = field(default_factory=list)

    def edit(self, content: str, time: str) -> None:
        """What an annotator does."""
        self.rows = [(edit, at, "dropped" if how == "undone" else how) for edit, at, how in self.rows]
        self.rows.append((Edit(time, "edit", self.content, content), time, "done"))
        self.content, self.changed = content, time

    def step(self, time: str, old: str, new: str) -> None:
        """Undo or redo."""
        places = [place for place, (_, _, how) in enumerate(self.rows) if how == old]
        if places:
            place = places[-1] if old == "done" else places[0]
            edit = self.rows[place][0]
            self.rows[place] = edit, time, new
            self.content, self.changed = edit.before if new == "undone" else edit.after, time

    @property
    def history(self) -> History:
        """What a merge reads of it."""
        return History({self.content: self.changed}, {edit: (at, how, "") for edit, at, how in self.rows})


@st.composite
def _copies(draw: st.DrawFn) -> list[Copy]:
    """Three files of one origin: some edits before they part, then each its own."""
    origin, clock = Copy(), 0

    def work(copy: Copy, most: int) -> None:
        nonlocal clock
        for _ in range(draw(st.integers(0, most))):
            clock += 1
            what = draw(st.sampled_from(("a", "b", "c", "begun", "undo", "redo")))
            if what == "undo":
                copy.step(f"{clock:04d}", "done", "undone")
            elif what == "redo":
                copy.step(f"{clock:04d}", "undone", "done")
            elif what != copy.content:
                copy.edit(what, f"{clock:04d}")

    work(origin, 3)
    copies = [Copy(origin.content, origin.changed, list(origin.rows)) for _ in range(3)]
    for copy in copies:
        work(copy, 4)
    return copies


def _stored(history: History) -> History:
    """What a file keeps of a joined history: the versions that stand, and all edits."""
    return History(dict(history.current), history.edits)


@given(_copies())
def test_copies_join_in_any_order_and_no_work_is_lost(copies: list[Copy]) -> None:
    one, two, three = (copy.history for copy in copies)
    both = _stored(one.joined(two))
    joined = _stored(both.joined(three))
    assert joined == _stored(one.joined(_stored(three.joined(two)))) == _stored(_stored(three.joined(one)).joined(two))
    assert joined.current == one.joined(two).joined(three).current
    assert _stored(both.joined(one)) == _stored(both.joined(both)) == both, "joining again changes nothing"
    known = {edit.before for edit in joined.edits} | {edit.after for edit in joined.edits} | {"begun"}
    for copy in copies:
        assert copy.content in known.union(content for content, _ in joined.current)
        alone = Copy().history.joined(copy.history)
        assert [content for content, _ in alone.current] == [copy.content], "it was only begun there"


def _history(script: str) -> History:
    """What was done in one copy: an edit as ``a1`` says what it says afterwards and when, ``undo2`` and ``redo3`` when.

    Who forgets goes on with something else after an undo.
    """
    copy = Copy()
    for word in script.split():
        what, time = word[:-1], f"000{word[-1]}"
        if what in ("undo", "redo"):
            copy.step(time, *(("done", "undone") if what == "undo" else ("undone", "done")))
        elif what == "forget":
            copy.rows = [(edit, at, "dropped") for edit, at, _ in copy.rows]
        else:
            copy.edit(what, time)
    return copy.history


@pytest.mark.parametrize(
    ("one", "two", "current", "why"),
    [
        ("a5", "b3", "a5 b3", "independent edits both stand, the later first"),
        ("a1", "a1 undo2", "begun2", "an edit that was taken back elsewhere is taken back"),
        ("a1", "a1 undo2 redo3", "a3", "or done again there"),
        ("a1 begun3", "z2", "begun3 z2", "a return to the beginning is an edit: both stand"),
        ("a1", "a1 undo2 forget2", "begun2", "what can no longer be done again is taken back"),
        ("a1 undo2 redo3", "a1 undo2 b4", "b4 a3", "what was done again holds though another copy forgot it"),
    ],
)
def test_what_stands_of_two_copies(one: str, two: str, current: str, why: str) -> None:
    joined = _history(one).joined(_history(two))
    assert [f"{content}{int(time)}" for content, time in joined.current] == current.split(), why


def test_only_later_edits_supersede() -> None:
    edit = Edit("0002", "edit", "a", "b")
    for time, stands in (("0001", ["b"]), ("0002", ["b", "a"]), ("0003", ["a", "b"])):
        history = History({"a": time, "b": "0002"}, {edit: ("0002", "done", "")})
        assert [content for content, _ in history.current] == stands


def test_a_version_whose_history_is_lost_stands() -> None:
    """The newest work may be in a damaged file, of which only the annotation could be read."""
    sound, damaged = Copy(), Copy()
    sound.edit("a", "0001")
    damaged.content, damaged.changed = "b", "0002"
    assert sound.history.joined(damaged.history).current == (("b", "0002"), ("a", "0001"))
    damaged.changed = "0000"
    assert sound.history.joined(damaged.history).current == (("a", "0001"), ("b", "0000"))
