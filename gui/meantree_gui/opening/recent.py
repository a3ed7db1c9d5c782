"""What was opened before, by this user on this computer; the newest first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from meantree_gui.settings import RECENT, Settings

if TYPE_CHECKING:
    from meantree.corpus.formats import InputFile

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
