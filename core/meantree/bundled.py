"""What only the program that needs no Python has: which build it is, its licences, and packages of its user's own."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from tempfile import mkdtemp
from zipfile import BadZipFile, ZipFile

from platformdirs import user_cache_path, user_data_path

from meantree.errors import UsageError
from meantree.lazy import warn_of_plugin


def inside() -> Path | None:
    """Return the folder of what is inside the program; None where Meantree is installed into Python."""
    place = getattr(sys, "_MEIPASS", None)  # of PyInstaller
    return None if place is None else Path(place)


def build() -> str:
    """Return which build of the program this is, with the place of all licences; else the version of Python."""
    place = inside()
    if place is None:
        return f"Python {platform.python_version()}"
    return f"Build {(place / 'BUILD.txt').read_text(encoding='utf-8').strip()}\nLicences: {place / 'THIRD-PARTY.txt'}"


def own_packages() -> Path:
    """Return the folder for pipelines and plug-ins of the user: packages with their metadata, or wheels."""
    return user_data_path("meantree", appauthor=False) / "packages"


def use_own_packages() -> None:
    """Let the user's packages be found as if they were installed, after those inside; warn of unusable wheels."""
    places, errors = own_places()
    sys.path += map(str, places)
    for error in errors:
        warn_of_plugin(error)


def own_places() -> tuple[list[Path], list[UsageError]]:
    """Return the folder of the user's packages, where its wheels are unpacked, and what is wrong with others."""
    places, errors = [own_packages()], []
    for wheel in sorted(own_packages().glob("*.whl")):
        try:
            places.append(_unpacked(wheel))
        except (OSError, BadZipFile) as error:
            errors.append(UsageError(f"{wheel} cannot be unpacked: {error}"))
    return places, errors


def _unpacked(wheel: Path) -> Path:
    """Return the folder of a wheel's content, which is unpacked into the cache when it is new."""
    place = user_cache_path("meantree", appauthor=False) / "packages" / f"{wheel.stem}-{wheel.stat().st_mtime_ns}"
    if not place.is_dir():
        place.parent.mkdir(parents=True, exist_ok=True)
        part = mkdtemp(dir=place.parent)
        with ZipFile(wheel) as archive:
            archive.extractall(part)
        os.rename(part, place)
    return place
