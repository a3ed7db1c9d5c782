"""Findings about who does what to whom, and what is attached to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import words as listed
from meantree.phenomena.attachment import linked_arcs
from meantree.phenomena.clauses import labelled
from meantree.phenomena.compared import RELATED, Candidate, Compared, noun_group
from meantree.phenomena.feature import basic_labels
from meantree.phenomena.logical_arguments import Clause, Role, clause_pairs, clauses, main_word, same
from meantree.phenomena.pronouns_and_articles import persons
from meantree.phenomena.reading import Reading, cached_fact

ROLES: Final[Mapping[Role, str]] = {"subject": "agent", "object": "patient", "recipient": "other"}
"""The names of logical arguments in kinds."""
_NEAR: Final = 8
"""Words between a verb and a participant near it."""
_ADJECTIVAL: Final = frozenset({"amod", "nmod", "nummod"})
_PARTICIPANTS: Final = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl", "nmod", "nmod:poss"})


def swapped(pair: Compared) -> Iterator[Candidate]:
    """Yield words that exchange their roles, most often agent and patient."""
    known = set()
    for candidate in _swapped_in_clauses(pair):
        known.add(candidate.hypothesis)
        yield candidate
    yield from (candidate for candidate in _exchanged(pair) if candidate.hypothesis not in known)


def _swapped_in_clauses(pair: Compared) -> Iterator[Candidate]:
    """Yield clauses whose agent is the patient of the other text, and the reverse."""
    view = pair.of_hyp
    for own, other in clause_pairs(view):
        agents, patients = (own.core.get("subject"), other.core.get("subject")), (_patient(own), _patient(other))
        given = _recipient(pair.hyp, own), _recipient(pair.ref, other)
        if None not in given and _means(pair, given[0], agents[1]):
            patients = given  # she gave it to him, he gave it to her
        crosswise = (agents[0], patients[0]), (patients[1], agents[1])
        words, others = ([word for word in each if word is not None] for each in crosswise)
        if len(words) + len(others) < 4:
            continue
        exchanged = _exchange_persons(pair, words, others)
        crossed = [exchanged or _means(pair, *each) for each in zip(words, others, strict=True)]
        stays = same(view, words[0], others[1]) or same(view, words[1], others[0])
        if not any(crossed) or (stays and not exchanged):
            continue
        if not all(crossed) and not pair.is_sure(view, own.predicate):
            continue  # its victory moved them to the top, with its victory they took the lead
        yield pair.candidate(
            view,
            "role.swapped",
            words,
            others,
            place={own.predicate, *(part for word in words for part in noun_group(pair.hyp, word))},
            other_place={other.predicate, *(part for word in others for part in noun_group(pair.ref, word))},
            both=float(all(crossed)),
            same_voice=float(own.passive == other.passive),
            sure_target=float(pair.is_sure(view, own.predicate)),
            pronoun=float("PRON" in {pair.hyp.upos[word] for word in words}),
            near_verb=float(max(abs(word - own.predicate) for word in words) < _NEAR),
        )


def _exchanged(pair: Compared) -> Iterator[Candidate]:
    """Yield two nouns or numbers, each in the place of the other: from London to Paris, from Paris to London."""
    view = pair.of_hyp
    placed = []
    for word, partner in _said_once(pair):
        head = pair.hyp.heads[word]
        here = None if head == ROOT or view.partner[head] is None else _place(pair.hyp, word, view.partner[head])
        placed.append((word, partner, here, _place(pair.ref, partner, pair.ref.heads[partner])))
    for (first, partner, here, there), (second, other, beside, elsewhere) in combinations(placed, 2):
        if here is None or beside is None or here == beside or (here, beside) != (elsewhere, there):
            continue
        words, others = (first, second), (partner, other)
        are_numbers = all(pair.hyp.upos[word] == "NUM" for word in words)
        yield pair.candidate(
            view,
            "number.different" if are_numbers else "role.swapped",
            words,
            others,
            place=_with_heads(pair.hyp, words),
            other_place=_with_heads(pair.ref, others),
            linked=1.0,
            same_shape=1.0,
            only=1.0,
            both=1.0,
            same_voice=1.0,
            sure_target=float(all(pair.is_sure(view, pair.hyp.heads[word]) for word in words)),
            near_verb=1.0,
        )


def _said_once(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield the participants whose lemma each text has once."""
    once = [{lemma for lemma, times in Counter(each.lemmas).items() if times == 1} for each in (pair.hyp, pair.ref)]
    for lemma in sorted(once[0] & once[1]):
        word, partner = pair.hyp.lemmas.index(lemma), pair.ref.lemmas.index(lemma)
        if _is_participant(pair.hyp, word) and _is_participant(pair.ref, partner):
            yield word, partner


def _is_participant(reading: Reading, word: int) -> bool:
    if reading.upos[word] == "NUM" and basic_labels(reading)[word] == "nummod":
        return True
    return reading.upos[word] in {"NOUN", "PROPN"} and basic_labels(reading)[word] in _PARTICIPANTS


def _place(reading: Reading, word: int, head: int | None) -> tuple[int | None, str, frozenset[str]]:
    """Return the head of a word, and by which relation and prepositions it depends on that."""
    cases = frozenset(reading.lemmas[case] for case in labelled(reading, word, "case"))
    return head, basic_labels(reading)[word], cases


def _with_heads(reading: Reading, words: tuple[int, int]) -> set[int]:
    """Return words with their prepositions and heads."""
    return {each for word in words for each in (word, reading.heads[word], *labelled(reading, word, "case"))} - {ROOT}


def _exchange_persons(pair: Compared, own: Sequence[int], theirs: Sequence[int]) -> bool:
    """Return whether agent and patient are pronouns of different persons that are exchanged: I ask him, he asks me."""
    mine, others = [persons(pair.hyp).get(word) for word in own], [persons(pair.ref).get(word) for word in theirs]
    return None not in mine and len(set(mine)) == 2 and mine == others


def _patient(clause: Clause) -> int | None:
    """Return the object, or the recipient of a clause without one: she asked him to stay."""
    return clause.core.get("object", clause.core.get("recipient"))


def _recipient(reading: Reading, clause: Clause) -> int | None:
    """Return to whom something is given, before or after it."""
    is_giving = reading.lemmas[clause.predicate] in listed("phenomena/giving")
    after = (word for preposition, word in clause.obliques if preposition == "to" and is_giving)
    return clause.core.get("recipient", next(after, None))


def _means(pair: Compared, word: int | None, other: int | None) -> bool:
    """Return whether two words are linked, and mean the same."""
    if word is None or other is None:
        return False
    return same(pair.of_hyp, word, other) and pair.relation(pair.of_hyp, word) in RELATED


@cached_fact
def roles(reading: Reading) -> Mapping[int, str]:
    """Return the role of each word that is a logical argument of a verb; that of the nearest verb if it has several."""
    found: dict[int, str] = {}
    for clause in clauses(reading).values():
        for role, word in clause.core.items():
            if word not in found or reading.heads[word] == clause.predicate:
                found[word] = ROLES[role]
    return found


def alikeness(pair: Compared, word: int, partner: int) -> dict[str, float]:
    """Return cues for how alike a word of the hypothesis and one of the reference are."""
    view = pair.of_hyp
    relation = pair.relation(view, word) if view.partner[word] == partner else ""
    return {
        "linked": float(bool(relation)),
        "related": float(relation in RELATED),
        "class": float(relation in {"lin", "path", "entity", "hypernym", "hyponym"}),
        "same_pos": float(pair.hyp.upos[word] == pair.ref.upos[partner]),
        "same_tag": float(pair.hyp.tokens[word].xpos == pair.ref.tokens[partner].xpos),
        "near_bits": 1 - min(1.0, abs(pair.hyp.bits[word] - pair.ref.bits[partner]) / 10),
    }


def attachment(pair: Compared) -> Iterator[Candidate]:
    """Yield modifiers that describe another linked word than in the other text."""
    view = pair.of_hyp
    back = pair.of_ref.partner
    for arc in linked_arcs(view):
        head = pair.ref.heads[arc.partner]
        if arc.label not in _ADJECTIVAL or head < 0 or head == arc.partner_head or arc.steps < 2:
            continue
        label = basic_labels(pair.ref)[arc.partner]
        there = back[head]
        if label not in _ADJECTIVAL or there is None or there == arc.high or not pair.is_sure(view, arc.low):
            continue
        if main_word(pair.ref, arc.partner_head) == main_word(pair.ref, head) or there == arc.low:
            continue
        yield pair.candidate(
            view,
            "attachment.different",
            {arc.low},
            {arc.partner},
            place=_span(arc.low, arc.high),
            other_place=_span(arc.partner, head),
            adjective=float(arc.label == "amod" and label == "amod"),
            same_label=float(arc.label == label),
            sure_heads=float(pair.is_sure(view, arc.high) and pair.is_sure(pair.of_ref, head)),
            nouns=float({pair.hyp.upos[arc.high], pair.ref.upos[head]} <= {"NOUN", "PROPN"}),
            beside=float(abs(arc.low - arc.high) == 1 and abs(arc.partner - head) == 1),
            far=min(1.0, arc.steps / 6),
        )


def _span(first: int, last: int) -> tuple[int, ...]:
    """Return both words, with those between them if these are few."""
    low, high = sorted((first, last))
    return (low, high) if high - low > 4 else tuple(range(low, high + 1))
