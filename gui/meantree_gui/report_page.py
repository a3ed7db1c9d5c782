"""The Report page: the kind of report, its segments, title and format, and its preview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QRect, QRectF, QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QPainter,
    QPalette,
    QPyTextObject,
    QResizeEvent,
    QShowEvent,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLineEdit, QMessageBox, QPushButton, QStackedWidget, QTextBrowser, QWidget

from meantree.errors import Cancelled, MeantreeError
from meantree.escaping import capitalised, counted, escaped, listed
from meantree.files import proposed_name
from meantree.picture.style import LIGHT
from meantree_gui.actions import OPEN
from meantree_gui.exporting import Destination
from meantree_gui.settings import Settings
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.reporting import Reporting, Which
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import ChooserRow
from meantree_gui.widgets.score_prompt import ScorePrompt

if TYPE_CHECKING:
    from meantree.reporting.formats.html import Preview


FORMS: Final = {".html": "HTML page", ".pdf": "PDF", ".xlsx": "Workbook"}
SEGMENTS: Final[Mapping[Which, str]] = {
    "marked": "those added to the report ({:,})",
    "telling": "the most telling of {:,}",
    "filter": "the most telling of {:,} in the filter",
}
LETTERS: Final = 8
"""Letters of a chosen entry that are legible in the narrowest window."""
LIMITS: Final = "The preview shows the short report of a PDF file; an HTML page or a workbook contains more"
NOT_IN_PREVIEW: Final = "That segment is not in the preview, but a link in the written report leads to it."


class ReportPage(QWidget):
    """A report on the open corpus, previewed as it will be printed.

    Signals:
        reported: what was written, and where.
        failed: the error with which nothing was written.
    """

    reported = Signal(str)
    failed = Signal(object)

    def __init__(self, filtering: Filtering, settings: Settings) -> None:
        super().__init__()
        self.reporting, self.view = Reporting(filtering), PreviewView()
        self.destination = Destination("report", FORMS, settings, self)
        self.choices, self.title = ChooserRow(LETTERS), QLineEdit()
        self.kind = self.choices.add("Kind", "Kind of report", "", self._choose)
        self.which = self.choices.add("Segments", "Segments of the report", "", self._choose)
        self.form = self.choices.add("Format", "Format of the report", LIMITS, self._choose)
        self.write_button, self.open_button, self.offer = QPushButton("Write …"), QPushButton("Open"), QPushButton()
        self.caption, self.outcome, self.prompt = plain_label(wrapped=True), plain_label(wrapped=True), ScorePrompt()
        self.why_not = self.prompt.message
        self.written: Path | None = None
        self._shown: Preview | None = None
        self._is_writing = False
        self._stack = QStackedWidget()
        self._arrange()
        self._connect()

    def focus(self) -> None:
        """Focus the kind of report, or the button that scores what a report needs."""
        is_unscored = self.reporting.workspace.corpus is not None and not self.reporting.scored_systems
        (self.offer if is_unscored and not self.offer.isHidden() else self.kind).setFocus()

    def refresh(self) -> None:
        """Set colours again: paper stays white in either appearance."""
        self.view.set_colours()

    def write(self) -> None:
        """Choose a file, and write the report in the background."""
        if self._is_writing:
            return
        try:
            snapshot = self.reporting.snapshot()  # before the dialog, behind which another system may be scored
            path = self.destination.ask(proposed_name(snapshot.table.corpus.name, "report"), self.form.currentData())
            if path is None:
                return
            self.form.setCurrentIndex(self.form.findData(path.suffix.lower()))
            self.reporting.write(snapshot, path, path.suffix.lower().removeprefix("."))
        except MeantreeError as error:
            self.failed.emit(error)
            return
        self._set_writing(is_writing=True)
        self.open_button.hide()
        self.outcome.setText(f"Writing {escaped(path.name)} … Ctrl+. stops.")

    def may_close(self) -> bool:
        """Ask whether to stop a report that is being written, and pause it; return whether the window may be closed."""
        if not self._is_writing:
            return True
        question = "A report is being written. Stop it and close? An earlier file of its name stays as it is."
        button = QMessageBox.StandardButton
        with self.reporting.paused():
            answer = QMessageBox.question(self, "Close", question, button.Yes | button.No, button.No)
            if answer != button.No:
                self.reporting.stop()
        return answer != button.No

    def open_written(self) -> None:
        """Open the report that was written last in the desktop's program for it."""
        if self.written is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.written.absolute())))

    # Choosing

    def _fill(self) -> None:
        """Show what can be chosen, and what is chosen."""
        from meantree.reporting.request import KINDS

        reporting, corpus = self.reporting, self.reporting.workspace.corpus
        self.kind.set_entries([(kind.capitalize(), kind) for kind in reporting.kinds], reporting.kind)
        self.kind.setToolTip(KINDS[reporting.kind])
        segments = [(SEGMENTS[which].format(number), which) for which, number in reporting.segments.items()]
        self.which.set_entries(segments, reporting.which)
        if self.title.text() != reporting.choice.title:
            self.title.setText(reporting.choice.title)
        self.title.setPlaceholderText(f"{escaped(corpus.name)}: …" if corpus is not None else "")

    def _choose(self) -> None:
        """Take what is chosen; what was not touched keeps following what is open."""
        reporting = self.reporting
        kind, which = self.kind.currentData(), self.which.currentData()
        choice = replace(reporting.choice, title=self.title.text())
        choice = choice if kind == reporting.kind else replace(choice, kind=kind)
        choice = choice if which == reporting.which else replace(choice, which=which)
        if choice != reporting.choice:
            reporting.choose(choice)
            self._follow()

    # Showing

    def _start(self, again: bool) -> None:
        """Show nothing of another corpus: neither its page nor what was written of it."""
        self._forget_written()
        if not again:
            self._shown = None
            self.view.show_page("", {})

    def _request_preview(self) -> None:
        if self.isVisible():
            self.reporting.show(self.view.room)
            self._show()

    def _follow(self) -> None:
        if self.isVisible():
            self._fill()
            self._request_preview()

    def _follow_run(self) -> None:
        """Say what is still being scored, which changes without a score when scoring is stopped."""
        if self.isVisible():
            self._show()

    def _forget_written(self) -> None:
        """No longer offer a report on what was open before."""
        self.written = None
        self.open_button.hide()
        if not self._is_writing:
            self.outcome.clear()
            self.outcome.setToolTip("")

    def _show(self) -> None:
        preview, why_not = self.reporting.preview, self.reporting.why_not
        waits = self.reporting.scoring.awaits
        scored_soon = [system for system in self.reporting.unscored if waits(system)]
        lacks_texts = self.reporting.lacks_texts
        left = [system for system in self.reporting.unscored if not lacks_texts and not waits(system)]
        self._stack.setCurrentWidget(self.prompt if why_not else self.view)
        self.prompt.show_prompt(why_not, OPEN if lacks_texts else "")
        self._set_writing(is_writing=self._is_writing)
        self.offer.setVisible(bool(left))
        parts = []
        if preview is not None and not why_not:
            if preview is not self._shown:
                self._shown = preview
                self.view.show_page(preview.page, preview.pictures)
            parts.append(f"Preview: {preview.shown:,} of {counted(preview.total, 'segment')}")
        elif not why_not:
            parts.append("Preparing the preview …")
        parts += [f"being scored: {listed(scored_soon)}"] if scored_soon else []
        parts += [f"not scored yet: {listed(left)}"] if left else []
        self.caption.setText(capitalised(" · ".join(parts)))

    def _set_writing(self, *, is_writing: bool) -> None:
        """Enable the button unless a report is being written, or there can be none, which its tooltip says."""
        self._is_writing, why_not = is_writing, self.reporting.unavailable
        self.write_button.setEnabled(not is_writing and not why_not)
        self.write_button.setToolTip(why_not or "Choose a file and write the report (Ctrl+Alt+R)")

    def _report_written(self, path: Path) -> None:
        self.written = path
        self._set_writing(is_writing=False)
        self.open_button.show()
        self.outcome.setText(f"Written: {escaped(path.name)}")
        self.outcome.setToolTip(escaped(str(path)))
        self.reported.emit(f"Report written: {escaped(str(path))}")

    def _report_failure(self, error: BaseException) -> None:
        self._set_writing(is_writing=False)
        is_stopped = isinstance(error, Cancelled)
        self.outcome.setText("Stopped. Nothing was written." if is_stopped else "Nothing was written.")
        if not is_stopped:
            self.failed.emit(error)

    def _score(self) -> None:
        self.reporting.scoring.score_all()
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: update what can be chosen, and the preview."""
        super().showEvent(event)
        self._follow()

    # Layout

    def _connect(self) -> None:
        reporting = self.reporting
        reporting.selection.started.connect(self._start)
        reporting.changed.connect(self._follow)
        reporting.previewed.connect(self._show)
        reporting.written.connect(self._report_written)
        reporting.failed.connect(self._report_failure)
        reporting.scoring.run.progressed.connect(self._follow_run)
        self.title.textEdited.connect(self._choose)
        self.view.resized.connect(
            self._request_preview, Qt.ConnectionType.QueuedConnection
        )  # not while a page is laid out
        self.view.missing.connect(lambda: self.caption.setText(NOT_IN_PREVIEW))
        self.write_button.clicked.connect(self.write)
        self.open_button.clicked.connect(self.open_written)
        self.offer.clicked.connect(self._score)

    def _arrange(self) -> None:
        self.form.set_entries([(title, suffix) for suffix, title in FORMS.items()], self.destination.suffix)
        self.offer.setText("Score all systems")
        self.title.setAccessibleName("Title of the report")
        self.open_button.setToolTip("Open the written report (Ctrl+Alt+O)")
        for button in (self.write_button, self.open_button, self.offer):
            button.setAutoDefault(True)
        for hidden in (self.open_button, self.offer):
            hidden.hide()
        label = plain_label("Title")
        label.setBuddy(self.title)
        line = in_row(None, label, (self.title, 1), self.write_button, self.open_button)
        below = in_row(None, (self.caption, 1), (self.outcome, 1), self.offer)
        for widget in (self.view, self.prompt):
            self._stack.addWidget(widget)
        in_column(self, self.choices, line, below, (self._stack, 1), margins=(8, 6, 8, 0))


MARGIN = 22
STEP = 20
"""Pixels by which the width changes before pictures are drawn again."""


class _Pictures(QPyTextObject):
    """Draws the pictures of a document by name. It never loads an image."""

    def __init__(self, view: PreviewView) -> None:
        super().__init__(view)
        self.svg: Mapping[str, str] = {}
        self._drawn: dict[str, QSvgRenderer] = {}

    def show(self, svg: Mapping[str, str]) -> None:
        """Use other pictures from now on."""
        self.svg = svg
        self._drawn = {}

    def intrinsicSize(self, _document: QTextDocument, _place: int, form: QTextFormat) -> QSizeF:  # noqa: N802
        """Override QPyTextObject.intrinsicSize: the size stated in the page."""
        picture = form.toImageFormat()
        return QSizeF(picture.width(), picture.height()) if picture.name() in self.svg else QSizeF(0, 0)

    def drawObject(  # noqa: N802
        self, painter: QPainter, room: QRectF | QRect, _document: QTextDocument, _place: int, form: QTextFormat
    ) -> None:
        """Override QPyTextObject.drawObject."""
        name = form.toImageFormat().name()
        if name not in self.svg:
            return
        if name not in self._drawn:
            self._drawn[name] = QSvgRenderer(self.svg[name].encode())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._drawn[name].render(painter, QRectF(room))
        painter.restore()


class PreviewView(QTextBrowser):
    """Shows generated pages; links lead to their places on the page alone, and no resource is loaded.

    Signals:
        resized: the width for pictures changed.
        missing: a link leads to a place that is not on the page.
    """

    resized = Signal()
    missing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Preview of the report")
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # the width never depends on the page
        self._page = ""
        self.anchorClicked.connect(self._follow_link)
        self.document().setDocumentMargin(MARGIN)
        self.pictures = _Pictures(self)
        self.document().documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject.value, self.pictures)
        self._room = 0
        self.set_colours()

    def set_colours(self) -> None:
        """Set the colours of white paper in either appearance."""
        palette = self.palette()
        for role, colour in (
            (QPalette.ColorRole.Base, "#ffffff"),
            (QPalette.ColorRole.Text, LIGHT.text),
            (QPalette.ColorRole.Highlight, LIGHT.selection),
            (QPalette.ColorRole.HighlightedText, LIGHT.text),
        ):
            palette.setColor(role, QColor(colour))
        self.setPalette(palette)
        self.setStyleSheet(f"QTextBrowser {{ background: #ffffff; color: {LIGHT.text}; }}")

    @property
    def room(self) -> int:
        """The width for pictures in pixels."""
        return max(15 * STEP, (self.viewport().width() - 2 * MARGIN) // STEP * STEP)

    def show_page(self, page: str, pictures: Mapping[str, str]) -> None:
        """Show another page at the same scroll position."""
        before = self.verticalScrollBar().value()
        self.pictures.show(pictures)
        self._page = page
        self.setHtml(page)
        self.verticalScrollBar().setValue(before)

    def _follow_link(self, link: QUrl) -> None:
        if f' id="{link.fragment()}"' in self._page:
            self.scrollToAnchor(link.fragment())
        else:
            self.missing.emit()

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:  # noqa: N802
        """Override QTextBrowser.loadResource: load nothing."""
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTextBrowser.resizeEvent."""
        super().resizeEvent(event)
        if self.room != self._room:
            self._room = self.room
            self.resized.emit()
