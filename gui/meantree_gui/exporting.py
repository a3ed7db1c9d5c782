"""Exports of pictures and scores: their files, formats, and destinations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QObject, Signal
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from meantree.alignment.word_status import DIFFERENCES
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import escaped, listed
from meantree.files import proposed_name, require_writable, write_bytes
from meantree.picture.comparison_pictures import (
    WRITERS,
    PictureSubject,
    compared_picture,
    single_text_picture,
    system_comparison_picture,
)
from meantree.picture.display_list import Drawing
from meantree.picture.style import LIGHT
from meantree.picture.svg import picture_svg
from meantree_gui.actions import Command
from meantree_gui.dialogs import ErrorMessages, ask_target
from meantree_gui.settings import EXPORT_FORMAT, Settings
from meantree_gui.state.scoring import Scoring, complete_scores
from meantree_gui.widgets import clipboard

if TYPE_CHECKING:
    from meantree.work import Work
    from meantree_gui.compare.compared_segment_picture import ComparedSegmentPicture
    from meantree_gui.figures.figures_tab import FiguresTab
    from meantree_gui.state.selection import Selection
    from meantree_gui.trees.tree_pair import TreePair


SCORE_FORMS = {".tsv": "Tab-separated table", ".csv": "Comma-separated table", ".xlsx": "Workbook", ".json": "JSON"}
NO_PICTURE = "there is no picture yet; choose a segment first"


class Exporter(QObject):
    """Exports the picture and the scores that the window shows.

    Signals:
        reported: what was written, and where.
    """

    reported = Signal(str)

    def __init__(
        self,
        scoring: Scoring,
        source: Source,
        figures: Callable[[], FiguresTab | None],
        errors: ErrorMessages,
        settings: Settings,
        window: QWidget,
    ) -> None:
        """Initialize; ``source`` returns the picture of the present page, ``figures`` the tab whose figure is shown."""
        super().__init__()
        self.scoring, self.source, self.figures, self.errors = scoring, source, figures, errors
        self.pictures = Destination("picture", FORMS, settings, window)
        self.tables = Destination("scores", SCORE_FORMS, settings, window)
        self.commands = (
            Command("save_picture", "Save picture …", "File", self.save_picture, ("Ctrl+E",)),
            Command("copy_picture", "Copy picture", "File", self.copy_picture, ("Ctrl+Shift+C",)),
            Command("export_scores", "Export scores …", "File", self.export_scores, ("Ctrl+Shift+E",)),
        )

    def save_picture(self) -> None:
        """Choose a file, and write the picture or figure of the page to it, with legend and caption."""
        if figures := self.figures():
            figures.save()
        elif picture := self._picture():
            self._save(picture)

    def _save(self, picture: ShownPicture) -> None:
        path = self.pictures.ask(proposed_name(*picture.naming.file_parts))
        if path is not None:
            self._write(path, lambda _work: write_picture(picture.drawn, path), "Picture written")

    def copy_picture(self) -> None:
        """Copy the picture or figure to the clipboard."""
        if figures := self.figures():
            figures.copy()
        elif picture := self._picture():
            copy_picture(picture.drawn)
            self.reported.emit("Picture copied")

    def _is_refused(self) -> bool:
        """Report it if systems must not be named, as pictures and tables do."""
        why = self.scoring.workspace.naming.why_not
        if why:
            self.errors.show(MeantreeError(why))
        return bool(why)

    def export_scores(self) -> None:
        """Choose a file, and write the scores of all scored systems to it, with texts and totals."""
        from meantree.reporting.score_export import unscored_systems, write_scores

        table = self.scoring.table
        if self._is_refused():
            return
        if table is None or not table.scored_systems:
            self.errors.show(MeantreeError("there are no scores yet; score this system with F5"))
            return
        reference = filter(None, (table.corpus.selected_reference,))
        path = self.tables.ask(proposed_name(table.corpus.name, "scores", *reference))
        if path is None:
            return
        scores, store = complete_scores(table), self.scoring.workspace.store
        form = path.suffix.lower().removeprefix(".")
        unscored = unscored_systems(scores)
        note = f" · not scored by every metric yet: {listed(unscored)} (Shift+F5)" if unscored else ""

        self._write(path, lambda work: write_scores(scores, store, path, form, work), "Scores written", note)

    def _picture(self) -> ShownPicture | None:
        """Return the picture, or report why there is none."""
        if self._is_refused():
            return None
        picture = self.source()
        if picture is None:
            self.errors.show(MeantreeError(NO_PICTURE))
        return picture

    def _write(self, path: Path, write: Callable[[Work], None], done: str, more: str = "") -> None:
        """Write in the background if the path is writable."""
        try:
            require_writable(path)
        except MeantreeError as error:
            self.errors.show(error)
            return
        message = f"{done}: {escaped(path.name)}{more}"
        self.scoring.background.run(write, lambda _nothing: self.reported.emit(message))


PNG_SCALE = 2.0
MAX_PIXELS = 16_000
"""The longest side of an image; larger pictures are scaled less."""
SVG_TYPE = "image/svg+xml"
FORMS = {".svg": "SVG", ".pdf": "PDF", ".png": "PNG", ".tex": "LaTeX, tikz-dependency"}


def write_picture(drawn: Sequence[Drawing], path: Path) -> None:
    """Write drawings one above the other, in the format of the extension of ``path``.

    Raises:
        UsageError: for an unknown extension, or if the file cannot be written.
    """
    suffix = path.suffix.lower()
    if suffix not in FORMS:
        raise UsageError(f"{path.name}: found the ending {suffix or 'none'!r}, expected {', '.join(FORMS)}")
    write_bytes(path, _png(image_of(picture_svg(drawn))) if suffix == ".png" else WRITERS[suffix](drawn))


def copy_picture(drawn: Sequence[Drawing]) -> None:
    """Copy drawings to the clipboard, as pixels and as SVG."""
    svg = picture_svg(drawn)
    data = QMimeData()
    data.setImageData(image_of(svg))
    data.setData(SVG_TYPE, svg.encode())
    clipboard.copy(data)


def image_of(svg: str, scale: float = PNG_SCALE) -> QImage:
    """Return an SVG picture as pixels."""
    drawn = QSvgRenderer(svg.encode())
    size = drawn.defaultSize()
    scale = min(scale, MAX_PIXELS / max(1, size.width(), size.height()))
    image = QImage(size * scale, QImage.Format.Format_ARGB32)
    image.fill(QColor(LIGHT.surface))
    painter = QPainter(image)
    drawn.render(painter)
    painter.end()
    return image


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub only allows file names
    return bytes(buffer.data().data())


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """Drawings one above the other, with headings, legend and caption; ``naming`` names their subject."""

    naming: PictureSubject
    drawn: list[Drawing] = field(repr=False)


Source = Callable[[], ShownPicture | None]


def inspected(selection: Selection, trees: TreePair) -> ShownPicture | None:
    """Return the picture of the Inspect page, ``None`` if nothing is drawn."""
    segment, comparison, system = selection.segment, selection.comparison, selection.system
    if segment is None:
        return None
    if comparison is not None:
        reference = comparison.pair.reference_names[comparison.reference]
        table = selection.scoring.table if comparison.is_scored else None
        score = table.segment_score(system, selection.focus, selection.place) if table is not None else None
        is_higher = selection.workspace.metrics[selection.focus].higher_is_better
        spec = selection.focus if comparison.is_scored else DIFFERENCES
        naming = PictureSubject(segment.key, (system,), reference, spec, comparison.kind, (score,), is_higher)
        drawn = compared_picture(comparison, naming, frames=trees.frames.view in trees.canvases)
        return ShownPicture(naming, drawn)
    if selection.single_text is not None:
        naming = PictureSubject(segment.key, (system,))
        return ShownPicture(naming, single_text_picture(selection.single_text, naming))
    return None


def compared(picture: ComparedSegmentPicture) -> ShownPicture | None:
    """Return the picture of the compared segment; ``None`` if nothing is drawn."""
    content, asked = picture.content, picture.drawn_request
    if content is None or asked is None:
        return None
    is_higher = asked.metrics[asked.focus].higher_is_better
    naming = PictureSubject(
        asked.segment.key, content.systems, content.reference, asked.focus, higher_is_better=is_higher
    )
    return ShownPicture(naming, system_comparison_picture(content, naming))


class Destination:
    """Asks where to write a kind of file, with the folder and format of the last time."""

    def __init__(self, kind: str, forms: Mapping[str, str], settings: Settings, window: QWidget) -> None:
        """Initialize; ``kind`` is shown in the dialog, ``forms`` are names of formats by extension (``.svg``)."""
        self.kind, self.forms, self.settings, self.window = kind, forms, settings, window

    @property
    def suffix(self) -> str:
        """The last extension, by default the first one."""
        stored = EXPORT_FORMAT.of(self.kind).read(self.settings)
        return stored if stored in self.forms else next(iter(self.forms))

    def ask(self, name: str, suffix: str | None = None) -> Path | None:
        """Return the chosen path with an extension, ``None`` if the user cancels; an existing file may be replaced.

        Args:
            name: proposed, without an extension.
            suffix: the proposed extension, by default the last one.
        """
        filters = {f"{title} (*{extension})": extension for extension, title in self.forms.items()}
        chosen = self.suffix if suffix is None else suffix
        proposed = f"{name}{chosen}"
        while True:
            selected = next(line for line, extension in filters.items() if extension == chosen)
            path, line = ask_target(self.window, f"Save {self.kind}", proposed, ";;".join(filters), selected)
            if path is None:
                return None
            if path.suffix.lower() not in self.forms:
                chosen = filters.get(line, chosen)
                path = path.with_name(path.name + chosen)
                proposed = path.name
                if path.exists():  # the dialog asks whether to replace it
                    continue
            EXPORT_FORMAT.of(self.kind).write(self.settings, path.suffix.lower())
            return path
