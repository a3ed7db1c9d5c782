"""Answers to findings, and findings marked as errors: saved at once, in the project or a draft."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from meantree.errors import MeantreeError, UsageError
from meantree.escaping import escaped
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.annotation.answers import Answer
    from meantree.annotation.error_annotation import ErrorKey
    from meantree.phenomena.search import Finding
    from meantree.project.file import Project

ANSWERS: Final[Mapping[str, Answer]] = {"Y": "right", "X": "free", "N": "wrong"}
"""The answers by their keys."""


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

    def offered(self) -> dict[tuple[str, ...], str]:
        """Return by their identity how findings in other translations of the segment were answered."""
        from meantree.phenomena.answered import identity

        segment = self.selection.segment
        answers = {} if segment is None or self.workspace.naming.why_not else segment.answers
        others = ((of, given) for of, given in answers.items() if of != self.selection.system)
        return {identity(name): f"{said} in {escaped(of)}" for of, given in others for name, said in given.items()}

    def answer(self, finding: Finding, answer: Answer) -> None:
        """Store an answer; the one that was given is taken back."""
        given = None if finding.answer == answer else answer
        offer = f" · M marks it as {finding.kind.mqm}, {finding.kind.severity}" if given == "right" else ""

        def save(project: Project, key: ErrorKey) -> None:
            project.answer(key.segment, key.system, key.annotator, finding.name, given)

        self._save(save, f"{given or f'no longer {answer}'}: {finding.sentence}{offer}")

    def mark(self, finding: Finding) -> None:
        """Mark a finding as an error of its category, with the error spans of the user; so it is right."""
        from meantree.annotation.error_annotation import ErrorAnnotation, Origin
        from meantree.annotation.finding_errors import ANNOTATOR, finding_as_error
        from meantree.annotation.rules import BOTH

        def save(project: Project, key: ErrorKey) -> None:
            if not project.rules.has_errors:
                if not self.workspace.is_draft:
                    raise UsageError("by its rules this project has no error spans; Project rules … changes that")
                project.set_rules(replace(project.rules, protocol=BOTH))
            known, comparison = project.error_annotation(key), self.selection.comparison
            before = known or ErrorAnnotation()
            if comparison is None or finding.name in {error.finding for error in before.marked if error.counts}:
                raise UsageError("this finding is marked already")
            error = finding_as_error(finding, comparison.hypothesis.analysis)
            marked = *before.marked, replace(error, origin=Origin.KEPT, by=ANNOTATOR)
            project.save_errors(key, replace(before, marked=marked), "finding: marked", known=known)
            self.workspace.prefers_spans = True

        self._save(save, f"marked as {finding.kind.mqm}, {finding.kind.severity}, which Annotate shows (F9)")

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
