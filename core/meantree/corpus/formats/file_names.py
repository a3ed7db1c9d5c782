"""What a file's name tells: role, system and language (``hyp.UEdin.en``, ``newstest2021.ref.A.en``, ``dev.pe``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from meantree.corpus.formats.file_contents import FileRole

_WORDS = {
    FileRole.SOURCE: ("src", "source"),
    FileRole.REFERENCE: ("ref", "refs", "reference", "references", "pe", "human"),
    FileRole.HYPOTHESIS: ("hyp", "hyps", "hypothesis", "hypotheses", "mt", "sys", "system", "out", "output", "tst"),
}
_ROLES = {word: role for role, words in _WORDS.items() for word in words}
_ENDINGS = frozenset({"txt", "conllu", "conll", "tok", "detok", "tsv", "csv", "xml", "sgm", "sgml", "mrg", "ptb"})


def guess_role(path: Path) -> FileRole | None:
    """What the file's name says it is, or None."""
    parts = path.name.split(".")
    for part in (*parts, *re.split(r"[._-]+", path.name)):
        role = _role(part)
        if role is not None:
            return role
    return None


def guess_name(path: Path) -> str:
    """A name for the system or reference: what stands between role and language, else what stands before, else all.

    Behind a role, one language stands at the end; two letters before it are a name.
    """
    parts = _readable(path.name).split(".")
    has_role = any(_role(part) is not None for part in parts)
    has_language = False
    while len(parts) > 1:
        last = parts[-1]
        is_language = _is_language(last)
        is_name = has_role and has_language and not any(language_pair(last))
        if not (last.lower() in _ENDINGS or (is_language and not is_name)):
            break
        has_language = has_language or is_language
        parts.pop()
    place = next((index for index, part in enumerate(parts) if _role(part) is not None), None)
    if place is None:
        return ".".join(parts) or path.name
    return ".".join(parts[place + 1 :]) or ".".join(parts[:place]) or parts[place]


def distinguishing_folders(paths: Sequence[Path]) -> list[str]:
    """The folders in which files lie, each with as few of those above it as tell them all apart: ``x`` and ``y``."""
    parts = [path.absolute().parent.parts for path in paths]
    deepest = max(map(len, parts), default=0)
    depth = next((n for n in range(1, deepest) if len({one[-n:] for one in parts}) == len(set(parts))), deepest)
    return [_readable("/".join(one[-depth:])) for one in parts]


def guess_language(path: Path) -> str:
    """The language code at the end of the name (``src.de``, ``ref.en.txt``), empty if there is none."""
    parts = path.name.split(".")[1:]
    while parts and parts[-1].lower() in _ENDINGS:
        parts.pop()
    return parts[-1] if parts and _is_language(parts[-1]) else ""


def language_pair(text: str) -> tuple[str, str]:
    """Source and target language of a name such as ``et-en``, empty where it is none."""
    match = re.fullmatch(r"([a-z]{2,3})-([a-z]{2,3})", text)
    return (match[1], match[2]) if match else ("", "")


def _readable(name: str) -> str:
    """A name without the lone surrogates as which bytes come that are no text in this system's encoding."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _role(part: str) -> FileRole | None:
    return _ROLES.get(re.sub(r"\d+$", "", part.lower()))


def _is_language(part: str) -> bool:
    """Two letters, perhaps with a region; ``mt`` and ``pe`` are roles here, not Maltese."""
    return bool(re.fullmatch(r"[a-z]{2}([-_][A-Za-z]{2,4})?", part)) and _role(part) is None
