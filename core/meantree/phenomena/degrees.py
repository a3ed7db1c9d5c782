"""Degrees: old, older, oldest; more, less; very, fairly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final, NamedTuple

from meantree.lexicon import word_lists
from meantree.lexicon.word_lists import groups
from meantree.phenomena.compared import Candidate, Compared
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


def degree(pair: Compared) -> Iterator[Candidate]:
    """Yield adverbs of a high degree of what has a low one in the other text: very difficult, fairly difficult."""
    high, low = (word_lists.words("phenomena/degrees", each) for each in ("high", "low"))
    for word, partner in pair.of_hyp.linked:
        own, other = (text.labelled(each, "advmod") for text, each in ((pair.hyp, word), (pair.ref, partner)))
        for mine, theirs in product(own, other):
            lemmas = pair.hyp.lemmas[mine], pair.ref.lemmas[theirs]
            if any(one in high and two in low for one, two in (lemmas, lemmas[::-1])):
                yield pair.candidate(
                    pair.of_hyp,
                    "degree.different",
                    (mine,),
                    (theirs,),
                    place={word},
                    other_place={partner},
                    sure_target=pair.of_hyp.is_sure(word),
                    both=1.0,
                )


def lower_degree(reading: Reading, word: int) -> Iterator[str]:
    """Yield "less" or "least" and an adjective for its comparative or superlative."""
    lemma, is_most = reading.lemmas[word], reading.tokens[word].xpos.endswith("S")
    if lemma != reading.tokens[word].text.lower():
        yield f"{'least' if is_most else 'less'} {lemma}"


OTHER: Final = planter(
    replace(Words(upos="ADV", label="advmod", listed="degrees"), listed("degrees")),
    replace(Words(upos="ADJ", tag="JJR JJS", lacks="advmod"), lower_degree),
)
