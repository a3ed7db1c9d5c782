"""Findings about how something is claimed: modality, tense, questions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from meantree.lexicon.word_lists import words
from meantree.phenomena.clauses import SUBJECT_PLACES, conditions, governors, is_infinitive, labelled, predicates
from meantree.phenomena.compared import Candidate, Compared, verb_group
from meantree.phenomena.denials import is_idle, reporting
from meantree.phenomena.modality import Modal, Modality, compatible, modals, said_alone
from meantree.phenomena.negation import negated
from meantree.phenomena.reading import Reading, View, cached_fact
from meantree.phenomena.tense import Form, forms, questions

_listed: Final = partial(words, "phenomena/claims")


def modality(pair: Compared) -> Iterator[Candidate]:
    """Yield predicates whose modality differs from that of their partners."""
    hyp, ref = _first_modals(pair.hyp), _first_modals(pair.ref)
    for word, partner in dict.fromkeys([*_predicates_of_both(pair), *_claimed_alike(pair)]):
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
    return is_denied and len(_listed("need").intersection(lemmas)) == 1 and not _listed("need").issuperset(lemmas)


def _predicates_of_both(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield linked words, and unlinked predicates whose auxiliaries or copulas are linked: are a part, were among."""
    view = pair.of_hyp
    yield from view.linked
    own, theirs = governors(pair.hyp), governors(pair.ref)
    for word, partner in sorted(
        (own[word], theirs[partner])
        for word, partner in view.linked
        if pair.hyp.upos[word] == pair.ref.upos[partner] == "AUX"
    ):
        if view.partner[word] is None and pair.of_ref.partner[partner] is None:
            yield word, partner


def _claimed_alike(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield predicates in other words whose modal verbs are linked: may rise, will be higher."""
    own, theirs = governors(pair.hyp), governors(pair.ref)
    for helper, other in pair.of_hyp.linked:
        if pair.hyp.tokens[helper].xpos == pair.ref.tokens[other].xpos == "MD":
            word, partner = own[helper], theirs[other]
            if not (pair.is_sure(pair.of_hyp, word) and pair.is_sure(pair.of_ref, partner)):
                yield word, partner


def _unlinked(pair: Compared, view: View) -> Iterator[Candidate]:
    """Yield modal words of predicates without a partner that the other text has no word for: he may resemble her."""
    reading, premise = view.conclusion, view.premise
    is_open = any(_is_open(premise, each) for each in predicates(premise))
    for modal in modals(reading):
        if modal.modality == Modality.CERTAIN or {view.partner[modal.target], view.partner[modal.token]} != {None}:
            continue
        is_duty = is_open and modal.modality == Modality.NECESSARY
        if not (_is_said(pair, view, modal) or _times_said(premise, modal.modality) or is_duty):
            auxiliary = float(reading.upos[modal.token] == "AUX")
            yield _modal(pair, view, _alone_kind(view), modal, None, auxiliary=auxiliary)


def _unreal(pair: Compared, view: View) -> Iterator[Candidate]:
    """Yield predicates that one text says would have been, and the other says were: he would have won, he won."""
    for word, partner in view.linked if _listed("unreal").isdisjoint(view.premise.lemmas) else ():
        helpers = labelled(view.conclusion, word, "aux")
        lemmas = [view.conclusion.lemmas[helper] for helper in helpers]
        if lemmas[:1] == ["would"] and "have" in lemmas and view.premise.tokens[partner].xpos in {"VBD", "VBN"}:
            modal = Modal(helpers[0], word, Modality.POSSIBLE)
            yield _modal(pair, view, _alone_kind(view), modal, partner, auxiliary=1.0)


def _further(pair: Compared, words: tuple[int, int]) -> Iterator[Candidate]:
    """Yield unaligned adverbs of modality beside a modal verb that both texts have: should probably."""
    for view, (word, partner) in zip(pair.views, (words, words[::-1]), strict=True):
        own, others = (
            [modal for modal in modals(text) if modal.target == target and text.upos[modal.token] == "ADV"]
            for text, target in ((view.conclusion, word), (view.premise, partner))
        )
        for modal in own:
            said = any(other.modality == modal.modality for other in others)
            if view.partner[modal.token] is None and modal.modality == Modality.POSSIBLE and not said:
                yield from _alone(pair, view, modal, partner)


def _alone(pair: Compared, view: View, modal: Modal, partner: int) -> Iterator[Candidate]:
    """Yield a modal word of the conclusion unless the premise, which has none there, says as much."""
    reading, premise = view.conclusion, view.premise
    is_adverb = reading.upos[modal.token] == "ADV"
    if not (is_adverb or modal.modality == Modality.POSSIBLE or _is_finite(premise, partner)):
        return  # a result that we can live with, a result to live with
    if (is_adverb or modal.modality == Modality.NECESSARY) and _is_open(premise, partner):
        return  # it will probably, it should, it will
    if _is_said(pair, view, modal) or _times_said(reading, modal.modality) <= _times_said(premise, modal.modality):
        return
    loose = {each.modality for each in modals(premise) if pair.back(view).partner[each.token] is None}
    yield _modal(
        pair,
        view,
        _alone_kind(view),
        modal,
        partner,
        both=float(modal.modality in loose),
        auxiliary=float(reading.upos[modal.token] == "AUX"),
    )


def _alone_kind(view: View) -> str:
    return "modality.missing" if view.turned else "modality.added"


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
        sure_target=float(pair.is_sure(view, modal.target)),
        able=float(Modality.ABLE in {modal.modality, other and other.modality}),
        root=float(modal.target in view.conclusion.roots),
        **special,
    )


def _is_said(pair: Compared, view: View, modal: Modal) -> bool:
    """Return whether a modal word says little, or the premise says as much by a noun, or a verb of saying."""
    reading, premise, after = view.conclusion, view.premise, modal.token + 1
    if reading.lemmas[modal.token] in _listed("hearsay"):
        loose = pair.back(view).unlinked(word for word, pos in enumerate(premise.upos) if pos != "NOUN")
        return any(premise.lemmas[word] in reporting() | _listed("reported") for word in loose)
    is_idle_can = after < len(reading) and is_idle(reading, after)
    if modal.modality == Modality.ABLE and (reading.lemmas[modal.target] in _listed("perceiving") or is_idle_can):
        return True  # we can see it, we cannot help but
    return any(compatible(modal.modality, each) for each in said_alone(premise))


@cached_fact
def _first_modals(reading: Reading) -> dict[int, Modal]:
    """Return the first modal word of each target."""
    return {modal.target: modal for modal in reversed(modals(reading)) if modal.modality != Modality.CERTAIN}


def _is_open(reading: Reading, word: int) -> bool:
    """Return whether a predicate is a command, or has "will", "would" or "is to", which may ask for it, too."""
    token, head, helpers = reading.tokens[word], reading.heads[word], labelled(reading, word, "aux", "cop")
    lemmas = {reading.lemmas[child] for child in helpers}
    if not lemmas.isdisjoint({"will", "would", "'ll", "'d"}) or ("be" in lemmas and is_infinitive(reading, word)):
        return True
    is_let = head >= 0 and reading.lemmas[head] == "let"
    return token.xpos == "VB" and not helpers and (is_let or not labelled(reading, word, *SUBJECT_PLACES, "mark"))


def _times_said(reading: Reading, modality: Modality) -> int:
    """Return how many words express a modality or a compatible one."""
    return len({modal.token for modal in modals(reading) if compatible(modal.modality, modality)})


def _is_finite(reading: Reading, word: int) -> bool:
    """Return whether a word is a predicate that may have a modal verb, perhaps the first of several."""
    first = reading.heads[word] if reading.labels[word] == "conj" else word
    is_implied = reading.upos[word] == "ADJ" and reading.lemmas[word].endswith(("able", "ible"))
    return not is_implied and bool(labelled(reading, first, *SUBJECT_PLACES, "aux", "aux:pass", "cop"))


def tense(pair: Compared) -> Iterator[Candidate]:
    """Yield verbs whose tense differs from that of their partners."""
    hyp, ref = forms(pair.hyp), forms(pair.ref)
    for word, partner in _predicates_of_both(pair):
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
    if any(word in _first_modals(reading) for reading, word in sides):
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
    return any(reading.lemmas[each] in reporting() | _listed("demanding") for each in (word, *reading.ancestors(word)))


def _is_sentence(reading: Reading) -> bool:
    """Return whether a text ends as sentences do; headlines do not, and tell the past in the present."""
    return any(token.text[-1:] in {".", "!", "?", "。"} for token in reading.tokens[-2:])


def _tensed(reading: Reading, word: int) -> tuple[int, ...]:
    """Return the word that shows the tense: the first auxiliary or the verb."""
    helpers = [child for child in labelled(reading, word, "aux", "aux:pass", "cop") if child < word]
    return (helpers[0],) if helpers else (word,)


def mood(pair: Compared) -> Iterator[Candidate]:
    """Yield sentences that are a question in one text only."""
    marks = [_question_marks(view.conclusion) for view in pair.views]
    for view, own, other in zip(pair.views, marks, reversed(marks), strict=True):
        if len(own) > len(other) + (not other and _is_inverted(view.premise)):
            for mark in own:
                root = (mark, *view.conclusion.ancestors(mark))[-1]
                partner = view.partner[root]
                if partner is None or partner not in questions(view.premise):
                    place = () if partner is None else (partner,)
                    kept = float(partner is not None and partner in view.premise.roots)
                    yield pair.candidate(
                        view,
                        "clause.question",
                        {mark},
                        place={mark},
                        other_place=place,
                        root=kept,
                        lone=float(not other),
                    )


def _is_inverted(reading: Reading) -> bool:
    """Return whether an auxiliary stands before its subject, as in questions without a mark: why does it, you ask."""
    orders = (
        (labelled(reading, word, "aux"), labelled(reading, word, *SUBJECT_PLACES)) for word in predicates(reading)
    )
    return any(auxiliaries and subjects and auxiliaries[0] < subjects[0] for auxiliaries, subjects in orders)


@cached_fact
def _question_marks(reading: Reading) -> tuple[int, ...]:
    """Return the question marks, of several in a row the first one."""
    asks = [token.text.startswith(("?", "？")) for token in reading.tokens]
    return tuple(word for word, asked in enumerate(asks) if asked and not (word and asks[word - 1]))
