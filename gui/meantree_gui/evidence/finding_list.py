"""The findings of a segment, above the units: what is wrong, in sentences that light their words in the trees."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QToolButton, QWidget

from meantree.comparison.comparison import NOTHING_DIFFERS
from meantree.escaping import capitalised, counted, escaped
from meantree.numbers import percent
from meantree.phenomena.places import SHOWN
from meantree_gui import theme
from meantree_gui.actions import BELOW, Command
from meantree_gui.evidence.answering import KEYS, MARK, Answering
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.choosers import ParagraphList
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import FlowLayout

if TYPE_CHECKING:
    from meantree.comparison.comparison import Comparison
    from meantree.phenomena.search import Finding
    from meantree_gui.state.selection import Selection

MARKS: Final = {"major": "●", "minor": "○"}
"""What stands before a finding, by its severity."""
MEANING: Final = "{} is the probability that it is an error, learned from translations in which experts marked errors."
MOST_HEIGHT, FEWEST_LINES = 190, 4
"""The height of the list in pixels, at most, and the lines that it shows in a low window."""
NO_BREAK = "\N{NO-BREAK SPACE}"
MARGIN, PADDING = 4, 6
"""Pixels between the parts, and around a sentence."""
LONGEST = 10_000
"""More pixels than a sentence is high."""


class FindingList(QWidget):
    """Lists at most five findings, the gravest first, and on request the less probable ones of the same pair.

    The selected one is highlighted, and a line below the list says what it is and what its probability means.

    Signals:
        chosen: the finding to highlight, or ``None``.
        entered: the finding whose words are to be walked through, by Return or a double click.
        reported: a short message.
    """

    chosen, entered, reported = Signal(object), Signal(object), Signal(str)

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.answering = Answering(selection, self.reported.emit)
        self.title, self.legend = plain_label(role="title"), plain_label()
        self.more = QToolButton()
        self.more.setCheckable(True)
        self.more.setProperty("role", "page")  # the pressed button is visible in either appearance
        self.more.setProperty("narrow", True)
        self.note, self.detail = plain_label(wrapped=True), plain_label(wrapped=True)
        self.answers, self.buttons = QWidget(), {key: QToolButton() for key in KEYS}
        self.list = _SentenceList()
        self.findings: tuple[Finding, ...] = ()
        self._comparison: Comparison | None = None
        self._pair: tuple[str, str] | None = None
        self._arrange()
        self.list.currentRowChanged.connect(self._choose)
        self.list.chosen.connect(lambda row: self.entered.emit(self.findings[row]))
        self.more.toggled.connect(self._list)

    def show_comparison(self, comparison: Comparison | None) -> None:
        """List the findings of a pair, or say why not. Of the same pair, go on to what was undone, or is open."""
        texts = None if comparison is None else comparison.texts
        pair = None if texts is None else (texts[0].analysis.text, texts[1].analysis.text)
        focused = self.focusWidget()
        goes_on = pair == self._pair and focused is not None and focused.hasFocus()
        if pair not in (None, self._pair):
            self._pair = pair
            with QSignalBlocker(self.more):
                self.more.setChecked(False)
        before = () if self._comparison is None else self._comparison.findings or ()
        answered = {finding.name for finding in before if finding.answer}
        self._comparison = comparison
        self.list.setCurrentRow(-1)
        self._list()
        if goes_on:
            open_rows = [row for row, finding in enumerate(self.findings) if not finding.answer]
            self.list.setCurrentRow(min(open_rows, key=lambda row: self.findings[row].name not in answered, default=0))
            self.focus_list()

    def select(self, finding: Finding) -> None:
        """Select a listed finding."""
        self.list.setCurrentRow(self.findings.index(finding))

    def focus_list(self) -> None:
        """Give the list the keyboard focus, with a selected row; without rows, the button that lists more."""
        (self.list if self.findings else self.more).setFocus()
        if self.list.currentRow() < 0 and self.list.count():
            self.list.setCurrentRow(0)

    @property
    def commands(self) -> tuple[Command, ...]:
        """What can be said of the selected finding; their keys work in the list alone, and menus have them with it."""
        menu, do, has_it = f"Annotate{BELOW}Finding", partial(partial, self._say), self.isVisible
        return tuple(
            Command(f"finding_{word}", capitalised(word), menu, do(key), (key,), is_offered=has_it, repeats=False)
            for key, (word, _) in KEYS.items()
        )

    def toggle_more(self) -> None:
        """List or hide the less probable findings of this pair."""
        if self.more.isVisibleTo(self):
            self.more.toggle()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget.changeEvent: the colour of less probable findings depends on the appearance."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.list.dim(self.findings)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: the note wraps at another width."""
        super().resizeEvent(event)
        self._fit_notes()

    def _arrange(self) -> None:
        head = FlowLayout()
        head.setContentsMargins(0, 0, 0, 0)
        for widget in (self.title, self.legend, self.more):
            head.addWidget(widget)
        row = FlowLayout(self.answers)
        row.setContentsMargins(0, 0, 0, 0)
        for key, button in self.buttons.items():
            word, tip = KEYS[key]
            button.setText(f"{capitalised(word)} ({key})")
            button.setToolTip(tip)
            button.setCheckable(key != MARK)
            button.setProperty("role", "page")
            button.setProperty("narrow", True)
            button.clicked.connect(partial(self._say, key))
            row.addWidget(button)
        in_column(self, head, self.note, self.list, self.detail, self.answers, margins=(0, 0, 0, MARGIN), gap=2)

    def _list(self) -> None:
        """List the findings that are wanted; a selected one stays selected."""
        comparison, row = self._comparison, self.list.currentRow()
        selected = self.findings[row] if 0 <= row < len(self.findings) else None
        found, shown = ((), ()) if comparison is None else (comparison.findings or (), comparison.shown_findings)
        others = tuple(finding for finding in found if not finding.shown)
        self.findings = (*shown, *others) if self.more.isChecked() else shown
        self.title.setText(f"Findings · {len(shown)}" if shown else "Findings")
        severities = {finding.kind.severity for finding in self.findings}
        self.legend.setText("  ".join(f"{mark} {name}" for name, mark in MARKS.items() if name in severities))
        is_less = (finding.probability < SHOWN or finding.answer for finding in others)
        less = "less probable" if all(is_less) else "more"
        self.more.setText(f"{len(others)} {less}")
        self.more.setToolTip(f"List or hide the {less} findings of this pair (Ctrl+F8)")
        self.more.setVisible(bool(others))
        why_not = self.answering.why_not if found else ""
        self.note.setText(" ".join(filter(None, (_note(comparison), why_not))))
        offers = {finding.name: self.answering.elsewhere(finding) for finding in self.findings if not finding.answer}
        self.list.show_findings(self.findings, offers)
        self.list.setVisible(bool(self.findings))
        self.setVisible(bool(self.findings or self.note.text()))
        self.setAccessibleName(counted(len(self.findings), "finding"))
        if selected in self.findings:
            self.select(selected)
        else:
            self._choose(-1)

    def _fit_notes(self) -> None:
        """Reserve the height of whole notes, which a narrow panel would cut."""
        for label in (self.note, self.detail):
            label.setVisible(bool(label.text()))
            label.setMinimumHeight(label.heightForWidth(self.width()) if label.text() else 0)

    def _choose(self, row: int) -> None:
        finding = self.findings[row] if 0 <= row < len(self.findings) else None
        self.detail.setText("" if finding is None else _detail(finding))
        self.answers.setVisible(finding is not None and not self.answering.why_not)
        for key, button in self.buttons.items():
            button.setChecked(finding is not None and finding.answer == KEYS[key][0])
        self._fit_notes()
        self.chosen.emit(finding)

    def _say(self, key: str) -> None:
        """Answer the selected finding, or mark it."""
        if not (self.isVisible() and self.list.currentRow() >= 0):
            self.reported.emit("first select a finding (Shift+F8)")
            return
        self.answering.say(self.findings[self.list.currentRow()], key)
        self._choose(self.list.currentRow())  # a refused answer is not pressed


def _note(comparison: Comparison | None) -> str:
    """Return that no finding is shown, why not or why fewer than could be, and beside which of several references."""
    if comparison is None:
        return ""
    parts, found = [], comparison.findings
    if found is not None and not comparison.shown_findings:
        parts.append("No finding is probable." if found else f"{capitalised(NOTHING_DIFFERS)}.")
    if reason := comparison.without_findings:
        parts.append(f"{capitalised(reason)}.")
    if found is not None and (name := comparison.findings_beside):
        drawn = comparison.pair.reference_names[comparison.reference]
        other = "" if comparison.closest == comparison.reference else f"; {escaped(drawn)} is drawn (Ctrl+R)"
        parts.append(f"Compared with reference {escaped(name)}, the closest{other}.")
    return " ".join(parts)


def _detail(finding: Finding) -> str:
    """Return the kind of a finding, and what its probability means and rests on."""
    kind = finding.kind
    names = f"{kind.name} · {kind.mqm} · {MARKS[kind.severity]}{NO_BREAK}{kind.severity}"
    said = f"Answer: {finding.answer}." if finding.answer else MEANING.format(percent(finding.probability))
    others = f" {finding.others.sentence}" if finding.others and not finding.answer else ""
    return f"{names}\n{said}{others}"


class _SentenceList(ParagraphList):
    """Sentences over several lines, as high as they need, up to a part of the window."""

    def __init__(self) -> None:
        super().__init__("Findings")
        self.setSpacing(0)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._height = 0

    def sizeHint(self) -> QSize:
        """Override ParagraphList.sizeHint: as high as its sentences, if there is room."""
        return QSize(super().sizeHint().width(), self._height)

    def minimumSizeHint(self) -> QSize:
        """Override ParagraphList.minimumSizeHint: many sentences scroll, and never make the window grow."""
        return QSize(super().minimumSizeHint().width(), min(self._height, FEWEST_LINES * self.fontMetrics().height()))

    def show_findings(self, findings: tuple[Finding, ...], offers: Mapping[str, str]) -> None:
        """List these findings, with answers to the same ones in other translations, by their names."""
        self.blockSignals(True)
        self.clear()
        for finding in findings:
            mark, said = MARKS[finding.kind.severity], finding.verdict.replace(" ", NO_BREAK)
            other = f" · {offers[finding.name]}?" if offers.get(finding.name) else ""
            self.addItem(f"{mark} {escaped(finding.sentence)} · {said}{other}")
        self.setCurrentRow(-1)
        self.dim(findings)
        self.blockSignals(False)
        self._fit()

    def dim(self, findings: tuple[Finding, ...]) -> None:
        """Write the findings that are not shown by themselves in muted letters."""
        for row, finding in enumerate(findings):
            if not finding.shown:
                self.item(row).setForeground(QColor(theme.current().muted))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: sentences wrap at another width, and the selected one stays visible."""
        super().resizeEvent(event)
        self._fit()
        self.scrollTo(self.currentIndex())

    def _fit(self) -> None:
        """Give each row the height of its sentence, and the list that of its rows if there is room."""
        bar = self.verticalScrollBar().sizeHint().width()
        width = max(MARGIN, self.width() - 2 * self.frameWidth() - bar - 2 * PADDING)
        total = 0
        for row in range(self.count()):
            room = QRect(0, 0, width, LONGEST)
            drawn = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self.item(row).text())
            self.item(row).setSizeHint(QSize(width, drawn.height() + PADDING))
            total += drawn.height() + PADDING
        self._height = min(total + 2 * self.frameWidth() + 2, MOST_HEIGHT)
        self.updateGeometry()
