"""How long a report will be."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from helpers.reports import PRESETS, TWO, content_of, many, parse_parts
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, ErrorSpan, Text
from meantree.corpus.formats import InputFile, read_corpus
from meantree.reporting.chosen_content import report_content
from meantree.reporting.estimate import ReportSize, estimate_size
from meantree.reporting.formats.pdf import pdf_parts
from meantree.reporting.report_options import ReportOptions
from meantree.scoring.run import score_corpus
from meantree_resources import resource


def _pages(corpus: Corpus, spec: str, parts: str) -> int:
    return estimate_size(content_of(corpus, [spec], ReportOptions(parts=parse_parts(parts)))).pages


def test_letters_of_wide_scripts_take_twice_the_room() -> None:
    latin, wide = (replace(TWO, segments=(replace(TWO.segments[0], source=letter * 84_000),)) for letter in ("x", "因"))
    assert _pages(wide, "ter", "segments") == pytest.approx(2 * _pages(latin, "ter", "segments"), rel=0.1)


@pytest.mark.parametrize("part", ["trees", "frames", "evidence", "derivation"])
def test_each_part_makes_it_longer(part: str) -> None:
    corpus = many([4] * 60)
    assert _pages(corpus, "hwcm", part) > _pages(corpus, "hwcm", "segments")


def test_features_count_where_there_are_some() -> None:
    corpus = many([4] * 10)
    assert _pages(corpus, "ter", "features") == _pages(corpus, "ter", "segments")
    assert _pages(corpus, "rte-r", "features") > _pages(corpus, "rte-r", "segments")


def test_pictures_grow_with_words() -> None:
    text = Text("a b c d e f g h i j " * 19)
    long = replace(TWO, segments=(replace(TWO.segments[0], references={"A": text}, hypotheses={"s": text, "t": text}),))
    assert 2 * _pages(TWO, "hwcm", "trees") < _pages(long, "hwcm", "trees")


def test_only_what_is_shown_counts() -> None:
    content = content_of(many([4] * 30), ["ter"], ReportOptions(segments=tuple("1234567")))
    assert estimate_size(content).segments == 7
    assert estimate_size(content).description == "7 segments, about 5 pages as PDF"
    assert estimate_size(content_of(TWO, ["ter"], ReportOptions(parts=parse_parts("systems")))) == ReportSize(0, 1)


def test_segments_that_have_nothing_to_show_do_not_count() -> None:
    content = content_of(TWO, ["stm", "hwcm"])
    assert content.selection.shown == (0, 1)
    assert estimate_size(content).segments == 0, "hand-made analyses have no constituents"


def test_tables_of_errors_count() -> None:
    corpus = many([4] * 60)
    errors = (ErrorSpan("s", "hypothesis", 0, 1, "Other", "major", "ana"),) * 3
    marked = replace(corpus, segments=tuple(replace(one, errors=errors) for one in corpus.segments))
    assert _pages(marked, "ter", "segments") > _pages(corpus, "ter", "segments")


@pytest.mark.pipeline
def test_it_is_about_right_for_the_sample() -> None:
    store = AnalysisStore()
    corpus = read_corpus([InputFile(resource("sample/sample.tsv"))])
    table = score_corpus(corpus, ["hwcm", "bleu"], store)
    for focus in ("hwcm", "bleu"):
        content = report_content(table, store, ReportOptions(focus=focus, parts=PRESETS["linguist"]))
        pages = len(re.findall(rb"/Type/Page\b", b"".join(pdf_parts(content))))
        assert estimate_size(content).pages == pytest.approx(pages, rel=0.3)
