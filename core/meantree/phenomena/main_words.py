"""Structural alignment of prominent words: main words of sentences, verbs of clauses, subjects and objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from meantree.phenomena.feature import Features, Firing, linked_share, replaced, unlinked_share
from meantree.phenomena.logical_arguments import Role, clauses, main_word
from meantree.phenomena.reading import CONTENT, Reading, View

MAIN: Final = frozenset({"root", "parataxis"})
DEPENDENT: Final = frozenset({"acl", "advcl"})
"""Labels of clauses that only describe a noun or the circumstances; a claim of "he said" is none of these."""
_ROLES: Final = (("subjects", "subject"), ("objects", "object"))
FEATURES: Final = Features("structural alignment")


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


@FEATURES.table(_ROLES, "{0}_unlinked", "{0} added", "{0} missing")
def arguments_unlinked(view: View, role: Role) -> Firing:
    """Logical {0} of the conclusion have no counterpart in the premise; share of its {0}."""
    return unlinked_share(view, _in_role(view.conclusion, role))


@FEATURES("main word of a sentence replaced")
def root_replaced(view: View) -> Firing:
    """Main words of sentences are aligned with words not known to mean the same; mean dissimilarity over all."""
    return _replaced(view, view.conclusion.roots)


@FEATURES.table(_ROLES, "{0}_replaced", "{0} replaced by other words")
def arguments_replaced(view: View, role: Role) -> Firing:
    """Logical {0} are aligned with words not known to mean the same; mean dissimilarity over all {0}."""
    return _replaced(view, _in_role(view.conclusion, role))


@FEATURES("a dependent clause made a main clause", "a main clause made a dependent clause")
def main_clause_demoted(view: View) -> Firing:
    """The verb of a main clause of the conclusion heads a relative or adverbial clause in the premise.

    The share of its main verbs.
    """
    main, labels = _main_verbs(view.conclusion), view.premise.basic_labels
    demoted = [
        word
        for word, other in view.linked
        if word in main and view.is_kept(word) and other in clauses(view.premise)
        if labels[main_word(view.premise, other)] in DEPENDENT
    ]
    return linked_share(view, demoted, len(main))


def _main_verbs(reading: Reading) -> list[int]:
    return sorted(word for word in clauses(reading) if reading.labels[main_word(reading, word)] in MAIN)


def _in_role(reading: Reading, role: Role) -> list[int]:
    return sorted({clause.core[role] for clause in clauses(reading).values() if role in clause.core})


def _replaced(view: View, words: Sequence[int]) -> Firing:
    return replaced(view, [word for word in words if view.conclusion.upos[word] in CONTENT])
