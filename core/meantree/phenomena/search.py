"""The findings of a pair: places that differ, named by finders; one for each difference, those that are shown first."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from math import exp
from typing import Final

from meantree.alignment.word_alignment import WordAlignment
from meantree.alignment.word_facts import NOMINAL
from meantree.analysis.frames import spans_of
from meantree.analysis.sentences import Analysis, character_spans, markup_of
from meantree.analysis.tree import ROOT
from meantree.numbers import percent
from meantree.phenomena.catalogue import ADDITION, FINDERS, KINDS, OMISSION, FindingKind, of_one_text
from meantree.phenomena.compared import Arcs, Candidate, Compared, verb_group
from meantree.phenomena.naming import Rated, as_facts_say, named, says_less, word_class
from meantree.phenomena.negation import denied_alike
from meantree.phenomena.other_translations import OtherTranslations, other_translations
from meantree.phenomena.places import (
    CHANGED,
    Words,
    as_others_say,
    beside_gap,
    chance_of_error,
    is_shown,
    places,
    supported,
    telling,
)
from meantree.phenomena.reading import CONTENT, Reading
from meantree.phenomena.untranslated import untranslated_text
from meantree.shipped import shipped

MOST_SHOWN: Final = 5
"""Findings of a pair that are shown."""
_PHRASES: Final = frozenset({"event", "modifier", "conjunct", "role"})
_IN_PHRASES: Final = frozenset({"number", "name"})
"""Families whose findings say less than those of phrases around their words: "on Friday" is missing, not "Friday"."""
MINOR: Final = 0.7
"""What a minor finding weighs beside a major one of the same probability."""
INTERCEPT: Final = "intercept"
WEIGHED_AS: Final = {"word.nonexistent": "untranslated.word"}
"""Kinds with the weights of others, which one finder tells apart after it has found both."""
Weights = Mapping[str, Mapping[str, float]]
"""By kind: the weights of the cues, and the intercept."""
_BEFORE_NOUNS: Final = frozenset({"ADJ", "DET", "NUM"})
_NEAR: Final = 3
"""Words that a quotation is completed with to the noun, or between two others, at most."""
MOST_WORDS: Final = 14
"""Words of a text that a sentence quotes."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference of meaning; token indices are 0-based over each text.

    Attributes:
        kind: name, MQM category and severity.
        sentence: for people, with the words in question.
        probability: that it is one, in [0, 1].
        hypothesis, reference: the words that differ, or where they should be.
        hypothesis_place, reference_place: these, and the words around them that show where.
        hypothesis_arcs, reference_arcs: dependencies that it rests on, as ``(dependent, head)``.
        shown: whether it is sure enough, and among the most important of the pair; right ones are.
        answer: what people say of it; empty if nobody has answered.
        others: what other translations of the segment say; None without any.
    """

    kind: FindingKind
    sentence: str
    probability: float
    hypothesis: tuple[int, ...]
    reference: tuple[int, ...]
    hypothesis_place: tuple[int, ...]
    reference_place: tuple[int, ...]
    hypothesis_arcs: Arcs = ()
    reference_arcs: Arcs = ()
    shown: bool = False
    answer: str = ""
    others: OtherTranslations | None = None

    @property
    def name(self) -> str:
        """The name under which answers to it are stored: its kind, a colon, and its sentence."""
        return f"{self.kind.name}: {self.sentence}"

    @property
    def verdict(self) -> str:
        """Its answer, else how probable it is."""
        return self.answer or percent(self.probability)


def candidates(hyp: Analysis, ref: Analysis, alignment: WordAlignment) -> tuple[Candidate, ...]:
    """Return all candidates of a pair of English texts; of a translation in another language only this is told.

    Args:
        hyp, ref: analysed at least into words and dependencies; entities help.
        alignment: of their words.
    """
    return _found(Compared(hyp, ref, alignment))


def _found(pair: Compared) -> tuple[Candidate, ...]:
    whole = tuple(untranslated_text(pair))
    return whole or tuple(each for finder in FINDERS for each in finder(pair) if _is_said(pair, each))


def _is_said(pair: Compared, candidate: Candidate) -> bool:
    """Return whether the words of a candidate differ in more than blanks and tags, or the other text denies alike."""
    sides = (candidate.hypothesis, pair.of_hyp), (candidate.reference, pair.of_ref)
    is_denied = all(denied_alike(view).issuperset(words) for words, view in sides)
    return not (is_denied or _is_markup(pair, candidate) or _is_spacing(pair, candidate))


def _is_spacing(pair: Compared, candidate: Candidate) -> bool:
    """Return whether the words in question differ in blanks alone: A81, A 81; Haiqing, Hai Qing."""
    sides = zip((candidate.hypothesis, candidate.reference), pair.common.joined_words, strict=True)
    return all(words and joined.issuperset(words) for words, joined in sides)


def _is_markup(pair: Compared, candidate: Candidate) -> bool:
    """Return whether words in question are joined with a tag, or the other text has them so: old, <b>old</b>."""
    own, other = map(markup_of, pair.analyses)
    return any(
        word in here.tokens or reading.tokens[word].text.casefold() in there.words
        for reading, words, here, there in (
            (pair.hyp, candidate.hypothesis, own, other),
            (pair.ref, candidate.reference, other, own),
        )
        for word in words
    )


def rated_candidates(
    hyp: Analysis, ref: Analysis, alignment: WordAlignment, *, weights: Weights | None = None
) -> Rated:
    """Return the candidates of a pair with their probabilities, arguments as in :func:`candidates`.

    Of a copy with few changes these are candidates, and nothing else; beside a free reference, what the network doubts
    and what finders tell, with the network's probabilities.
    """
    return _rated(Compared(hyp, ref, alignment), weights=weights)


def _rated(pair: Compared, *, weights: Weights | None) -> Rated:
    if pair.common.is_copy and not pair.common.changes:
        return []
    found = [(each, round(probability(each, weights), 4)) for each in _found(pair)]
    if any(each.hypothesis == tuple(pair.hyp.words) for each, _ in found):  # all is in another language
        return [(each, max(sure, CHANGED) if each.kind == "untranslated.script" else sure) for each, sure in found]
    at_places = [(place, *named(pair, place, found)) for place in places(pair)]
    chosen = [(each, sure) for _, each, sure in at_places if _is_said(pair, each)]
    if not pair.common.is_copy:
        graver = [place for place, each, sure in at_places if is_shown(each, sure)]
        said = ((each, sure) for each, sure in found if sure and not any(says_less(pair, each, at) for at in graver))
        chosen += [(each, supported(pair, each, sure)) for each, sure in said]
    return [(as_facts_say(pair, each), sure) for each, sure in chosen]


def find(
    hyp: Analysis,
    ref: Analysis,
    alignment: WordAlignment,
    *,
    others: Sequence[str] = (),
    weights: Weights | None = None,
) -> tuple[Finding, ...]:
    """Return the findings of a pair, the most important first; arguments as in :func:`candidates`.

    Texts without words have none.

    Args:
        others: the texts of other translations of the segment.
    """
    if not hyp.sentences or not ref.sentences:
        return ()
    pair = Compared(hyp, ref, alignment, others)
    rated = [(each, as_others_say(pair, each, sure)) for each, sure in _rated(pair, weights=weights)]
    chosen = chosen_among(rated)
    return tuple(_finding(pair, each, sure, place) for place, (each, sure) in enumerate(chosen))


def chosen_among(rated: Iterable[tuple[Candidate, float]]) -> list[tuple[Candidate, float]]:
    """Return one candidate for each difference: sure ones before others, then the most specific; the gravest first."""
    rated = list(rated)
    phrases = [
        candidate for candidate, sure in rated if is_shown(candidate, sure) and KINDS[candidate.kind].family in _PHRASES
    ]
    used: tuple[set[int], set[int]] = set(), set()
    chosen: list[tuple[Candidate, float]] = []
    for candidate, sure in sorted(rated, key=lambda each: (not is_shown(*each), _rank(each[0], phrases), -each[1])):
        if used[0].isdisjoint(candidate.hypothesis) and used[1].isdisjoint(candidate.reference):
            used[0].update(candidate.hypothesis)
            used[1].update(candidate.reference)
            chosen.append((candidate, sure))
    return sorted(chosen, key=lambda each: -_importance(*each))


def _rank(candidate: Candidate, phrases: Iterable[Candidate]) -> int:
    """Return the rank of a candidate: names and numbers come after a phrase around them."""
    kind = KINDS[candidate.kind]
    is_inside = kind.family in _IN_PHRASES and any(_is_part(candidate, phrase) for phrase in phrases)
    return max(KINDS[phrase.kind].rank for phrase in phrases) + 1 if is_inside else kind.rank


def _is_part(candidate: Candidate, phrase: Candidate) -> bool:
    """Return whether the words of a candidate, of one text, are some of those of another, or those of a participant."""
    (own, other), (around, beside) = ((each.hypothesis, each.reference) for each in (candidate, phrase))
    if (own and (other or beside)) or (other and (own or around)):
        return False
    is_role = KINDS[phrase.kind].family == "role"
    return {*own, *other} <= {*around, *beside} and (is_role or len(own + other) < len(around + beside))


def _importance(candidate: Candidate, sure: float) -> float:
    weight = 1.0 if KINDS[candidate.kind].severity == "major" else MINOR
    return sure * weight + is_shown(candidate, sure)


def _finding(pair: Compared, candidate: Candidate, sure: float, place: int) -> Finding:
    kind, texts, others = KINDS[candidate.kind], pair.analyses, other_translations(pair, candidate)
    hyp, ref = candidate.hypothesis, candidate.reference
    hyp_place = tuple(sorted({*hyp, *candidate.hypothesis_place}))
    ref_place = tuple(sorted({*ref, *candidate.reference_place}))
    gap = beside_gap(pair, ref) if ref and not hyp_place else ()
    arcs = candidate.hypothesis_arcs, candidate.reference_arcs
    if kind.family == "role" and not any(arcs):  # of a participant, those to what it takes part in
        arcs = _upward(texts[0], candidate.hypothesis), _upward(texts[1], candidate.reference)
    return Finding(
        kind,
        _sentence(pair, kind, candidate.quoted or (hyp_place, ref_place)),
        chance_of_error(pair, candidate, sure, others),
        hyp or candidate.hypothesis_place or gap,
        ref or candidate.reference_place,
        hyp_place or gap,
        ref_place,
        *arcs,
        shown=is_shown(candidate, sure) and place < MOST_SHOWN,
        others=others,
    )


def _upward(text: Analysis, words: Sequence[int]) -> Arcs:
    """Return the arcs from words of a phrase to what the phrase depends on."""
    heads = text.tree().heads
    return tuple((word, heads[word]) for word in words if heads[word] not in (ROOT, *words))


def _sentence(pair: Compared, kind: FindingKind, places: tuple[Words, Words]) -> str:
    """Return the sentence of a finding, without the text that has no words in question.

    Beside a free reference, articles and prepositions alone do not stand for nouns, verbs and the like. What differs
    has other words in the other text, whichever they are.
    """
    has_content = any(pair.hyp.upos[word] in CONTENT for word in places[0])
    if has_content and not pair.common.is_copy and not telling(pair.ref, places[1]):
        places = places[0], ()
    if kind.family == "order":
        places = _with_neighbours(pair.hyp, places[0]), _with_neighbours(pair.ref, places[1])
    elif kind.family == "tense":
        places = _verb_groups(pair.hyp, places[0]), _verb_groups(pair.ref, places[1])
    elif kind.mqm not in (OMISSION, ADDITION) and kind.family != "repetition":
        places = whole_phrase(pair, 0, places[0]), whole_phrase(pair, 1, places[1])
    template, quoted = kind.sentence, list(map(quoted_words, pair.analyses, places))
    if kind.family == "word":
        sides = zip(pair.analyses, places, strict=True)
        classes = [word_class(*side) for side in sides]
        quoted = [f"{said} {those}".strip() for said, those in zip(classes, quoted, strict=True)]
    if kind.name.endswith(".different") and not all(quoted):
        return of_one_text(kind, quoted[0] or quoted[1], in_reference=not quoted[0])
    if not quoted[0]:
        template = template.replace("{hyp}, reference", "reference")
    if not quoted[1]:
        template = template.replace(", reference {ref}", "")
    return template.format(hyp=quoted[0], ref=quoted[1])


def _with_neighbours(reading: Reading, words: Words) -> Words:
    """Return words with the one before and after each run of them, but marks: these say where it stands."""
    beside = {at for start, end in spans_of(words) for at in (start - 1, end) if at in reading.words}
    return tuple(sorted({*words}.union(at for at in beside if reading.upos[at] != "PUNCT")))


def _verb_groups(reading: Reading, words: Words) -> Words:
    """Return verbs among words, and those of auxiliaries, with all their auxiliaries; the words if there are none."""
    verbs = [reading.heads[word] if reading.upos[word] == "AUX" else word for word in words]
    groups = (verb_group(reading, verb) for verb in verbs if verb in reading.predicates)
    return tuple(sorted(set(chain.from_iterable(groups)))) or words


def whole_phrase(pair: Compared, side: int, words: Words) -> Words:
    """Return words of a text with those of their phrase that the other text lacks, and up to the noun of the last ones.

    So “using … talents” becomes “using damaging talents”, and part of the old, part of the old house.
    """
    reading, words = (pair.hyp, pair.ref)[side], _with_lacking(pair, side, words)
    if len(words) < 2 or words[-1] - words[-2] > 1 or reading.upos[words[-1]] not in _BEFORE_NOUNS:
        return words
    rest = range(words[-1] + 1, reading.heads[words[-1]] + 1)
    is_near = len(rest) <= _NEAR and all(reading.upos[word] != "PUNCT" for word in rest)
    return (*words, *rest) if is_near else words


def _with_lacking(pair: Compared, side: int, words: Words) -> Words:
    """Return words with those without a partner between them, and beside them as their noun or what belongs to them."""
    reading, spans = (pair.hyp, pair.ref)[side], spans_of(words)
    is_said = {at for at, token in enumerate(reading.tokens) if token.upos != "PUNCT" or token.text == "-"}
    lacking = {at for at, fact in enumerate(pair.facts[side]) if fact.partner is None and at in is_said}
    gaps = [range(end, start) for (_, end), (start, _) in pairwise(spans) if start - end <= _NEAR]
    found = {*words}.union(*(gap for gap in gaps if lacking.issuperset(gap)))
    heads = {reading.heads[word] for word in words}
    for at in lacking.intersection(chain.from_iterable((start - 1, end) for start, end in spans)):
        is_below = reading.upos[at] in CONTENT and reading.heads[at] in words
        if is_below or (at in heads and reading.upos[at] in NOMINAL):
            found.add(at)
    return tuple(sorted(found))


def quoted_words(text: Analysis, places: Sequence[int]) -> str:
    """Return words as a text writes them, in quotation marks, with dots for what is left out; empty without words."""
    if not places:
        return ""
    more = " …" if len(places) > MOST_WORDS else ""
    return f"“{' … '.join(_written(text, *span) for span in spans_of(places[:MOST_WORDS]))}{more}”"


def _written(text: Analysis, start: int, end: int) -> str:
    """Return words as the text writes them: won't, not “wo n't”; side by side if it does not have them so."""
    spans = character_spans(text)[start:end]
    if any(first == last for first, last in spans):
        return " ".join(text.words[start:end])
    return " ".join(text.text[spans[0][0] : spans[-1][1]].split())


def probability(candidate: Candidate, weights: Weights | None = None) -> float:
    """Return the probability of a candidate, by default with the shipped weights; 0 for kinds without weights."""
    known = (weights or shipped_weights()).get(WEIGHED_AS.get(candidate.kind, candidate.kind))
    if known is None:
        return 0.0
    total = known[INTERCEPT] + sum(known.get(name, 0.0) * value for name, value in candidate.cues.items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


@cache
def shipped_weights() -> Weights:
    """Return the weights that ``packaging/training/findings`` made.

    Raises:
        UsageError: if the file is missing or damaged.
    """
    weights: Weights = json.loads((shipped("findings") / "weights.json").read_text(encoding="utf-8"))["kinds"]
    return weights
