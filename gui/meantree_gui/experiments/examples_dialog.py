"""The sentences behind a cell of a table: each version with the words in question, and the pair drawn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from meantree.comparison.comparison import Comparison
from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree.evaluation.value_table import Example, ExampleText
from meantree_gui import theme
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.state.comparer import Comparer, Request
from meantree_gui.state.selection import ANALYSING
from meantree_gui.trees.tree_pair import TreePair
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import KeptSplitter
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree_gui.settings import Settings
    from meantree_gui.state.workspace import Workspace

COUNTED, NOT_COUNTED = "✓", "–"
LEAST, MARGIN = QSize(600, 420), QSize(120, 80)
"""The smallest size of the dialog, and what it leaves free of the window."""
HIGH = 760
"""From this height in pixels trees are drawn one above the other."""


def example_columns(examples: Sequence[Example]) -> tuple[Column[Example], ...]:
    """Return the columns of sentences: whether the cell counts one, what was measured, and the changed text."""
    return (
        Column("counted", lambda example: COUNTED if example.is_counted else NOT_COUNTED, width=74),
        Column("measured", lambda example: example.note, width=200),
        Column(examples[0].pair[0], lambda example: escaped(_text_of(example, example.pair[0]).text)),
    )


def _text_of(example: Example, name: str) -> ExampleText:
    return next(text for text in example.texts if text.name == name)


def marked_up(text: ExampleText, colour: str) -> str:
    """Return a text as HTML with its words in question in a colour and bold."""
    parts, place = [], 0
    for start, end in sorted(text.spans):
        parts.append(escape(escaped(text.text[place:start])))
        parts.append(f'<b style="color: {colour}">{escape(escaped(text.text[start:end]))}</b>')
        place = end
    return "".join([*parts, escape(escaped(text.text[place:]))])


class ExamplesDialog(QDialog):
    """The list of sentences; below it all versions of the selected one, and its pair as the metric sees it."""

    def __init__(
        self,
        title: str,
        spec: str,
        examples: Sequence[Example],
        workspace: Workspace,
        settings: Settings,
        parent: QWidget,
    ) -> None:
        """Initialize.

        Args:
            spec: of the metric that draws the pairs.
            examples: at least one; those that the cell counts come last, so that failures are seen first.
            workspace: its store analyses the texts.
            settings: keep the shares of the parts.
            parent: the widget above which the dialog opens.
        """
        super().__init__(parent)
        self.spec, self.workspace = spec, workspace
        self.examples = sorted(examples, key=lambda example: example.is_counted)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.list: ListModel[Example] = ListModel(example_columns(self.examples))
        self.table = RowTable(self.list, "Sentences")
        self.texts, self.pair = QLabel(), TreePair()
        self._comparer = Comparer(workspace.background)
        self._comparer.compared.connect(self._take)
        self._arrange(title, settings, parent.window().size() - MARGIN)
        self.list.show(self.examples)
        self.table.selectionModel().currentRowChanged.connect(lambda row: self._show(row))

    def _show(self, row: QModelIndex) -> None:
        if not row.isValid():
            return
        example = self.list.rows[row.row()]
        colour = theme.current().accent
        lines = (
            f'<p style="margin: 2px 0"><b>{escape(text.name)}</b>&nbsp; {marked_up(text, colour)}</p>'
            for text in example.texts
        )
        self.texts.setText("".join(lines))
        try:
            request = self._request(example)
        except UsageError as error:
            self.pair.show_message(str(error))
            return
        if not self._comparer.compare(request):
            self.pair.show_message(ANALYSING)

    def _request(self, example: Example) -> Request:
        """Return the request for the picture of a pair; raise UsageError if the metric cannot be made."""
        from meantree.analysis.layers.required import WORDS
        from meantree.comparison.compare import ComparisonOptions
        from meantree.corpus.corpus import Segment, Text
        from meantree.metrics.registry import metric

        name, reference = example.pair
        segment = Segment(
            "example",
            "",
            references={reference: Text(_text_of(example, reference).text)},
            hypotheses={name: Text(_text_of(example, name).text)},
        )
        metrics = {self.spec: metric(self.spec)}
        layers = WORDS | metrics[self.spec].needs
        return Request(segment, name, reference, metrics, self.spec, ComparisonOptions(), self.workspace.store, layers)

    def _take(self, request: Request, comparison: Comparison | str) -> None:
        if isinstance(comparison, Comparison):
            self.pair.show_pair(comparison, (request.system, request.reference or ""), str(id(request)))
        else:
            self.pair.show_message(comparison if isinstance(comparison, str) else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QDialog.resizeEvent: in a low dialog the trees are side by side."""
        super().resizeEvent(event)
        self.pair.set_stacked(self.height() >= HIGH)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QDialog.showEvent: select the first sentence once there is room to draw it."""
        super().showEvent(event)
        self.table.setFocus()
        QTimer.singleShot(0, lambda: self.table.selectRow(0))

    def _arrange(self, title: str, settings: Settings, around: QSize) -> None:
        self.texts.setWordWrap(True)
        self.texts.setContentsMargins(8, 0, 8, 0)
        self.texts.setAccessibleName("All versions of the sentence")
        parts = KeptSplitter(Qt.Orientation.Vertical, settings, "examples")
        below = QWidget()
        in_column(below, self.texts, (self.pair, 1), margins=(0, 0, 0, 0))
        for widget in (self.table, below):
            parts.addWidget(widget)
        parts.share(2000, 5000)
        buttons = dialog_buttons(self)
        in_column(self, plain_label(title, role="title"), (parts, 1), buttons)
        self.resize(around.expandedTo(LEAST))
