"""Structural alignment of prominent words: main words of sentences, subjects, objects, heads of clauses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from meantree.entailment.feature import SILENT, Feature, Firing, features, linked_share, partners, unlinked_share
from meantree.entailment.reading import Reading, View, cached_fact
from meantree.entailment.structure.logical_arguments import Role, clauses, main_word, same


def root_unlinked(view: View) -> Firing:
    """The main word of the conclusion is unaligned.

    The share of such sentences of the conclusion.
    """
    return unlinked_share(view, view.conclusion.roots)


def root_moved(view: View) -> Firing:
    """The main word of the conclusion is aligned with another word of the premise; share of its sentences."""
    roots = view.conclusion.roots
    main_words = {main_word(view.premise, root) for root in view.premise.roots}
    moved = [word for word in roots if (other := view.partner[word]) is not None and not _main(view, other, main_words)]
    return linked_share(view, moved, len(roots))


def root_weakly_linked(view: View) -> Firing:
    """The main word of the conclusion has a weak alignment; mean dissimilarity over its sentences.

    Unaligned main words do not count: another feature covers them.
    """
    links = [(root, link) for root in view.conclusion.roots if (link := view.links[root]) is not None]
    dissimilarity = {root: 1 - link.reason.strength for root, link in links if link.reason.strength < 1}
    value = sum(dissimilarity.values()) / len(view.conclusion.roots) if dissimilarity else 0.0
    return Firing(value, tuple(dissimilarity), partners(view, tuple(dissimilarity))) if dissimilarity else SILENT


def main_verbs_unlinked(view: View) -> Firing:
    """Verbs that head a main clause of the conclusion are unaligned; share of such verbs."""
    reading = view.conclusion
    return unlinked_share(view, sorted(word for word in clauses(reading) if _heads_main_clause(reading, word)))


def embedded_verbs_unlinked(view: View) -> Firing:
    """Predicates of dependent clauses of the conclusion are unaligned; share of such predicates."""
    reading = view.conclusion
    return unlinked_share(view, sorted(word for word in clauses(reading) if not _heads_main_clause(reading, word)))


def subjects_unlinked(view: View) -> Firing:
    """Logical subjects of the conclusion are unaligned; share of its subjects."""
    return unlinked_share(view, _in_role(view.conclusion, "subject"))


def objects_unlinked(view: View) -> Firing:
    """Logical objects of the conclusion are unaligned; share of its objects."""
    return unlinked_share(view, _in_role(view.conclusion, "object"))


def subjects_moved(view: View) -> Firing:
    """Logical subjects of the conclusion are aligned with words that are not subjects; share of its subjects."""
    return _moved(view, "subject")


def objects_moved(view: View) -> Firing:
    """Logical objects of the conclusion are aligned with words that are not objects; share of its objects."""
    return _moved(view, "object")


def prominent_words_unlinked(view: View) -> Firing:
    """Main words, subjects and objects of the conclusion are unaligned; share of such words."""
    return unlinked_share(view, _prominent(view.conclusion))


def any_prominent_word_unlinked(view: View) -> Firing:
    """A main word, subject or object of the conclusion is unaligned; 1 if so."""
    unaligned = view.unlinked(_prominent(view.conclusion))
    return Firing(1.0, unaligned) if unaligned else SILENT


def prominent_words_lost(view: View) -> Firing:
    """Main words, subjects and objects of the conclusion are none of these in the premise; share of these words."""
    words, prominent = _prominent(view.conclusion), frozenset(_prominent(view.premise))
    return linked_share(view, [word for word in words if view.partner[word] not in prominent], len(words))


def predicates_lost(view: View) -> Firing:
    """Predicates of the conclusion are aligned with words that are not predicates; share of its predicates."""
    conclusion, premise = clauses(view.conclusion), clauses(view.premise)
    lost = [word for word in conclusion if (other := view.partner[word]) is not None and other not in premise]
    return linked_share(view, sorted(lost), len(conclusion))


def _main(view: View, word: int, roots: Iterable[int]) -> bool:
    return main_word(view.premise, word) in roots


def _heads_main_clause(reading: Reading, word: int) -> bool:
    return reading.labels[main_word(reading, word)] in ("root", "parataxis")


@lru_cache(maxsize=64)
def _in_role(reading: Reading, role: Role) -> tuple[int, ...]:
    return tuple(sorted({clause.core[role] for clause in clauses(reading).values() if role in clause.core}))


@cached_fact
def _prominent(reading: Reading) -> tuple[int, ...]:
    words = {*reading.roots, *_in_role(reading, "subject"), *_in_role(reading, "object")}
    return tuple(sorted(words))


def _moved(view: View, role: Role) -> Firing:
    words, in_premise = _in_role(view.conclusion, role), _in_role(view.premise, role)
    linked = [word for word in words if view.partner[word] is not None]
    return linked_share(
        view, [word for word in linked if not any(same(view, word, other) for other in in_premise)], len(words)
    )


FEATURES: tuple[Feature, ...] = features(
    "structural alignment",
    root_unlinked,
    root_moved,
    root_weakly_linked,
    main_verbs_unlinked,
    embedded_verbs_unlinked,
    subjects_unlinked,
    objects_unlinked,
    subjects_moved,
    objects_moved,
    prominent_words_unlinked,
    any_prominent_word_unlinked,
    prominent_words_lost,
    predicates_lost,
)
