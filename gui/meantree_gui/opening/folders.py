"""What a folder holds that can be opened together; readers are loaded when somebody asks."""

from __future__ import annotations

from pathlib import Path


def files_in(path: Path) -> list[Path]:
    """As :func:`meantree.corpus.formats.catalogue.files_in`.

    Raises:
        InputError: if a folder has no file, or too many.
    """
    from meantree.corpus.formats import catalogue

    return catalogue.files_in(path)
