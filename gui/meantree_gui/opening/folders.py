"""What a folder holds that can be opened together."""

from __future__ import annotations

from pathlib import Path

MOST_FILES = 200
"""Of a folder; more are hardly the versions of one text."""
ABOUT_OTHERS = ("segment-scores", "mqm", "error-spans")
"""Formats of files that have no text of their own: ratings and marked errors of the other files' segments."""


def files_in(path: Path) -> list[Path]:
    """The path itself; of a folder of plain versions (``hyp.SYSTEM.en``, ``ref.A.en``, ``src.de``) these, in order.

    A folder that is a corpus by itself, for which a reader knows its layout, stays a folder. Hidden files, folders and
    projects within it are left out, and so are files whose names say no role, where others do; not what people said of
    these versions.

    Raises:
        InputError: if a folder has no file, or too many.
    """
    from meantree.corpus.formats import guess_role, sniff
    from meantree.errors import InputError

    if not path.is_dir():
        return [path]
    try:
        sniff(path)
    except InputError:
        pass
    else:
        return [path]
    files = sorted(one for one in path.iterdir() if one.is_file() and not one.name.startswith("."))
    files = [one for one in files if one.suffix != ".meantree"]
    if any(guess_role(one) is not None for one in files):
        files = [one for one in files if guess_role(one) is not None or _is_about_others(one)]
    if not files:
        raise InputError(path, "the folder has no files, expected translations and references")
    if len(files) > MOST_FILES:
        raise InputError(path, f"the folder has {len(files):,} files, expected at most {MOST_FILES}")
    return files


def _is_about_others(path: Path) -> bool:
    from meantree.corpus.formats import sniff
    from meantree.errors import InputError

    try:
        return sniff(path) in ABOUT_OTHERS
    except InputError:
        return False
