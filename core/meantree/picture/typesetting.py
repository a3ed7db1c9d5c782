"""The one door to Typst, which sets pictures and reports as PDF: a template gets their content as data."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from meantree.errors import InputError
from meantree.escaping import quoted
from meantree.picture.display_list import Drawing, Lettering, stack_drawings
from meantree.picture.glyphs import Glyphs
from meantree.picture.shapes import heading_picture
from meantree.picture.svg import picture_svg
from meantree.shipped import shipped

if TYPE_CHECKING:
    from typst import TypstError

EARLIEST: Final = date(1980, 1, 1)
"""The date of files without one."""
_PLACE: Final = re.compile(r"┌─ (.+?):(\d+):\d+")
# What runs other code, and the file that holds it; with std, eval can be called by a name that the template makes up.
_LOADING: Final = re.compile(r"\b(?:(?:import|include)\b(?:\s*\"([^\"\\@]+)\")?|(?:eval|std)\b)")
_EXPECTED: Final = (
    "expected import or include with the name of a file of the template's folder in quotation marks; there are no "
    "packages, and neither eval nor std"
)


def typeset(
    name: str, data: Mapping[str, Any], glyphs: Glyphs, day: date | None = None, own: Path | None = None
) -> bytes:
    """Return a PDF file; the same data give the same bytes.

    Args:
        name: of a shipped template.
        data: what it gets as JSON, ``sys.inputs.data``; the families of ``glyphs`` are added as ``fonts``.
        glyphs: the fonts of its texts.
        day: the date of the file.
        own: a user's template, used instead. It reads files of its own folder only, and has all fonts of the machine.

    Raises:
        InputError: if the user's template has an error; the message names file and line.
    """
    import typst

    template, is_own = (own, True) if own is not None else (shipped("typst") / name, False)
    if is_own:
        require_own_code(template)
    folders = [*glyphs.folders, *[template.parent] * is_own]
    try:
        return typst.compile(
            template,
            root=template.parent,
            font_paths=typst.Fonts(is_own, is_own, folders),
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps({**data, "fonts": glyphs.families})},
            format="pdf",
            timestamp=datetime.combine(day or EARLIEST, time(), tzinfo=UTC),
        )
    except typst.TypstError as error:
        if is_own:
            raise _input_error(error, template) from error
        raise


def _input_error(error: TypstError, template: Path) -> InputError:
    """Return an error of a template with its file and line."""
    place = _PLACE.search(error.diagnostic)
    message = error.message.partition(" (searched at ")[0]
    if place is None:
        return InputError(template, message)
    return InputError(Path(os.path.normpath(place[1])), message, line=int(place[2]))


def require_own_code(template: Path) -> None:
    """Check that a template loads only code of its folder: Typst would fetch packages from a network.

    Raises:
        InputError: if it might load other code, or a file cannot be read.
    """
    files = [template]
    for file in files:  # which grows
        try:
            code = file.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise InputError(file, f"cannot be read as a template: {error}") from error
        for found in _LOADING.finditer(code):
            if found[1] is None:
                name, line = code[found.start() :].partition("\n")[0], code.count("\n", 0, found.start()) + 1
                raise InputError(file, f"found {quoted(name)}, {_EXPECTED}", line=line)
            other = (template if found[1].startswith("/") else file).parent / found[1].lstrip("/")
            if other.is_file() and other not in files:
                files.append(other)


def picture_pdf(drawings: Sequence[Drawing]) -> bytes:
    """Return a PDF page with drawings one above the other."""
    glyphs = Glyphs()
    if line := unprinted(drawings, glyphs):
        drawings = [heading_picture(line, glyphs.measure)]
    return typeset("picture.typ", {"svg": glyphs.picture(picture_svg(drawings))}, glyphs)


def unprinted(drawings: Sequence[Drawing], glyphs: Glyphs) -> str:
    """Return the line that stands for a picture whose words, which are its largest texts, no font has; else empty."""
    letterings = [part for part in stack_drawings(drawings).parts if isinstance(part, Lettering)]
    largest = max((part.size for part in letterings), default=0)
    return glyphs.replacement("".join(part.text for part in letterings if part.size == largest))
