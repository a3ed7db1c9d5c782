"""Negation: which words negate, what they negate, whether that is preserved, and how one is planted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import Final, Literal

from meantree.alignment.relations.word_meanings import antonyms_of
from meantree.alignment.text_words import word_of
from meantree.alignment.word_facts import DENIALS
from meantree.analysis.tree import ROOT
from meantree.lexicon.frequencies import surprisal
from meantree.lexicon.word_lists import words
from meantree.lexicon.wordnet import POS_OF_UPOS, wordnet
from meantree.phenomena.compared import RELATED, Candidate, Compared, verb_group
from meantree.phenomena.feature import SILENT, Features, Firing, share
from meantree.phenomena.inflection import inflected
from meantree.phenomena.operations import (
    Clause,
    Edit,
    Edits,
    Words,
    count_of,
    listed,
    of_clauses,
    planter,
    put,
    replace,
)
from meantree.phenomena.reading import CONTENT, Reading, View, cached_fact, lemma_set

Kind = Literal["adverb", "quantifier", "preposition", "embedder"]
"""A kind of negation word."""
ARGUMENTS: Final = lemma_set("nsubj nsubj:pass obj iobj obl obl:agent obl:unmarked obl:npmod")
"""Relations of a noun to the predicate whose argument it is."""
_listed: Final = partial(words, "phenomena/negation")
"""Lemmas that negate, by how they do: "neither" as an adverb, a determiner and a pronoun."""
_PREFIXES: Final = ("un", "in", "im", "ir", "il", "dis", "non")
_ABLE: Final = ("able", "ible")
"""Endings of adjectives that a prefix always negates: inseparable."""
_IDLE_BEFORE: Final = frozenset({("few", "than"), ("less", "than"), ("long", "only"), ("long", "just")})
"""Two words that follow "no" where it negates nothing: no longer only, as not only."""
_FULL: Final = {"ca": "can", "wo": "will", "sha": "shall"}
_DO: Final = {"VBD": "did", "VBZ": "does", "VBP": "do"}
FEATURES: Final = Features("semantic compatibility")


@dataclass(frozen=True, slots=True)
class Negator:
    """A word that negates.

    Attributes:
        target: the predicate, or other word, that it negates.
        scope: all words that it negates, including the target.
    """

    token: int
    kind: Kind
    target: int
    scope: frozenset[int]


@cached_fact
def negators(reading: Reading) -> tuple[Negator, ...]:
    """Return all words that negate, in order."""
    result = []
    for word, lemma in enumerate(reading.lemmas):
        kind, targets = _targets(reading, word, lemma)
        if targets:
            scope = frozenset(reached for target in targets for reached in reading.reach(target)) - {word}
            result.append(Negator(word, kind, targets[0], _without_conjuncts(reading, targets[0], scope)))
    return tuple(result)


@cached_fact
def negated(reading: Reading) -> tuple[bool, ...]:
    """Return for each word whether an odd number of words negates it."""
    return tuple(count % 2 == 1 for count in negations(reading))


@cached_fact
def negations(reading: Reading) -> tuple[int, ...]:
    """Return for each word the number of words that negate it."""
    counts = Counter(word for negator in negators(reading) for word in negator.scope)
    return tuple(counts[word] for word in range(len(reading)))


def _targets(reading: Reading, word: int, lemma: str) -> tuple[Kind, tuple[int, ...]]:
    """Return what a word negates; nothing for most words."""
    if lemma not in _listed() or (lemma == "not" and reading.upos[word] == "VERB"):  # noted
        return "adverb", ()
    label, head = reading.labels[word], reading.heads[word]
    if lemma in _listed("apart"):
        return "adverb", _by_contraction(reading, word)
    if lemma in _listed("doubter"):
        return "embedder", reading.labelled(word, "xcomp", "ccomp", "csubj", "acl")
    if lemma in _listed("absence"):
        return "embedder", reading.labelled(word, "nmod", "obj")
    if head == ROOT or label in {"discourse", "fixed"}:
        return "adverb", ()
    if lemma in _listed("preposition") and label in {"case", "mark"}:
        return "preposition", (head,)
    if lemma in _listed("pair") and reading.upos[word] == "CCONJ":
        return "adverb", _by_conjunction(reading, lemma, head)
    if (noun := _counted(reading, word, lemma)) is not None:
        return "quantifier", _by_quantifier(reading, noun)
    if lemma in _listed("adverb") or (lemma == "no" and label == "advmod"):
        return "adverb", _by_adverb(reading, word, head)
    return "adverb", ()


def _counted(reading: Reading, word: int, lemma: str) -> int | None:
    """Return the noun of a negative determiner; a negative pronoun itself."""
    label = reading.labels[word]
    if lemma in _listed("determiner") and label in {"det", "amod"}:
        noun = reading.heads[word]
    elif lemma in _listed("pronoun") and label not in {"amod", "advmod", "cc", "cc:preconj"}:
        noun = word
    else:
        return None
    return (
        None if lemma == "few" and (has_article(reading, noun) or reading.forms[word] in {"fewer", "fewest"}) else noun
    )


def _by_adverb(reading: Reading, word: int, head: int) -> tuple[int, ...]:
    if word + 1 < len(reading) and reading.lemmas[word + 1] in _listed("cancelled by"):
        return ()
    above = reading.governors[head]
    climbs = reading.upos[head] in {"AUX", "ADV", "DET", "PART"} or bool(_quantified(reading, head))
    target = head if head in reading.predicates or not climbs else above
    raised = reading.labelled(target, "ccomp") if reading.lemmas[target] in _listed("raising") else ()
    return (target, *raised)


def _by_conjunction(reading: Reading, lemma: str, head: int) -> tuple[int, ...]:
    """Return what a paired conjunction negates.

    In "Neither he nor she came", the first word negates all of it; in "He neither came nor wrote", each negates its own
    verb.
    """
    if head in reading.predicates:
        return (head,)
    return _by_quantifier(reading, head) if lemma == "neither" else ()


def _by_contraction(reading: Reading, word: int) -> tuple[int, ...]:
    """Return what a split contraction negates: the next word's predicate, since the tree is unreliable there."""
    before = [token.text.casefold() for token in reading.tokens[max(0, word - 2) : word] if token.text not in "'’"]
    is_cut = word + 1 < len(reading) and bool(before) and before[-1] in _listed("contracted")
    return (reading.governors[word + 1],) if is_cut else ()


def _quantified(reading: Reading, word: int) -> bool:
    return any(
        reading.lemmas[other] in _listed("quantifier") for other in (word, *reading.labelled(word, "det", "amod"))
    )


def _by_quantifier(reading: Reading, noun: int) -> tuple[int, ...]:
    """Return the predicate of which a negative noun is an argument; else the noun itself."""
    return (reading.governors[noun] if reading.labels[noun] in ARGUMENTS else noun,)


def has_article(reading: Reading, noun: int) -> bool:
    """Return whether a noun has an article."""
    return any(reading.lemmas[child] in {"a", "the"} for child in reading.labelled(noun, "det"))


def _without_conjuncts(reading: Reading, target: int, scope: frozenset[int]) -> frozenset[int]:
    """Return a scope without coordinated clauses that have their own negation: neither eats nor drinks."""
    for child in reading.labelled(target, "conj"):
        if child in scope and any(reading.lemmas[below] in _listed("own") for below in reading.children[child]):
            scope -= frozenset(reading.below(child))
    return scope


@FEATURES("negation added", "negation missing")
def negation_added(view: View) -> Firing:
    """A negation of the conclusion is not in the premise: what it negates is not negated there, and it has fewer.

    The share of the conclusion's negations.
    """
    cues = negators(view.conclusion)
    spare = len(cues) - len(negators(view.premise))
    bare = [cue.token for cue in cues if view.partner[cue.token] is None and not _is_denied(view, cue)]
    return share(bare[-spare:], len(cues)) if spare > 0 else SILENT


@FEATURES("negation of something else")
def negation_shifted(view: View) -> Firing:
    """Both texts have as many negations, but of different things; share of the conclusion's negations."""
    cues, others = negators(view.conclusion), negators(view.premise)
    if len(cues) != len(others):
        return SILENT
    known = negations(view.conclusion)
    shifted = [
        cue.token
        for cue in cues
        if known[cue.target] and view.partner[cue.target] is not None and not _is_denied(view, cue)
    ]
    return share(shifted, len(cues), tuple(cue.token for cue in others))


def _is_denied(view: View, cue: Negator) -> bool:
    """Return whether the premise negates the partner of what a word negates."""
    partner = view.partner[cue.target]
    return partner is not None and negations(view.premise)[partner] > 0


def negation(pair: Compared) -> Iterator[Candidate]:
    """Yield negations of one text whose target is there, and not negated, in the other."""
    yield from _not_only(pair)
    unmatched = [[cue for cue in _cues(view.conclusion) if not _is_matched(view, cue)] for view in pair.views]
    for view, own, other in zip(pair.views, unmatched, reversed(unmatched), strict=True):
        back = pair.back(view)
        spare = [word for word in implied(view.premise) if is_spare(back, word)]
        for cue in own:
            reading, target, partner = view.conclusion, cue.target, view.partner[cue.target]
            there = partner if view.is_sure(target) else None
            if len(own) <= len(other) + sum(there is None or _are_near(view.premise, there, word) for word in spare):
                continue
            if is_idle(reading, cue.token) or _is_doubled(view, cue) or _is_added_whole(view, cue):
                continue
            is_weak = reading.lemmas[cue.token] in _listed("weak")
            yield pair.candidate(
                view,
                f"negation.{view.change}",
                {cue.token},
                place={*verb_group(reading, target), cue.token},
                other_place=() if partner is None else verb_group(view.premise, partner),
                target=partner is not None,
                sure_target=view.is_sure(target),
                contrary=view.relation(target) in {"identity", "lemma"} and not is_weak,
                weak=is_weak,
                both=bool(other),
                noun=cue.kind == "quantifier",
                verb=target in reading.predicates,
            )


def _not_only(pair: Compared) -> Iterator[Candidate]:
    """Yield what is "not only" so in one text, and "only" so in the other."""
    for view in pair.views:
        reading, other, exclusive = view.conclusion, view.premise, _listed("cancelled by")
        for word, target in enumerate(reading.heads[:-1]):
            if target == ROOT or reading.lemmas[word] not in DENIALS or reading.lemmas[word + 1] not in exclusive:
                continue
            partner = view.partner[target]
            said = [each for each, governor in enumerate(other.governors) if governor == partner]
            only = [each for each in said if other.lemmas[each] in exclusive]
            if partner is not None and only and DENIALS.isdisjoint(other.lemmas[each] for each in said):
                place, other_place = {*verb_group(reading, target), word + 1}, {*verb_group(other, partner), *only}
                kept = view.relation(target) in {"identity", "lemma"}
                cues = {"target": 1.0, "sure_target": view.is_sure(target), "contrary": kept}
                kind = f"negation.{view.change}"
                yield pair.candidate(view, kind, {word}, place=place, other_place=other_place, **cues)


def is_idle(reading: Reading, cue: int) -> bool:
    """Return whether a word negates nothing: whether or not, no doubt, nothing but; few differs in quantity."""
    lemma, before, after = reading.lemmas[cue], reading.lemmas[cue - 1 : cue], reading.lemmas[cue + 1 : cue + 3]
    if lemma == "few" or before == ("or",) or after in _IDLE_BEFORE:
        return True
    if lemma == "nothing" and (after[:1] == ("but",) or after[1:] == ("than",)):
        return True
    if after[:1] == ("help",):
        return before in {("can",), ("could",)}
    following = _listed("idle after no" if lemma in {"no", "without"} else "idle after not")
    return not following.isdisjoint(after[: 1 + (after[:1] == ("a",))])


def _is_doubled(view: View, cue: Negator) -> bool:
    """Return whether a negative word follows, or is what is negated, without a partner: not infrequently."""
    following = cue.token + 1
    is_next = following < len(view.conclusion) and _is_negative(view.conclusion, following)
    is_target = cue.target in implied(view.conclusion) and view.relation(cue.target) not in RELATED
    return is_target or (is_next and not view.is_sure(following))


def _is_added_whole(view: View, cue: Negator) -> bool:
    """Return whether a whole clause or phrase has no partner: an event or a modifier is added or missing."""
    reading = view.conclusion
    if cue.kind == "preposition":
        return view.partner[cue.target] is None
    content = [word for word in reading.below(cue.target) if reading.upos[word] in CONTENT]
    is_alone = bool(content) and all(view.partner[word] is None for word in content)
    return is_alone and cue.target in reading.predicates


def _are_near(reading: Reading, word: int, other: int) -> bool:
    """Return whether two words are at most two arcs apart."""
    path, others = ((each, *reading.ancestors(each)) for each in (word, other))
    return any(each in others and steps + others.index(each) <= 2 for steps, each in enumerate(path))


def is_spare(view: View, word: int) -> bool:
    """Return whether a word that negates by its meaning has no partner that does, or means the same."""
    return view.relation(word) not in RELATED and view.partner[word] not in implied(view.premise)


@cached_fact
def _cues(reading: Reading) -> tuple[Negator, ...]:
    """Return the words that negate, "unable" too, without verbs such as "deny", which are embeddings, and pairs."""
    denied = _denied(reading)
    return tuple(
        cue
        for cue in _negators(reading)
        if cue.target in denied and (cue.kind != "embedder" or reading.upos[cue.token] == "ADJ")
    )


@cached_fact
def _negators(reading: Reading) -> tuple[Negator, ...]:
    """Return the words that negate, without "barely" of what just happened: barely managed, barely ten people."""
    return tuple(cue for cue in negators(reading) if not _is_just(reading, cue))


def _is_just(reading: Reading, cue: Negator) -> bool:
    if reading.lemmas[cue.token] not in _listed("just"):
        return False
    is_number = "NUM" in {reading.upos[reading.heads[cue.token]], *reading.upos[cue.token + 1 : cue.token + 2]}
    return is_number or reading.lemmas[cue.target] in _listed("achieving")


@cached_fact
def _denied(reading: Reading) -> frozenset[int]:
    """Return the words that an odd number of words negates."""
    times = Counter(word for cue in _negators(reading) for word in cue.scope)
    return frozenset(word for word, count in times.items() if count % 2)


@cached_fact
def denied_alike(view: View) -> frozenset[int]:
    """Return words of the conclusion by which both texts deny the same.

    Denied that, said that not; few, not many; impossible, not possible; think less, not think much.
    """
    reading, premise, alike = view.conclusion, view.premise, set[int | None]()
    for own, other in product(negators(reading), negators(premise)):
        there, here = view.partner[own.token], view.backward[other.token]
        said = {reading.lemmas[word] for word in (own.token, here) if word is not None}
        said |= {premise.lemmas[word] for word in (other.token, there) if word is not None}
        is_other = {own.kind, other.kind} == {"embedder", "adverb"} or said >= {"few", "many"}
        is_odd = negated(reading)[own.target] and negated(premise)[other.target]
        if is_other and is_odd and view.partner[own.target] == other.target:
            alike.update((own.token, here))
    for word, partner in view.linked:
        amounts = {reading.lemmas[word], premise.lemmas[partner]}
        is_less = not any(map(amounts.isdisjoint, (_listed("amount"), _listed("less"))))  # much, less
        if (is_less or view.relation(word) == "antonym") and negated(reading)[word] != negated(premise)[partner]:
            targets = {word, reading.heads[word] if is_less else word}
            alike.update((word, *(cue.token for cue in negators(reading) if cue.target in targets)))
    return frozenset(word for word in alike if word is not None)


@cached_fact
def implied(reading: Reading) -> tuple[int, ...]:
    """Return words that negate by their meaning: lack, failure, without, unworkable, neither."""
    just = {cue.token for cue in negators(reading)} - {cue.token for cue in _negators(reading)}
    return tuple(
        word
        for word, lemma in enumerate(reading.lemmas)
        if (lemma in _listed("implied") and word not in just)
        or (reading.upos[word] in CONTENT and _is_negative(reading, word))
    )


@cached_fact
def _far_from_so(reading: Reading) -> tuple[int, ...]:
    """Return "far" where it denies what follows: far from over; not far from town."""
    found = (word for word in range(len(reading) - 2) if reading.lemmas[word : word + 2] == ("far", "from"))
    return tuple(word for word in found if reading.upos[word + 2] in {"ADJ", "ADV", "VERB", "AUX"})


def _is_matched(view: View, cue: Negator) -> bool:
    """Return whether the other text negates, too: with a linked negation, the linked target, or an opposite."""
    other, partner = view.premise, view.partner[cue.target]
    known = {negator.token for negator in _negators(other)}
    said = {negator.target for negator in _negators(other) if negator.kind == "adverb"}
    if view.partner[cue.token] in known.union(implied(other)):
        return True  # no, ban; hardly any, little
    if partner is not None and (partner in _denied(other) or partner in known or partner in said):
        return True  # also of few who did not
    if partner is not None and any(_are_near(other, partner, far) for far in _far_from_so(other)):
        return True
    if (
        partner is not None
        and _is_negative(other, partner)
        and view.conclusion.lemmas[cue.target] != other.lemmas[partner]
    ):
        return True  # not happy, unhappy
    targets = [cue.target, *(word for word in cue.scope if view.conclusion.heads[word] == cue.target)]
    return any(
        view.relation(word) == "antonym" for word in targets if view.conclusion.upos[word] in {"ADJ", "VERB", "ADV"}
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


def negate(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield a clause with "not", and "do" where it has no auxiliary; none that has "not" already."""
    if any(reading.lemmas[word] in DENIALS for word in reading.labelled(clause.verb, "advmod")):
        return
    if clause.first != clause.verb and reading.tokens[clause.first].text[:1].isalpha():
        yield (Edit(clause.first + 1, clause.first + 1, "not"),)
    elif clause.first == clause.verb and clause.infinitive:
        yield (Edit(clause.verb, clause.verb + 1, f"{_DO[clause.tag]} not {clause.infinitive}"),)


def affirm(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield a clause without its negation, and without the "do" that it needed."""
    first, text = clause.first, reading.tokens[clause.first].text
    for word in reading.labelled(clause.verb, "advmod"):
        if reading.lemmas[word] not in DENIALS:
            continue
        if word != first + 1:
            yield (Edit(word, word + 1, ""),)
        elif reading.lemmas[first] == "do" and clause.verb == word + 1:
            form = inflected(reading.lemmas[clause.verb], clause.tag)
            yield from put(first, clause.verb + 1, form)
        else:
            yield (Edit(first, word + 1, _FULL.get(text.lower(), text)),)


REMOVED: Final = planter(
    of_clauses(affirm), replace(Words(listed="negations"), listed("negations")), fact=count_of(negators)
)
ADDED: Final = planter(of_clauses(negate), fact=count_of(negators))
