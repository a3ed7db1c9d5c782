"""Commands, the actions that trigger them, and the menus that hold these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget


@dataclass(frozen=True, slots=True)
class Command:
    """Menus, shortcuts, the palette and the help are made of these.

    Attributes:
        name: what settings know it by; it stays when the title changes.
        menu: the title of its menu; for a submenu both titles, separated by ``BELOW``.
        shortcuts: the default keys; the help shows the first.
        short: the title on a button, if there is one.
        is_offered: whether menus have it now; None for always.
        repeats: whether it is performed again and again while its key is held down.
    """

    name: str
    title: str
    menu: str
    perform: Callable[[], object]
    shortcuts: tuple[str, ...] = ()
    short: str = ""
    is_offered: Callable[[], bool] | None = None
    repeats: bool = True


BELOW = " · "
GO_PAGE, GO_PARSE, GO_COMPARE, GO_SCORING = (f"Go{BELOW}{title}" for title in ("Page", "Parse", "Compare", "Scoring"))
VIEW_TREES, VIEW_COMPARE = f"View{BELOW}Trees", f"View{BELOW}Compare"
"""Submenus to which several parts of the window contribute."""


OPEN = "Open …"
"""The title of the command that opens files, and of buttons where nothing is open."""
MENUS = ("File", "Edit", "Go", "Annotate", "View", "Help")
Keys = dict[str, tuple[str, ...]]
"""The keys of each command by its name."""


class CommandList:
    """The commands of one object, each with its action.

    Their shortcuts work in the whole window; or, with a name ``where``, in these ``widgets`` alone, to which
    :meth:`work_in` adds others.
    """

    def __init__(
        self, commands: Iterable[Command], parent: QWidget, where: str = "", widgets: Sequence[QWidget] = ()
    ) -> None:
        self.commands, self.where = tuple(commands), where
        self.actions = {command.name: _action(command, parent, is_local=bool(where)) for command in self.commands}
        self.work_in(*widgets)
        self.keys: Keys = {}
        self._resting: frozenset[str] | None = None
        self.set_keys(default_keys(self.commands))

    def work_in(self, *widgets: QWidget) -> None:
        """Let the shortcuts work in these widgets."""
        for widget in widgets:
            widget.addActions(list(self.actions.values()))

    def set_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Let commands have these keys from now on; others may be among them."""
        self.keys, self._resting = {name: keys[name] for name in self.actions}, None
        self.rest(())

    def rest(self, names: Iterable[str]) -> None:
        """Let these commands have no keys for now, as something else has them where the user works."""
        before, self._resting = self._resting, frozenset(names)
        for name, action in self.actions.items() if before != self._resting else ():
            action.setShortcuts([] if name in self._resting else [QKeySequence(key) for key in self.keys[name]])

    def __iter__(self) -> Iterator[tuple[Command, QAction]]:
        return zip(self.commands, self.actions.values(), strict=True)


def default_keys(commands: Iterable[Command]) -> Keys:
    """The keys that commands have before a user chooses others."""
    return {command.name: command.shortcuts for command in commands}


def fill_menus(bar: QMenuBar, lists: Iterable[CommandList]) -> dict[str, QMenu]:
    """Make the menus of a window; by title, those within others by both titles. Lines part what each list brings."""
    menus = {title: bar.addMenu(f"&{title}") for title in MENUS}
    keys = MenuKeys(bar)
    bar.installEventFilter(keys)
    offers: dict[str, list[Callable[[], bool] | None]] = {}
    for one in lists:
        begun: set[str] = set()
        for command, action in one:
            if command.menu not in menus:
                above, _, title = command.menu.partition(BELOW)
                menus[command.menu] = menus[above].addMenu(title)
                offers[command.menu] = []
                menus[above].aboutToShow.connect(partial(_show_if_any, menus[command.menu], offers[command.menu]))
            menu = menus[command.menu]
            offers.get(command.menu, []).append(command.is_offered)
            if command.menu not in begun and not menu.isEmpty():
                menu.addSeparator()
            begun.add(command.menu)
            menu.addAction(action)
            if command.is_offered is not None:
                menu.aboutToShow.connect(partial(_show_offered, action, command.is_offered))
                # hidden actions are disabled: the palette could not trigger them, nor keys say why they are unavailable
                menu.aboutToHide.connect(partial(action.setVisible, True))
    for menu in menus.values():
        keys.watch(menu)  # last, as only entries that are shown need letters
    return menus


class MenuKeys(QObject):
    """Lets open menus take all keys, none of which is a shortcut of what is behind, and gives each entry a letter.

    In a menu at the pointer, the key that is shown beside an entry chooses it.

    So does the bar where it has the focus, as when a key opened its menu: its menus' actions would count as its own.

    Esc closes a menu and leaves the bar, which otherwise keeps the keyboard until a second Esc.
    """

    def watch(self, menu: QMenu) -> None:
        """Follow a menu from now on."""
        menu.installEventFilter(self)
        menu.aboutToShow.connect(partial(give_letters, menu))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter."""
        if not isinstance(event, QKeyEvent) or not isinstance(watched, QMenu | QMenuBar):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if isinstance(watched, QMenuBar) or event.type() != QEvent.Type.KeyPress:
            return False
        if watched is self.parent() and (action := _action_of(watched, event)) is not None:
            watched.close()
            action.trigger()
            return True
        if event.key() != Qt.Key.Key_Escape:
            return False
        watched.close()
        if isinstance(bar := self.parent(), QMenuBar) and bar.hasFocus():
            QCoreApplication.sendEvent(bar, event)
        return True


def _action_of(menu: QMenu, event: QKeyEvent) -> QAction | None:
    """Return the entry of a menu that has a key, which it shows beside the entry."""
    key = QKeySequence(event.keyCombination())
    return next((action for action in menu.actions() if action.isEnabled() and key in action.shortcuts()), None)


PLAIN = "plain"
"""The property of an entry with its text before it was given a letter."""


def give_letters(menu: QMenu) -> None:
    """Give each visible entry without a letter one of its own: a word's first if it is free, else any, else a digit."""
    entries = [action for action in menu.actions() if action.text() and action.isVisible() and not action.isSeparator()]
    for entry in entries:
        entry.setText(entry.property(PLAIN) or entry.text())
    taken = {text[place + 1].casefold() for text in map(QAction.text, entries) if (place := _letter_place(text)) >= 0}
    for entry in entries:
        text = entry.text()
        if _letter_place(text) >= 0:
            continue
        entry.setProperty(PLAIN, text)
        starts = [place for place, letter in enumerate(text) if place == 0 or text[place - 1] == " "]
        order = [place for place in (*starts, *range(len(text))) if text[place].isalnum()]
        free = [place for place in order if text[place].casefold() not in taken]
        if free:
            taken.add(text[free[0]].casefold())
            entry.setText(f"{text[: free[0]]}&{text[free[0] :]}")
        elif digit := next((digit for digit in "123456789" if digit not in taken), ""):
            taken.add(digit)
            entry.setText(f"{text} (&{digit})")


def _letter_place(text: str) -> int:
    """Return the place of the sign before the letter of an entry; -1 if it has none."""
    return text.replace("&&", "  ").find("&")


def _show_if_any(submenu: QMenu, offers: Iterable[Callable[[], bool] | None]) -> None:
    submenu.menuAction().setVisible(any(is_offered is None or is_offered() for is_offered in offers))


def _show_offered(action: QAction, is_offered: Callable[[], bool]) -> None:
    action.setVisible(is_offered())


def in_menu_order(lists: Iterable[CommandList]) -> list[tuple[Command, QAction]]:
    """All commands as the menus have them, from left to right."""
    entries = [entry for one in lists for entry in one]
    return sorted(entries, key=lambda entry: MENUS.index(entry[0].menu.partition(BELOW)[0]))


def key_text(key: str) -> str:
    """A key as people write it on this system."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def _action(command: Command, parent: QWidget, *, is_local: bool) -> QAction:
    action = QAction(command.title, parent)
    action.setAutoRepeat(command.repeats)
    action.triggered.connect(lambda _checked=False: command.perform())
    if is_local:
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    return action


def passing_menu(parent: QWidget, *groups: Iterable[QAction]) -> QMenu:
    """A menu of actions in groups; it is deleted when it closes."""
    menu = QMenu(parent)
    MenuKeys(menu).watch(menu)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for actions in groups:
        if menu.actions():
            menu.addSeparator()
        menu.addActions(list(actions))
    return menu


def pop_up(where: QPoint, parent: QWidget, *groups: Iterable[QAction]) -> None:
    """Open such a menu at a point of the screen."""
    passing_menu(parent, *groups).popup(where)
