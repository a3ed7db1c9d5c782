"""Faults in what is claimed: negation, question or statement."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from meantree.entailment.clauses import labelled, marks
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import Reading, lemma_set
from meantree.escaping import capitalised
from meantree.faults.amounts import FRACTIONS
from meantree.faults.contexts import CAUSES, Clause, asks, clauses, has_other_clauses, has_quotes
from meantree.faults.edits import Change, Edit, deleted, inserted, phrase, replaced, text_of
from meantree.faults.inflection import past, third_person

_NOT: Final = lemma_set("not n't n’t")
_FULL: Final = {"ca": "can", "wo": "will", "sha": "shall"}
_BESIDE: Final = lemma_set("only just yet even because that so all every always necessarily quite really at")
"""After "not": the negation is of these."""
_POLAR: Final = lemma_set(
    "any anyone anybody anything anywhere ever yet anymore either whatsoever long until till unless nor neither but "
    "even instead rather only again more at care bother enough so if whether although though while whereas despite"
)
"""Words that may need a negation, or a contrast to one."""
_IDIOMS: Final = lemma_set("help wait mind matter afford hesitate stand doubt deny")
"""Verbs that are idiomatic when negated: cannot help."""
_CONVINCED: Final = lemma_set("sure certain convinced confident positive")
"""Adjectives that no question follows unless they are negated: not sure how."""
_NOT_DENIED: Final = lemma_set(
    "be use say add tell ask explain report write reply answer note emphasize stress comment call conclude announce "
    "claim"
)
"""Verbs that are not negated with "do", or often follow what somebody said."""
_POSITIVE: Final = lemma_set(
    "already also still too only just even always so hardly barely almost nearly some something somebody someone "
    "somewhat pretty rather several both all every each everyone everybody everything certainly probably maybe perhaps "
    "either once finally again never sometimes occasionally frequently usually often generally increasingly "
    "although though while whereas despite first then"
)
"""Words that do not go together with a negation, or change what it negates."""


def negation(reading: Reading) -> Iterator[Change]:
    """Yield verbs that lose or get a negation."""
    yield from _negation_lost(reading)
    yield from _negation_added(reading)


def _negation_added(reading: Reading) -> Iterator[Change]:
    if negators(reading) or not _POSITIVE.isdisjoint(reading.lemmas):
        return
    if ("as", "follow") in pairwise(reading.lemmas) or "whether" in reading.lemmas:
        return
    for clause in clauses(reading):
        verb = clause.verb
        if reading.labels[verb] not in {"root", "ccomp"} or clause.adverbs or _is_narrow(reading, clause):
            continue
        if (
            _has_conjuncts(reading, verb)
            or _is_measured(reading, verb)
            or reading.lemmas.count(reading.lemmas[verb]) > 1
            or any(
                reading.tokens[word].xpos == "MD" and reading.lemmas.count(reading.lemmas[word]) > 1
                for word in clause.auxiliaries
            )
        ):
            continue  # of two that say the same, one alone would be denied
        if (
            asks(reading, verb)
            or not marks(reading, verb).isdisjoint({"if", "whether"})
            or _is_inserted(reading, clause)
        ):
            continue
        if clause.auxiliaries:
            first = clause.auxiliaries[0]
            fits = reading.tokens[first].text[:1] not in "'’" and reading.lemmas[first + 1] not in _BESIDE
            fits = fits and reading.tokens[first].space_after  # the answer is, like many others, no
            if fits and reading.tokens[first].text.lower() not in {"can", "am"}:
                yield inserted("negation.added", first + 1, "not")
        elif clause.infinitive is not None and clause.infinitive not in _NOT_DENIED:
            auxiliary = {"VBD": "did", "VBZ": "does", "VBP": "do"}[reading.tokens[verb].xpos]
            yield replaced("negation.added", verb, f"{auxiliary} not {clause.infinitive}")


def _is_inserted(reading: Reading, clause: Clause) -> bool:
    """Return whether commas enclose a short clause: you may, studies show, be lied to."""
    span = phrase(reading, clause.subject)
    around = () if span is None else (span[0] - 1, clause.verb + 1)
    return bool(around) and all(0 <= place < len(reading) and reading.tokens[place].text == "," for place in around)


def _is_measured(reading: Reading, verb: int) -> bool:
    """Return whether a predicate is a number, or what became so by some time: it was 5 percent, by 2008 it became."""
    is_number = bool(labelled(reading, verb, "cop")) and (
        reading.upos[verb] in {"NUM", "SYM"} or bool(labelled(reading, verb, "nummod"))
    )
    objects = labelled(reading, verb, "obj") if reading.lemmas[verb] == "have" else ()
    is_number |= any(reading.upos[word] == "NUM" for each in objects for word in reading.below(each))
    return is_number or any("by" in marks(reading, word) and word < verb for word in labelled(reading, verb, "obl"))


def _has_conjuncts(reading: Reading, verb: int) -> bool:
    """Return whether "not" might negate one of two coordinated verbs: it will stay and ask, they knew it and went."""
    below = (verb, *labelled(reading, verb, "xcomp"))
    return any(labelled(reading, word, "conj") for word in below) or any(
        reading.labels[word] == "conj" and reading.upos[word] == "VERB" for word in reading.below(verb)
    )


def _is_narrow(reading: Reading, clause: Clause) -> bool:
    """Return whether "not" would negate how, how many or what for: they did not quickly die, ten did not die."""
    articles = {reading.lemmas[word] for word in labelled(reading, clause.subject, "det")}
    if "a" in articles or labelled(reading, clause.subject, "nummod") or reading.lemmas[clause.subject] in FRACTIONS:
        return True
    fronted = labelled(reading, clause.verb, "advcl")
    if any(
        word < clause.subject and marks(reading, word) & {"to", "as"} for word in fronted
    ):  # to find it, they did not
        return True
    between = "ADV" in reading.upos[clause.subject + 1 : clause.verb]
    adverbs = (reading.tokens[word].text for word in labelled(reading, clause.verb, "advmod"))
    return between or any(text.endswith("ly") for text in adverbs)


def _negation_lost(reading: Reading) -> Iterator[Change]:
    if len(negators(reading)) != 1 or "otherwise" in reading.lemmas or not _POLAR.isdisjoint(reading.lemmas):
        return
    for clause in clauses(reading):
        if not marks(reading, clause.verb).isdisjoint({"since", "because", "as"}) or _has_cause(reading, clause.verb):
            continue
        asked = any(reading.tokens[word].xpos.startswith("W") for word in reading.below(clause.verb))
        is_idiom = reading.lemmas[clause.verb] in _IDIOMS
        if not is_idiom and not (asked and reading.lemmas[clause.verb] in _CONVINCED):
            yield from _affirmed(reading, clause)
    for word, lemma in enumerate(reading.lemmas):
        if lemma == "no" and reading.labels[word] == "det" and reading.tokens[reading.heads[word]].xpos == "NNS":
            yield replaced("negation.lost", word, "some")


def _has_cause(reading: Reading, verb: int) -> bool:
    """Return whether a clause says why something is not so, which may not fit its opposite: due to the weather."""
    return not CAUSES.isdisjoint(reading.lemmas[word] for word in reading.below(verb))


def _affirmed(reading: Reading, clause: Clause) -> Iterator[Change]:
    for word in labelled(reading, clause.verb, "advmod"):
        before, lemma = word - 1, reading.lemmas[word]
        following = reading.lemmas[word + 1] if word + 1 < len(reading) else ""
        if lemma in _NOT and before in clause.auxiliaries and following not in _BESIDE:
            if reading.lemmas[before] == "do":
                yield from _without_do(reading, before, word)
            else:
                text = reading.tokens[before].text
                yield Change("negation.lost", (Edit(before, word + 1, _FULL.get(text.lower(), text)),))
        elif lemma == "never" and clause.auxiliaries and word in clause.adverbs and following != "before":
            yield deleted("negation.lost", word, word + 1)
    for word in clause.auxiliaries:
        if reading.tokens[word].text.lower() == "cannot":
            yield replaced("negation.lost", word, "can")


def _without_do(reading: Reading, auxiliary: int, negator: int) -> Iterator[Change]:
    verb = reading.heads[auxiliary]
    if verb != negator + 1 or reading.tokens[verb].xpos != "VB" or labelled(reading, verb, "conj"):
        return
    form, lemma = reading.tokens[auxiliary].text.lower(), reading.lemmas[verb]
    text = {"did": past(lemma), "does": third_person(lemma), "do": lemma}.get(form)
    if text is not None:
        yield Change("negation.lost", (Edit(auxiliary, verb + 1, text),))


_UNASKED: Final = lemma_set("but accord probably perhaps apparently presumably surely certainly obviously")
"""Words of those who state something."""


def mood(reading: Reading) -> Iterator[Change]:
    """Yield statements with a short subject and an auxiliary as questions."""
    if has_quotes(reading) or negators(reading) or not _UNASKED.isdisjoint(reading.lemmas):
        return
    for clause in clauses(reading):
        root, span = clause.verb, phrase(reading, clause.subject)
        stop = max(reading.below(root))
        if reading.labels[root] != "root" or span is None or not clause.auxiliaries or stop - span[0] > 25:
            continue
        first = clause.auxiliaries[0]
        if reading.upos[root] == "PROPN" or reading.lemmas[first] in {"must", "may", "might", "shall"}:
            continue
        has_aside = span[1] - span[0] > 1 and "PRP" in {token.xpos for token in reading.tokens[slice(*span)]}
        if has_aside or reading.upos[span[0]] in {"ADP", "SCONJ", "ADV", "CCONJ"}:  # like in America, dinner
            continue
        if span[0] and reading.tokens[span[0] - 1].text not in {".", "!", ":", ";"}:  # [0,0] input is
            continue
        starts = span[0] == min(reading.below(root)) and first == span[1] and reading.tokens[stop].text == "."
        if not starts or has_other_clauses(reading, root) or not reading.tokens[first - 1].space_after:
            continue  # they're
        if span[1] - span[0] <= 6 and not any(reading.upos[word] == "PUNCT" for word in range(*span)):
            verb = reading.tokens[first].text
            moved = Edit(span[0], first + 1, f"{capitalised(verb)} {text_of(reading, span)}")
            yield Change("clause.question", (moved, Edit(stop, stop + 1, "?")))
