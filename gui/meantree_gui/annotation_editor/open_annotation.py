"""The annotation that is open in the editor, where its cursors were, and the keys that wait until it is seen."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QTimer

from meantree.analysis.role_labeller import LabelPredicate
from meantree.analysis.sentences import phrases
from meantree.analysis.store import AnalysisStore
from meantree.annotation.annotation_scores import NAME, score_of
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.proposals import Proposals, preannotate
from meantree.annotation.record_kinds import Key
from meantree.corpus.analyses import is_analysed
from meantree.corpus.corpus import SIDES, Side
from meantree.errors import Problem
from meantree.escaping import escaped
from meantree.project.blindness import hides_others
from meantree.project.gold_standard import adjudicated
from meantree.project.initial_frames import Texts, initial_frames, suggested_frames, with_known_probabilities
from meantree.scoring.pairing import pair_of
from meantree_gui.annotating.translation_editor import TranslationEditor
from meantree_gui.annotation_editor.frame_cursor import Cursor
from meantree_gui.annotation_editor.frame_editor import FrameEditor
from meantree_gui.annotation_editor.role_help import Senses
from meantree_gui.annotation_editor.saved_annotations import (
    AnnotationScores,
    inactive_links_message,
    labels_predicates,
    suggestion_message,
)
from meantree_gui.state.comparer import NO_TRANSLATION
from meantree_gui.state.next_translation import select_translation
from meantree_gui.state.selection import ANALYSING, Selection

MOST = 2000
"""The places of cursors that are remembered, the latest ones."""
NO_PAIR = (
    "This segment has no translation or no reference to annotate. Error spans (MQM, ESA) need no reference: "
    "choose them in the project rules, menu Annotate."
)
NOT_CONTESTED = (
    "This translation has not been finished by two annotators for the same reference. "
    "PgDown goes to the next one to adjudicate, if any is left."
)
NO_PROJECT = "Annotations need a project. Save the open texts as a project with Ctrl+S, or open a project with Ctrl+O."
LABELLER_LOADS = "the labeller is still being loaded, so there are no automatic fillers"
NO_LABELLER = "nothing labels single predicates of these texts, so there are no automatic fillers"
NOT_ON_SCREEN = "This translation was not on the screen yet; press the key again when you see it."
TEXT_WAITS = "The segment is being analysed; write the comment when its field opens."


class OpenAnnotation(TranslationEditor["AnnotationKey", "Annotation"]):
    """Opens one annotation at a time, with its automatic frames, its scores and a second annotation to compare.

    Attributes:
        requested: the key that was opened or requested last.
        frame_editor: the open annotation with its cursors; ``None`` if none is open.
        automatic: the frames of the labeller; ``None`` before any annotation was open.
        compared_name: the annotator with whom the open annotation is compared; empty for none.
        senses: PropBank's senses of the predicates of both texts.
        now: the clock, in seconds.
        is_on_screen: whether the open annotation was painted before the keys that come now were pressed.
    """

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection)
        self.requested: AnnotationKey | None = None
        self.frame_editor: FrameEditor | None = None
        self.why_not = NO_PROJECT
        self.compared_name = ""
        self.scores = AnnotationScores()
        self.senses = Senses()
        self.automatic: Annotation | None = None
        self._analysed_key: AnnotationKey | None = None
        self._when_open: list[Callable[[], object]] = []
        self._awaits_text = False
        self._places = deque[tuple[AnnotationKey | None, Annotation, Side, Mapping[Side, Cursor]]](maxlen=MOST)
        self._labelled_store: AnalysisStore | None = None
        self._label: LabelPredicate | None = None
        self.now: Callable[[], float] = time.monotonic
        self._opened_at = 0.0
        self.is_on_screen = False
        # Qt lets a timer of no time wait for all events of the window system.
        self._queue_emptied = QTimer(self, singleShot=True, interval=0)
        self._queue_emptied.timeout.connect(self._see)
        selection.comparison_changed.connect(lambda _what: self.load())
        self.workspace.segment_changed.connect(lambda *_what: self.load())  # perhaps by another window
        self.workspace.opened.connect(self._start_project)

    def load(self) -> None:
        """Open the annotation of the selected translation, unless it is open already.

        Nothing is opened while the page is hidden: aligning frames takes time that other pages do not need.
        """
        if not self.is_shown:
            return
        if self.needs_annotator:
            self._close("")
            return
        key = selected_key(self.selection, self.requested)
        if key is None or self.workspace.project is None:
            self._close(self._why_no_pair())
            return
        if key != self._analysed_key:
            self._when_open, self._awaits_text = [], False  # they were for another segment
        if key == self.key and self.project.edition == self._edition and self.frame_editor is not None:
            return
        if key != self.key:
            self._save_typed()
        self._open(key)
        if self.frame_editor is not None and self._analysed_key is None:
            waiting, self._when_open, self._awaits_text = self._when_open, [], False
            for do in waiting:
                do()

    def _why_no_pair(self) -> str:
        corpus = self.workspace.corpus
        if corpus is not None and not corpus.systems:
            return NO_TRANSLATION
        if self.workspace.project is None:
            return NO_PROJECT
        return NOT_CONTESTED if self.workspace.is_adjudicating else NO_PAIR

    @property
    def annotation(self) -> Annotation | None:
        """The open annotation; None if none is open."""
        return None if self.frame_editor is None else self.frame_editor.annotation

    def stored(self, key: AnnotationKey) -> Annotation | None:
        """Return the stored annotation of a translation."""
        return self.project.annotation(key)

    @property
    def needs_annotator(self) -> bool:
        """Whether a project is open and no annotator is chosen yet."""
        return self.workspace.project is not None and not self.workspace.annotator

    @property
    def is_blind(self) -> bool:
        """Whether the compared annotation is hidden, as the project is blind and one's own is not finished."""
        own = None if self._saved is None else self._saved.state
        return bool(self.compared_name) and hides_others(self.project, self.workspace.edited_name, own)

    def compare_with(self, name: str) -> None:
        """Compare with the annotation of another annotator; an empty name ends the comparison."""
        self.compared_name = name
        if self.frame_editor is not None and self.key is not None:
            self.frame_editor.compared = self._compared_annotation(self.key)
            self.changed.emit()
            self.reported.emit(self._comparison_message())

    def reopen(self) -> None:
        """Open the selected annotation again, as the rules may have changed; saved frames stay as they are."""
        self.workspace.follow_rules()
        self._edition = -1
        self.load()

    def perform(self, do: Callable[[], object], *, needs_sight: bool, opens_field: bool) -> None:
        """Run the command of a key, unless what it acts on is not on the screen yet.

        Args:
            needs_sight: whether the command acts on the open translation, which must be on the screen before the key.
            opens_field: whether the command opens a text field, so that the keys after it are text.
        """
        if not self.is_shown:
            self.reported.emit("frames are edited on the Annotate page; open it with F9")
        elif self._analysed_key is not None and needs_sight:
            if opens_field and not self._awaits_text:
                self._when_open.append(do)
                self._awaits_text = True
            self.reported.emit(TEXT_WAITS if self._awaits_text else NOT_ON_SCREEN)
        elif self.frame_editor and not self.is_on_screen and needs_sight and not opens_field:
            self.reported.emit(NOT_ON_SCREEN)
        else:
            do()

    def when_open(self, do: Callable[[], object]) -> None:
        """Run a function now, or as soon as the selected segment is analysed and its annotation is open."""
        if self._analysed_key is None:
            do()
        else:
            self._when_open.append(do)

    def note_painted(self) -> None:
        """Take note that the open annotation was painted: keys are meant for it that are not in the queue already."""
        if not self.is_on_screen and self.frame_editor is not None:
            self._queue_emptied.start()

    def _see(self) -> None:
        self.is_on_screen, self._opened_at = True, self.now()

    def _go_to(self, key: Key) -> None:
        if isinstance(key, AnnotationKey):
            self.requested = key
        select_translation(self.selection, key)
        if self.key != selected_key(self.selection, self.requested):  # as another reference is compared
            self.load()

    @property
    def word(self) -> tuple[str, int] | None:
        """The active text and the 0-based word of its cursor; ``None`` if no annotation is open."""
        return None if self.frame_editor is None else (self.frame_editor.side, self.frame_editor.cursor.word)

    def go_to_word(self, word: object) -> None:
        """Put the cursor on a saved :attr:`word`, which comes from a file, as soon as the segment is analysed."""
        match word:
            case [("hypothesis" | "reference") as side, int(place)] if self.is_shown:
                self.when_open(lambda: self._put_cursor(side, place))

    def _put_cursor(self, side: Side, word: int) -> None:
        if self.frame_editor is not None:
            self.frame_editor.walk_to(side, word)
            self.changed.emit()

    def _open(self, key: AnnotationKey) -> None:
        self._keep_cursors()
        texts, project = self._texts(key), self.project
        self._edition = project.edition
        if texts is None:
            return
        annotation = self._saved = project.annotation(key)
        if annotation is None and project.is_unreadable(key):
            self._close("The saved annotation of this translation cannot be read; it stays in the file unchanged.")
            return
        self.automatic, self.senses = preannotate(*texts, rules=project.rules), Senses(texts)
        words = {side: text.words for side, text in zip(SIDES, texts, strict=True)}
        suggested, start, sharing = None, None, project.sharing(key)
        if annotation is None or annotation.state is State.OPEN:
            start = initial_frames(project, key, texts, self.automatic)
            suggested = suggested_frames(project, key, start, sharing, texts, self._segment_of)
            if annotation is None:
                annotation = suggested.annotation
            elif key.annotator != project.rules.gold:
                annotation = with_known_probabilities(annotation, self.automatic, suggested, sharing)
        if self.key == key and self.frame_editor is not None:
            self.frame_editor.follow(annotation)
        else:
            self.frame_editor = FrameEditor(
                words, annotation, phrases=dict(zip(SIDES, map(phrases, texts), strict=True))
            )
            self.frame_editor.choose_block(0)
        self.frame_editor.compared = self._compared_annotation(key)
        self._restore_cursors(key, self.frame_editor)
        if self.key != key:
            self.is_on_screen = False
            self._queue_emptied.stop()
            self._report_done(
                self._comparison_message(),
                self._locked_message(key),
                "" if self.workspace.is_adjudicating else inactive_links_message(annotation, words),
                "" if suggested is None or start is None else suggestion_message(suggested, start, annotation),
            )
        self.frame_editor.suggested, self.frame_editor.start = suggested, start
        self._propose(texts)
        self.frame_editor.shares_reference = bool(sharing)
        self.key, self.requested, self._done = key, key, ""
        following = next(
            self.workspace.annotations.open_translations((self.selection.system, self.selection.place)), None
        )
        if following is not None:
            self.selection.analyse_ahead(*following)
        self.scores = AnnotationScores()
        if not project.why_no_scores(key.annotator):
            now = self._score(self.frame_editor.annotation)
            self.scores = AnnotationScores(now, None, self._score(self.automatic), NAME)
        self.changed.emit()

    def _propose(self, texts: Texts) -> None:
        """Let the open annotation have fillers of new predicates proposed; what labels them is loaded in background."""
        store, frame_editor = self.workspace.store, self.frame_editor
        if frame_editor is None:
            return
        if self._labelled_store is not store:
            frame_editor.no_proposals = LABELLER_LOADS

            def took(label: LabelPredicate | None) -> None:
                self._labelled_store, self._label = store, label
                if self.frame_editor is frame_editor and store is self.workspace.store:
                    self._propose(texts)

            self.workspace.background.run(lambda _work: labels_predicates(store), took)
        elif self._label is None or not any(text.is_parsed for text in texts):
            frame_editor.no_proposals = NO_LABELLER
        else:
            frame_editor.proposals = Proposals(texts, self.project.rules, self._label)

    def _keep_cursors(self) -> None:
        if (editor := self.frame_editor) is not None:
            self._places.append((self.key, editor.annotation, editor.side, dict(editor.cursors)))

    def _restore_cursors(self, key: AnnotationKey, editor: FrameEditor) -> None:
        """Put the cursors where they were when the annotation last was as it is; they stay if it never was."""
        for known, annotation, side, cursors in reversed(self._places):
            if (known, annotation) == (key, editor.annotation):
                editor.side, editor.cursors = side, dict(cursors)
                return

    def _texts(self, key: AnnotationKey) -> Texts | None:
        """Return both analyses; where they are missing, close the annotation with the reason and return ``None``."""
        selection, store, depth = self.selection, self.workspace.store, self.workspace.layers
        segment, why_not = selection.segment, ANALYSING
        if segment is not None:
            texts = segment.hypotheses[key.system], segment.references[key.reference]
            if all(is_analysed(text, store, depth) for text in texts):
                pair = pair_of(segment, key.system, store, depth, reference=key.reference)
                if not isinstance(pair, Problem):
                    self._analysed_key = None
                    return pair.hypothesis, pair.references[0]
                why_not = f"{pair.message}."
            elif selection.error:  # another attempt would end with the same error, and so on
                why_not = f"{selection.error.removesuffix('.')}."
            elif not selection.is_busy:
                selection.refresh()  # both were analysed, and evicted from the store since
        self._close(why_not)
        self._analysed_key = key if why_not == ANALYSING else None
        return None

    def _compared_annotation(self, key: AnnotationKey) -> Annotation | None:
        """Return the compared annotation; None if there is none, or the rules hide it."""
        is_shown = self.compared_name and not self.is_blind
        return self.project.annotation(replace(key, annotator=self.compared_name)) if is_shown else None

    def _comparison_message(self) -> str:
        if self.is_blind:
            name = escaped(self.compared_name)
            return f"This project is blind: finish your own annotation before you see that of {name}."
        is_missing = bool(self.compared_name) and self.frame_editor is not None and self.frame_editor.compared is None
        return f"{escaped(self.compared_name)} has not annotated this translation" if is_missing else ""

    def _close(self, why_not: str) -> None:
        self._save_typed()
        self._keep_cursors()
        self.key, self.frame_editor, self.why_not, self.scores = None, None, why_not, AnnotationScores()
        self._analysed_key = None
        self.changed.emit()

    def _score(self, annotation: Annotation) -> float | None:
        try:
            return None if self.frame_editor is None else score_of(annotation, self.frame_editor.words)
        except ValueError as error:  # spans beyond the words, in a file from elsewhere
            self.reported.emit(f"this annotation does not fit the text: {error}")
            return None

    def _start_project(self, again: bool) -> None:
        """Begin anew with another project."""
        if not again:
            self.requested, self.compared_name, self._done = None, "", ""
            self._when_open, self._awaits_text = [], False
            self._places.clear()
            self.reported.emit("")
            self._close(NO_PROJECT)


def selected_key(selection: Selection, requested: AnnotationKey | None = None) -> AnnotationKey | None:
    """Return the key of the annotator's annotation of the selected translation; ``None`` if there is no pair.

    In adjudication it is that of the gold standard with a reference for which several annotators finished; ``None``
    without one.

    Unless a reference is selected, it is ``requested`` if that key belongs to the same translation; else an annotation
    to review, or one that was started, with any reference; else the one with the first reference.
    """
    segment, system, project = selection.segment, selection.system, selection.workspace.project
    if segment is None or project is None or system not in segment.hypotheses or not segment.references:
        return None
    chosen = selection.reference
    key = AnnotationKey(segment.key, system, chosen or next(iter(segment.references)), selection.workspace.edited_name)
    if selection.workspace.is_adjudicating:
        keys = [replace(key, reference=name) for name in segment.references if chosen in (None, name)]
        keys = [each for each in keys if adjudicated(project, each) is not None]
        return requested if requested in keys else next(iter(keys), None)
    if chosen is None and requested is not None and replace(key, reference=requested.reference) == requested:
        key = requested
    elif chosen is None:
        of_segment = project.annotations(key.annotator, key.segment)
        started = [item for item in of_segment.items() if item[0].system == system]
        started.sort(key=lambda item: item[1].state is not State.REVIEW)  # otherwise the last change stays first
        key = next((other for other, _ in started if other.reference in segment.references), key)
    return key if key.reference in segment.references else None
