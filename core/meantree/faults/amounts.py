"""Faults in numbers, dates, quantifiers and degrees of comparison."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from meantree.entailment.clauses import labelled, marks
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import CONTENT, Reading, lemma_set
from meantree.faults.contexts import class_of, is_joined
from meantree.faults.edits import Change, Edit, replaced, word_list
from meantree.lexicon.wordnet import wordnet

_NUMERALS: Final = word_list("two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty")
_MONTHS: Final = word_list("January February March April May June July August September October November December")
_DAYS: Final = word_list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
FRACTIONS: Final = lemma_set("half third quarter fourth fifth tenth hundred thousand million billion")
"""Nouns that make one number with the numeral before them: two thirds."""
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
_ARGUMENTS: Final = frozenset({"nsubj", "nsubj:pass", "obj"})
_COMPARED: Final = frozenset({"JJR", "JJS", "RBR", "RBS"})
_NOT_COMPARED: Final = lemma_set(
    "late early further upper low high old young new good sure more less most least fewer much many little few"
)
"""Lemmas of comparatives and superlatives that are names or not compared: higher education, the latest news."""
_SUPERLATIVE_HEADS: Final = lemma_set("friend wish regards way man time thing practice case half job")
_DIGITS: Final = re.compile(r"\d+")


def number(reading: Reading) -> Iterator[Change]:
    """Yield numbers, years, days and months with another value."""
    here = {token.text for token in reading.tokens}
    for word, token in enumerate(reading.tokens):
        text, following = token.text, reading.lemmas[min(word + 1, len(reading) - 1)]
        near = {*reading.upos[max(word - 2, 0) : word], *reading.upos[word + 1 : word + 3]}  # 3 to 4 times
        if "NUM" in near or following in FRACTIONS:
            continue
        if text.lower() in _NUMERALS and token.upos == "NUM":
            other = _NUMERALS[(_NUMERALS.index(text.lower()) + 3) % len(_NUMERALS)]
            if other not in here:
                yield replaced("number.changed", word, other)
        elif word + 1 < len(reading) and reading.upos[word + 1] == "PROPN" and text in _DAYS:
            continue  # the Sunday Times
        elif text in _DAYS or (text in _MONTHS and token.upos == "PROPN"):
            names = _DAYS if text in _DAYS else _MONTHS
            yield replaced("number.changed", word, names[(names.index(text) + 2) % len(names)])
        elif (match := _DIGITS.search(text)) and token.upos == "NUM" and text[-1].isdigit() and "/" not in text:
            if reading.tokens[word - 1].text == "[":  # a reference
                continue
            followed = word + 1 < len(reading) and reading.tokens[word + 1].text in {".", ")"}
            counts = reading.labels[word] == "nummod" and reading.heads[word] > word
            is_limited = len(match[0]) > 2 and not _LIMITED.isdisjoint(reading.lemmas[max(word - 2, 0) : word + 3])
            other = _other(match[0], may_be_year=not counts or is_limited)
            is_hour = following in {"am", "pm", "a.m.", "p.m."}
            new = text[: match.start()] + other + text[match.end() :]
            if text != "1" and new not in here and not (followed and word == 0) and not (is_hour and int(other) > 12):
                yield replaced("number.changed", word, new)


def exchanged_numbers(reading: Reading) -> Iterator[Change]:
    """Yield two coordinated things whose numbers are exchanged: 2 cars and 3 trucks, 3 cars and 2 trucks."""
    for word, label in enumerate(reading.labels):
        pair = [labelled(reading, noun, "nummod") for noun in (reading.heads[word], word) if label == "conj"]
        if [len(each) for each in pair] != [1, 1] or reading.lemmas[word] == reading.lemmas[reading.heads[word]]:
            continue
        first, second = pair[0][0], pair[1][0]
        texts = [reading.tokens[each].text for each in (first, second)]
        are_counts = all(text.lower() in _NUMERALS or (text.isdigit() and text != "1") for text in texts)
        if are_counts and len(set(texts)) == 2 and first < second and not is_joined(reading, first):
            yield Change("number.changed", (Edit(first, first + 1, texts[1]), Edit(second, second + 1, texts[0])))


_UNITS: Final = dict(
    pair.split("/")
    for pair in word_list(
        "minute/hours hour/minutes day/weeks week/days month/weeks year/months decade/years kilometre/miles "
        "kilometer/miles km/miles mile/kilometres foot/metres kg/pounds kilo/pounds pound/kilos tonne/kilos ton/kilos "
        "litre/gallons liter/gallons hectare/acres acre/hectares"
    )
)
"""Units of amounts, and others that somebody could take for them."""


def unit(reading: Reading) -> Iterator[Change]:
    """Yield amounts with another unit: three weeks, three days; 10 miles, 10 kilometres."""
    for word in range(1, len(reading) - 1):
        other, amount = _UNITS.get(reading.lemmas[word]), reading.tokens[word - 1].text
        if other is None or other in reading.lemmas or reading.upos[word] != "NOUN":
            continue
        is_one = reading.heads[word - 1] == word and not {"to", "-", "–"}.intersection(reading.lemmas[word - 3 : word])
        is_small = amount in _NUMERALS or (amount.isdigit() and 1 < int(amount) < 60)
        follows = reading.tokens[word + 1].text
        if is_one and is_small and reading.upos[word + 1] not in CONTENT and not follows.startswith(("/", "per")):
            yield replaced("number.changed", word, other)


_LIMITED: Final = lemma_set("age aged old year-old year percent % degree")
"""Words beside numbers that are seldom above a hundred."""


def _other(digits: str, *, may_be_year: bool) -> str:
    """Return another number of the same length: a possible day or hour if it is one, a near year if it may be one."""
    if len(digits) < 3 and 0 < int(digits) < 32:
        other = int(digits) + 3 if int(digits) <= 12 else int(digits) - 3
        return str(other).zfill(len(digits))
    place = len(digits) - 1 if len(digits) in {3, 4} and may_be_year else 0
    digit = int(digits[place])
    return f"{digits[:place]}{digit + 2 if digit < 8 else digit - 3}{digits[place + 1 :]}"


_NOT_BEFORE: Final = frozenset({"DET", "ADV", "ADJ", "PRON", "NUM", "NOUN"})
"""Parts of speech before a quantifier that belong to it, or replace it: so many."""
_NOT_FEW: Final = lemma_set("also too even well still but including")


_NOT_QUANTIFYING: Final = lemma_set("not n't n’t at ? although though while whereas despite")
"""Words of a negation or a contrast that a quantifier belongs to."""


def quantifier(reading: Reading) -> Iterator[Change]:
    """Yield quantifiers that say more or less."""
    if "mean" in reading.lemmas or not _NOT_QUANTIFYING.isdisjoint(reading.lemmas):
        return
    yield from _bounds(reading)
    for word, token in enumerate(reading.tokens[:-1]):
        text, head = token.text if word else token.text.lower(), reading.heads[word]
        if text not in _QUANTIFIERS or head <= word or reading.labels[word] not in {"det", "amod", "det:predet"}:
            continue
        before, after = reading.upos[word - 1] if word else "", reading.upos[word + 1]
        number = {"NN"} if text == "every" else {"NNS", "NNPS"}
        if (
            reading.tokens[head].xpos not in number
            or reading.lemmas[head] in _NOT_QUANTIFIED | FRACTIONS
            or after in {"NUM", "PUNCT"}
            or reading.tokens[word + 1].xpos == "JJR"  # many more readers
            or (text == "every" and reading.lemmas[word + 1] == "other")  # every other row
        ):
            continue
        if before in _NOT_BEFORE or (word and reading.lemmas[word - 1] in {"of", "as", ",", "how"}):
            continue
        if reading.labels[word] == "det:predet":
            if text == "all":
                yield replaced("quantifier.changed", word, "some of")
            continue
        if text == "all" and reading.labels[head] not in _ARGUMENTS and class_of(reading, head) is None:
            continue  # for all ages
        is_subject = reading.labels[head].startswith("nsubj") and reading.lemmas[word - 1] not in {"be", "than"}
        can_be_few = is_subject and _NOT_FEW.isdisjoint(reading.lemmas)  # not: here are few, longer than few
        others = (other for other in _QUANTIFIERS[text] if other != "few" or can_be_few)
        others = (other for other in others if other != "most" or after != "ADJ")  # most important
        others = (other for other in others if other not in reading.lemmas)
        yield from (replaced("quantifier.changed", word, other) for other in others)


def _bounds(reading: Reading) -> Iterator[Change]:
    """Yield shares and bounds that say more or less: some of the books, a lot of books, more than 20 books."""
    first = reading.tokens[0].text.lower()
    texts_of = ["", first, *(token.text for token in reading.tokens[1:])]
    for word in range(len(reading) - 3):
        texts = texts_of[word : word + 4]
        is_number = reading.upos[word + 2] == "NUM" and reading.tokens[word + 2].text[:1].isdigit()
        if texts[1:3] == ["more", "than"] and is_number and texts[0] != "the":
            yield replaced("quantifier.changed", word, "less")
        elif texts[1:3] == ["less", "than"] and is_number:
            yield replaced("quantifier.changed", word, "more")
        elif (
            texts[:3] == ["a", "lot", "of"]
            and reading.tokens[word + 2].xpos == "NNS"
            and reading.labels[word] in {"nsubj", "obj"}
            and "be" not in reading.lemmas[max(word - 2, 0) : word]  # here are a lot of books
            and _NOT_FEW.isdisjoint(reading.lemmas)
        ):
            yield Change("quantifier.changed", (Edit(word - 1, word + 2, "few"),))
        elif (
            texts[2] == "of"
            and texts[3] in _DEFINITE
            and texts[0] not in _DEFINITE | {"than"}
            and (not word or reading.upos[word - 1] != "ADV")  # almost all of
            and _are_many(reading, word)
        ):
            can_be_few = reading.labels[word].startswith("nsubj")  # not: we must see few of them
            others = (other for other in _SHARES.get(texts[1], ()) if other != "few" or can_be_few)
            yield from (replaced("quantifier.changed", word, other) for other in others)


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


_BEFORE_MORE: Final = lemma_set("the no and or more even still much far ever yet all")
"""Words that belong to a comparison upwards, or are part of a set phrase with it: the more, even more."""


def degree(reading: Reading) -> Iterator[Change]:
    """Yield comparatives and superlatives in another degree, and reversed comparisons."""
    if ":" in reading.lemmas:  # what follows may explain the degree
        return
    compared = [token for token in reading.tokens if token.xpos in _COMPARED]
    for word, token in enumerate(reading.tokens[:-1]):
        if len(compared) > (token.xpos in _COMPARED):  # a smaller one beside a larger one
            continue
        head = reading.heads[word]
        if is_joined(reading, word) or token.text != token.text.lower():
            continue
        if token.text in _STRONG and head == word + 1 and reading.upos[head] == "ADJ" and not negators(reading):
            yield from _weakened(reading, word)
        if reading.labels[word] == "advmod" and head == word + 1 and reading.upos[head] in {"ADJ", "ADV"}:
            yield from _with_other_adverb(reading, word)
        elif reading.labels[word] == "amod" and head == word + 1 and token.xpos in _REGRADED:
            yield from _REGRADED[token.xpos](reading, word)
        elif token.xpos == "JJR" and reading.lemmas[max(word - 1, 0)] == "be" and reading.lemmas[word + 1] == "than":
            yield from _equalled(reading, word)


_STRONG: Final = lemma_set("very extremely incredibly extraordinarily")
"""Adverbs of a high degree."""


def _weakened(reading: Reading, word: int) -> Iterator[Change]:
    """Yield "fairly" for an adverb of a high degree before an adjective that has no extreme meaning."""
    before = reading.lemmas[word - 1] if word else ""
    is_set = before in {"so", "not", ","} or (before in {"a", "an"} and reading.lemmas[word - 2] == "such")
    if not is_set:
        yield replaced("degree.changed", word, "fairly")


def _with_other_adverb(reading: Reading, word: int) -> Iterator[Change]:
    """Yield "less" for "more" and the reverse before an adjective or adverb, and less than "most"."""
    text, before = reading.tokens[word].text, reading.lemmas[word - 1] if word else ""
    is_set = reading.lemmas[word + 1 : word + 4] == ("often", "than", "not")
    is_set = is_set or before in _BEFORE_MORE or _is_short_form(reading, word) or bool(negators(reading))
    if text in {"more", "less"} and not is_set:
        yield replaced("degree.changed", word, "less" if text == "more" else "more")
    elif text == "most" and before == "the":
        is_one = reading.lemmas[max(word - 3, 0) : word] == ("one", "of", "the")
        yield replaced("degree.changed", word, "more" if is_one else "least")


def _is_short_form(reading: Reading, word: int) -> bool:
    """Return whether "more" would precede a short adjective, or belongs to a number: less good, six more new ships."""
    is_counted = word > 0 and reading.upos[word - 1] == "NUM"
    return is_counted or (reading.tokens[word].text == "less" and len(reading.tokens[word + 1].text) < _SHORT)


_SHORT: Final = 6
"""Letters from which adjectives are compared with "more"."""


def _raised(reading: Reading, word: int) -> Iterator[Change]:
    """Yield the comparative of an adjective that alone precedes an object or predicate, and can be compared.

    Beside a place it is the superlative: the largest city in the country.
    """
    text, head = reading.tokens[word].text, reading.heads[word]
    before = reading.tokens[word - 1].text.lower() if word else ""
    is_alone = len(labelled(reading, head, "amod", "compound", "nummod")) == 1 and not reading.children[word]
    is_alone = is_alone and not labelled(reading, head, "conj") and reading.tokens[head].xpos == "NN"
    is_claimed = (reading.labels[head] == "obj" or bool(labelled(reading, head, "cop"))) and not negators(reading)
    if not is_alone or not is_claimed or reading.lemmas[head] in _AMOUNTS:
        return
    superlative = _SUPERLATIVES.get(text) or (f"most {text}" if text in _GRADABLE else "")
    earlier = reading.lemmas[word - 2] if word > 1 else ""
    if superlative and before in {"a", "an"} and earlier not in _BEFORE_POSITIVES:
        comparative = f"more {text}" if superlative.startswith("most ") else superlative.removesuffix("st") + "r"
        placed = (each for each in labelled(reading, head, "nmod") if marks(reading, each) == {"in"})
        is_placed = any(entity.start <= each < entity.end for each in placed for entity in reading.entities)
        text = f"the {superlative}" if is_placed else f"a {comparative}"
        yield Change("degree.changed", (Edit(word - 1, word + 1, text),))


_BEFORE_POSITIVES: Final = lemma_set("only just quite rather such what merely still of as")
"""Words before "a" and an adjective that is not compared: only a small part."""
_AMOUNTS: Final = lemma_set(
    "number amount variety range part way time term extent scale deal share proportion group sense feeling look "
    "victory win defeat impression lead"
)
_SUPERLATIVES: Final = {
    **dict(pair.split("/") for pair in word_list("big/biggest heavy/heaviest large/largest wide/widest")),
    **{word: f"{word}est" for word in word_list("cheap clear deep fast long rich short slow small strong tall weak")},
}
_GRADABLE: Final = lemma_set(
    "accurate active advanced attractive beautiful careful comfortable complex convenient creative dangerous "
    "detailed difficult effective efficient expensive extensive flexible important impressive intense interesting "
    "open peaceful popular powerful precise realistic reliable secure serious severe stable successful useful"
)
"""Adjectives with "most" that are compared in most contexts."""


def _made_plain(reading: Reading, word: int) -> Iterator[Change]:
    """Yield a comparative that is compared with nothing as a plain adjective: a larger house, a large house."""
    text, before = reading.tokens[word].text, reading.lemmas[word - 1] if word else ""
    lemma = reading.lemmas[word]
    lemma = (text, *wordnet().base_forms(text, "a"))[-1] if lemma == text else lemma  # analysers keep some: larger
    is_level = lemma not in {"low", "high"} or reading.lemmas[word + 1] in _LEVELS
    is_plain = lemma not in {text, *_IRREGULAR} and (lemma in {"low", "high"} or lemma not in _NOT_COMPARED)
    is_alone = (
        _SUPERLATIVES.keys().isdisjoint(reading.lemmas)
        and "than" not in reading.lemmas
        and before not in _BEFORE_MORE
        and not reading.children[word]
    )
    if is_level and is_plain and is_alone and not negators(reading):
        yield replaced("degree.changed", word, lemma)


_LEVELS: Final = lemma_set(
    "price rate cost level tax temperature wage demand risk salary standard share income speed number pressure quality "
    "requirement expectation unemployment interest profit revenue"
)
"""Nouns of what is high or low, so that a higher one is no fixed term."""


def _equalled(reading: Reading, word: int) -> Iterator[Change]:
    """Yield what is larger than something as what is as large as it."""
    text, lemma = reading.tokens[word].text, reading.lemmas[word]
    is_number = "NUM" in reading.upos[word + 2 : word + 5]
    if not negators(reading) and not is_number and lemma not in {text, *_IRREGULAR}:
        yield Change("degree.changed", (Edit(word, word + 2, f"as {lemma} as"),))


_IRREGULAR: Final = lemma_set("more less much many little few")
"""Lemmas of comparatives that no "as" precedes: as more as."""


def _lowered(reading: Reading, word: int) -> Iterator[Change]:
    """Yield a superlative as a comparative, or as a plain adjective: one of the largest cities."""
    token, head, lemma = reading.tokens[word], reading.heads[word], reading.lemmas[word]
    if lemma in _NOT_COMPARED or reading.children[word] or lemma == token.text or head != word + 1:
        return
    if negators(reading) or reading.lemmas[head] in _SUPERLATIVE_HEADS or not word or reading.lemmas[word - 1] != "the":
        return
    is_one_of_them = reading.lemmas[max(word - 3, 0) : word] == ("one", "of", "the")
    ends = head + 1 == len(reading) or reading.upos[head + 1] in {"PUNCT", "AUX", "VERB"}
    if is_one_of_them and token.text[:3] == lemma[:3] and not labelled(reading, head, "acl:relcl", "acl"):
        yield replaced("degree.changed", word, lemma)
    elif token.text.endswith("est") and token.text[:3] == lemma[:3] and reading.tokens[head].xpos == "NN" and ends:
        yield replaced("degree.changed", word, token.text[:-2] + "r")


_REGRADED: Final[Mapping[str, Callable[[Reading, int], Iterator[Change]]]] = {
    "JJ": _raised,
    "JJR": _made_plain,
    "JJS": _lowered,
}
"""What is done to an adjective before its noun, by its tag."""
