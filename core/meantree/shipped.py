"""Shipped resources on which scores depend: known by the digests of their files, and never used if damaged."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from meantree.errors import UsageError
from meantree_resources import resource


@cache
def shipped(name: str) -> Path:
    """Return the folder of a resource; its files are checked against its ``meta.json``, once per process.

    Args:
        name: of a folder with a ``meta.json``, as in ``lexicon/wordnet``.

    Raises:
        UsageError: if a file is missing or damaged; the message names it.
    """
    for file, expected in _about(name)["files"].items():
        path = resource(name) / file
        try:
            with path.open("rb") as content:
                found = hashlib.file_digest(content, "sha256").hexdigest()
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}; reinstall Meantree") from error
        if found != expected:
            raise UsageError(f"{path}: the file is damaged or was replaced; reinstall Meantree")
    return resource(name)


def fingerprint(name: str, *others: str) -> str:
    """Return ``wordnet-3.0-1a2b3c4d``: a resource with its version and a digest of its files, as in signatures.

    The files are not read for it: what loads them checks them.

    Args:
        others: further resources on which results depend, covered by the digest.

    Raises:
        UsageError: if a ``meta.json`` is missing or damaged.
    """
    return f"{PurePosixPath(name).name}-{_about(name)['version']}-{files_digest(name, *others)}"


def files_digest(*names: str) -> str:
    """Return eight hexadecimal digits that change with any file of these resources; raise as :func:`fingerprint`."""
    return digest(f"{name}/{file} {sha}" for name in names for file, sha in sorted(_about(name)["files"].items()))


def digest(texts: Iterable[str]) -> str:
    """Return eight hexadecimal digits of a SHA-256 over the texts; empty if there are none."""
    sha, is_empty = hashlib.sha256(), True
    for text in texts:
        is_empty = False
        sha.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return "" if is_empty else sha.hexdigest()[:8]


@cache
def _about(name: str) -> dict[str, Any]:
    """Return what the ``meta.json`` of a resource says: its version and the digests of its files at least."""
    try:
        about = json.loads((resource(name) / "meta.json").read_text(encoding="utf-8"))
        return {"version": about["version"], "files": dict(about["files"].items())}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{name}/meta.json: found no version and digests of files; reinstall Meantree") from error
