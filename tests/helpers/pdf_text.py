"""What is written in a PDF file that Typst made, by the tables that tell readers which letter each glyph is."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple


class Font(NamedTuple):
    """Letters and widths of glyphs, these in thousandths of the size."""

    letters: dict[int, str]
    widths: dict[int, float]


def objects(data: bytes) -> dict[int, bytes]:
    """The objects of a file by number, their streams unpacked."""
    found = re.finditer(rb"(?s)(\d+) 0 obj\n(.*?)\nendobj", data)
    return {int(one[1]): b"".join(_unpacked(one[2])) for one in found}


def page_texts(data: bytes) -> list[str]:
    """The texts of each page, in the order in which they are drawn: a line for those that touch on one line of it."""
    parts = objects(data)
    return ["\n".join(_texts(contents, fonts)) for contents, fonts in _contents(parts)]


def pdf_text(data: bytes) -> str:
    """All texts, in the order of the pages."""
    return "\n".join(page_texts(data))


def operators(data: bytes) -> bytes:
    """The operators of all pages."""
    return b"\n".join(contents for contents, _ in _contents(objects(data)))


def sizes_of_letters(data: bytes) -> set[float]:
    """The sizes of all texts in points, to two digits."""
    found = re.finditer(
        rb"(?s)([\d.-]+) [\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+ cm(?:(?! cm).)*?BT [^/]*/\w+ ([\d.]+) Tf",
        operators(data),
    )
    return {round(abs(float(one[1])) * float(one[2]), 2) for one in found}


def _contents(parts: dict[int, bytes]) -> Iterator[tuple[bytes, dict[bytes, Font]]]:
    """The operators of each page with its fonts, by the names that these operators use."""
    (kids,) = re.findall(rb"/Type/Pages/Count \d+/Kids\[([^]]*)\]", b"".join(parts.values()))
    for number in re.findall(rb"(\d+) 0 R", kids):
        page = parts[int(number)]
        resources, contents = (re.search(rb"/%s (\d+) 0 R" % name, page) for name in (b"Resources", b"Contents"))
        assert resources is not None
        assert contents is not None
        fonts = re.search(rb"/Font<<(.*?)>>", parts[int(resources[1])])
        names = re.findall(rb"/(\w+) (\d+) 0 R", fonts[1]) if fonts is not None else []
        yield parts[int(contents[1])], {name: _font(parts, int(font)) for name, font in names}


def _unpacked(part: bytes) -> Iterator[bytes]:
    head, begin, rest = part.partition(b"stream\n")
    yield head
    if begin:
        body = rest.rpartition(b"\nendstream")[0]
        yield zlib.decompress(body) if b"/FlateDecode" in head else body


def _font(parts: dict[int, bytes], number: int) -> Font:
    table, inner = (re.search(name, parts[number]) for name in (rb"/ToUnicode (\d+)", rb"/DescendantFonts\[(\d+)"))
    assert table is not None
    assert inner is not None
    widths = re.search(rb"/W\[([^]]*)\]", parts[int(inner[1])])
    triples = re.findall(rb"(\d+) (\d+) ([\d.]+)", widths[1]) if widths is not None else []
    return Font(
        dict(_letters(parts[int(table[1])])),
        {glyph: float(width) for first, last, width in triples for glyph in range(int(first), int(last) + 1)},
    )


def _letters(table: bytes) -> Iterator[tuple[int, str]]:
    for glyph, codes in re.findall(rb"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>\n", table):
        yield int(glyph, 16), bytes.fromhex(codes.decode()).decode("utf-16-be")


_LITERAL = rb"\((?:[^\\()]|\\.)*\)"
for _ in range(3):  # parentheses in pairs are not escaped
    _LITERAL = rb"\((?:[^\\()]|\\.|%s)*\)" % _LITERAL
_DRAWN = re.compile(
    rb"(?s)(?P<scale>[\d.-]+) [\d.-]+ [\d.-]+ [\d.-]+ (?P<x>[\d.-]+) (?P<y>[\d.-]+) cm"
    rb"|/(?P<font>\w+) (?P<size>[\d.]+) Tf|(?P<shown>\[(?:%s|[^]()])*\]\s*TJ|%s\s*Tj)" % (_LITERAL, _LITERAL)
)


def _texts(part: bytes, fonts: dict[bytes, Font]) -> Iterator[str]:
    text, end, base = "", 0.0, None
    x = y = scale = size = 0.0
    font = Font({}, {})
    for found in _DRAWN.finditer(part):
        if found["scale"] is not None:
            scale, x, y = (float(found[name]) for name in ("scale", "x", "y"))
        elif found["font"] is not None:
            font, size = fonts[found["font"]], float(found["size"])
        else:
            codes = [code for one in re.findall(rb"(?s)%s" % _LITERAL, found["shown"]) for code in _codes(one[1:-1])]
            if text and (y != base or not -1 < x - end < 0.2 * size * scale):
                yield text
                text = ""
            text += "".join(font.letters.get(code, "\ufffd") for code in codes)
            end, base = x + sum(font.widths.get(code, 0.0) for code in codes) * size * scale / 1000, y
    if text:
        yield text


def _codes(literal: bytes) -> Iterator[int]:
    plain = re.sub(rb"(?s)\\([0-7]{1,3}|.)", _plain, literal)
    return (int.from_bytes(plain[place : place + 2], "big") for place in range(0, len(plain), 2))


def _plain(escape: re.Match[bytes]) -> bytes:
    """What an escape in a literal string stands for."""
    if escape[1].isdigit():
        return bytes([int(escape[1], 8)])
    return {b"r": b"\r", b"n": b"\n", b"t": b"\t", b"b": b"\b", b"f": b"\f"}.get(escape[1], escape[1])
