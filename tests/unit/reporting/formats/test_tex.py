"""The report as LaTeX source."""

from __future__ import annotations

import re

from helpers.reports import TWO, all_attacks, content_of
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.evidence import Status
from meantree.numbers import fixed
from meantree.picture.tex_text import tex
from meantree.reporting.blocks import Grid, Run, line
from meantree.reporting.content import ReportContent
from meantree.reporting.formats.tex import _line, _prose, tex_parts
from meantree.reporting.report_options import ReportOptions, parse_parts
from meantree.reporting.styles import PRESETS


def written(content: ReportContent) -> str:
    return "".join(tex_parts(content))


def test_a_table_of_metrics_and_a_tree_for_each_text() -> None:
    content = content_of(TWO, ["edpm", "ter"], ReportOptions(parts=parse_parts("systems,trees")))
    source = written(content)
    assert "metric & s & t & difference & segments \\\\" in source
    scores = [tex(fixed(content.table.segment_score(name, "edpm", 0) or 0.0)) for name in ("s", "t")]
    assert f"edpm & {' & '.join(scores)} & " in source, "on the one segment that both have"
    assert source.count("\\begin{dependency}") == 2, "a translation that is the same as its reference is not drawn"
    assert "\\subsection*{Segment d/1}\\phantomsection\\label{segment-1}" in source
    assert source.count("Words compared by form") == 1, "the legend of marks is printed once"
    for signature in content.signatures:
        assert tex(signature) in source.replace("\\allowbreak{}", "")


def test_a_column_has_room_for_its_longest_word() -> None:
    row = ("precipitating", "the words of one annotator, which are many", "and those of another, which are as many")
    grid = Grid(ValueTable("t", "", "", ("frame", "a", "b"), (row,)), prose=True)
    share = float(re.findall(r"p\{([.\d]+)", "".join(_prose(grid)))[0])
    assert share > 1.3 * 13 / 100, "a line has some 100 letters, and words are not broken"


def test_differing_words_are_marked_and_findings_lead_to_their_segment() -> None:
    source = written(content_of(TWO, ["ter"], ReportOptions(parts=PRESETS["linguist"])))
    assert "a b \\mtmarkmissed{c} \\mtmarkmissed{d}" in source
    assert "\\hyperref[segment-1]{" in source


def test_a_title_from_right_to_left_is_set_so() -> None:
    source = written(content_of(TWO, ["ter"], ReportOptions(title="تقرير 12")))
    assert re.search(r"\\LARGE\\bfseries \\mtrtl\{.*\\mtltr\{12\}\}\\par", source)


def test_hostile_texts_bring_no_command_of_their_own() -> None:
    def commands(source: str) -> set[str]:
        return set(re.findall(r"\\(?:[A-Za-z]+|.)", source))

    known = commands(written(content_of(TWO, ["ter", "edpm"])))
    source = written(content_of(all_attacks(), ["ter"]))
    signs = {f"\\{sign}" for sign in "{}$#%_"}
    texts = {
        f"\\text{name}" for name in ["backslash", "asciitilde", "asciicircum", "less", "greater", "bar", "quotedbl"]
    }
    texts |= {"\\textquotesingle", "\\textasciigrave", "\\symbol", "\\mtchar", "\\mtwide", "\\dots", "\\ensuremath"}
    assert commands(source) - known <= signs | texts
    begun, ended = (re.findall(rf"\\{what}\{{(\w+)\}}", source) for what in ("begin", "end"))
    assert sorted(begun) == sorted(ended)
    assert source.endswith("\\end{document}\n")
    assert source.count("\\end{document}") == 1
    plain = re.sub(r"\\.", "", source)
    assert plain.count("{") == plain.count("}")


def test_colours_in_lines_from_right_to_left_end_after_their_words() -> None:
    assert _line(line("קרא ", Run("ספר", Status.MISSED), " טוב")).count(r"\mtltr{\mtmarkmissed{") == 1
    assert r"\mtltr" not in _line(line("read ", Run("books", Status.MISSED)))
    assert _line(line("lost: “", Run("קרא ספר טוב מאוד", isolated=True), "”")).startswith("lost")


def test_a_heading_with_its_source_does_not_end_a_page() -> None:
    source = "".join(tex_parts(content_of(TWO, ["edpm"], ReportOptions(parts=parse_parts("segments,evidence")))))
    assert "\\newcommand\\mtkeep" in source
    assert re.search(r"\\subsection\*\{Segment d/1\}.*\n.*eins\\par\n(.*\n)?\\mtkeep\n", source)
    assert source.count("\n\\mtkeep") == 1, "the other segment has no source"


def test_the_texts_of_a_segment_and_a_picture_with_its_caption_stay_on_a_page() -> None:
    source = written(content_of(TWO, ["ter"], ReportOptions(parts=PRESETS["linguist"])))
    assert re.search(r"translation\}\\quad .*\\par\n\\nopagebreak\n\\textcolor\{mtmuted\}\{\\small reference A", source)
    assert "\\nopagebreak\n{\\small\\leavevmode\\color{mtmuted}" in source, "a colour in the paragraph, not before it"


def test_the_blank_before_a_run_in_lighter_print_is_kept() -> None:
    said = line(Run("A name is lost."), Run(" major, 95 %", weight="muted"))
    assert _line(said) == "A name is lost. \\textcolor{mtmuted}{major{,} 95~\\%}"
