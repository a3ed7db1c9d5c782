"""The Report page: what a report holds, and its preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from meantree.errors import Cancelled, MeantreeError
from meantree.escaping import counted, escaped, listed
from meantree.files import proposed_name
from meantree.picture.style import LIGHT
from meantree_gui.exporting import Destination
from meantree_gui.report_choices import Choices
from meantree_gui.settings import Settings
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.reporting import Reporting
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.choosers import StillComboBox

if TYPE_CHECKING:
    from meantree.report.html_report import Preview


FORMS = {".html": "HTML page", ".pdf": "PDF", ".xlsx": "Workbook", ".tex": "LaTeX"}
NARROW = 620
"""Below this width the choices stand above the preview."""
PREVIEW, WHY_NOT = range(2)
"""Of the stack."""


class ReportPage(QWidget):
    """A report of what is open, as it will be printed.

    Signals:
        reported: what was written, and where.
        failed: why nothing was.
    """

    reported = Signal(str)
    failed = Signal(object)

    def __init__(
        self,
        selection: Selection,
        filtering: Filtering,
        chosen: Callable[[], tuple[int, ...]],
        settings: Settings,
    ) -> None:
        super().__init__()
        self.reporting = Reporting(selection, filtering, chosen)
        self.choices, self.view = Choices(self.reporting), PreviewView()
        self.destination = Destination("report", FORMS, settings, self)
        self.form = StillComboBox()
        self.write_button, self.open_button, self.offer = QPushButton("Write …"), QPushButton("Open"), QPushButton()
        self.caption, self.length, self.outcome, self.why_not = QLabel(), QLabel(), QLabel(), QLabel()
        self.written: Path | None = None
        self._shown: Preview | None = None
        self.splitter = QSplitter()
        self._stack = QStackedWidget()
        self._arrange()
        self._connect()

    def focus(self) -> None:
        """Keys go to the choices, or to what has to be done first."""
        (self.offer if not self.offer.isHidden() and self.reporting.lacks_scores else self.choices.title).setFocus()

    def refresh(self) -> None:
        """Paper stays white, whatever the appearance is."""
        self.view.dress()

    def write(self) -> None:
        """Choose a file, and write the report in the background."""
        corpus = self.reporting.workspace.corpus
        if corpus is None or not self.write_button.isEnabled():
            if corpus is None:
                self.failed.emit(MeantreeError("nothing is open; open translations and references with Ctrl+O"))
            return
        path = self.destination.ask(proposed_name(corpus.name, "report"), self.form.currentData())
        if path is None:
            return
        self.form.setCurrentIndex(self.form.findData(path.suffix.lower()))
        try:
            self.reporting.write(path, path.suffix.lower().removeprefix("."))
        except MeantreeError as error:
            self.failed.emit(error)
            return
        self.write_button.setEnabled(False)
        self.open_button.hide()
        self.outcome.setText(f"Writing {escaped(path.name)} … Ctrl+. stops.")

    def open_written(self) -> None:
        """Show the file that was written last in the program that the desktop has for it."""
        if self.written is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.written.absolute())))

    # Showing

    def _ask(self) -> None:
        if self.isVisible():
            self.reporting.show(self.view.room)
            self._show()

    def _follow(self) -> None:
        if self.isVisible():
            self.choices.fill()
            self._ask()

    def _show(self) -> None:
        preview, why_not = self.reporting.preview, self.reporting.why_not
        waits = self.reporting.scoring.awaits
        scored_soon = [one for one in self.reporting.unscored if waits(one)]
        left = [one for one in self.reporting.unscored if not waits(one)]
        self._stack.setCurrentIndex(WHY_NOT if why_not else PREVIEW)
        self.why_not.setText(why_not)
        self.offer.setText("Score all systems")
        self.offer.setVisible(bool(left))
        self.length.setText("" if preview is None or why_not else preview.size.description)
        told = []
        if preview is not None and not why_not:
            if preview is not self._shown:
                self._shown = preview
                self.view.show_page(preview.page, preview.pictures)
            some = f"the first {preview.shown:,} of {counted(preview.total, 'segment')}"
            told.append(f"Preview: {some if preview.shown < preview.total else 'the whole report'}")
        elif not why_not:
            told.append("Making the preview …")
        told += [f"being scored: {listed(scored_soon)}"] if scored_soon else []
        told += [f"not scored yet: {listed(left)}"] if left else []
        caption = " · ".join(told)
        self.caption.setText(caption[:1].upper() + caption[1:])

    def _tell_written(self, path: Path) -> None:
        self.written = path
        self.write_button.setEnabled(True)
        self.open_button.show()
        self.outcome.setText(f"Written: {escaped(path.name)}")
        self.outcome.setToolTip(escaped(str(path)))
        self.reported.emit(f"Report written: {escaped(str(path))}")

    def _tell_failed(self, error: BaseException) -> None:
        self.write_button.setEnabled(True)
        self.outcome.setText(
            "Stopped. Nothing was written." if isinstance(error, Cancelled) else "Nothing was written."
        )
        if not isinstance(error, Cancelled):
            self.failed.emit(error)

    def _score(self) -> None:
        self.reporting.scoring.score_all()
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: it is looked at."""
        super().showEvent(event)
        self._follow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: where there is little room the preview stands below the choices."""
        super().resizeEvent(event)
        wanted = Qt.Orientation.Vertical if self.width() < NARROW else Qt.Orientation.Horizontal
        if self.splitter.orientation() is not wanted:
            self.splitter.setOrientation(wanted)
            self.splitter.setSizes([250, 350])

    # Making

    def _connect(self) -> None:
        reporting = self.reporting
        reporting.changed.connect(self._follow)
        reporting.previewed.connect(self._show)
        reporting.written.connect(self._tell_written)
        reporting.failed.connect(self._tell_failed)
        self.choices.asked.connect(self._ask)
        self.view.resized.connect(self._ask, Qt.ConnectionType.QueuedConnection)  # not while it lays out a page
        self.write_button.clicked.connect(self.write)
        self.open_button.clicked.connect(self.open_written)
        self.offer.clicked.connect(self._score)

    def _arrange(self) -> None:
        for label in (self.caption, self.length, self.outcome, self.why_not):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setProperty("role", "muted")
        self.why_not.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for suffix, title in FORMS.items():
            self.form.addItem(title, suffix)
        self.form.setCurrentIndex(self.form.findData(self.destination.suffix))
        self.form.setAccessibleName("Format of the report")
        self.write_button.setToolTip("Choose a file and write the report (Ctrl+Alt+R)")
        self.open_button.setToolTip("Open the written report (Ctrl+Alt+O)")
        for button in (self.write_button, self.open_button, self.offer):
            button.setAutoDefault(True)
        for hidden in (self.open_button, self.offer):
            hidden.hide()
        self.splitter.addWidget(self._left())
        self.splitter.addWidget(self._right())
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([260, 640])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.splitter)

    def _left(self) -> QWidget:
        left = QWidget()
        writing, said = QHBoxLayout(), QHBoxLayout()
        writing.addWidget(self.form, 1)
        writing.addWidget(self.write_button)
        said.addWidget(self.outcome, 1)
        said.addWidget(self.open_button)
        below = QVBoxLayout()
        below.setContentsMargins(8, 0, 8, 6)
        below.addWidget(self.length)
        below.addLayout(writing)
        below.addLayout(said)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.choices, 1)
        column.addLayout(below)
        return left

    def _right(self) -> QWidget:
        right, lacking = QWidget(), QWidget()
        inner = QVBoxLayout(lacking)
        inner.addStretch(1)
        inner.addWidget(self.why_not)
        inner.addStretch(1)
        self._stack.addWidget(self.view)
        self._stack.addWidget(lacking)
        above = QHBoxLayout()
        above.setContentsMargins(8, 6, 8, 0)
        above.addWidget(self.caption, 1)
        above.addWidget(self.offer)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(above)
        column.addWidget(self._stack, 1)
        return right


MARGIN = 22
STEP = 20
"""Pixels by which the room grows before pictures are made anew."""


class _Pictures(QPyTextObject):
    """Draws pictures of a document by their names, and nothing else: no image is ever loaded."""

    def __init__(self, view: PreviewView) -> None:
        super().__init__(view)
        self.svg: Mapping[str, str] = {}
        self._drawn: dict[str, QSvgRenderer] = {}

    def show(self, svg: Mapping[str, str]) -> None:
        """Draw others from now on."""
        self.svg = svg
        self._drawn = {}

    def intrinsicSize(self, _document: QTextDocument, _place: int, form: QTextFormat) -> QSizeF:  # noqa: N802
        """Override QPyTextObject.intrinsicSize: as the page says."""
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
    """Shows pages that are made here; opens no links and loads nothing.

    Signals:
        resized: pictures of another width fit in.
    """

    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Preview of the report")
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # a page does not change the room
        self.document().setDocumentMargin(MARGIN)
        self.pictures = _Pictures(self)
        self.document().documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject.value, self.pictures)
        self._room = 0
        self.dress()

    def dress(self) -> None:
        """White paper, whatever the appearance is."""
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
        """Pixels for pictures."""
        return max(15 * STEP, (self.viewport().width() - 2 * MARGIN) // STEP * STEP)

    def show_page(self, page: str, pictures: Mapping[str, str]) -> None:
        """Show another page; what was in view stays there."""
        before = self.verticalScrollBar().value()
        self.pictures.show(pictures)
        self.setHtml(page)
        self.verticalScrollBar().setValue(before)

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:  # noqa: N802
        """Override QTextBrowser.loadResource: there are none."""
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTextBrowser.resizeEvent."""
        super().resizeEvent(event)
        if self.room != self._room:
            self._room = self.room
            self.resized.emit()
