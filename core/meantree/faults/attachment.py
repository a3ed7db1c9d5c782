"""Faults in which noun an adjective modifies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import labelled, marks
from meantree.entailment.reading import Reading, cached_fact, lemma_set
from meantree.faults.contexts import are_related, class_of, is_joined, is_land, is_main_class
from meantree.faults.edits import Change, Edit, dependents, phrase, text_of
from meantree.lexicon.noun_classes import NounClass, noun_class

_MADE: Final = lemma_set(
    "plan law rule contract agreement strategy project program programme policy campaign regulation proposal "
    "technology product design idea model constitution treaty measure method study report experiment decision reform "
    "speech letter book article meeting operation mission investigation"
)
"""Nouns of what is made or decided."""
_SUITED: Final[Mapping[str, frozenset[NounClass | None]]] = {
    **dict.fromkeys(
        lemma_set("elderly young former unemployed retired drunk unknown prominent"), frozenset({"person"})
    ),
    **dict.fromkeys(
        lemma_set("local foreign independent powerful rich wealthy influential angry armed"),
        frozenset({"person", "group"}),
    ),
    "private": frozenset({"group"}),
    "experienced": frozenset({"person"}),
    "famous": frozenset({"person", "thing"}),
    "dangerous": frozenset({"person", "group"}),
    **dict.fromkeys(lemma_set("old modern beautiful"), frozenset({"thing"})),
    **dict.fromkeys(lemma_set("small big large huge tiny"), frozenset({"group", "thing"})),
    **dict.fromkeys(lemma_set("controversial successful"), frozenset({"person", "group", None})),
    **dict.fromkeys(lemma_set("ambitious secret complicated detailed important"), frozenset({None})),
    "expensive": frozenset({"thing", None}),
}
"""What some adjectives modify that name no kind, origin or belief; None stands for what is made."""
_SIZES: Final = lemma_set("small big large huge tiny enormous giant")
"""Adjectives that contradict each other, so that none moves beside another one."""
_UNSUITED: Final = lemma_set(
    "man woman person guy human people child kid boy girl baby friend family mother father parent son daughter "
    "brother sister wife husband victim one thing board case team level side top end shape street floor door "
    "phone web internet screen page media support plant form line piece place part head back face wall couple "
    "individual god fan world hand body camera staff resident citizen native deceased occupant passenger universe "
    "earth sun album grab key film movie video photo picture image item material bar state country nation city town "
    "village step troop troops return pants trousers service foundation basis capital stage platform field ground "
    "court track base center weapon light mask drug bed window cabinet executive"
)
"""Nouns that few of these adjectives suit, or whose first sense is seldom meant."""
_EMPTY_ALONE: Final = lemma_set(
    "sector level area region one thing side location experience individual man woman person guy people era year "
    "day time way generation age world record high low hole start beginning kind form type number part case"
)
"""Nouns that say little without an adjective."""
_DETERMINERS: Final = lemma_set("the a an their his her its our my this these those")
_PARTS: Final = frozenset({"nsubj", "nsubj:pass", "obj", "obl", "nmod", "obl:agent", "conj"})


@cached_fact
def _bare_nouns(reading: Reading) -> tuple[int, ...]:
    """Return nouns without an adjective that follow a determiner, or are plural and follow a verb or a preposition."""
    return tuple(
        word
        for word, upos in enumerate(reading.upos)
        if upos == "NOUN"
        and word
        and (
            reading.lemmas[word - 1] in _DETERMINERS
            or (reading.tokens[word].xpos == "NNS" and reading.upos[word - 1] in {"VERB", "ADP"})
        )
        and not labelled(reading, word, "amod", "nummod", "acl:relcl", "compound")
    )


def moved_modifier(reading: Reading) -> Iterator[Change]:
    """Yield adjectives, and places of origin, that modify another noun that they suit."""
    yield from _moved_places(reading)
    for word in range(1, len(reading)):
        if not _can_leave(reading, word):
            continue
        head = reading.heads[word]
        for other in _bare_nouns(reading):
            if other != head and reading.labels[other] in _PARTS and _suits(reading, word, other):
                moved = Edit(other, other, reading.tokens[word].text)
                yield Change("attachment.changed", (Edit(word, word + 1, ""), moved))


def _moved_places(reading: Reading) -> Iterator[Change]:
    """Yield places behind one noun that go behind another: a farmer from Rome met the doctor."""
    places = [each for each in reading.entities if each.kind == EntityKind.LOCATION]
    for place in dependents(reading, "nmod"):
        head, span, introduced = reading.heads[place], phrase(reading, place), marks(reading, place)
        is_place = any(each.end - 1 == place for each in places)
        if not is_place or span is None or span[0] != head + 1 or span[1] - span[0] > 4 or len(introduced) != 1:
            continue
        fitting = _PLACED.get(next(iter(introduced)))
        is_followed = reading.lemmas[span[1] : span[1] + 1] == (",",)  # the farmer from Rome, Smith
        if fitting is None or class_of(reading, head) is None or is_followed:
            continue
        for other in _bare_nouns(reading):
            if other == head or not _is_free(reading, other) or class_of(reading, other) not in fitting:
                continue
            if any(each.start > other for each in places) and other > head:
                continue
            if other in reading.ancestors(head) or head in reading.ancestors(other):
                continue  # her donor was a woman from Rome, her donor from Rome was a woman
            moved = Edit(other, other + 1, f"{reading.tokens[other].text} {text_of(reading, span)}")
            yield Change("attachment.changed", (Edit(*span, ""), moved))


_PLACED: Final[Mapping[str, frozenset[NounClass]]] = {
    "from": frozenset({"person"}),
    "in": frozenset({"person", "group"}),
    "near": frozenset({"thing"}),
}
"""What nouns may get a place behind them, by preposition."""


def _is_free(reading: Reading, noun: int) -> bool:
    """Return whether a noun of one main sense is the last word of its phrase, and a subject or before punctuation."""
    ends, lemma = phrase(reading, noun), reading.lemmas[noun]
    if ends is None or ends[1] != noun + 1 or not is_main_class(lemma) or lemma in _UNSUITED:
        return False
    following = reading.upos[noun + 1 : noun + 2]
    is_last = reading.labels[noun] in _PARTS and following in {(), ("PUNCT",)}
    return is_last or (reading.labels[noun] == "nsubj" and following != ("ADP",))


def _can_leave(reading: Reading, word: int) -> bool:
    """Return whether a word is the only adjective of its noun, after a determiner or before a plural."""
    head = reading.heads[word]
    if reading.labels[word] != "amod" or reading.upos[head] != "NOUN" or not word < head <= word + 2:
        return False
    if reading.labels[head] == "conj":
        return False
    is_only = len(labelled(reading, head, "amod")) == 1 and set(reading.upos[word + 1 : head]) <= {"NOUN"}
    is_plain = reading.tokens[word].xpos == "JJ" and not reading.children[word] and not is_joined(reading, word)
    is_plain = is_plain and reading.tokens[head].text.islower() and reading.lemmas[head] not in _EMPTY_ALONE
    stands = reading.lemmas[word - 1] in _DETERMINERS or reading.tokens[head].xpos == "NNS"
    return is_only and is_plain and stands and reading.upos[word - 1] not in {"ADV", "ADJ"}


def _suits(reading: Reading, adjective: int, noun: int) -> bool:
    """Return whether an adjective can modify another noun than its own, by what the noun names."""
    lemma, named = reading.lemmas[noun], class_of(reading, noun)
    text = reading.tokens[adjective].text
    is_beside = bool(marks(reading, noun) & {"with", "from", "by", "against", "for"})
    if reading.labels[noun] == "obl" and named not in {"person", "group"} and not is_beside:  # around the clock
        return False
    if lemma in {*_UNSUITED, reading.lemmas[reading.heads[adjective]]} or is_land(lemma):
        return False
    own = reading.heads[adjective]
    if noun in reading.ancestors(own) or own in reading.ancestors(noun):  # a series of old books
        return False
    if text in _SIZES and len(_SIZES.intersection(reading.lemmas)) > 1:  # the huge forms of tiny ships
        return False
    if are_related(lemma, reading.lemmas[own]):  # the plane, the aircraft
        return False
    suited = _SUITED.get(text, frozenset())
    if lemma in _MADE:
        return None in suited and reading.lemmas[own] not in _MADE  # the plan, the proposal
    if not is_main_class(lemma) or named == noun_class(reading.lemmas[own]) == "group":
        return False  # the cabinet, the executive
    return named is not None and named in suited
