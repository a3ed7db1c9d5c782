"""Findings about opposites, and about words that exclude each other, as colours and nationalities do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from typing import Final

from meantree.alignment.relations.word_meanings import antonyms_of
from meantree.alignment.text_words import Word
from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import labelled, predicates
from meantree.entailment.compatibility.negation import negated, negators
from meantree.entailment.reading import CONTENT, Reading, cached_fact, lemma_set
from meantree.findings.compared import Candidate, Compared, noun_group, word_at
from meantree.findings.contents import LIGHT, in_place
from meantree.findings.quantities import REVERSED
from meantree.findings.roles import alikeness
from meantree.lexicon.exclusive_words import is_colour, value_of
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import POS_OF_UPOS

_PREFIXES: Final = ("un", "dis", "non", "anti", "mal", "mis")
_PREFIXES_OF_ADJECTIVES: Final = ("in", "im", "il", "ir", "a")
"""Of other words they deny nothing: wait and await, come and income, 81 and A81."""
_LISTED: Final = (
    "support/oppose support/reject back/oppose survive/die confirm/deny admit/deny allow/ban allow/forbid "
    "allow/prevent permit/prohibit approve/reject accept/refuse agree/refuse join/leave arrive/depart enter/exit "
    "ask/answer lend/borrow save/spend save/waste build/destroy create/destroy protect/harm help/hinder hire/fire "
    "praise/blame praise/criticize welcome/condemn gain/lose grow/shrink rise/drop rise/plunge increase/cut "
    "increase/reduce raise/cut expand/contract speed/slow start/finish begin/stop launch/halt continue/stop keep/drop "
    "include/omit release/detain free/imprison convict/acquit invade/withdraw advance/retreat improve/deteriorate "
    "enable/disable profit/loss surplus/deficit supporter/opponent supporter/critic ally/rival ally/enemy "
    "hero/villain hero/coward summer/winter spring/autumn host/guest plaintiff/defendant victim/perpetrator "
    "asset/liability benefit/harm import/export arrival/departure buyer/seller creditor/debtor optimism/pessimism "
    "boom/slump growth/decline ceiling/floor truth/lie ancient/modern traditional/modern sharp/blunt proud/ashamed "
    "satisfied/dissatisfied generous/stingy calm/nervous former/current former/latter previous/next bullish/bearish "
    "pro/anti mandatory/voluntary compulsory/voluntary bankrupt/solvent rare/common rare/frequent scarce/plentiful "
    "domestic/overseas seldom/frequently sharply/slightly rapidly/slowly openly/secretly publicly/privately "
    "twice/half"
)
"""Opposites that neither WordNet nor a prefix shows."""
_FUNCTION_WORDS: Final = (
    "before/after above/below over/under inside/outside for/against up/down in/out on/off yes/no "
    "except/including except/include excluding/including exclude/include"
)
"""Opposites among other parts of speech; "without" is a negation."""

_SENSES_OF_MARKS: Final = {
    **dict.fromkeys(["because", "since", "as", "due", "owing", "thanks"], "cause"),
    **dict.fromkeys(["although", "though", "despite", "spite", "whereas", "notwithstanding"], "contrast"),
    **dict.fromkeys(["until", "till"], "until"),
    **dict.fromkeys(["after", "once"], "after"),
}
"""Conjunctions and prepositions, and the nouns in such: in spite of, thanks to."""
_ONLY_OF_CLAUSES: Final = lemma_set("since as once")
_NOUNS: Final = lemma_set("spite thanks")
"""Nouns whose preposition introduces the phrase."""
_OPPOSED: Final = frozenset(
    map(frozenset, (("cause", "contrast"), ("until", "after"), ("late", "timely"), ("alone", "excepted")))
)
_JOINING: Final = {"but": "contrast", "so": "cause"}
"""Words that join a clause, and what they make of the clause before it."""
_VIEWS: Final = lemma_set("come go bring take")
"""Verbs of one movement, as seen from its end or its start."""
_EVERYONE: Final = lemma_set("everyone everybody everything all")
_EXCEPT: Final = lemma_set("but except save")


def opposite(pair: Compared) -> Iterator[Candidate]:
    """Yield words whose opposite stands in the other text, if both or none are negated."""
    view = pair.of_hyp
    denied, others_denied = _denied(pair.hyp), _denied(pair.ref)
    connected = set(_connected(pair))
    for word, other in (*_pairs(pair), *connected):
        if (word in denied) != (other in others_denied) or pair.said_elsewhere(word, other) == 1:
            continue  # the same word, or both texts have both words
        texts = (pair.hyp.tokens[word].text.casefold(), pair.ref.tokens[other].text.casefold())
        if frozenset(texts) in REVERSED:
            continue  # the degree differs
        if _sees_from(pair, word, other) or pair.hyp.lemmas[word] in _VIEWS or _are_light(pair, word, other):
            continue
        words = word_at(pair.hyp, word), word_at(pair.ref, other)
        is_direct = pair.relation(view, word) == "antonym" or (word, other) in connected or _are_opposites(*words)
        in_its_place = in_place(pair, view, word) == other
        if not is_direct and not (in_its_place and _are_nearly_opposites(*words)):
            continue
        yield pair.candidate(
            view,
            "opposite.different",
            {word},
            {other},
            place=_group(pair.hyp, word),
            other_place=_group(pair.ref, other),
            linked=float(view.partner[word] == other),
            in_place=float(in_its_place),
            direct=float(is_direct),
            paraphrase=float(pair.ref.lemmas[other] in paraphrases_of(pair.hyp.lemmas[word])),
            same_head=float(pair.has_same_head(word, other)),
            same_pos=float(pair.hyp.upos[word] == pair.ref.upos[other]),
            cosine=pair.cosine(view, word, other),
        )


def _are_light(pair: Compared, word: int, other: int) -> bool:
    """Return whether one of two verbs says little without its object, and their objects are not linked: have to go."""
    if LIGHT.isdisjoint((pair.hyp.lemmas[word], pair.ref.lemmas[other])) or pair.hyp.upos[word] != "VERB":
        return False
    objects = labelled(pair.ref, other, "obj")
    return not any(pair.of_hyp.partner[each] in objects for each in labelled(pair.hyp, word, "obj"))


def _sees_from(pair: Compared, word: int, other: int) -> bool:
    """Return whether who acts in one text does not in the other: they lost to us, we defeated them."""
    for view, verb, partner in ((pair.of_hyp, word, other), (pair.of_ref, other, word)):
        subjects = labelled(view.conclusion, verb, "nsubj")
        elsewhere = labelled(view.premise, partner, "obj", "iobj", "obl")
        if any(view.partner[subject] in elsewhere for subject in subjects):
            return not labelled(view.premise, partner, "aux:pass")
    return False


def _group(reading: Reading, word: int) -> tuple[int, ...]:
    return noun_group(reading, word) if reading.upos[word] in CONTENT else tuple({word, *reading.ancestors(word)[:1]})


@cached_fact
def _denied(reading: Reading) -> frozenset[int]:
    """Return the words that an odd number of words negates, if they are what is negated or depend on it."""
    near = {cue.target for cue in negators(reading)}
    denied = negated(reading)
    return frozenset(word for word in range(len(reading)) if denied[word] and {word, reading.heads[word]} & near)


def _pairs(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield words in the same place, and unaligned ones of one part of speech that only one text has."""
    view = pair.of_hyp
    placed = [(word, other) for word in pair.hyp.content if (other := in_place(pair, view, word)) is not None]
    yield from (each for each in placed if pair.ref.upos[each[1]] in CONTENT)
    yield from (
        (word, other)
        for word in range(len(pair.hyp))
        if (opposites := _table(_FUNCTION_WORDS)[pair.hyp.lemmas[word]])
        and (other := in_place(pair, view, word)) is not None
        and pair.ref.lemmas[other] in opposites
        and not CONTENT.issuperset({pair.hyp.upos[word], pair.ref.upos[other]})
    )
    common = set(pair.hyp.lemmas) & set(pair.ref.lemmas)
    here, there = view.unlinked(pair.hyp.content), pair.of_ref.unlinked(pair.ref.content)
    for word, other in product(here, there):
        is_in_both = not common.isdisjoint({pair.hyp.lemmas[word], pair.ref.lemmas[other]})
        if pair.hyp.upos[word] == pair.ref.upos[other] and not is_in_both and (word, other) not in placed:
            yield word, other


def _connected(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield connectives of opposed senses that introduce linked clauses or phrases: because it rained, although."""
    own, theirs = _connectives(pair.hyp), _connectives(pair.ref)
    for head in own:
        partner = pair.of_hyp.partner[head]
        if partner is not None and partner in theirs:
            (word, sense), (other, their_sense) = own[head], theirs[partner]
            is_in_both = pair.hyp.lemmas[word] in pair.ref.lemmas or pair.ref.lemmas[other] in pair.hyp.lemmas
            if frozenset({sense, their_sense}) in _OPPOSED and not is_in_both:
                yield word, other


@cached_fact
def _connectives(reading: Reading) -> Mapping[int, tuple[int, str]]:
    """Return the connective of clauses and phrases and its sense; "not until" says nothing else than "after"."""
    found = {}
    for word, lemma in enumerate(reading.lemmas):
        sense, label = _SENSES_OF_MARKS.get(lemma), reading.labels[word]
        if (lemma, label) == ("since", "case"):
            sense = "after"
        elif sense is None or not _introduces(lemma, label):
            continue
        head = reading.heads[word + 1 if lemma in _NOUNS and word + 1 < len(reading) else word]
        above = ROOT if head == ROOT else reading.heads[head]
        if head not in {ROOT, word} and (sense != "until" or above == ROOT or not negated(reading)[above]):
            found[head] = word, sense
    return found | dict(_other_connectives(reading))


def _other_connectives(reading: Reading) -> Iterator[tuple[int, tuple[int, str]]]:
    """Yield what says in other words how clauses, times and exceptions relate: but; too late, in time; only Mary."""
    lemmas = reading.lemmas
    for word, lemma in enumerate(lemmas):
        head, before = reading.heads[word], lemmas[max(0, word - 1) : word]
        if lemma in _JOINING and before == (",",) and head != ROOT and reading.labels[head] in {"conj", "parataxis"}:
            if {head, reading.heads[head]} <= predicates(reading) and lemmas[word + 1 : word + 2] != ("also",):
                yield reading.heads[head], (word, _JOINING[lemma])
        elif lemma == "late" and before == ("too",):
            yield head, (word, "late")
        elif lemma == "time" and before in {("in",), ("on",)} and reading.labels[word] == "obl":
            yield head, (word, "timely")
        elif lemma == "only" and reading.upos[word + 1 : word + 2] == ("PROPN",):
            yield word + 1, (word, "alone")
        elif lemma in _EXCEPT and not _EVERYONE.isdisjoint(before):
            yield word + 1, (word, "excepted")


def _introduces(lemma: str, label: str) -> bool:
    return lemma in _NOUNS or label == "mark" or (label == "case" and lemma not in _ONLY_OF_CLAUSES)


def _are_opposites(here: Word, there: Word) -> bool:
    """Return whether two words are opposites by the lexicon or by a prefix."""
    if there.lemma in antonyms_of(here) | _table(_LISTED)[here.lemma] | _table(_FUNCTION_WORDS)[
        here.lemma
    ] or here.lemma in antonyms_of(there):
        return True
    prefixes = _PREFIXES + _PREFIXES_OF_ADJECTIVES * ({here.upos, there.upos} <= {"ADJ", "ADV"})
    return any(there.lemma == prefix + here.lemma or here.lemma == prefix + there.lemma for prefix in prefixes)


@cache
def _table(pairs: str) -> Mapping[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = defaultdict(frozenset)
    for pair in pairs.split():
        first, second = pair.split("/")
        table[first] |= {second}
        table[second] |= {first}
    return table


def _are_nearly_opposites(here: Word, there: Word) -> bool:
    """Return whether a paraphrase of one word is the opposite of the other: improve, deteriorate; small, wide."""
    if here.upos != there.upos or here.upos not in POS_OF_UPOS or "day" in {here.lemma, there.lemma}:
        return False  # a day has an evening
    if there.lemma in paraphrases_of(here.lemma) or here.lemma in paraphrases_of(there.lemma):
        return False
    return there.lemma in _opposed(here) or here.lemma in _opposed(there)


@lru_cache(maxsize=1 << 14)
def _opposed(word: Word) -> frozenset[str]:
    """Return the paraphrases of the opposites of a word."""
    return frozenset().union(*map(paraphrases_of, antonyms_of(word) | _table(_LISTED)[word.lemma]))


def exclusive(pair: Compared) -> Iterator[Candidate]:
    """Yield words that exclude a word of the other text, which lacks them: in its place, or the only one left."""
    view = pair.of_hyp
    own, theirs = (_members(reading) for reading in (pair.hyp, pair.ref))
    here, there = (
        [word for word, value in members.items() if value not in others.values()]
        for members, others in ((own, theirs), (theirs, own))
    )
    for word in here:
        alike = [other for other in there if theirs[other][0] == own[word][0]]
        placed = [other for other in alike if other == in_place(pair, view, word)]
        is_alone = len({own[each][1] for each in here if own[each][0] == own[word][0]}) == 1
        is_alone = is_alone and len({theirs[other][1] for other in alike}) == 1
        other = next(iter(placed or (alike if is_alone else ())), None)
        if other is None or {pair.hyp.upos[word], pair.ref.upos[other]} <= {"PROPN"}:
            continue  # none, or another name
        heads = pair.hyp.heads[word], pair.ref.heads[other]
        yield pair.candidate(
            view,
            "modifier.different",
            {word},
            {other},
            place={word, *({heads[0]} - {ROOT})},
            other_place={other, *({heads[1]} - {ROOT})},
            **alikeness(pair, word, other),
            exclusive=1.0,
            in_place=float(bool(placed)),
            same_head=float(pair.has_same_head(word, other)),
        )


@cached_fact
def _members(reading: Reading) -> Mapping[int, tuple[int, str]]:
    """Return the words of classes whose members exclude each other, with class and value; colours in names say none."""
    found = {}
    for word, token in enumerate(reading.tokens):
        known = value_of(token.text)
        if known is not None and not (token.upos == "PROPN" and is_colour(token.text)):
            found[word] = known
    return found
