"""Clauses: predicates with their logical arguments, the same for actives and passives, and whether these are preserved.

A clause is a verb, or another word with its own subject. Relative pronouns are replaced by the noun before them;
infinitives, participles and conjuncts inherit a missing argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from meantree.analysis.tree import ROOT
from meantree.phenomena.feature import Features, Firing, linked_share, replaced, unlinked_share
from meantree.phenomena.reading import CONTENT, SUBJECTS, Reading, View, cached_fact

Role = Literal["subject", "object", "recipient"]
RELATIVE_PRONOUNS: Final = frozenset({"who", "whom", "which", "that"})
PARTICIPLES: Final = frozenset({"VBG", "VBN"})
PREPOSITIONAL: Final = frozenset({"prep", "agent"})
"""ClearNLP's labels of a preposition between a verb and its noun."""
_WRITTEN: Final[Mapping[str, Role]] = {"obj": "object", "iobj": "recipient"}
_SAME_PHRASE: Final = frozenset({"compound", "flat", "conj", "appos", "fixed"})
MAIN: Final = frozenset({"root", "parataxis"})
DEPENDENT: Final = frozenset({"acl", "advcl"})
"""Labels of clauses that only describe a noun or the circumstances; a claim of "he said" is none of these."""
_ROLES: Final = (("subjects", "subject"), ("objects", "object"))


@dataclass(frozen=True, slots=True)
class Clause:
    """One predicate with its arguments; words are 0-based over the text.

    Attributes:
        core: the logical arguments: who acts (``subject``), on whom or what (``object``), for whom (``recipient``).
        obliques: further arguments and adjuncts with their prepositions, empty for none.
        written: the syntactic subject and objects, in either voice.
    """

    predicate: int
    core: Mapping[Role, int]
    obliques: tuple[tuple[str, int], ...]
    passive: bool
    written: Mapping[Role, int]


class ClausePair(NamedTuple):
    """A clause of the conclusion and a clause of the premise with aligned predicates."""

    conclusion: Clause
    premise: Clause


@cached_fact
def clauses(reading: Reading) -> Mapping[int, Clause]:
    """Return all clauses of a text by predicate, heads before dependents."""
    by_predicate: dict[int, Clause] = {}
    waiting = list(reversed(reading.roots))
    while waiting:
        word = waiting.pop()
        waiting += reversed(reading.children[word])
        if reading.upos[word] == "VERB" or any(reading.labels[child] in SUBJECTS for child in reading.children[word]):
            by_predicate[word] = _clause(reading, word, by_predicate)
    return by_predicate


@cached_fact
def clause_pairs(view: View) -> tuple[ClausePair, ...]:
    """Return the clauses of the conclusion whose predicates are aligned with predicates, with their partners."""
    in_premise = clauses(view.premise)
    return tuple(
        ClausePair(clause, in_premise[other])
        for word, clause in clauses(view.conclusion).items()
        if (other := view.partner[word]) is not None and other in in_premise
    )


def main_word(reading: Reading, word: int) -> int:
    """Return the word that represents the phrase that ``word`` belongs to as a name or a conjunct.

    It is the first conjunct, the noun that an apposition explains, the head of a compound.
    """
    while reading.basic_labels[word] in _SAME_PHRASE and reading.heads[word] != ROOT:
        word = reading.heads[word]
    return word


def same(view: View, word: int | None, other: int | None) -> bool:
    """Return whether a word of the conclusion is aligned with this word of the premise, or with the same phrase."""
    if word is None or other is None or (partner := view.partner[word]) is None:
        return False
    return partner == other or main_word(view.premise, partner) == main_word(view.premise, other)


def _clause(reading: Reading, word: int, above: Mapping[int, Clause]) -> Clause:
    passive = _is_passive(reading, word, above)
    own: dict[Role, int] = {}
    for child in sorted(reading.children[word], key=lambda child: reading.labels[child].endswith(":outer")):
        label = reading.labels[child]
        role = "subject" if label in SUBJECTS else _WRITTEN.get(label)
        if role is not None:
            own.setdefault(role, child)
    nouns = [noun for child in reading.children[word] for noun in _obliques(reading, child)]
    agents = [noun for preposition, noun in nouns if passive and preposition == "by"]
    others = tuple((preposition, noun) for preposition, noun in nouns if noun not in agents)
    written = _borrowed(reading, word, own, above)
    return Clause(word, _logical(written, agents) if passive else written, others, passive, written)


def _logical(written: Mapping[Role, int], agents: Sequence[int]) -> dict[Role, int]:
    """Return the logical arguments of a passive: its subject is the object or recipient, its agent the subject."""
    core: dict[Role, int] = {"subject": agents[0]} if agents else {}
    if "object" in written:
        core["object"] = written["object"]
    if "subject" in written:
        core["recipient" if "object" in written else "object"] = written["subject"]
    return core


def _obliques(reading: Reading, child: int) -> Iterator[tuple[str, int]]:
    below = reading.children[child]
    if reading.basic_labels[child] == "obl":
        cases = (reading.lemmas[other] for other in below if reading.labels[other] == "case")
        yield next(cases, ""), child
    elif reading.labels[child] in PREPOSITIONAL:
        yield from ((reading.lemmas[child], noun) for noun in below if reading.labels[noun] == "pobj")


def _is_passive(reading: Reading, word: int, above: Mapping[int, Clause]) -> bool:
    labels = {reading.labels[child] for child in reading.children[word]}
    if labels & {"aux:pass", "nsubj:pass", "csubj:pass"}:
        return True
    if reading.tokens[word].xpos != "VBN" or labels & {"aux", "cop"}:
        return False
    label, head = reading.labels[word], reading.heads[word]
    return label in ("acl", "advcl") or (label == "conj" and head in above and above[head].passive)


def _borrowed(reading: Reading, word: int, own: dict[Role, int], above: Mapping[int, Clause]) -> dict[Role, int]:
    label, head = reading.labels[word], reading.heads[word]
    if label == "acl:relcl" and head != ROOT:
        return _related(reading, head, own)
    if "subject" in own or head == ROOT:
        return own
    if label == "acl":
        return {**own, "subject": head} if reading.tokens[word].xpos in PARTICIPLES else own
    if label in ("conj", "xcomp", "advcl") and head in above:
        lender = above[head].written
        lent = lender.get("object", lender.get("subject")) if label == "xcomp" else lender.get("subject")
        return own if lent is None else {**own, "subject": lent}
    return own


def _related(reading: Reading, noun: int, own: dict[Role, int]) -> dict[Role, int]:
    """Return the arguments of a relative clause: the noun replaces the pronoun, or else fills the gap."""
    arguments: dict[Role, int] = {
        role: noun if reading.lemmas[word] in RELATIVE_PRONOUNS else word for role, word in own.items()
    }
    if noun not in arguments.values():
        arguments.setdefault("object" if "subject" in own else "subject", noun)
    return arguments


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
