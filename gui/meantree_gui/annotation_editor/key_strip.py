"""The strip of buttons that shows the keys of the annotation editor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from meantree.analysis.roles import role_guides
from meantree.escaping import shortened
from meantree_gui import theme
from meantree_gui.actions import Command, key_text
from meantree_gui.annotation_editor.annotation_commands import COMPARE, ORDINALS, ROLES
from meantree_gui.settings import Settings, StoredSetting
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import FlowLayout

HIGH_ENOUGH = 700
"""The least height of a page, in pixels, at which the strip is shown by default."""
TIP_WIDTH = 80
"""Characters in a line of a tooltip."""
MAX_NAME_LENGTH = 18
"""Characters of a name on a button."""
BOTH_TEXTS = "With Shift, its key sets the role in both texts."


class KeyStrip(QWidget):
    """One button per role, in its colour, and buttons for the commands that are used most.

    Attributes:
        frame: names the frame that gets the roles.
    """

    def __init__(self, commands: Sequence[Command], deciding: Sequence[Command]) -> None:
        """Initialize with the commands that edit, and those that decide in adjudication."""
        super().__init__()
        self.commands = [command for command in (*commands, *deciding) if command.short]
        self._deciding = {command.name for command in deciding}
        self.buttons: dict[str, QToolButton] = {}
        self.frame = plain_label(role="title")
        letters = self.frame.fontMetrics()
        self.frame.setFixedSize(letters.averageCharWidth() * (MAX_NAME_LENGTH + 10), letters.height() + 6)
        flow = FlowLayout(self, gap=3)
        flow.setContentsMargins(10, 2, 10, 2)
        flow.addWidget(self.frame)
        self._when_comparing = {command.name for command in commands if command.menu.endswith(COMPARE)}
        for command in self.commands:
            button = QToolButton()
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setToolTip(command.title)
            button.setAccessibleName(command.title)
            button.clicked.connect(lambda _checked=False, perform=command.perform: perform())
            self.buttons[command.name] = button
            flow.addWidget(button)
        self._shown: tuple[bool | str, ...] = ()
        self.show_only(deciding=False, comparing=False)
        self.refresh()

    def show_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Write the keys on the buttons."""
        for command in self.commands:
            chosen = keys[command.name]
            key = key_text(chosen[0]) if chosen else ""
            self.buttons[command.name].setText(f"{key}  {command.short}".strip())

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: the definitions of roles are read when they can be seen."""
        super().showEvent(event)

        for guide in role_guides():
            button = self.buttons.get(f"role_{guide.role}")
            if button is not None:
                example = f"Example: {guide.example} ({guide.filler})"
                lines = (f"{guide.role}: {guide.question}", guide.definition, example, BOTH_TEXTS)
                button.setToolTip("\n".join(fill(line, TIP_WIDTH) for line in lines))

    def show_only(self, *, deciding: bool, comparing: bool, takers: Sequence[str] = ()) -> None:
        """Show the keys that decide or those that edit; those that copy only if another annotation is compared.

        Of the keys that take the answers of an annotator, those of the takers are shown, with their names.
        """
        shown: tuple[bool | str, ...] = (deciding, comparing, *takers)
        if shown == self._shown:
            return
        self._shown = shown
        self.frame.setVisible(not deciding)
        named = dict(zip(ORDINALS, takers, strict=False))
        unused = {f"take_{ordinal}" for ordinal in ORDINALS if not named.get(ordinal)}
        for name, button in self.buttons.items():
            is_wanted = (name in self._deciding) == deciding and name not in unused
            button.setVisible(is_wanted and (comparing or name not in self._when_comparing))
        for place, ordinal in enumerate(ORDINALS, start=1):
            name = shortened(named.get(ordinal, ""), MAX_NAME_LENGTH).replace("&", "&&")
            self.buttons[f"take_{ordinal}"].setText(f"{place}  {name or f'take {ordinal}'}")

    def name_frame(self, name: str) -> None:
        """Show which frame gets the roles."""
        self.frame.setText(shortened(name, MAX_NAME_LENGTH + len("Frame 10: ")))

    def refresh(self) -> None:
        """Draw in the colours of the present theme."""
        palette = theme.current()
        for name, button in self.buttons.items():
            colour = palette.roles[ROLES[name]] if name in ROLES else palette.panel
            button.setStyleSheet(
                f"QToolButton {{ background: {colour}; color: {palette.text}; border: 1px solid {palette.panel};"
                f" border-radius: 4px; padding: 2px 5px; }} QToolButton:hover {{ border-color: {palette.accent}; }}"
            )


class StripButton(QToolButton):
    """Shows or hides the strip; until the user chooses, the strip is shown on pages that are high enough."""

    def __init__(self, strip: KeyStrip, settings: Settings, setting: StoredSetting[str]) -> None:
        super().__init__()
        self.strip, self.settings, self.setting = strip, settings, setting
        self._height, self._is_wanted = 0, True
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAutoRaise(True)
        self.clicked.connect(self.toggle)
        self.follow(0)

    def toggle(self) -> None:
        """Show or hide the strip, and remember the choice."""
        self.setting.write(self.settings, "on" if self.strip.isHidden() else "off")
        self.follow(self._height, is_wanted=self._is_wanted)

    def follow(self, height: int, *, is_wanted: bool = True) -> None:
        """Adapt to a page of ``height`` pixels, on which the strip is of use or not."""
        self._height, self._is_wanted = height, is_wanted
        self.setVisible(is_wanted and self.parentWidget() is not None)  # it is no window before the page has it
        choice = self.setting.read(self.settings)
        is_visible = is_wanted and (choice == "on" or (choice != "off" and height >= HIGH_ENOUGH))
        self.strip.setVisible(is_visible)
        self.setText("Keys ▾" if is_visible else "Keys ▸")

    def show_key(self, keys: Sequence[str]) -> None:
        """Name the key of the button in its tooltip."""
        key = key_text(next(iter(keys), ""))
        self.setToolTip(f"Show or hide the keys ({key})" if key else "Show or hide the keys")
