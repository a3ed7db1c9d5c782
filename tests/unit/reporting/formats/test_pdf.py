"""The report as a PDF file."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace
from datetime import date
from functools import cache

import pytest

from helpers.pdf_text import objects, operators, pdf_text
from helpers.reports import ATTACKS, TWO, all_attacks, content_of, many
from helpers.trees import parsed
from meantree.analysis.constituents import TOP, ConstituencyTree
from meantree.comparison.comparison import ComparedText
from meantree.comparison.marks import Marks
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Problem
from meantree.escaping import one_line
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.evidence import Status
from meantree.numbers import fixed
from meantree.picture import pdf_fonts
from meantree.picture.constituent_picture import constituents_picture
from meantree.picture.shapes import heading_picture
from meantree.picture.style import LIGHT, SIZES
from meantree.picture.tree_picture import tree_picture
from meantree.reporting.blocks import Block, Details, Figure, Grid, Heading, Paragraph, Run, Texts, line
from meantree.reporting.content import ReportContent
from meantree.reporting.formats.pdf import pdf_parts, set_blocks
from meantree.reporting.formats.pdf_flow import height
from meantree.reporting.formats.pdf_page import SCALE, Page
from meantree.reporting.formats.pdf_text import Piece
from meantree.reporting.report_options import Paper, ReportOptions, parse_parts
from meantree_resources import resource


@pytest.fixture(autouse=True)
def _one_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another machine has other fonts; here there are none but ours."""
    monkeypatch.setattr(pdf_fonts, "font_with", lambda _code: None)


def written(content: ReportContent) -> bytes:
    return b"".join(pdf_parts(content))


def test_texts_scores_and_words_of_pictures_can_be_selected() -> None:
    content = content_of(TWO, ["edpm", "ter"], ReportOptions(title="Mine", date=date(2026, 1, 2)))
    lines = pdf_text(written(content)).split("\n")
    for printed in ("Mine", "Systems", "Segment d/1", "eins", "a b c d", "Same as reference A.", "Units"):
        assert printed in lines
    for system in ("s", "t"):
        assert fixed(content.table.segment_score(system, "edpm", 0) or 0.0) in lines, (
            "both have the first segment alone"
        )
    for word in ["a", "b", "c", "d"]:
        assert word in lines, "a word of a tree"
    assert "".join(content.signatures[0].split()) in "".join(lines)
    assert any("2026-01-02" in line for line in lines)


def test_pictures_are_vectors_in_the_colours_of_what_was_counted() -> None:
    drawn = operators(written(content_of(TWO, ["edpm"])))
    for status in (Status.MATCHED, Status.MISSED):
        colour = LIGHT.status[status]
        parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
        assert (" ".join(f"{part:.2f}" for part in parts) + " RG 1.700 w").encode() in drawn
    assert not operators(written(content_of(TWO, ["edpm"], ReportOptions(parts=parse_parts("evidence"))))).count(
        b" cm "
    )


def test_texts_are_inert() -> None:
    data = written(content_of(all_attacks(), ["ter"], ReportOptions(parts=parse_parts("trees,evidence"))))
    assert not _keys(data), "nothing in the file acts, or leads anywhere"
    message = "".join(pdf_text(data).split())
    for attack in ATTACKS:
        letters = (
            letter if _has(letter) else letter.encode("ascii", "backslashreplace").decode()
            for letter in one_line(attack)
        )
        if not any(
            "\u0300" <= letter <= "\u036f" or "\u0590" <= letter <= "\u08ff" for letter in attack
        ):  # joined and ordered
            assert "".join("".join(letters).split()) in message


def _keys(data: bytes) -> set[bytes]:
    """The names that the dictionaries of a file use."""
    heads = b"\n".join(
        re.sub(rb"\((?:[^\\()]|\\.)*\)", b"", letter) for letter in objects(data).values() if b"BT" not in letter
    )
    return set(re.findall(rb"/(?:JavaScript|JS|OpenAction <<|AA|URI|Launch|EmbeddedFile|AcroForm)\b", heads))


@cache
def _letters() -> Container[int]:
    (characters,) = pdf_fonts.characters(resource("fonts/DejaVuSans.ttf"))
    return characters


def _has(letter: str) -> bool:
    return ord(letter) in _letters()


def test_a_label_without_a_text_takes_a_line() -> None:
    page = Page("t", None)
    top = page.y
    page.labelled("source", (), 70.0)
    assert page.y > top
    page.close()


def test_trees_leave_room_for_words_that_are_printed_as_escapes() -> None:
    text = parsed("\U0010fffd:0:root a:1:det")
    page = Page("t", None)
    marked = ComparedText(text, text.tree(), Marks({}, {}))
    width = tree_picture(marked, page.measure).width
    page.close()
    assert width > tree_picture(marked).width


def test_words_of_two_lines_are_read_apart() -> None:
    """Screen readers take what is tagged as it is written, and see no lines."""
    page = Page("title", None)
    text = " ".join(f"word{number}" for number in range(40))
    page.paragraph(line(text))
    assert text in pdf_text(page.done()).replace("\n", "")
    page.close()


@pytest.mark.parametrize("form", ["{} %", "({} %)", "{} %,"])
def test_per_cent_stays_with_its_number(form: str) -> None:
    page = Page("t", None)
    page.paragraph(line(" ".join(form.format(number) for number in range(1, 90))))
    lines = pdf_text(page.done()).split("\n")
    page.close()
    assert any(one.rstrip("), ").endswith("%") for one in lines)
    assert not any(one.startswith("%") for one in lines)


def test_a_line_ends_after_a_closing_mark_of_chinese_before_a_word_of_another_run() -> None:
    page = Page("t", None)
    pieces = [Piece(text, Run(text), 9.0) for text in ("部，", "部，a")]
    carried = page._carried(pieces, 9.0, None)
    page.close()
    assert [piece.text for piece in pieces] == ["部，", "部，"]
    assert [piece.text for piece in carried] == ["a"]


def test_what_no_font_draws_is_escaped_and_told() -> None:
    segment = Segment("1", "", None, {"r": Text("हि 中")}, {"s": Text("中")})
    lines = pdf_text(written(content_of(Corpus("c", (segment,), ("s",), ("r",)), ["ter"]))).split("\n")
    assert r"\u4e2d" in lines
    assert "What was shortened" in lines
    told = " ".join(lines[lines.index("What was shortened") :])
    assert "(Devanagari, CJK)" in told
    assert "U+0939 U+093F U+4E2D" in told


def test_nothing_is_said_of_fonts_where_all_is_drawn() -> None:
    assert "What was shortened" not in pdf_text(written(content_of()))


def test_many_metrics_have_several_tables() -> None:
    specs = [f"chrf:beta={number}" for number in range(1, 16)]
    corpus = replace(TWO, systems=("s", "t", "u"))
    lines = pdf_text(written(content_of(corpus, specs, ReportOptions(parts=parse_parts("systems"))))).split("\n")
    assert lines.count("system") > 1


def test_long_texts_are_shortened_and_the_report_says_so() -> None:
    words = " ".join(f"w{place}" for place in range(1500))
    segment = Segment("1", "", words, {"r": Text(words)}, {"s": Text(f"{words} x")})
    text = pdf_text(written(content_of(Corpus("c" * 300, (segment,), ("s",), ("r",)), ["hwcm"])))
    assert "w0" in text.split()
    assert "w1499" not in text.split()
    told = " ".join(text.split("What was shortened")[1].split())
    assert f"Only the first 2,400 characters are printed: 1, source ({len(words):,} characters), 1, s, tr" in told
    assert "Not drawn, as pictures hold at most 200 words of at most 200 letters: 1 s (1,501 words)." in told
    assert "Not searched for findings, as texts of at most 400 words are: 1 s (1,501 words)." in told
    assert re.search(r"^\d / \d$", text, re.MULTILINE)


def test_headings_are_bookmarks_findings_are_links_and_everything_is_tagged() -> None:
    data = written(content_of(TWO, ["ter"]))
    heads = b"\n".join(objects(data).values())
    assert heads.count(b"/Subtype /Link") >= 1
    assert b"/Outlines" in data
    assert b"/MarkInfo" in data
    kinds = set(re.findall(rb"/S (/\w+)", heads))
    assert {b"/H1", b"/H2", b"/H3", b"/P", b"/Figure", b"/Table", b"/TR", b"/TH", b"/TD"} <= kinds
    cells = [body for body in objects(data).values() if re.search(rb"/S /T[HDR]\b", body)]
    assert all(re.search(rb"/Pg \d+ 0 R", cell) for cell in cells)
    drawn = operators(data)
    assert drawn.count(b"BDC") + drawn.count(b"BMC") == drawn.count(b"EMC")


@pytest.mark.parametrize(("paper", "size"), [("A4", b"595.28 841.89"), ("Letter", b"612.00 792.00")])
def test_pages_have_the_size_of_the_paper(paper: Paper, size: bytes) -> None:
    assert size in written(content_of(options=ReportOptions(paper=paper)))


def test_of_many_problems_the_first_are_told_and_the_rest_counted() -> None:
    content = content_of(many([4]), ["ter"], ReportOptions(parts=parse_parts("systems")))
    content.table.problems += [Problem(None, None, f"problem number {place}") for place in range(1, 54)]
    lines = pdf_text(written(content)).split("\n")
    message = [line for line in lines if line.startswith("problem number")]
    assert (message[-1], len(message)) == ("problem number 50", 50)
    assert "… and 3 more." in lines


def test_the_foot_of_every_page_has_a_font() -> None:
    page = Page("Report of 1 é\u0301 title", None)
    for _ in range(3):
        page.paragraph(line("e\u0301"))  # a page before it that ends in the font of its foot
        page.need(800)
    pages = [one for one in objects(page.done()).values() if b"Tj" in one or b"TJ" in one]
    page.close()
    assert len(pages) > 2
    for drawn in pages:
        fonts = [False]
        for token in re.findall(rb"(?:^|\s)(q|Q|Tf|Tj|TJ)(?=\s|$)", drawn):
            if token == b"q":
                fonts.append(fonts[-1])
            elif token == b"Q":
                fonts.pop()
            elif token == b"Tf":
                fonts[-1] = True
            else:
                assert fonts[-1], "a text without a font is not shown"


def test_a_word_without_end_is_broken() -> None:
    segment = Segment("1", "", "x" * 2000, {"r": Text("a")}, {"s": Text("a" * 2000)})
    text = pdf_text(written(content_of(Corpus("c", (segment,), ("s",), ("r",)), ["ter"])))
    assert text.count("x") >= 2000
    assert "…" not in text.split("Segment 1")[0]


def test_pictures_that_are_higher_than_a_page_go_on_in_the_same_size() -> None:
    page = Page("t", None)
    page.paragraph(line("above"))
    words = [f"word{place}" for place in range(120)]
    tree = ConstituencyTree(("S", *("A" for _ in words)), (TOP, *(0 for _ in words)))
    picture = constituents_picture(tree, words, Marks({}, {}), page.measure, width=300)
    page.picture((heading_picture("Reference", page.measure), picture), "words", line("Title."), line("Again."))
    made = page.done()
    page.close()
    text = pdf_text(made)
    assert text.index("Title.") < text.index("1 / 4"), "the caption is with the first part"
    assert text.count("Again.") == 3
    assert [word for word in text.split() if word in words] == words
    assert "1 / 4" in text
    sizes = {float(size) for size in re.findall(rb"/F\d+ ([\d.]+) Tf", operators(made))}
    assert sizes == {9.0, 7.5, *(round(SIZES[font] * SCALE, 2) for font in ("word", "label", "entry"))}


def texts_of_pages(page: Page) -> list[list[str]]:
    """Return the lines of each page, and close the document."""
    data = page.done()
    page.close()
    return [text.split("\n") for text in re.split(r"\d+ / \d+\nt\n?", pdf_text(data)) if text]


def test_small_tables_stay_whole_and_large_ones_have_their_heads_on_every_page() -> None:
    page = Page("t", None)
    page.y = 700.0
    page.table("small", ("head", "n"), [(f"row {row}", "1") for row in range(20)], texts=frozenset({0}))
    page.table("large", ("first", "n"), [(f"line {row}", "1") for row in range(150)], texts=frozenset({0}))
    page.prose_table(("prose", "of a"), [("a sentence " * 20, "x")] * 60)
    pages = texts_of_pages(page)
    assert sum("head" in lines for lines in pages) == 1
    for name, row in (("first", "line"), ("prose", "a sentence")):
        with_rows = ["".join(lines).count(name) for lines in pages if any(line.startswith(row) for line in lines)]
        assert len(with_rows) > 1
        assert set(with_rows) == {1}


def test_a_table_is_printed_smaller_before_a_column_moves_below() -> None:
    page = Page("t", None)
    page.table("", ["w" * 22] * 4, [["x"] * 4], texts=frozenset())
    (lines,) = texts_of_pages(page)
    assert lines.count("w" * 22) == 4


def test_the_heading_of_a_section_is_not_parted_from_the_one_below() -> None:
    page = Page("t", None)
    page.y = 620.0
    set_blocks(page, iter((Heading(1, "Over"), Heading(2, "Under"), Paragraph(line("text")))))
    assert all(("Over" in lines) == ("Under" in lines) for lines in texts_of_pages(page))


def test_a_heading_is_not_parted_from_its_table() -> None:
    page = Page("t", None)
    page.y = 650.0
    table = ValueTable("t", "", "a note " * 40, ("head", "n"), tuple((f"row {row}", 1) for row in range(8)))
    set_blocks(page, iter((Heading(1, "Large", anchor=""), Grid(table))))
    assert all(("Large" in lines) == ("head" in lines) for lines in texts_of_pages(page))


def test_a_segment_begins_on_the_page_of_its_first_translation() -> None:
    page = Page("t", None)
    texts = Texts((("source", line("word " * 200)), ("reference", line("word " * 200))))
    blocks: list[Block] = [Heading(2, "Segment 1"), texts, Heading(3, "s"), Texts((("translation", line("word")),))]
    page.y = 500.0
    set_blocks(page, iter(blocks))
    assert all(("Segment 1" in lines) == ("translation" in lines) for lines in texts_of_pages(page))


def test_the_last_rows_of_a_table_are_not_alone_on_a_page() -> None:
    for room in range(40, 80, 4):
        page = Page("t", None)
        page.y = 800.0 - room
        page.prose_table(("what", "who"), [(f"row {row}", "x") for row in range(5)])
        *_, last = texts_of_pages(page)
        assert sum(one.startswith("row") for one in last) >= 3


def test_columns_of_sentences_are_as_wide_as_their_words_where_others_need_the_room() -> None:
    page = Page("t", None)
    page.prose_table(("", "severity", "words"), [("1", "Major", "w " * 90)])
    assert page.y < 80, "the words take two lines"
    page.close()


def test_pictures_are_smaller_where_they_fit_the_page_by_that() -> None:
    page = Page("t", None)
    words = [f"word{place}" for place in range(6)]
    tree = ConstituencyTree(("S", *("A" for _ in words)), (TOP, *(0 for _ in words)))
    picture = constituents_picture(tree, words, Marks({}, {}), page.measure, width=100)
    figure = Figure((picture,), "", "words")
    page.y += page.left - 0.9 * height(page, figure) - height(page, Heading(3, "over"))
    set_blocks(page, iter([Heading(3, "over"), figure]))
    assert len(texts_of_pages(page)) == 1


def test_headings_are_not_parted_from_the_first_table_of_a_fold() -> None:
    page = Page("t", None)
    page.y = 700.0
    tables = [Grid(ValueTable("t", "", "", ("head", "n"), tuple((f"row {row}", 1) for row in range(12))))] * 2
    set_blocks(page, iter((Heading(1, "Appendix"), Heading(2, "Agreement"), Details("2 tables", tuple(tables)))))
    pages = texts_of_pages(page)
    assert all(("Appendix" in lines) == ("Agreement" in lines) == ("head" in lines) for lines in pages)


def test_names_from_right_to_left_do_not_reorder_the_details_of_a_heading() -> None:
    page = Page("t", None)
    set_blocks(page, iter((Heading(3, "s", details="תרגום: 3, second 4"),)))
    (lines,) = texts_of_pages(page)
    assert any("3, second 4" in text for text in lines)


def test_a_long_label_is_broken_into_lines_and_its_text_ends_below_it() -> None:
    page = Page("t", None)
    block = Texts((("reference the second of two translators", line("a")), ("source", line("b"))))
    top = page.y
    set_blocks(page, iter([block]))
    assert page.y == pytest.approx(top + height(page, block))
    text = pdf_text(page.done()).split("\n")
    assert not any("…" in part for part in text)
    assert "".join("".join(text).split()).count("referencethesecondoftwotranslators") == 1
