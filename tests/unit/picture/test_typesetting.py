"""Pictures as PDF files, and users' templates: what they may read, and how their errors are told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from helpers.pdf_text import objects, operators, page_texts, pdf_text
from helpers.trees import parsed
from meantree.comparison.compare import text_alone
from meantree.errors import InputError
from meantree.metrics.evidence import Status
from meantree.picture import glyphs
from meantree.picture.display_list import POINTS, DisplayList, Line, pen_of
from meantree.picture.glyphs import Glyphs
from meantree.picture.shapes import heading_picture, legend_picture
from meantree.picture.style import LIGHT, approximate_width
from meantree.picture.tree_picture import tree_picture
from meantree.picture.typesetting import picture_pdf, typeset

SIGNS = (
    r"""a #b *c* _d_ `e` $f$ <g> @h = i - j + k / l \m ~ n ' o " p [q] {r} (s) // t /* u */ https://v.w #let x = 1"""
)
"""Every character to which Typst gives a meaning."""


@pytest.fixture(autouse=True)
def _one_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another machine has other fonts; here there are none but ours."""
    monkeypatch.setattr(glyphs, "font_with", lambda _code: None)


def test_arabic_is_joined_and_hebrew_ordered() -> None:
    text = pdf_text(picture_pdf([heading_picture("abc שלום", approximate_width)]))
    assert text == "abc םולש", "drawn from left to right"
    joined = pdf_text(picture_pdf([heading_picture("شركة", approximate_width)]))
    assert joined == "ةكرش", "each letter is known by the shape that it has in the word"


def test_a_picture_fills_its_page() -> None:
    picture = legend_picture(approximate_width)
    data = picture_pdf([picture])
    found = re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert found is not None
    size = [float(side) / POINTS for side in found.groups()]
    assert size == pytest.approx([picture.width, picture.height], abs=1), "wide pictures lie on wide pages"
    assert pdf_text(data).split("\n") == ["matched", "missed", "extra", "partial", "not counted"]
    assert data == picture_pdf([picture]), "the same picture is the same file"


def test_a_picture_is_drawn_in_the_colours_of_what_was_counted() -> None:
    line = Line(((1, 5), (19, 5)), pen_of(Status.EXTRA, LIGHT))
    drawn = operators(picture_pdf([DisplayList((line,), 20, 20)]))
    colour = LIGHT.status[Status.EXTRA]
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    found = re.search(rb"([\d.]+) ([\d.]+) ([\d.]+) SCN", drawn)
    assert found is not None
    assert list(map(float, found.groups())) == pytest.approx(parts, abs=0.01)
    assert b"[2 4.4]" in drawn, "dashes are as long as in SVG"


def test_a_picture_without_glyphs_is_a_line_that_says_so() -> None:
    words = ("总统", "在", "周二", "的", "新闻", "发布会", "上", "表示", "经济", "增长")
    tree = parsed(" ".join(f"{word}:{place}:nsubj" for place, word in enumerate(words)))
    text = pdf_text(picture_pdf([tree_picture(text_alone(tree)), *[legend_picture(approximate_width)] * 9]))
    assert "install Noto Sans CJK SC" in text, "its labels and legend are no part of its words"
    assert r"\u603b" not in text
    assert r"the city \u5317" in pdf_text(picture_pdf([heading_picture("the city 北", approximate_width)]))


def own(folder: Path, code: str) -> bytes:
    """What a template of this code makes of data."""
    template = folder / "own.typ"
    template.write_text(code, encoding="utf-8")
    return typeset("report.typ", {"title": SIGNS}, Glyphs(), own=template)


def test_a_users_template_gets_the_data_and_reads_files_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "parts.typ").write_text('#import "colours.typ": ink\n#let shown(it) = text(ink, it)')
    (tmp_path / "more" / "colours.typ").write_text("#let ink = red")
    (tmp_path / "words.txt").write_text("from a file")
    code = '#import "/more/parts.typ": shown\n#shown(json(bytes(sys.inputs.data)).title)\n\n#read("words.txt")'
    assert " ".join(pdf_text(own(tmp_path, code)).split()) == f"{SIGNS} from a file"


@pytest.mark.parametrize(
    ("code", "line", "told"),
    [
        ('\n\n#import "@preview/cetz:0.3.0"', 3, "there are no packages"),
        ('text\n#include "@local/a:1.0.0"', 2, "there are no packages"),
        ('#let name = "@preview/cetz:0.3.0"\n#import name: *', 2, "in quotation marks"),
        ('#import "\\u{40}preview/cetz:0.3.0"', 1, "in quotation marks"),
        ('#import/**/"@preview/cetz:0.3.0"', 1, "in quotation marks"),
        ('\n#eval("import " + "…")', 2, "neither eval nor std"),
        ('#dictionary(std).at("ev" + "al")("1")', 1, "neither eval nor std"),
        ('#include "part.typ"', 2, "there are no packages"),
        ('#read("../secret.txt")', 1, "would escape"),
        ('\n#read("/../secret.txt")', 2, "would escape"),
        ('\n#read("/etc/passwd")', 2, "file not found"),
        ("\n\n#let x = 1 + true", 3, "cannot add integer and boolean"),
        ("#json(bytes(sys.inputs.data)).absent", 1, "absent"),
        ("#(", 1, "unclosed delimiter"),
    ],
)
def test_an_error_of_a_template_has_its_file_and_line(tmp_path: Path, code: str, line: int, told: str) -> None:
    folder = tmp_path / "template"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "part.typ").write_text('\n#import "@preview/cetz:0.3.0"')
    with pytest.raises(InputError, match=re.escape(told)) as error:
        own(folder, code)
    assert (error.value.problem.line, error.value.problem.path.name if error.value.problem.path else "") == (
        line,
        "part.typ" if "part" in code else "own.typ",
    )


@pytest.mark.parametrize("made", ["none", "folder", "bytes"])
def test_a_template_that_cannot_be_read_is_told(tmp_path: Path, made: str) -> None:
    path = tmp_path / "own.typ"
    if made == "folder":
        path.mkdir()
    if made == "bytes":
        path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"own\.typ: cannot be read as a template"):
        typeset("report.typ", {}, Glyphs(), own=path)


def test_pictures_tell_nothing_of_the_machine() -> None:
    data = picture_pdf([heading_picture("a", approximate_width)])
    assert len(page_texts(data)) == 1
    assert b"D:19800101" in b"".join(objects(data).values())
