"""Errors that one annotator marks in a window, and elsewhere in the same project meanwhile."""

from __future__ import annotations

from helpers.annotating import ANNOTATOR
from helpers.corpora import corpus_of
from helpers.windows import present
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.project.file import Project
from meantree_gui.window import MainWindow

THREE = corpus_of([["The old man", "A man"]] * 3, "AB", "", document="d", source="老人")
KEY = ErrorKey("d/0", "A", ANNOTATOR)
THE, OLD, MAN = (
    MarkedError((Place("hypothesis", start, end),), "minor", "Other") for start, end in ((0, 3), (4, 7), (8, 11))
)


def saved_errors(window: MainWindow) -> ErrorAnnotation:
    """Return what is saved of the first translation."""
    return present(window.workspace.project).error_annotation(KEY) or ErrorAnnotation()


def save_elsewhere(window: MainWindow, annotation: ErrorAnnotation) -> None:
    """Save errors of the first translation in another window of the same annotator."""
    with Project(present(window.workspace.project).path) as other:
        other.save_errors(KEY, annotation, "severity")
