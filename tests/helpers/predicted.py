"""Terms built by hand, as learned metrics have them."""

from __future__ import annotations

from meantree.metrics.evidence import Evidence, Place, Term

IDENTICAL = 0.1


def term(name: str, group: str, contribution: float, *, value: float = 1.0, places: str = "") -> Term:
    """A feature; ``places`` are tokens and arcs ``dependent-head`` of the hypothesis, then of the reference.

    ``"1 2 1-2 / 3"`` stands at two words and an arc of the hypothesis, and at a word of the reference.
    """
    mine, _, theirs = places.partition("/")
    weight = contribution / value if value else contribution
    title = "negation missing" if name == "hyp>ref.negation_lost" else ""
    return Term(name, group, value, weight, contribution, _places(mine), (_places(theirs),), title=title)


def _places(text: str) -> tuple[Place, ...]:
    numbers = [tuple(map(int, item.split("-"))) for item in text.split()]
    return tuple(
        Place(number) if len(number) == 1 else Place((min(number), max(number)), ((number[0], number[1]),))
        for number in numbers
    )


TERMS = (
    term("log BLEU-1", "BLEU", -0.03, value=-1.2),
    term("ref>hyp.negation_lost", "semantic compatibility", -0.4, places="1 1-2 / 3"),
    term("hyp>ref.negation_lost", "semantic compatibility", 0.0, value=0.0),
    term("ref>hyp.word_score", "alignment", 0.25, value=0.8),
    term("hyp>ref.word_score", "alignment", 0.001, value=0.0),
    term("hyp>ref.adverbs_unlinked", "insertions and deletions", -0.001, places="/ 4"),
)


def predicted(*terms: Term) -> Evidence:
    """The evidence of a learned metric."""
    return Evidence((), 0, {"intercept": IDENTICAL}, terms or TERMS)
