"""Aligned pairs built by hand, as the features of entailment read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from meantree.alignment.word_alignment import Link, Reason, WordAlignment
from meantree.analysis.entities.entity import LAYER, Entity
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.phenomena.catalogue import FEATURES
from meantree.phenomena.feature import Firing
from meantree.phenomena.reading import Direction, Reading, View

SAME = Reason("identity", 1.0)
_FEATURES = {feature.name: feature for feature in FEATURES}


def tagged(text: str, entities: Sequence[Entity] = ()) -> Analysis:
    """A text from ``word/UPOS:head:label`` items, sentences between bars; heads from 1 in each, 0 for the root.

    A lemma and a tag may follow the part of speech: ``seen/VERB/see/VBN:0:root``.
    """
    parts = [_sentence(part) for part in text.split("|")]
    words = " ".join(token.text for part in parts for token in part.tokens)
    return Analysis(words, tuple(parts), others={LAYER: tuple(entities)} if entities else {})


def tagged_flat(words: str) -> Analysis:
    """A text from ``word/UPOS`` items as those of :func:`tagged`, which hang on the first."""
    return tagged(" ".join(f"{word}:{'1:dep' if place else '0:root'}" for place, word in enumerate(words.split())))


def _sentence(text: str) -> Sentence:
    rows = [item.rsplit(":", 2) if item.count(":") == 2 else item.split(":", 2) for item in text.split()]
    tree = DependencyTree(tuple(int(row[1]) - 1 for row in rows), tuple(row[2] for row in rows))
    return Sentence(tuple(_token(row[0]) for row in rows), tree)


def _token(item: str) -> Token:
    word, *rest = item.split("/")
    upos, lemma, xpos = [*rest, *[""] * (3 - len(rest))]
    return Token(word, lemma or word.lower(), upos, xpos)


def aligned(hyp: Analysis, ref: Analysis, links: str = "") -> WordAlignment:
    """Both directions the same: words that are written alike, each with the next such one, and then ``links``.

    ``links`` are ``hypothesis-reference`` from 1, each perhaps with relation and strength: ``2-3=synonym=0.8``. They
    go before words written alike, and ``2-`` and ``-3`` leave a word without a partner.
    """
    told = dict(_told(links))
    found: dict[int, tuple[int, Reason]] = dict(_alike(hyp, ref, told))
    found.update((one, (two, reason)) for (one, two), reason in told.items() if one is not None and two is not None)
    forward: list[Link | None] = [None] * len(hyp.tokens)
    backward: list[Link | None] = [None] * len(ref.tokens)
    for one, (two, reason) in found.items():
        forward[one] = backward[two] = Link(one, two, reason)
    return WordAlignment(tuple(forward), tuple(backward))


def _told(links: str) -> Iterator[tuple[tuple[int | None, int | None], Reason]]:
    for item in links.split():
        pair, *reason = item.split("=")
        one, two = (int(number) - 1 if number else None for number in pair.split("-"))
        yield (one, two), Reason(reason[0], float(reason[1]) if reason[1:] else 1.0) if reason else SAME


def _alike(
    hyp: Analysis, ref: Analysis, told: Mapping[tuple[int | None, int | None], Reason]
) -> Iterator[tuple[int, tuple[int, Reason]]]:
    taken = {two for _, two in told}
    known = {one for one, _ in told}
    for one, word in enumerate(hyp.words):
        same = (two for two, other in enumerate(ref.words) if other.casefold() == word.casefold() and two not in taken)
        if one not in known and (two := next(same, None)) is not None:
            taken.add(two)
            yield one, (two, SAME)


def view(
    conclusion: str | Analysis,
    premise: str | Analysis,
    links: str = "",
    direction: Direction = "ref>hyp",
) -> View:
    """A view of the hypothesis ``conclusion`` and the reference ``premise``, each as :func:`tagged` reads it."""
    hyp, ref = (tagged(text) if isinstance(text, str) else text for text in (conclusion, premise))
    return View(Reading(hyp), Reading(ref), aligned(hyp, ref, links), direction)


def firing(name: str, conclusion: str | Analysis, premise: str | Analysis, links: str = "") -> Firing:
    """What the feature of that name says of :func:`view`."""
    return _FEATURES[name].function(view(conclusion, premise, links))
