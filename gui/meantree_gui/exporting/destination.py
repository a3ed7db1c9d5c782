"""Where a file is to be written: asked with the folder and the format of the last time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from meantree_gui.settings import EXPORT_FOLDER, EXPORT_FORMAT, Settings


class Destination:
    """One sort of file, in several formats."""

    def __init__(self, what: str, forms: Mapping[str, str], settings: Settings, window: QWidget) -> None:
        """Ask in a dialog ``what`` is to be called; ``forms`` are the names of formats by their endings (``.svg``)."""
        self.what, self.forms, self.settings, self.window = what, forms, settings, window

    @property
    def suffix(self) -> str:
        """The ending of the last time, or else the first one."""
        kept = EXPORT_FORMAT.of(self.what).read(self.settings)
        return kept if kept in self.forms else next(iter(self.forms))

    def ask(self, name: str, suffix: str | None = None) -> Path | None:
        """A path with an ending, of a file that the user lets be written over if it is there; None for none.

        Args:
            name: what is proposed, without an ending.
            suffix: the ending that is proposed, by default that of the last time.
        """
        endings = {f"{title} (*{one})": one for one, title in self.forms.items()}
        chosen = self.suffix if suffix is None else suffix
        proposed = Path(EXPORT_FOLDER.read(self.settings)) / f"{name}{chosen}"
        while True:
            shown = next(line for line, one in endings.items() if one == chosen)
            said, line = QFileDialog.getSaveFileName(
                self.window, f"Save {self.what}", str(proposed), ";;".join(endings), shown
            )
            if not said:
                return None
            path = Path(said)
            if path.suffix.lower() in self.forms:
                self._keep(path)
                return path
            chosen = endings.get(line, chosen)
            proposed = path.with_name(path.name + chosen)
            if not proposed.exists():  # else the dialog has to ask whether it may be replaced
                self._keep(proposed)
                return proposed

    def _keep(self, path: Path) -> None:
        EXPORT_FOLDER.write(self.settings, str(path.absolute().parent))
        EXPORT_FORMAT.of(self.what).write(self.settings, path.suffix.lower())
