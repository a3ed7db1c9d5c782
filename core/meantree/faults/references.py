"""Faults in what words refer to: names, pronouns, singular and plural."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import labelled, marks
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.contexts import are_related, class_of, clauses, is_joined, is_main_class
from meantree.faults.edits import Change, Edit, is_capitalised_lemma, replaced
from meantree.faults.inflection import article, plural
from meantree.lexicon.frequencies import surprisal
from meantree.lexicon.noun_classes import noun_class
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import wordnet

_PERSONS: Final = ("Miller", "Anderson", "Novak", "Schmidt", "Rossi")
_ORGANISATIONS: Final = ("Siemens", "Unicef", "Nestlé", "Interpol")
_COUNTRIES: Final = ("Portugal", "Kenya", "Chile", "Norway")
_CITIES: Final = ("Vienna", "Toronto", "Lisbon", "Helsinki")
_PRONOUNS: Final = {
    ("he", "PRP"): "she",
    ("she", "PRP"): "he",
    ("his", "PRP$"): "her",
    ("her", "PRP$"): "his",
    ("him", "PRP"): "her",
    ("her", "PRP"): "him",
    ("they", "PRP"): "we",
    ("we", "PRP"): "they",
    ("them", "PRP"): "us",
    ("us", "PRP"): "them",
    ("me", "PRP"): "him",
    ("their", "PRP$"): "our",
    ("our", "PRP$"): "their",
    ("my", "PRP$"): "his",
    ("your", "PRP$"): "their",
}
PRONOUN_GROUPS: Final = (
    lemma_set("i me my we us our ours"),
    lemma_set("they them their theirs"),
    lemma_set("he him his himself"),
    lemma_set("she her hers herself"),
)
"""Pronouns that can refer to the same; a pronoun is not exchanged for one of a group that is there already."""
_GENDERS: Final = (lemma_set("he him his"), lemma_set("she her hers"))
"""Pronouns that show the gender of one person; of several, none is exchanged alone."""
REFLEXIVE: Final = lemma_set("myself yourself himself herself itself ourselves yourselves themselves oneself own")
"""Words that refer to the subject of their clause."""
_OWNED: Final = lemma_set(
    "way best worst turn mind breath job homework part duty time place respect hand foot eye head arm leg"
)
"""Nouns whose possessor must be the subject: everyone did their best."""
_ANYBODY: Final = lemma_set("everyone everybody anyone anybody someone somebody each every nobody")
_EXCLAIMED: Final = lemma_set("god goodness gosh word opinion honor majesty lord")


def name(reading: Reading) -> Iterator[Change]:
    """Yield names of persons, cities, countries and organisations replaced by others of the same kind."""
    for entity in reading.entities:
        words = range(entity.start, entity.end)
        near = {place for place in (entity.start - 1, entity.end) if 0 <= place < len(reading)}
        if any(reading.upos[word] != "PROPN" for word in words) or is_joined(reading, entity.end - 1):
            continue
        is_inside = any(reading.upos[place] in {"PROPN", "NUM"} for place in near)  # Munich 1860
        is_inside = is_inside or is_joined(reading, entity.start)
        last = reading.tokens[entity.end - 1]
        is_inside = is_inside or (len(words) > 1 and reading.tokens[entity.start].text.isupper())  # RIA Novosti
        is_repeated = sum(token.text == last.text for token in reading.tokens) > 1
        if is_inside or is_repeated or not last.text.isalpha() or not last.text.istitle():
            continue
        below = {reading.labels[child] for child in reading.children[entity.end - 1]}
        modified = reading.labels[entity.end - 1] in {"compound", "flat"} or not below.isdisjoint(
            {"det", "amod", "flat"}
        )
        if entity.kind != EntityKind.PERSON and (len(words) > 1 or modified):
            continue
        is_apart = reading.labels[entity.end - 1] in {"conj", "appos", "dep", "list"}  # China News Service, Yinchuan
        if entity.kind == EntityKind.PERSON and is_apart and len(words) == 1:
            continue
        here = {token.text for token in reading.tokens}
        if _is_another_kind(reading, entity) or _is_common(last.text.lower(), entity.kind):
            continue
        is_placed = not marks(reading, entity.end - 1).isdisjoint({"in", "near", "from"})
        names = [name for name in _names_like(entity, last.text, is_placed=is_placed) if name not in here]
        if names:
            yield Change("name.changed", (Edit(entity.end - 1, entity.end, names[len(reading) % len(names)]),))


def _is_common(text: str, kind: EntityKind) -> bool:
    """Return whether a word is a common noun, as in names that are terms: the Monetary Union, the President."""
    lexicon = wordnet()
    first = next((lexicon.members(synset) for synset in lexicon.synsets(text, "n")), ())
    is_common = any(lexicon.lemma(sense) == text for sense in first)
    return is_common and (kind != EntityKind.PERSON or noun_class(text) == "person")


def _is_another_kind(reading: Reading, entity: Entity) -> bool:
    """Return whether an entity may be other than its label says: a club, a medium, a film with "its"; de Havilland."""
    last = entity.end - 1
    places = {each.start for each in reading.entities if each.kind == EntityKind.LOCATION}
    if entity.kind == EntityKind.LOCATION and reading.lemmas[last + 1 : last + 2] == (",",) and last + 2 in places:
        return True  # Nanjing, Jiangsu
    if entity.kind == EntityKind.PERSON:
        follows = last > 0 and reading.lemmas[last - 1].lower() in _PARTICLES
        return follows or "its" in {token.text for token in reading.tokens}
    is_organisation = entity.kind == EntityKind.ORGANISATION
    return is_organisation and not (_SPORT.isdisjoint(reading.lemmas) and _MEDIA.isdisjoint(marks(reading, last)))


_SPORT: Final = lemma_set(
    "match game club team league coach player goal final season win lose beat play striker score champion cup transfer"
)
"""Words beside organisations that are clubs, as the names that are put in are not."""
_PARTICLES: Final = lemma_set("de von van der di du la le al bin ibn")
"""Before family names of which they are a part."""
_MEDIA: Final = lemma_set("on via in at")
"""Before organisations that are media or places, as others are not: on Twitter."""


def _names_like(entity: Entity, text: str, *, is_placed: bool) -> tuple[str, ...]:
    """Return names of the same kind; none for places that are neither cities nor countries."""
    if entity.kind == EntityKind.PERSON:
        return _PERSONS
    if entity.kind == EntityKind.ORGANISATION:
        return _ORGANISATIONS
    if entity.kind != EntityKind.LOCATION:
        return ()
    lexicon = wordnet()
    senses = lexicon.synsets(text.lower(), "n")[:1]
    above = {lexicon.lemma(lexicon.members(up)[0]) for sense in senses for up in lexicon.above(sense)}
    return _COUNTRIES if "country" in above else _CITIES if "city" in above or (is_placed and not senses) else ()


def pronoun(reading: Reading) -> Iterator[Change]:
    """Yield pronouns of another person, gender or number."""
    texts = [token.text.lower() for token in reading.tokens]
    here = set(texts)
    if not REFLEXIVE.isdisjoint(here):
        return
    for word, token in enumerate(reading.tokens):
        other = _PRONOUNS.get((token.text.lower(), token.xpos)) if token.text != "US" else None
        if other is None or any(other in group and not group.isdisjoint(here) for group in PRONOUN_GROUPS):
            continue
        if any(token.text.lower() in gender and sum(map(texts.count, gender)) > 1 for gender in _GENDERS):
            continue
        head = reading.heads[word]
        before = reading.lemmas[word - 1] if word else ""
        if before == "let" or (head != ROOT and reading.lemmas[head] in {"let", *_EXCLAIMED}) or "thank" in before:
            continue
        is_theirs = token.text.lower() in {"they", "them", "their"} and not _ANYBODY.isdisjoint(reading.lemmas)
        is_owned = token.xpos == "PRP$" and (reading.lemmas[head] in _OWNED or texts.count(token.text.lower()) > 1)
        linked = next((group for group in _LINKED if token.text.lower() in group), frozenset())
        is_linked = sum(map(texts.count, linked)) > 1
        if is_theirs or is_owned or is_linked or (token.text.lower() in _LINKED[0] and _follows_things(reading, word)):
            continue
        yield replaced("pronoun.changed", word, other.capitalize() if token.text.istitle() else other)


_LINKED: Final = (
    lemma_set("they them their theirs"),
    lemma_set("we us our ours"),
    lemma_set("i me my mine we us our ours"),
    lemma_set("you your yours"),
)
"""Pronouns that refer to the same, so that none is exchanged alone."""


def _follows_things(reading: Reading, word: int) -> bool:
    """Return whether "they" may refer to things or animals that are named before it."""
    classes = {class_of(reading, noun) for noun in range(word) if reading.tokens[noun].xpos == "NNS"}
    return not classes <= {"person", "group"}


_ANAPHORS: Final = lemma_set("it they them its their which who that those these")
"""Words that may refer to a noun and show its number."""
_SET: Final = lemma_set(
    "wheel ball bar person door phone system report call medium curtain bag jean pant trouser glass tight short wife "
    "husband"
)
_GENERIC: Final = lemma_set("as like for than that from into per")
"""Before nouns whose number makes no difference: as a teacher."""
_EPISODIC: Final = frozenset({"VBD", "VBN", "VBG"})
"""Forms of verbs of single events; one user stands for all users in "it assists a user"."""
_PERSONAL: Final = lemma_set("he him his she her")
_RARE: Final = 18.0
"""Smallest surprisal in bits of forms that may not exist."""
_COUNTED: Final = frozenset({"person", "thing", "animal"})


def grammatical_number(reading: Reading) -> Iterator[Change]:
    """Yield nouns in the singular for the plural, and the reverse, where nothing else agrees with them."""
    yield from _counted_anew(reading)
    if not _EACH.isdisjoint(reading.lemmas) or reading.tokens[-1].upos != "PUNCT":
        return
    for word, token in enumerate(reading.tokens):
        if (
            reading.lemmas[word] in {"father", "mother", "youth", *_SET}
            or reading.lemmas.count(reading.lemmas[word]) > 1
            or is_joined(reading, word)
            or not (_ANAPHORS | _PERSONAL).isdisjoint(reading.lemmas[word:])
            or token.text != token.text.lower()
            or is_capitalised_lemma(token.text, "n")
            or any(reading.upos[below] == "PROPN" for below in reading.below(word) if below > word)
            or any(reading.tokens[below].text[:1].isdigit() for below in reading.below(word))
            or not _is_counted(reading, word)
            or _is_called_otherwise(reading, word)
            or not _has_no_agreement(reading, word)
        ):
            continue
        below = [reading.lemmas[child] for child in labelled(reading, word, "det", "det:predet", "nmod:poss", "amod")]
        owners = labelled(reading, word, "nmod:poss")
        definite = "the" in below or any(reading.upos[owner] == "PRON" for owner in owners)
        others = labelled(reading, word, "nummod", "conj", "acl", "acl:relcl", "appos", "case", "nmod", "compound")
        if (
            not definite
            or others
            or _before_adjectives(reading, word) not in (*labelled(reading, word, "det"), *owners)
            or reading.upos[word + 1 : word + 2] == ("PROPN",)
            or reading.labels[word] == "conj"
            or not _QUANTIFYING.isdisjoint(below)
        ):
            continue
        form = plural(reading.lemmas[word])
        if form is None or surprisal(form) > _RARE or surprisal(reading.lemmas[word]) > _RARE:
            continue
        if token.xpos == "NN" and token.text.lower() == reading.lemmas[word] and "your" not in below:
            yield replaced("plural.changed", word, form)
        elif token.xpos == "NNS" and form == token.text.lower() and not owners:  # our readers
            yield replaced("plural.changed", word, reading.lemmas[word])


def _is_called_otherwise(reading: Reading, word: int) -> bool:
    """Return whether another noun of the text may refer to the same: the car, the vehicle; the site, the website."""
    lemma, known = reading.lemmas[word], paraphrases_of(reading.lemmas[word])
    others = {other for other, upos in zip(reading.lemmas, reading.upos, strict=True) if upos == "NOUN"} - {lemma}
    return not known.isdisjoint(others) or any(are_related(lemma, other) for other in others)


def _counted_anew(reading: Reading) -> Iterator[Change]:
    """Yield objects with an indefinite article in the plural, and bare plural ones as one."""
    for word, token in enumerate(reading.tokens):
        form, lemma, before = plural(reading.lemmas[word]), reading.lemmas[word], _before_adjectives(reading, word)
        if form is None or before is None or not _is_counted_alone(reading, word, form):
            continue
        adjectives = "".join(f"{each.text} " for each in reading.tokens[before + 1 : word])
        if reading.tokens[reading.heads[word]].xpos not in _EPISODIC:
            continue
        if (
            token.xpos == "NN"
            and reading.lemmas[before] == "a"
            and reading.tokens[reading.heads[word]].xpos == "VBD"
            and reading.lemmas[before - 1] not in {"such", "what"}
        ):
            yield Change("plural.changed", (Edit(before, word + 1, adjectives + form),))
        elif token.xpos == "NNS" and token.text == form and _is_object_of_event(reading, word, before):
            text = f"{article(adjectives or lemma)} {adjectives}{lemma}"
            yield Change("plural.changed", (Edit(before + 1, word + 1, text),))


def _is_object_of_event(reading: Reading, word: int, before: int) -> bool:
    """Return whether a noun follows a verb in the past tense as its object."""
    head = reading.heads[word]
    return reading.labels[word] == "obj" and before == head and reading.tokens[head].xpos == "VBD"


def _before_adjectives(reading: Reading, word: int) -> int | None:
    """Return the word before a noun and its adjectives; None at the beginning, and if other words are between."""
    before = word - 1 - len(labelled(reading, word, "amod"))
    return before if before >= 0 and set(reading.upos[before + 1 : word]) <= {"ADJ"} else None


def _is_counted_alone(reading: Reading, word: int, form: str) -> bool:
    """Return whether a noun is a counted object or adjunct that only adjectives and an article modify."""
    below = {reading.labels[child] for child in reading.children[word]} <= {"amod", "det", "case", "punct"}
    below = below and _QUANTIFYING.isdisjoint(reading.lemmas[child] for child in labelled(reading, word, "amod", "det"))
    is_plain = reading.tokens[word].text.islower() and not is_joined(reading, word)
    is_usual = max(surprisal(form), surprisal(reading.lemmas[word])) <= _RARE
    is_part = (_ANAPHORS | _PERSONAL).isdisjoint(reading.lemmas[word:]) and reading.labels[word] in {"obj", "obl"}
    is_part = is_part and marks(reading, word).isdisjoint(_GENERIC)
    head = reading.heads[word]
    is_part = is_part and reading.tokens[min(word + 1, len(reading) - 1)].text != ","
    is_part = is_part and reading.lemmas[head] not in {"wear", "use", "resemble"} and reading.tokens[head].xpos != "VB"
    fits = _is_counted(reading, word) and reading.lemmas[word] not in _SET
    return below and is_plain and is_usual and is_part and fits


def _is_counted(reading: Reading, word: int) -> bool:
    """Return whether a noun mostly names persons, animals or things that are counted: no structures."""
    return class_of(reading, word) in _COUNTED and is_main_class(reading.lemmas[word])


_LEAVING: Final = lemma_set("leave enter reach cross exit")
"""Verbs whose objects are places, which are one for each: she left the house."""


def _has_no_agreement(reading: Reading, word: int) -> bool:
    """Return whether a noun is an object, or the subject of a verb that shows no number."""
    if reading.labels[word] == "obj":
        return reading.tokens[reading.heads[word]].lemma not in _LEAVING
    subjects = [clause for clause in clauses(reading) if clause.subject == word]
    if not subjects:
        return False
    first = subjects[0].auxiliaries[0] if subjects[0].auxiliaries else subjects[0].verb
    if labelled(reading, subjects[0].verb, "conj") or reading.lemmas[subjects[0].verb] in _OF_SEVERAL:
        return False
    shows = reading.tokens[first].xpos in {"VBZ", "VBP", "MD"} or reading.lemmas[first] == "be"
    return not shows and not labelled(reading, subjects[0].verb, "cop", "xcomp")


_OF_SEVERAL: Final = lemma_set(
    "include meet reconvene convene gather assemble disband disperse unite separate divorce agree"
)
"""Verbs of several persons or things."""
_EACH: Final = lemma_set("each every")
"""Beside them, singular and plural may say the same: push the buttons for every floor."""
_QUANTIFYING: Final = lemma_set(
    "all many few several limited most both these those various same other different next own each every entire whole "
    "single"
)
"""Determiners and adjectives that go together with one number, or that say how many."""
