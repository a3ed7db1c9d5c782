"""Tense and aspect of predicates, from morphology and auxiliaries, and whether they are preserved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from meantree.phenomena.compared import Candidate, Compared, verb_group
from meantree.phenomena.feature import Features, Firing, Pair, share_of_facts
from meantree.phenomena.inflection import inflected
from meantree.phenomena.modality import predicates_of_both
from meantree.phenomena.operations import Clause, Edit, Edits, finite, listed, of_clauses, planter, put, tags
from meantree.phenomena.reading import SUBJECT_PLACES, Reading, View, cached_fact, lemma_set

_TENSES: Final = {"VBD": "past", "VBZ": "present", "VBP": "present"}
_FEATURES: Final = {"Past": "past", "Pres": "present"}
_FUTURE: Final = lemma_set("will shall 'll wo")
_MODALS: Final = lemma_set("would could should may might must can ought need ca cannot 'd ’d")
_CONTRACTED: Final = lemma_set("'d ’d")
""""had" before a past participle, else "would"."""
_ALONE: Final = lemma_set("root conj parataxis")
FEATURES: Final = Features("semantic compatibility")


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
    return {word: _form(reading, word) for word in sorted(reading.predicates)}


def _form(reading: Reading, predicate: int) -> Form:
    auxiliaries = reading.labelled(predicate, "aux", "aux:pass", "cop")
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
        progressive=(reading.tokens[predicate].xpos == "VBG" or reading.forms[predicate].endswith("ing"))
        and "be" in lemmas,
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
        return reading.morphology(word, "VerbForm") == "Part" and reading.morphology(word, "Tense") == "Past"
    return reading.tokens[word].xpos == "VBN"


def _tense(reading: Reading, word: int) -> str:
    if reading.forms[word] in _CONTRACTED:
        return "past"
    if reading.tokens[word].feats:
        return (
            _FEATURES.get(reading.morphology(word, "Tense"), "")
            if reading.morphology(word, "VerbForm") == "Fin"
            else ""
        )
    return _TENSES.get(reading.tokens[word].xpos, "")


def _may_command(reading: Reading, predicate: int) -> bool:
    """Return whether a predicate is a bare verb in a main clause without a subject."""
    alone = reading.labels[predicate] in _ALONE and not reading.labelled(predicate, *SUBJECT_PLACES, "mark")
    token = reading.tokens[predicate]
    bare = token.xpos == "VB" or reading.morphology(predicate, "VerbForm") == "Inf" or "Mood=Imp" in token.feats
    return alone and bare and token.upos == "VERB"


@FEATURES("tense changed")
def tense_differs(view: View) -> Firing:
    """Verbs of the same meaning have different tenses; share of such verbs with a tense in both texts."""
    return share_of_facts(
        view,
        lambda text: {word: _time(form) for word, form in forms(text).items() if form.tense},
        pairs=_same_words(view),
    )


@FEATURES("progressive in one text only")
def progressive_differs(view: View) -> Firing:
    """An action is in progress (is doing) in one text only; share of finite verbs of the same meaning."""

    def finite(text: Reading) -> dict[int, bool]:
        known = forms(text).items()
        return {word: form.progressive for word, form in known if form.finite and text.upos[word] == "VERB"}

    return share_of_facts(view, finite, pairs=_same_words(view))


def _same_words(view: View) -> list[Pair]:
    """Return the words that are aligned with words of the same meaning."""
    return [pair for pair in view.linked if view.is_kept(pair[0])]


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
        yield pair.candidate(
            pair.of_hyp,
            "tense.different",
            _tensed(pair.hyp, word),
            _tensed(pair.ref, partner),
            place=verb_group(pair.hyp, word),
            other_place=verb_group(pair.ref, partner),
            sure_target=pair.of_hyp.is_sure(word),
            root=word in pair.hyp.roots and partner in pair.ref.roots,
            future="future" in (own.tense, other.tense),
            perfect=own.perfect != other.perfect,
            same_aspect=(own.perfect, own.progressive) == (other.perfect, other.progressive),
            embedded=pair.hyp.labels[word] in {"ccomp", "advcl", "acl:relcl"},
            headline=not (_is_sentence(pair.hyp) and _is_sentence(pair.ref)),
            same_label=pair.hyp.labels[word] == pair.ref.labels[partner],
            same_lemma=pair.hyp.lemmas[word] == pair.ref.lemmas[partner],
        )


def _are_anterior(own: Form, other: Form) -> bool:
    """Return whether two forms tell what is over, from now or from then: has said, had said, said."""
    return all(form.tense == "past" or (form.tense == "present" and form.perfect) for form in (own, other))


def _is_sentence(reading: Reading) -> bool:
    """Return whether a text ends as sentences do; headlines do not, and tell the past in the present."""
    return any(token.text[-1:] in {".", "!", "?", "。"} for token in reading.tokens[-2:])


def _tensed(reading: Reading, word: int) -> tuple[int, ...]:
    """Return the word that shows the tense: the first auxiliary or the verb."""
    helpers = [child for child in reading.labelled(word, "aux", "aux:pass", "cop") if child < word]
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
