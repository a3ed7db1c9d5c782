"""The one rule for glyphs: shipped fonts, then those of the machine, then escapes, or a line in place of a text."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from fontTools.ttLib import TTFont

from helpers.pdf_text import objects, pdf_text
from meantree.picture import glyphs
from meantree.picture.glyphs import Glyphs
from meantree.picture.shapes import heading_picture
from meantree.picture.style import approximate_width
from meantree.picture.typesetting import picture_pdf
from meantree_resources import resource

CHINESE = "总统在周二的新闻发布会上表示该国经济正在复苏"


def installed(path: str, family: str) -> SimpleNamespace:
    """What Typst says of a font."""
    return SimpleNamespace(path=path, family=family, index=0, style="normal", weight=400)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a machine's fonts, empty."""
    found = lambda: [installed(str(path), path.stem) for path in sorted(tmp_path.iterdir())]  # noqa: E731
    monkeypatch.setattr(glyphs, "_installed", found)
    glyphs._machine.cache_clear()
    return tmp_path


def font(path: Path, *letters: str, licence: int = 0) -> None:
    """Write the shipped font with these characters for its a, b, …, and a name of its own."""
    with TTFont(resource("fonts/DejaVuSans.ttf")) as made:
        for table in made["cmap"].tables:
            table.cmap = {ord(letter): table.cmap[ord("a") + place] for place, letter in enumerate(letters)}
        made["OS/2"].fsType = licence
        for name in made["name"].names:
            if name.nameID in (1, 16):
                name.string = path.stem
        made.save(path)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(
    ("text", "escaped", "replacement"),
    [
        ("plain", "plain", ""),
        ("Ärger, ж, שלום, شركة", "Ärger, ж, שלום, شركة", ""),
        ("a\u202eb\x1b", r"a\u202eb\x1b", ""),
        ("only one 中 of many letters", r"only one \u4e2d of many letters", ""),
        ("北京", r"\u5317\u4eac", ""),
        (CHINESE, CHINESE.encode("ascii", "backslashreplace").decode(), "Chinese script; install Noto Sans CJK SC"),
        ("हिन्दी में एक वाक्य है यहाँ", None, "Devanagari script; install Noto Sans Devanagari"),
        ("\U0001f600" * 12, r"\U0001f600" * 12, "emoji script; install Noto Emoji"),
        ("이것은 한국어로 된 조금 더 긴 문장입니다", None, "Korean script; install Noto Sans CJK KR"),
    ],
)
def test_what_no_font_has_is_escaped_or_replaced(text: str, escaped: str | None, replacement: str) -> None:
    found = Glyphs()
    assert escaped is None or found.escaped(text) == escaped
    line = found.replacement(text)
    assert replacement in line
    assert bool(line) == bool(replacement)
    assert found.escaped(found.escaped(text)) == found.escaped(text)


def test_fonts_of_the_machine_have_what_ours_lack(machine: Path) -> None:
    (machine / "Broken.ttf").write_bytes(b"no font")
    (machine / "Empty.ttc").write_bytes(b"")
    font(machine / "Wide.ttf", "中", "文")
    found = Glyphs()
    assert found.escaped("a 中文 𝕒") == r"a 中文 \U0001d552"
    assert (found.families, found.folders[1:], found.undrawn) == (["DejaVu Sans", "Wide"], [machine], {"𝕒"})
    data = picture_pdf([heading_picture("中 a", approximate_width)])
    assert "中" in pdf_text(data)
    assert b"".join(objects(data).values()).count(b"/FontFile2") == 2


def test_a_font_that_must_not_be_copied_is_left_alone(machine: Path) -> None:
    font(machine / "Mine.ttf", "中", licence=2)
    assert Glyphs().escaped("中") == r"\u4e2d"


def test_plain_fonts_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fonts:
        def __init__(self, **_arguments: bool) -> None:
            pass

        def fonts(self) -> list[SimpleNamespace]:
            names = ("Zen", "Z Mono", "LastResort", "Noto Sans Thai", "Apple")
            return [installed(f"/{name}.ttf", name) for name in names]

    monkeypatch.setattr("typst.Fonts", Fonts)
    assert [font.family for font in glyphs._installed()] == ["Noto Sans Thai", "Apple", "Zen", "LastResort", "Z Mono"]


@pytest.mark.usefixtures("machine")
def test_a_text_is_as_wide_as_it_is_drawn() -> None:
    found = Glyphs()
    assert found.measure("mmm", "word") > 2 * found.measure("iii", "word")
    assert found.measure("中", "word") == found.measure(r"\u4e2d", "word")


def test_that_our_fonts_are_used_before_those_of_the_machine(machine: Path) -> None:
    shutil.copy(resource("fonts/DejaVuSans.ttf"), machine / "Other.ttf")
    found = Glyphs()
    assert found.escaped("aж") == "aж"
    assert found.others == []
