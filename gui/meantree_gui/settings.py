"""The settings file: what is stored under which key, the user's choices among it, and the lock of a file."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Generic, TypeVar
from urllib.parse import quote

from PySide6.QtCore import QByteArray, QLockFile, QSettings, QStandardPaths

from meantree.errors import InputError, MeantreeError, UsageError
from meantree.escaping import listed, shortened
from meantree.files import translate_os_errors, write_bytes

if TYPE_CHECKING:
    from meantree.analysis.parsers import Parsers
    from meantree.project.file import Project


T = TypeVar("T", str, bool)
MAX_BYTES = 4_000_000
"""A larger settings file was not written by this program."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class Settings:
    """Texts and switches by key, in a JSON file that all windows of the program share.

    Qt's own settings may hold any value that Qt can read, pickled Python objects included: reading them can run code.
    """

    def __init__(self, path: Path) -> None:
        """Read the file; one that cannot be read is set aside."""
        self.path = path
        self._values: dict[str, object] = {}
        self._reports: dict[str, MeantreeError] = {}
        self._report: Callable[[MeantreeError], object] | None = None
        try:
            self._values = self._read()
        except InputError:
            self._change({})

    @classmethod
    def of_user(cls) -> Settings:
        """Return the settings in the folder that the system has for those of this program."""
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
        return cls(Path(folder) / "settings.json")

    def report_to(self, report: Callable[[MeantreeError], object]) -> None:
        """Report what went wrong so far, and what will; the same only once."""
        self._report = report
        for error in self._reports.values():
            report(error)

    def __getitem__(self, key: str) -> object:
        """Return the value under a key, whatever its type; None without one."""
        return self._values.get(key)

    def __setitem__(self, key: str, value: str | bool) -> None:
        self._values[key] = value
        self._change({key: value})

    def __delitem__(self, key: str) -> None:
        self._values.pop(key, None)
        self._change({}, without=key)

    def __len__(self) -> int:
        return len(self._values)

    def _read(self) -> dict[str, object]:
        """Return what is in the file now, to which another window of the program may have written since.

        Raises:
            InputError: if it cannot be read.
        """
        try:
            if not S_ISREG(self.path.stat().st_mode):
                raise InputError(self.path, "is a folder or a device, expected a file; settings are not kept")
            with self.path.open("rb") as file:
                content = file.read(MAX_BYTES + 1)
            if len(content) > MAX_BYTES:
                raise InputError(self.path, f"is longer than {MAX_BYTES:,} bytes")
            values = json.loads(content) if content.strip() else {}
            json.dumps(values, indent=1)  # what is too deep to be written again is damage, too
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise InputError(self.path, f"cannot be read ({error.strerror})") from error
        except (ValueError, RecursionError) as error:
            raise InputError(self.path, f"cannot be read as JSON ({shortened(str(error))})") from error
        if not isinstance(values, dict):
            raise InputError(self.path, f"found {shortened(json.dumps(values))}, expected a JSON object")
        return values

    def _change(self, values: Mapping[str, object], *, without: str = "") -> None:
        """Put values into the file; where the system refuses, they hold until the program ends, which is reported."""
        try:
            with translate_os_errors(self.path):
                self.path.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.path):
                kept = {key: value for key, value in self._readable().items() if key != without}
                content = json.dumps({**kept, **values}, indent=1).encode("ascii")
                if len(content) <= MAX_BYTES:
                    write_bytes(self.path, content)
                else:
                    self._tell(UsageError(f"{self.path}: {listed(values)} is too long to be kept"))
        except InputError:
            pass  # reported where the file was read
        except (OSError, UsageError) as error:
            self._tell(UsageError(f"{error}; settings are not kept"))

    def _readable(self) -> dict[str, object]:
        """Return what is in the file, or, when one that cannot be read was set aside, what was in it before.

        Raises:
            InputError, OSError: if it cannot be set aside; whoever asks holds the lock.
        """
        try:
            return self._read()
        except InputError as error:
            if not self.path.is_file():
                self._tell(error)
                raise
            aside = _free_name(Path(os.path.realpath(self.path)))
            os.rename(self.path.resolve(), aside)
            self._tell(UsageError(f"{error}; it was set aside as {aside.name}, and a new file takes its place"))
            return dict(self._values)

    def _tell(self, error: MeantreeError) -> None:
        if str(error) not in self._reports and self._report is not None:
            self._report(error)
        self._reports[str(error)] = error


def _free_name(path: Path) -> Path:
    """Return a name for an unreadable file that nothing has."""
    names = (path.with_name(f"{path.stem}.unreadable{number}{path.suffix}") for number in chain([""], count(2)))
    return next(name for name in names if not os.path.lexists(name))


@dataclass(frozen=True, slots=True)
class StoredSetting(Generic[T]):
    """One setting; a stored value of another type counts as none, as does a text with lone surrogates.

    Attributes:
        key: its key in the file. Once released it keeps its meaning.
        kind: its type.
        default: its value until the user chooses another.
    """

    key: str
    kind: type[T]
    default: T

    def of(self, name: str) -> StoredSetting[T]:
        """Return the same setting of one of many things: a command, a project."""
        return StoredSetting(f"{self.key}/{name}", self.kind, self.default)

    def read(self, settings: Settings) -> T:
        """Return the stored value, or else the default."""
        stored = settings[self.key]
        is_whole = not isinstance(stored, str) or not _SURROGATE.search(stored)
        return stored if isinstance(stored, self.kind) and is_whole else self.default

    def write(self, settings: Settings, value: T) -> None:
        """Store another value."""
        settings[self.key] = value

    def forget(self, settings: Settings) -> None:
        """Remove the stored value, so that the default holds."""
        del settings[self.key]


APPEARANCE = StoredSetting("appearance", str, "system")
"""``light``, ``dark`` or ``system``."""


def forbid_qt_settings() -> None:
    """Let Qt's own dialogs keep no settings (``QtProject.conf``): they would be read as :class:`Settings` says."""
    for scope in QSettings.Scope:
        QSettings.setPath(QSettings.Format.NativeFormat, scope, os.devnull)


def text_of(layout: QByteArray) -> str:
    """Return what Qt says of a layout, as it is stored."""
    return bytes(layout.toBase64().data()).decode("ascii")


def layout_of(text: str) -> QByteArray:
    """Return what :func:`text_of` was made from; Qt refuses what it did not write."""
    return QByteArray.fromBase64(text.encode("utf-8", "replace"))


GEOMETRY = StoredSetting("geometry", str, "")
"""Place and size of the window, by :func:`text_of`."""
PANELS = StoredSetting("state", str, "")
"""Places of the window's panels, likewise."""
EVIDENCE = StoredSetting("evidence-on", bool, True)
"""Scores and evidence beside one page."""
SPLITTER = StoredSetting("splitter", str, "")
"""How large the user made the parts of one splitter: pixels, with blanks between."""
STACKED = StoredSetting("stacked", bool, True)
"""Trees one above the other, not side by side."""
FRAMES = StoredSetting("frames-shown", str, "auto")
"""Frames below the trees: ``on``, ``off``, or ``auto`` where trees leave them room."""
COLUMNS = StoredSetting("columns", str, "")
"""Columns of the segments that are to be seen, or not, as JSON."""
WRAPPING = StoredSetting("wrapping", str, "auto")
"""Rows that are no wider than the room: ``on``, ``off``, or ``auto`` for long sentences."""
COMPACT = StoredSetting("compact", bool, True)
"""Long sentences drawn closer."""
DOUBTS = StoredSetting("doubts", bool, True)
"""A sign on what is improbable to the parser."""
LINKED = StoredSetting("linked", bool, True)
"""Both trees scroll and zoom as one."""
ANNOTATION_KEY = StoredSetting("desk-keys", str, "")
"""The key of one command of the annotation editor."""
ANNOTATION_STRIP = StoredSetting("desk-strip", str, "auto")
"""The keys of the annotation editor on the screen: ``on``, ``off``, or ``auto`` where there is room."""
ADJUDICATION_STRIP = StoredSetting("adjudication-strip", str, "auto")
"""The same of the adjudication."""
ANNOTATION_SOURCE = StoredSetting("desk-source", bool, False)
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
DRAFT_PLACE = StoredSetting("draft-places", str, "")
"""What was looked at last in one draft, as JSON: a program that is killed does not get as far as the last session."""
EXPORT_FOLDER = StoredSetting("export-folder", str, "")
"""Where a picture, a table or a report was written last."""
EXPORT_FORMAT = StoredSetting("export-format", str, "")
"""The ending of one sort of file, as it was chosen last."""


def of_project(setting: StoredSetting[T], project: Project) -> StoredSetting[T]:
    """The same for one project, wherever its file is."""
    return setting.of(project.identity or quote(str(project.path.resolve()), safe=""))


WAIT_MILLISECONDS = 10_000
"""How long to wait for another program; one that was killed holds nothing."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file or folder, a file beside it, inside the ``with``.

    Raises:
        UsageError: if another program keeps it, or none can be made there.
    """
    lock = QLockFile(f"{path}.lock")
    if not lock.tryLock(WAIT_MILLISECONDS):
        is_held = lock.error() is QLockFile.LockError.LockFailedError
        raise UsageError(f"{path}: {'another program is using it' if is_held else 'its folder cannot be written to'}")
    try:
        yield
    finally:
        lock.unlock()


LAST, SAMPLE, NOTHING = "last", "sample", "nothing"
"""What is open at the start."""


@dataclass(frozen=True, slots=True)
class Choices:
    """One set of choices.

    Attributes:
        appearance: ``light``, ``dark`` or ``system``.
        start: what is opened when no file is named.
        pipeline, constituency: of the analyser; empty for those that ship.
        specs: of the metrics that the window offers; empty for all.
    """

    appearance: str = "system"
    start: str = LAST
    pipeline: str = ""
    constituency: str = ""
    specs: tuple[str, ...] = field(default=())

    @property
    def parsers(self) -> Parsers:
        """What analyses texts."""
        from meantree.analysis.parsers import DEFAULT, Parsers

        return Parsers(self.pipeline or DEFAULT.pipeline, self.constituency or DEFAULT.constituency)


def read_choices(settings: Settings) -> Choices:
    """What is kept; what cannot be understood is as at first."""
    try:
        specs = json.loads(METRICS.read(settings) or "[]")
    except (ValueError, RecursionError):
        specs = []
    if not isinstance(specs, list) or not all(isinstance(spec, str) for spec in specs):
        specs = []
    start = START.read(settings)
    return Choices(
        APPEARANCE.read(settings),
        start if start in (LAST, SAMPLE, NOTHING) else LAST,
        PIPELINE.read(settings),
        CONSTITUENCY.read(settings),
        tuple(specs),
    )


def keep_choices(settings: Settings, choices: Choices) -> None:
    """Keep them."""
    APPEARANCE.write(settings, choices.appearance)
    START.write(settings, choices.start)
    PIPELINE.write(settings, choices.pipeline)
    CONSTITUENCY.write(settings, choices.constituency)
    METRICS.write(settings, json.dumps(choices.specs))
