"""Insertions and deletions: what has no partner, and whether that does harm."""

from __future__ import annotations

from meantree.entailment.feature import SILENT, Feature, Firing, features
from meantree.entailment.view import View


def nouns_unlinked(view: View) -> Firing:
    """Nouns of the conclusion stand for nothing in the premise; the share of its nouns."""
    return _unlinked(view, frozenset({"NOUN"}))


def verbs_unlinked(view: View) -> Firing:
    """Verbs of the conclusion stand for nothing in the premise; the share of its verbs."""
    return _unlinked(view, frozenset({"VERB"}))


def _unlinked(view: View, kinds: frozenset[str]) -> Firing:
    wanted = [place for place, pos in enumerate(view.conclusion.upos) if pos in kinds]
    bare = view.unlinked(wanted)
    return Firing(len(bare) / len(wanted), bare) if bare else SILENT


FEATURES: tuple[Feature, ...] = features("insertions and deletions", nouns_unlinked, verbs_unlinked)
