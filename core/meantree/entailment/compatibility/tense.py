"""Semantic compatibility: tense, aspect and mood of verbs that stand for each other."""

from __future__ import annotations

from collections.abc import Callable

from meantree.entailment.compatibility.compare import Pair, among, linked_predicates, main_words, minor_predicates
from meantree.entailment.contexts.clauses import predicates
from meantree.entailment.contexts.forms import Form, forms, questions
from meantree.entailment.contexts.veridicality import conditions
from meantree.entailment.feature import Feature, Firing, features
from meantree.entailment.view import View


def main_tense_differs(view: View) -> Firing:
    """The main verbs are in different tenses; the share of linked main words with a tense in both texts."""
    return among(_tensed(view, main_words(view)), _differ(view, lambda form: form.tense))


def minor_tense_differs(view: View) -> Firing:
    """Verbs of dependent clauses are in different tenses; the share of linked ones with a tense in both texts."""
    return among(_tensed(view, minor_predicates(view)), _differ(view, lambda form: form.tense))


def perfect_differs(view: View) -> Firing:
    """What is done in one text is finished (has done) in the other; of predicates linked with predicates."""
    return among(_predicates_of_both(view), _differ(view, lambda form: form.perfect))


def progressive_differs(view: View) -> Firing:
    """What is done in one text is under way (is doing) in the other; of predicates linked with predicates."""
    return among(_predicates_of_both(view), _differ(view, lambda form: form.progressive))


def finiteness_differs(view: View) -> Firing:
    """A verb has a form that may stand alone in one text alone; of predicates linked with predicates."""
    return among(_predicates_of_both(view), _differ(view, lambda form: form.finite))


def main_finiteness_lost(view: View) -> Firing:
    """The main word of the conclusion has no form that may stand alone, its partner has; of linked main words."""
    mine, theirs = forms(view.conclusion), forms(view.premise)
    return among(main_words(view), lambda one, two: not mine[one].finite and two in theirs and theirs[two].finite)


def would_differs(view: View) -> Firing:
    """What is told in one text would be so in the other; of predicates linked with predicates."""
    return among(_predicates_of_both(view), _differ(view, lambda form: form.would))


def mood_differs(view: View) -> Firing:
    """A question, a statement and a command stand for each other; the share of main words linked with main words."""
    roots = set(view.premise.roots)
    return among([pair for pair in main_words(view) if pair[1] in roots], lambda one, two: _moods(view, one, two))


def condition_added(view: View) -> Firing:
    """A clause of the conclusion is a condition (if), its partner is none; of predicates linked with predicates."""
    mine, theirs = conditions(view.conclusion), conditions(view.premise)
    return among(_predicates_of_both(view), lambda one, two: one in mine and two not in theirs)


def condition_lost(view: View) -> Firing:
    """A clause of the premise is a condition (if), its partner is none; of predicates linked with predicates."""
    mine, theirs = conditions(view.conclusion), conditions(view.premise)
    return among(_predicates_of_both(view), lambda one, two: one not in mine and two in theirs)


def _predicates_of_both(view: View) -> list[Pair]:
    known = predicates(view.premise)
    return [pair for pair in linked_predicates(view) if pair[1] in known]


def _tensed(view: View, pairs: tuple[Pair, ...]) -> list[Pair]:
    mine, theirs = forms(view.conclusion), forms(view.premise)
    return [(one, two) for one, two in pairs if mine[one].tense and two in theirs and theirs[two].tense]


def _differ(view: View, trait: Callable[[Form], object]) -> Callable[[int, int], bool]:
    mine, theirs = forms(view.conclusion), forms(view.premise)
    return lambda one, two: trait(mine[one]) != trait(theirs[two])


def _moods(view: View, one: int, two: int) -> bool:
    mine = (one in questions(view.conclusion), forms(view.conclusion)[one].imperative)
    return mine != (two in questions(view.premise), forms(view.premise)[two].imperative)


FEATURES: tuple[Feature, ...] = features(
    "semantic compatibility",
    main_tense_differs,
    minor_tense_differs,
    perfect_differs,
    progressive_differs,
    finiteness_differs,
    main_finiteness_lost,
    would_differs,
    mood_differs,
    condition_added,
    condition_lost,
)
