"""What was looked at when the program ended, to go on with there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from meantree_gui.opening.recent import Opened, as_json, opened_of, read_recent, remember
from meantree_gui.settings import LAST_SESSION, Settings

if TYPE_CHECKING:
    from meantree_gui.opening.opener import FileOpener
    from meantree_gui.pages import Pages
    from meantree_gui.state.selection import Selection


class LastSession:
    """Kept when the window closes, and whenever something else is opened; files that are gone are passed over."""

    def __init__(self, selection: Selection, opener: FileOpener, pages: Pages, settings: Settings) -> None:
        self.selection, self.opener, self.pages, self.settings = selection, opener, pages, settings
        self._place: dict[str, Any] | None = None
        selection.workspace.opened.connect(self._start)  # after the selection did

    def keep(self) -> None:
        """Remember what is open and what is looked at."""
        opened, chosen = self.opened, self.selection
        if opened is None:
            LAST_SESSION.forget(self.settings)
            return
        place = {
            "segment": chosen.segment.key if chosen.segment is not None else "",
            "system": chosen.system,
            "focus": chosen.focus,
            "page": self.pages.currentIndex(),
        }
        LAST_SESSION.write(self.settings, json.dumps({**as_json(opened), **place}))

    def restore(self) -> bool:
        """Open what was open; False if nothing was, or it is gone."""
        try:
            kept = json.loads(LAST_SESSION.read(self.settings) or "null")
            opened = opened_of(kept) if kept is not None else None
        except (ValueError, TypeError, KeyError, RecursionError):
            return False
        if opened is None or not opened.is_there:
            return False
        self._place = kept
        self.open(opened)
        return True

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

    def _start(self, _again: bool) -> None:
        opened, place = self.opened, self._place
        self._place = None
        if opened is not None:
            remember(self.settings, opened)
        if place is not None:
            self._go_to(place)

    def _go_to(self, place: dict[str, Any]) -> None:
        """To the segment, system, metric and page that were kept, as far as they are there."""
        chosen, workspace = self.selection, self.selection.workspace
        corpus = workspace.corpus
        if corpus is not None and place.get("system") in corpus.systems:
            chosen.choose_system(place["system"])
        chosen.choose_focus(str(place.get("focus", "")))
        found = workspace.place_of(str(place.get("segment", "")))
        if found is not None:
            chosen.select(found)
        page = place.get("page")
        if isinstance(page, int) and 0 <= page < len(self.pages.pages):
            self.pages.open(self.pages.pages[page])
