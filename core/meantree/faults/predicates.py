"""Faults in how something is said to be: modality, tense, attempts and failures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import SUBJECT_PLACES, labelled, marks
from meantree.entailment.compatibility.modality import Modality, modals
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.contexts import (
    FINITE,
    NOT_DONE,
    QUOTES,
    UNPLANNED,
    WILLED,
    Clause,
    class_of,
    clauses,
    has_other_clauses,
    has_set_object,
    has_time,
    is_joined,
    is_person,
    is_plural,
)
from meantree.faults.edits import Change, Edit, deleted, inserted, replaced
from meantree.faults.inflection import gerund, infinitive, participle, past, third_person

_OTHER_MODAL: Final = {
    "can": ("must",),
    "could": ("must",),
    "may": ("must", "will"),
    "might": ("must", "will"),
    "must": ("may", "might"),
    "should": ("might",),
    "will": ("may",),
}
_LOST: Final = lemma_set("may might could must should")
_UNCERTAIN: Final = lemma_set(
    "sometimes often usually occasionally rarely seldom generally frequently typically mostly always possible possibly "
    "perhaps maybe likely probably apparently seem appear think believe suspect claim rumor accord"
)
"""Words beside which "may" adds little."""
_DOUBTING: Final = lemma_set("perhaps maybe possibly probably")
"""Adverbs beside which modal verbs of doubt add little."""
_PERCEIVED: Final = lemma_set("see hear find feel notice smell observe recognize understand imagine reach")
_WITNESSES: Final = lemma_set("i me my we us our")
"""Pronouns of those who need no report of what happened."""
_FORECAST: Final = lemma_set("forecast predict prediction expect expectation future coming")
_LASTING: Final = lemma_set("be have need mean contain include require involve affect depend remain represent explain")
"""Verbs of what is in the present as it may be in the future."""
_HYPOTHETICAL: Final = lemma_set("if unless whether would until once before when otherwise")
_PURPOSES: Final = lemma_set("so lest order")
_UNREAL: Final = lemma_set("if unless provided whether doubt wonder unsure unclear")
_SPEAKERS: Final = lemma_set("i you we there who which that nobody nothing none")
_OTHER_BE: Final = {"is": "was", "are": "were", "was": "is", "were": "are"}
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
_POLAR: Final = lemma_set("any anyone anybody anything anywhere ever yet either neither nor again but")
_SPEECH: Final = lemma_set("say report state write note show explain add read tell refer denote")
"""Verbs of what somebody has said already, and of definitions."""
_SHOWING: Final = lemma_set("look show mean want hope wonder")
"""Verbs of pictures, and of polite wishes, for which the tense makes a difference of style alone."""
_MEANS: Final = lemma_set("among through by with without despite thanks after amid")
"""Prepositions of how something was achieved."""
_LONG_AGO: Final = lemma_set("bear birth childhood child youth history historic history century ancient late die")
"""Words of what is in the life or the history of somebody: born in Tokyo, he moved as a child."""
_CALLING: Final = lemma_set("say call know suppose believe think name")


def modality(reading: Reading) -> Iterator[Change]:
    """Yield modal verbs that change, and doubts that are lost or added."""
    for clause in clauses(reading):
        first = clause.auxiliaries[0] if clause.auxiliaries else clause.verb
        text = reading.tokens[first].text
        is_aside = "as" in marks(reading, clause.verb)
        is_aside = is_aside or reading.lemmas[clause.subject] in {"nothing", "nobody", "none"}
        is_aside = is_aside or "have" in {reading.lemmas[word] for word in clause.auxiliaries}
        is_aside = is_aside or (reading.labels[clause.verb] == "ccomp" and "hope" in reading.lemmas)
        is_aside = is_aside or not _UNREAL.isdisjoint(reading.lemmas)
        is_aside = is_aside or _is_weighed(reading, clause) or "why" in reading.lemmas
        is_aside = is_aside or reading.lemmas.count(reading.lemmas[first]) > 1  # he will play and will win
        is_aside = is_aside or _is_purpose(reading, clause) or reading.labels[clause.verb] == "advcl"
        is_aside = is_aside or not _DOUBTING.isdisjoint(reading.lemmas) or not _POLAR.isdisjoint(reading.lemmas)
        is_aside = is_aside or (reading.labels[clause.verb] == "conj" and not _has_subject(reading, clause.verb))
        if text in _OTHER_MODAL and first != clause.verb and not _is_set(reading, first) and not is_aside:
            others = [other for other in _OTHER_MODAL[text] if _fits_modal(reading, clause, text, other)]
            yield from (replaced("modality.changed", first, other) for other in others)
        yield from (deleted("modality.lost", word, word + 1) for word in _doubts(reading, clause))
        if text in _LOST and clause.auxiliaries and not is_aside:
            yield from _stated(reading, clause, first)
        if not modals(reading) and not negators(reading):
            yield from _doubted(reading, clause)


def _is_weighed(reading: Reading, clause: Clause) -> bool:
    """Return whether a clause is, or is below, a word that says how likely it is: it is possible that I may."""
    said = {modal.token for modal in modals(reading)} - set(clause.auxiliaries)
    above = {clause.verb, *reading.ancestors(clause.verb)}
    return not said.isdisjoint(above) or not _PREDICTING.isdisjoint(reading.lemmas[word] for word in above)


_PREDICTING: Final = lemma_set(
    "prediction predict forecast expectation expect estimate fear risk concern worry hope stipulate "
    "require demand order ensure"
)
"""Words above clauses of what is uncertain, or demanded, anyway."""


def _fits_modal(reading: Reading, clause: Clause, modal: str, other: str) -> bool:
    """Return whether another modal verb fits: no "will" after a past verb, no "must" for what things can do."""
    if other in {"may", "might"} and not _UNCERTAIN.isdisjoint(reading.lemmas):
        return False  # sometimes it may
    if other == "must" and negators(reading):  # they do not rule out that it may
        return False
    if other == "will":
        return all(token.xpos != "VBD" for token in reading.tokens)
    acts = is_person(reading, clause.subject) or bool(labelled(reading, clause.verb, "aux:pass"))
    acts = acts and reading.labels[clause.verb] != "acl:relcl"  # the best thing you can do
    acts = acts or (modal in {"may", "might"} and bool(labelled(reading, clause.verb, "cop")))
    return other != "must" or (acts and reading.lemmas[clause.verb] not in _PERCEIVED)


def _is_purpose(reading: Reading, clause: Clause) -> bool:
    """Return whether a clause says what something is for: so that they can live."""
    first = min(reading.below(clause.verb))
    opening = {token.text.lower() for token in reading.tokens[max(first - 2, 0) : clause.subject + 1]}
    return not _PURPOSES.isdisjoint(opening)


def _has_subject(reading: Reading, conjunct: int) -> bool:
    """Return whether what a clause is coordinated with has a subject; imperatives have none."""
    return bool(labelled(reading, reading.heads[conjunct], *SUBJECT_PLACES))


def _stated(reading: Reading, clause: Clause, modal: int) -> Iterator[Change]:
    """Yield what may or must be as what is, in the present tense."""
    verb, subject = clause.verb, reading.tokens[clause.subject]
    text, following = reading.tokens[modal].text, reading.lemmas[modal + 1]
    is_main = reading.labels[verb] == "root" and not labelled(reading, verb, "conj", "expl")
    is_main = is_main and len(modals(reading)) == 1 and not negators(reading)
    if has_time(reading) or not _FORECAST.isdisjoint(reading.lemmas):
        return
    if not is_main or "VBD" in {token.xpos for token in reading.tokens}:
        return
    if not _HYPOTHETICAL.isdisjoint(reading.lemmas) or reading.tokens[modal + 1].xpos != "VB":
        return
    is_other = modal + 1 != verb and (following != "be" or reading.labels[modal + 1] not in {"cop", "aux:pass"})
    if is_other or (following not in _LASTING and text not in {"must", "should"}) or subject.text.lower() in _SPEAKERS:
        return
    is_many = is_plural(reading, clause.subject) or subject.text.lower() in {"they", "these", "those"}
    form = ("are" if is_many else "is") if following == "be" else following if is_many else third_person(following)
    if form is not None:
        yield Change("modality.lost", (Edit(modal, modal + 2, form),))


_NOT_AFTER_MODALS: Final = lemma_set("never please find want like wish")
"""Verbs of set phrases with modal verbs, or that these make polite: you may want to."""


def _is_set(reading: Reading, modal: int) -> bool:
    """Return whether the next word is no verb that another modal verb can stand before: cannot, can at best be."""
    following = reading.tokens[modal + 1] if modal + 1 < len(reading) else None
    return following is None or following.upos not in {"VERB", "AUX"} or following.text.lower() in _NOT_AFTER_MODALS


def _doubts(reading: Reading, clause: Clause) -> Iterator[int]:
    """Yield the adverbs of doubt of a clause that neither commas nor other adverbs touch."""
    found = modals(reading)
    doubts = {each.token for each in found if each.modality == Modality.POSSIBLE and len(found) == 1}
    for word in labelled(reading, clause.verb, "advmod"):
        near = {reading.upos[place] for place in (word - 1, word + 1) if 0 <= place < len(reading)}
        if word in doubts and word < clause.verb and near.isdisjoint({"PUNCT", "ADV"}):
            yield word


def _doubted(reading: Reading, clause: Clause) -> Iterator[Change]:
    verb, subject = clause.verb, reading.tokens[clause.subject].text.lower()
    if clause.infinitive is None or clause.adverbs or reading.labels[verb] != "root":
        return
    if not _UNCERTAIN.isdisjoint(reading.lemmas):
        return
    if (
        subject in {"i", "you", "we", "this", "that"}
        or clause.infinitive in _SPEECH
        or labelled(reading, verb, "conj", "ccomp")
        or reading.lemmas.count(reading.lemmas[verb]) > 1
    ):
        return
    if reading.tokens[verb].xpos in {"VBP", "VBZ"}:
        yield replaced("modality.added", verb, f"may {clause.infinitive}")
    elif _WITNESSES.isdisjoint(reading.lemmas) and (
        reading.lemmas[verb] not in NOT_DONE or is_person(reading, clause.subject)
    ):
        yield inserted("modality.added", verb, "allegedly")


def tense(reading: Reading) -> Iterator[Change]:
    """Yield verbs in another tense, where no time and no other clause contradicts it."""
    if has_time(reading) or len(reading.roots) > 1 or not _LONG_AGO.isdisjoint(reading.lemmas):
        return
    for clause in clauses(reading):
        verb = clause.verb
        is_main = reading.labels[verb] == "root" and not marks(reading, verb) and not has_other_clauses(reading, verb)
        described = any(reading.labels[word] in {"acl:relcl", "advcl", "ccomp"} for word in reading.below(verb))
        if not is_main or described or reading.lemmas[verb] in _SHOWING or clause.adverbs:
            continue
        is_participle = clause.infinitive in WILLED and participle(clause.infinitive) == reading.tokens[verb].text
        if is_participle and "ADP" in reading.upos[verb + 1 : verb + 2] and not labelled(reading, verb, "obj"):
            continue  # flowers arranged on tables are
        form = _in_other_tense(reading, clause)
        if form is not None:
            first = clause.auxiliaries[0] if clause.auxiliaries else verb
            end = verb + 1 if reading.tokens[first].text == "will" else first + 1
            yield Change("tense.changed", (Edit(first, end, form),))


def _in_other_tense(reading: Reading, clause: Clause) -> str | None:
    """Return what replaces the finite verb of a clause, and what "will" goes with; None if no tense is certain."""
    verb, form = clause.verb, reading.tokens[clause.verb].xpos
    texts = [reading.tokens[word].text.lower() for word in clause.auxiliaries]
    if texts == ["will"]:
        return past(reading.lemmas[verb]) if form == "VB" and clause.auxiliaries[0] == verb - 1 else None
    if len(texts) == 1 and texts[0] in _OTHER_BE:
        if form == "VBN":  # what was made is made
            return "will be" if reading.lemmas[verb] not in _CALLING else None
        return _OTHER_BE[texts[0]] if reading.upos[verb] != "VERB" else None
    if clause.infinitive is None:
        return None
    return f"will {clause.infinitive}" if form == "VBD" else past(clause.infinitive)


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
        if labelled(reading, head, "aux:pass"):
            continue
        fails = lemma in _FAILING
        if fails and not _BLAMING.isdisjoint(reading.lemmas):
            continue
        if len(negators(reading)) != fails or (fails and not _POLAR.isdisjoint(reading.lemmas)):
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
    known = {"VBD": past, "VBZ": third_person, "VBG": gerund, "VBN": participle}
    return known[form](goal) if form in known else goal if form in {"VB", "VBP"} else None


def _is_coordinated(reading: Reading, verb: int) -> bool:
    """Return whether an infinitive below a verb may be coordinated with others: to come and give."""
    return any(
        reading.labels[word] == "conj" and reading.tokens[word].xpos in {"VB", "VBP"} for word in reading.below(verb)
    )


def _failed(reading: Reading) -> Iterator[Change]:
    """Yield what persons did on purpose as what they failed or planned to do."""
    if reading.tokens[-1].upos != "PUNCT" or reading.tokens[-1].text == ":" or not _LONG_AGO.isdisjoint(reading.lemmas):
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
        if form == "fails" and not labelled(reading, verb, "obj"):  # he drives to work
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
