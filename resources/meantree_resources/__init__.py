"""Everything that ships with Meantree beside its code; the one door to it is :func:`resource`."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

_ROOT = Path(__file__).parent
_NOT_RESOURCES = frozenset({"__init__.py", "__pycache__", "py.typed"})


class ResourceError(LookupError):
    """There is no resource of this name."""


def resource(name: str) -> Path:
    """Where a shipped file or folder lies.

    ``name`` is relative with forward slashes, as in ``sample/sample.tsv`` or ``models/en_meantree``.
    """
    parts = PurePosixPath(name).parts
    if not parts or parts[0] == "/" or ".." in parts or "\\" in name or ":" in name:
        raise ResourceError(f"A resource is named relative to the resources, without '..'; found {name!r}.")
    path = _ROOT.joinpath(*parts)
    if parts[0] in _NOT_RESOURCES or not path.exists():
        raise ResourceError(f"There is no resource {name!r}; known are: {', '.join(_known_near(parts))}.")
    return path


def _known_near(parts: tuple[str, ...]) -> list[str]:
    """The names in the deepest folder that a wrong name gets right."""
    folder = _ROOT
    for part in parts:
        if not (folder / part).is_dir() or part in _NOT_RESOURCES:
            break
        folder /= part
    found = (path for path in folder.iterdir() if path.name not in _NOT_RESOURCES and not path.name.startswith("."))
    return sorted(path.relative_to(_ROOT).as_posix() for path in found)
