"""The last session, the recent files, and their menu."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMenu

from meantree.alignment.word_status import DIFFERENCES
from meantree.corpus.formats import FileRole, InputFile
from meantree.files import PROJECT
from meantree_gui.dialogs import move_folder
from meantree_gui.inspect_page import STRUCTURES
from meantree_gui.opener import Choice
from meantree_gui.settings import DRAFT_PLACE, LAST_SESSION, RECENT, Settings, json_object, of_project

if TYPE_CHECKING:
    from meantree_gui.later_pages import AnnotationPages
    from meantree_gui.opener import FileOpener
    from meantree_gui.pages import Pages
    from meantree_gui.segments.segment_panel import SegmentPanel
    from meantree_gui.state.selection import Selection


MAX_RECENT = 12


def read_recent(settings: Settings) -> list[Choice]:
    """Return the recently opened files; invalid entries are ignored."""
    try:
        return [opened_of(entry) for entry in json.loads(RECENT.read(settings) or "[]")]
    except (ValueError, TypeError, KeyError, RecursionError):
        return []


def remember(settings: Settings, opened: Choice) -> None:
    """Store what was opened as the most recent."""
    recent = [opened, *(other for other in read_recent(settings) if other != opened)][:MAX_RECENT]
    RECENT.write(settings, json.dumps([as_json(entry) for entry in recent]))


def as_json(opened: Choice) -> dict[str, object]:
    """Return opened files as they are stored in the settings."""
    files = [[str(one.path), one.role or "", one.name or "", list(one.columns.items())] for one in opened.files]
    return {"files": files, "encoding": opened.encoding or ""}


def opened_of(stored: dict[str, object]) -> Choice:
    """Return the opened files from the form of :func:`as_json`; raise ValueError if it is invalid."""
    files, encoding = stored["files"], stored["encoding"]
    if not isinstance(files, list) or not files or not isinstance(encoding, str):
        raise ValueError("no files")
    inputs = (
        InputFile(
            Path(str(path)),
            FileRole(str(role)) if role else None,
            str(name) or None,
            {str(one): str(meaning) for one, meaning in (more or [()])[0]},
        )
        for path, role, name, *more in files
    )
    return Choice(tuple(inputs), encoding or None)


SOON: Final = 500
"""Milliseconds after a change of the selection until it is stored."""


class LastSession:
    """Stores what is open and selected when the window closes, and restores it when the same files are opened first.

    For a draft, it is stored soon after each change.
    """

    def __init__(
        self,
        selection: Selection,
        segments: SegmentPanel,
        annotation: AnnotationPages,
        opener: FileOpener,
        pages: Pages,
        settings: Settings,
    ) -> None:
        self.selection, self.segments, self.annotation = selection, segments, annotation
        self.opener, self.pages, self.settings = opener, pages, settings
        self._place = self._read()
        selection.workspace.opened.connect(self._start)  # after the selection, the segments and the annotation
        self.pause = QTimer(pages, singleShot=True, interval=SOON)
        self.pause.timeout.connect(self._store_of_draft)
        for moved in (
            selection.segment_chosen,
            selection.system_chosen,
            selection.focus_chosen,
            selection.workspace.segment_changed,
            pages.currentChanged,
        ):
            moved.connect(lambda *_: self.pause.start())  # which would take a number for its milliseconds

    def keep(self) -> None:
        """Store what is open and selected."""
        opened = self.opened
        if opened is None:
            LAST_SESSION.forget(self.settings)
        else:
            LAST_SESSION.write(self.settings, json.dumps({**as_json(opened), **self._selected()}))

    def _store_of_draft(self) -> None:
        workspace = self.selection.workspace
        if workspace.project is not None and workspace.is_draft:
            of_project(DRAFT_PLACE, workspace.project).write(self.settings, json.dumps(self._selected()))

    def go_on_in_draft(self) -> None:
        """Restore what was selected last in a draft."""
        project = self.selection.workspace.project
        if project is not None and (place := json_object(of_project(DRAFT_PLACE, project).read(self.settings))):
            self._go_to(place)

    def _selected(self) -> dict[str, object]:
        """Return what is selected, as :meth:`_go_to` takes it."""
        chosen = self.selection
        return {
            "segment": chosen.segment.key if chosen.segment is not None else "",
            "system": chosen.system,
            "focus": chosen.focus,
            "view": chosen.view,
            "structure": chosen.structure,
            "sort": self.segments.sorting,
            "word": self.annotation.word,
            "page": self.pages.shown,
        }

    def restore(self) -> bool:
        """Open the last session; return ``False`` if there is none or its files are missing."""
        self._place = self._read()
        if self._place is None:
            return False
        opened = opened_of(self._place)
        if opened.is_there:
            self.open(opened)
        return opened.is_there

    def _read(self) -> dict[str, Any] | None:
        """Return what :meth:`keep` stored; ``None`` if there is nothing or it is invalid."""
        stored = json_object(LAST_SESSION.read(self.settings))
        try:
            opened_of(stored)
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        return stored

    @property
    def opened(self) -> Choice | None:
        """The open files, if they are the user's own; None for the sample or nothing."""
        from meantree_resources import resource

        workspace = self.selection.workspace
        if workspace.project is not None and not workspace.is_draft:
            return Choice((InputFile(workspace.project.path.resolve()),))
        if not workspace.files or workspace.files[0].path == resource("sample/sample.tsv"):
            return None
        files = (replace(file, path=file.path.resolve()) for file in workspace.files)
        return Choice(tuple(files), workspace.encoding)

    @property
    def recent(self) -> list[Choice]:
        """Recently opened files that still exist, without those that are open."""
        return [entry for entry in read_recent(self.settings) if entry != self.opened and entry.is_there]

    def open(self, opened: Choice) -> None:
        """Open recent files again."""
        if [file.path.suffix for file in opened.files] == [PROJECT]:
            self.opener.open_paths([opened.files[0].path])
        else:
            self.opener.open_choice(opened)

    def _start(self, again: bool) -> None:
        opened, place = self.opened, self._place
        if opened and opened not in read_recent(self.settings)[:1]:  # else dialogs stay where they were last
            move_folder(opened.files[0].path.parent)
            remember(self.settings, opened)
        if place is not None and not again and opened_of(place) == opened:
            self._place = None
            self._go_to(place)

    def _go_to(self, place: dict[str, Any]) -> None:
        """Restore sort order, system, metric, structure, segment, page and word, as far as they exist."""
        selection, workspace = self.selection, self.selection.workspace
        corpus = workspace.corpus
        if corpus is not None and place.get("system") in corpus.systems:
            selection.choose_system(place["system"])
        for view in (str(place.get("focus", "")), str(place.get("view", DIFFERENCES))):
            selection.choose_focus(view)
        if place.get("structure") in STRUCTURES.values():
            selection.choose_structure(place.get("structure"))
        self.segments.sort_by(place.get("sort"))
        segment = workspace.place_of(str(place.get("segment", "")))
        if segment is not None:
            selection.select(segment)
        page = place.get("page")
        if isinstance(page, str):
            self.pages.open_titled(page)
            self.annotation.go_to_word(place.get("word"))


MENU_POSITION = 4
"""Below the commands that open files."""


class RecentMenu:
    """The menu of recent files, filled when it is opened; the first nine have their number as a key."""

    def __init__(self, above: QMenu, session: LastSession) -> None:
        self.session = session
        self.menu = QMenu("Open &recent", above)
        actions = above.actions()
        above.insertMenu(actions[min(MENU_POSITION, len(actions) - 1)], self.menu)
        self.menu.aboutToShow.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self.menu.clear()
        for number, opened in enumerate(self.session.recent, start=1):
            mark = f"&{number}  " if number < 10 else "    "
            action = self.menu.addAction(mark + opened.title.replace("&", "&&"))
            action.triggered.connect(partial(self._open, number - 1))
        if self.menu.isEmpty():
            self.menu.addAction("No recent files").setEnabled(False)

    def _open(self, place: int, _checked: bool = False) -> None:
        recent = self.session.recent
        if place < len(recent):
            self.session.open(recent[place])
