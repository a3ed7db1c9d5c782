"""Corrected links and trees are records of their own: frames are not touched, and undo restores that there is none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.trees import parsed
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.corrections import (
    LinksKey,
    TreeKey,
    arcs_from_json,
    arcs_to_json,
    links_from_json,
    links_to_json,
    toggle_link,
    toggle_mistranslation,
    without_corrections_of,
)
from meantree.annotation.edits import EditRefused
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.errors import UsageError
from meantree.metrics.pair import Pair
from meantree.project.file import Project
from meantree.project.new_projects import make_project

CORPUS = corpus_of([("x y", "x y", "y x")], "b", "AB", ids="1", document="d")
KEY = LinksKey("d/1", "b", "A", "ann")
TREE = TreeKey("d/1", "reference", "A", "ann")
FRAMES = AnnotationKey("d/1", "b", "A", "ann")
WORK = Annotation((frame("0"),), (frame("1 agent=0"),))
ONE, TWO = FixedLinks(frozenset({(0, 1)})), FixedLinks(frozenset({(0, 1)}), frozenset({(0, 0)}))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "x.meantree"
    make_project(found, CORPUS)
    return found


def test_corrections_are_in_the_corpus_of_their_annotator(path: Path) -> None:
    arcs = {1: (-1, "root"), 0: (1, "x")}
    with Project(path) as project:
        project.save_tree(TREE, arcs, "head")
        for key, fixed in {KEY: TWO, replace(KEY, reference="B"): ONE, replace(KEY, annotator="bob"): ONE}.items():
            project.save_links(key, fixed, "link")
        segment = project.corpus("ann").segments[0]
        assert (segment.hypotheses["b"].links, segment.references["A"].arcs) == ({"A": TWO, "B": ONE}, arcs)
        assert project.annotated_segment(CORPUS.segments[0], "ann") == segment
        assert project.corpus().segments == CORPUS.segments
        assert (len(project.links()), project.annotation(FRAMES)) == (3, None)


def test_links_there_and_back() -> None:
    for fixed in (FixedLinks(), ONE, TWO, replace(TWO, mistranslated=frozenset({(0, 1), (2, 2)}))):
        assert links_from_json(links_to_json(fixed)) == fixed
    odd = '{"linked":[[0,1]],"unlinked":[[0,1]]}', '{"linked":[],"unlinked":[[0,1]],"mistranslated":[[0,1]]}'
    for text in ("", "[]", '{"linked":[]}', '{"linked":[[1]],"unlinked":[]}', "[" * 100_000, *odd):
        with pytest.raises(ValueError, match=r"."):
            links_from_json(text)


@pytest.mark.parametrize("word", ['"0"', '"01"', "0.9", "true", "-1", "null", "1e400"])
def test_words_of_links_are_whole_numbers(word: str) -> None:
    with pytest.raises(ValueError, match="not corrected links"):
        links_from_json(f'{{"linked":[[{word},1]],"unlinked":[]}}')


def test_arcs_there_and_back() -> None:
    arcs = {0: (-1, "root"), 3: (0, "“odd”")}
    assert arcs_from_json(arcs_to_json(arcs)) == arcs
    for text in ("", "[]", '{"arcs":[[1]]}', '{"arcs":[[1,2,3,4]]}', '{"arcs":[[1,Infinity,"x"]]}', "[" * 100_000):
        with pytest.raises(ValueError, match=r"."):
            arcs_from_json(text)


@pytest.mark.parametrize(
    "row",
    [
        *('[true,1,"x"]', '[0,true,"x"]', '["0",1,"x"]', '[0.0,1,"x"]', '[0,1.5,"x"]'),
        *("[0,1,null]", "[0,1,2]", '[0,1,"\\ud800"]', '[-1,1,"x"]', '[0,-2,"x"]', '[0,1,"x"],[0,2,"y"]'),
    ],
)
def test_damaged_arcs_are_refused(row: str) -> None:
    with pytest.raises(ValueError, match="not corrected arcs"):
        arcs_from_json(f'{{"arcs":[{row}]}}')


def test_a_label_that_cannot_be_written_is_an_input_error(path: Path) -> None:
    with Project(path) as project:
        with pytest.raises(UsageError, match=r"the label '\\ud800' cannot be written as text"):
            project.save_tree(TREE, {0: (1, "\ud800")}, "label")
        assert project.trees().get(TREE, {}) == {}


# What an annotator does

SAME = Pair(parsed("cat:2:x sat:0:root"), (parsed("dog:2:x cat:3:x sat:0:root"),), ("A",))
"""The aligner links what is written alike."""


def test_a_mistranslation_keeps_its_link_until_it_is_unlinked() -> None:
    marked = toggle_mistranslation(SAME, 0, (0, 1))
    assert marked == FixedLinks(mistranslated=frozenset({(0, 1)}))
    pair = replace(SAME, fixed=(marked,))
    assert pair.alignment(0).links == SAME.alignment(0).links
    assert toggle_mistranslation(pair, 0, (0, 1)) == without_corrections_of(marked, "hypothesis", 0) == FixedLinks()
    assert toggle_link(pair, 0, (0, 1)) == FixedLinks(unlinked=frozenset({(0, 1)}))
    linked = toggle_mistranslation(SAME, 0, (1, 0))
    assert linked == FixedLinks(frozenset({(1, 0)}), mistranslated=frozenset({(1, 0)}))


def test_what_the_aligner_links_is_unlinked_and_linked_again() -> None:
    apart = toggle_link(SAME, 0, (0, 1))
    assert apart == FixedLinks(unlinked=frozenset({(0, 1)}))
    again = replace(SAME, fixed=(apart,))
    assert (0, 1) not in again.alignment(0).pairs
    assert toggle_link(again, 0, (0, 1)) == FixedLinks(), "the aligner links them on its own"


def test_words_that_have_other_links_are_not_linked_at_their_cost() -> None:
    """Every word has one partner in each direction, so six words take six links at most."""
    three = Pair(parsed("a:0:root b:1:x c:1:x"), (parsed("d:0:root e:1:x f:1:x"),), ("A",))
    every = frozenset((one, two) for one in range(3) for two in range(3))
    full = replace(three, fixed=(FixedLinks(every - {(2, 2)}),))
    with pytest.raises(EditRefused, match="remove one"):
        toggle_link(full, 0, (2, 2))
    several = FixedLinks(frozenset({(0, 0), (0, 1), (0, 2)}))
    assert several.linked <= set(replace(three, fixed=(several,)).alignment(0).pairs)


def test_one_word_has_its_automatic_links_back() -> None:
    fixed = FixedLinks(frozenset({(0, 1), (2, 2)}), frozenset({(0, 0), (1, 1)}))
    assert without_corrections_of(fixed, "hypothesis", 0) == FixedLinks(frozenset({(2, 2)}), frozenset({(1, 1)}))
    assert without_corrections_of(fixed, "reference", 1) == FixedLinks(frozenset({(2, 2)}), frozenset({(0, 0)}))
    with pytest.raises(EditRefused, match="no corrected links"):
        without_corrections_of(fixed, "reference", 5)
