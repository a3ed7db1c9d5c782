"""Pictures as PDF files, and their fonts: ours, those of the machine, and the parts of them that are read."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from helpers.pdf_text import pdf_text
from meantree.metrics.evidence import Status
from meantree.picture import pdf_fonts
from meantree.picture.display_list import POINTS, Line, pen_of
from meantree.picture.pdf import PdfPainter, new_pdf, operators, picture_pdf
from meantree.picture.pdf_fonts import _fonts
from meantree.picture.shapes import heading_picture, legend_picture
from meantree.picture.style import LIGHT, approximate_width
from meantree_resources import resource

REGULAR = "fonts/DejaVuSans.ttf"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a machine's fonts, empty."""
    monkeypatch.setattr(pdf_fonts, "_folders", lambda: [tmp_path])
    for cached in (pdf_fonts.font_with, pdf_fonts._installed, pdf_fonts.characters):
        cached.cache_clear()
    return tmp_path


@pytest.mark.usefixtures("machine")
def test_arabic_is_joined_and_hebrew_ordered() -> None:
    text = pdf_text(picture_pdf([heading_picture("abc שלום", approximate_width)]))
    assert text.replace("\n", "") == "abc םולש", "drawn from left to right"
    joined = picture_pdf([heading_picture("شركة", approximate_width)])
    assert set(pdf_text(joined)) >= set("شركة"), "each letter is known by the shape that it has in the word"


def ship_few_letters(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the shipped regular font lack what the bold one lacks."""
    ours = machine.parent / f"{machine.name}-ours"
    ours.mkdir()
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        shutil.copy(resource("fonts/DejaVuSans-Bold.ttf"), ours / name)
    monkeypatch.setattr(pdf_fonts, "shipped", lambda _name: ours)


def test_fonts_of_the_machine_draw_what_ours_lacks(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (machine / "broken.ttf").write_bytes(b"no font")
    (machine / "empty.ttc").write_bytes(b"")
    shutil.copy(resource(REGULAR), machine / "Noto Sans.ttf")
    assert pdf_fonts.font_with(ord("ж")) == (machine / "Noto Sans.ttf", 0)
    assert pdf_fonts.font_with(0x4E2D) is None
    ship_few_letters(machine, monkeypatch)
    assert pdf_text(picture_pdf([heading_picture("a ش", approximate_width)])).replace("\n", "") in ("a ش", "شa ", "a ﺵ")


def written(text: str, expected: str) -> tuple[bytes, list[str]]:
    """A page with a text, and the names of the files whose fonts were opened for it."""
    document = new_pdf((200, 100))
    painter = PdfPainter(document, expected)
    document.add_page()
    painter.write(text, 10, 50, 10, "#000000")
    painter.fonts.shrink()
    data = bytes(document.output())
    painter.fonts.close()
    return data, [Path(font.ttffile).name for name, font in _fonts(document).items() if name.startswith("other")]


@pytest.mark.parametrize(
    ("expected", "opened"), [("سلامش", ["1.otf"]), ("ش", ["1.otf", "Noto Sans.ttf"]), ("", ["Noto Sans.ttf"])]
)
def test_of_a_font_of_the_machine_the_expected_characters_are_opened(
    machine: Path, monkeypatch: pytest.MonkeyPatch, expected: str, opened: list[str]
) -> None:
    shutil.copy(resource(REGULAR), machine / "Noto Sans.ttf")
    ship_few_letters(machine, monkeypatch)
    whole, _ = written("شسلام", "")
    data, files = written("شسلام", expected)
    assert (pdf_text(data), files) == (pdf_text(whole), opened), "with the same shapes of joined letters"


def test_a_font_that_cannot_be_divided_is_opened_as_it_is(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(**_arguments: bool) -> None:
        raise OSError

    shutil.copy(resource(REGULAR), machine / "Noto Sans.ttf")
    ship_few_letters(machine, monkeypatch)
    monkeypatch.setattr(pdf_fonts, "TemporaryDirectory", full_disk)
    assert written("ش", "ش")[1] == ["Noto Sans.ttf"]


def test_a_font_that_cannot_be_shrunk_is_left_to_fpdf2(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_font: object) -> None:
        raise RuntimeError

    small, _ = written("abc", "")
    monkeypatch.setattr(pdf_fonts, "_UsedPart", broken)
    assert pdf_text(written("abc", "")[0]) == pdf_text(small) == "abc"


def test_a_font_that_must_not_be_copied_is_left_alone(machine: Path) -> None:
    data = bytearray(Path(resource(REGULAR)).read_bytes())
    tables = int.from_bytes(data[4:6], "big")
    records = (data[at : at + 16] for at in range(12, 12 + 16 * tables, 16))
    (start,) = (int.from_bytes(record[8:12], "big") for record in records if record[:4] == b"OS/2")
    data[start + 8 : start + 10] = (2).to_bytes(2, "big")
    (machine / "mine.ttf").write_bytes(data)
    assert pdf_fonts.font_with(ord("a")) is None


def test_plain_faces_come_first(machine: Path) -> None:
    for name in ("A-Bold.ttf", "NotoSans-Regular.ttf", "B.ttf", "NotoSans-Italic.otf"):
        (machine / name).touch()
    (machine / "readme.txt").touch()
    found = [path.name for path in pdf_fonts._installed()]
    assert found == ["NotoSans-Regular.ttf", "B.ttf", "NotoSans-Italic.otf", "A-Bold.ttf"]
    assert os.listdir(machine)


def test_a_picture_fills_its_page() -> None:
    picture = legend_picture(approximate_width)
    data = picture_pdf([picture])
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert found is not None
    size = [float(side) / POINTS for side in found.groups()]
    assert size == pytest.approx([picture.width, picture.height], abs=0.1), "wide pictures lie on wide pages"
    assert pdf_text(data).split("\n") == ["matched", "missed", "extra", "partial", "not counted"]


def test_that_a_dash_is_as_long_as_in_svg() -> None:
    dotted = pen_of(Status.EXTRA, LIGHT)
    drawn = operators(Line(((0, 0), (10, 0)), dotted))
    assert "0 J [2.00 4.40] 0 d" in drawn, "flat ends add nothing to a dash"
