"""Answers to findings, and findings marked as errors: saved at once, in the project or a draft."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from meantree.errors import MeantreeError, UsageError
from meantree.escaping import escaped
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.annotation.error_annotation import Answer, ErrorKey
    from meantree.phenomena.search import Finding
    from meantree.project.file import Project

MARK: Final = "M"
KEYS: Final[Mapping[str, tuple[str, str]]] = {
    "Y": ("right", "A real error: it comes first, and counts in reports and statistics"),
    "X": ("free", "A true difference of two good texts: it moves to the less probable findings"),
    "N": ("wrong", "The texts do not differ like that: it moves to the less probable findings"),
    MARK: ("mark", "Mark these words as an error of this category, among your error spans"),
}
"""What keys say of a finding, in a word and in a sentence."""


@dataclass(frozen=True)
class Answering:
    """Keeps what the user says of findings in the translation that is shown, and reports it in a short message."""

    selection: Selection
    report: Callable[[str], object]

    @property
    def why_not(self) -> str:
        """Why answers cannot be kept; empty if they can."""
        project = self.selection.workspace.project
        if project is None or not project.damage:
            return ""
        return f"Answers cannot be kept: {escaped(project.path.name)} is open for reading only, as {project.damage}."

    def elsewhere(self, finding: Finding) -> str:
        """Return how the same finding in another translation of the segment was answered; empty if it was not."""
        from meantree.phenomena.answered import with_answers

        segment, system = self.selection.segment, self.selection.system
        answers = {} if segment is None or self.selection.workspace.naming.why_not else segment.answers
        said = {of: with_answers((finding,), own)[0].answer for of, own in answers.items() if of != system}
        return next((f"{answer} in {escaped(of)}" for of, answer in said.items() if answer), "")

    def say(self, finding: Finding, key: str) -> None:
        """Store what a key says of a finding; an answer that was given is taken back."""
        from meantree.annotation.error_annotation import ErrorKey

        shown, workspace = self.selection.shown, self.selection.workspace
        if shown is None or self.why_not:
            self.report(self.why_not)
            return
        try:
            annotates = key == MARK or workspace.is_for_annotators  # other answers leave what all annotators did shown
            name = workspace.require_annotator() if annotates else workspace.require_name()
            assert workspace.project is not None
            of = ErrorKey(shown.segment.key, shown.system, name)
            store = self._mark if key == MARK else partial(_answer, answer=KEYS[key][0])
            done = store(workspace.project, of, finding)
        except MeantreeError as error:
            self.report(str(error))
            return
        workspace.follow_project(of.segment)
        workspace.annotations.read_again()
        unsaved = " · not saved yet (Ctrl+S)" if workspace.is_draft else ""
        self.report(f"{done} · by {escaped(of.annotator)}{unsaved}")

    def _mark(self, project: Project, of: ErrorKey, finding: Finding) -> str:
        """Mark a finding as an error of its category, with the error spans of the user; so it is right."""
        from meantree.annotation.error_annotation import ErrorAnnotation, Origin, opened_by_errors
        from meantree.annotation.finding_errors import ANNOTATOR, finding_as_error
        from meantree.annotation.rules import BOTH

        workspace, comparison = self.selection.workspace, self.selection.comparison
        if not (project.rules.has_errors or workspace.is_draft):
            raise UsageError("by its rules this project has no error spans; Project rules … changes that")
        known = project.error_annotation(of)
        before = known or ErrorAnnotation()
        if comparison is None or any(error.counts and error.finding == finding.name for error in before.marked):
            raise UsageError("this finding is marked already")
        if before.finalized_by:
            raise UsageError(f"finalized by {escaped(before.finalized_by)}; unlock it before you mark errors in it")
        suggested = finding_as_error(finding, comparison.hypothesis.analysis)
        error = replace(suggested.decided(Origin.KEPT), by=ANNOTATOR)
        marked = opened_by_errors(replace(before, marked=(*before.marked, error)))
        with project.together():
            if not project.rules.has_errors:
                project.set_rules(replace(project.rules, protocol=BOTH))
            project.save_errors(of, marked, "finding: marked", known=known)
        workspace.prefers_spans = True
        return f"marked as {error.category}, {error.severity}, which Annotate shows (F9)"


def _answer(project: Project, of: ErrorKey, finding: Finding, answer: str) -> str:
    given = None if finding.answer == answer else cast("Answer", answer)
    project.answer(of.segment, of.system, of.annotator, finding.name, given)
    offer = f" · M marks it as {finding.kind.mqm}, {finding.kind.severity}" if given == "right" else ""
    return f"{given or f'no longer {answer}'}: {finding.sentence}{offer}"
