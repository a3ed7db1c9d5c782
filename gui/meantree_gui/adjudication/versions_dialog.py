"""What copies of a project say instead of an annotation, after a merge: one version holds, the others are set aside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from meantree.corpus.corpus import SIDES, Corpus
from meantree.errors import MeantreeError
from meantree.escaping import counted, escaped
from meantree_gui.widgets.tables import RETURN

if TYPE_CHECKING:
    from meantree.project.annotation_differences import Tokens
    from meantree.project.file import Project
    from meantree.project.kinds import Key
    from meantree.project.reference_frames import ReferenceFrames

TITLE = "Versions of other copies"
ABOUT = (
    "Two copies of the project changed these apart from each other, and a merge kept all versions. "
    "Choose the one that holds; the others stay in the history."
)


class VersionsDialog(QDialog):
    """Annotations left, their versions right: the one that is shown now first, then how each other one differs.

    Signals:
        decided: the key of an annotation of which one version holds now.
    """

    decided = Signal(object)

    def __init__(self, project: Project, corpus: Corpus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(TITLE)
        self.resize(860, 520)
        self.project, self.corpus = project, corpus
        self.found: Mapping[Key, tuple[str | None, ...]] = {}
        self.keys, self.versions, self.message = QListWidget(), QListWidget(), QLabel()
        self.take = QPushButton("Let this version hold (Return)")
        self._arrange()
        self.keys.currentRowChanged.connect(self._show)
        self.versions.itemDoubleClicked.connect(lambda _item: self.decide())
        self.versions.currentRowChanged.connect(lambda _row: self._name_button())
        self.take.clicked.connect(self.decide)
        for watched in (self.keys, self.versions):
            watched.installEventFilter(self)
        self._fill()

    @property
    def key(self) -> Key | None:
        """The annotation whose versions are listed."""
        row = self.keys.currentRow()
        return list(self.found)[row] if 0 <= row < len(self.found) else None

    def decide(self) -> None:
        """Let the version that is chosen hold."""
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
        """All versions, that which is shown first."""
        return self.project.content(key), *self.found[key]

    def _fill(self) -> None:
        from meantree.project.annotation_differences import name_of

        row = max(0, self.keys.currentRow())
        self.found = self.project.alternatives()
        with QSignalBlocker(self.keys):
            self.keys.clear()
            for key, others in self.found.items():
                where = " · ".join(filter(None, (key.segment, key.system, key.reference, key.annotator)))
                self.keys.addItem(f"{escaped(where)}\n{name_of(key)}, {counted(len(others) + 1, 'version')}")
            self.keys.setCurrentRow(min(row, self.keys.count() - 1))
        left = counted(len(self.found), "annotation")
        self.message.setText(f"{left} with several versions" if self.found else "Everything is decided.")
        self._show()

    def _show(self) -> None:
        from meantree.project.annotation_differences import version_lines

        self.versions.clear()
        key = self.key
        self.take.setEnabled(key is not None)
        if key is None:
            return
        first, *others = self._contents(key)
        self.versions.addItem("What is shown now" if first is not None else "What is shown now: nothing is kept")
        tokens, reference = self._tokens(key), self._reference(key)
        for number, content in enumerate(others, start=2):
            lines = version_lines(key, content, first, tokens, reference)
            self.versions.addItem("\n".join((f"Version {number}", *(f"   {escaped(line)}" for line in lines))))
        self.versions.setCurrentRow(0)
        self._name_button()

    def _name_button(self) -> None:
        is_shown = self.versions.currentRow() <= 0
        self.take.setText("Keep what is shown (Return)" if is_shown else "Take this version (Return)")

    def _reference(self, key: Key) -> ReferenceFrames | None:
        from meantree.project.annotation import AnnotationKey

        return self.project.reference_frames(key) if isinstance(key, AnnotationKey) else None

    def _tokens(self, key: Key) -> Tokens:
        segment = self.corpus.segments[self.corpus.places[key.segment]]
        texts = segment.hypotheses.get(key.system), segment.references.get(key.reference)
        return {side: (text.tokens or ()) if text is not None else () for side, text in zip(SIDES, texts, strict=True)}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: Return goes to the versions, and there it takes one."""
        is_press = event.type() == QEvent.Type.KeyPress
        if not (is_press and isinstance(event, QKeyEvent) and event.key() in RETURN):
            return super().eventFilter(watched, event)
        if watched is self.keys:
            self.versions.setFocus()
        else:
            self.decide()
        return True

    def _arrange(self) -> None:
        about, both = QLabel(ABOUT), QSplitter(Qt.Orientation.Horizontal)
        about.setProperty("role", "muted")
        for label in (about, self.message):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        for name, one in (("Annotations with several versions", self.keys), ("Versions", self.versions)):
            one.setAccessibleName(name)
            one.setWordWrap(True)
            one.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            one.setTextElideMode(Qt.TextElideMode.ElideNone)
            one.setResizeMode(QListWidget.ResizeMode.Adjust)
            one.setSpacing(2)
            both.addWidget(one)
        both.setStretchFactor(1, 1)
        both.setChildrenCollapsible(False)
        both.setSizes([280, 560])
        self.take.setAutoDefault(False)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        row, column = QHBoxLayout(), QVBoxLayout(self)
        row.addWidget(self.take)
        row.addStretch(1)
        row.addWidget(close)
        column.addWidget(about)
        column.addWidget(both, 1)
        column.addWidget(self.message)
        column.addLayout(row)
