"""What the program remembers for a user, declared in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from urllib.parse import quote

from PySide6.QtCore import QByteArray, QSettings

if TYPE_CHECKING:
    from meantree.project.file import Project

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StoredSetting(Generic[T]):
    """One value; what is kept but is of another type counts as nothing.

    Attributes:
        key: where it is kept. Once released it keeps its meaning.
        kind: its type.
        default: what holds until the user chooses otherwise.
    """

    key: str
    kind: type[T]
    default: T

    def of(self, name: str) -> StoredSetting[T]:
        """The same for one of many things: a command, a project."""
        return StoredSetting(f"{self.key}/{name}", self.kind, self.default)

    def read(self, settings: QSettings) -> T:
        """The value as it is kept."""
        # PySide's stub knows the form with a type for few types.
        kept: Any = settings.value(self.key, self.default, bool) if self.kind is bool else settings.value(self.key)
        return kept if isinstance(kept, self.kind) else self.default

    def write(self, settings: QSettings, value: T) -> None:
        """Keep another value."""
        settings.setValue(self.key, value)

    def forget(self, settings: QSettings) -> None:
        """Keep nothing, so that the default holds."""
        settings.remove(self.key)


APPEARANCE = StoredSetting("appearance", str, "system")
"""``light``, ``dark`` or ``system``."""
GEOMETRY = StoredSetting("geometry", QByteArray, QByteArray())
PANELS = StoredSetting("state", QByteArray, QByteArray())
"""Where the panels of the window are, as Qt has it."""
EVIDENCE = StoredSetting("evidence-on", bool, True)
"""Scores and evidence beside one page."""
SPLITTER = StoredSetting("splitter", str, "")
"""How large the user made the parts of one splitter: pixels, with blanks between."""
STACKED = StoredSetting("stacked", bool, True)
"""Trees one above the other, not side by side."""
FRAMES = StoredSetting("frames", bool, True)
"""Frames below the trees."""
COLUMNS = StoredSetting("columns", str, "")
"""Columns of the segments that are to be seen, or not, as JSON."""
WRAPPING = StoredSetting("wrapping", str, "auto")
"""Rows that are no wider than the room: ``on``, ``off``, or ``auto`` for long sentences."""
COMPACT = StoredSetting("compact", bool, True)
"""Long sentences drawn closer."""
LINKED = StoredSetting("linked", bool, True)
"""Both trees scroll and zoom as one."""
DESK_KEY = StoredSetting("desk-keys", str, "")
"""The key of one command of the annotation desk."""
DESK_STRIP = StoredSetting("desk-strip", str, "auto")
"""The keys of the annotation desk on the screen: ``on``, ``off``, or ``auto`` where there is room."""
ADJUDICATION_STRIP = StoredSetting("adjudication-strip", str, "auto")
"""The same of the adjudication."""
DESK_SOURCE = StoredSetting("desk-source", bool, False)
"""The source above the texts that are annotated."""
WINDOW_KEY = StoredSetting("keys", str, "")
"""The key of one command of the window."""
START = StoredSetting("start", str, "last")
"""What is open at the start: ``last``, ``sample`` or ``nothing``."""
PIPELINE = StoredSetting("pipeline", str, "")
CONSTITUENCY = StoredSetting("constituency", str, "")
"""What analyses texts, empty for what ships."""
METRICS = StoredSetting("metrics", str, "")
"""The specs that are offered, as JSON; empty for all."""
GUIDE = StoredSetting("guide", bool, True)
"""Show the guide on the picture of the sample."""
NAMED_FILTERS = StoredSetting("filters", str, "")
"""Lines of the filter by the names that they were given, as JSON."""
ANNOTATOR = StoredSetting("annotators", str, "")
"""Who annotates one project."""
ADJUDICATOR = StoredSetting("adjudicators", str, "")
"""Who settles the gold standard of one project."""
EXPERIMENTS = StoredSetting("experiments", str, "")
"""What was asked for of one corpus on the page of experiments, as JSON."""
RECENT = StoredSetting("recent", str, "")
"""What was opened before, as JSON."""
LAST_SESSION = StoredSetting("last-session", str, "")
"""What was open and looked at when the program ended, as JSON; empty where it was nothing of the user's."""
EXPORT_FOLDER = StoredSetting("export-folder", str, "")
"""Where a picture, a table or a report was written last."""
EXPORT_FORMAT = StoredSetting("export-format", str, "")
"""The ending of one sort of file, as it was chosen last."""


def of_project(setting: StoredSetting[T], project: Project) -> StoredSetting[T]:
    """The same for one project, wherever its file is."""
    return setting.of(project.identity or quote(str(project.path.resolve()), safe=""))
