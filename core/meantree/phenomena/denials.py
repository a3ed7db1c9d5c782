"""Findings about what is denied: negation, and clauses that are said to be attempted, refused or failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from meantree.alignment.relations.word_meanings import antonyms_of
from meantree.alignment.text_words import word_of
from meantree.lexicon.frequencies import surprisal
from meantree.lexicon.word_lists import words
from meantree.lexicon.wordnet import POS_OF_UPOS, wordnet
from meantree.phenomena.clauses import SUBJECT_PLACES, is_infinitive, labelled, predicates
from meantree.phenomena.compared import RELATED, Candidate, Compared, verb_group
from meantree.phenomena.embedding import embeddings, saying
from meantree.phenomena.modality import modals
from meantree.phenomena.negation import Kind, Negator, listed, negated, negators
from meantree.phenomena.reading import CONTENT, Reading, View, cached_fact

_PREFIXES: Final = ("un", "in", "im", "ir", "il", "dis", "non")
_ABLE: Final = ("able", "ible")
"""Endings of adjectives that a prefix always negates: inseparable."""
_IDLE_BEFORE: Final = frozenset({("few", "than"), ("less", "than"), ("long", "only"), ("long", "just")})
"""Two words that follow "no" where it negates nothing: no longer only, as not only."""


def reporting() -> frozenset[str]:
    """Return the lemmas that report what somebody says or stresses."""
    return saying() | {"stress", "emphasize", "point"}


def negation(pair: Compared) -> Iterator[Candidate]:
    """Yield negations of one text whose target is there, and not negated, in the other."""
    unmatched = [[cue for cue in _cues(view.conclusion) if not _is_matched(pair, view, cue)] for view in pair.views]
    for view, own, other in zip(pair.views, unmatched, reversed(unmatched), strict=True):
        back = pair.back(view)
        spare = [word for word in _implied(view.premise) if _is_spare(pair, back, word)]
        for cue in own:
            reading, target, partner = view.conclusion, cue.target, view.partner[cue.target]
            there = partner if pair.is_sure(view, target) else None
            if len(own) <= len(other) + sum(there is None or _are_near(view.premise, there, word) for word in spare):
                continue
            if is_idle(reading, cue.token) or _is_doubled(pair, view, cue) or _is_added_whole(view, cue):
                continue
            yield pair.candidate(
                view,
                "negation.missing" if view.turned else "negation.added",
                {cue.token},
                place={*verb_group(reading, target), cue.token},
                other_place=() if partner is None else verb_group(view.premise, partner),
                target=float(partner is not None),
                sure_target=float(pair.is_sure(view, target)),
                weak=float(reading.lemmas[cue.token] in listed("weak")),
                both=float(bool(other)),
                noun=float(cue.kind == Kind.QUANTIFIER),
                verb=float(target in predicates(reading)),
            )


def is_idle(reading: Reading, cue: int) -> bool:
    """Return whether a word negates nothing: whether or not, no doubt, nothing but; few differs in quantity."""
    lemma, before, after = reading.lemmas[cue], reading.lemmas[cue - 1 : cue], reading.lemmas[cue + 1 : cue + 3]
    if lemma == "few" or before == ("or",) or after in _IDLE_BEFORE:
        return True
    if lemma == "nothing" and (after[:1] == ("but",) or after[1:] == ("than",)):
        return True
    if after[:1] == ("help",):
        return before in {("can",), ("could",)}
    following = listed("idle after no" if lemma in {"no", "without"} else "idle after not")
    return not following.isdisjoint(after[: 1 + (after[:1] == ("a",))])


def _is_doubled(pair: Compared, view: View, cue: Negator) -> bool:
    """Return whether a negative word follows, or is what is negated, without a partner: not infrequently."""
    following = cue.token + 1
    is_next = following < len(view.conclusion) and _is_negative(view.conclusion, following)
    is_target = cue.target in _implied(view.conclusion) and pair.relation(view, cue.target) not in RELATED
    return is_target or (is_next and not pair.is_sure(view, following))


def _is_added_whole(view: View, cue: Negator) -> bool:
    """Return whether a whole clause or phrase has no partner: an event or a modifier is added or missing."""
    reading = view.conclusion
    if cue.kind == Kind.PREPOSITION:
        return view.partner[cue.target] is None
    content = [word for word in reading.below(cue.target) if reading.upos[word] in CONTENT]
    is_alone = bool(content) and all(view.partner[word] is None for word in content)
    return is_alone and cue.target in predicates(reading)


def _are_near(reading: Reading, word: int, other: int) -> bool:
    """Return whether two words are at most two arcs apart."""
    path, others = ((each, *reading.ancestors(each)) for each in (word, other))
    return any(each in others and steps + others.index(each) <= 2 for steps, each in enumerate(path))


def _is_spare(pair: Compared, view: View, word: int) -> bool:
    """Return whether a word that negates by its meaning has no partner that does, or means the same."""
    return pair.relation(view, word) not in RELATED and view.partner[word] not in _implied(view.premise)


@cached_fact
def _cues(reading: Reading) -> tuple[Negator, ...]:
    """Return the words that negate, without verbs such as "deny", which are embeddings, and pairs: not without."""
    denied = _denied(reading)
    return tuple(cue for cue in _negators(reading) if cue.kind != Kind.EMBEDDER and cue.target in denied)


@cached_fact
def _negators(reading: Reading) -> tuple[Negator, ...]:
    """Return the words that negate, without "barely" of what just happened: barely managed, barely ten people."""
    return tuple(cue for cue in negators(reading) if not _is_just(reading, cue))


def _is_just(reading: Reading, cue: Negator) -> bool:
    if reading.lemmas[cue.token] not in listed("just"):
        return False
    is_number = "NUM" in {reading.upos[reading.heads[cue.token]], *reading.upos[cue.token + 1 : cue.token + 2]}
    return is_number or reading.lemmas[cue.target] in listed("achieving")


@cached_fact
def _denied(reading: Reading) -> frozenset[int]:
    """Return the words that an odd number of words negates."""
    times = Counter(word for cue in _negators(reading) for word in cue.scope)
    return frozenset(word for word, count in times.items() if count % 2)


@cached_fact
def _implied(reading: Reading) -> tuple[int, ...]:
    """Return words that negate by their meaning: lack, failure, without, unworkable, neither."""
    just = {cue.token for cue in negators(reading)} - {cue.token for cue in _negators(reading)}
    return tuple(
        word
        for word, lemma in enumerate(reading.lemmas)
        if (lemma in listed("implied") and word not in just)
        or (reading.upos[word] in CONTENT and _is_negative(reading, word))
    )


def _is_matched(pair: Compared, view: View, cue: Negator) -> bool:
    """Return whether the other text negates, too: with a linked negation, the linked target, or an opposite."""
    other, partner = view.premise, view.partner[cue.target]
    known = {negator.token for negator in _negators(other)}
    if view.partner[cue.token] in known.union(_implied(other)):
        return True  # no, ban; hardly any, little
    if partner is not None and (partner in _denied(other) or partner in known):
        return True
    if (
        partner is not None
        and _is_negative(other, partner)
        and view.conclusion.lemmas[cue.target] != other.lemmas[partner]
    ):
        return True  # not happy, unhappy
    targets = [cue.target, *(word for word in cue.scope if view.conclusion.heads[word] == cue.target)]
    return any(
        pair.relation(view, word) == "antonym"
        for word in targets
        if view.conclusion.upos[word] in {"ADJ", "VERB", "ADV"}
    )


def _is_negative(reading: Reading, word: int) -> bool:
    """Return whether a word has a negative affix: unhappy, homeless, disagree; not so disclose and important."""
    return _has_negative_affix(reading.lemmas[word], reading.upos[word])


@lru_cache(maxsize=1 << 14)
def _has_negative_affix(lemma: str, upos: str) -> bool:
    if len(lemma) < 6 or lemma.endswith("theless"):
        return False
    if lemma.endswith("less"):
        return True
    bases = [lemma.removeprefix(prefix) for prefix in _PREFIXES if lemma.startswith(prefix)]
    if upos not in {"ADJ", "ADV"}:
        is_wrong = upos == "VERB" and lemma.startswith("mis") and bool(wordnet().senses(lemma[3:], "v"))
        return is_wrong or not antonyms_of(word_of(lemma, lemma, upos)).isdisjoint(bases)
    return any(
        _is_known(base, upos) and (base.endswith(_ABLE) or surprisal(base) < surprisal(lemma))
        for base in bases
        if len(base) > 3
    )


def _is_known(base: str, upos: str) -> bool:
    """Return whether the lexicon has a word of a part of speech, or a verb of which it is a participle."""
    is_participle = base.endswith("ed") and bool(wordnet().base_forms(base, "v"))
    return is_participle or bool(wordnet().senses(base, POS_OF_UPOS[upos]))


def embedding(pair: Compared) -> Iterator[Candidate]:
    """Yield clauses that one text says to be attempted, refused or failed, and the other to be true."""
    for view in pair.views:
        own, other = embeddings(view.conclusion), embeddings(view.premise)
        for word, partner in view.linked:
            if word not in own or partner not in predicates(view.premise):
                continue
            embedder, signature = own[word].embedder, own[word].signature
            is_claimed = partner in other and not _is_about_saying(view.premise, other[partner].embedder)
            if is_claimed or signature[0] == "+" or _says_little(pair, view, word, embedder):
                continue
            if signature[0] == "-" and negated(view.premise)[partner]:
                continue  # failed to come, did not come
            if signature[0] == "o" and is_infinitive(view.premise, partner):
                continue  # under a verb of which nothing is known: drive firms to take part
            is_open = partner in {modal.target for modal in modals(view.premise)} or negated(view.premise)[partner]
            yield _embedded(pair, view, word, embedder, partner, open=float(is_open), linked=1.0)
        yield from _undone(pair, view)


def _embedded(
    pair: Compared, view: View, clause: int, embedder: int, partner: int | None, **special: float
) -> Candidate:
    return pair.candidate(
        view,
        "embedding.missing" if view.turned else "embedding.added",
        {embedder},
        place={embedder, clause},
        other_place=() if partner is None else verb_group(view.premise, partner),
        sure_target=float(pair.is_sure(view, clause)),
        denied=float(embeddings(view.conclusion)[clause].signature[0] == "-"),
        verb=float(view.conclusion.upos[embedder] == "VERB"),
        infinitive=float(view.conclusion.labels[clause] == "xcomp"),
        **special,
    )


def _undone(pair: Compared, view: View) -> Iterator[Candidate]:
    """Yield unlinked clauses that did not happen in one text alone, which denies nothing else: failed to resemble."""
    back = pair.back(view)
    if any(back.partner[cue.token] is None for cue in negators(view.premise)):
        return
    if any(_is_spare(pair, back, implied) for implied in _implied(view.premise)):
        return
    for word, own in embeddings(view.conclusion).items():
        is_loose = view.partner[word] is None or view.partner[word] not in predicates(view.premise)
        if own.signature[0] == "-" and is_loose and not _is_embedded_too(pair, view, own.embedder):
            yield _embedded(pair, view, word, own.embedder, view.partner[own.embedder], linked=0.0)


def _says_little(pair: Compared, view: View, clause: int, embedder: int) -> bool:
    """Return whether an embedder reports, or the premise has it, too, or the clause is hardly one."""
    reading = view.conclusion
    is_clause = (
        is_infinitive(reading, clause)
        or bool(labelled(reading, clause, *SUBJECT_PLACES))
        or reading.tokens[clause].xpos == "VBG"
    )
    is_kept = _is_embedded_too(pair, view, embedder) or reading.lemmas[embedder] in view.premise.lemmas
    return is_kept or not is_clause or _is_about_saying(reading, embedder)


def _is_embedded_too(pair: Compared, view: View, embedder: int) -> bool:
    """Return whether the partner of an embedder embeds a clause, too, or means the same."""
    partner = view.partner[embedder]
    if partner is None:
        return False
    return pair.relation(view, embedder) != "context" or partner in {
        each.embedder for each in embeddings(view.premise).values()
    }


def _is_about_saying(reading: Reading, embedder: int) -> bool:
    """Return whether an embedder reports, or says nothing against its clause, or a modality."""
    return reading.lemmas[embedder] in reporting() | words("phenomena/verbs", "idle")
