"""Faults in numbers, dates, names, quantifiers, degrees, pronouns, singular and plural."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import labelled, marks
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.contexts import class_of, clauses, is_joined
from meantree.faults.edits import Change, Edit, replaced, word_list
from meantree.faults.inflection import article, plural
from meantree.lexicon.frequencies import surprisal
from meantree.lexicon.wordnet import wordnet

_NUMERALS: Final = word_list("two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty")
_MONTHS: Final = word_list("January February March April May June July August September October November December")
_DAYS: Final = word_list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
_PERSONS: Final = ("Miller", "Anderson", "Novak", "Schmidt", "Rossi")
_ORGANISATIONS: Final = ("Siemens", "Unicef", "Nestlé", "Interpol")
_COUNTRIES: Final = ("Portugal", "Kenya", "Chile", "Norway")
_CITIES: Final = ("Vienna", "Toronto", "Lisbon", "Helsinki")
_QUANTIFIERS: Final = {
    "all": ("some", "most"),
    "every": ("almost every",),
    "many": ("few",),
    "most": ("some", "few"),
    "some": ("few",),
    "several": ("few",),
    "few": ("many",),
}
_SHARES: Final = {
    "all": ("some", "most"),
    "most": ("some", "few", "all"),
    "some": ("all", "most"),
    "many": ("few", "all"),
    "half": ("most", "all"),
    "few": ("many", "most"),
}
_DEFINITE: Final = lemma_set("the these those his her their our its my your us them")
_NOT_QUANTIFIED: Final = lemma_set(
    "kind sort type day time way thing right mean cost year month week night hour minute second weekend morning "
    "evening other one single side part people case thank means intent"
)
"""Nouns of set phrases with quantifiers: all day, some people."""
_NOT_COMPARED: Final = lemma_set(
    "late early further upper low high old young sure more less most least fewer much many little few"
)
"""Lemmas of comparatives and superlatives that are names or not compared: higher education, the latest news."""
_SUPERLATIVE_HEADS: Final = lemma_set("friend wish regards way man time thing practice case half")
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
_GROUPS: Final = (
    lemma_set("i me my we us our ours"),
    lemma_set("they them their theirs"),
    lemma_set("he him his himself"),
)
"""Pronouns that can refer to the same; a pronoun is not exchanged for one of a group that is there already."""
_GENDERS: Final = (lemma_set("he him his"), lemma_set("she her hers"))
"""Pronouns that show the gender of one person; of several, none is exchanged alone."""
_REFLEXIVE: Final = lemma_set("myself yourself himself herself itself ourselves yourselves themselves oneself own")
_EXCLAIMED: Final = lemma_set("god goodness word opinion honor majesty lord")
_DIGITS: Final = re.compile(r"\d+")


def number(reading: Reading) -> Iterator[Change]:
    """Yield numbers, years, days and months with another value."""
    here = {token.text for token in reading.tokens}
    for word, token in enumerate(reading.tokens):
        text = token.text
        if text.lower() in _NUMERALS and token.upos == "NUM":
            place = _NUMERALS.index(text.lower())
            yield replaced("number.changed", word, _NUMERALS[(place + 3) % len(_NUMERALS)])
        elif word + 1 < len(reading) and reading.upos[word + 1] == "PROPN" and text in _DAYS:
            continue  # the Sunday Times
        elif text in _DAYS or (text in _MONTHS and token.upos == "PROPN"):
            names = _DAYS if text in _DAYS else _MONTHS
            yield replaced("number.changed", word, names[(names.index(text) + 2) % len(names)])
        elif (match := _DIGITS.search(text)) and token.upos == "NUM" and text[-1].isdigit() and "/" not in text:
            followed = word + 1 < len(reading) and reading.tokens[word + 1].text in {".", ")"}
            other = _other(match[0])
            is_hour = reading.lemmas[min(word + 1, len(reading) - 1)] in {"am", "pm", "a.m.", "p.m."}
            new = text[: match.start()] + other + text[match.end() :]
            if text != "1" and new not in here and not (followed and word == 0) and not (is_hour and int(other) > 12):
                yield replaced("number.changed", word, new)


def _other(digits: str) -> str:
    """Return another number of the same length: a possible day or hour if it is one, a near year if it may be one."""
    if len(digits) < 3 and 0 < int(digits) < 32:
        other = int(digits) + 3 if int(digits) <= 10 else int(digits) - 3
        return str(other).zfill(len(digits))
    place = 0 if len(digits) != 4 else 3
    digit = int(digits[place])
    return f"{digits[:place]}{digit + 2 if digit < 8 else digit - 3}{digits[place + 1 :]}"


def name(reading: Reading) -> Iterator[Change]:
    """Yield names of persons, cities, countries and organisations replaced by others of the same kind."""
    for entity in reading.entities:
        words = range(entity.start, entity.end)
        near = {place for place in (entity.start - 1, entity.end) if 0 <= place < len(reading)}
        if any(reading.upos[word] != "PROPN" for word in words) or is_joined(reading, entity.end - 1):
            continue
        is_inside = any(reading.upos[place] == "PROPN" for place in near) or is_joined(reading, entity.start)
        last = reading.tokens[entity.end - 1]
        is_repeated = sum(token.text == last.text for token in reading.tokens) > 1
        if is_inside or is_repeated or not last.text.isalpha() or last.text.isupper() or last.text.islower():
            continue
        below = {reading.labels[child] for child in reading.children[entity.end - 1]}
        modified = reading.labels[entity.end - 1] in {"compound", "flat"} or not below.isdisjoint(
            {"det", "amod", "flat"}
        )
        if entity.kind != EntityKind.PERSON and (len(words) > 1 or modified):
            continue
        if entity.kind == EntityKind.PERSON and reading.labels[entity.end - 1] == "conj" and len(words) == 1:
            continue
        here = {token.text for token in reading.tokens}
        is_placed = not marks(reading, entity.end - 1).isdisjoint({"in", "at", "near", "from"})
        names = [name for name in _names_like(entity, last.text, is_placed=is_placed) if name not in here]
        if names:
            yield Change("name.changed", (Edit(entity.end - 1, entity.end, names[len(reading) % len(names)]),))


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


_NOT_BEFORE: Final = frozenset({"DET", "ADV", "ADJ", "PRON", "NUM", "NOUN"})
"""Parts of speech before a quantifier that belong to it, or replace it: so many."""


def quantifier(reading: Reading) -> Iterator[Change]:
    """Yield quantifiers that say more or less."""
    if not {"not", "n't", "n’t", "at", "?"}.isdisjoint(reading.lemmas):
        return
    yield from _bounds(reading)
    for word, token in enumerate(reading.tokens[:-1]):
        text, head = token.text.lower(), reading.heads[word]
        if text not in _QUANTIFIERS or head <= word or reading.labels[word] not in {"det", "amod", "det:predet"}:
            continue
        before, after = reading.upos[word - 1] if word else "", reading.upos[word + 1]
        number = {"NN"} if text == "every" else {"NNS", "NNPS"}
        if (
            reading.tokens[head].xpos not in number
            or reading.lemmas[head] in _NOT_QUANTIFIED
            or after in {"NUM", "PUNCT"}
        ):
            continue
        if before in _NOT_BEFORE or (word and reading.lemmas[word - 1] in {"of", "as", ",", "how"}):
            continue
        if reading.labels[word] == "det:predet":
            if text == "all":
                yield replaced("quantifier.changed", word, "some of")
            continue
        is_subject = reading.labels[head].startswith("nsubj")
        is_object = text == "many" and reading.labels[head] == "obj"
        others = (other for other in _QUANTIFIERS[text] if other != "few" or is_subject or is_object)
        others = (other for other in others if other != "most" or after != "ADJ")  # most important
        yield from (replaced("quantifier.changed", word, other) for other in others)


def _bounds(reading: Reading) -> Iterator[Change]:
    """Yield shares and bounds that say more or less: some of the books, a lot of books, more than 20 books."""
    texts_of = ["", *(token.text.lower() for token in reading.tokens)]
    for word in range(len(reading) - 3):
        texts = texts_of[word : word + 4]
        is_number = reading.upos[word + 2] == "NUM" and reading.tokens[word + 2].text[:1].isdigit()
        if texts[1:3] == ["more", "than"] and is_number:
            yield replaced("quantifier.changed", word, "less")
        elif texts[1:3] == ["less", "than"] and is_number:
            yield replaced("quantifier.changed", word, "more")
        elif texts[:3] == ["a", "lot", "of"] and reading.tokens[word + 2].xpos == "NNS":
            yield Change("quantifier.changed", (Edit(word - 1, word + 2, "few"),))
        elif (
            texts[2] == "of"
            and texts[3] in _DEFINITE
            and texts[0] not in _DEFINITE | {"than"}
            and _are_many(reading, word)
        ):
            yield from (replaced("quantifier.changed", word, other) for other in _SHARES.get(texts[1], ()))


def _are_many(reading: Reading, word: int) -> bool:
    """Return whether a quantifier is one of several things."""
    nouns = labelled(reading, word, "nmod")
    is_definite = reading.tokens[word + 2].text.lower() in _DEFINITE
    return (
        is_definite
        and bool(nouns)
        and reading.tokens[nouns[0]].xpos == "NNS"
        and reading.lemmas[nouns[0]] not in _NOT_QUANTIFIED
    )


def degree(reading: Reading) -> Iterator[Change]:
    """Yield comparatives and superlatives in another degree, and reversed comparisons."""
    for word, token in enumerate(reading.tokens[:-1]):
        text, head = token.text, reading.heads[word]
        before, after = reading.lemmas[word - 1] if word else "", reading.lemmas[word + 1]
        is_set = reading.lemmas[word + 1 : word + 4] == ("often", "than", "not")
        if is_joined(reading, word) or text != text.lower():
            continue
        if reading.labels[word] == "advmod" and head == word + 1 and reading.upos[head] in {"ADJ", "ADV"}:
            if text in {"more", "less"} and before not in {"the", "no", "and", "or", "more"} and not is_set:
                yield replaced("degree.changed", word, "less" if text == "more" else "more")
            elif text == "most" and before == "the":
                yield replaced("degree.changed", word, "least")
        elif token.xpos == "JJ" and reading.labels[word] == "amod" and head == word + 1:
            yield from _raised(reading, word)
        elif token.xpos in {"JJR", "JJS"} and reading.labels[word] == "amod" and head > word:
            if reading.lemmas[word] in _NOT_COMPARED or reading.children[word] or after == "than" or before == "by":
                continue
            yield from _other_degrees(reading, word)


def _raised(reading: Reading, word: int) -> Iterator[Change]:
    """Yield the comparative of an adjective that alone precedes its noun and can be compared."""
    text, head = reading.tokens[word].text, reading.heads[word]
    before = reading.tokens[word - 1].text.lower() if word else ""
    is_alone = len(labelled(reading, head, "amod", "compound", "nummod")) == 1 and not reading.children[word]
    if not is_alone or reading.tokens[head].xpos not in {"NN", "NNS"} or reading.lemmas[head] in _AMOUNTS:
        return
    comparative = _COMPARATIVES.get(text) or (f"more {text}" if text in _GRADABLE else "")
    if comparative and before in {"a", "an"}:
        yield Change("degree.changed", (Edit(word - 1, word + 1, f"{article(comparative)} {comparative}"),))
    elif comparative and before in {"the", "their", "his", "her", "its"} and reading.labels[head] in {"obj", "nsubj"}:
        yield replaced("degree.changed", word, comparative)


_AMOUNTS: Final = lemma_set("number amount variety range part way time term extent scale deal share proportion")
_COMPARATIVES: Final = {
    "big": "bigger",
    "cheap": "cheaper",
    "clear": "clearer",
    "deep": "deeper",
    "fast": "faster",
    "heavy": "heavier",
    "large": "larger",
    "long": "longer",
    "rich": "richer",
    "short": "shorter",
    "slow": "slower",
    "small": "smaller",
    "strong": "stronger",
    "tall": "taller",
    "weak": "weaker",
    "wide": "wider",
}
_GRADABLE: Final = lemma_set(
    "accurate active advanced attractive beautiful careful comfortable complex convenient creative dangerous "
    "detailed difficult effective efficient expensive extensive flexible important impressive intense interesting "
    "open peaceful popular powerful precise realistic reliable secure serious severe stable successful useful"
)
"""Adjectives with "more" that are compared in most contexts."""


def _other_degrees(reading: Reading, word: int) -> Iterator[Change]:
    token, head, lemma = reading.tokens[word], reading.heads[word], reading.lemmas[word]
    if reading.lemmas[head] in _SUPERLATIVE_HEADS or lemma == token.text or head != word + 1:
        return
    before = reading.lemmas[word - 1] if word else ""
    if token.xpos == "JJR" and before not in {"much", "far", "even", "no", "any", "the", "and"}:
        fits = before not in {"a", "an"} or article(lemma) == reading.tokens[word - 1].text.lower()
        if fits and not any(reading.lemmas[place] == "than" for place in range(word, len(reading))):
            yield replaced("degree.changed", word, lemma)
    elif token.xpos == "JJS" and before == "the":
        is_one_of_them = reading.lemmas[max(word - 3, 0) : word] == ("one", "of", "the")
        ends = head + 1 == len(reading) or reading.upos[head + 1] in {"PUNCT", "AUX", "VERB"}
        if is_one_of_them and not labelled(reading, head, "acl:relcl", "acl"):
            yield replaced("degree.changed", word, lemma)
        elif token.text.endswith("est") and token.text[:3] == lemma[:3] and reading.tokens[head].xpos == "NN" and ends:
            yield replaced("degree.changed", word, token.text[:-2] + "r")


def pronoun(reading: Reading) -> Iterator[Change]:
    """Yield pronouns of another person, gender or number."""
    texts = [token.text.lower() for token in reading.tokens]
    here = set(texts)
    if not _REFLEXIVE.isdisjoint(here):
        return
    for word, token in enumerate(reading.tokens):
        other = _PRONOUNS.get((token.text.lower(), token.xpos)) if token.text != "US" else None
        if other is None or any(other in group and not group.isdisjoint(here) for group in _GROUPS):
            continue
        if any(token.text.lower() in gender and sum(map(texts.count, gender)) > 1 for gender in _GENDERS):
            continue
        head = reading.heads[word]
        before = reading.lemmas[word - 1] if word else ""
        if before == "let" or (head != ROOT and reading.lemmas[head] in {"let", *_EXCLAIMED}) or "thank" in before:
            continue
        yield replaced("pronoun.changed", word, other)


_ANAPHORS: Final = lemma_set("it they them its their which who that those these")
"""Words that may refer to a noun and show its number."""
_SET: Final = lemma_set("person door report call medium curtain")
_PERSONAL: Final = lemma_set("he him his she her")
_RARE: Final = 18.0
"""Smallest surprisal in bits of forms that may not exist."""
_COUNTED: Final = frozenset({"person", "thing", "animal"})


def grammatical_number(reading: Reading) -> Iterator[Change]:
    """Yield nouns in the singular for the plural, and the reverse, where nothing else agrees with them."""
    yield from _counted_anew(reading)
    if not _ANAPHORS.isdisjoint(reading.lemmas):
        return
    for word, token in enumerate(reading.tokens):
        if (
            reading.lemmas[word] in {"father", "mother", "youth", *_SET}
            or is_joined(reading, word)
            or not _PERSONAL.isdisjoint(reading.lemmas[word:])
            or token.text != token.text.lower()
            or class_of(reading, word) not in _COUNTED
            or not _has_no_agreement(reading, word)
        ):
            continue
        below = [reading.lemmas[child] for child in labelled(reading, word, "det", "det:predet", "nmod:poss", "amod")]
        definite = "the" in below or labelled(reading, word, "nmod:poss")
        others = labelled(reading, word, "nummod", "conj", "acl:relcl", "appos", "case")
        if (
            not definite
            or others
            or reading.upos[word + 1 : word + 2] == ("PROPN",)
            or reading.labels[word] == "conj"
            or not _QUANTIFYING.isdisjoint(below)
        ):
            continue
        form = plural(reading.lemmas[word])
        if form is None or surprisal(form) > _RARE or surprisal(reading.lemmas[word]) > _RARE:
            continue
        if token.xpos == "NN" and token.text.lower() == reading.lemmas[word]:
            yield replaced("plural.changed", word, form)
        elif token.xpos == "NNS" and form == token.text.lower():
            yield replaced("plural.changed", word, reading.lemmas[word])


def _counted_anew(reading: Reading) -> Iterator[Change]:
    """Yield objects with an indefinite article in the plural, and bare plural ones as one."""
    for word, token in enumerate(reading.tokens):
        form, lemma, before = plural(reading.lemmas[word]), reading.lemmas[word], _before_adjectives(reading, word)
        if form is None or before is None or not _is_counted_alone(reading, word, form):
            continue
        adjectives = "".join(f"{each.text} " for each in reading.tokens[before + 1 : word])
        if token.xpos == "NN" and reading.lemmas[before] == "a" and reading.lemmas[before - 1] not in {"such", "what"}:
            yield Change("plural.changed", (Edit(before, word + 1, adjectives + form),))
        elif token.xpos == "NNS" and token.text == form and reading.upos[before] in {"VERB", "ADP"}:
            text = f"{article(adjectives or lemma)} {adjectives}{lemma}"
            yield Change("plural.changed", (Edit(before + 1, word + 1, text),))


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
    is_part = is_part and marks(reading, word).isdisjoint({"as", "like", "for"})
    is_part = is_part and reading.lemmas[reading.heads[word]] not in {"wear", "use"}
    fits = class_of(reading, word) in _COUNTED and reading.lemmas[word] not in {
        "person",
        "door",
        "report",
        "call",
        "medium",
    }
    return below and is_plain and is_usual and is_part and fits


def _has_no_agreement(reading: Reading, word: int) -> bool:
    """Return whether a noun is an object, or the subject of a verb that shows no number."""
    if reading.labels[word] == "obj":
        return True
    subjects = [clause for clause in clauses(reading) if clause.subject == word]
    if not subjects:
        return False
    first = subjects[0].auxiliaries[0] if subjects[0].auxiliaries else subjects[0].verb
    if labelled(reading, subjects[0].verb, "conj"):
        return False
    shows = reading.tokens[first].xpos in {"VBZ", "VBP"} or reading.lemmas[first] == "be"
    return not shows and not labelled(reading, subjects[0].verb, "cop", "xcomp")


_QUANTIFYING: Final = lemma_set(
    "all many few several most both these those various same other different next own each every entire whole"
)
"""Determiners and adjectives that go together with one number, or that say how many."""
