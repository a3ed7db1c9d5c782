"""Moods: questions, commands and conditions, whether they are preserved, and how a question is planted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.escaping import capitalised
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.feature import SILENT, Features, Firing, linked_predicates, share_of_facts, share_of_pairs
from meantree.phenomena.operations import Clause, Edit, Edits, of_clauses, phrase, planter, text_of
from meantree.phenomena.reading import SUBJECT_PLACES, Reading, View, cached_fact
from meantree.phenomena.tense import forms

FEATURES: Final = Features("semantic compatibility")


@cached_fact
def questions(reading: Reading) -> frozenset[int]:
    """Return the main words of sentences that end in a question mark."""
    marked = (word for word, token in enumerate(reading.tokens) if token.text.startswith("?"))
    return frozenset((word, *reading.ancestors(word))[-1] for word in marked)


@FEATURES("question, statement or command changed")
def mood_differs(view: View) -> Firing:
    """Sentences differ in mood: question, statement or command; share of main words aligned with main words."""
    return share_of_facts(
        view, lambda text: {root: (root in questions(text), forms(text)[root].imperative) for root in text.roots}
    )


@FEATURES("condition added", "condition missing")
def condition_added(view: View) -> Firing:
    """A clause is a condition (if) in the conclusion only; share of predicates aligned with predicates."""
    conclusion, premise = view.conclusion.conditions, view.premise.conditions
    if len(conclusion) <= len(premise):
        return SILENT
    return share_of_pairs(linked_predicates(view), lambda word, partner: word in conclusion and partner not in premise)


def mood(pair: Compared) -> Iterator[Candidate]:
    """Yield sentences that are a question in one text only."""
    marks = [_question_marks(view.conclusion) for view in pair.views]
    for view, own, other in zip(pair.views, marks, reversed(marks), strict=True):
        if len(own) > len(other) + (not other and _is_inverted(view.premise)):
            for mark in own:
                root = (mark, *view.conclusion.ancestors(mark))[-1]
                partner = view.partner[root]
                if partner is None or partner not in questions(view.premise):
                    place = () if partner is None else (partner,)
                    kept = partner is not None and partner in view.premise.roots
                    yield pair.candidate(
                        view,
                        "clause.question",
                        {mark},
                        place={mark},
                        other_place=place,
                        root=kept,
                        lone=not other,
                    )


def _is_inverted(reading: Reading) -> bool:
    """Return whether an auxiliary stands before its subject, as in questions without a mark: why does it, you ask."""
    orders = ((reading.labelled(word, "aux"), reading.labelled(word, *SUBJECT_PLACES)) for word in reading.predicates)
    return any(auxiliaries and subjects and auxiliaries[0] < subjects[0] for auxiliaries, subjects in orders)


@cached_fact
def _question_marks(reading: Reading) -> tuple[int, ...]:
    """Return the question marks, of several in a row the first one."""
    asks = [token.text.startswith(("?", "？")) for token in reading.tokens]
    return tuple(word for word, asked in enumerate(asks) if asked and not (word and asks[word - 1]))


def ask(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield a statement that begins with its subject and has an auxiliary as a question."""
    span, below = phrase(reading, clause.subject), reading.below(clause.verb)
    begins = span is not None and span[0] == below[0] and span[1] == clause.first
    if span is not None and begins and reading.labels[clause.verb] == "root" and reading.tokens[below[-1]].text == ".":
        verb = reading.tokens[clause.first].text
        is_auxiliary = clause.first != clause.verb and verb.isalpha()
        asked = Edit(span[0], clause.first + 1, f"{capitalised(verb)} {text_of(reading, span)}")
        if is_auxiliary:
            yield asked, Edit(below[-1], below[-1] + 1, "?")


ASKED: Final = planter(of_clauses(ask), fact=lambda reading: "?" in reading.forms)
