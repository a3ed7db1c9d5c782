"""The report as a PDF file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

import pytest

from helpers.pdf_text import objects, operators, page_texts, pdf_text, sizes_of_letters
from helpers.pictures import listed
from helpers.reports import ATTACKS, TWO, all_attacks, contents_of, many
from meantree.analysis.constituents import TOP, ConstituencyTree
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Problem
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.evidence import Status
from meantree.numbers import fixed
from meantree.picture import glyphs
from meantree.picture.constituent_picture import constituents_picture
from meantree.picture.glyphs import Glyphs
from meantree.picture.shapes import heading_picture
from meantree.picture.typesetting import typeset
from meantree.reporting.blocks import Figure, FlatBlock, Grid, Heading, Paragraph, Quotation, Run, Texts, line
from meantree.reporting.contents import Contents
from meantree.reporting.formats.pdf import pdf_parts, report_data
from meantree.reporting.request import Paper, ReportRequest

SIGNS = r"""= #b *c* _d_ `e` $f$ <g> @h i - j + k / l \m ~ n ' o " p [q] {r} (s) // t /* u */ https://v.w #let x --"""
"""Every character to which Typst gives a meaning."""


@pytest.fixture(autouse=True)
def _one_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another machine has other fonts; here there are none but ours."""
    monkeypatch.setattr(glyphs, "font_with", lambda _code: None)


def written(contents: Contents) -> bytes:
    return b"".join(pdf_parts(contents))


def set_blocks(*blocks: FlatBlock, title: str = "t", paper: Paper = "A4") -> bytes:
    """Return a report with these blocks."""
    found = Glyphs()
    return typeset("report.typ", report_data(iter(blocks), found, title, paper=paper), found)


def texts_of_pages(*blocks: FlatBlock) -> list[list[str]]:
    """Return the lines of each page."""
    return [text.split("\n") for text in page_texts(set_blocks(*blocks))]


def filling(lines: int) -> Iterable[Paragraph]:
    return [Paragraph(line("filling"))] * lines


def table(rows: int, note: str = "", head: tuple[str, ...] = ("head", "n"), name: str = "row") -> Grid:
    cells = tuple((f"{name} {row}", *range(1, len(head))) for row in range(rows))
    return Grid(ValueTable("t", "", note, head, cells))


def test_texts_scores_and_words_of_pictures_can_be_selected() -> None:
    request = ReportRequest(title="Mine", date=date(2026, 1, 2))
    contents = contents_of(TWO, ["edpm", "ter"], request)
    data = written(contents)
    text = pdf_text(data)
    lines = text.split("\n")
    for printed in ("Mine", "Result", "Segment d/1", "eins"):
        assert printed in lines
    for system in ("s", "t"):
        assert f"edpm {fixed(contents.table.segment_score(system, 'edpm', 0) or 0.0)}" in text
    assert all(lines.count(word) for word in "abcd"), "words of a tree"
    assert contents.signatures[0][1] in "".join(lines), "as it can be copied"
    assert any("2026-01-02" in line for line in lines)
    assert b"D:20260102" in data


def test_long_texts_have_no_more_than_a_page_each() -> None:
    words = " ".join(f"w{place}" for place in range(1500))
    segment = Segment("1", "", words, {"r": Text(words)}, {"s": Text(f"{words} x")})
    text = pdf_text(written(contents_of(Corpus("c" * 300, (segment,), ("s",), ("r",)), ["hwcm"])))
    assert "w0" in text.split()
    assert "w1499" not in text.split()
    assert "more characters are in the corpus" in " ".join(text.split())
    assert re.search(r"^\d / \d$", text, re.MULTILINE)


def test_of_many_problems_the_first_are_told_and_the_rest_counted() -> None:
    contents = contents_of(many([4]), ["ter"])
    told = [f"problem number {place}" for place in range(15)]
    contents.table.problems += [Problem(None, None, one, segment=one) for one in told]
    lines = pdf_text(written(contents)).split("\n")
    assert sum("problem number" in line for line in lines) == 12
    assert "… and 3 more." in lines


@pytest.mark.parametrize(("systems", "segments"), [(1, 1), (3, 40), (12, 12)])
def test_a_report_is_short_whatever_it_is_on(systems: int, segments: int) -> None:
    names = tuple(f"system {place}" for place in range(systems))
    texts = {name: Text(f"the old man number {place} read the book") for place, name in enumerate(names)}
    row = Segment("1", "", "quelle", {"r": Text("the old woman read this book at home")}, texts)
    corpus = Corpus("c", tuple(replace(row, id=str(place)) for place in range(segments)), names, ("r",))
    assert len(page_texts(written(contents_of(corpus, ["hwcm", "chrf", "ter"])))) <= 6


def test_texts_are_inert() -> None:
    data = written(contents_of(all_attacks(), ["ter"], ReportRequest(segments=ATTACKS)))
    heads = b"\n".join(re.sub(rb"\((?:[^\\()]|\\.)*\)", b"", one) for one in objects(data).values() if b"BT" not in one)
    found = re.findall(rb"/(?:JavaScript|JS|OpenAction <<|AA|URI|Launch|EmbeddedFile|AcroForm)\b", heads)
    assert not found, "nothing in the file acts, or leads anywhere"
    known, message = Glyphs(), "".join(pdf_text(data).split())
    for attack in ATTACKS:
        if not re.search("[\u0300-\u036f\u0590-\u08ff]", attack):  # joined and ordered
            printed = "".join((known.replacement(attack) or known.escaped(attack)).split())
            assert printed in message


def test_what_users_write_is_no_markup() -> None:
    text = line(SIGNS)
    grid = ValueTable("t", SIGNS, SIGNS, (SIGNS, SIGNS), ((SIGNS, SIGNS),))
    blocks: list[FlatBlock] = [
        Heading(1, SIGNS),
        Paragraph(text),
        Paragraph((Run(SIGNS, weight="code"), Run(SIGNS, Status.EXTRA), Run(SIGNS, ground="minor"))),
        Texts(((SIGNS, text),)),
        Figure((heading_picture(SIGNS, Glyphs().measure),), SIGNS, SIGNS),
        Quotation(SIGNS, SIGNS),
        Grid(grid),
        Grid(grid, prose=True),
    ]
    for number, block in enumerate(blocks):
        data = set_blocks(block, title=SIGNS)
        said = "".join(pdf_text(data).split())
        wanted = "".join(SIGNS.split())
        assert said.count(wanted) >= 3, number  # title, foot of the page, and the block
        assert b"/URI" not in b"".join(objects(data).values())


def test_a_line_is_written_in_its_direction_and_quotations_do_not_turn_it() -> None:
    (page,) = texts_of_pages(
        Texts((("source", line("אבג 12 דה")), ("translation", line("first")))),
        Paragraph((Run("by "), Run("שלום", isolated=True), Run(" 12, x"))),
    )
    assert page.index(" גבא") < page.index("12") < page.index("הד "), "from right to left"
    assert any("12, x" in text for text in page)


def test_what_no_font_draws_is_escaped_or_replaced_and_told() -> None:
    texts = {"s": Text("the city 中 lies here and there")}
    segment = Segment("1", "", "总统在周二的新闻发布会上表示该国经济", {"r": Text("हि 中")}, texts)
    text = pdf_text(written(contents_of(Corpus("c", (segment,), ("s",), ("r",)), ["ter"])))
    told = " ".join(text.split("No font of this machine")[1].split())
    assert r"the city \u4e2d lies" in text
    assert "no font of this machine has the Chinese script; install Noto Sans CJK SC" in text
    assert "(Chinese, Devanagari)" in told
    assert "U+0939" in told


def test_a_picture_whose_words_no_font_has_is_a_line() -> None:
    picture = heading_picture("总统在周二的新闻发布会上表示该国经济", Glyphs().measure)
    data = set_blocks(Figure((picture,), "caption", "words"))
    assert "install Noto Sans CJK SC" in pdf_text(data)
    assert b"/S/Figure" not in b"".join(objects(data).values())


def test_headings_are_bookmarks_findings_are_links_and_everything_is_tagged() -> None:
    data = written(contents_of(TWO, ["ter"]))
    heads = b"\n".join(objects(data).values())
    assert heads.count(b"/Subtype/Link") >= 1
    for name in (b"/Outlines", b"/MarkInfo", b"/Lang(en)", b"/Alt("):
        assert name in heads
    kinds = set(re.findall(rb"/S/(\w+)", heads))
    assert {b"Title", b"H1", b"H2", b"P", b"Figure", b"Table", b"TR", b"TH", b"TD", b"Link"} <= kinds
    drawn = operators(data)
    assert drawn.count(b"BDC") + drawn.count(b"BMC") == drawn.count(b"EMC")


def test_a_link_to_what_is_not_in_the_report_is_a_text() -> None:
    runs = (Run("there", target="segment-9"),)
    assert "there" in pdf_text(set_blocks(Paragraph(runs)))


@pytest.mark.parametrize(("paper", "size"), [("A4", b"595.2756 841.8898"), ("Letter", b"612 792")])
def test_pages_have_the_size_of_the_paper(paper: Paper, size: bytes) -> None:
    assert size in set_blocks(Paragraph(line("a")), paper=paper)


def test_a_word_without_end_is_broken() -> None:
    segment = Segment("1", "", "x" * 2000, {"r": Text("a")}, {"s": Text("a" * 2000)})
    lines = pdf_text(written(contents_of(Corpus("c", (segment,), ("s",), ("r",)), ["ter"]))).split("\n")
    assert sum(one.count("x") for one in lines) >= 2000
    assert max(map(len, lines)) < 200


@pytest.mark.parametrize("words", [8, 120])
def test_a_picture_stands_on_one_page_with_its_caption(words: int) -> None:
    names = [f"word{place}" for place in range(words)]
    tree = ConstituencyTree(("S", *("A" for _ in names)), (TOP, *(0 for _ in names)))
    picture = constituents_picture(listed(names, tree), Glyphs().measure, width=300)
    blocks: tuple[FlatBlock, ...] = (*filling(30), Figure((picture,), "Title.", "words"))
    pages = texts_of_pages(*blocks)
    (with_caption,) = [lines for lines in pages if "Title." in lines]
    assert [text for text in with_caption if text in names] == names
    sizes = sizes_of_letters(set_blocks(*blocks))
    assert (min(sizes) >= 7.0) == (words < 100), "one that is as high as a page is smaller"


@pytest.mark.parametrize(
    ("texts", "height", "with_picture"),
    [
        (20, 430.0, {"Under", "label", "score"}),
        (30, 430.0, {"score"}),
        (1, 950.0, {"score"}),
        (1, 2000.0, set[str]()),
    ],
    ids=["short texts", "long texts", "a high picture", "one higher than a page"],
)
def test_texts_of_a_segment_stay_with_its_picture_if_a_page_has_room(
    texts: int, height: float, with_picture: set[str]
) -> None:
    tree = ConstituencyTree(("S", "A", "A"), (TOP, 0, 0))
    own = constituents_picture(listed(["own"] * 2, tree), Glyphs().measure, width=300)
    picture = Figure((replace(own, height=height),), "Title.", "own")
    rows = Texts((("label", line("a")),) * texts)
    pages = texts_of_pages(*filling(20), Heading(2, "Under"), rows, Paragraph(line("score")), picture)
    (page,) = [{*lines} for lines in pages if "own" in lines]
    assert page & {"Under", "label", "score", "Title."} == with_picture | {"Title."}


def test_small_tables_stay_whole_and_large_ones_have_their_heads_on_every_page() -> None:
    prose = ValueTable("p", "", "", ("prose", "of a"), tuple(("a sentence " * 20, "x") for _ in range(60)))
    pages = texts_of_pages(
        *filling(38), table(20), table(150, head=("first", "n"), name="line"), Grid(prose, prose=True)
    )
    assert sum("head" in lines for lines in pages) == 1
    for name, row in (("first", "line"), ("prose", "a sentence")):
        with_rows = [lines.count(name) for lines in pages if any(line.startswith(row) for line in lines)]
        assert len(with_rows) > 1
        assert set(with_rows) == {1}
