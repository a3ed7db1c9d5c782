"""The keys as a sheet: a chapter for each menu, and one for each place where other keys work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from PySide6.QtGui import QAction

from meantree_gui.actions import BELOW, MENUS, Command, CommandList, in_menu_order, key_text
from meantree_gui.help.sheet import Chapter

EVERYTHING = "All keys"
Row = tuple[str, str]
WALKING: tuple[Row, ...] = (
    ("J, K", "in tables: next, previous row; Return in the errors: the segments behind one"),
    ("Left, Right", "in a tree: previous, next word; Home and End: first, last word; Esc: clear the highlight"),
    ("F5, Esc", "in experiments: run, stop; S in a table: sort, Ctrl+C: copy; Left, Right at a figure: another one"),
    ("Up, Down", "between the words: the word of the other text that is linked"),
)
"""Keys that are no commands."""


def key_chapters(lists: Sequence[CommandList]) -> list[Chapter]:
    """All commands with the keys that they have now."""
    everywhere = in_menu_order(one for one in lists if not one.where)
    sections: dict[str, list[Row]] = {
        menu: _rows(entry for entry in everywhere if entry[0].menu.partition(BELOW)[0] == menu) for menu in MENUS
    }
    sections["Walking"] = list(WALKING)
    for one in lists:
        if one.where:
            sections.setdefault(one.where, []).extend(_rows(one))
    sections = {title: rows for title, rows in sections.items() if rows}
    chapters = [_chapter(title, {title: rows}) for title, rows in sections.items()]
    return [_chapter(EVERYTHING, sections), *chapters]


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
