"""What was opened before: the last session, the list of recent files, and their menu."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMenu

from meantree_gui.inspect_page import STRUCTURES
from meantree_gui.settings import DRAFT_PLACE, LAST_SESSION, RECENT, Settings, of_project

if TYPE_CHECKING:
    from meantree.corpus.formats import InputFile
    from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
    from meantree_gui.opening.opener import FileOpener
    from meantree_gui.pages import Pages
    from meantree_gui.segments.segment_panel import SegmentPanel
    from meantree_gui.state.selection import Selection


MOST = 12


@dataclass(frozen=True, slots=True)
class Opened:
    """Files that were opened together, or one project.

    Attributes:
        files: path, role and name of each; role and name are empty where the file tells.
        encoding: of all, empty for UTF-8.
    """

    files: tuple[tuple[str, str, str], ...]
    encoding: str = ""

    @classmethod
    def of(cls, files: Sequence[InputFile], encoding: str | None = None) -> Opened:
        """As it is kept."""
        return cls(tuple((str(one.path.resolve()), one.role or "", one.name or "") for one in files), encoding or "")

    @property
    def inputs(self) -> list[InputFile]:
        """As it is opened."""
        from meantree.corpus.formats import FileRole, InputFile

        return [
            InputFile(Path(path), FileRole(role) if role else None, name or None) for path, role, name in self.files
        ]

    @property
    def title(self) -> str:
        """Names of the files, with the folder of the first."""
        from meantree.escaping import escaped

        first = Path(self.files[0][0])
        more = f" and {len(self.files) - 1} more" if len(self.files) > 1 else ""
        return f"{escaped(first.name)}{more} – {escaped(str(first.parent))}"

    @property
    def is_there(self) -> bool:
        """Whether all files exist."""
        return all(Path(path).exists() for path, _, _ in self.files)


def read_recent(settings: Settings) -> list[Opened]:
    """What is kept; what cannot be understood is left out."""
    try:
        return [opened_of(one) for one in json.loads(RECENT.read(settings) or "[]")]
    except (ValueError, TypeError, KeyError, RecursionError):
        return []


def remember(settings: Settings, opened: Opened) -> None:
    """Put it first."""
    kept = [opened, *(one for one in read_recent(settings) if one != opened)][:MOST]
    RECENT.write(settings, json.dumps([as_json(one) for one in kept]))


def as_json(opened: Opened) -> dict[str, object]:
    """As it stands in the settings."""
    return {"files": [list(file) for file in opened.files], "encoding": opened.encoding}


def opened_of(kept: dict[str, object]) -> Opened:
    """Read back what :func:`as_json` wrote.

    Raises:
        ValueError: if it is something else.
    """
    files, encoding = kept["files"], kept["encoding"]
    if not isinstance(files, list) or not files or not isinstance(encoding, str):
        raise ValueError("no files")
    rows = tuple((str(path), str(role), str(name)) for path, role, name in files)
    Opened(rows, encoding).inputs  # noqa: B018  # an unknown role is a fault, too
    return Opened(rows, encoding)


SOON: Final = 500
"""Milliseconds after which it is kept that somebody looks elsewhere."""


class LastSession:
    """Written when the window closes; used when the same files are opened for the first time, however that is asked.

    That of a draft is written as soon as somebody looks elsewhere.
    """

    def __init__(
        self,
        selection: Selection,
        segments: SegmentPanel,
        editor: AnnotationEditor,
        opener: FileOpener,
        pages: Pages,
        settings: Settings,
    ) -> None:
        self.selection, self.segments, self.editor = selection, segments, editor
        self.opener, self.pages, self.settings = opener, pages, settings
        self._place = self._read()
        selection.workspace.opened.connect(self._start)  # after the selection, the segments and the annotation editor
        self._later = QTimer(pages, singleShot=True, interval=SOON)
        self._later.timeout.connect(self._keep_of_draft)
        for moved in (
            selection.segment_chosen,
            selection.system_chosen,
            selection.focus_chosen,
            selection.workspace.segment_changed,
            pages.currentChanged,
        ):
            moved.connect(self._later.start)

    def keep(self) -> None:
        """Remember what is open and what is looked at."""
        opened = self.opened
        if opened is None:
            LAST_SESSION.forget(self.settings)
        else:
            LAST_SESSION.write(self.settings, json.dumps({**as_json(opened), **self._place_now()}))

    def _keep_of_draft(self) -> None:
        workspace = self.selection.workspace
        if workspace.project is not None and workspace.is_draft:
            of_project(DRAFT_PLACE, workspace.project).write(self.settings, json.dumps(self._place_now()))

    def go_on_in_draft(self) -> None:
        """Go where a draft was looked at last."""
        project = self.selection.workspace.project
        if project is not None and (place := _as_dict(of_project(DRAFT_PLACE, project).read(self.settings))):
            self._go_to(place)

    def _place_now(self) -> dict[str, object]:
        """What is looked at, as :meth:`_go_to` takes it."""
        chosen = self.selection
        return {
            "segment": chosen.segment.key if chosen.segment is not None else "",
            "system": chosen.system,
            "focus": chosen.focus,
            "structure": chosen.structure,
            "sort": self.segments.sorting,
            "word": self.editor.word,
            "page": self.pages.currentIndex(),
        }

    def restore(self) -> bool:
        """Open what was open; False if nothing was, or it is gone."""
        self._place = self._read()
        if self._place is None:
            return False
        opened = opened_of(self._place)
        if opened.is_there:
            self.open(opened)
        return opened.is_there

    def _read(self) -> dict[str, Any] | None:
        """Return what :meth:`keep` wrote; None if it wrote nothing, or it cannot be understood."""
        kept = _as_dict(LAST_SESSION.read(self.settings))
        try:
            opened_of(kept)
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        return kept

    @property
    def opened(self) -> Opened | None:
        """What is open, if it came from files of the user's."""
        from meantree_resources import resource

        workspace = self.selection.workspace
        if workspace.project is not None and not workspace.is_draft:
            return Opened(((str(workspace.project.path.resolve()), "", ""),))
        if not workspace.files or workspace.files[0].path == resource("sample/sample.tsv"):
            return None
        return Opened.of(workspace.files, workspace.encoding)

    @property
    def recent(self) -> list[Opened]:
        """What was opened before and is still there, without what is open now."""
        return [one for one in read_recent(self.settings) if one != self.opened and one.is_there]

    def open(self, opened: Opened) -> None:
        """Open something again."""
        from meantree.project.file import SUFFIX

        inputs = opened.inputs
        if len(inputs) == 1 and inputs[0].path.suffix == SUFFIX:
            self.opener.open_paths([inputs[0].path])
        else:
            self.opener.open_as_before(inputs, opened.encoding or None)

    def _start(self, again: bool) -> None:
        opened, place = self.opened, self._place
        if opened is None or again:
            return
        remember(self.settings, opened)
        if place is not None and opened_of(place) == opened:
            self._place = None
            self._go_to(place)

    def _go_to(self, place: dict[str, Any]) -> None:
        """Restore sort, system, metric, structure, segment, page and word, as far as they exist."""
        chosen, workspace = self.selection, self.selection.workspace
        corpus = workspace.corpus
        if corpus is not None and place.get("system") in corpus.systems:
            chosen.choose_system(place["system"])
        chosen.choose_focus(str(place.get("focus", "")))
        if place.get("structure") in STRUCTURES.values():
            chosen.choose_structure(place.get("structure"))
        self.segments.sort_by(place.get("sort"))
        found = workspace.place_of(str(place.get("segment", "")))
        if found is not None:
            chosen.select(found)
        page = place.get("page")
        if isinstance(page, int) and 0 <= page < len(self.pages.pages):
            self.pages.open(self.pages.pages[page])
            self.editor.go_to_word(place.get("word"))


def _as_dict(kept: str) -> dict[str, Any]:
    """Read a JSON object; empty where there is none."""
    try:
        read = json.loads(kept or "{}")
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


PLACE = 4
"""Below the commands that open something."""


class RecentMenu:
    """Filled whenever it is opened; the first nine have their number as a key."""

    def __init__(self, above: QMenu, session: LastSession) -> None:
        self.session = session
        self.menu = QMenu("Open &recent", above)
        actions = above.actions()
        above.insertMenu(actions[min(PLACE, len(actions) - 1)], self.menu)
        self.menu.aboutToShow.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self.menu.clear()
        for number, opened in enumerate(self.session.recent, start=1):
            mark = f"&{number}  " if number < 10 else "    "
            action = self.menu.addAction(mark + opened.title.replace("&", "&&"))
            action.triggered.connect(partial(self._open, number - 1))
        if self.menu.isEmpty():
            self.menu.addAction("Nothing was opened before").setEnabled(False)

    def _open(self, place: int, _checked: bool = False) -> None:
        recent = self.session.recent
        if place < len(recent):
            self.session.open(recent[place])
