"""Errors in the verbs of a clause: negation, modality, tense, what was only tried, and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from meantree.escaping import capitalised
from meantree.lexicon.word_lists import words
from meantree.phenomena.clauses import labelled
from meantree.phenomena.planting.edits import Edit, Edits, phrase, text_of
from meantree.phenomena.planting.inflection import infinitive, inflected
from meantree.phenomena.planting.operations import Editor, listed
from meantree.phenomena.reading import Reading, lemma_set

_FINITE: Final = frozenset({"VBD", "VBZ", "VBP", "MD"})
_NOT: Final = lemma_set("not n't n’t never")
_FULL: Final = {"ca": "can", "wo": "will", "sha": "shall"}
_DO: Final = {"VBD": "did", "VBZ": "does", "VBP": "do"}
_MANY: Final = lemma_set("i you we they these those")
"""Subjects with the verb forms of the plural."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause whose subject precedes its finite verb.

    Attributes:
        verb: the predicate.
        first: its finite verb: an auxiliary, the copula or the predicate.
        tag: of the finite verb.
        infinitive: of the predicate; None if it is unknown, or no verb.
    """

    verb: int
    subject: int
    first: int
    tag: str
    infinitive: str | None


def clauses(reading: Reading) -> Iterator[Clause]:
    """Yield the clauses of a text in order; none of questions."""
    if any(token.text == "?" for token in reading.tokens):
        return
    for verb, token in enumerate(reading.tokens):
        subjects = labelled(reading, verb, "nsubj", "nsubj:pass")
        first = min((verb, *labelled(reading, verb, "aux", "aux:pass", "cop")))
        tag = reading.tokens[first].xpos
        if len(subjects) == 1 and subjects[0] < first and tag in _FINITE:
            is_verb = token.upos == "VERB"
            base = infinitive(reading.lemmas[verb], token.text, token.xpos) if is_verb else None
            yield Clause(verb, subjects[0], first, tag, base)


def of_clauses(edits: Callable[[Reading, Clause], Iterator[Edits]]) -> Editor:
    """Return an operation that does something in each clause."""
    return lambda reading: (each for clause in clauses(reading) for each in edits(reading, clause))


def _finite(reading: Reading, clause: Clause, lemma: str, tag: str) -> str | None:
    """Return a verb in a finite form that agrees with the subject of a clause."""
    subject = reading.tokens[clause.subject]
    is_many = subject.xpos in {"NNS", "NNPS"} or subject.text.lower() in _MANY
    is_many = is_many or bool(labelled(reading, clause.subject, "conj"))
    if lemma == "be":
        form = ("were", "was") if tag == "VBD" else ("are", "is")
        return form[not is_many] if subject.text != "I" else {"VBD": "was"}.get(tag, "am")
    return inflected(lemma, "VBD" if tag == "VBD" else "VBP" if is_many else "VBZ")


def put(start: int, end: int, text: str | None) -> Iterator[Edits]:
    """Yield the replacement of some words, if there is a text for them."""
    if text:
        yield (Edit(start, end, text),)


def negate(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield a clause with "not", and "do" where it has no auxiliary."""
    if clause.first != clause.verb and reading.tokens[clause.first].text[:1].isalpha():
        yield (Edit(clause.first + 1, clause.first + 1, "not"),)
    elif clause.first == clause.verb and clause.infinitive:
        yield (Edit(clause.verb, clause.verb + 1, f"{_DO[clause.tag]} not {clause.infinitive}"),)


def affirm(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield a clause without its negation, and without the "do" that it needed."""
    first, text = clause.first, reading.tokens[clause.first].text
    for word in labelled(reading, clause.verb, "advmod"):
        if reading.lemmas[word] not in _NOT:
            continue
        if word != first + 1:
            yield (Edit(word, word + 1, ""),)
        elif reading.lemmas[first] == "do" and clause.verb == word + 1:
            form = inflected(reading.lemmas[clause.verb], clause.tag)
            yield from put(first, clause.verb + 1, form)
        else:
            yield (Edit(first, word + 1, _FULL.get(text.lower(), text)),)


def state(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield what may, must or can be as what is."""
    following = clause.first + 1
    if clause.tag == "MD" and following <= clause.verb and reading.tokens[following].xpos == "VB":
        form = _finite(reading, clause, reading.lemmas[following], "VBZ")
        yield from put(clause.first, following + 1, form)


def doubt(_reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield what is as what may be, and what was as what allegedly was."""
    if clause.first == clause.verb and clause.infinitive:
        if clause.tag == "VBD":
            yield (Edit(clause.verb, clause.verb, "allegedly"),)
        else:
            yield (Edit(clause.verb, clause.verb + 1, f"may {clause.infinitive}"),)


def retense(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield what was as what will be, what is as what was, and what will be as what was."""
    first, following = clause.first, clause.first + 1
    if reading.lemmas[first] == "will" and following <= clause.verb and reading.tokens[following].xpos == "VB":
        form = _finite(reading, clause, reading.lemmas[following], "VBD")
        yield from put(first, following + 1, form)
    elif first != clause.verb:
        yield from ((Edit(first, first + 1, form),) for form in listed("tenses")(reading, first))
    elif clause.infinitive and clause.tag == "VBD":
        yield (Edit(first, first + 1, f"will {clause.infinitive}"),)
    elif clause.infinitive:
        yield from put(first, following, inflected(clause.infinitive, "VBD"))


def fail(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield what was done as what somebody failed to do."""
    verb, tag = clause.verb, reading.tokens[clause.verb].xpos
    has_done = tag == "VBN" and verb == clause.first + 1 and reading.lemmas[clause.first] == "have"
    if clause.infinitive and (verb == clause.first or has_done):
        yield (Edit(verb, verb + 1, f"{inflected('fail', tag)} to {clause.infinitive}"),)


def succeed(reading: Reading) -> Iterator[Edits]:
    """Yield what somebody tried to do, or would do, as what was done."""
    for verb, lemma in enumerate(reading.lemmas):
        goal = verb + 2
        is_listed = lemma in words("planting/embedding_verbs") and goal in labelled(reading, verb, "xcomp")
        if is_listed and reading.lemmas[verb + 1] == "to" and reading.tokens[goal].xpos == "VB":
            form = inflected(reading.lemmas[goal], reading.tokens[verb].xpos)
            yield from put(verb, goal + 1, form)


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
