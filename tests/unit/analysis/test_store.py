"""A text is analysed once; analyses are kept within a budget of words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.stores import HandMadeStore
from helpers.trees import parsed
from meantree.analysis.inputs import LONGEST_TEXT, AnalysisInput, TokenizedText
from meantree.analysis.layers.registry import missing_layers
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.parsers import DEFAULT, MADE_WITH, Parsers
from meantree.analysis.role_labeller import labeller_fingerprint
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisBatch, AnalysisCache, AnalysisStore, Task
from meantree.errors import Cancelled, UsageError
from meantree.shipped import fingerprint
from meantree.work import Work

TELESCOPE = "The man saw the girl with the telescope."


class Noting(HandMadeStore):
    """Notes what it analyses."""

    def __init__(self, budget: int) -> None:
        super().__init__(budget)
        self.made: list[tuple[str, Layers]] = []

    def _analysed(self, text: str, layers: Layers) -> Analysis:
        self.made.append((text, layers))
        return super()._analysed(text, layers)


def test_dropped_analyses_are_made_again() -> None:
    store = Noting(budget=4)
    for text in ("a b", "c d", "a b", "e f", "c d", "a b"):
        assert store.analyse({text: WORDS})[text].text == text
    assert [text for text, _ in store.made] == ["a b", "c d", "e f", "c d", "a b"]


def test_a_batch_stays_when_the_cache_drops_analyses() -> None:
    store, texts = HandMadeStore(budget=2), [f"text {number}" for number in range(200)]
    taken = store.analyse(dict.fromkeys(texts, WORDS))
    assert sorted(found.text for found in taken.values()) == sorted(texts)
    assert len(store.cached(dict.fromkeys(texts, WORDS))) < len(texts)
    assert taken.analyse({"text 0": WORDS}) == {"text 0": taken["text 0"]}
    with pytest.raises(KeyError):
        taken.analyse({"another": WORDS})


def test_parsed_texts_get_the_language_of_the_parsers() -> None:
    """English lexicons, facts and findings are for English texts, also for those that came with their trees."""
    chinese, english = AnalysisStore(DEFAULT.for_language("zh")), AnalysisStore()
    for layers in (WORDS, Layers(1, roles=True)):  # nothing is made, or frames by rules
        given = parsed("猫:2:nsubj 吃:0:root")
        found = chinese.analyse({given: layers})[given]
        assert found.language == "zh"
        assert chinese.analyse({given: layers})[given] is found
    assert english.analyse({given: WORDS})[given] is given


def test_further_layers_keep_existing_ones() -> None:
    store = Noting(budget=99)
    store.analyse({"a b": Layers(3)})
    store.analyse({"a b": Layers(1, roles=True), "c": WORDS})
    assert store.made == [("a b", Layers(3)), ("a b", Layers(3, roles=True)), ("c", WORDS)]
    assert store.cached({"a b": Layers(3, roles=True)}).keys() == {"a b"}


def test_missing_layers_are_added_to_the_analysis_but_more_parses_are_made_of_the_text() -> None:
    begun: list[list[AnalysisInput]] = []

    class Beginning(HandMadeStore):
        def _run(self, tasks: Sequence[Task], work: Work) -> Iterator[list[Analysis]]:
            begun.extend(list(inputs) for _, _, inputs in tasks)
            return super()._run(tasks, work)

    store = Beginning()
    first = store.analyse({"a b": Layers(3)})["a b"]
    store.analyse({"a b": Layers(1, entities=1)})
    store.analyse({"a b": Layers(5)})
    assert begun == [["a b"], [first], ["a b"]]


def test_given_tokens_equal_to_cached_ones_are_not_analysed_again() -> None:
    store = HandMadeStore()
    found = store.analyse({"a b c": WORDS})
    same, other = TokenizedText("a b c", ("a", "b", "c")), TokenizedText("a b c", ("a", "b c"))
    assert store.cached({same: WORDS, other: WORDS}) == {same: found["a b c"]}


def test_layers_of_the_input_are_kept() -> None:
    store, brought = HandMadeStore(), parsed("It:2:nsubj rains:0:root")
    longer = parsed(*["a:0:root"] * (LONGEST_TEXT + 1))
    assert store.analyse({brought: Layers(50)})[brought] is brought
    assert store.analyse({longer: Layers(1, 1, roles=True)})[longer] is longer
    assert not store.cached({brought: Layers(1, 1)})
    with pytest.raises(UsageError, match="adds nothing"):
        store.analyse({brought: Layers(1, 1)})


def test_texts_with_different_layers_are_analysed_together() -> None:
    said: list[tuple[int, int]] = []
    work = Work(report=lambda _stage, done, total: said.append((done, total)))
    wanted: dict[AnalysisInput, Layers] = {f"a {number}": Layers(1 + number % 2) for number in range(100)}
    taken = HandMadeStore().analyse(wanted, work=work)
    assert isinstance(taken, AnalysisBatch)
    assert {start: found.layers for start, found in taken.items()} == wanted
    assert said == [(0, 100), (50, 100), (100, 100)]


@pytest.mark.pipeline
def test_a_text_is_analysed_once_and_finished_texts_survive_a_cancellation() -> None:
    store = AnalysisStore()
    first = store.analyse({TELESCOPE: Layers(5)})
    assert store.analyse({TELESCOPE: WORDS})[TELESCOPE] is first[TELESCOPE]
    texts: dict[AnalysisInput, Layers] = {f"Number {count} is here.": WORDS for count in range(130)}
    done: list[int] = []
    work = Work(report=lambda _stage, count, _total: done.append(count), cancelled=lambda: 128 in done)
    with pytest.raises(Cancelled):
        store.analyse(texts, work=work)
    assert len(store.cached(texts)) == 128


def makers(store: AnalysisStore, text: AnalysisInput, layers: Layers) -> dict[str, str]:
    """Return the makers of the missing layers of a text."""
    return store.makers(missing_layers({text: layers}))


@pytest.mark.pipeline
def test_analyses_of_the_input_are_completed_once() -> None:
    store, text = AnalysisStore(), parsed("It:2:nsubj rains:0:root")
    parser = {"constituents": fingerprint(*MADE_WITH)}
    assert makers(store, text, Layers(1, 5)) == parser
    with_roles = {**parser, "roles": labeller_fingerprint("en")}
    assert makers(store, text, Layers(1, 5, roles=True)) == with_roles
    assert makers(store, text, Layers(1, roles=True)) == with_roles, "frames require constituents"
    found = store.analyse({text: Layers(1, 5)})[text]
    assert found.tree() == text.tree()
    assert found.sentences[0].constituents is not None
    assert len(found.sentences[0].constituents) == 5
    assert store.analyse({text: Layers(50, 3)})[text] is found
    assert not store.cached({text: Layers(1, 9)})
    assert store.analyse({text: Layers(1, roles=True)})[text].layers == Layers(1, 5, roles=True)


@pytest.mark.pipeline
def test_without_a_parser_analyses_of_the_input_are_not_tried_again() -> None:
    store, text = AnalysisStore(Parsers(constituency="none")), parsed("It:2:nsubj rains:0:root")
    assert not store.has_constituents
    assert makers(store, text, Layers(1, 5)) == {"constituents": ""}
    found = store.analyse({text: Layers(1, 5)})[text]
    assert found.sentences == text.sentences
    assert store.cached({text: Layers(1, 5)})[text] is found


def _of(text: str) -> Analysis:
    """One word for each letter."""
    return parsed(" ".join(f"{letter}:0:root" for letter in text))


def _kept(*texts: str) -> dict[AnalysisInput, Analysis]:
    return {text: _of(text) for text in texts}


def test_the_least_recently_used_analysis_is_dropped() -> None:
    cache = AnalysisCache(6)
    cache.put(_kept("aa"))
    cache.put(_kept("bb"))
    cache.put(_kept("cc"))
    cache.find(["aa"])
    cache.put(_kept("d"))
    assert cache.find(["aa", "bb", "cc", "d"]).keys() == {"aa", "cc", "d"}


def test_packed_analyses_are_found_again() -> None:
    cache, given = AnalysisCache(2, packed=2), Analysis("ee", _of("ee").sentences)
    for text in ("aa", "bb", "cc", "dd"):
        cache.put(_kept(text))
    found = cache.find(["aa", "bb", "cc", "dd"])
    assert found.keys() == {"bb", "cc", "dd"}
    assert [analysis.words for analysis in found.values()] == [_of(text).words for text in ("bb", "cc", "dd")]
    assert cache.find(["bb"])["bb"].layers == _of("bb").layers
    cache.put({given: given})
    cache.put(_kept("ff"))
    assert not cache.find([given]), "one of the input may be annotated, which packing would lose"


def test_the_analysis_with_more_layers_stays() -> None:
    cache, deep = AnalysisCache(9), Analysis("a", (), Layers(50, 1))
    cache.put({"a": deep})
    cache.put({"a": Analysis("a", (), Layers(2))})
    assert cache.find(["a"])["a"] is deep
    other = Analysis("a", (), Layers(1, roles=True))
    cache.put({"a": other})
    assert cache.find(["a"])["a"] is other


STEPS = st.lists(st.dictionaries(st.text("ab", max_size=5), st.integers(1, 3), min_size=1, max_size=3), max_size=12)


@given(budget=st.integers(0, 12), steps=STEPS)
def test_the_cache_never_exceeds_the_budget_or_the_last_step(budget: int, steps: list[Mapping[str, int]]) -> None:
    cache, seen = AnalysisCache(budget), set[AnalysisInput]()
    for step in steps:
        texts: dict[AnalysisInput, Analysis] = {
            text: Analysis(text, _of(text).sentences, Layers(amount)) for text, amount in step.items()
        }
        cache.put(texts)
        seen |= texts.keys()
        there = cache.find(sorted(seen, key=str))
        assert there.keys() >= texts.keys()
        last = sum(max(1, len(text)) for text in step)
        assert sum(max(1, len(found.tokens)) for found in there.values()) <= max(budget, last)


def test_several_threads() -> None:
    cache = AnalysisCache(50)

    def use(number: int) -> None:
        for turn in range(300):
            text = "x" * ((number + turn) % 7)
            cache.put({text: _of(text)})
            assert len(cache.find([text, "x", "xx"])) <= 3

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(use, range(4)))
    texts = ["x" * length for length in range(7)]
    assert cache.find(texts).keys() == set(texts), "all seven fit, so none was let go"
