"""Undo and redo: annotators take back their own steps, in whichever segment, and do them again.

Each change of a record is an edit in the history, with the content before it and after it. The edits of one keystroke
are a step. An edit is *done*, then perhaps *undone*, and *dropped* once its annotator does something else: then it can
no longer be redone. What was *imported* is nobody's step. Undo takes the newest step that is done, redo the one that
was undone last.

An edit is taken while its record has the content that it starts from, which is always so in one file. After a merge
another copy's version may be shown, which the edit does not concern: it is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, Literal, NamedTuple
from uuid import uuid4

from meantree.annotation.record_kinds import Key
from meantree.project.frame_annotations import FrameAnnotations
from meantree.project.records import BY, HISTORY_OF, Locked

UndoOrRedo = Literal["undo", "redo"]


class Edit(NamedTuple):
    """A row of the history in the direction of undo or redo: it sets a record from one content to another.

    Attributes:
        present: the content that its record has.
    """

    number: int
    record: int
    what: str
    old: str | None
    new: str | None
    present: str | None
    state: str
    step: str


_FIRST_UNDONE: Final = f"""(
    SELECT coalesce(min(u.id), {2**63 - 1}) FROM history u
    WHERE u.annotation = a.id AND u.state IN ('undone', 'dropped') AND u.stated = a.changed
)"""
"""Selects the edit whose undoing led to the present content of a record; a merge may bring done edits after it."""
_DONE: Final = f"""
SELECT h.id FROM {HISTORY_OF} AND (
    h.state = 'done' AND h.id < {_FIRST_UNDONE}
    OR h.state IN ('undone', 'dropped') AND h.after IS a.content AND h.id = (
        SELECT id FROM history WHERE annotation = a.id AND (before IS a.content OR after IS a.content) ORDER BY time, id
    ) AND NOT EXISTS (
        SELECT 1 FROM history
        WHERE annotation = a.id AND state = 'done' AND after IS a.content AND id < {_FIRST_UNDONE}
    )
) ORDER BY h.id DESC
"""
"""Selects done edits, and those that one copy undid and from whose content another went on.

Of a record of which nothing done leads to the present content, that is the edit that first did, unless the record
began with that content.
"""
_UNDONE: Final = f"SELECT id FROM history WHERE annotation IN ({BY}) AND state = 'undone' ORDER BY stated DESC, id"
_EARLIER: Final = """
SELECT id FROM history WHERE step = ? AND state = 'done' AND id < ? AND id >= (
    SELECT min(id) FROM history WHERE annotation = ? AND state = 'done' AND step = ?
) ORDER BY id DESC
"""
"""Selects the done edits of a step before other steps that came between: a comment is saved while it is typed."""
_EDITS: Final = {"undo": _DONE, "redo": _UNDONE}
"""Select the numbers of edits, the next one first; no more is read of a long history than is needed."""
_EDIT: Final = """
SELECT h.id, a.id, h.what, {}, a.content, h.state, h.step
FROM history h JOIN annotations a ON a.id = h.annotation WHERE h.id = ?
"""
_CONTENTS: Final = {"undo": "h.after, h.before", "redo": "h.before, h.after"}


class Undo(FrameAnnotations):
    """The part of a project that takes steps back and forth; each annotator undoes only their own."""

    def next_step(self, annotator: str, direction: UndoOrRedo) -> Key | None:
        """Return the key that undo or redo would change next; None if there is no step."""
        return next((self._key(min(edits)) for edits in self._steps(annotator, direction)), None)

    def take_step(self, annotator: str, direction: UndoOrRedo) -> tuple[Key, str] | None:
        """Undo the last step of an annotator, or redo the one that was undone last, in whichever segment.

        Finalized translations keep the frames of the reference that they were finalized over. A step that would
        separate them waits until other steps are taken, such as the one that finalized the translation; steps that
        change none of the records of a waiting one go first.

        Returns:
            The key and name of the first edit of the step; ``None`` if there is none.

        Raises:
            Locked: if every step that is left would separate them.
        """
        refused: list[Locked] = []
        allowed: list[list[Edit]] = []
        waiting = set[Key]()
        with self._transaction():
            for edits in self._steps(annotator, direction):
                contents = {self._key(edit): edit.new for edit in edits}
                try:
                    self._require_finalized_over_same(contents)
                except Locked as error:
                    refused.append(error)
                else:
                    allowed.append(edits)
                    if waiting.isdisjoint(contents):
                        return self._take(annotator, direction, edits)
                waiting |= contents.keys()
            if allowed:
                return self._take(annotator, direction, allowed[0])
        if refused:
            raise refused[0]
        return None

    def _steps(self, annotator: str, direction: UndoOrRedo) -> Iterator[list[Edit]]:
        """Yield the edits of each step that can be undone or redone now, the next step first."""
        select = _EDIT.format(_CONTENTS[direction])
        with self._reading() as connection:

            def found(numbers: str, *parameters: object) -> Iterator[Edit]:
                rows = connection.execute(numbers, parameters)
                return (Edit(*connection.execute(select, number).fetchone()) for number in rows)

            for step, edits in groupby(found(_EDITS[direction], annotator), key=attrgetter("step")):
                of_step = list(edits)
                if (first := of_step[-1]).state == "done":
                    of_step += found(_EARLIER, step, first.number, first.record, step)
                if applying := _applying(of_step):
                    yield applying

    def _take(self, annotator: str, direction: UndoOrRedo, edits: Sequence[Edit]) -> tuple[Key, str]:
        """Set the records of a step to new contents, its edits to undone or done; return key and name of the first."""
        time = ""
        if direction == "undo":  # what is undone now is redone first, even if a copy whose clock is ahead undid more
            last = f"SELECT coalesce(max(stated), '') FROM history WHERE state = 'undone' AND annotation IN ({BY})"
            ((time,),) = self._rows(last, annotator)
        times = dict[int, str]()
        for record, edit in {edit.record: edit for edit in edits}.items():
            _, times[record] = self._put_record(self._key(edit), edit.new, max([time, *times.values()]))
        state, step = "undone" if direction == "undo" else "done", edits[0].step
        if state == "undone" and any(edit.state != "done" for edit in edits):
            step = uuid4().hex  # of its own: redo must not restore what else the copy undid
        rows = [(state, times[edit.record], step, edit.number) for edit in edits]
        self._connection.executemany("UPDATE history SET state = ?, stated = ?, step = ? WHERE id = ?", rows)
        return self._key(min(edits)), min(edits).what

    def _key(self, edit: Edit) -> Key:
        return next(self._select("WHERE a.id = ?", edit.record)).key


def _applying(edits: Iterable[Edit]) -> list[Edit]:
    """Return the edits whose records have the content that they start from, one after the other."""
    contents = dict[int, str | None]()
    applying: list[Edit] = []
    for edit in edits:
        if contents.setdefault(edit.record, edit.present) == edit.old:
            contents[edit.record] = edit.new
            applying.append(edit)
    return applying
