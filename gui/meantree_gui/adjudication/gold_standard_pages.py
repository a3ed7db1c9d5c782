"""From the Adjudicate page to the Annotate page, where the gold standard is edited like any annotation, and back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from meantree.annotation.adjudication import frame_at
from meantree.errors import MeantreeError
from meantree_gui.actions import Command
from meantree_gui.adjudication.adjudication_panel import AdjudicationPanel
from meantree_gui.adjudication.versions_dialog import TITLE, VersionsDialog
from meantree_gui.annotation_editor.annotation_panel import AnnotationPanel
from meantree_gui.annotation_editor.translation_navigation import select_translation, selected_key
from meantree_gui.pages import Pages

if TYPE_CHECKING:
    from meantree.analysis.frames import Span
    from meantree.annotation.frame_annotation import AnnotationKey
    from meantree.annotation.record_kinds import Key
    from meantree.corpus.corpus import Side
    from meantree_gui.annotation_editor.frame_editor import FrameEditor


class GoldStandardPages(QObject):
    """Links the Annotate and Adjudicate pages: each opens the other, and Undo applies to the visible one.

    It also opens the dialog of versions.
    """

    def __init__(self, pages: Pages, annotation: AnnotationPanel, adjudication: AdjudicationPanel) -> None:
        super().__init__(pages)
        self.pages, self.annotation, self.adjudication = pages, annotation, adjudication
        self.commands = (
            Command("show_versions", f"{TITLE} …", "View", self.show_versions, is_offered=self._has_versions),
        )
        adjudication.edit_wanted.connect(self._edit)
        adjudication.compared_changed.connect(annotation.spans.editor.reload)
        for wanted in (annotation.header.adjudication_wanted, adjudication.wanted_page):
            wanted.connect(partial(pages.open, adjudication.page))
        self._left = pages.currentWidget()
        pages.currentChanged.connect(self._follow)

    def show_versions(self) -> VersionsDialog | None:
        """Open the dialog of the versions that a merge kept; ``None`` without a project.

        In a blind project, annotators see the versions of their own work alone until they have finished.
        """
        from meantree.project.blindness import unfinished_if_blind

        workspace = self.adjudication.workspace
        if workspace.project is None or workspace.corpus is None:
            return None
        hides_others = unfinished_if_blind(workspace.project, workspace.annotator, workspace.corpus) > 0
        only = workspace.annotator if hides_others else ""
        dialog = VersionsDialog(workspace.project, workspace.corpus, self.pages, only)
        dialog.decided.connect(self._follow_decision)
        workspace.closing.connect(dialog.reject)
        dialog.show()
        return dialog

    def _has_versions(self) -> bool:
        project = self.adjudication.workspace.project
        try:
            return project is not None and bool(project.alternatives())
        except MeantreeError:  # the next reader of the file reports it
            return False

    def _follow_decision(self, key: Key) -> None:
        workspace = self.adjudication.workspace
        workspace.follow_project(key.segment)
        workspace.annotations.read_again()
        self.annotation.editor.reopen()
        self.adjudication.reload()

    def _follow(self) -> None:
        """Keep the selected translation when the page changes to or from the adjudication."""
        is_adjudicating = self.pages.currentWidget() is self.adjudication
        editor, adjudicating = self.annotation.editor, self.adjudication.adjudicating
        self.annotation.undo_target = adjudicating if is_adjudicating else editor
        if is_adjudicating:
            key = selected_key(editor.selection, editor.requested)
            if key is not None:
                adjudicating.select_translation(key)
        elif self._left is self.adjudication and self.adjudication.is_at_work and adjudicating.current is not None:
            select_translation(editor.selection, adjudicating.current.key)
        self._left = self.pages.currentWidget()

    def _edit(self, key: AnnotationKey, side: Side | None, predicate: Span | None) -> None:
        """Open the gold standard in the annotation editor, at a frame or at the words of its predicate."""
        editor = self.annotation.editor
        editor.workspace.choose_annotator(key.annotator)
        self.pages.open(self.annotation.page)
        editor.go_to(key)
        if side is not None and predicate is not None:
            place = side, predicate
            editor.when_open(lambda: editor.edit(lambda frame_editor: _choose(frame_editor, *place)))


def _choose(frame_editor: FrameEditor, side: Side, predicate: Span) -> None:
    place = frame_at(frame_editor.annotation, side, predicate)
    if place is not None:
        frame_editor.choose_part(side, (place, None))
        return
    frame_editor.put_cursor(side, predicate[0])
    frame_editor.put_cursor(side, predicate[1] - 1, select=True)
