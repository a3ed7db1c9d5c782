"""Pictures to take away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from helpers.pdf_text import pdf_text
from helpers.reports import ATTACKS, attacked, compared, contents_of
from helpers.trees import bracketed
from meantree.analysis.corrections import corrected
from meantree.comparison.compare import ComparisonOptions, compare, text_alone
from meantree.comparison.two_systems import SystemComparison
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.metrics.metric import CompareOn
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.comparison_pictures import (
    WIDTH,
    WRITERS,
    PictureSubject,
    caption_picture,
    caption_text,
    compared_picture,
    single_text_picture,
    system_comparison_picture,
)
from meantree.picture.display_list import Drawing
from meantree.picture.shapes import MARGIN, Picture
from meantree.picture.svg import picture_svg


def test_a_caption_says_what_is_drawn() -> None:
    naming = PictureSubject("news/3", ("north",), "A", "hwcm", "chains of 2", (0.7311,))
    assert caption_text(naming, "arcs by chains") == (
        "Segment news/3, north compared with reference A, marked by hwcm (0.731) · chains of 2: arcs by chains."
    )
    assert caption_text(PictureSubject("3", ("north",))) == "Segment 3, north."
    falling = PictureSubject("3", ("north",), "", "ter", "", (0.25,), higher_is_better=False)
    assert caption_text(falling) == "Segment 3, north, marked by ter (0.250; lower is better)."
    assert naming.file_parts == ("news/3", "hwcm", "chains of 2", "north")


@given(st.lists(st.text("abc", min_size=1, max_size=60), max_size=30).map(" ".join), st.floats(80, 900))
def test_no_line_of_a_caption_is_wider_than_the_room(text: str, width: float) -> None:
    picture = caption_picture(text, width)
    lines = [line.text for line in picture.captions]
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert picture.width <= width or all(len(line) == 1 for line in lines)
    assert all(line.x == MARGIN and line.starts for line in picture.captions)


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_names_are_drawn_as_names(attack: str) -> None:
    quiet, hostile = (_picture(one) for one in ("x", attack))
    root, plain = (etree.fromstring(picture_svg(drawn).encode()) for drawn in (hostile, quiet))
    assert {node.tag for node in root.iter()} == {node.tag for node in plain.iter()}
    assert not any(name in ("href", "src", "onerror") for node in root.iter() for name in node.attrib)
    for write in WRITERS.values():
        assert write(hostile)


def _picture(attack: str) -> list[Drawing]:
    comparison = compared(contents_of(attacked(attack)))
    naming = PictureSubject(attack, (attack,), attack, "hwcm", "", (None,))
    return compared_picture(comparison, naming)


def test_long_sentences_go_on_in_further_rows() -> None:
    text = Text(" ".join(f"word{number}" for number in range(60)))
    corpus = Corpus("long", (Segment("1", "", references={"A": text}, hypotheses={"s": text}),), ("s",), ("A",))
    drawn = compared_picture(compared(contents_of(corpus)), PictureSubject("1", ("s",), "A", "hwcm"))
    assert max(one.width for one in drawn) <= WIDTH
    assert max(one.height for one in drawn) > 500


def test_that_a_picture_of_nothing_is_its_caption() -> None:
    """Frames may be wanted where there are none, of texts in a language without facts."""
    text = bracketed("(S (NN cat))")
    comparison = compare(Pair(text, [text]), metric("hwcm"), ComparisonOptions(structure="frames"))
    (caption,) = compared_picture(replace(comparison, legend=()), PictureSubject("1", ("s",), "A"))
    assert isinstance(caption, Picture)
    assert caption.captions[0].text.startswith("Segment 1, s compared with reference A")


@pytest.mark.parametrize("structure", ["dependencies", "constituents"])
def test_that_a_corrected_head_carries_its_sign_in_every_output(structure: CompareOn) -> None:
    text = corrected(bracketed("(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"), {0: (2, "det")})
    comparison = compare(Pair(text, [text]), metric("hwcm"), ComparisonOptions(structure=structure))
    naming = PictureSubject("1", ("s",), "A", "hwcm")
    drawn = compared_picture(comparison, naming)
    two = SystemComparison(("s", "t"), (comparison, comparison), (1, 1))
    shared = system_comparison_picture(two, PictureSubject("1", two.systems))
    alone = single_text_picture(text_alone(text), PictureSubject("1", ("s",)))
    has_heads = structure == "dependencies"
    for one, signs in ((drawn, 2 * has_heads), (shared, has_heads), (alone, 1)):
        with_legend = signs + bool(signs)
        assert (picture_svg(one).count("DT ✎"), picture_svg(one).count("✎")) == (signs, with_legend)
        assert pdf_text(WRITERS[".pdf"](one)).count("✎") == with_legend
        assert WRITERS[".tex"](one).decode().count("✎") == with_legend
