"""Findings about how something is claimed: modality, tense, questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import (
    SUBJECT_PLACES,
    conditions,
    governors,
    is_infinitive,
    labelled,
    marks,
    predicates,
)
from meantree.entailment.compatibility.modality import Modal, Modality, compatible, modals, said_alone
from meantree.entailment.compatibility.negation import negated
from meantree.entailment.compatibility.tense import Form, forms, questions
from meantree.entailment.reading import Reading, View, cached_fact, lemma_set
from meantree.findings.compared import Candidate, Compared, verb_group
from meantree.findings.denials import is_idle, reporting

_PERCEIVING: Final = lemma_set("know see hear feel smell taste notice understand remember imagine believe tell")
"""Verbs with which "can" says little: we can see it, we see it."""
_OFTEN: Final = lemma_set("if when whenever sometimes often usually always generally typically mostly")
_WHENEVER: Final = lemma_set("as once before after until")
"""Before clauses in the present that tell when something will be."""
_SCHEDULED: Final = lemma_set(
    "be start begin open close end finish leave depart arrive take run continue last resume launch play meet return"
    " come go fly travel host hold expire appear premiere conclude kick"
)
"""Verbs whose present tells what is planned, with a time: the course starts on Friday, will start on Friday."""
_REGULAR: Final = lemma_set("every each daily weekly monthly yearly annually")
_NOT_REQUIRED: Final = lemma_set("need have")
"""Verbs whose negation lifts a duty, while "must not" forbids."""
_NEEDING: Final = lemma_set("need require")
_DEMANDING: Final = lemma_set(
    "important necessary essential vital crucial demand require insist suggest propose recommend ask request urge"
)
"""Words with clauses in any tense: it is important that he comes, come, came."""
_UNREAL: Final = lemma_set("would could might should will if unless wish")
_HEARSAY: Final = lemma_set("reportedly allegedly apparently supposedly")
_REPORTED: Final = lemma_set("accord according suggest allege accuse suspect seem appear")
"""Lemmas that say as much as "reportedly"."""
_RISKS: Final = lemma_set("risk danger threat")
"""Nouns that say as much as "may": a risk of floods."""


def modality(pair: Compared) -> Iterator[Candidate]:
    """Yield predicates whose modality differs from that of their partners."""
    view = pair.of_hyp
    hyp, ref = _modal_words(pair.hyp), _modal_words(pair.ref)
    for word, partner in dict.fromkeys([*_predicates_of_both(pair), *_claimed_alike(pair)]):
        own, other = hyp.get(word), ref.get(partner)
        if own is not None and other is not None:
            if not compatible(own[1], other[1]) or _forbids_alone(pair, (word, partner), (own[0], other[0])):
                yield _modal(pair, view, "modality.different", (word, partner), own, other)
            else:
                yield from _further(pair, (word, partner))
        elif own is not None:
            yield from _alone(pair, view, (word, partner), own)
        elif other is not None:
            yield from _alone(pair, pair.of_ref, (partner, word), other)
    yield from _unlinked(pair)
    yield from _unreal(pair)


def _forbids_alone(pair: Compared, words: tuple[int, int], modals_here: tuple[int, int]) -> bool:
    """Return whether one text forbids what the other does not require: must not, need not."""
    denied = negated(pair.hyp)[words[0]] and negated(pair.ref)[words[1]]
    lemmas = pair.hyp.lemmas[modals_here[0]], pair.ref.lemmas[modals_here[1]]
    return denied and len(_NOT_REQUIRED.intersection(lemmas)) == 1 and not _NOT_REQUIRED.issuperset(lemmas)


def _predicates_of_both(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield linked words, and unlinked predicates whose auxiliaries or copulas are linked: are a part, were among."""
    view = pair.of_hyp
    yield from view.linked
    own, theirs = governors(pair.hyp), governors(pair.ref)
    loose = {
        (own[word], theirs[partner])
        for word, partner in view.linked
        if pair.hyp.upos[word] == pair.ref.upos[partner] == "AUX"
    }
    for word, partner in sorted(loose):
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


def _unlinked(pair: Compared) -> Iterator[Candidate]:
    """Yield modal words of predicates without a partner that the other text has no word for: he may resemble her."""
    for view in pair.views:
        reading, premise = view.conclusion, view.premise
        back = pair.back(view)
        is_open = any(_is_future(premise, each) or _is_command(premise, each) for each in predicates(premise))
        for modal in modals(reading):
            if modal.modality == Modality.CERTAIN or {view.partner[modal.target], view.partner[modal.token]} != {None}:
                continue
            if reading.lemmas[modal.token] in _HEARSAY:
                said = _is_reported_alone(back)
            else:
                said = _is_said_alone(premise, modal.modality) or _times_said(premise, modal.modality) > 0
                said |= (is_open and modal.modality == Modality.NECESSARY) or _says_little(reading, modal)
            if not said:
                kind, said_by = "modality.missing" if view.turned else "modality.added", (modal.token, modal.modality)
                auxiliary = float(reading.upos[modal.token] == "AUX")
                yield _modal(pair, view, kind, (modal.target, None), said_by, auxiliary=auxiliary)


def _says_little(reading: Reading, modal: Modal) -> bool:
    """Return whether "can" says little: we can see it, we cannot help but."""
    if modal.modality != Modality.ABLE:
        return False
    after = modal.token + 1
    return reading.lemmas[modal.target] in _PERCEIVING or (after < len(reading) and is_idle(reading, after))


def _unreal(pair: Compared) -> Iterator[Candidate]:
    """Yield predicates that one text says would have been, and the other says were: he would have won, he won."""
    for view in pair.views:
        if not _UNREAL.isdisjoint(view.premise.lemmas):
            continue
        for word, partner in view.linked:
            helpers = labelled(view.conclusion, word, "aux")
            lemmas = [view.conclusion.lemmas[helper] for helper in helpers]
            if lemmas[:1] == ["would"] and "have" in lemmas and view.premise.tokens[partner].xpos in {"VBD", "VBN"}:
                kind = "modality.missing" if view.turned else "modality.added"
                yield _modal(pair, view, kind, (word, partner), (helpers[0], Modality.POSSIBLE), auxiliary=1.0)


def _further(pair: Compared, words: tuple[int, int]) -> Iterator[Candidate]:
    """Yield unaligned adverbs of modality beside a modal verb that both texts have: should probably."""
    for view, (word, partner) in zip(pair.views, (words, words[::-1]), strict=True):
        others = [modal for modal in modals(view.premise) if modal.target == partner]
        for modal in modals(view.conclusion):
            is_adverb = view.conclusion.upos[modal.token] == "ADV" and view.partner[modal.token] is None
            said = any(other.modality == modal.modality and _is_adverb(view.premise, other) for other in others)
            if modal.target == word and is_adverb and modal.modality == Modality.POSSIBLE and not said:
                yield from _alone(pair, view, (word, partner), (modal.token, modal.modality))


def _is_adverb(reading: Reading, modal: Modal) -> bool:
    return reading.upos[modal.token] == "ADV"


def _alone(pair: Compared, view: View, words: tuple[int, int], modal: tuple[int, Modality]) -> Iterator[Candidate]:
    """Yield a modal word of the conclusion unless the premise, which has none there, says as much."""
    token, modality_here = modal
    reading, premise, partner = view.conclusion, view.premise, words[1]
    if _inherits(premise, partner, modality_here) or _is_command(premise, partner):
        return
    is_adverb = reading.upos[token] == "ADV"
    if not (is_adverb or modality_here == Modality.POSSIBLE or _is_finite(premise, partner)):
        return  # a result that we can live with, a result to live with; cannot be separated, inseparable
    if _says_little(reading, Modal(token, words[0], modality_here)):
        return
    if reading.lemmas[token] in _NEEDING and premise.lemmas[premise.heads[partner]] == "take":
        return  # they needed three days to repair it, it took them three days
    is_open = is_adverb or modality_here == Modality.NECESSARY
    if (is_open and _is_future(premise, partner)) or _is_hedged(premise, partner):
        return  # it will probably, it should, it will; it may be, it is kind of
    if _is_said_alone(premise, modality_here):
        return
    if _times_said(reading, modality_here) <= _times_said(premise, modality_here):
        return  # of another verb, or by another word
    back = pair.back(view)
    if reading.lemmas[token] in _HEARSAY and _is_reported_alone(back):
        return
    yield _modal(
        pair,
        view,
        "modality.missing" if view.turned else "modality.added",
        words,
        modal,
        both=float(modality_here in _loose_modals(back)),
        auxiliary=float(reading.upos[token] == "AUX"),
    )


def _modal(
    pair: Compared,
    view: View,
    kind: str,
    words: tuple[int, int | None],
    modal: tuple[int, Modality],
    other: tuple[int, Modality] | None = None,
    **special: float,
) -> Candidate:
    word, partner = words
    return pair.candidate(
        view,
        kind,
        {modal[0]},
        () if other is None else {other[0]},
        place=verb_group(view.conclusion, word),
        other_place=() if partner is None else verb_group(view.premise, partner),
        sure_target=float(pair.is_sure(view, word)),
        able=float(Modality.ABLE in {modal[1], None if other is None else other[1]}),
        root=float(word in view.conclusion.roots),
        **special,
    )


def _is_said_alone(reading: Reading, modality: Modality) -> bool:
    """Return whether a noun or an adjective without a clause expresses a modality: a possibility, a risk."""
    is_risk = compatible(modality, Modality.POSSIBLE) and not _RISKS.isdisjoint(reading.lemmas)
    return is_risk or modality in said_alone(reading)


def _is_reported_alone(view: View) -> bool:
    """Return whether the conclusion has a verb of saying that the premise lacks: it is said that, according to."""
    reading = view.conclusion
    loose = view.unlinked(range(len(reading)))
    return any(reading.lemmas[word] in reporting() | _REPORTED and reading.upos[word] != "NOUN" for word in loose)


@cached_fact
def _modal_words(reading: Reading) -> dict[int, tuple[int, Modality]]:
    """Return for each target of a modal word that word and its modality."""
    first: dict[int, tuple[int, Modality]] = {}
    for modal in modals(reading):
        if modal.modality != Modality.CERTAIN:
            first.setdefault(modal.target, (modal.token, modal.modality))
    return first


def _inherits(reading: Reading, word: int, modality: Modality) -> bool:
    """Return whether a predicate is joined to one with a compatible modality: must come and stay."""
    first = reading.heads[word]
    known = _modal_words(reading).get(first) if reading.labels[word] == "conj" else None
    return known is not None and compatible(known[1], modality)


def _is_command(reading: Reading, word: int) -> bool:
    """Return whether a word is an imperative, which asks for what must be done."""
    token, head = reading.tokens[word], reading.heads[word]
    if head >= 0 and reading.lemmas[head] == "let" and _is_command(reading, head):
        return True  # let us go
    alone = not labelled(reading, word, *SUBJECT_PLACES, "aux", "mark", "cop")
    return token.xpos == "VB" and alone and reading.labels[word] in {"root", "conj", "parataxis", "ccomp"}


def _is_future(reading: Reading, word: int) -> bool:
    """Return whether a predicate has "will", "would" or "is to", which say what is probable or demanded, too."""
    helpers = {reading.lemmas[child] for child in labelled(reading, word, "aux")}
    return not helpers.isdisjoint({"will", "would", "'ll", "'d"}) or _is_to_be(reading, word)


def _is_to_be(reading: Reading, word: int) -> bool:
    """Return whether "be" and "to" stand before a verb: is to be done."""
    has_be = any(reading.lemmas[child] == "be" for child in labelled(reading, word, "aux", "cop"))
    return has_be and is_infinitive(reading, word)


def _is_hedged(reading: Reading, word: int) -> bool:
    """Return whether "kind of" or "sort of" stands before a word."""
    return not {"kind", "sort"}.isdisjoint(reading.lemmas[max(0, word - 3) : word])


def _times_said(reading: Reading, modality: Modality) -> int:
    """Return how many words express a modality or a compatible one."""
    return len({modal.token for modal in modals(reading) if compatible(modal.modality, modality)})


def _is_finite(reading: Reading, word: int) -> bool:
    """Return whether a word is a predicate that may have a modal verb, perhaps the first of several."""
    first = reading.heads[word] if reading.labels[word] == "conj" else word
    is_implied = reading.upos[word] == "ADJ" and reading.lemmas[word].endswith(("able", "ible"))
    return not is_implied and bool(labelled(reading, first, *SUBJECT_PLACES, "aux", "aux:pass", "cop"))


def _loose_modals(view: View) -> set[Modality]:
    """Return the modalities of the conclusion's unaligned modal words."""
    return {modal.modality for modal in modals(view.conclusion) if view.partner[modal.token] is None}


def tense(pair: Compared) -> Iterator[Candidate]:
    """Yield verbs whose tense differs from that of their partners."""
    view = pair.of_hyp
    hyp, ref = forms(pair.hyp), forms(pair.ref)
    for word, partner in _predicates_of_both(pair):
        if word not in hyp or partner not in ref:
            continue
        own, other = hyp[word], ref[partner]
        if not own.tense or not other.tense or own.tense == other.tense:
            continue
        if _are_anterior(own, other) or _is_free(pair, (word, partner), {own.tense, other.tense}):
            continue
        yield pair.candidate(
            view,
            "tense.different",
            _tensed(pair.hyp, word),
            _tensed(pair.ref, partner),
            place=verb_group(pair.hyp, word),
            other_place=verb_group(pair.ref, partner),
            sure_target=float(pair.is_sure(view, word)),
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
    if any(word in _modal_words(reading) for reading, word in sides):
        return True
    if all(_is_any_time(*side) for side in sides) and "past" not in tenses:
        return True  # if it is far, it is quiet; if it is far, it will be quiet
    if tenses == {"present", "future"} and _is_to_be(*sides[0]) != _is_to_be(*sides[1]):
        return True  # is to be done, will be done
    if all(word in conditions(reading) for reading, word in sides):
        return True  # if he were, if he is
    if any(_is_reported(*side) for side in sides) and "future" not in tenses:
        return True  # he said, he says; that he was ill, that he is ill
    return tenses == {"present", "future"} and any(
        _is_planned(*side) for side in sides if forms(side[0])[side[1]].tense == "present"
    )  # starts on Friday, will start on Friday


def _are_anterior(own: Form, other: Form) -> bool:
    """Return whether two forms tell what is over, from now or from then: has said, had said, said."""
    return all(form.tense == "past" or (form.tense == "present" and form.perfect) for form in (own, other))


def _is_planned(reading: Reading, word: int) -> bool:
    """Return whether a verb in the present tells what is planned for a time: starts on Friday."""
    if reading.lemmas[word] not in _SCHEDULED:
        return False
    below = {each for child in reading.children[word] for each in (child, *reading.children[child])}
    times = [
        range(entity.start, entity.end)
        for entity in reading.entities
        if entity.kind in {EntityKind.DATE, EntityKind.TIME} and not below.isdisjoint(range(entity.start, entity.end))
    ]
    return any(_REGULAR.isdisjoint(reading.lemmas[each] for each in time) for time in times)


def _is_any_time(reading: Reading, word: int) -> bool:
    """Return whether a verb tells what happens whenever a condition holds, or sometimes."""
    below = [word for child in reading.children[word] for word in (child, *reading.children[child])]
    is_dated = any(not _WHENEVER.isdisjoint(marks(reading, clause)) for clause in labelled(reading, word, "advcl"))
    return is_dated or any(reading.lemmas[each] in _OFTEN for each in below)


def _is_reported(reading: Reading, word: int) -> bool:
    """Return whether a verb reports, or is reported or demanded: its tense may follow that of the report."""
    return any(reading.lemmas[each] in reporting() | _DEMANDING for each in (word, *reading.ancestors(word)))


def _is_sentence(reading: Reading) -> bool:
    """Return whether a text ends as sentences do; headlines do not, and tell the past in the present."""
    return any(token.text[-1:] in {".", "!", "?", "。"} for token in reading.tokens[-2:])


def _tensed(reading: Reading, word: int) -> tuple[int, ...]:
    """Return the word that shows the tense: the first auxiliary or the verb, with "will" both."""
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
