"""The menu of what was opened before."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu

from meantree_gui.opening.last_session import LastSession

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
