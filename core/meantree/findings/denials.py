"""Findings about what is denied: negation, and clauses that are said to be attempted, refused or failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from meantree.alignment.relations.word_meanings import antonyms_of
from meantree.alignment.text_words import word_of
from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import SUBJECT_PLACES, is_infinitive, labelled, marks, predicates
from meantree.entailment.compatibility.embedding import embeddings, saying
from meantree.entailment.compatibility.modality import modals
from meantree.entailment.compatibility.negation import Kind, Negator, negated, negators
from meantree.entailment.reading import CONTENT, Reading, View, cached_fact, lemma_set
from meantree.findings.compared import RELATED, Candidate, Compared, verb_group
from meantree.lexicon.frequencies import surprisal
from meantree.lexicon.wordnet import POS_OF_UPOS, wordnet

WEAK: Final = lemma_set("few hardly scarcely barely rarely seldom without unless neither nor")
_PREFIXES: Final = ("un", "in", "im", "ir", "il", "dis", "non")
_ABLE: Final = ("able", "ible")
"""Endings of adjectives that a prefix always negates: inseparable."""
_AFTER_IDLE: Final = {"no": lemma_set("doubt matter wonder saying only"), "not": lemma_set("until only help")}
"""What follows words that negate nothing, by these words; "help" only after "can"."""
_IDLE_BEFORE: Final = frozenset({("few", "than"), ("less", "than"), ("long", "only"), ("long", "just")})
"""Two words that follow "no" where it negates nothing: no longer only, as not only."""
_OUT_OF: Final = ("out", "of")
_NEGATIVE: Final = lemma_set(
    "lack absence fail failure refuse refusal deny denial avoid prevent prohibit forbid ban stop cease without unless "
    "neither nor impossible unable unlikely inability incapable hardly barely rarely seldom scarcely free exempt rule "
    "doubt miss missing no none nothing nobody never instead lose loss restrict restriction ill rather regardless "
    "cancel cancellation annul reject withdraw exclude underestimate underrate non prohibition forget zero 0"
)
"""Lemmas that may stand for a negation of the other text."""
_JUST: Final = lemma_set("barely scarcely")
_ACHIEVING: Final = lemma_set(
    "manage survive escape avoid win pass reach make beat qualify succeed miss defeat exceed scrape hold catch save"
)
"""Verbs of what just happened if it "barely" did: they barely survived."""
_UNTIL: Final = lemma_set("until till")
_OTHERS: Final = lemma_set("begin start continue keep help let make have get go come need tend seem appear use")
"""Embedders that say nothing against their clause, or a modality."""


def reporting() -> frozenset[str]:
    """Return the lemmas that report what somebody says or stresses."""
    return saying() | {"stress", "emphasize", "point"}


def negation(pair: Compared) -> Iterator[Candidate]:
    """Yield negations of one text whose target is there, and not negated, in the other."""
    unmatched = [
        tuple(cue for cue in _cues(view.conclusion) if not _is_matched(pair, view, cue)) for view in pair.views
    ]
    for view, own, other in zip(pair.views, unmatched, reversed(unmatched), strict=True):
        back = pair.back(view)
        spare = [word for word in _implied(view.premise) if _is_spare(pair, back, word)]
        for cue in own:
            following, there = cue.token + 1, view.partner[cue.target] if pair.is_sure(view, cue.target) else None
            if len(own) <= len(other) + sum(there is None or _are_near(view.premise, there, word) for word in spare):
                continue
            doubled = following < len(view.conclusion) and _is_negative(view.conclusion, following)
            if doubled and not pair.is_sure(view, following):
                continue  # not infrequently
            if cue.target in _implied(view.conclusion) and pair.relation(view, cue.target) not in RELATED:
                continue  # never forget, always remember
            if is_idle(view.conclusion, cue.token) or _ends(view, cue.target):
                continue
            target, partner = cue.target, view.partner[cue.target]
            if view.conclusion.lemmas[cue.token] == "few":
                continue  # the quantity differs
            if (target in predicates(view.conclusion) and _is_alone(view, target)) or (
                cue.kind == Kind.PREPOSITION and partner is None
            ):
                continue  # an event or a modifier is added or lost
            place = verb_group(view.premise, partner) if partner is not None else ()
            yield pair.candidate(
                view,
                "negation.missing" if view.turned else "negation.added",
                {cue.token},
                place={*verb_group(view.conclusion, target), cue.token},
                other_place=place,
                target=float(partner is not None),
                sure_target=float(pair.is_sure(view, target)),
                weak=float(view.conclusion.lemmas[cue.token] in WEAK),
                both=float(bool(other)),
                noun=float(cue.kind == Kind.QUANTIFIER),
                verb=float(target in predicates(view.conclusion)),
            )


def is_idle(reading: Reading, cue: int) -> bool:
    """Return whether a word negates nothing: whether or not, no doubt, nothing but, isn't it."""
    before, after = reading.lemmas[cue - 1 : cue], reading.lemmas[cue + 1 : cue + 3]
    if after in _IDLE_BEFORE or _asks(reading, cue):
        return True
    if reading.lemmas[cue] == "nothing" and (after[:1] == ("but",) or after[1:] == ("than",)):
        return True
    following = _AFTER_IDLE["no" if reading.lemmas[cue] in {"no", "without"} else "not"]
    is_help = after[:1] == ("help",) and before not in {("can",), ("could",)}
    return before == ("or",) or not (is_help or following.isdisjoint(after[: 1 + (after[:1] == ("a",))]))


def _are_near(reading: Reading, word: int, other: int) -> bool:
    """Return whether two words are at most two arcs apart."""
    path, others = ((each, *reading.ancestors(each)) for each in (word, other))
    return any(each in others and steps + others.index(each) <= 2 for steps, each in enumerate(path))


def _asks(reading: Reading, cue: int) -> bool:
    """Return whether a word negates a question that expects a yes: isn't it time, not so why isn't it."""
    head = reading.heads[cue]
    subjects = labelled(reading, head, *SUBJECT_PLACES) if head != ROOT else ()
    is_before = reading.upos[cue] == "PART" and any(cue < subject for subject in subjects)
    return is_before and "?" in reading.lemmas and not any(token.xpos[:1] == "W" for token in reading.tokens[:cue])


def _ends(view: View, predicate: int) -> bool:
    """Return whether "until" follows a negated predicate in this text only: not until she came, after she came."""
    reading = view.conclusion
    phrases = labelled(reading, predicate, "advcl", "obl", "advmod")
    ends = any(not _UNTIL.isdisjoint(marks(reading, phrase)) for phrase in phrases)
    return ends and _UNTIL.isdisjoint(view.premise.lemmas)


def _is_alone(view: View, predicate: int) -> bool:
    """Return whether a clause has content words, and none with a partner; "he did" has none."""
    reading = view.conclusion
    words = [word for word in reading.below(predicate) if reading.upos[word] in CONTENT]
    return bool(words) and all(view.partner[word] is None for word in words)


def _is_spare(pair: Compared, view: View, word: int) -> bool:
    """Return whether a word that negates by its meaning has no partner that does, or means the same."""
    if view.conclusion.lemmas[word] == "too":
        return True
    return pair.relation(view, word) not in RELATED and view.partner[word] not in _implied(view.premise)


@cached_fact
def _cues(reading: Reading) -> tuple[Negator, ...]:
    """Return the words that negate, without verbs such as "deny", which are embeddings, and pairs: not without."""
    denied = _denied(reading)
    return tuple(cue for cue in _negators(reading) if cue.kind != Kind.EMBEDDER and cue.target in denied)


@cached_fact
def _negators(reading: Reading) -> tuple[Negator, ...]:
    """Return the words that negate, without "barely" of what just happened."""
    return tuple(cue for cue in negators(reading) if not _is_just(reading, cue))


def _is_just(reading: Reading, cue: Negator) -> bool:
    """Return whether a word says that something happened, but only just: barely managed, barely ten people."""
    if reading.lemmas[cue.token] not in _JUST:
        return False
    is_number = "NUM" in {reading.upos[reading.heads[cue.token]], *reading.upos[cue.token + 1 : cue.token + 2]}
    return is_number or reading.lemmas[cue.target] in _ACHIEVING


@cached_fact
def _denied(reading: Reading) -> frozenset[int]:
    """Return the words that an odd number of words negates."""
    times = Counter(word for cue in _negators(reading) for word in cue.scope)
    return frozenset(word for word, count in times.items() if count % 2)


@cached_fact
def _implied(reading: Reading) -> tuple[int, ...]:
    """Return words that negate by their meaning: lack, failure, without, unworkable, neither."""
    just = {cue.token for cue in negators(reading) if _is_just(reading, cue)}
    return tuple(
        word
        for word, lemma in enumerate(reading.lemmas)
        if (lemma in _NEGATIVE and word not in just and (lemma != "0" or reading.labels[word] == "nummod"))
        or (reading.upos[word] in CONTENT and _is_negative(reading, word))
        or (lemma == "too" and _has_infinitive(reading, reading.heads[word]))
        or (lemma == "little" and _is_scarce(reading, reading.heads[word]))
        or (lemma == "far" and _is_far_from_so(reading, word))
        or (lemma == "question" and _OUT_OF in {reading.lemmas[word - 2 : word], reading.lemmas[word - 3 : word - 1]})
    )


def _is_far_from_so(reading: Reading, far: int) -> bool:
    """Return whether "far from" stands before a quality or an action, not a place: far from clear, far from working."""
    above = reading.heads[far + 1] if reading.lemmas[far + 1 : far + 2] == ("from",) else ROOT
    return above != ROOT and (reading.upos[above] in {"ADJ", "ADV", "VERB"} or above in predicates(reading))


def _is_scarce(reading: Reading, noun: int) -> bool:
    """Return whether there is little of what a noun means: little hope, not a little dog."""
    return noun >= 0 and reading.tokens[noun].xpos == "NN" and not labelled(reading, noun, "det", "nmod:poss")


def _has_infinitive(reading: Reading, word: int) -> bool:
    """Return whether an infinitive depends on a word: too small to hear."""
    clauses = labelled(reading, word, "xcomp", "advcl", "acl", "ccomp") if word >= 0 else ()
    return any("to" in (reading.lemmas[child] for child in labelled(reading, clause, "mark")) for clause in clauses)


def _is_matched(pair: Compared, view: View, cue: Negator) -> bool:
    """Return whether the other text negates, too: with a linked negation, the linked target, or an opposite."""
    other = view.premise
    known = {negator.token for negator in _negators(other)}
    if view.partner[cue.token] in known.union(_implied(other)):
        return True  # no, ban; hardly any, little
    targets = [cue.target, *(word for word in cue.scope if view.conclusion.heads[word] == cue.target)]
    partner = view.partner[cue.target]
    if partner is not None and (partner in _denied(other) or partner in known):
        return True
    is_opposite = partner is not None and (pair.relation(view, cue.target) == "antonym" or _is_negative(other, partner))
    if is_opposite and view.conclusion.lemmas[cue.target] != other.lemmas[partner or 0]:
        return True  # not happy, unhappy
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
            if word not in own or _is_about_saying(view.conclusion, own[word].embedder):
                continue
            embedder, signature = own[word].embedder, own[word].signature
            is_claimed = partner in other and not _is_about_saying(view.premise, other[partner].embedder)
            if is_claimed or signature[0] == "+" or partner not in predicates(view.premise):
                continue
            if _is_embedded_too(pair, view, embedder):
                continue
            if signature[0] == "-" and negated(view.premise)[partner]:
                continue  # failed to come, did not come
            if signature[0] == "o" and is_infinitive(view.premise, partner):
                continue  # under a verb of which nothing is known: drive firms to take part
            if view.conclusion.lemmas[embedder] in view.premise.lemmas or not _is_embedded(view.conclusion, word):
                continue
            is_open = partner in {modal.target for modal in modals(view.premise)} or negated(view.premise)[partner]
            yield pair.candidate(
                view,
                "embedding.missing" if view.turned else "embedding.added",
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
    back = pair.back(view)
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
            "embedding.missing" if view.turned else "embedding.added",
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
    return (
        is_infinitive(reading, clause)
        or bool(labelled(reading, clause, *SUBJECT_PLACES))
        or reading.tokens[clause].xpos == "VBG"
    )


def _is_about_saying(reading: Reading, embedder: int) -> bool:
    return reading.lemmas[embedder] in reporting() | _OTHERS
