"""The dialog of the versions that a merge of two copies of a project kept: one of them is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QDialog, QPushButton, QSplitter, QWidget

from meantree.annotation.frame_annotation import AnnotationKey
from meantree.annotation.record_kinds import Key
from meantree.annotation.record_versions import version_lines
from meantree.annotation.reference_frames import ReferenceFrames
from meantree.corpus.corpus import Corpus
from meantree.errors import MeantreeError
from meantree.escaping import counted, escaped
from meantree.project.file import Project
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import ParagraphList
from meantree_gui.widgets.labels import plain_label

DAY_AND_TIME = "%d %b %Y, %H:%M:%S"
TITLE = "Versions of other copies"
ABOUT = (
    "Two copies of the project changed these annotations independently, and a merge kept all versions. "
    "Choose the version to keep; the others stay in the history."
)


class VersionsDialog(QDialog):
    """Annotations at the left, their versions at the right: the present one, then how each other one differs.

    Signals:
        decided: the key of an annotation whose version was chosen.
    """

    decided = Signal(object)

    def __init__(self, project: Project, corpus: Corpus, parent: QWidget | None = None, only: str = "") -> None:
        """Initialize; ``only`` is the one annotator whose annotations are listed, by default all are."""
        super().__init__(parent)
        self.only = only
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"{TITLE} – {escaped(project.path.name)}")
        self.resize(860, 520)
        self.project, self.corpus = project, corpus
        self.alternatives: Mapping[Key, tuple[str | None, ...]] = {}
        self.keys, self.versions = ParagraphList("Annotations with several versions"), ParagraphList("Versions")
        self.message = plain_label(role="", wrapped=True)
        self.take = QPushButton("Take this version (Return)")
        self._arrange()
        self.keys.currentRowChanged.connect(self._show)
        self.keys.chosen.connect(lambda _row: self.versions.setFocus())
        self.versions.chosen.connect(lambda _row: self.decide())
        self.versions.currentRowChanged.connect(lambda _row: self._name_button())
        self.take.clicked.connect(self.decide)
        self._fill()

    @property
    def key(self) -> Key | None:
        """The selected annotation; ``None`` if there is none."""
        row = self.keys.currentRow()
        return list(self.alternatives)[row] if 0 <= row < len(self.alternatives) else None

    def decide(self) -> None:
        """Make the selected version the valid one."""
        key, row = self.key, self.versions.currentRow()
        if key is None or row < 0:
            return
        try:
            self.project.choose_version(key, self._contents(key)[row])
        except MeantreeError as error:
            self.message.setText(str(error))
            return
        self.decided.emit(key)
        self._fill()

    def _contents(self, key: Key) -> tuple[str | None, ...]:
        """Return the content of all versions, the present one first."""
        return self.project.content(key), *self.alternatives[key]

    def _fill(self) -> None:
        from meantree.annotation.record_kinds import kind_of

        row = max(0, self.keys.currentRow())
        everything = self.project.alternatives()
        self.alternatives = {key: others for key, others in everything.items() if self.only in ("", key.annotator)}
        with QSignalBlocker(self.keys):
            self.keys.clear()
            for key, others in self.alternatives.items():
                system = "" if self.only and self.project.rules.has_errors else key.system  # who works blind
                place = " · ".join(filter(None, (key.segment, system, key.reference, key.annotator)))
                self.keys.addItem(f"{escaped(place)}\n{kind_of(key).title}, {counted(len(others) + 1, 'version')}")
            self.keys.setCurrentRow(min(row, self.keys.count() - 1))
        left = counted(len(self.alternatives), "annotation")
        self.message.setText(
            f"{left} with several versions" if self.alternatives else "No annotation has several versions."
        )
        self._show()

    def _show(self) -> None:
        self.versions.clear()
        key = self.key
        self.take.setEnabled(key is not None)
        if key is None:
            return
        first, *others = self._contents(key)
        origins = self.project.version_origins(key)
        times = [", from ".join(filter(None, (f", {_local(time)}", escaped(file)))) for time, file in origins]
        now = "Current version" if first is not None else "Current version: nothing is saved"
        self.versions.addItem(f"{now}{next(iter(times), '')}")
        segment, reference = self.corpus.segments[self.corpus.places[key.segment]], self._reference(key)
        for number, content in enumerate(others, start=2):
            lines = version_lines(key, content, first, segment, reference)
            head = f"Version {number}{next(iter(times[number - 1 :]), '')}"
            self.versions.addItem("\n".join((head, *(f"   {escaped(line)}" for line in lines))))
        self.versions.setCurrentRow(0)
        self._name_button()

    def _name_button(self) -> None:
        is_shown = self.versions.currentRow() <= 0
        self.take.setText("Keep the current version (Return)" if is_shown else "Take this version (Return)")

    def _reference(self, key: Key) -> ReferenceFrames | None:
        return self.project.reference_frames(key) if isinstance(key, AnnotationKey) else None

    def _arrange(self) -> None:
        about, both = plain_label(ABOUT, wrapped=True), QSplitter(Qt.Orientation.Horizontal)
        both.addWidget(self.keys)
        both.addWidget(self.versions)
        both.setStretchFactor(1, 1)
        both.setChildrenCollapsible(False)
        both.setSizes([280, 560])
        self.take.setAutoDefault(False)
        in_column(self, about, (both, 1), self.message, in_row(None, self.take, 1, dialog_buttons(self)))


def _local(time: str) -> str:
    """Return a time in ISO format as people here read it."""
    try:
        return datetime.fromisoformat(time).astimezone().strftime(DAY_AND_TIME)
    except ValueError:  # written by another program
        return escaped(time)
