"""Help: the manual, the list of keyboard shortcuts, the concepts, and the guide of first steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QImage, QKeySequence, QShortcut, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLabel,
    QListWidget,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from meantree.metrics.evidence import Status
from meantree_gui import theme
from meantree_gui.actions import BELOW, MENUS, Command, CommandList, in_menu_order, key_text
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.settings import GUIDE, Settings
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import SearchLine
from meantree_gui.widgets.letter_keys import LetterKeys

if TYPE_CHECKING:
    from meantree.analysis.roles import RoleGuide
    from meantree.metrics.registry import Option


class Help:
    """Opens windows that explain shortcuts, metrics and roles."""

    def __init__(self, window: QWidget, guide: Guide, lists: Callable[[], Sequence[CommandList]]) -> None:
        self.window, self._lists = window, lists
        self.commands = (
            Command("show_manual", "Manual", "Help", self.show_manual, ("F1",)),
            Command("show_shortcuts", "Keyboard shortcuts", "Help", self.show_keys, ("Ctrl+Shift+F1",)),
            Command("show_metrics", "Metrics explained", "Help", self.show_metrics, ("Shift+F1",)),
            Command("show_roles", "Semantic roles explained", "Help", self.show_roles, ("Ctrl+F1",)),
            Command("show_guide", "Guide to the picture", "Help", guide.open),
        )

    def show_manual(self, first: str = "") -> HelpWindow:
        """Open the manual, which needs no network, at the page of this title; the last chapter has the shortcuts."""
        keys = key_chapters(self._lists())[0]
        return self._open("Manual", [*manual_chapters(), replace(keys, title="Keyboard shortcuts")], first)

    def show_keys(self) -> HelpWindow:
        """Show all shortcuts, as they are now."""
        return self._open("Keyboard shortcuts", key_chapters(self._lists()))

    def show_metrics(self) -> HelpWindow:
        """Explain the metrics."""
        return self._open("Metrics explained", metric_chapters())

    def show_roles(self) -> HelpWindow:
        """Explain the semantic roles."""
        return self._open("Semantic roles explained", role_chapters())

    def _open(self, title: str, chapters: Sequence[Chapter], first: str = "") -> HelpWindow:
        window = HelpWindow(title, chapters, self.window, first=first)
        window.show()  # not modal: users read it while they work
        return window


MANUAL = "manual"
FIRST_PAGE = "index.md"
NOT_SHOWN = ("keys.md",)
"""Pages for readers outside of the window, which knows better."""


def manual_chapters() -> list[Chapter]:
    """Return the pages of the manual in the order in which its first page links them."""
    from meantree_resources import resource

    folder = resource(MANUAL)
    first = folder / FIRST_PAGE
    linked = re.findall(r"\]\(([\w/-]+\.md)\)", first.read_text(encoding="utf-8"))
    pages = [first, *(folder / name for name in linked if not name.endswith(NOT_SHOWN))]
    return [_page(page) for page in pages]


def _page(page: Path) -> Chapter:
    text = page.read_text(encoding="utf-8")
    title = next((line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")), page.stem)
    return Chapter(title, "", text, page)


ALL_KEYS = "All keys"
Row = tuple[str, str]
OTHER_KEYS: tuple[Row, ...] = (
    ("J, K", "in tables: next, previous row; Return on an error: go to its segments"),
    ("Left, Right", "in a tree: previous, next word; Home and End: first, last word; Esc: clear the highlight"),
    ("F5, Esc", "in experiments: run, stop; S in a table: sort, Ctrl+C: copy; Left, Right: previous, next figure"),
    ("Up, Down", "between the words: go to the linked word of the other text"),
)
"""Keys that are not commands."""
SPAN_KEYS: tuple[Row, ...] = (
    ("A, B, …", "to the next word that begins with the letter"),
    ("Left, Right, Home, End", "to the previous, next, first, last word; with Ctrl five words on"),
    ("Shift", "with these: select; Alt+Left, Alt+Right: move the end by characters, with Shift the beginning"),
    (
        "1, 2, …",
        "mark the selection with the first, second … severity, or give it to the chosen error; then a letter:"
        " the category",
    ),
    ("-", "something is missing, of the source what is selected there; then its severity and category"),
    ("/", "another category for the chosen error"),
    ("+", "the selection is a further part of the error"),
    (".", "the selection takes the place of the error's words"),
    ("Tab", "to the source, or the translation"),
    ("Up, Down", "choose an error or a proposal"),
    ("Space, Shift+Space", "keep the proposal at the cursor or the next one; keep all"),
    ("Del, Backspace", "delete the error, reject the proposal"),
    (",", "comment on the chosen error or the one just marked, else on the translation"),
    ("=", "score, by ESA"),
    ("Return", "done, and to the next open translation; what is doubtful is asked about once"),
    ("PgDown, PgUp", "to the next, previous open translation"),
    ("Ctrl+Down, Ctrl+Up", "to the next, previous translation of the segment, if the rules show all"),
    ("Alt+Down, Alt+Up", "to the next, previous segment"),
    ("Ctrl+U", "unlock a finalized translation, in adjudication"),
    ("Esc", "leave the error, the question or the field"),
    ("?", "guidelines of the project"),
)


def key_chapters(lists: Sequence[CommandList]) -> list[Chapter]:
    """Return all commands with their present shortcuts."""
    sections = key_sections(lists)
    chapters = [_chapter(title, {title: rows}) for title, rows in sections.items()]
    return [_chapter(ALL_KEYS, sections), *chapters]


def key_sections(lists: Sequence[CommandList]) -> dict[str, list[Row]]:
    """Return all commands with their present shortcuts, by menu, then by the place where they work."""
    everywhere = in_menu_order(one for one in lists if not one.where)
    sections: dict[str, list[Row]] = {
        menu: _rows(entry for entry in everywhere if entry[0].menu.partition(BELOW)[0] == menu) for menu in MENUS
    }
    sections |= {"Moving": list(OTHER_KEYS), "On the Annotate page: error spans": list(SPAN_KEYS)}
    for one in lists:
        if one.where:
            sections.setdefault(one.where, []).extend(_rows(one))
    return {title: rows for title, rows in sections.items() if rows}


def _rows(entries: Iterable[tuple[Command, QAction]]) -> list[Row]:
    return [(", ".join(key_text(key.toString()) for key in action.shortcuts()), _title(one)) for one, action in entries]


def _title(command: Command) -> str:
    _, _, below = command.menu.partition(BELOW)
    return f"{below}: {command.title}" if below else command.title


def _chapter(title: str, sections: dict[str, list[Row]]) -> Chapter:
    words = " ".join(f"{keys} {text}" for rows in sections.values() for keys, text in rows)
    return Chapter(title, "".join(_table(name, rows) for name, rows in sections.items()), words)


def _table(title: str, rows: Iterable[Row]) -> str:
    cells = "".join(
        f"<tr><td width='190' style='padding: 2px 14px 2px 0'><b>{escape(keys)}</b></td>"
        f"<td style='padding: 2px 0'>{escape(text)}</td></tr>"
        for keys, text in rows
    )
    return f"<h3>{escape(title)}</h3><table>{cells}</table>"


PADDED = "padding: 2px 12px 2px 0"


def metric_chapters() -> list[Chapter]:
    """Return all metrics, the offered ones first."""
    from meantree.metrics.registry import OFFERED, usable_metrics

    metrics = usable_metrics()
    return [_metric(name, metrics[name]) for name in dict.fromkeys((*OFFERED, *metrics))]


def role_chapters() -> list[Chapter]:
    """Return the predicate and the eleven roles."""
    from meantree.analysis.roles import role_guides

    return [_role(guide) for guide in role_guides()]


def _metric(name: str, chosen: Any) -> Chapter:
    from meantree.metrics.registry import describe_options, explanation, limits

    text = explanation(chosen)
    better = "Higher is better." if chosen.higher_is_better else "An error rate: lower is better."
    rows = describe_options(chosen)
    head = "".join(f"<td style='{PADDED}'><i>{title}</i></td>" for title in ("option", "default", "values", "meaning"))
    options = "".join(f"<tr>{_cells(one)}</tr>" for one in rows)
    table = f"<h4>Options</h4><table><tr>{head}</tr>{options}</table>" if rows else ""
    written = f"<p>On the command line: <code>--metric {escape(_spec(name, rows))}</code></p>"
    unseen = f"<p>It cannot see {escape(limits(chosen))}.</p>" if limits(chosen) else ""
    body = f"<h3>{escape(name)}</h3><p>{escape(text)}</p><p>{better} Compares {escape(chosen.structure)}.</p>{unseen}"
    return Chapter(name, body + table + written, f"{text} {chosen.structure} {' '.join(one.meaning for one in rows)}")


def _cells(one: Option) -> str:
    texts = f"<b>{escape(one.name)}</b>", escape(_broken(one.value)), escape(one.takes), escape(one.meaning)
    return "".join(f"<td style='{PADDED}'>{text}</td>" for text in texts)


def _broken(value: str) -> str:
    """Allow a line break after each comma."""
    return value.replace(",", ", ")


def _spec(name: str, rows: list[Option]) -> str:
    option = next(iter(rows), None)
    return f"{name}:{option.name}={option.value}" if option else name


def _role(guide: RoleGuide) -> Chapter:
    before, _, after = guide.example.partition(guide.filler)
    example = f"{escape(before)}<b>{escape(guide.filler)}</b>{escape(after)}"
    body = (
        f"<h3>{escape(guide.role)}</h3><p><i>{escape(guide.question)}</i></p><p>{escape(guide.definition)}</p>"
        f"<p>Example: {example}</p>"
    )
    return Chapter(guide.role, body, f"{guide.question} {guide.definition}")


MARGIN = 12
MAX_WIDTH = 380
LINE_STYLES = {
    Status.MATCHED: ("solid green", "in both texts"),
    Status.MISSED: ("dashed orange", "only in the reference: the translation misses it"),
    Status.EXTRA: ("dotted purple", "only in the translation"),
}
KEYS = (
    ("Click", "a word or an arc: its evidence is selected on the right"),
    ("Ctrl+Down", "the next segment"),
    ("Ctrl+M", "the next metric"),
    ("Ctrl+K", "find any command; F1 opens the manual with all keys"),
)


class Guide(QFrame):
    """A short guide in the corner of a widget, shown until it is dismissed."""

    def __init__(self, over: QWidget, settings: Settings) -> None:
        super().__init__(over)
        self.over, self.settings = over, settings
        self.setProperty("role", "guide")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Guide")
        self.text, self.done = QLabel(), QPushButton("Got it")
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addWidget(self.done, 0, Qt.AlignmentFlag.AlignRight)
        self.done.clicked.connect(self.dismiss)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.dismiss)  # works in the whole window
        over.installEventFilter(self)
        self.refresh()
        self.hide()

    def offer(self) -> None:
        """Show the guide unless the user has dismissed it."""
        if GUIDE.read(self.settings):
            self.open()

    def open(self) -> None:
        """Show the guide even if it was dismissed."""
        self._place()
        self.show()
        self.raise_()

    def dismiss(self) -> None:
        """Hide the guide, also in later sessions."""
        GUIDE.write(self.settings, False)
        self.hide()

    def refresh(self) -> None:
        """Set the text in the colours of the appearance."""
        colours = theme.current()
        lines = "".join(
            f"<tr><td style='color: {colours.status[status]}; padding-right: 10px'><b>{escape(line)}</b></td>"
            f"<td>{escape(meaning)}</td></tr>"
            for status, (line, meaning) in LINE_STYLES.items()
        )
        keys = "".join(
            f"<tr><td style='padding-right: 10px'><b>{escape(key)}</b></td><td>{escape(meaning)}</td></tr>"
            for key, meaning in KEYS
        )
        intro = "Above the translation, below the reference, each with its tree."
        self.text.setText(f"<p>{intro}</p><table>{lines}</table><p></p><table>{keys}</table>")

    def _place(self) -> None:
        over = self.over
        width = min(MAX_WIDTH, over.width() - 2 * MARGIN)
        self.resize(width, self.heightForWidth(width) if self.hasHeightForWidth() else self.sizeHint().height())
        self.move(over.width() - self.width() - MARGIN, over.height() - self.height() - MARGIN)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: stay in the corner."""
        if watched is self.over and event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One entry of the list.

    Attributes:
        title: plain text.
        body: HTML with escaped texts.
        words: searched in addition to the title.
        page: a file in Markdown that replaces ``body``; None without one.
    """

    title: str
    body: str
    words: str = ""
    page: Path | None = None


class PageBrowser(QTextBrowser):
    """Shows texts with pictures no wider than the text."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802  # Qt's name
        """Override QTextBrowser.loadResource: scale pictures down."""
        image = QImage(QUrl(name).toLocalFile()) if kind == QTextDocument.ResourceType.ImageResource else QImage()
        if image.isNull():
            return super().loadResource(kind, name)
        width = max(1, self.viewport().width() - 2 * MARGIN)
        if image.width() <= width:
            return image
        return image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)


class HelpWindow(QDialog):
    """Chapters with a search line; arrow keys select one."""

    def __init__(self, title: str, chapters: Sequence[Chapter], parent: QWidget | None, *, first: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(940, 640)
        self.chapters = tuple(chapters)
        self.list, self.text = QListWidget(), PageBrowser()
        LetterKeys(self.list)
        self.line = SearchLine("Search", self.list)
        self.line.setAccessibleName(f"Search {title}")
        self.list.setMaximumWidth(280)
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        self.list.addItems([chapter.title for chapter in self.chapters])
        self._arrange()
        self.line.textChanged.connect(self._search)
        self.list.currentRowChanged.connect(self._show)
        titles = [chapter.title for chapter in self.chapters]
        self.list.setCurrentRow(titles.index(first) if first in titles else 0)

    def _arrange(self) -> None:
        row = in_row(None, (in_column(None, self.line, self.list), 1), (self.text, 3))
        in_column(self, row, dialog_buttons(self))

    def _search(self) -> None:
        self.line.hide_others(self.list, (f"{chapter.title} {chapter.words}" for chapter in self.chapters))
        self._find()

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self.chapters):
            return
        chapter = self.chapters[row]
        if chapter.page is None:
            self.text.setHtml(chapter.body)
        else:
            self.text.document().setBaseUrl(QUrl.fromLocalFile(str(chapter.page)))
            self.text.setMarkdown(_shown_markdown(chapter.words))
        self._find()

    def _find(self) -> None:
        """Select the first place of the searched words in the chapter, or of the longest of them."""
        words = self.line.text().strip()
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        if words and not self.text.find(words):
            self.text.find(max(words.split(), key=len))

    def _follow(self, url: QUrl) -> None:
        """Open another chapter, a heading of this one, or, outside of the manual, the browser."""
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
            return
        page = self.chapters[self.list.currentRow()].page
        name, _, heading = url.toString().partition("#")
        target = (page.parent / name).resolve() if page is not None and name else page
        row = next((row for row, one in enumerate(self.chapters) if one.page == target), None)
        if row is not None:
            self.line.clear()
            self.list.setCurrentRow(row)
            self.text.find(heading.replace("-", " ")) if heading else None


def _shown_markdown(text: str) -> str:
    """Return a page of the manual without the comments for those who edit it."""
    return re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL).strip()
