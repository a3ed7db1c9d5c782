"""What is written in a PDF file that fpdf2 made, by the tables that tell readers which letter each glyph is."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator


def objects(data: bytes) -> dict[int, bytes]:
    """The objects of a file by number, their streams unpacked."""
    found = re.finditer(rb"(?s)(\d+) 0 obj\n(.*?)\nendobj", data)
    return {int(one[1]): b"".join(_unpacked(one[2])) for one in found}


def pdf_text(data: bytes) -> str:
    """All texts, in the order in which they are drawn, a line each."""
    parts = objects(data)
    fonts = dict(_fonts(parts))
    return "\n".join(text for part in parts.values() for text in _texts(part, fonts))


def operators(data: bytes) -> bytes:
    """The operators of all pages."""
    return b"\n".join(one for one in objects(data).values() if b" cm " in one or b"BT " in one)


def _unpacked(part: bytes) -> Iterator[bytes]:
    head, begin, rest = part.partition(b"stream\n")
    yield head
    if begin:
        body = rest.rpartition(b"\nendstream")[0]
        yield zlib.decompress(body) if b"/FlateDecode" in head else body


def _fonts(parts: dict[int, bytes]) -> Iterator[tuple[bytes, dict[int, str]]]:
    """By the name that pages use, the letters of glyphs."""
    for part in parts.values():
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", part):
            table = re.search(rb"/ToUnicode (\d+) 0 R", parts.get(int(number), b""))
            if table:
                yield name, dict(_letters(parts[int(table[1])]))


def _letters(table: bytes) -> Iterator[tuple[int, str]]:
    for glyph, codes in re.findall(rb"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>\n", table):
        yield int(glyph, 16), bytes.fromhex(codes.decode()).decode("utf-16-be")


def _texts(part: bytes, fonts: dict[bytes, dict[int, str]]) -> Iterator[str]:
    font: dict[int, str] = {}
    for begun in re.finditer(rb"(?s)BT (.*?) ET", part):
        text = ""
        for name, drawn in re.findall(rb"(?s)/(F\d+) [\d.]+ Tf|\(((?:[^\\()]|\\.)*)\) Tj", begun[1]):
            font = fonts.get(name, font) if name else font
            codes = re.sub(rb"(?s)\\(.)", _plain, drawn)
            text += "".join(font.get(one, "\ufffd") for one in struct.unpack(f">{len(codes) // 2}H", codes))
        if text:
            yield text


def _plain(escape: re.Match[bytes]) -> bytes:
    """What an escape in a literal string stands for."""
    return {b"r": b"\r", b"n": b"\n", b"t": b"\t", b"b": b"\b", b"f": b"\f"}.get(escape[1], escape[1])
