"""Degrees: old, older, oldest; more, less; very, fairly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from meantree.lexicon.word_lists import groups, words
from meantree.phenomena.feature import Features, Firing, share_of_facts
from meantree.phenomena.operations import Words, listed, planter, replace
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set

_LESS: Final = lemma_set("less fewer least fewest")
_TAGS: Final = {"JJR": 1, "RBR": 1, "JJS": 2, "RBS": 2}
_FEATURES: Final = {"Cmp": 1, "Sup": 2}
_COMPARED: Final = lemma_set("ADJ ADV NOUN")
FEATURES: Final = Features("semantic compatibility")


class Degree(NamedTuple):
    """The degree of a quality: 0 positive, 1 comparative, 2 superlative; and whether it is less or least."""

    step: int
    is_less: bool


@cached_fact
def degrees(reading: Reading) -> Mapping[int, Degree]:
    """Return the degree of every adjective, adverb and noun (more dogs)."""
    return {word: _degree(reading, word) for word in range(len(reading)) if reading.upos[word] in _COMPARED}


def _degree(reading: Reading, word: int) -> Degree:
    texts = [reading.forms[child] for child in reading.labelled(word, "advmod", "amod", "det")]
    steps = groups("phenomena/comparison")
    degree_word = next((text for text in texts if text in steps), None)
    if degree_word is None:
        text = reading.forms[word]
        own = _FEATURES.get(reading.morphology(word, "Degree"), _TAGS.get(reading.tokens[word].xpos, 0))
        return Degree(own, text in _LESS)
    return Degree(int(steps[degree_word]), degree_word in _LESS)


@FEATURES("another degree of comparison")
def degree_differs(view: View) -> Firing:
    """Qualities have different degrees (old, older, oldest); share of aligned qualities."""
    return share_of_facts(
        view, lambda text: {word: each.step for word, each in degrees(text).items() if text.upos[word] != "NOUN"}
    )


@FEATURES("comparison reversed")
def comparison_reversed(view: View) -> Firing:
    """A comparison is reversed (more, less); share of aligned things and qualities that are compared."""
    return share_of_facts(view, lambda text: {word: each.is_less for word, each in degrees(text).items() if each.step})


@cached_fact
def intensities(reading: Reading) -> Mapping[int, str]:
    """Return whether adverbs say a high degree or a low one: very, fairly."""
    known = [(level, words("phenomena/degrees", level)) for level in ("high", "low")]
    adverbs = [word for word in reading.words if reading.labels[word] == "advmod"]
    return {word: level for word in adverbs for level, lemmas in known if reading.lemmas[word] in lemmas}


def lower_degree(reading: Reading, word: int) -> Iterator[str]:
    """Yield "less" or "least" and an adjective for its comparative or superlative."""
    lemma, is_most = reading.lemmas[word], reading.tokens[word].xpos.endswith("S")
    if lemma != reading.tokens[word].text.lower():
        yield f"{'least' if is_most else 'less'} {lemma}"


OTHER: Final = planter(
    replace(Words(upos="ADV", label="advmod", listed="degrees"), listed("degrees")),
    replace(Words(upos="ADJ", tag="JJR JJS", lacks="advmod"), lower_degree),
)
