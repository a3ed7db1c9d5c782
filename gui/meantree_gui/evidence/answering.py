"""Answers to findings, and findings marked as errors: saved at once, in the project or a draft."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QObject, Signal

from meantree.errors import MeantreeError, UsageError
from meantree.escaping import escaped
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.annotation.answers import Answer
    from meantree.annotation.error_annotation import ErrorKey
    from meantree.phenomena.search import Finding
    from meantree.project.file import Project

MARK: Final = "M"
KEYS: Final[Mapping[str, tuple[str, str]]] = {
    "Y": ("right", "A real error: it comes first, and counts in reports and statistics"),
    "X": ("free", "A true difference of two good texts: it moves to the less probable findings"),
    "N": ("wrong", "The texts do not differ like that: it moves to the less probable findings"),
    MARK: ("mark as error", "Mark these words as an error of this category, among your error spans"),
}
"""What keys say of a finding, in a word and in a sentence."""


class Answering(QObject):
    """Keeps what the user says of findings in the translation that is shown.

    Signals:
        reported: a short message for the user.
    """

    reported = Signal(str)

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.workspace = selection, selection.workspace

    @property
    def why_not(self) -> str:
        """Why answers cannot be kept; empty if they can."""
        project = self.workspace.project
        return f"Answers cannot be kept: {project.damage}." if project is not None and project.damage else ""

    def elsewhere(self, finding: Finding) -> str:
        """Return how the same finding in another translation of the segment was answered; empty if it was not."""
        from meantree.phenomena.answered import with_answers

        segment = self.selection.segment
        answers = {} if segment is None or self.workspace.naming.why_not else segment.answers
        said = {of: with_answers((finding,), own)[0].answer for of, own in answers.items()}
        return next((f"{said[of]} in {escaped(of)}" for of in said if said[of] and of != self.selection.system), "")

    def say(self, finding: Finding, key: str) -> None:
        """Store what a key says; the answer that was given is taken back."""
        category = f"{finding.kind.mqm}, {finding.kind.severity}"
        if key == MARK:
            self._save(partial(self._mark, finding), f"marked as {category}, which Annotate shows (F9)")
            return
        answer = KEYS[key][0]
        given = None if finding.answer == answer else cast("Answer", answer)
        offer = f" · M marks it as {category}" if given == "right" else ""

        def save(project: Project, of: ErrorKey) -> None:
            project.answer(of.segment, of.system, of.annotator, finding.name, given)

        self._save(save, f"{given or f'no longer {answer}'}: {finding.sentence}{offer}")

    def _mark(self, finding: Finding, project: Project, key: ErrorKey) -> None:
        """Mark a finding as an error of its category, with the error spans of the user; so it is right."""
        from meantree.annotation.error_annotation import ErrorAnnotation, Origin
        from meantree.annotation.finding_errors import ANNOTATOR, finding_as_error
        from meantree.annotation.rules import BOTH

        if not project.rules.has_errors:
            if not self.workspace.is_draft:
                raise UsageError("by its rules this project has no error spans; Project rules … changes that")
            project.set_rules(replace(project.rules, protocol=BOTH))
        known, comparison = project.error_annotation(key), self.selection.comparison
        before = known or ErrorAnnotation()
        if comparison is None or any(error.counts and error.finding == finding.name for error in before.marked):
            raise UsageError("this finding is marked already")
        error = replace(finding_as_error(finding, comparison.hypothesis.analysis), origin=Origin.KEPT, by=ANNOTATOR)
        project.save_errors(key, replace(before, marked=(*before.marked, error)), "finding: marked", known=known)
        self.workspace.prefers_spans = True

    def _save(self, save: Callable[[Project, ErrorKey], None], done: str) -> None:
        """Save something about the shown translation, and report it, or why that failed."""
        from meantree.annotation.error_annotation import ErrorKey

        shown, workspace = self.selection.shown, self.workspace
        if shown is None:
            return
        try:
            workspace.require_annotator()
            assert workspace.project is not None
            save(workspace.project, ErrorKey(shown.segment.key, shown.system, workspace.annotator))
        except MeantreeError as error:
            self.reported.emit(str(error))
            return
        workspace.follow_project(shown.segment.key)
        workspace.annotations.read_again()
        unsaved = " · not saved yet (Ctrl+S)" if workspace.is_draft else ""
        self.reported.emit(f"{done} · by {escaped(workspace.annotator)}{unsaved}")
