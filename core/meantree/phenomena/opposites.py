"""Opposites, and words that exclude each other, as colours and nationalities do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from meantree.alignment.relations.word_meanings import all_opposites_of, antonyms_of
from meantree.alignment.text_words import Word
from meantree.alignment.word_facts import NO_OPPOSITES
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.word_lists import both_ways, rows
from meantree.lexicon.wordnet import POS_OF_UPOS
from meantree.phenomena.compared import RELATED, Candidate, Compared, noun_group, word_at
from meantree.phenomena.connectives import reversed_introductions
from meantree.phenomena.feature import Features, Firing, linked_content, share_of_pairs
from meantree.phenomena.negation import negated, negators
from meantree.phenomena.operations import Words, inflected_as, planter, replace
from meantree.phenomena.reading import CONTENT, Reading, View, cached_fact

_PREFIXES: Final = ("un", "dis", "non", "anti", "mal", "mis")
_PREFIXES_OF_ADJECTIVES: Final = ("in", "im", "il", "ir", "a")
"""Of other words they deny nothing: wait and await, come and income, 81 and A81."""
_NO_OPPOSITES: Final = NO_OPPOSITES | {"and", "or"}
FEATURES: Final = Features("semantic compatibility")


@FEATURES("opposite word")
def antonyms_opposed(view: View) -> Firing:
    """Antonyms have the same polarity; share of aligned content words."""
    conclusion, premise = negated(view.conclusion), negated(view.premise)
    return share_of_pairs(
        linked_content(view),
        lambda word, partner: view.relation(word) == "antonym" and conclusion[word] == premise[partner],
    )


def opposite(pair: Compared) -> Iterator[Candidate]:
    """Yield words whose opposite stands in the other text, if both or none are negated."""
    view = pair.of_hyp
    denied, others_denied = _denied(pair.hyp), _denied(pair.ref)
    connected = set(_connected(pair))
    for word, other in (*_pairs(pair), *connected):
        if (word in denied) != (other in others_denied) or pair.said_elsewhere(word, other) == 1:
            continue  # the same word, or both texts have both words
        if pair.hyp.lemmas[word] in _NO_OPPOSITES or not _are_of_one_thing(pair, word, other):
            continue
        words = word_at(pair.hyp, word), word_at(pair.ref, other)
        is_direct = view.relation(word) == "antonym" or (word, other) in connected or _are_opposites(*words)
        in_its_place = pair.in_place(view, word) == other
        if not is_direct and not (in_its_place and _are_nearly_opposites(*words)):
            continue
        yield pair.candidate(
            view,
            "opposite.different",
            {word},
            {other},
            place=_group(pair.hyp, word),
            other_place=_group(pair.ref, other),
            linked=view.partner[word] == other,
            in_place=in_its_place,
            direct=is_direct,
            paraphrase=pair.ref.lemmas[other] in paraphrases_of(pair.hyp.lemmas[word]),
            same_head=pair.has_same_head(word, other),
            same_pos=pair.hyp.upos[word] == pair.ref.upos[other],
        )


def _are_of_one_thing(pair: Compared, word: int, other: int) -> bool:
    """Return whether adjectives before nouns are of the same: not digital transition, the end of analogue signals."""
    if not pair.hyp.basic_labels[word] == pair.ref.basic_labels[other] == "amod":
        return True
    return pair.has_same_head(word, other) and pair.of_hyp.relation(pair.hyp.heads[word]) in RELATED


def _group(reading: Reading, word: int) -> tuple[int, ...]:
    return noun_group(reading, word) if reading.upos[word] in CONTENT else tuple({word, *reading.ancestors(word)[:1]})


@cached_fact
def _denied(reading: Reading) -> frozenset[int]:
    """Return the words that an odd number of words negates: what is negated, what depends on it, and after "non"."""
    near = {cue.target for cue in negators(reading)}
    denied = negated(reading)
    by_words = {word for word in range(len(reading)) if denied[word] and {word, reading.heads[word]} & near}
    forms = [token.text.casefold() for token in reading.tokens]
    by_prefix = {
        word for word in range(1, len(forms)) if forms[word - 1] == "non" or forms[word - 2 : word] == ["non", "-"]
    }
    return frozenset(by_words ^ by_prefix)


def _pairs(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield words in the same place, and unaligned ones of one part of speech that only one text has."""
    view = pair.of_hyp
    placed = [(word, other) for word in pair.hyp.content if (other := pair.in_place(view, word)) is not None]
    yield from (each for each in placed if pair.ref.upos[each[1]] in CONTENT)
    yield from (
        (word, other)
        for word in range(len(pair.hyp))
        if (opposites := both_ways("phenomena/reversed_relations").get(pair.hyp.lemmas[word]))
        and (other := pair.in_place(view, word)) is not None
        and pair.ref.lemmas[other] in opposites
        and not CONTENT.issuperset({pair.hyp.upos[word], pair.ref.upos[other]})
    )
    common = set(pair.hyp.lemmas) & set(pair.ref.lemmas)
    here, there = view.unlinked(pair.hyp.content), pair.of_ref.unlinked(pair.ref.content)
    for word, other in product(here, there):
        is_in_both = not common.isdisjoint({pair.hyp.lemmas[word], pair.ref.lemmas[other]})
        if pair.hyp.upos[word] == pair.ref.upos[other] and not is_in_both and (word, other) not in placed:
            yield word, other


def _connected(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield what introduces linked clauses and phrases and says the reverse: because it rained, although it rained."""
    for head, partner in pair.of_hyp.linked:
        found = reversed_introductions(pair.of_hyp, head, partner) if pair.of_hyp.is_sure(head) else ()
        for word, other in found:
            is_in_both = pair.hyp.lemmas[word] in pair.ref.lemmas or pair.ref.lemmas[other] in pair.hyp.lemmas
            if not is_in_both and "without" not in {pair.hyp.lemmas[word], pair.ref.lemmas[other]}:  # a negation
                yield word, other


def _are_opposites(here: Word, there: Word) -> bool:
    """Return whether two words are opposites by the lexicon or by a prefix."""
    if there.lemma in all_opposites_of(here) or here.lemma in all_opposites_of(there):
        return True
    prefixes = _PREFIXES + _PREFIXES_OF_ADJECTIVES * ({here.upos, there.upos} <= {"ADJ", "ADV"})
    return any(there.lemma == prefix + here.lemma or here.lemma == prefix + there.lemma for prefix in prefixes)


def _are_nearly_opposites(here: Word, there: Word) -> bool:
    """Return whether a paraphrase of one word is the opposite of the other: improve, deteriorate; small, wide."""
    if here.upos != there.upos or here.upos not in POS_OF_UPOS:
        return False
    if there.lemma in paraphrases_of(here.lemma) or here.lemma in paraphrases_of(there.lemma):
        return False
    return there.lemma in _opposed(here) or here.lemma in _opposed(there)


@lru_cache(maxsize=1 << 14)
def _opposed(word: Word) -> frozenset[str]:
    """Return the paraphrases of the opposites of a word; those of prepositions and conjunctions are noise."""
    listed = both_ways("phenomena/opposites").get(word.lemma, frozenset())
    return frozenset().union(*map(paraphrases_of, antonyms_of(word) | listed))


@lru_cache(maxsize=1 << 16)
def are_opposed(here: Word, there: Word) -> bool:
    """Return whether two words of any texts are opposites, or nearly so."""
    return _are_opposites(here, there) or _are_nearly_opposites(here, there)


def other_class(reading: Reading, word: int) -> Iterator[str]:
    """Yield another colour or nationality."""
    text = reading.tokens[word].text
    listed = [(kind, forms.split("/")) for kind, forms in rows("planting/exclusive")]
    own = {kind for kind, forms in listed if text.casefold() in forms}
    others = [forms[0] for kind, forms in listed if kind in own and text.casefold() not in forms]
    if others:
        other = others[len(reading) % len(others)]
        yield other if text.islower() else other.capitalize()


OTHER_MEMBER: Final = planter(replace(Words(upos="ADJ", label="amod"), other_class))
OPPOSITE: Final = planter(replace(Words(upos="NOUN VERB ADJ ADV ADP", listed="opposites"), inflected_as("opposites")))
