"""Tense and aspect of predicates, from morphology and auxiliaries, and whether they are preserved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from meantree.lexicon.word_lists import words
from meantree.phenomena.clauses import (
    SUBJECT_PLACES,
    conditions,
    labelled,
    morphological_feature,
    predicates,
    reporting,
)
from meantree.phenomena.compared import Candidate, Compared, verb_group
from meantree.phenomena.feature import Features, Firing, Pair, is_kept, linked_predicates, share_of_pairs
from meantree.phenomena.modality import first_modals, predicates_of_both
from meantree.phenomena.planting.edits import Edit, Edits
from meantree.phenomena.planting.inflection import inflected
from meantree.phenomena.planting.operations import Clause, finite, listed, of_clauses, planter, put, tags
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set

_TENSES: Final = {"VBD": "past", "VBZ": "present", "VBP": "present"}
_FEATURES: Final = {"Past": "past", "Pres": "present"}
_FUTURE: Final = lemma_set("will shall 'll wo")
_MODALS: Final = lemma_set("would could should may might must can ought need ca cannot 'd ’d")
_CONTRACTED: Final = lemma_set("'d ’d")
""""had" before a past participle, else "would"."""
_ALONE: Final = lemma_set("root conj parataxis")


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a predicate with its auxiliaries.

    Attributes:
        tense: ``past``, ``present``, ``future``; empty if there is none, as with "may" and in infinitives.
        finite: whether it can be the verb of a sentence.
        imperative: whether it may be a command.
    """

    tense: str
    perfect: bool
    progressive: bool
    finite: bool
    imperative: bool


@cached_fact
def forms(reading: Reading) -> Mapping[int, Form]:
    """Return the forms of all predicates."""
    return {word: _form(reading, word) for word in sorted(predicates(reading))}


def _form(reading: Reading, predicate: int) -> Form:
    auxiliaries = labelled(reading, predicate, "aux", "aux:pass", "cop")
    verbs = (*auxiliaries, predicate)
    lemmas = [_lemma(reading, word, following) for word, following in pairwise(verbs)]
    texts = [reading.forms[word] for word in auxiliaries]
    first_tense = next(filter(None, (_tense(reading, word) for word in verbs)), "")
    tense = "future" if _FUTURE & {*lemmas, *texts} else first_tense
    modal = not _MODALS.isdisjoint(lemmas)
    imperative = not auxiliaries and _may_command(reading, predicate)
    return Form(
        tense="" if modal and tense != "future" else tense,
        perfect="have" in lemmas,
        progressive=_is_progressive(reading, predicate) and "be" in lemmas,
        finite=bool(tense) or modal or imperative,
        imperative=imperative,
    )


def _lemma(reading: Reading, auxiliary: int, following: int) -> str:
    """Return the lemma of an auxiliary; the verb after it disambiguates a contracted one."""
    if reading.forms[auxiliary] not in _CONTRACTED:
        return reading.lemmas[auxiliary]
    return "have" if _is_past_participle(reading, following) else "would"


def _is_past_participle(reading: Reading, word: int) -> bool:
    if reading.tokens[word].feats:
        return (
            morphological_feature(reading, word, "VerbForm") == "Part"
            and morphological_feature(reading, word, "Tense") == "Past"
        )
    return reading.tokens[word].xpos == "VBN"


def _tense(reading: Reading, word: int) -> str:
    if reading.forms[word] in _CONTRACTED:
        return "past"
    if reading.tokens[word].feats:
        return _FEATURES.get(morphological_feature(reading, word, "Tense"), "") if _isfinite(reading, word) else ""
    return _TENSES.get(reading.tokens[word].xpos, "")


def _isfinite(reading: Reading, word: int) -> bool:
    return morphological_feature(reading, word, "VerbForm") == "Fin"


def _may_command(reading: Reading, predicate: int) -> bool:
    """Return whether a predicate is a bare verb in a main clause without a subject."""
    alone = reading.labels[predicate] in _ALONE and not labelled(reading, predicate, *SUBJECT_PLACES, "mark")
    token = reading.tokens[predicate]
    bare = (
        token.xpos == "VB"
        or morphological_feature(reading, predicate, "VerbForm") == "Inf"
        or "Mood=Imp" in token.feats
    )
    return alone and bare and token.upos == "VERB"


def _is_progressive(reading: Reading, word: int) -> bool:
    return reading.tokens[word].xpos == "VBG" or reading.forms[word].endswith("ing")


FEATURES = Features("semantic compatibility")


@FEATURES("tense changed")
def tense_differs(view: View) -> Firing:
    """Verbs of the same meaning have different tenses; share of such verbs with a tense in both texts."""
    conclusion, premise = forms(view.conclusion), forms(view.premise)
    pairs = [pair for pair in _verbs_of_both(view) if conclusion[pair[0]].tense and premise[pair[1]].tense]
    return share_of_pairs(pairs, lambda word, partner: _time(conclusion[word]) != _time(premise[partner]))


@FEATURES("progressive in one text only")
def progressive_differs(view: View) -> Firing:
    """An action is in progress (is doing) in one text only; share of finite verbs of the same meaning."""
    conclusion, premise = forms(view.conclusion), forms(view.premise)
    verbs, others = view.conclusion.upos, view.premise.upos
    pairs = [pair for pair in _verbs_of_both(view) if verbs[pair[0]] == others[pair[1]] == "VERB"]
    pairs = [pair for pair in pairs if conclusion[pair[0]].finite and premise[pair[1]].finite]
    return share_of_pairs(pairs, lambda word, partner: conclusion[word].progressive != premise[partner].progressive)


def _verbs_of_both(view: View) -> list[Pair]:
    """Return the predicates that are aligned with predicates of the same meaning."""
    known = predicates(view.premise)
    return [pair for pair in linked_predicates(view) if pair[1] in known and is_kept(view, pair[0])]


def _time(form: Form) -> str:
    """Return the tense of a verb; what has been done is past."""
    return "past" if form.perfect and form.tense == "present" else form.tense


def tense(pair: Compared) -> Iterator[Candidate]:
    """Yield verbs whose tense differs from that of their partners."""
    hyp, ref = forms(pair.hyp), forms(pair.ref)
    for word, partner in predicates_of_both(pair):
        if word not in hyp or partner not in ref:
            continue
        own, other = hyp[word], ref[partner]
        if not own.tense or not other.tense or own.tense == other.tense or _are_anterior(own, other):
            continue
        if _is_free(pair, (word, partner), {own.tense, other.tense}):
            continue
        yield pair.candidate(
            pair.of_hyp,
            "tense.different",
            _tensed(pair.hyp, word),
            _tensed(pair.ref, partner),
            place=verb_group(pair.hyp, word),
            other_place=verb_group(pair.ref, partner),
            sure_target=float(pair.is_sure(pair.of_hyp, word)),
            root=float(word in pair.hyp.roots and partner in pair.ref.roots),
            future=float("future" in (own.tense, other.tense)),
            perfect=float(own.perfect != other.perfect),
            same_aspect=float((own.perfect, own.progressive) == (other.perfect, other.progressive)),
            embedded=float(pair.hyp.labels[word] in {"ccomp", "advcl", "acl:relcl"}),
            headline=float(not (_is_sentence(pair.hyp) and _is_sentence(pair.ref))),
            same_label=float(pair.hyp.labels[word] == pair.ref.labels[partner]),
            same_lemma=float(pair.hyp.lemmas[word] == pair.ref.lemmas[partner]),
        )


def _is_free(pair: Compared, words: tuple[int, int], tenses: set[str]) -> bool:
    """Return whether two verbs may have these tenses and mean the same."""
    sides = ((pair.hyp, words[0]), (pair.ref, words[1]))
    if any(word in first_modals(reading) for reading, word in sides):
        return True
    if all(labelled(*side, "advcl") for side in sides) and "past" not in tenses:
        return True  # when it rains, he stays; when it rains, he will stay
    if all(word in conditions(reading) for reading, word in sides):
        return True  # if he were, if he is
    is_reported = any(_is_reported(*side) for side in sides)
    return is_reported and "future" not in tenses  # that he was ill, that he is ill


def _are_anterior(own: Form, other: Form) -> bool:
    """Return whether two forms tell what is over, from now or from then: has said, had said, said."""
    return all(form.tense == "past" or (form.tense == "present" and form.perfect) for form in (own, other))


def _is_reported(reading: Reading, word: int) -> bool:
    """Return whether a verb reports, or is reported or demanded: its tense may follow that of the report."""
    return any(
        reading.lemmas[each] in reporting() | words("phenomena/claims", "demanding")
        for each in (word, *reading.ancestors(word))
    )


def _is_sentence(reading: Reading) -> bool:
    """Return whether a text ends as sentences do; headlines do not, and tell the past in the present."""
    return any(token.text[-1:] in {".", "!", "?", "。"} for token in reading.tokens[-2:])


def _tensed(reading: Reading, word: int) -> tuple[int, ...]:
    """Return the word that shows the tense: the first auxiliary or the verb."""
    helpers = [child for child in labelled(reading, word, "aux", "aux:pass", "cop") if child < word]
    return (helpers[0],) if helpers else (word,)


def retense(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield what was as what will be, what is as what was, and what will be as what was."""
    first, following = clause.first, clause.first + 1
    if reading.lemmas[first] == "will" and following <= clause.verb and reading.tokens[following].xpos == "VB":
        form = finite(reading, clause, reading.lemmas[following], "VBD")
        yield from put(first, following + 1, form)
    elif first != clause.verb:
        yield from ((Edit(first, first + 1, form),) for form in listed("tenses")(reading, first))
    elif clause.infinitive and clause.tag == "VBD":
        yield (Edit(first, first + 1, f"will {clause.infinitive}"),)
    elif clause.infinitive:
        yield from put(first, following, inflected(clause.infinitive, "VBD"))


OTHER: Final = planter(of_clauses(retense), fact=tags("VBD VBZ VBP MD"))
