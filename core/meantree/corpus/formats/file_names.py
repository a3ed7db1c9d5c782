"""Guesses from a file's name: role, system and language (``hyp.UEdin.en``, ``newstest2021.ref.A.en``, ``dev.pe``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from meantree.corpus.formats.file_contents import FileRole, Row, Version
from meantree.language.languages import code_of

_WORDS = {
    FileRole.SOURCE: ("src", "source"),
    FileRole.REFERENCE: ("ref", "refs", "reference", "references", "pe", "human"),
    FileRole.HYPOTHESIS: ("hyp", "hyps", "hypothesis", "hypotheses", "mt", "sys", "system", "out", "output", "tst"),
}
_ROLES = {word: role for role, words in _WORDS.items() for word in words}
_ENDINGS = frozenset(
    {"txt", "conllu", "conllup", "conll", "tok", "detok", "tsv", "csv", "xml", "sgm", "sgml", "mrg", "ptb", "json"}
    | {"jsonl", "ndjson", "gz", "xlsx", "ods", "xlf", "xliff", "sdlxliff", "mqxliff", "mxliff", "txlf", "tmx"}
)
_LANGUAGE = re.compile(r"([a-z]{2,3})([-_][A-Za-z]{2,4})?")
THREE: Final = 3
"""Letters of endings that may be a person's name, too."""
_SCRIPT = re.compile(r"[-_][A-Z][a-z]{3}$")


def guessed_version(path: Path, rows: Sequence[Row]) -> Version:
    """Return a version whose role, name and language are guessed from the file's name; the default is a hypothesis."""
    return Version(guess_role(path) or FileRole.HYPOTHESIS, guess_name(path), path, rows, guess_language(path))


def guess_role(path: Path) -> FileRole | None:
    """Return the role that a file's name says, None if it says none."""
    parts = (*path.name.split("."), *re.split(r"[._-]+", path.name))
    return next(filter(None, map(_role, parts)), None)


def guess_name(path: Path, *, doubted: bool = False) -> str:
    """Return a name for the system or reference: the part after the role, or else before it, or else all.

    Endings and language codes are removed, after a role one code alone: in ``hyp.ab.en`` the system is ``ab``.

    ========================  ==========
    file                      name
    ========================  ==========
    ``hyp.UEdin.en``          ``UEdin``
    ``newstest2021.ref.en``   ``newstest2021``
    ``north.txt``             ``north``
    ========================  ==========

    Args:
        doubted: whether an ending of three letters, as in ``hyp.ben``, is part of the name, not a language.
    """
    parts = _readable(path.name).split(".")
    has_role = any(_role(part) is not None for part in parts)
    has_language = False
    while len(parts) > 1:
        last = parts[-1]
        is_ending = last.lower() in _ENDINGS
        is_language = not is_ending and _is_language(last) and not (doubted and len(last) == THREE)
        is_name = has_role and has_language and not any(language_pair(last))
        if not (is_ending or (is_language and not is_name)):
            break
        has_language = has_language or is_language
        parts.pop()
    place = next((index for index, part in enumerate(parts) if _role(part) is not None), None)
    if place is None:
        return ".".join(parts) or path.name
    return ".".join(parts[place + 1 :]) or ".".join(parts[:place]) or parts[place]


def distinguishing_folders(paths: Sequence[Path]) -> list[str]:
    """Return the folders of files, each with as few parents as are needed to tell all folders apart.

    Of ``/a/x/hyp.en`` and ``/a/y/hyp.en`` they are ``x`` and ``y``.
    """
    folders = [path.absolute().parent.parts for path in paths]
    most = max(map(len, folders), default=0)
    depth = next((n for n in range(1, most) if len({parts[-n:] for parts in folders}) == len(set(folders))), most)
    return [_readable("/".join(parts[-depth:])) for parts in folders]


def guess_language(path: Path) -> str:
    """Return the language code at the end of the name (``src.de``, ``ref.en.txt``), empty without one.

    A name may be a code alone if that has a script, as in FLORES: ``zho_Hans.devtest``.
    """
    *before, last = path.name.split(".")
    while before and last.lower() in {*_ENDINGS, "dev", "devtest"}:
        last = before.pop()
    return last if _is_language(last) and (before or _SCRIPT.search(last)) else ""


def language_pair(text: str) -> tuple[str, str]:
    """Return source and target language of a name such as ``et-en``, empty if it names no pair."""
    match = re.fullmatch(r"([a-z]{2,3})-([a-z]{2,3})", text)
    return (match[1], match[2]) if match else ("", "")


def _readable(name: str) -> str:
    """Return a name without lone surrogates, which stand for bytes that are no text in the system's encoding."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _role(part: str) -> FileRole | None:
    return _ROLES.get(re.sub(r"\d+$", "", part.lower()))


def _is_language(part: str) -> bool:
    """Return whether a part is a code such as ``de``, ``pt-BR`` or ``deu``; ``mt`` is a role here, not Maltese."""
    match = _LANGUAGE.fullmatch(part)
    return match is not None and _role(part) is None and (len(match[1]) == 2 or bool(code_of(part)))
