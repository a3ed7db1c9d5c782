"""Faults by deletion and addition: modifiers, conjuncts, clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import SUBJECT_PLACES, labelled, marks
from meantree.entailment.compatibility.modality import modals
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.compatibility.quantity import degrees
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.contexts import (
    NOT_DONE,
    QUOTES,
    WILLED,
    class_of,
    clauses,
    has_quotes,
    has_set_object,
    is_joined,
    is_land,
    is_person,
    is_plural,
    is_reported,
    is_whole_sentence,
    needs_place,
)
from meantree.faults.edits import Change, between_commas, deleted, dependents, inserted, phrase
from meantree.lexicon.noun_classes import NounClass
from meantree.lexicon.wordnet import wordnet

_ADJECTIVES: Final[dict[NounClass, tuple[str, ...]]] = {
    "person": ("young",),
    "group": ("foreign",),
    "animal": ("small",),
    "thing": ("old", "new"),
}
_OF_ROLES: Final = ("young", "famous")
"""Adjectives of persons with a role or profession: no famous person."""
_CLOSE: Final = lemma_set(
    "child kid son daughter mother father parent husband wife baby brother sister boy girl youth teenager retiree "
    "pensioner veteran elder"
)
"""Persons that are young or old anyway, or whose age may not fit that of their relatives."""
_ROLES: Final = ("leader", "worker", "contestant", "official", "professional", "performer", "communicator")
_ADVERBS: Final = ("quietly", "reluctantly")
_PUBLIC: Final = lemma_set(
    "conference press interview public publicly audience television tv radio broadcast speech rally parliament "
    "congress court crowd media debate stage announcement campaign protest openly loudly gladly voluntarily"
)
"""Words of what is said or done for others to hear."""
_UNCHOSEN: Final = lemma_set(
    "win earn beat defeat demand protest announce declare publish host celebrate perform play praise greet "
    "welcome speak reach qualify succeed recover prove improve lead solve find explain demonstrate recognize "
    "threaten unveil shoot catch convince identify issue launch establish thank volunteer warn reveal develop "
    "complete finish fight attack mention respond protect prevent save rescue strengthen destroy climb follow "
    "evacuate travel rob steal arrest create secure invent name treat"
)
"""Verbs of what is not done in secret, or not against one's will."""
_COMMENTS: Final = (
    ", which surprised many people",
    ", which caused a heated debate",
    ", as a local newspaper reported",
    ", although nobody had expected it",
)
"""On what happened to somebody or somewhere that is named."""
_ACTIONS: Final = (
    " and later regretted it",
    " after reading the letter",
    " without informing the police",
    ", although nobody had asked for it",
)
"""Of what persons do on purpose."""
_EMPTY: Final = lemma_set(
    "also then now even just only too so very really still already again however therefore there here same other such "
    "own certain many few several various first second last next previous following able more most less entire whole "
    "actively right wrong real main single particular different actually basically essentially primarily simply "
    "finally ultimately currently obviously "
    "clearly certainly definitely especially particularly exactly completely absolutely totally fully truly generally "
    "usually typically naturally eventually initially nearly merely literally approximately mainly mostly fairly "
    "highly directly normally "
    "only late early long little much great total close present recent coming past respectively "
    "upcoming unspecified fellow slight slightest faintest "
    "opposite domestic human public social general relevant respective corresponding appropriate successively"
)
"""Words whose loss changes little, or that cannot be left out."""
_NEEDING_ADJECTIVE: Final = lemma_set(
    "reason purpose manner cause time thing way form term kind sort circumstance condition level era aspect "
    "element feature factor dimension perspective place area sector matter affair field service world hole day "
    "evening night morning week month year season moment weekend start end altitude speed temperature price rate "
    "height distance viewpoint standpoint perspective type class detail dynasty party"
)
"""Nouns that say little without their adjective: hard times."""
_NEEDING_MANNER: Final = lemma_set("treat behave act word phrase dress")
"""Verbs that mean another thing, or little, without how: treated politely, treated in Texas."""
_ADJUNCTS: Final = lemma_set("in on at near during after before since from")


def modifier_lost(reading: Reading) -> Iterator[Change]:
    """Yield adjectives, adverbs and prepositional phrases that are dropped."""
    spoken_for = {cue.token for cue in negators(reading)} | {modal.token for modal in modals(reading)}
    for word in dependents(reading, "amod", "advmod", "obl", "nmod", "obl:unmarked"):
        span, label = phrase(reading, word), reading.labels[word]
        if span is None or word in spoken_for or between_commas(reading, span) or is_joined(reading, word):
            continue
        fits = _can_be_dropped if label in {"amod", "advmod"} else _is_adjunct
        if fits(reading, word, span):
            yield deleted("modifier.lost", *span)


def _can_be_dropped(reading: Reading, word: int, span: tuple[int, int]) -> bool:
    """Return whether an adjective before its noun, or an adverb of manner beside its verb, can be dropped."""
    degree, head = degrees(reading).get(word), reading.heads[word]
    if (
        span[1] - span[0] != 1
        or (degree and degree.step)
        or not _EMPTY.isdisjoint((reading.lemmas[word], reading.tokens[word].text))
        or not word
    ):
        return False
    if reading.lemmas[word - 1] in {"a", "an", "so", "very", "too", "as", "how", "and", "or", "more", "most", "own"}:
        return False
    if reading.labels[word] == "amod":
        fits = (
            reading.tokens[word].xpos == "JJ"
            and reading.tokens[word].text.isalpha()
            and head == word + 1
            and reading.upos[head] == "NOUN"
        )
        is_bare = reading.tokens[head].xpos == "NN" or reading.labels[head] in {"nmod", "obl"}
        is_bare = is_bare and not labelled(reading, head, "det", "nmod:poss")  # at light speed, for remote countries
        fits = fits and not is_bare and reading.lemmas[head] not in _NEEDING_ADJECTIVE
        fits = fits and reading.lemmas.count(reading.lemmas[head]) == 1  # residents, and legal residents
        fits = fits and len(labelled(reading, head, "amod", "compound")) == 1  # the Russian naval fleet
        fits = fits and not _ORDINALS.match(reading.lemmas[word])
        return fits and reading.upos[word - 1] not in {"ADV", "ADJ", "NOUN", "NUM"}
    is_manner = reading.upos[word] == "ADV" and reading.tokens[word].text.endswith("ly")
    is_manner = is_manner and abs(head - word) == 1 and reading.upos[head] == "VERB"
    is_free = reading.labels[head] not in {"amod", "acl"} and reading.lemmas[head] not in _NEEDING_MANNER
    is_free = is_free and reading.upos[word + 1 : word + 2] not in {("ADJ",), ("CCONJ",)}  # briefly and dryly
    return is_manner and is_free


def _is_adjunct(reading: Reading, word: int, span: tuple[int, int]) -> bool:
    """Return whether a phrase says when or where, or modifies a noun with an article, and can be dropped."""
    start, end = span
    if len(marks(reading, word)) != 1 or not 1 < end - start <= 7 or "VERB" in reading.upos[start:end]:
        return False
    if end < len(reading) and reading.tokens[end].text in QUOTES:  # a “drop in the city” story
        return False
    if end < len(reading) and reading.upos[end] not in {"PUNCT", "CCONJ", "ADP", "AUX"}:
        return False
    if reading.upos[start - 1] not in {"NOUN", "PROPN", "VERB", "PRON"} or reading.lemmas[end - 1] == "of":
        return False
    head = reading.heads[word]
    if reading.lemmas[start] not in _ADJUNCTS or (end < len(reading) and reading.lemmas[end] == "of"):
        return False
    if reading.labels[word] == "nmod":
        is_beside = reading.upos[head] == "NOUN" and start == head + 1 and reading.lemmas[start] != "on"
        is_beside = is_beside and (reading.lemmas[start] != "at" or end - start > 2)  # at risk
        is_beside = is_beside and not {reading.tokens[each].xpos for each in reading.below(head)} & {"JJS", "RBS"}
        return is_beside and bool(labelled(reading, head, "det", "nmod:poss"))
    places = {EntityKind.DATE, EntityKind.TIME, EntityKind.LOCATION}
    known = any(entity.start <= word < entity.end and entity.kind in places for entity in reading.entities)
    has_subject = bool(labelled(reading, head, "nsubj", "nsubj:pass"))
    return known and has_subject and reading.upos[head] == "VERB" and not needs_place(reading, head)


def modifier_added(reading: Reading) -> Iterator[Change]:
    """Yield nouns and verbs that get a modifier."""
    here = set(reading.lemmas)
    for word in range(1, len(reading)):
        listed = _ADJECTIVES.get(class_of(reading, word) or "place", ())
        listed = (
            _OF_ROLES if class_of(reading, word) == "person" and _is_below(reading.lemmas[word], _ROLES) else listed
        )
        adjectives = [each for each in listed if each not in here]
        if reading.lemmas[word] in _CLOSE:
            continue
        is_bare = not labelled(reading, word, "amod", "compound", "nummod", "acl:relcl", "nmod")
        is_part = reading.labels[word] in {"nsubj", "obj"} and not is_joined(reading, word)  # not off the shelf
        is_part = is_part and not has_set_object(reading, reading.heads[word]) and not is_land(reading.lemmas[word])
        is_part = is_part and (class_of(reading, word) != "thing" or _is_below(reading.lemmas[word], _MADE))
        is_part = is_part and reading.lemmas[word] not in _UNLIKE_THINGS
        is_part = is_part and reading.lemmas.count(reading.lemmas[word]) == 1 and reading.tokens[word].text.islower()
        if adjectives and is_bare and is_part and reading.lemmas[word - 1] in {"the", "their", "his", "her"}:
            yield inserted("modifier.added", word, adjectives[len(reading) % len(adjectives)])
    for clause in clauses(reading):
        verb, span = clause.verb, phrase(reading, clause.subject)
        is_done = clause.infinitive is not None and reading.tokens[verb].xpos == "VBD"
        is_alone = span is not None and span[1] == verb and not labelled(reading, verb, *_COMPLEMENTS)
        if (
            is_done
            and is_alone
            and is_person(reading, clause.subject)
            and clause.infinitive in WILLED - _UNCHOSEN
            and marks(reading, verb).isdisjoint({"as", "if"})
            and _PUBLIC.isdisjoint(here)
            and not has_set_object(reading, verb)
        ):
            yield inserted("modifier.added", verb, _ADVERBS[len(reading) % len(_ADVERBS)])


_COMPLEMENTS: Final = ("advmod", "xcomp", "ccomp", "compound:prt")
"""Of verbs before which no further adverb stands."""


_UNLIKE_THINGS: Final = lemma_set(
    "ball match butchery sleeve collar crossbar goal bar board plant fund consulate web internet net screen album "
    "film movie door"
)
"""Nouns that mostly name other things than buildings and tools."""
_MADE: Final = ("structure", "instrumentality")
"""Of nouns that name what has an age: a house, but no road that somebody hits."""


def _is_below(lemma: str, above: tuple[str, ...]) -> bool:
    """Return whether the first sense of a noun is below one of some nouns in WordNet."""
    lexicon = wordnet()
    senses = lexicon.synsets(lemma, "n")[:1]
    return any(lexicon.lemma(lexicon.members(up)[0]) in above for sense in senses for up in lexicon.above(sense))


_PAIRED: Final = lemma_set(
    "two both either between neither whether together each respectively twin pair couple duo joint jointly mutual "
    "mix mixed mixture blend combination various variety diverse"
)
"""Words of what is, or is done, by several."""


def conjunct_lost(reading: Reading) -> Iterator[Change]:
    """Yield the last of two coordinated nouns, adjectives or verbs, dropped with the conjunction."""
    if not _PAIRED.isdisjoint(reading.lemmas):
        return
    for word in dependents(reading, "conj"):
        span = phrase(reading, word)
        if span is not None and _is_second_of_two(reading, word, span) and _can_be_cut(reading, word, span):
            is_event = reading.upos[word] == "VERB" or bool(labelled(reading, word, "nsubj", "nsubj:pass", "cop"))
            yield deleted("event.lost" if is_event else "conjunct.lost", *span)


def _is_second_of_two(reading: Reading, word: int, span: tuple[int, int]) -> bool:
    """Return whether a conjunct with its conjunction follows one other of the same kind that needs no plural verb."""
    head = reading.heads[word]
    first = reading.below(head)[0]
    alike = (
        reading.upos[head] == reading.upos[word]
        and reading.lemmas[head] != reading.lemmas[word]
        and reading.tokens[head].xpos == reading.tokens[word].xpos
    )
    is_subject = reading.labels[head] in {"nsubj", "nsubj:pass"}
    listed = "," in {token.text for token in reading.tokens[max(first - 1, 0) : span[0]]}
    is_only = len(labelled(reading, head, "conj", "appos")) == 1 and bool(labelled(reading, word, "cc"))
    return alike and is_only and not is_subject and not listed and reading.lemmas[span[0]] in {"and", "or"}


def _can_be_cut(reading: Reading, word: int, span: tuple[int, int]) -> bool:
    """Return whether what surrounds a conjunct fits together without it."""
    start, end = span
    head = reading.heads[word]
    hangs = reading.upos[start - 1] in {"ADP", "DET", "PART", "ADJ"} and reading.upos[head] != "ADJ"
    is_short = 1 < end - start <= 10 and "PUNCT" not in reading.upos[start:end]
    ends = end >= len(reading) or reading.upos[end] in {"PUNCT", "CCONJ", "SCONJ"}
    ends = ends or (reading.upos[end] == "ADP" and start == head + 1 and reading.upos[word] != "VERB")
    ends = ends or (reading.upos[word] == "ADJ" and reading.labels[head] == "amod")
    is_ordinal = reading.upos[head] in {"ADJ", "NUM"} and _ORDINALS.match(reading.lemmas[head]) is not None
    kept = {reading.tokens[child].text.lower() for child in labelled(reading, head, "det", "det:predet")}
    is_many = reading.tokens[head].xpos in {"NN", "NNP"} and not kept.isdisjoint({"these", "those", "both"})
    is_many = is_many or _is_in_name(reading, head, word) or _are_named(reading, head) or _are_answered(reading, head)
    if is_ordinal or is_many:  # the third and fourth victories, these men and women
        return False
    if "a" in kept and reading.tokens[min(end, len(reading) - 1)].upos == "NOUN":  # a black dress and pink tights
        return False
    if reading.tokens[word].xpos == "VBG" and reading.upos[head] == "VERB":  # a race starting and ending in Rome
        return False
    governor = max(0, reading.heads[head])
    is_gapped = (
        end < len(reading) and reading.upos[end] == "ADP" and reading.lemmas[end] in reading.lemmas[governor:start]
    )
    is_set = is_gapped or reading.lemmas[end - 1] in _VAGUE  # time from markets and money from banks
    is_set = is_set or not reading.tokens[start - 1].text.isalnum()
    shared = ("obj", "obl") if start == head + 1 else ("obj",)
    shares = bool(labelled(reading, word, *shared)) and not labelled(reading, head, *_COMPLETING)
    is_set = is_set or reading.lemmas[governor] in _COMBINING or reading.lemmas[head] in _LEADING
    is_set = is_set or shares  # of both: wrote and sent a letter, saw and worked with some tricks
    return is_short and ends and not hangs and not is_set


def _is_in_name(reading: Reading, *words: int) -> bool:
    """Return whether one name has all of some words: Law and Justice."""
    return any(all(entity.start <= word < entity.end for word in words) for entity in reading.entities)


def _are_named(reading: Reading, head: int) -> bool:
    """Return whether names follow a plural noun that they name: his colleagues Smith and Miller."""
    first = reading.below(head)[0]
    is_apposition = reading.labels[head] in {"appos", "flat"} or (first > 0 and reading.tokens[first - 1].xpos == "NNS")
    return is_apposition or (
        reading.upos[head] == "PROPN" and any(reading.tokens[word].xpos == "NNS" for word in range(first, head))
    )


def _are_answered(reading: Reading, head: int) -> bool:
    """Return whether nouns say who several are, or are no clause: The guests? Smith and Miller."""
    if reading.labels[head] != "root" or reading.upos[head] not in {"NOUN", "PROPN"}:
        return False
    subjects = labelled(reading, head, "nsubj")
    return not subjects or not labelled(reading, head, "cop") or is_plural(reading, subjects[0])


_COMBINING: Final = lemma_set(
    "combine merge mix compare connect link unite reconcile balance distinguish separate alternate"
)
"""Verbs of what is done to two things together."""
_LEADING: Final = lemma_set("go try")
"""Verbs that only lead to the next: go ahead and do it."""
_COMPLETING: Final = ("obj", "xcomp", "ccomp", "cop", "aux:pass")
"""Relations by which a verb has what it needs."""
_ORDINALS: Final = re.compile(r"first|second|third|last|former|latter|left|right|\w+th$|\d+(?:st|nd|rd)$", re.I)
_VAGUE: Final = lemma_set("on forth fast other others more stuff such so least most all again away worse")
"""Last words of set phrases: and so on, and more."""


def event_lost(reading: Reading) -> Iterator[Change]:
    """Yield adverbial and relative clauses that are dropped."""
    for word in dependents(reading, "advcl", "acl:relcl", "acl"):
        span = phrase(reading, word)
        if span is None or not 3 <= span[1] - span[0] <= 15:
            continue
        start, end = span
        has_comma = start > 0 and reading.tokens[start - 1].text == ","
        closes = end < len(reading) and reading.tokens[end].text in {",", "."}
        has_bracket = not {"(", ")", "[", "]"}.isdisjoint(token.text for token in reading.tokens[start:end])
        if start < 3 or has_comma != closes or not closes or has_bracket:
            continue
        if reading.lemmas[start] == "to" and not _CALLING.isdisjoint(reading.lemmas[:start]):
            continue
        subjects = labelled(reading, reading.heads[word], *SUBJECT_PLACES)
        if has_comma and reading.labels[word] == "advcl" and subjects and word < subjects[0]:
            continue  # for a long time, lagging behind others, they are
        if has_comma and reading.tokens[end].text == "," and reading.labels[word] != "advcl":
            continue  # of the two commas of "the man, who came, is" one would remain
        yield deleted("event.lost", start - has_comma, end)


_CALLING: Final = lemma_set("call urge ask appeal force oblige invite encourage")
"""Verbs that need to say to do what."""
_SPEAKING: Final = lemma_set("say report tell announce state note add explain write recall claim")
_MORE: Final = ("conj", "parataxis", "cop", "ccomp", "compound:prt")
"""Dependents of what says more than that something happened, or in several clauses, perhaps in another tense."""
_REPEATABLE: Final = lemma_set("and to the a for was had it , in many by")
"""Words, but no other stems, that a text and a clause added to it may share: no two of \"although\"."""


def event_added(reading: Reading) -> Iterator[Change]:
    """Yield sentences with a further clause at their end."""
    for root in reading.roots:
        stop = max(reading.below(root))
        found = next((clause for clause in clauses(reading) if clause.verb == root), None)
        first = None if found is None else (found.auxiliaries or (root,))[0]
        if first is None or found is None or not is_whole_sentence(reading, root):
            continue
        is_past = (
            reading.tokens[first].text.lower() in {"was", "were", "had", "did"} or reading.tokens[first].xpos == "VBD"
        )
        if negators(reading) or modals(reading):
            continue
        if not is_past or stop - min(reading.below(root)) >= 30 or has_quotes(reading):
            continue
        says_more = labelled(reading, root, *_MORE) or any(
            marks(reading, word) for word in labelled(reading, root, "advcl")
        )
        if reading.lemmas[root] in _SPEAKING or says_more:
            continue
        acts = (
            found.infinitive in WILLED
            and reading.tokens[root].xpos == "VBD"
            and not labelled(reading, found.subject, "nummod")
            and not labelled(reading, root, "xcomp")
            and is_person(reading, found.subject)
        )
        happens = reading.upos[root] == "VERB" and reading.lemmas[root] not in NOT_DONE
        happens = happens and is_reported(reading, found.subject)
        added = (*(_ACTIONS if acts else ()), *(_COMMENTS if happens else ()))
        here = {lemma[:5] for lemma in reading.lemmas} - _REPEATABLE
        added = tuple(each for each in added if here.isdisjoint(word[:5] for word in each.split()))
        if added:
            yield inserted("event.added", stop, added[sum(map(len, reading.lemmas)) % len(added)])
