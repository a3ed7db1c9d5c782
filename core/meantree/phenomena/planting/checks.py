"""What the parser must read of a faulty text: the intended difference, and everything else as before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import pairwise

from meantree.analysis.entities.entity import EntityKind
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT
from meantree.phenomena.clauses import predicates
from meantree.phenomena.modality import modals
from meantree.phenomena.negation import negators
from meantree.phenomena.planting.edits import Characters, Fault, tokens_in
from meantree.phenomena.reading import Reading

Fact = Callable[[Reading], Hashable]
"""What a text says in some respect."""
_NAMES = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})


def is_as_intended(fault: Fault, original: Analysis, faulty: Analysis, fact: Fact | None) -> bool:
    """Return whether all words that were not changed are read as before, and the fact differs.

    Args:
        fact: that an error changes and a harmless change keeps; None for none.
    """
    readings = Reading(original), Reading(faulty)
    if fact and (fact(readings[0]) == fact(readings[1])) != fault.is_harmless:
        return False
    kept = _unchanged(original, fault.original_spans), _unchanged(faulty, fault.faulty_spans)
    if len(kept[0]) != len(kept[1]):
        return False
    same = dict(zip(*kept, strict=True))
    same[ROOT] = ROOT
    return all(_is_read_alike(*readings, word, same) for word in kept[0])


def _unchanged(text: Analysis, spans: Iterable[Characters]) -> list[int]:
    changed = tokens_in(text, spans)
    return [word for word in range(len(text.tokens)) if word not in changed]


def _is_read_alike(original: Reading, faulty: Reading, word: int, same: Mapping[int, int]) -> bool:
    """Return whether a word has the same text and part of speech, and the same arc to a word that was not changed."""
    other = same[word]
    is_same = original.tokens[word].text.lower() == faulty.tokens[other].text.lower()
    heads = same.get(original.heads[word]), faulty.heads[other]
    has_same_arc = heads[0] is None or heads[0] == heads[1] or heads[1] not in same.values()
    return is_same and original.upos[word] == faulty.upos[other] and has_same_arc


def negations(reading: Reading) -> int:
    """Return how many words negate."""
    return len(negators(reading))


def modality(reading: Reading) -> Hashable:
    """Return what modal words say, in order."""
    return tuple(modal.modality for modal in modals(reading))


def events(reading: Reading) -> int:
    """Return the number of predicates."""
    return len(predicates(reading))


def amounts(reading: Reading) -> Hashable:
    """Return numbers, amounts and dates in order, by their values, and what is counted."""
    values = (each.value for each in reading.entities if each.kind not in _NAMES)
    counted = (reading.lemmas[reading.heads[word]] for word, label in enumerate(reading.labels) if label == "nummod")
    return tuple(values), tuple(counted)


def names(reading: Reading) -> Hashable:
    """Return the names in order, in words."""
    named = (each for each in reading.entities if each.kind in _NAMES)
    return tuple(" ".join(token.text for token in reading.tokens[each.start : each.end]) for each in named)


def is_question(reading: Reading) -> bool:
    """Return whether a text asks."""
    return any(token.text == "?" for token in reading.tokens)


def repetitions(reading: Reading) -> int:
    """Return how many words follow themselves, at a distance of one or two."""
    texts = [token.text.lower() for token in reading.tokens]
    return sum(one == other for one, other in (*pairwise(texts), *zip(texts, texts[2:], strict=False)))


def arguments(reading: Reading) -> Hashable:
    """Return who does what to whom: verb, agent and patient of each clause, active or passive."""
    found: Counter[tuple[str, ...]] = Counter()
    for verb in range(len(reading)):
        for word in reading.children[verb]:
            role = _ROLES.get(reading.labels[word])
            if role:
                found[reading.lemmas[verb], role, reading.tokens[word].text.lower()] += 1
    return frozenset(found.items())


_ROLES = {"nsubj": "agent", "obl:agent": "agent", "nsubj:pass": "patient", "obj": "patient"}


def modified(reading: Reading) -> Hashable:
    """Return the nouns with the words that modify them."""
    pairs = (
        (reading.lemmas[word], reading.lemmas[reading.heads[word]])
        for word, label in enumerate(reading.labels)
        if label in {"amod", "nmod"}
    )
    return frozenset(pairs)


def tags(listed: str) -> Fact:
    """Return a fact: the words with one of these tags of the Penn Treebank, separated by blanks, as their tags."""
    wanted = frozenset(listed.split())
    return lambda reading: tuple(token.xpos for token in reading.tokens if token.xpos in wanted)
