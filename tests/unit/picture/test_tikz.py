"""Pictures and texts as LaTeX source, in both directions of writing."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from helpers.pictures import marked
from helpers.trees import analyses, parsed
from meantree.analysis.sentences import Analysis
from meantree.comparison.marks import Mark, Marks
from meantree.escaping import one_line
from meantree.metrics.evidence import Status
from meantree.picture import tikz
from meantree.picture.display_list import Box, Disc, DisplayList, Lettering, Line, Part, Pen
from meantree.picture.shapes import legend_picture
from meantree.picture.style import approximate_width
from meantree.picture.tex_text import COMMANDS, directed, tex
from meantree.picture.tikz import PREAMBLE, picture_document, picture_tikz
from meantree.picture.tree_picture import tree_picture

SIGN = re.compile(
    r"\\(?:text\w+|dots|ensuremath|symbol|rightarrow|downarrow|Rightarrow|neq|mtchar|mtwide)(?![a-z])|\\[{}$#%_]"
)
WORDS = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textquotedbl{}": '"',
    r"\textquotesingle{}": "'",
    r"\textasciigrave{}": "`",
    r"\symbol{38}": "&",
    r"\ensuremath{-}": "−",
    r"\ensuremath{\rightarrow}": "→",
    r"\ensuremath{\downarrow}": "↓",
    r"\ensuremath{\Rightarrow}": "⇒",
    r"\ensuremath{\neq}": "≠",
    r"\dots{}": "…",
    r"\textendash{}": "–",
    r"\textemdash{}": "—",
    r"\mtchar{FFFD}{\symbol{65533}}": "\ufffd",
    "{-}": "-",
    "{,}": ",",
    "~": "\xa0",
    **{f"\\{sign}": sign for sign in "{}$#%_"},
}
ONE = re.compile("|".join([r"\\mt(?:char|wide)\{[0-9A-F]{4,6}\}\{(?s:.)\}", *map(re.escape, WORDS)]))


def read_back(source: str) -> str:
    """What a source of :func:`tex` sets, by the meaning of its commands."""
    return ONE.sub(lambda found: found[0][-2] if found[0] not in WORDS else WORDS[found[0]], source)


@given(st.text(st.one_of(st.sampled_from("\\{}$#%_&~^<>|\"'`-, ab"), st.characters()), max_size=12))
@example("\\end{document}")
@example("--- ,, '' ?` !`")
@example("&\\&^^41")
def test_every_character_stands_for_itself(text: str) -> None:
    source = tex(text)
    assert read_back(source) == one_line(text)
    rest = SIGN.sub("", source)
    assert not set(rest) & set("\\$#%&^")
    assert not re.search(r"--|,,|''|``", source), "no ligatures"


def test_lines_end_between_letters_of_scripts_without_blanks_but_not_before_a_mark() -> None:
    breaks = re.findall(r"\\mt(\w+)\{\w+\}\{(.)\}", tex("部长。да"))
    assert breaks == [("wide", "部"), ("char", "长"), ("wide", "。"), ("char", "д"), ("char", "а")]


def test_a_tree_has_its_words_arcs_and_how_they_fared() -> None:
    text = parsed("a_b:2:nsubj c:0:root d:2:obj")
    marks = Marks({(0, 1): Mark(Status.MISSED, 0, 1)}, {2: Mark(Status.EXTRA, 0, 1)})
    source = picture_tikz([tree_picture(marked(text, marks))])
    assert "a\\_b \\& c \\& d \\\\" in source
    assert "\\depedge[edge style={mtmissed}, label style={text=mtmissed}]{2}{1}{nsubj}" in source
    assert "\\depedge[edge style={mtnone}, label style={text=mtnone}]{2}{3}{obj}" in source
    assert "\\deproot{2}{root}" in source
    assert "\\draw[mtextra] (\\wordref{1}{3}.south west) -- (\\wordref{1}{3}.south east);" in source


def test_a_long_sentence_goes_on_in_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tikz, "ROW", 6)
    text = parsed("aa:0:root bb:1:x cc:1:y")
    source = picture_tikz([tree_picture(marked(text))])
    assert source.count("\\begin{dependency}") == 3
    assert "{1}{x of aa}" in source
    assert "{1}{y of aa}" in source


@given(analyses(), st.integers(1, 12) | st.just(10**6), st.sampled_from([None, 60.0]))
def test_rows_hold_each_arc_once_between_their_own_words(text: Analysis, row: int, width: float | None) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tikz, "ROW", row)
        source = picture_tikz([tree_picture(marked(text), width=width)])  # whose own rows are others
    start, drawn = 0, list[tuple[int, int]]()
    for part in source.split("\\begin{dependency}")[1:]:
        words = part.split("\\end{deptext}")[0].splitlines()[2].count("\\&") + 1
        ends = re.findall(r"\\depedge\[[^]]*\]\{(\d+)\}\{(\d+)\}", part)
        others = re.findall(r"\\deproot\[[^]]*\]\{(-?\d+)\}", part)
        assert all(1 <= int(end) <= words for end in (*others, *(end for pair in ends for end in pair)))
        drawn += ((start + int(head) - 1, start + int(dependent) - 1) for head, dependent in ends)
        drawn += ((-1, start + int(dependent) - 1) for dependent in others)
        start += words
    whole = {(head, dependent) for dependent, head, _ in text.tree().arcs()}
    assert Counter(dependent for _, dependent in drawn) == Counter(dependent for _, dependent in whole)
    assert {arc for arc in drawn if arc[0] >= 0} <= whole
    assert row <= 12 or set(drawn) == whole
    assert len(re.findall(r"\\deproot\{", source)) == len(text.tree().roots)


def test_words_of_a_row_from_right_to_left_stand_from_its_right_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tikz, "ROW", 12)
    text = parsed("אאאא:2:a בבבב:0:root גגגג:2:b דדדד:3:c")
    source = picture_tikz([tree_picture(marked(text))])
    rows = [part.split("\n")[2] for part in source.split("\\begin{dependency}")[1:]]
    letters = [re.findall("[א-ת]", re.sub(r"(.)\1+", r"\1", "".join(re.findall("[א-ת]", row)))) for row in rows]
    assert letters == [["ב", "א"], ["ד", "ג"]]
    assert [arc[:2] for arc in re.findall(r"\\depedge\[[^]]*\]\{(\d)\}\{(\d)\}", source)] == [("1", "2"), ("2", "1")]


RED, COLOUR = Pen("#ff0010", 2), "{rgb,255:red,255;green,0;blue,16}"


@pytest.mark.parametrize(
    ("part", "source"),
    [
        (Lettering(3, 4, "x", 20, RED.colour), f"{{15.0}}{{18.0}}\\selectfont, text={COLOUR}] at (3.0,4.0) {{x}};"),
        (Disc(1, 2, 4, RED.colour), f"[fill={COLOUR}] (1.0,2.0) circle [radius=3.00bp];"),
        (Line(((0, 1), (2, 3)), RED), f"[draw={COLOUR}, line width=1.50bp] (0.0,1.0) -- (2.0,3.0);"),
        (Line(((0, 1), (2, 3)), replace(RED, dashes=(4, 8))), "1.50bp, dash pattern=on 3.00bp off 6.00bp] (0.0"),
        (
            Line(((0, 0), (0, 3), (3, 3), (4, 5), (6, 7), (8, 9)), RED, degrees=(2, 3)),
            "] (0.0,0.0) .. controls (0.0,2.0) and (1.0,3.0) .. (3.0,3.0) .. controls (4.0,5.0) and (6.0,7.0) .. (8.0",
        ),
        (Line(((0, 1), (2, 3)), fill=RED.colour), f"\\path[fill={COLOUR}] (0.0,1.0) -- (2.0,3.0);"),
        (
            Box(1, 2, 3, 4, RED.colour, opacity=0.5),
            f"[fill={COLOUR}, fill opacity=0.50] (1.0,2.0) rectangle (4.0,6.0);",
        ),
        (
            Box(1, 2, 3, 4, RED.colour, RED, 4, 1),
            f"{COLOUR}, draw={COLOUR}, line width=1.50bp] [rounded corners=3.00bp]",
        ),
    ],
    ids=["letters", "disc", "line", "dashes", "curve", "area", "opacity", "corners"],
)
def test_parts_are_drawn_with_their_measures_in_points(part: Part, source: str) -> None:
    assert source in picture_tikz([DisplayList((part,), 9, 9)])


def test_lines_have_the_widths_and_dashes_of_the_window_in_points() -> None:
    assert "\\tikzset{mtnone/.style={draw=mtnone, line width=0.75bp}}" in PREAMBLE
    missed = "draw=mtmissed, line width=1.27bp, dash pattern=on 6.38bp off 3.82bp"
    assert f"\\tikzset{{mtmissed/.style={{{missed}}}}}" in PREAMBLE, "5 and 3 widths of 1.7 pixels"


def test_any_picture_is_a_document_of_its_own() -> None:
    source = picture_document([legend_picture(approximate_width)])
    assert source.startswith("\\documentclass")
    assert PREAMBLE in source
    assert COMMANDS.rstrip() in PREAMBLE
    for name in ("matched", "missed", "extra", "partial", "not counted"):
        assert f"{{{name}}};" in source
    begun, ended = (re.findall(rf"\\{what}\{{(\w+)\}}", source) for what in ("begin", "end"))
    assert sorted(begun) == sorted(ended)
    assert source.count("dash pattern") >= 3


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("קרא 2024 ספרים.", r"\mtrtl{קרא \mtltr{2024} ספרים.}"),
        ("אבג דהו a b זחט", r"\mtrtl{אבג דהו \mtltr{a b} זחט}"),
        ("the object “קרא ספר” of x", r"the object “\mtrtl{קרא ספר}” of x"),
        ("no such words", "no such words"),
    ],
)
def test_parts_of_a_text_run_as_they_are_read(text: str, source: str) -> None:
    assert re.sub(r"\\mtchar\{\w+\}\{(.)\}", r"\1", directed(text)) == source
