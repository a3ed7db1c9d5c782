"""Semantic compatibility: do more general and more special words, and descriptions, stand where they may?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from meantree.entailment.compatibility.compare import Pair, among, linked_content
from meantree.entailment.compatibility.relatedness import says_less, says_more
from meantree.entailment.contexts.monotonicity import DOWN, UP, directions
from meantree.entailment.contexts.vocabulary import words
from meantree.entailment.feature import Feature, Firing, features
from meantree.entailment.reading import CONTENT, Reading
from meantree.entailment.shares import part
from meantree.entailment.view import View

_MODIFIERS: Final = words("amod nmod acl acl:relcl advmod obl advcl compound nmod:poss nmod:desc appos nummod")


def replacements_licensed(view: View) -> Firing:
    """A more general word stands in an upward context, or a more special one in a downward; of linked content words."""
    turned = directions(view.premise)
    return among(linked_content(view), lambda one, two: turned[two] == _needed(view, one))


def replacements_unlicensed(view: View) -> Firing:
    """A more general or special word stands where that does not follow; the share of linked content words."""
    turned = directions(view.premise)
    return among(linked_content(view), lambda one, two: _needed(view, one) not in {None, turned[two]})


def modifiers_added_licensed(view: View) -> Firing:
    """The conclusion describes more closely what is in a downward context; the share of its modifiers."""
    return _added(view, lambda direction: direction == DOWN)


def modifiers_added_unlicensed(view: View) -> Firing:
    """The conclusion describes more closely what is in no downward context; the share of its modifiers."""
    return _added(view, lambda direction: direction != DOWN)


def modifiers_dropped_licensed(view: View) -> Firing:
    """The conclusion describes less closely what is in an upward context; the share of the premise's modifiers."""
    return _dropped(view, lambda direction: direction == UP)


def modifiers_dropped_unlicensed(view: View) -> Firing:
    """The conclusion describes less closely what is in no upward context; the share of the premise's modifiers."""
    return _dropped(view, lambda direction: direction != UP)


def inference_direction_differs(view: View) -> Firing:
    """A word stands in an upward context in one text, in a downward in the other; of linked content words."""
    mine, theirs = directions(view.conclusion), directions(view.premise)
    return among(linked_content(view), lambda one, two: mine[one] * theirs[two] < 0)


def _needed(view: View, word: int) -> int | None:
    """The direction in which the conclusion's word follows from its partner, None if it says as much."""
    return UP if says_less(view, word) else DOWN if says_more(view, word) else None


def _added(view: View, licensed: Callable[[int], bool]) -> Firing:
    described, turned = _modifiers(view.conclusion), directions(view.premise)
    found: list[Pair] = []
    for word, head in described:
        partner = view.partner[head]
        if view.partner[word] is None and partner is not None and licensed(turned[partner]):
            found.append((word, partner))
    return part([word for word, _ in found], len(described), sorted({partner for _, partner in found}))


def _dropped(view: View, licensed: Callable[[int], bool]) -> Firing:
    described, turned = _modifiers(view.premise), directions(view.premise)
    found = [
        (word, partner)
        for word, head in described
        if word not in view.covered and (partner := view.backward[head]) is not None and licensed(turned[head])
    ]
    if not found:
        return part([], 1)
    mine = tuple(sorted({partner for _, partner in found}))
    return Firing(len(found) / len(described), mine, tuple(word for word, _ in found))


def _modifiers(reading: Reading) -> list[Pair]:
    """``(modifier, what it describes)``."""
    return [
        (word, head)
        for word, head in enumerate(reading.heads)
        if head >= 0 and reading.labels[word] in _MODIFIERS and reading.upos[word] in CONTENT
    ]


FEATURES: tuple[Feature, ...] = features(
    "semantic compatibility",
    replacements_licensed,
    replacements_unlicensed,
    modifiers_added_licensed,
    modifiers_added_unlicensed,
    modifiers_dropped_licensed,
    modifiers_dropped_unlicensed,
    inference_direction_differs,
)
