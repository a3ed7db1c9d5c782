"""Modality: what is possible, necessary, certain or within somebody's ability, and whether that is preserved."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Set
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, cast

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import groups, words
from meantree.phenomena.compared import Candidate, Compared, verb_group
from meantree.phenomena.feature import SILENT, Features, Firing, linked_predicates, share_of_pairs
from meantree.phenomena.negation import is_idle, negated
from meantree.phenomena.operations import Clause, Edit, Edits, Words, finite, listed, of_clauses, planter, put, replace
from meantree.phenomena.reading import SUBJECT_PLACES, Reading, View, cached_fact, reporting

Modality = Literal["possible", "necessary", "certain", "able"]
"""A kind of modality."""
_LISTED: Final = "phenomena/modality"
_claims: Final = partial(words, "phenomena/claims")
FEATURES: Final = Features("semantic compatibility")


@dataclass(frozen=True, slots=True)
class Modal:
    """A word that expresses modality.

    Attributes:
        target: the predicate or noun that it modifies.
    """

    token: int
    target: int
    modality: Modality


@cached_fact
def modals(reading: Reading) -> tuple[Modal, ...]:
    """Return all modal words, in order."""
    return tuple(modal for word in range(len(reading)) for modal in _said_by(reading, word))


@cached_fact
def said_alone(reading: Reading) -> frozenset[Modality]:
    """Return the modalities of nouns and adjectives without a clause: there is a possibility."""
    with_clause = {modal.token for modal in modals(reading)}
    words = set(range(len(reading))) - with_clause
    alone = {reading.lemmas[word] for word in words if reading.upos[word] in {"NOUN", "ADJ"}}
    known = {**groups(_LISTED, "embedder"), **groups(_LISTED, "noun")}
    return frozenset(cast("Modality", known[lemma]) for lemma in alone & known.keys())


@cached_fact
def modalities(reading: Reading) -> tuple[Modality | None, ...]:
    """Return the modality of each word: its own, or that of the predicate that it belongs to."""
    first: dict[int, Modality] = {}
    for modal in modals(reading):
        first.setdefault(modal.target, modal.modality)
    above = reading.governors
    return tuple(first.get(word, first.get(above[word])) for word in range(len(reading)))


def compatible(first: Modality | None, second: Modality | None) -> bool:
    """Return whether two modalities may translate each other; "can" expresses both ability and possibility."""
    return first == second or {first, second} == {"possible", "able"}


def _said_by(reading: Reading, word: int) -> tuple[Modal, ...]:
    lemma, label, head = reading.lemmas[word], reading.labels[word], reading.heads[word]
    if lemma != "have" and lemma not in words(_LISTED):
        return ()
    if head != ROOT and label == "aux":
        return _modals("auxiliary", lemma, word, (head,))
    if head != ROOT and label == "advmod":
        return _modals(
            "adverb", lemma, word, (reading.governors[head] if reading.upos[head] in {"AUX", "PART"} else head,)
        )
    if head != ROOT and label == "amod":
        return _modals("attribute", lemma, word, (head,))
    complements = reading.labelled(word, "ccomp", "xcomp", "csubj", "acl")
    if lemma == "have":
        infinitives = (
            clause for clause in complements if reading.labels[clause] == "xcomp" and reading.is_infinitive(clause)
        )
        return tuple(Modal(word, clause, "necessary") for clause in infinitives)
    return _modals("embedder", lemma, word, complements)


def _modals(construction: str, lemma: str, word: int, targets: tuple[int, ...]) -> tuple[Modal, ...]:
    known = groups(_LISTED, construction).get(lemma)
    return tuple(Modal(word, target, cast("Modality", known)) for target in targets) if known else ()


@FEATURES("only possible in the translation", "possibility missing")
def possibility_added(view: View) -> Firing:
    """A fact or certainty of the premise is only possible in the conclusion; share of aligned predicates."""
    return _more_of(view, "possible", {"possible", "able"})


@FEATURES("ability added", "ability missing")
def ability_added(view: View) -> Firing:
    """Somebody is able to do in the conclusion what the premise states otherwise; share of aligned predicates."""
    return _more_of(view, "able", {"possible", "able"})


@FEATURES("necessity added", "necessity missing")
def necessity_added(view: View) -> Firing:
    """A necessity of the conclusion is not one in the premise; share of aligned predicates."""
    return _more_of(view, "necessary", {"necessary"})


def _more_of(view: View, modality: Modality, kept: Set[Modality]) -> Firing:
    """Return a firing on the predicates of a modality whose partners have none of those that keep it.

    It is silent if the premise has as many predicates of them: then another word expresses it.
    """
    conclusion, premise = modalities(view.conclusion), modalities(view.premise)
    said, known = (
        {modal.target for modal in modals(text) if modal.modality in kept} for text in (view.conclusion, view.premise)
    )
    if len(said) <= len(known):
        return SILENT
    return share_of_pairs(
        linked_predicates(view), lambda word, partner: conclusion[word] == modality and premise[partner] not in kept
    )


def modality(pair: Compared) -> Iterator[Candidate]:
    """Yield predicates whose modality differs from that of their partners."""
    hyp, ref = first_modals(pair.hyp), first_modals(pair.ref)
    for word, partner in dict.fromkeys([*predicates_of_both(pair), *_claimed_alike(pair)]):
        own, other = hyp.get(word), ref.get(partner)
        if own is not None and other is not None:
            if not compatible(own.modality, other.modality) or _forbids_alone(pair, own, other):
                yield _modal(pair, pair.of_hyp, "modality.different", own, partner, other)
            else:
                yield from _further(pair, (word, partner))
        elif own is not None:
            yield from _alone(pair, pair.of_hyp, own, partner)
        elif other is not None:
            yield from _alone(pair, pair.of_ref, other, word)
    for view in pair.views:
        yield from _unlinked(pair, view)
        yield from _unreal(pair, view)


def _forbids_alone(pair: Compared, own: Modal, other: Modal) -> bool:
    """Return whether one text forbids what the other does not require: must not, need not."""
    lemmas = pair.hyp.lemmas[own.token], pair.ref.lemmas[other.token]
    is_denied = negated(pair.hyp)[own.target] and negated(pair.ref)[other.target]
    return is_denied and len(_claims("need").intersection(lemmas)) == 1 and not _claims("need").issuperset(lemmas)


def predicates_of_both(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield linked words, and unlinked predicates whose auxiliaries or copulas are linked: are a part, were among."""
    view = pair.of_hyp
    yield from view.linked
    own, theirs = pair.hyp.governors, pair.ref.governors
    for word, partner in sorted(
        (own[word], theirs[partner])
        for word, partner in view.linked
        if pair.hyp.upos[word] == pair.ref.upos[partner] == "AUX"
    ):
        if view.partner[word] is None and pair.of_ref.partner[partner] is None:
            yield word, partner


def _claimed_alike(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield predicates in other words whose modal verbs are linked: may rise, will be higher."""
    own, theirs = pair.hyp.governors, pair.ref.governors
    for helper, other in pair.of_hyp.linked:
        if pair.hyp.tokens[helper].xpos == pair.ref.tokens[other].xpos == "MD":
            word, partner = own[helper], theirs[other]
            if not (pair.of_hyp.is_sure(word) and pair.of_ref.is_sure(partner)):
                yield word, partner


def _unlinked(pair: Compared, view: View) -> Iterator[Candidate]:
    """Yield modal words of predicates without a partner that the other text has no word for: he may resemble her."""
    reading, premise = view.conclusion, view.premise
    is_open = any(_is_open(premise, each) for each in premise.predicates)
    for modal in modals(reading):
        if modal.modality == "certain" or {view.partner[modal.target], view.partner[modal.token]} != {None}:
            continue
        is_duty = is_open and modal.modality == "necessary"
        if not (_is_said(pair, view, modal) or _times_said(premise, modal.modality) or is_duty):
            auxiliary = reading.upos[modal.token] == "AUX"
            yield _modal(pair, view, f"modality.{view.change}", modal, None, auxiliary=auxiliary)


def _unreal(pair: Compared, view: View) -> Iterator[Candidate]:
    """Yield predicates that one text says would have been, and the other says were: he would have won, he won."""
    for word, partner in view.linked if _claims("unreal").isdisjoint(view.premise.lemmas) else ():
        helpers = view.conclusion.labelled(word, "aux")
        lemmas = [view.conclusion.lemmas[helper] for helper in helpers]
        if lemmas[:1] == ["would"] and "have" in lemmas and view.premise.tokens[partner].xpos in {"VBD", "VBN"}:
            modal = Modal(helpers[0], word, "possible")
            yield _modal(pair, view, f"modality.{view.change}", modal, partner, auxiliary=1.0)


def _further(pair: Compared, words: tuple[int, int]) -> Iterator[Candidate]:
    """Yield unaligned adverbs of modality beside a modal verb that both texts have: should probably."""
    for view, (word, partner) in zip(pair.views, (words, words[::-1]), strict=True):
        own, others = (
            [modal for modal in modals(text) if modal.target == target and text.upos[modal.token] == "ADV"]
            for text, target in ((view.conclusion, word), (view.premise, partner))
        )
        for modal in own:
            said = any(other.modality == modal.modality for other in others)
            if view.partner[modal.token] is None and modal.modality == "possible" and not said:
                yield from _alone(pair, view, modal, partner)


def _alone(pair: Compared, view: View, modal: Modal, partner: int) -> Iterator[Candidate]:
    """Yield a modal word of the conclusion unless the premise, which has none there, says as much."""
    reading, premise = view.conclusion, view.premise
    is_adverb = reading.upos[modal.token] == "ADV"
    if not (is_adverb or modal.modality == "possible" or _is_finite(premise, partner)):
        return  # a result that we can live with, a result to live with
    if (is_adverb or modal.modality == "necessary") and _is_open(premise, partner):
        return  # it will probably, it should, it will
    if _is_said(pair, view, modal) or _times_said(reading, modal.modality) <= _times_said(premise, modal.modality):
        return
    loose = {each.modality for each in modals(premise) if pair.back(view).partner[each.token] is None}
    yield _modal(
        pair,
        view,
        f"modality.{view.change}",
        modal,
        partner,
        both=modal.modality in loose,
        auxiliary=reading.upos[modal.token] == "AUX",
    )


def _modal(
    pair: Compared,
    view: View,
    kind: str,
    modal: Modal,
    partner: int | None,
    other: Modal | None = None,
    **special: float,
) -> Candidate:
    return pair.candidate(
        view,
        kind,
        {modal.token},
        () if other is None else {other.token},
        place=verb_group(view.conclusion, modal.target),
        other_place=() if partner is None else verb_group(view.premise, partner),
        sure_target=view.is_sure(modal.target),
        able="able" in {modal.modality, other and other.modality},
        root=modal.target in view.conclusion.roots,
        **special,
    )


def _is_said(pair: Compared, view: View, modal: Modal) -> bool:
    """Return whether a modal word says little, or the premise says as much by a noun, or a verb of saying."""
    reading, premise, after = view.conclusion, view.premise, modal.token + 1
    if reading.lemmas[modal.token] in _claims("hearsay"):
        loose = pair.back(view).unlinked(word for word, pos in enumerate(premise.upos) if pos != "NOUN")
        return any(premise.lemmas[word] in reporting() | _claims("reported") for word in loose)
    is_idle_can = after < len(reading) and is_idle(reading, after)
    if modal.modality == "able" and (reading.lemmas[modal.target] in _claims("perceiving") or is_idle_can):
        return True  # we can see it, we cannot help but
    return any(compatible(modal.modality, each) for each in said_alone(premise))


@cached_fact
def first_modals(reading: Reading) -> dict[int, Modal]:
    """Return the first modal word of each target."""
    return {modal.target: modal for modal in reversed(modals(reading)) if modal.modality != "certain"}


def _is_open(reading: Reading, word: int) -> bool:
    """Return whether a predicate is a command, or has "will", "would" or "is to", which may ask for it, too."""
    token, head, helpers = reading.tokens[word], reading.heads[word], reading.labelled(word, "aux", "cop")
    lemmas = {reading.lemmas[child] for child in helpers}
    if not lemmas.isdisjoint({"will", "would", "'ll", "'d"}) or ("be" in lemmas and reading.is_infinitive(word)):
        return True
    is_let = head >= 0 and reading.lemmas[head] == "let"
    return token.xpos == "VB" and not helpers and (is_let or not reading.labelled(word, *SUBJECT_PLACES, "mark"))


def _times_said(reading: Reading, modality: Modality) -> int:
    """Return how many words express a modality or a compatible one."""
    return len({modal.token for modal in modals(reading) if compatible(modal.modality, modality)})


def _is_finite(reading: Reading, word: int) -> bool:
    """Return whether a word is a predicate that may have a modal verb, perhaps the first of several."""
    first = reading.heads[word] if reading.labels[word] == "conj" else word
    is_implied = reading.upos[word] == "ADJ" and reading.lemmas[word].endswith(("able", "ible"))
    return not is_implied and bool(reading.labelled(first, *SUBJECT_PLACES, "aux", "aux:pass", "cop"))


def state(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield what may, must or can be as what is."""
    following = clause.first + 1
    if clause.tag == "MD" and following <= clause.verb and reading.tokens[following].xpos == "VB":
        form = finite(reading, clause, reading.lemmas[following], "VBZ")
        yield from put(clause.first, following + 1, form)


def doubt(_reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield what is as what may be, and what was as what allegedly was."""
    if clause.first == clause.verb and clause.infinitive:
        if clause.tag == "VBD":
            yield (Edit(clause.verb, clause.verb, "allegedly"),)
        else:
            yield (Edit(clause.verb, clause.verb + 1, f"may {clause.infinitive}"),)


def said_modalities(reading: Reading) -> Hashable:
    """Return what modal words say, in order."""
    return tuple(modal.modality for modal in modals(reading))


OTHER: Final = planter(replace(Words(tag="MD", listed="modals"), listed("modals")), fact=said_modalities)
REMOVED: Final = planter(of_clauses(state), fact=said_modalities)
ADDED: Final = planter(of_clauses(doubt), fact=said_modalities)
