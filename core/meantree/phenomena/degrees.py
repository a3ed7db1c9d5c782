"""Degrees: old, older, oldest; more, less; very, fairly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Final, NamedTuple

from meantree.lexicon import word_lists
from meantree.lexicon.word_lists import groups
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.feature import Features, Firing, share_of_facts
from meantree.phenomena.operations import Words, listed, planter, replace
from meantree.phenomena.quantifiers import other_quantity
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set

_LESS: Final = lemma_set("less fewer least fewest")
_TAGS: Final = {"JJR": 1, "RBR": 1, "JJS": 2, "RBS": 2}
_FEATURES: Final = {"Cmp": 1, "Sup": 2}
_COMPARED: Final = lemma_set("ADJ ADV NOUN")
_degrees = partial(word_lists.words, "phenomena/degrees")
REVERSED: Final = frozenset(
    map(frozenset, (("more", "less"), ("most", "least"), ("more", "fewer"), ("most", "fewest")))
)
"""Words that reverse a comparison."""
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
    """Yield qualities whose degree differs, and reversed comparisons."""
    yield from _reversed(pair)
    yield from _other_strength(pair)
    own, theirs = degrees(pair.hyp), degrees(pair.ref)
    for word, partner in pair.of_hyp.linked:
        if word not in own or partner not in theirs or own[word] == theirs[partner]:
            continue
        mine, other = own[word], theirs[partner]
        are_compared, is_noun = bool(mine.step and other.step), pair.hyp.upos[word] == "NOUN"
        are_attributes = pair.hyp.labels[word] == pair.ref.labels[partner] == "amod"
        if (is_noun and not are_compared) or (are_attributes and not pair.has_same_head(word, partner)):
            continue  # the best actress, a better home
        if any(_quantifies(*each) for each in ((pair.hyp, word), (pair.ref, partner))):
            continue
        if {pair.hyp.lemmas[word], pair.ref.lemmas[partner]} <= word_lists.words("phenomena/modality", "adverb"):
            continue  # perhaps, most probably
        is_reversed = are_compared and mine.is_less != other.is_less
        words, others = _degree_words(pair.hyp, word, mine), _degree_words(pair.ref, partner, other)
        if mine.step == other.step and not is_reversed:
            continue
        if is_reversed and (word,) in (words, others) and pair.hyp.lemmas[word] != pair.ref.lemmas[partner]:
            continue  # lighter, less heavy
        yield _other_degree(
            pair,
            (words, others),
            ({word}, {partner}),
            sure_target=pair.of_hyp.is_sure(word),
            both=are_compared,
            compared="than" in pair.hyp.lemmas[word + 1 :][:3] + pair.ref.lemmas[partner + 1 :][:3],
            attribute=pair.hyp.labels[word] == "amod" and not are_compared,
        )


def _other_degree(
    pair: Compared,
    words: tuple[Sequence[int], Sequence[int]],
    places: tuple[set[int], set[int]],
    **special: float,
) -> Candidate:
    return pair.candidate(pair.of_hyp, "degree.different", *words, place=places[0], other_place=places[1], **special)


def _other_strength(pair: Compared) -> Iterator[Candidate]:
    """Yield adverbs of a high degree of what has a low one in the other text: very difficult, fairly difficult."""
    for word, partner in pair.of_hyp.linked:
        own, other = (text.labelled(each, "advmod") for text, each in ((pair.hyp, word), (pair.ref, partner)))
        for mine, theirs in product(own, other):
            lemmas = pair.hyp.lemmas[mine], pair.ref.lemmas[theirs]
            if any(one in _degrees("high") and two in _degrees("low") for one, two in (lemmas, lemmas[::-1])):
                sure = pair.of_hyp.is_sure(word)
                yield _other_degree(pair, ((mine,), (theirs,)), ({word}, {partner}), sure_target=sure, both=1.0)


def _reversed(pair: Compared) -> Iterator[Candidate]:
    """Yield "more" for "less" and the like, of a quality or before a number."""
    for word, partner in pair.of_hyp.linked:
        if frozenset((pair.hyp.forms[word], pair.ref.forms[partner])) in REVERSED:
            bounds = _bounds(pair.hyp, word), _bounds(pair.ref, partner)
            if all(bounds):
                yield other_quantity(pair, (word,), (partner,), (word, partner), numeric=1.0, bound=1.0)
            elif not any(bounds):
                yield _other_degree(
                    pair, ((word,), (partner,)), ({word, pair.hyp.heads[word]} - {-1}, {partner}), both=1.0
                )


def _quantifies(reading: Reading, word: int) -> bool:
    """Return whether a degree is one of many or much, or bounds a number: most dogs, more than 300."""
    return reading.forms[word] in {"most", "mostly"} or _bounds(reading, word)


def _bounds(reading: Reading, word: int) -> bool:
    """Return whether a word bounds a number: more than 300."""
    return reading.lemmas[word + 1 : word + 2] == ("than",) and "NUM" in reading.upos[word + 2 : word + 4]


def _degree_words(reading: Reading, word: int, degree_of: Degree) -> tuple[int, ...]:
    """Return the word that shows the degree: more, or the adjective itself."""
    helpers = reading.labelled(word, "advmod", "amod", "det") if degree_of.step else ()
    steps = word_lists.words("phenomena/comparison")
    return next(((child,) for child in helpers if reading.forms[child] in steps), (word,))


def lower_degree(reading: Reading, word: int) -> Iterator[str]:
    """Yield "less" or "least" and an adjective for its comparative or superlative."""
    lemma, is_most = reading.lemmas[word], reading.tokens[word].xpos.endswith("S")
    if lemma != reading.tokens[word].text.lower():
        yield f"{'least' if is_most else 'less'} {lemma}"


OTHER: Final = planter(
    replace(Words(upos="ADV", label="advmod", listed="degrees"), listed("degrees")),
    replace(Words(upos="ADJ", tag="JJR JJS", lacks="advmod"), lower_degree),
)
