"""Structural alignment of prominent words: main words of sentences, verbs of clauses, subjects and objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from meantree.phenomena.feature import Features, Firing, basic_labels, is_kept, linked_share, replaced, unlinked_share
from meantree.phenomena.logical_arguments import Role, clauses, main_word
from meantree.phenomena.reading import CONTENT, Reading, View

FEATURES = Features("structural alignment")

MAIN: Final = frozenset({"root", "parataxis"})
DEPENDENT: Final = frozenset({"acl", "advcl"})
"""Labels of clauses that only describe a noun or the circumstances; a claim of "he said" is none of these."""


@FEATURES("main word of a sentence added", "main word of a sentence missing")
def root_unlinked(view: View) -> Firing:
    """The main word of a sentence of the conclusion has no counterpart in the premise; share of its sentences."""
    return unlinked_share(view, view.conclusion.roots)


@FEATURES("verbs of further main clauses added", "verbs of further main clauses missing")
def coordinated_verbs_unlinked(view: View) -> Firing:
    """Verbs of main clauses after the first in a sentence have no counterpart in the premise; share of these verbs."""
    reading = view.conclusion
    return unlinked_share(view, [word for word in _main_verbs(reading) if word not in reading.roots])


@FEATURES("verbs of dependent clauses added", "verbs of dependent clauses missing")
def embedded_verbs_unlinked(view: View) -> Firing:
    """Predicates of dependent clauses of the conclusion have no counterpart in the premise; share of these."""
    main = _main_verbs(view.conclusion)
    return unlinked_share(view, sorted(word for word in clauses(view.conclusion) if word not in main))


@FEATURES("subjects added", "subjects missing")
def subjects_unlinked(view: View) -> Firing:
    """Logical subjects of the conclusion have no counterpart in the premise; share of its subjects."""
    return unlinked_share(view, _in_role(view.conclusion, "subject"))


@FEATURES("objects added", "objects missing")
def objects_unlinked(view: View) -> Firing:
    """Logical objects of the conclusion have no counterpart in the premise; share of its objects."""
    return unlinked_share(view, _in_role(view.conclusion, "object"))


@FEATURES("main word of a sentence replaced")
def root_replaced(view: View) -> Firing:
    """Main words of sentences are aligned with words not known to mean the same; mean dissimilarity over all."""
    return _replaced(view, view.conclusion.roots)


@FEATURES("subjects replaced by other words")
def subjects_replaced(view: View) -> Firing:
    """Logical subjects are aligned with words not known to mean the same; mean dissimilarity over all subjects."""
    return _replaced(view, _in_role(view.conclusion, "subject"))


@FEATURES("objects replaced by other words")
def objects_replaced(view: View) -> Firing:
    """Logical objects are aligned with words not known to mean the same; mean dissimilarity over all objects."""
    return _replaced(view, _in_role(view.conclusion, "object"))


@FEATURES("a dependent clause made a main clause", "a main clause made a dependent clause")
def main_clause_demoted(view: View) -> Firing:
    """The verb of a main clause of the conclusion heads a relative or adverbial clause in the premise.

    The share of its main verbs.
    """
    main, labels = _main_verbs(view.conclusion), basic_labels(view.premise)
    demoted = [
        word
        for word, other in view.linked
        if word in main and is_kept(view, word) and other in clauses(view.premise)
        if labels[main_word(view.premise, other)] in DEPENDENT
    ]
    return linked_share(view, demoted, len(main))


def _main_verbs(reading: Reading) -> list[int]:
    return sorted(word for word in clauses(reading) if reading.labels[main_word(reading, word)] in MAIN)


def _in_role(reading: Reading, role: Role) -> list[int]:
    return sorted({clause.core[role] for clause in clauses(reading).values() if role in clause.core})


def _replaced(view: View, words: Sequence[int]) -> Firing:
    return replaced(view, [word for word in words if view.conclusion.upos[word] in CONTENT])
