"""The window that explains: chapters of the manual, the keyboard shortcuts, the metrics or the roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QListWidget, QTextBrowser, QWidget

from meantree_gui.actions import BELOW, MENUS, Command, CommandList, Keys, in_menu_order, key_text
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import LetterKeys, SearchLine

if TYPE_CHECKING:
    from meantree.analysis.roles import RoleGuide
    from meantree.metrics.registry import Option


BESIDE_PICTURES = 12
"""Pixels at each side of a picture."""


class PageBrowser(QTextBrowser):
    """Shows texts with pictures no wider than the text."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802  # Qt's name
        """Override QTextBrowser.loadResource: scale pictures down."""
        image = QImage(QUrl(name).toLocalFile()) if kind == QTextDocument.ResourceType.ImageResource else QImage()
        if image.isNull():
            return super().loadResource(kind, name)
        width = max(1, self.viewport().width() - 2 * BESIDE_PICTURES)
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
        row = in_row(None, (in_column(None, self.line, self.list), 1), (self.text, 3))
        in_column(self, row, dialog_buttons(self))
        self.line.textChanged.connect(self._search)
        self.list.currentRowChanged.connect(self._show)
        titles = [chapter.title for chapter in self.chapters]
        self.list.setCurrentRow(titles.index(first) if first in titles else 0)

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
            without_comments = re.sub(r"<!--.*?-->", "", chapter.words, flags=re.DOTALL)
            self.text.setMarkdown(without_comments.strip())
            while not (bar := self.text.document().find(r"\|")).isNull():  # Qt shows the escape in code of tables
                bar.insertText("|")
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
    ("Y, X, N, M", "in the findings: right, free, wrong; mark as an error"),
    ("S, Ctrl+C", "in a table of agreement: sort by the current column, copy"),
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
    ("Up, Down", "choose an error or a suggestion"),
    ("Space, Shift+Space", "keep the suggestion at the cursor or the next one; keep all"),
    ("Del, Backspace", "delete the error, reject the suggestion"),
    (",", "comment on the chosen error or the one just marked, else on the translation"),
    ("=", "score, by ESA"),
    ("Return", "done, and to the next open translation; what is doubtful is asked about once"),
    ("PgDown, PgUp", "to the next, previous open translation; with Shift also to finished ones"),
    ("Ctrl+Down, Ctrl+Up", "to the next, previous translation, finished or not"),
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
    keys = {name: texts for one in lists for name, texts in one.keys.items()}
    sections: dict[str, list[Row]] = {
        menu: _rows((entry for entry in everywhere if entry[0].menu.partition(BELOW)[0] == menu), keys)
        for menu in MENUS
    }
    sections |= {"Moving": list(OTHER_KEYS), "On the Annotate page: error spans": list(SPAN_KEYS)}
    for one in lists:
        if one.where:
            sections.setdefault(one.where, []).extend(_rows(one, keys))
    return {title: rows for title, rows in sections.items() if rows}


def _rows(entries: Iterable[tuple[Command, object]], keys: Keys) -> list[Row]:
    return [(", ".join(map(key_text, keys[one.name])), _title(one)) for one, _ in entries]


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
    texts = f"<b>{escape(one.name)}</b>", escape(one.value.replace(",", ", ")), escape(one.takes), escape(one.meaning)
    return "".join(f"<td style='{PADDED}'>{text}</td>" for text in texts)


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
