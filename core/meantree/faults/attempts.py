"""Faults in whether something was only tried, asked for or planned, or was done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import labelled, marks
from meantree.entailment.compatibility.modality import modals
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.contexts import (
    FINITE,
    LONG_AGO,
    POLAR,
    QUOTES,
    UNPLANNED,
    WILLED,
    class_of,
    has_set_object,
    has_time,
    is_joined,
    is_person,
)
from meantree.faults.edits import Change, Edit, replaced
from meantree.faults.inflection import gerund, infinitive, participle, past, third_person

_TRYING: Final = lemma_set(
    "try attempt plan refuse fail want intend decline hope threaten seek pledge promise vow prepare struggle offer aim"
)
_UNDONE: Final = lemma_set("find let decide do know get understand see learn figure be have make sure remain")
"""Verbs for which "is trying to" makes a difference of style alone, or that are odd without it."""
_STRIVING: Final = lemma_set("try attempt seek strive struggle")
"""Verbs whose progressive says as much as that of what is tried: they are trying to build, they are building."""
_POLITE: Final = lemma_set("do may might should can could")
"""Auxiliaries after which an attempt is a polite suggestion: you may want to."""
_CONTRASTING: Final = lemma_set("but if")
_PRESUPPOSING: Final = lemma_set("when while as once until")
"""Conjunctions of clauses that say when something happened: it did happen."""
_FAILING: Final = lemma_set("refuse fail decline")
_BLAMING: Final = lemma_set("violation breach despite blame accuse fault")
"""Words beside which a failure is one of somebody's wrongs."""
_MEANS: Final = lemma_set("among through by with without despite thanks after amid")
"""Prepositions of how something was achieved."""


def embedding(reading: Reading) -> Iterator[Change]:
    """Yield events that are said to have failed, or attempts that are said to have succeeded."""
    yield from _failed(reading)
    yield from _told(reading)
    if not _CONTRASTING.isdisjoint(reading.lemmas):
        return
    for head, lemma in enumerate(reading.lemmas):
        goals = labelled(reading, head, "xcomp") if lemma in _TRYING else ()
        if len(goals) != 1 or goals[0] != head + 2 or reading.lemmas[head + 1] != "to":
            continue
        if labelled(reading, head, "aux:pass") or reading.labels[head] == "acl":  # ships intended to carry
            continue
        if "to" in marks(reading, head) or reading.labels[head] == "parataxis":  # turned to try to escape
            continue
        fails = lemma in _FAILING
        if fails and not _BLAMING.isdisjoint(reading.lemmas):
            continue
        if len(negators(reading)) != fails or (fails and not POLAR.isdisjoint(reading.lemmas)):
            continue
        if labelled(reading, head, "obj", "advmod") or _is_wish(reading, head):
            continue
        goal = goals[0]
        is_plain = reading.upos[goal] == "VERB" and not labelled(reading, goal, "aux", "cop", "conj")
        is_plain = is_plain and not is_joined(reading, goal) and not _is_coordinated(reading, head)
        is_plain = is_plain and not has_set_object(reading, goal)
        if is_plain and (text := _done(reading, head, reading.lemmas[goal])) is not None:
            yield Change("embedding.lost", (Edit(head, goal + 1, text),))


def _told(reading: Reading) -> Iterator[Change]:
    """Yield what somebody was asked or allowed to do as what they did."""
    for head, lemma in enumerate(reading.lemmas):
        helpers, goals = labelled(reading, head, "aux:pass", "aux"), labelled(reading, head, "xcomp")
        if lemma not in _TELLING or len(helpers) != 1 or helpers[0] != head - 1 or len(goals) != 1 or negators(reading):
            continue
        goal, text = goals[0], reading.tokens[head - 1].text.lower()
        if goal != head + 2 or reading.lemmas[head + 1] != "to" or reading.upos[goal] != "VERB":
            continue
        if labelled(reading, goal, "aux", "cop", "conj", "aux:pass") or has_set_object(reading, goal):
            continue
        lemma = reading.lemmas[goal]
        form = {"was": past(lemma), "were": past(lemma), "is": third_person(lemma), "are": lemma}.get(text)
        if form is not None and reading.lemmas[goal] not in _UNDONE:
            yield Change("embedding.lost", (Edit(head - 1, goal + 1, form),))


_TELLING: Final = lemma_set("ask order urge require encourage allow suppose instruct invite advise tell permit")
"""Verbs in the passive after which somebody may do something, or not."""


def _is_wish(reading: Reading, head: int) -> bool:
    """Return whether somebody speaks of what is tried or wished in general: I want to go."""
    is_present = reading.tokens[head].xpos == "VBP" and not labelled(reading, head, "aux")
    subjects = labelled(reading, head, "nsubj")
    is_bare = not subjects or reading.tokens[subjects[0]].xpos in {"NN", "NNP", "WP", "WDT"}
    return is_present and (is_bare or reading.tokens[subjects[0]].text.lower() in {"i", "we", "you"})


def _done(reading: Reading, head: int, goal: str) -> str | None:
    """Return an attempted action in the form of the verb of attempting."""
    helpers = [reading.lemmas[word] for word in labelled(reading, head, "aux", "cop")]
    if head and reading.lemmas[head - 1] == "be" and reading.lemmas[head] in _STRIVING:
        return None
    if goal in _UNDONE or not _POLITE.isdisjoint(helpers) or labelled(reading, head, "aux:pass", "nsubj:pass"):
        return None
    form = reading.tokens[head].xpos
    if not helpers and form in {"VBZ", "VBP"} and "VBD" in {token.xpos for token in reading.tokens}:
        return None  # the media reported that he signs it
    is_open = form == "VB" and not helpers  # try to touch it
    if is_open or (form == "VBG" and head and reading.lemmas[head - 1] in _PRESUPPOSING):
        return None
    known = {"VBD": past, "VBZ": third_person, "VBG": gerund, "VBN": participle}
    return known[form](goal) if form in known else goal if form in {"VB", "VBP"} else None


def _is_coordinated(reading: Reading, verb: int) -> bool:
    """Return whether an infinitive below a verb may be coordinated with others: to come and give."""
    return any(
        reading.labels[word] == "conj" and reading.tokens[word].xpos in {"VB", "VBP"} for word in reading.below(verb)
    )


def _failed(reading: Reading) -> Iterator[Change]:
    """Yield what persons did on purpose as what they failed or planned to do."""
    if reading.tokens[-1].upos != "PUNCT" or reading.tokens[-1].text == ":" or not LONG_AGO.isdisjoint(reading.lemmas):
        return
    for verb, token in enumerate(reading.tokens):
        base, form = infinitive(reading.lemmas[verb], token.text), _to_fail(reading, verb)
        subjects = _subjects(reading, verb)
        if (
            base not in WILLED
            or _is_misread(reading, verb)
            or form is None
            or len(subjects) != 1
            or token.upos != "VERB"
        ):
            continue
        subject = subjects[0]
        is_relative = reading.labels[verb] == "acl:relcl" and reading.lemmas[subject] == "who"
        if not (is_relative or (reading.labels[verb] in _CLAIMED and _can_fail(reading, subject))) or subject > verb:
            continue
        if _is_presupposed(reading, verb) or has_set_object(reading, verb) or _is_evident(reading, verb, subject):
            continue
        if base not in UNPLANNED and not labelled(reading, verb, "obj"):  # he drives to work, they met in Rome
            continue
        if reading.labels[verb] == "conj" and not _is_last_of_two(reading, verb):
            continue
        if labelled(reading, verb, *_NOT_FAILED) or set(reading.upos[verb - 1 : verb]) & {"ADV", "PUNCT"}:
            continue
        yield replaced("embedding.added", verb, f"{form} to {base}")
        is_alone = reading.heads[verb] == ROOT and not has_time(reading)
        if is_alone and base not in UNPLANNED and not labelled(reading, verb, "aux"):
            yield replaced("embedding.added", verb, f"{'plans' if form == 'fails' else 'planned'} to {base}")


def _is_misread(reading: Reading, verb: int) -> bool:
    """Return whether a verb is a participle, or says what came of something: the men questioned had left, it led to."""
    is_result = reading.lemmas[verb] == "lead" and not labelled(reading, verb, "obj")
    return is_result or (verb + 1 < len(reading) and reading.tokens[verb + 1].xpos in FINITE)


def _subjects(reading: Reading, verb: int) -> tuple[int, ...]:
    """Return the subjects of a verb, or those of the verb that it is coordinated with."""
    own = labelled(reading, verb, "nsubj")
    return own if own or reading.labels[verb] != "conj" else labelled(reading, reading.heads[verb], "nsubj")


def _is_last_of_two(reading: Reading, verb: int) -> bool:
    """Return whether a verb is coordinated with one other verb: he came and praised them."""
    first = reading.heads[verb]
    if marks(reading, first) or not labelled(reading, first, "nsubj"):  # as he led them and won
        return False
    return labelled(reading, first, "conj") == (verb,) and reading.lemmas[first] != reading.lemmas[verb]


_CLAIMED: Final = frozenset({"root", "ccomp", "conj"})
"""Labels of clauses that say what happened."""
_NOT_FAILED: Final = ("ccomp", "xcomp", "parataxis", "conj", "aux:pass", "compound:prt")
"""Dependents of verbs whose failure would say something else, or several things."""


def _to_fail(reading: Reading, verb: int) -> str | None:
    """Return "fail" in the form of a verb: they visited, he visits, they have visited; None for other forms."""
    helpers = [reading.lemmas[word] for word in labelled(reading, verb, "aux", "aux:pass", "cop")]
    form = reading.tokens[verb].xpos
    if helpers:
        return "failed" if helpers == ["have"] and form == "VBN" else None
    return {"VBD": "failed", "VBZ": "fails"}.get(form)


def _is_presupposed(reading: Reading, verb: int) -> bool:
    """Return whether a clause is questioned, negated or doubted, or other clauses say what came of it."""
    below = reading.below(verb)
    doubted = {cue.token for cue in negators(reading)} | {modal.token for modal in modals(reading)}
    linked = any(reading.labels[word] in {"mark", "advmod"} and reading.lemmas[word] in _PRESUPPOSING for word in below)
    results = any(reading.tokens[word].xpos == "VBG" for word in labelled(reading, verb, "advcl"))
    is_asked = any(token.xpos in {"WDT", "WRB", "WP$"} or token.lemma == "what" for token in reading.tokens[:verb])
    described = any(reading.labels[word] == "acl:relcl" for word in below)
    results = results or any(
        not marks(reading, word).isdisjoint(_MEANS) for word in labelled(reading, verb, "obl", "advcl")
    )
    results = results or any(reading.tokens[word].text.endswith("ly") for word in labelled(reading, verb, "advmod"))
    results = results or "through" in reading.lemmas[verb:]
    return linked or results or is_asked or described or not doubted.isdisjoint(below)


def _is_evident(reading: Reading, verb: int, subject: int) -> bool:
    """Return whether a clause says what made it possible, or speakers show its result: I took these pictures."""
    objects = (*labelled(reading, verb, "obj"), min(verb + 1, len(reading) - 1))
    shown = {reading.lemmas[child] for word in objects for child in (word, *reading.children[word])}
    if "dozen" in shown or not _MANY.isdisjoint(shown):  # he won many prizes
        return True
    compared = any(reading.tokens[word].xpos in {"JJR", "RBR"} for word in reading.below(verb))
    if compared or any(reading.upos[word] == "NUM" for word in objects[:-1]):  # they produced less, they introduced 66
        return True
    if any(marks(reading, word) & {"for", "since", "throughout"} for word in labelled(reading, verb, "obl")):
        return True  # she worked for years
    is_shown = reading.lemmas[subject].lower() in {"i", "we"} and not shown.isdisjoint({"this", "these"})
    return is_shown or "thanks" in reading.lemmas


def _can_fail(reading: Reading, subject: int) -> bool:
    """Return whether a subject names persons, but not how many, or an organisation; storms have quoted names."""
    near = {reading.tokens[place].text for place in (subject - 1, subject + 1)}
    kinds = {entity.kind for entity in reading.entities if entity.start <= subject < entity.end}
    is_group = EntityKind.ORGANISATION in kinds or class_of(reading, subject) == "group"
    is_group |= reading.lemmas[subject] in {"police", "authority", "staff", "firm"}
    is_counted = any(
        reading.labels[word] == "nummod" or reading.lemmas[word] in _MANY for word in reading.children[subject]
    )
    is_counted |= reading.lemmas[subject] in {"deceased", "party"}
    return (is_person(reading, subject) or is_group) and QUOTES.isdisjoint(near) and not is_counted


_MANY: Final = lemma_set("many more few several")
