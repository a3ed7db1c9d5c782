"""What the editors of frames and of error spans have in common: one open translation, and the way to others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey
from meantree.annotation.frame_annotation import COMMENT_SEPARATOR, Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import MeantreeError
from meantree.escaping import capitalised, escaped
from meantree.project.file import Project
from meantree.project.records import Conflict
from meantree_gui.state.next_translation import next_by_order
from meantree_gui.state.selection import Selection

LOCKED = "The gold standard of this translation is finalized by {0} and locked; Ctrl+F9 shows what was decided"
K = TypeVar("K", bound="AnnotationKey | ErrorKey")
G = TypeVar("G", "Annotation", "ErrorAnnotation")
"""What is annotated, in one's own name or as the gold standard."""


class TranslationEditor(QObject, Generic[K, G]):
    """Opens one translation at a time; every edit is saved before it is drawn.

    Attributes:
        key: of the open translation; None if none is open.
        go_adjudicating: goes to the next translation to adjudicate (1) or the previous one (−1), as :meth:`go` does.
        other_layer: what else is annotated in projects with both, in the plural.
        is_shown: whether the view is visible; nothing is opened while it is not.
        save_typed: saves the text that is being typed, before anything else; whether none is left.
        save_time: saves the time and the keys of this visit, with each edit.
        unsaved: why the last edit was not saved, until one is; None if it was.

    Signals:
        changed: the views must be drawn again.
        reported: a short message for the annotator; empty to clear the last one.
        commenting: a comment is to be written, as a :class:`CommentRequest`.
    """

    changed = Signal()
    reported = Signal(str)
    commenting = Signal(object)
    go_adjudicating: Callable[..., None]
    other_layer: str

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.workspace = selection, selection.workspace
        self.key: K | None = None
        self.is_shown = False
        self.save_typed: Callable[[], bool] = lambda: True
        self.save_time: Callable[[], None] = lambda: None
        self.unsaved: MeantreeError | None = None
        self._saved: G | None = None
        self._edition = 0  # of the project, when the open translation was read
        self._done = ""  # what was done to the translation before, to be reported with the next one
        for moved in (selection.segment_chosen, selection.system_chosen):
            moved.connect(lambda _where: self.load())
        self.workspace.closing.connect(self._save_typed)

    @property
    def annotation(self) -> G | None:
        """The annotation of the open translation; None if none is open."""
        raise NotImplementedError

    @property
    def project(self) -> Project:
        """The open project, without which no translation is open."""
        assert self.workspace.project is not None
        return self.workspace.project

    @property
    def corpus(self) -> Corpus:
        """The texts of the open project."""
        assert self.workspace.corpus is not None
        return self.workspace.corpus

    @property
    def system_name(self) -> str:
        """The system of the open translation; empty if the annotator must not see it."""
        return "" if self.key is None else self.workspace.naming.name(self.key.system, self.key.segment)

    @property
    def is_started(self) -> bool:
        """Whether the annotator has saved anything in the open translation."""
        return self._saved is not None

    def load(self) -> None:
        """Open the selected translation, again if another window changed the project since."""
        raise NotImplementedError

    def reopen(self) -> None:
        """Read the open translation again."""
        raise NotImplementedError

    def leave(self) -> None:
        """Save what is typed, before another job begins."""
        raise NotImplementedError

    def stored(self, key: K) -> G | None:
        """Return what is stored of a translation; None if there is nothing."""
        raise NotImplementedError

    def save(self, change: Callable[[G], G], title: str) -> bool:
        """Save a change as one step of the history; return whether it was accepted."""
        raise NotImplementedError

    def report(self, message: str) -> None:
        """Report a message, with a capital unless it begins with the path of a file."""
        self.reported.emit(sentence(message))

    def report_with_next(self, message: str) -> None:
        """Report a message when the selected translation is open."""
        self.reported.emit(message)

    def go(self, step: int, done: str = "", *, finished: bool = False) -> None:
        """Go to the next open translation by the order of work (1), or the previous one (−1).

        Args:
            done: what was done, reported with the translation that opens.
            finished: whether finished translations, or finalized ones in adjudication, are not passed over.
        """
        if not self.save_typed():
            return
        if self.workspace.is_adjudicating:
            self.go_adjudicating(step, done, finished=finished)
        elif self.workspace.project is not None:
            left = self._left_here() if done else ""
            target, message = next_by_order(self.selection, step, finished=finished)
            self._done = "; ".join(filter(None, (done, left, message if done else capitalised(message))))
            if target is not None:
                self.selection.choose_translation(*target)
                self.load()
            else:
                self._report_done()

    def _go_on(self, key: K, state: str) -> None:
        """Report the state that a translation was given, here and with the next open one, and go there."""
        where = " · ".join(filter(None, (key.segment, self.workspace.naming.name(key.system, key.segment))))
        done = f"{escaped(where)}: {state} (undo reopens it)"
        self.reported.emit(done)
        self.go(1, done)
        if self.key == key:  # it was not drawn when it was saved, as another one was to open
            self.changed.emit()

    @contextmanager
    def _saving(self, key: K, annotation: G) -> Iterator[None]:
        """Save an edit with the time of the visit, and have the list of segments follow; if it fails, remember why.

        The list follows another window, too, where that made the edit fail.
        """
        try:
            with self.project.together():
                yield
                self.save_time()
        except MeantreeError as error:
            self.unsaved = error
            if isinstance(error, Conflict):
                self.workspace.follow_project(key.segment)
                self.workspace.annotations.read_again()
            raise
        self.unsaved, self._saved = None, annotation
        self.workspace.annotations.follow(key)
        if key.annotator == self.workspace.edited_name:
            comments = COMMENT_SEPARATOR.join(annotation.all_comments)
            self.workspace.annotations.set_comment(key.segment, key.system, comments)

    def _titled(self, title: str) -> str:
        """Return the name of an edit, in adjudication with who made it: all edit the gold standard, and undo there."""
        return f"{title} by {escaped(self.workspace.annotator)}" if self.workspace.is_adjudicating else title

    def _save_typed(self) -> None:
        """Save what is typed; once more, if another window saved something in the meantime."""
        if not self.save_typed():
            self.save_typed()

    def _left_here(self) -> str:
        """Return what a translation that was finished here still lacks, in words; empty for nothing."""
        key, rules = self.key, self.project.rules
        if key is None or not (rules.has_frames and rules.has_errors):
            return ""
        state = self.workspace.annotations.states.get((key.segment, key.system), State.OPEN)
        return f"its {self.other_layer} are left (Ctrl+Alt+G)" if state is State.OPEN else ""

    def _report_done(self, *more: str) -> None:
        """Report what was done before, and what is to be said of the translation that opened."""
        message, self._done = "; ".join(filter(None, (self._done, *more))), ""
        self.reported.emit(message)

    def _locked_message(self, key: K) -> str:
        """Return who locked the gold standard of a translation that is not started, and how to see it; else nothing."""
        gold_key = replace(key, annotator=self.project.rules.gold)
        if self.is_started or key == gold_key or self.workspace.naming.hides_others:
            return ""
        gold = self.stored(gold_key)
        return LOCKED.format(escaped(gold.finalized_by)) if gold is not None and gold.finalized_by else ""

    def _segment_of(self, key: str) -> Segment | None:
        place = self.workspace.place_of(key)
        return None if place is None else self.corpus.segments[place]


def sentence(message: str) -> str:
    """Return a message with a capital unless it begins with the path of a file."""
    begins_with_path = any(mark in message.partition(" ")[0][:-1] for mark in "/\\.")
    return message if begins_with_path else capitalised(message)
