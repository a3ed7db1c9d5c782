"""The settings file: its keys, the choices of the Settings dialog, and the lock of a file."""

from __future__ import annotations

import getpass
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar
from urllib.parse import quote

from PySide6.QtCore import QByteArray, QLockFile, QSettings, QStandardPaths
from PySide6.QtGui import QKeySequence

from meantree.errors import InputError, MeantreeError, UsageError
from meantree.escaping import escaped, listed, shortened
from meantree.files import translate_os_errors, write_bytes
from meantree_gui.actions import Command, Keys, default_keys

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
        """Return the present content of the file, which another window may have changed.

        Raises:
            InputError: if it cannot be read.
        """
        try:
            if not S_ISREG(self.path.stat().st_mode):
                raise InputError(self.path, "is a folder or a device, expected a file; settings are not saved")
            with self.path.open("rb") as file:
                content = file.read(MAX_BYTES + 1)
            if len(content) > MAX_BYTES:
                raise InputError(self.path, f"is longer than {MAX_BYTES:,} bytes")
            values = json.loads(content) if content.strip() else {}
            json.dumps(values, indent=1)  # values nested too deeply to be written are invalid, too
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
        """Write values to the file; if that fails, they last until the program ends, which is reported."""
        try:
            with translate_os_errors(self.path):
                self.path.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.path):
                kept = {key: value for key, value in self._readable().items() if key != without}
                content = json.dumps({**kept, **values}, indent=1).encode("ascii")
                if len(content) <= MAX_BYTES:
                    write_bytes(self.path, content)
                else:
                    self._report_once(UsageError(f"{self.path}: {listed(values)} is too long to be saved"))
        except InputError:
            pass  # reported where the file was read
        except (OSError, UsageError) as error:
            self._report_once(UsageError(f"{error}; settings are not saved"))

    def _readable(self) -> dict[str, object]:
        """Return the content of the file; an unreadable file is set aside, and the known values are returned.

        The caller holds the lock.

        Raises:
            InputError, OSError: if it cannot be set aside.
        """
        try:
            return self._read()
        except InputError as error:
            if not self.path.is_file():
                self._report_once(error)
                raise
            aside = _free_name(Path(os.path.realpath(self.path)))
            os.rename(self.path.resolve(), aside)
            self._report_once(UsageError(f"{error}; it was renamed to {aside.name} and replaced with a new file"))
            return dict(self._values)

    def _report_once(self, error: MeantreeError) -> None:
        if str(error) not in self._reports and self._report is not None:
            self._report(error)
        self._reports[str(error)] = error


def _free_name(path: Path) -> Path:
    """Return an unused name for an unreadable file."""
    names = (path.with_name(f"{path.stem}.unreadable{number}{path.suffix}") for number in chain([""], count(2)))
    return next(name for name in names if not os.path.lexists(name))


@dataclass(frozen=True, slots=True)
class StoredSetting(Generic[T]):
    """One setting; stored values of another type and texts with lone surrogates are ignored.

    Attributes:
        key: in the file; once released, its meaning never changes.
        default: the value until the user chooses another.
    """

    key: str
    default: T

    def of(self, name: str) -> StoredSetting[T]:
        """Return the same setting for one object, such as a command or a project."""
        return StoredSetting(f"{self.key}/{name}", self.default)

    def read(self, settings: Settings) -> T:
        """Return the stored value, or else the default."""
        stored = settings[self.key]
        is_whole = not isinstance(stored, str) or not _SURROGATE.search(stored)
        return stored if isinstance(stored, type(self.default)) and is_whole else self.default

    def write(self, settings: Settings, value: T) -> None:
        """Store another value."""
        settings[self.key] = value

    def forget(self, settings: Settings) -> None:
        """Remove the stored value, so that the default holds."""
        del settings[self.key]


APPEARANCE = StoredSetting("appearance", "system")
"""``light``, ``dark`` or ``system``."""


def forbid_qt_settings() -> None:
    """Keep Qt's dialogs from storing settings (``QtProject.conf``), which are unsafe to read: see :class:`Settings`."""
    for scope in QSettings.Scope:
        QSettings.setPath(QSettings.Format.NativeFormat, scope, os.devnull)


def text_of(layout: QByteArray) -> str:
    """Return a layout of Qt as text to be stored."""
    return bytes(layout.toBase64().data()).decode("ascii")


def layout_of(text: str) -> QByteArray:
    """Return the layout stored by :func:`text_of`; Qt itself rejects invalid ones."""
    return QByteArray.fromBase64(text.encode("utf-8", "replace"))


GEOMETRY = StoredSetting("geometry", "")
"""Position and size of the window, by :func:`text_of`."""
PANELS = StoredSetting("state", "")
"""Layout of the window's panels, by :func:`text_of`."""
EVIDENCE = StoredSetting("evidence-on", True)
"""Whether scores and evidence are shown next to a page."""
SPLITTER = StoredSetting("splitter", "")
"""Sizes of the parts of a splitter in pixels, separated by spaces."""
STACKED = StoredSetting("stacked", True)
"""Whether the trees are stacked, not side by side."""
FRAMES = StoredSetting("frames-shown", "auto")
"""Frames below the trees: ``on``, ``off``, or ``auto`` if there is space for them."""
COLUMNS = StoredSetting("columns", "")
"""Which columns of the segments are shown, as JSON."""
DOUBTS = StoredSetting("doubts", True)
"""Whether improbable analyses are marked."""
ANNOTATION_KEY = StoredSetting("desk-keys", "")
"""The shortcut of a command of the annotation editor."""
ANNOTATION_STRIP = StoredSetting("desk-strip", "auto")
"""The strip of keys in the annotation editor: ``on``, ``off``, or ``auto`` if there is space for it."""
ANNOTATION_CONTEXT = StoredSetting("annotation-context", "auto")
"""The context above the annotated texts: ``all``, ``source``, ``off``, or ``auto`` for what has room."""
ANNOTATION_SIZE = StoredSetting("annotation-size", "")
"""The scale of the annotated texts and their context as a number; empty for the largest one that fits."""
SCORE_CHANGE = StoredSetting("score-change", False)
"""Whether the annotation editor shows how each edit changes the score."""
WINDOW_KEY = StoredSetting("keys", "")
"""The shortcut of a command of the window."""
START = StoredSetting("start", "last")
"""What is open at the start: ``last``, ``sample`` or ``nothing``."""
PIPELINE = StoredSetting("pipeline", "")
CONSTITUENCY = StoredSetting("constituency", "")
"""The parsers, empty for those that ship with the program."""
COMMAND = StoredSetting("parser-command", "")
"""The command line of a program that parses, empty without."""
SCORES_ALL = StoredSetting("scores-all", True)
"""Whether all systems of a small corpus are scored unasked."""
METRICS = StoredSetting("metrics", "")
"""The specs that are offered, as JSON; empty for all."""
GUIDE = StoredSetting("guide", True)
"""Whether the guide is shown on the picture of the sample."""
NAMED_FILTERS = StoredSetting("filters", "")
"""Saved filters by name, as JSON."""
ANNOTATOR = StoredSetting("annotators", "")
"""The annotator of a project on this computer."""
RECENT = StoredSetting("recent", "")
"""Recently opened files, as JSON."""
LAST_SESSION = StoredSetting("last-session", "")
"""What was open and selected when the program ended, as JSON; empty if it was no file of the user."""
DRAFT_PLACE = StoredSetting("draft-places", "")
"""What was selected last in a draft, as JSON: a program that is killed does not write the last session."""
FOLDER = StoredSetting("export-folder", "")
"""The folder in which dialogs for files open; empty at first."""
EXPORT_FORMAT = StoredSetting("export-format", "")
"""The extension of the last exported file of a kind."""


def of_project(setting: StoredSetting[T], project: Project) -> StoredSetting[T]:
    """Return the setting for a project at its place: who opens a copy of the file elsewhere may be another person."""
    return setting.of(f"{project.identity} {quote(str(project.path.resolve()), safe='')}".strip())


WAIT_MILLISECONDS = 10_000
"""The time to wait for another program; a program that was killed holds no lock."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file or folder, which is a file next to it, inside the ``with``.

    Raises:
        UsageError: if another program holds it, or it cannot be created.
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
class UserChoices:
    """The choices in the Settings dialog.

    Attributes:
        appearance: ``light``, ``dark`` or ``system``.
        start: what is opened at the start if no file is given.
        pipeline, constituency: the parsers, empty for those that ship with the program.
        specs: of the offered metrics, empty for all.
        scores_all: whether all systems of a small corpus are scored unasked.
        command: the command line of a program that parses; empty without.
    """

    appearance: str = "system"
    start: str = LAST
    pipeline: str = ""
    constituency: str = ""
    specs: tuple[str, ...] = field(default=())
    scores_all: bool = True
    command: str = ""

    @property
    def parsers(self) -> Parsers:
        """The parsers that analyse texts."""
        from meantree.analysis.parsers import DEFAULT, Parsers

        return Parsers(self.pipeline or DEFAULT.pipeline, self.constituency or DEFAULT.constituency, self.command)


def json_object(text: str) -> dict[str, Any]:
    """Return the JSON object that a setting holds, empty if it holds none."""
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


_CHOSEN: Final[Mapping[str, StoredSetting[Any]]] = {
    "appearance": APPEARANCE,
    "start": START,
    "pipeline": PIPELINE,
    "constituency": CONSTITUENCY,
    "scores_all": SCORES_ALL,
    "command": COMMAND,
}
"""The settings of :class:`UserChoices`, but for the metrics, which are JSON."""


def read_choices(settings: Settings) -> UserChoices:
    """Return the stored choices, defaults where they are invalid."""
    try:
        specs = json.loads(METRICS.read(settings) or "[]")
    except (ValueError, RecursionError):
        specs = []
    if not isinstance(specs, list) or not all(isinstance(spec, str) for spec in specs):
        specs = []
    stored = {name: setting.read(settings) for name, setting in _CHOSEN.items()}
    stored["start"] = stored["start"] if stored["start"] in (LAST, SAMPLE, NOTHING) else LAST
    return UserChoices(**stored, specs=tuple(specs))


def store_choices(settings: Settings, choices: UserChoices) -> None:
    """Store the choices."""
    for name, setting in _CHOSEN.items():
        setting.write(settings, getattr(choices, name))
    METRICS.write(settings, json.dumps(choices.specs))


ACCOUNTS = frozenset(("root", "admin", "administrator", "user"))
"""Logins that are no names of people."""


def own_name() -> str:
    """Return the user's login name, under which corrections are made until another name is chosen; else "me"."""
    from meantree.annotation.frame_annotation import AUTOMATIC

    try:
        name = " ".join(getpass.getuser().split())
    except (OSError, KeyError, ImportError):
        name = ""
    return name if name and name == escaped(name) and name.casefold() not in {AUTOMATIC, *ACCOUNTS} else "me"


def load_keys(settings: Settings, commands: Sequence[Command], kept: StoredSetting[str]) -> Keys:
    """Return the shortcuts that the user chose, or the default ones; if chosen ones conflict, all default ones.

    A default key that the user chose for another command is not used.
    """
    defaults = default_keys(commands)
    read = {name: kept.of(name).read(settings) for name in defaults}
    chosen = {name: (key,) for name, key in read.items() if not QKeySequence(key).isEmpty()}
    if doubled(chosen):
        return defaults
    taken = {written(key) for (key,) in chosen.values()}
    free = {name: tuple(key for key in keys if written(key) not in taken) for name, keys in defaults.items()}
    return {**free, **chosen}


def save_keys(
    settings: Settings, keys: Mapping[str, tuple[str, ...]], commands: Sequence[Command], kept: StoredSetting[str]
) -> None:
    """Store the shortcuts that differ from the default ones."""
    defaults = default_keys(commands)
    for name, chosen in keys.items():
        if chosen == defaults[name]:
            kept.of(name).forget(settings)
        else:
            kept.of(name).write(settings, chosen[0] if chosen else "")


def doubled(keys: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the keys that several commands have."""
    every = [written(key) for chosen in keys.values() for key in chosen]
    return sorted({key for key in every if every.count(key) > 1})


def written(key: str) -> str:
    """Return a key as it is stored."""
    return QKeySequence(key).toString()
