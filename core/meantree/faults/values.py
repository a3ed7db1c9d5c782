"""Faults in numbers, dates, names, quantifiers, degrees, pronouns, singular and plural."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import labelled
from meantree.entailment.reading import Reading
from meantree.faults.edits import Change, Edit, replaced, word_list
from meantree.faults.inflection import plural

_NUMERALS: Final = word_list("two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty")
_MONTHS: Final = word_list("January February March April May June July August September October November December")
_DAYS: Final = word_list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
_NAMES: Final = {
    EntityKind.PERSON: ("Miller", "Anderson", "Novak", "Schmidt", "Rossi"),
    EntityKind.LOCATION: ("Portugal", "Vienna", "Kenya", "Toronto", "Chile"),
    EntityKind.ORGANISATION: ("Siemens", "Unicef", "Nestlé", "Interpol"),
}
_QUANTIFIERS: Final = {
    "all": ("some", "most"),
    "every": ("hardly any",),
    "many": ("few", "all"),
    "most": ("some", "few"),
    "some": ("all", "most"),
    "several": ("all", "most"),
    "few": ("many",),
    "both": ("neither of the",),
    "no": ("many",),
}
_PLURAL_ONLY: Final = frozenset({"some", "no"})
_IRREGULAR_DEGREES: Final = {"better": "best", "worse": "worst", "more": "most", "less": "least", "further": "furthest"}
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
    ("their", "PRP$"): "our",
    ("our", "PRP$"): "their",
    ("my", "PRP$"): "your",
    ("your", "PRP$"): "my",
    ("me", "PRP"): "you",
    ("himself", "PRP"): "herself",
}
_DIGITS: Final = re.compile(r"\d+")


def number(reading: Reading) -> Iterator[Change]:
    """Yield numbers, years, days and months with another value."""
    for word, token in enumerate(reading.tokens):
        text = token.text
        if text.lower() in _NUMERALS and token.upos == "NUM":
            place = _NUMERALS.index(text.lower())
            yield replaced("number.changed", word, _NUMERALS[(place + 3) % len(_NUMERALS)])
        elif text in _DAYS or (text in _MONTHS and token.upos == "PROPN"):
            names = _DAYS if text in _DAYS else _MONTHS
            yield replaced("number.changed", word, names[(names.index(text) + 2) % len(names)])
        elif (match := _DIGITS.search(text)) and token.upos == "NUM" and not text[-1].isalpha():
            yield replaced("number.changed", word, text[: match.start()] + _other(match[0]) + text[match.end() :])


def _other(digits: str) -> str:
    """Return another number of the same length: a possible day or hour if it is one, a near year if it may be one."""
    if len(digits) < 3 and 0 < int(digits) < 32:
        return str(int(digits) + 3 if int(digits) < 10 else int(digits) - 3).zfill(len(digits))
    place = 0 if len(digits) != 4 else 3
    digit = int(digits[place])
    other = digit + 2 if digit < 8 else digit - 3
    return digits[:place] + str(other) + digits[place + 1 :]


def name(reading: Reading) -> Iterator[Change]:
    """Yield names of persons, places and organisations replaced by others of the same kind."""
    for entity in reading.entities:
        if entity.kind not in _NAMES or any(
            token.upos != "PROPN" for token in reading.tokens[entity.start : entity.end]
        ):
            continue
        if entity.kind != EntityKind.PERSON and entity.end - entity.start > 1:
            continue
        here = {token.text for token in reading.tokens}
        names = [name for name in _NAMES[entity.kind] if name not in here]
        chosen = names[len(reading) % len(names)]
        yield Change("name.changed", (Edit(entity.end - 1, entity.end, chosen),))


def quantifier(reading: Reading) -> Iterator[Change]:
    """Yield quantifiers that say more or less."""
    for word, token in enumerate(reading.tokens):
        text, head = token.text.lower(), reading.heads[word]
        if text not in _QUANTIFIERS or head == ROOT or reading.labels[word] not in {"det", "amod", "det:predet"}:
            continue
        if text in _PLURAL_ONLY and reading.tokens[head].xpos not in {"NNS", "NNPS"}:
            continue
        before, after = reading.upos[word - 1] if word else "", reading.upos[word + 1 : word + 2]
        if "NUM" in after or before == "DET" or (reading.labels[word] == "amod" and before in {"ADV", "PRON", "ADJ"}):
            continue
        if reading.labels[word] == "det:predet" and text == "all":
            yield replaced("quantifier.changed", word, "some of")
            continue
        for other in _QUANTIFIERS[text]:
            kind = "negation.lost" if text == "no" else "quantifier.changed"
            yield replaced(kind, word, other)


def degree(reading: Reading) -> Iterator[Change]:
    """Yield comparatives as superlatives and the reverse, and reversed comparisons."""
    for word, token in enumerate(reading.tokens):
        text = token.text.lower()
        than = word + 1 < len(reading) and reading.lemmas[word + 1] == "than"
        if reading.labels[word] == "advmod" and text in {"more", "less"} and reading.heads[word] == word + 1:
            if reading.upos[word + 1] in {"ADJ", "ADV"}:
                yield replaced("degree.changed", word, "less" if text == "more" else "more")
        elif token.xpos in {"JJR", "JJS"} and token.upos == "ADJ" and reading.labels[word] == "amod" and not than:
            superlatives = dict(_IRREGULAR_DEGREES)
            if token.xpos == "JJR" and _has_the(reading, word):
                other = superlatives.get(text) or (text[:-2] + "est" if text.endswith("er") else "")
            else:
                backward = {high: low for low, high in superlatives.items()}
                other = backward.get(text) or (text[:-3] + "er" if text.endswith("est") else "")
                other = "" if text in {"most", "least"} else other
            if other:
                yield replaced("degree.changed", word, other)


def _has_the(reading: Reading, word: int) -> bool:
    return any(reading.lemmas[child] == "the" for child in labelled(reading, reading.heads[word], "det"))


def pronoun(reading: Reading) -> Iterator[Change]:
    """Yield pronouns of another person, gender or number."""
    for word, token in enumerate(reading.tokens):
        other = _PRONOUNS.get((token.text.lower(), token.xpos))
        if other is not None:
            yield replaced("pronoun.changed", word, other)


def grammatical_number(reading: Reading) -> Iterator[Change]:
    """Yield nouns in the singular for the plural, and the reverse, where nothing else agrees with them."""
    for word, token in enumerate(reading.tokens):
        if reading.labels[word] not in {"obj", "obl", "nmod"} or token.upos != "NOUN" or reading.heads[word] == ROOT:
            continue
        below = [reading.lemmas[child] for child in labelled(reading, word, "det", "nmod:poss", "nummod", "amod")]
        definite = "the" in below or labelled(reading, word, "nmod:poss")
        if not definite or labelled(reading, word, "nummod", "conj", "acl:relcl") or _quantified(below):
            continue
        form = plural(reading.lemmas[word])
        if token.xpos == "NN" and form is not None and token.text.lower() == reading.lemmas[word]:
            yield replaced("plural.changed", word, form)
        elif token.xpos == "NNS" and form == token.text.lower():
            yield replaced("plural.changed", word, reading.lemmas[word])


def _quantified(lemmas: list[str]) -> bool:
    return not {"all", "many", "few", "several", "most", "both", "these", "those", "various"}.isdisjoint(lemmas)
