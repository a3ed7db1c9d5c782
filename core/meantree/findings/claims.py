"""Findings about what is claimed: negation, modality, tense, embedding, questions and conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.entailment.clauses import SUBJECT_PLACES, conditions, governors, labelled, predicates
from meantree.entailment.compatibility.embedding import embeddings
from meantree.entailment.compatibility.modality import Modal, Modality, compatible, modals
from meantree.entailment.compatibility.negation import Kind, Negator, negated, negators
from meantree.entailment.compatibility.quantifiers import quantifiers
from meantree.entailment.compatibility.tense import forms, questions
from meantree.entailment.reading import CONTENT, Reading, View, cached_fact, lemma_set
from meantree.findings.compared import RELATED, Candidate, Compared, head_of, verb_group
from meantree.lexicon.wordnet import wordnet

_WEAK: Final = lemma_set("few hardly scarcely barely rarely seldom without unless neither nor")
_PREFIXES: Final = ("un", "im", "dis", "non", "ir", "il", "mis", "under", "ill-")
_AFTER_IDLE: Final = lemma_set("doubt matter wonder until help saying say")
"""What follows words that negate nothing."""
_NEGATIVE: Final = lemma_set(
    "lack absence fail failure refuse refusal deny denial avoid prevent prohibit forbid ban stop cease without unless "
    "neither nor impossible unable unlikely inability incapable hardly barely rarely seldom scarcely free exempt rule "
    "doubt miss missing no none nothing nobody never instead lose loss restrict restriction ill rather regardless "
    "cancel cancellation annul reject withdraw exclude"
)
"""Lemmas that may stand for a negation of the other text."""
_PERCEIVING: Final = lemma_set("know see hear feel smell taste notice understand remember imagine believe tell")
"""Verbs with which "can" says little: we can see it, we see it."""
_SAYING: Final = lemma_set(
    "say tell write report claim state add explain note announce think believe argue according stress emphasize point"
)
_HEARSAY: Final = lemma_set("reportedly allegedly apparently supposedly")
_REPORTED: Final = _SAYING | lemma_set("according suggest allege accuse suspect seem appear")
"""Lemmas that say as much as "reportedly"."""
_OTHERS: Final = lemma_set("begin start continue keep help let make have get go come need tend seem appear use")
"""Embedders that say nothing against their clause, or a modality."""


def negation(pair: Compared) -> Iterator[Candidate]:
    """Yield negations of one text whose target is there, and not negated, in the other."""
    unmatched = [
        tuple(cue for cue in _cues(view.conclusion) if not _is_matched(pair, view, cue)) for view in pair.views
    ]
    for view, own, other in zip(pair.views, unmatched, reversed(unmatched), strict=True):
        back = pair.of_hyp if view.turned else pair.of_ref
        if len(own) <= len(other) + sum(_is_spare(pair, back, word) for word in _implied(view.premise)):
            continue
        for cue in own:
            following = cue.token + 1
            if following < len(view.conclusion) and _is_negative(view.conclusion, following):
                continue  # not infrequently
            if _is_idle(view.conclusion, cue.token):
                continue
            target, partner = cue.target, view.partner[cue.target]
            if view.conclusion.lemmas[cue.token] == "few" and _is_counted(view, cue.token):
                continue  # the quantity differs
            if target in predicates(view.conclusion) and _is_alone(view, target):
                continue  # an event is added or lost
            place = verb_group(view.premise, partner) if partner is not None else ()
            yield pair.candidate(
                view,
                "negation.lost" if view.turned else "negation.added",
                {cue.token},
                place={*verb_group(view.conclusion, target), cue.token},
                other_place=place,
                target=float(partner is not None),
                sure_target=float(pair.is_sure(view, target)),
                weak=float(view.conclusion.lemmas[cue.token] in _WEAK),
                both=float(bool(other)),
                noun=float(cue.kind == Kind.QUANTIFIER),
                verb=float(target in predicates(view.conclusion)),
            )


def _is_idle(reading: Reading, cue: int) -> bool:
    """Return whether a word negates nothing: whether or not, no doubt, not until then, cannot help but ask."""
    before, after = reading.lemmas[cue - 1 : cue], reading.lemmas[cue + 1 : cue + 3]
    return before == ("or",) or not _AFTER_IDLE.isdisjoint(after[: 1 + (after[:1] == ("a",))])


def _is_counted(view: View, quantifier: int) -> bool:
    """Return whether the premise has a quantifier in the place of one, or of the same thing."""
    others = quantifiers(view.premise)
    head = head_of(view.conclusion, quantifier)
    counted = None if head is None else view.partner[head]
    return any(view.partner[quantifier] == other.token or counted == other.noun for other in others)


def _is_alone(view: View, predicate: int) -> bool:
    """Return whether no content word of a clause has a partner."""
    reading = view.conclusion
    return all(view.partner[word] is None for word in reading.below(predicate) if reading.upos[word] in CONTENT)


def _is_spare(pair: Compared, view: View, word: int) -> bool:
    """Return whether a word that negates by its meaning has no partner that does, or means the same."""
    if view.conclusion.lemmas[word] == "too":
        return True
    return pair.relation(view, word) not in RELATED and view.partner[word] not in _implied(view.premise)


@cached_fact
def _cues(reading: Reading) -> tuple[Negator, ...]:
    """Return the words that negate, without verbs such as "deny", which are embeddings."""
    return tuple(cue for cue in negators(reading) if cue.kind != Kind.EMBEDDER)


@cached_fact
def _implied(reading: Reading) -> tuple[int, ...]:
    """Return words that negate by their meaning: lack, failure, without, unworkable, neither."""
    return tuple(
        word
        for word, lemma in enumerate(reading.lemmas)
        if lemma in _NEGATIVE
        or (reading.upos[word] in CONTENT and _is_negative(reading, word))
        or (lemma == "too" and _has_infinitive(reading, reading.heads[word]))
    )


def _has_infinitive(reading: Reading, word: int) -> bool:
    """Return whether an infinitive depends on a word: too small to hear."""
    clauses = labelled(reading, word, "xcomp", "advcl", "acl", "ccomp") if word >= 0 else ()
    return any("to" in (reading.lemmas[child] for child in labelled(reading, clause, "mark")) for clause in clauses)


def _is_matched(pair: Compared, view: View, cue: Negator) -> bool:
    """Return whether the other text negates, too: with a linked negation, the linked target, or an opposite."""
    other = view.premise
    known = {negator.token for negator in negators(other)}
    if view.partner[cue.token] in known:
        return True
    targets = [cue.target, *(word for word in cue.scope if view.conclusion.heads[word] == cue.target)]
    partner = view.partner[cue.target]
    if partner is not None and (negated(other)[partner] or partner in known):
        return True
    if partner is not None and (pair.relation(view, cue.target) == "antonym" or _is_negative(other, partner)):
        return True
    return any(
        pair.relation(view, word) == "antonym"
        for word in targets
        if view.conclusion.upos[word] in {"ADJ", "VERB", "ADV"}
    )


def _is_negative(reading: Reading, word: int) -> bool:
    """Return whether a word has a negative affix: unhappy, homeless."""
    lemma = reading.lemmas[word]
    if len(lemma) < 6:
        return False
    bases = [lemma.removeprefix(prefix) for prefix in _PREFIXES if lemma.startswith(prefix)]
    return lemma.endswith("less") or any(len(base) > 3 and wordnet().senses(base) for base in bases)


def modality(pair: Compared) -> Iterator[Candidate]:
    """Yield predicates whose modality differs from that of their partners."""
    view = pair.of_hyp
    hyp, ref = _modal_words(pair.hyp), _modal_words(pair.ref)
    for word, partner in _predicates_of_both(pair):
        own, other = hyp.get(word), ref.get(partner)
        if own is not None and other is not None:
            if not compatible(own[1], other[1]):
                yield _modal(pair, view, "modality.changed", (word, partner), own, other)
            else:
                yield from _further(pair, (word, partner))
        elif own is not None:
            yield from _alone(pair, view, (word, partner), own)
        elif other is not None:
            yield from _alone(pair, pair.of_ref, (partner, word), other)
    yield from _hearsay(pair)


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


def _hearsay(pair: Compared) -> Iterator[Candidate]:
    """Yield what only one text reports as hearsay, of predicates without a partner: he allegedly resembled her."""
    for view in pair.views:
        reading = view.conclusion
        for modal in modals(reading):
            if reading.lemmas[modal.token] in _HEARSAY and view.partner[modal.target] is None:
                back = pair.of_hyp if view.turned else pair.of_ref
                if view.partner[modal.token] is None and not _is_reported_alone(back):
                    kind = "modality.lost" if view.turned else "modality.added"
                    yield pair.candidate(view, kind, {modal.token}, place=verb_group(reading, modal.target))


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
    if modality_here == Modality.ABLE and (reading.lemmas[words[0]] in _PERCEIVING or _is_idle(reading, token + 1)):
        return
    if reading.upos[token] == "ADV" and _is_future(premise, partner):
        return  # it will probably, it will
    if _times_said(reading, modality_here) <= _times_said(premise, modality_here):
        return  # of another verb, or by another word
    back = pair.of_hyp if view.turned else pair.of_ref
    if reading.lemmas[token] in _HEARSAY and _is_reported_alone(back):
        return
    yield _modal(
        pair,
        view,
        "modality.lost" if view.turned else "modality.added",
        words,
        modal,
        both=float(modality_here in _loose_modals(back)),
        finite=float(_is_finite(premise, partner)),
        auxiliary=float(reading.upos[token] == "AUX"),
    )


def _modal(
    pair: Compared,
    view: View,
    kind: str,
    words: tuple[int, int],
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
        other_place=verb_group(view.premise, partner),
        sure_target=float(pair.is_sure(view, word)),
        able=float(Modality.ABLE in {modal[1], None if other is None else other[1]}),
        root=float(word in view.conclusion.roots),
        **special,
    )


def _is_reported_alone(view: View) -> bool:
    """Return whether the conclusion has a verb of saying that the premise lacks: it is said that, according to."""
    reading = view.conclusion
    return any(lemma in _REPORTED and view.partner[word] is None for word, lemma in enumerate(reading.lemmas))


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
    token = reading.tokens[word]
    alone = not labelled(reading, word, *SUBJECT_PLACES, "aux", "mark", "cop")
    return token.xpos == "VB" and alone and reading.labels[word] in {"root", "conj", "parataxis", "ccomp"}


def _is_future(reading: Reading, word: int) -> bool:
    """Return whether a predicate has "will" or "would", which say what is probable, too."""
    return any(reading.lemmas[child] in {"will", "would", "'ll", "'d"} for child in labelled(reading, word, "aux"))


def _times_said(reading: Reading, modality: Modality) -> int:
    """Return how many words express a modality or a compatible one."""
    return len({modal.token for modal in modals(reading) if compatible(modal.modality, modality)})


def _is_finite(reading: Reading, word: int) -> bool:
    return bool(labelled(reading, word, *SUBJECT_PLACES, "aux"))


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
        if word in _modal_words(pair.hyp) or partner in _modal_words(pair.ref):
            continue
        yield pair.candidate(
            view,
            "tense.changed",
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
            reported=(1 - pair.closeness) * _is_reported(pair.hyp, word) * ("future" not in (own.tense, other.tense)),
            headline=float(not (_is_sentence(pair.hyp) and _is_sentence(pair.ref))),
            same_label=float(pair.hyp.labels[word] == pair.ref.labels[partner]),
            same_lemma=float(pair.hyp.lemmas[word] == pair.ref.lemmas[partner]),
        )


def _is_reported(reading: Reading, word: int) -> bool:
    """Return whether a verb reports, or is reported: its tense may follow that of the report."""
    return any(reading.lemmas[each] in _SAYING for each in (word, *reading.ancestors(word)))


def _is_sentence(reading: Reading) -> bool:
    """Return whether a text ends as sentences do; headlines do not, and tell the past in the present."""
    return any(token.text[-1:] in {".", "!", "?", "。"} for token in reading.tokens[-2:])


def _tensed(reading: Reading, word: int) -> tuple[int, ...]:
    """Return the word that shows the tense: the first auxiliary or the verb, with "will" both."""
    helpers = [child for child in labelled(reading, word, "aux", "aux:pass", "cop") if child < word]
    return (helpers[0],) if helpers else (word,)


def embedding(pair: Compared) -> Iterator[Candidate]:
    """Yield clauses that one text says to be attempted, refused or failed, and the other to be true."""
    for view in pair.views:
        own, other = embeddings(view.conclusion), embeddings(view.premise)
        for word, partner in view.linked:
            if word not in own or _is_about_saying(view.conclusion, own[word].embedder):
                continue
            embedder, signature = own[word].embedder, own[word].signature
            theirs = other.get(partner)
            if theirs is not None and _is_about_saying(view.premise, theirs.embedder):
                theirs = None
            if theirs is not None:
                differs = theirs.signature[0] != signature[0] and not pair.is_sure(view, embedder)
                if differs and not view.turned:
                    yield pair.candidate(view, "embedding.changed", {embedder}, {theirs.embedder})
                continue
            if signature[0] == "+" or _is_embedded_too(pair, view, embedder) or partner not in predicates(view.premise):
                continue
            if view.conclusion.lemmas[embedder] in view.premise.lemmas or not _is_embedded(view.conclusion, word):
                continue
            is_open = partner in _modal_words(view.premise) or negated(view.premise)[partner]
            yield pair.candidate(
                view,
                "embedding.lost" if view.turned else "embedding.added",
                {embedder},
                place={embedder, word},
                other_place=verb_group(view.premise, partner),
                sure_target=float(pair.is_sure(view, word)),
                denied=float(signature[0] == "-"),
                verb=float(view.conclusion.upos[embedder] == "VERB"),
                open=float(is_open),
                infinitive=float(view.conclusion.labels[word] == "xcomp"),
                linked=1.0,
            )
        yield from _undone(pair, view)


def _undone(pair: Compared, view: View) -> Iterator[Candidate]:
    """Yield unlinked clauses that did not happen in one text alone, which denies nothing else: failed to resemble."""
    back = pair.of_hyp if view.turned else pair.of_ref
    spare = [cue for cue in negators(view.premise) if back.partner[cue.token] is None]
    for word, embedding_here in embeddings(view.conclusion).items():
        embedder = embedding_here.embedder
        is_loose = view.partner[word] is None or view.partner[word] not in predicates(view.premise)
        if embedding_here.signature[0] != "-" or not is_loose or _is_embedded_too(pair, view, embedder):
            continue
        if spare or any(_is_spare(pair, back, implied) for implied in _implied(view.premise)):
            continue
        partner = view.partner[embedder]
        yield pair.candidate(
            view,
            "embedding.lost" if view.turned else "embedding.added",
            {embedder},
            place={embedder, word},
            other_place=() if partner is None else verb_group(view.premise, partner),
            denied=1.0,
            verb=float(view.conclusion.upos[embedder] == "VERB"),
            infinitive=float(view.conclusion.labels[word] == "xcomp"),
            linked=0.0,
        )


def _is_embedded_too(pair: Compared, view: View, embedder: int) -> bool:
    """Return whether the partner of an embedder embeds a clause, too, or means the same."""
    partner = view.partner[embedder]
    if partner is None:
        return False
    return pair.relation(view, embedder) != "context" or partner in {
        each.embedder for each in embeddings(view.premise).values()
    }


def _is_embedded(reading: Reading, clause: int) -> bool:
    """Return whether a clause is an infinitive, or has a subject of its own."""
    has_to = any(reading.lemmas[child] == "to" for child in labelled(reading, clause, "mark"))
    return has_to or bool(labelled(reading, clause, *SUBJECT_PLACES)) or reading.tokens[clause].xpos == "VBG"


def _is_about_saying(reading: Reading, embedder: int) -> bool:
    return reading.lemmas[embedder] in _SAYING | _OTHERS


def mood(pair: Compared) -> Iterator[Candidate]:
    """Yield sentences that are a question in one text only, and clauses that are a condition in one only."""
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
    for view in pair.views:
        if conditions(view.premise):
            continue
        for word, partner in view.linked:
            if word in conditions(view.conclusion) and partner in predicates(view.premise):
                marks_of = labelled(view.conclusion, word, "mark")
                yield pair.candidate(
                    view,
                    "clause.condition",
                    marks_of,
                    place={word},
                    other_place={partner},
                    sure_target=float(pair.is_sure(view, word)),
                    loose=float(all(view.partner[child] is None for child in marks_of)),
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
