"""Findings about forms: pronouns, singular and plural."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

from meantree.phenomena.clauses import labelled
from meantree.phenomena.compared import Candidate, Compared, noun_group
from meantree.phenomena.feature import basic_labels
from meantree.phenomena.pronouns_and_articles import persons, plurals
from meantree.phenomena.reading import Reading

_INDEFINITE: Final[frozenset[Hashable]] = frozenset({"a", "some", "any", "no", "such"})
_SHARED: Final[frozenset[Hashable]] = frozenset({"our", "your", "their"})
"""Possessors, each of whom has one."""
_PARTICULAR: Final = frozenset({"obj", "obl", "iobj"})
"""Relations in which a noun without a definite article seldom means all of a kind."""


def pronoun(pair: Compared) -> Iterator[Candidate]:
    """Yield pronouns of another person, gender or number: linked ones, and subjects of linked verbs."""
    view = pair.of_hyp
    own, theirs = persons(pair.hyp), persons(pair.ref)
    found: dict[int, tuple[int, bool]] = {}
    for word in own:
        partner = view.partner[word]
        if partner is not None and partner in theirs:
            found[word] = (partner, True)
    for word in own:
        head = pair.hyp.heads[word]
        partner = view.partner[head] if head >= 0 else None
        if word not in found and partner is not None:
            label = basic_labels(pair.hyp)[word]
            same = [child for child in pair.ref.children[partner] if basic_labels(pair.ref)[child] == label]
            other = next((child for child in same if child in theirs), None)
            if other is not None and pair.of_ref.partner[other] is None:
                found[word] = (other, False)
    lonely = [
        [word for word in known if direction.partner[word] is None and word not in taken]
        for direction, known, taken in (
            (view, own, found),
            (pair.of_ref, theirs, {other for other, _ in found.values()}),
        )
    ]
    if len(lonely[0]) == len(lonely[1]) == 1:
        word, other = lonely[0][0], lonely[1][0]
        if basic_labels(pair.hyp)[word] == basic_labels(pair.ref)[other]:
            found[word] = (other, False)
    quotes = [any(token.text in {'"', "“", "”", "''", "``"} for token in each.tokens) for each in (pair.hyp, pair.ref)]
    changed = {(own[word], theirs[other]) for word, (other, _) in found.items()}
    for word, (other, linked) in found.items():
        mine, her = own[word], theirs[other]
        if mine == her or ((her, mine) in changed and _place(pair.hyp, word) != _place(pair.ref, other)):
            continue  # he was told by her, she told him
        both = {mine, her}
        yield pair.candidate(
            view,
            "pronoun.different",
            {word},
            {other},
            linked=float(linked),
            same_head=float(pair.has_same_head(word, other)),
            same_label=float(pair.hyp.labels[word] == pair.ref.labels[other]),
            gender=float(both == {"he", "she"}),
            thing=float("it" in both),
            they=float("they" in both),
            quoted=float(quotes[0] != quotes[1]),
            second=float("second" in both),
        )


def _place(reading: Reading, word: int) -> tuple[str, frozenset[str]]:
    """Return the relation of a word and its prepositions."""
    return reading.labels[word], frozenset(reading.lemmas[case] for case in labelled(reading, word, "case"))


def grammatical_number(pair: Compared) -> Iterator[Candidate]:
    """Yield nouns that are singular in one text and plural in the other."""
    view = pair.of_hyp
    own, theirs = plurals(pair.hyp), plurals(pair.ref)
    for word, partner in view.linked:
        if word not in own or partner not in theirs or own[word] == theirs[partner]:
            continue
        forms = pair.hyp.tokens[word].text.casefold(), pair.ref.tokens[partner].text.casefold()
        if pair.relation(view, word) not in {"identity", "lemma"} or forms[0] == forms[1]:
            continue  # the police was, the police were
        nouns = (pair.hyp, word), (pair.ref, partner)
        labels = [basic_labels(reading)[noun] for reading, noun in nouns]
        determiners = [
            {reading.lemmas[child] for child in labelled(reading, noun, "det", "nmod:poss", "nummod")}
            for reading, noun in nouns
        ]
        is_same = determiners[0] == determiners[1]
        is_definite = [not each <= _INDEFINITE for each in determiners]
        if "compound" in labels or (any(is_definite) and not is_same) or not determiners[0].isdisjoint(_SHARED):
            continue  # their minds, their mind
        if not any(is_definite) and not _PARTICULAR.issuperset(labels):
            continue  # an insect sees, insects see
        yield pair.candidate(
            pair.of_hyp,
            "plural.different",
            {word},
            {partner},
            place=noun_group(pair.hyp, word),
            other_place=noun_group(pair.ref, partner),
            same_determiners=float(is_same),
            definite=float(is_definite[0]),
            particular=float(_PARTICULAR.issuperset(labels)),
            same_label=float(labels[0] == labels[1]),
        )
