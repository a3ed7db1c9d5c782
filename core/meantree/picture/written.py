"""Pictures as the content of files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from meantree.picture.display import Drawn
from meantree.picture.svg import picture_svg

Writer = Callable[[Sequence[Drawn]], bytes]


def _svg(drawn: Sequence[Drawn]) -> bytes:
    return picture_svg(drawn).encode("utf-8")


def _pdf(drawn: Sequence[Drawn]) -> bytes:
    from meantree.picture.pdf import picture_pdf

    return picture_pdf(drawn)


def _tex(drawn: Sequence[Drawn]) -> bytes:
    from meantree.picture.tikz import picture_document

    return picture_document(drawn).encode("utf-8", "replace")


WRITERS: Mapping[str, Writer] = {".svg": _svg, ".pdf": _pdf, ".tex": _tex}
"""By the ending of files, each loaded when it is used; all draw the same on white paper."""
