"""What a folder holds that can be opened together."""

from __future__ import annotations

from pathlib import Path

from meantree.corpus.formats.catalogue import sniff
from meantree.corpus.formats.columns import known_columns
from meantree.corpus.formats.decode import load_lines
from meantree.corpus.formats.names import guess_role
from meantree.errors import InputError

MOST_FILES = 200
"""Of a folder; more are hardly the versions of one text."""
ABOUT_OTHERS = ("segment-scores", "mqm", "error-spans")
"""Formats of files that have no text of their own: ratings and marked errors of the other files' segments."""

TABLES = (".tsv", ".csv", ".tab")


def files_in(path: Path) -> list[Path]:
    """The path itself; of a folder of plain versions (``hyp.SYSTEM.en``, ``ref.A.en``, ``src.de``) these, in order.

    A folder that is a corpus by itself, for which a reader knows its layout, stays a folder. Hidden files, folders and
    projects within it are left out, and so are files whose names say no role, where others do; not what people said of
    these versions.

    Raises:
        InputError: if a folder has no file, or too many.
    """
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
        files = [one for one in files if (guess_role(one) is not None and _has_texts(one)) or _is_about_others(one)]
    if not files:
        raise InputError(path, "the folder has no files, expected translations and references")
    if len(files) > MOST_FILES:
        raise InputError(path, f"the folder has {len(files):,} files, expected at most {MOST_FILES}")
    return files


def _has_texts(path: Path) -> bool:
    """Not a table without a header that anybody knows, such as a ranking of systems (``da-sys-ranking.csv``)."""
    if path.suffix.lower() not in TABLES:
        return True
    header = next(iter(load_lines(path)), "")
    return any(known_columns(header.split(delimiter)) for delimiter in "\t,;")


def _is_about_others(path: Path) -> bool:
    try:
        return sniff(path) in ABOUT_OTHERS
    except InputError:
        return False
