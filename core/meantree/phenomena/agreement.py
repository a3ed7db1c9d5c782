"""Agreement of subject and verb."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile
from typing import Final

from meantree.lexicon.wordnet import wordnet
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.operations import Words, listed, planter, replace
from meantree.phenomena.reading import Reading, View, lemma_set

_SINGULAR: Final = frozenset({"is", "was", "has", "does"})
_PLURAL: Final = frozenset({"are", "were", "have", "do"})
_IRREAL: Final = lemma_set("if though wish unless suppose")
_COLLECTIVE: Final = lemma_set(
    "police people number percent total majority half third quarter rest staff variety range host aircraft spacecraft "
    "species series sheep deer fish offspring headquarters means crossroads"
)
"""Nouns with verbs in both numbers or of one form, beside those that WordNet counts among groups and quantities."""
_SENSES: Final = 3
"""Only so many senses of a noun, the most frequent ones, tell whether it is a group or a quantity."""
_IN_BOTH: Final = {"plural": ("quantity",), "of": ("group", "quantity"), "singular": ("social_group", "gathering")}
"""What nouns name that have verbs in both numbers: in the plural, in the singular before "of", and alone."""


def agreement(pair: Compared) -> Iterator[Candidate]:
    reading, view = pair.hyp, pair.of_hyp
    for predicate in range(len(reading)):
        subjects = reading.labelled(predicate, "nsubj", "nsubj:pass")
        if len(subjects) != 1 or reading.tokens[subjects[0]].xpos not in {"NN", "NNS"}:
            continue
        subject = subjects[0]
        helpers = reading.labelled(predicate, "aux", "aux:pass", "cop")
        verb = helpers[0] if helpers else predicate
        if reading.tokens[verb].text.lower() not in _SINGULAR | _PLURAL or subject > verb:
            continue
        is_plural = reading.tokens[subject].xpos == "NNS"
        if is_plural == (reading.tokens[verb].text.lower() in _PLURAL):
            continue
        if not _is_sure_head(reading, subject, verb):
            continue
        if reading.tokens[verb].text.lower() == "were" and not _IRREAL.isdisjoint(reading.lemmas[:verb]):
            continue  # if it were
        if _is_same_word(view, subject) and _is_same_word(view, verb):
            continue  # so says the reference
        yield pair.candidate(
            view,
            "grammar.agreement",
            {verb},
            place={subject, verb},
            postmodified=bool(reading.labelled(subject, "nmod", "acl", "acl:relcl")),
            same=_is_same_word(view, verb),
            plural_subject=is_plural,
            distance=min(1.0, abs(verb - subject) / 6),
        )


def _is_sure_head(reading: Reading, subject: int, verb: int) -> bool:
    """Return whether a noun alone decides the number of a verb: not a batch of cities, cities and towns, of cities."""
    is_plural = reading.tokens[subject].xpos == "NNS"
    is_amount = not is_plural or bool(reading.labelled(reading.heads[subject], "cop"))  # 80 goals is the best result
    joined = reading.labelled(subject, "case", "conj", "cc", *(("nummod",) if is_amount else ()))
    if joined or not {"and", "or"}.isdisjoint(reading.lemmas[subject:verb]):
        return False
    own = {*reading.below(subject)}
    first = min(own)
    form = "plural" if is_plural else "of" if reading.labelled(subject, "nmod") else "singular"
    clause, last = reading.heads[subject], max(0, first - 1)
    is_next = reading.labels[clause] == "conj" and reading.heads[last] == clause and reading.lemmas[last - 1] == ","
    is_inside = first and reading.upos[last] in {"ADP", "CCONJ"} and not is_next
    if is_inside or _agrees_with_both(reading.lemmas[subject], form):
        return False
    before = takewhile(
        lambda word: reading.upos[word] not in {"VERB", "AUX", "SCONJ", "PUNCT"}, range(first - 1, -1, -1)
    )
    around = [*before, *(word for word in range(subject + 1, verb) if word not in own)]
    return not any(_may_be_head(reading, word) for word in around)


def _may_be_head(reading: Reading, word: int) -> bool:
    is_apart = reading.labels[word].startswith("obl") or reading.labelled(word, "case")
    return reading.upos[word] in {"NOUN", "PROPN", "NUM"} and not is_apart


@lru_cache(maxsize=1 << 12)
def _agrees_with_both(lemma: str, form: str) -> bool:
    """Return whether a noun is a quantity, or one group: a batch of cities were sold, two kilometres was enough."""
    lexicon = wordnet()
    tops = {lexicon.synsets(top, "n")[0] for top in _IN_BOTH[form]}
    above = (lexicon.above(synset) for synset in lexicon.synsets(lemma, "n")[:_SENSES])
    return lemma in _COLLECTIVE or any(not tops.isdisjoint(synsets) for synsets in above)


def _is_same_word(view: View, word: int) -> bool:
    partner, text = view.partner[word], view.conclusion.tokens[word].text
    return partner is not None and view.premise.tokens[partner].text.lower() == text.lower()


WRONG: Final = planter(replace(Words(upos="AUX", listed="agreement"), listed("agreement")))
