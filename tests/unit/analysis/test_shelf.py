"""Analyses within a budget of words."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import parsed
from meantree.analysis.inputs import AnalysisInput
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.shelf import Shelf


def _of(text: str) -> Analysis:
    """One word for each letter."""
    return parsed(" ".join(f"{letter}:0:root" for letter in text))


def _kept(*texts: str) -> dict[AnalysisInput, Analysis]:
    return {text: _of(text) for text in texts}


def test_what_was_not_used_for_longest_goes() -> None:
    shelf = Shelf(6)
    shelf.put(_kept("aa"))
    shelf.put(_kept("bb"))
    shelf.put(_kept("cc"))
    shelf.find(["aa"])
    shelf.put(_kept("d"))
    assert shelf.find(["aa", "bb", "cc", "d"]).keys() == {"aa", "cc", "d"}


def test_what_comes_together_stays_whatever_the_budget() -> None:
    shelf = Shelf(3)
    shelf.put(_kept("a"))
    shelf.put(_kept("bbbb", "cccc"))
    assert shelf.find(["a", "bbbb", "cccc"]).keys() == {"bbbb", "cccc"}
    shelf.put(_kept("d"))
    assert shelf.find(["bbbb", "cccc", "d"]).keys() == {"d"}


def test_an_empty_text_counts_as_a_word() -> None:
    shelf = Shelf(2)
    for text in ("", " ", "  "):
        shelf.put({text: Analysis(text)})
    assert shelf.find(["", " ", "  "]).keys() == {" ", "  "}


def test_the_deeper_analysis_stays() -> None:
    shelf, deep = Shelf(9), Analysis("a", (), Layers(50, 1))
    shelf.put({"a": deep})
    shelf.put({"a": Analysis("a", (), Layers(2))})
    assert shelf.find(["a"])["a"] is deep
    other = Analysis("a", (), Layers(1, roles=True))
    shelf.put({"a": other})
    assert shelf.find(["a"])["a"] is other


STEPS = st.lists(st.dictionaries(st.text("ab", max_size=5), st.integers(1, 3), min_size=1, max_size=3), max_size=12)


@given(budget=st.integers(0, 12), steps=STEPS)
def test_never_more_than_the_budget_or_the_last_step(budget: int, steps: list[Mapping[str, int]]) -> None:
    shelf, seen = Shelf(budget), set[AnalysisInput]()
    for step in steps:
        texts: dict[AnalysisInput, Analysis] = {
            text: Analysis(text, _of(text).sentences, Layers(amount)) for text, amount in step.items()
        }
        shelf.put(texts)
        seen |= texts.keys()
        there = shelf.find(sorted(seen, key=str))
        assert there.keys() >= texts.keys()
        last = sum(max(1, len(text)) for text in step)
        assert sum(max(1, len(found.tokens)) for found in there.values()) <= max(budget, last)


def test_several_threads() -> None:
    shelf = Shelf(50)

    def use(number: int) -> None:
        for turn in range(300):
            text = "x" * ((number + turn) % 7)
            shelf.put({text: _of(text)})
            assert len(shelf.find([text, "x", "xx"])) <= 3

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(use, range(4)))
    texts = ["x" * length for length in range(7)]
    assert shelf.find(texts).keys() == set(texts), "all seven fit, so none was let go"
