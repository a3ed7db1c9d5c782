"""Findings about words that exclude each other: colours, nationalities, religions, points of the compass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from meantree.analysis.tree import ROOT
from meantree.entailment.reading import Reading, cached_fact
from meantree.findings.compared import Candidate, Compared
from meantree.findings.contents import in_place
from meantree.findings.roles import alikeness
from meantree.lexicon.exclusive_words import is_colour, value_of


def exclusive(pair: Compared) -> Iterator[Candidate]:
    """Yield words that exclude a word of the other text, which lacks them: in its place, or the only one left."""
    view = pair.of_hyp
    own, theirs = (_members(reading) for reading in (pair.hyp, pair.ref))
    here, there = (
        [word for word, value in members.items() if value not in others.values()]
        for members, others in ((own, theirs), (theirs, own))
    )
    for word in here:
        alike = [other for other in there if theirs[other][0] == own[word][0]]
        placed = [other for other in alike if other == in_place(pair, view, word)]
        is_alone = len({own[each][1] for each in here if own[each][0] == own[word][0]}) == 1
        is_alone = is_alone and len({theirs[other][1] for other in alike}) == 1
        other = next(iter(placed or (alike if is_alone else ())), None)
        if other is None or {pair.hyp.upos[word], pair.ref.upos[other]} <= {"PROPN"}:
            continue  # none, or another name
        heads = pair.hyp.heads[word], pair.ref.heads[other]
        yield pair.candidate(
            view,
            "modifier.different",
            {word},
            {other},
            place={word, *({heads[0]} - {ROOT})},
            other_place={other, *({heads[1]} - {ROOT})},
            **alikeness(pair, word, other),
            exclusive=1.0,
            in_place=float(bool(placed)),
            same_head=float(pair.has_same_head(word, other)),
        )


@cached_fact
def _members(reading: Reading) -> Mapping[int, tuple[int, str]]:
    """Return the words of classes whose members exclude each other, with class and value; colours in names say none."""
    found = {}
    for word, token in enumerate(reading.tokens):
        known = value_of(token.text)
        if known is not None and not (token.upos == "PROPN" and is_colour(token.text)):
            found[word] = known
    return found
