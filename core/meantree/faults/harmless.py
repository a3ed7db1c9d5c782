"""Changes that keep the meaning: active and passive, contractions, moved adverbials, synonyms, digits and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import labelled, marks, predicates
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.amounts import FRACTIONS
from meantree.faults.contexts import (
    clauses,
    has_quotes,
    has_set_object,
    is_joined,
    is_plural,
    is_whole_sentence,
    needs_place,
)
from meantree.faults.edits import HARMLESS, Change, Edit, dependents, phrase, replaced, text_of, word_list
from meantree.faults.inflection import article, inflected_like, participle
from meantree.faults.word_pairs import SYNONYMS

_CONTRACTED: Final = {
    ("do", "not"): "don't",
    ("does", "not"): "doesn't",
    ("did", "not"): "didn't",
    ("is", "not"): "isn't",
    ("are", "not"): "aren't",
    ("was", "not"): "wasn't",
    ("were", "not"): "weren't",
    ("has", "not"): "hasn't",
    ("have", "not"): "haven't",
    ("will", "not"): "won't",
    ("would", "not"): "wouldn't",
    ("it", "is"): "it's",
    ("i", "am"): "I'm",
    ("he", "is"): "he's",
    ("we", "are"): "we're",
    ("they", "are"): "they're",
    ("i", "have"): "I've",
    ("we", "have"): "we've",
    ("do", "n't"): "do not",
    ("does", "n't"): "does not",
    ("did", "n't"): "did not",
    ("is", "n't"): "is not",
    ("was", "n't"): "was not",
    ("wo", "n't"): "will not",
    ("ca", "n't"): "cannot",
    ("it", "'s"): "it is",
    ("i", "'m"): "I am",
    ("we", "'re"): "we are",
}
_NUMERALS: Final = word_list("zero one two three four five six seven eight nine ten eleven twelve")
_BEFORE_GAPS: Final = lemma_set("than then as what where how who")
"""Words before a verb that cannot be contracted: better than they are now."""
_NO_PASSIVE: Final = lemma_set(
    "have lack fit cost resemble become mean want like need weigh get let leave enter reach take make play lose hit "
    "join say give keep put see hold feel turn celebrate suffer cry express catch break bring do spend remain "
    "leave pass go run show try share enjoy love raise shake open change include contain comprise number"
)
"""Verbs with idiomatic objects, or without a passive."""
_DIRECTIONS: Final = lemma_set("out onto into to off from through over towards")
"""Prepositions of what stays beside its verb, so that no agent may separate them."""
_UNIQUE: Final = lemma_set("first last only")
"""Words that, as superlatives, need the phrase that says of what: the coldest night in July."""
_PRONOUNS: Final = frozenset({"PRP", "PRP$"})
"""Tags of words that may refer to another noun in the passive: on its home field."""
_ADVERBS: Final = frozenset({"RB", "RBR", "RBS", "JJR"})
_TIMES: Final = frozenset({EntityKind.DATE, EntityKind.TIME})


def contraction(reading: Reading) -> Iterator[Change]:
    """Yield contractions, and their full forms."""
    for word in range(len(reading) - 2):
        pair = (reading.tokens[word].text.lower(), reading.tokens[word + 1].text.lower().replace("’", "'"))
        ends = reading.tokens[word + 1].space_after  # before "n't", none does
        if pair not in _CONTRACTED or not ends or reading.upos[word + 2] in {"PUNCT", "SCONJ", "CCONJ"}:
            continue
        if (word and reading.lemmas[word - 1] in _BEFORE_GAPS) or reading.tokens[word].text[1:2].isupper():
            continue
        is_negated = pair[1] in {"not", "n't"}
        is_verb = reading.upos[word + 1] == "AUX" and (pair[1] != "'s" or reading.lemmas[word + 1] == "be")
        follows = reading.heads[word + 1] > word + 1 and reading.heads[word + 1] == reading.heads[word]
        asked = is_negated and any(reading.labels[near] in {"nsubj", "expl"} for near in (word + 2,))
        if (is_negated or (is_verb and follows)) and not asked:
            text = _CONTRACTED[pair]
            text = text.capitalize() if reading.tokens[word].text[:1].isupper() and text[0] != "I" else text
            yield Change(f"{HARMLESS}contraction", (Edit(word, word + 2, text),))


def digits(reading: Reading) -> Iterator[Change]:
    """Yield small numbers in digits instead of words, and the reverse."""
    for word, token in enumerate(reading.tokens):
        counted = token.upos == "NUM" and reading.labels[word] == "nummod" and reading.heads[word] > word
        if not counted or reading.upos[reading.heads[word]] != "NOUN" or is_joined(reading, word):
            continue
        text = token.text.lower()
        if "NUM" in reading.upos[max(word - 4, 0) : word] + reading.upos[word + 1 : word + 5]:
            continue
        if word and reading.lemmas[word - 1] in {"own", "these", "those"}:
            continue
        if reading.lemmas[word + 1] in FRACTIONS or not {"half", "way"}.isdisjoint(reading.lemmas[word + 1 : word + 4]):
            continue
        if text in _NUMERALS[2:] and word:
            yield replaced(f"{HARMLESS}digits", word, str(_NUMERALS.index(text)))
        elif (
            reading.tokens[reading.heads[word]].xpos == "NNS"
            and text.isdecimal()
            and 1 < int(text) < len(_NUMERALS)
            and text == str(int(text))
        ):
            yield replaced(f"{HARMLESS}digits", word, _NUMERALS[int(text)])


def passive(reading: Reading) -> Iterator[Change]:
    """Yield simple past clauses in the passive."""
    for clause in clauses(reading):
        verb, first = clause.verb, phrase(reading, clause.subject)
        objects = labelled(reading, verb, "obj")
        form = participle(clause.infinitive) if clause.infinitive else None
        second = phrase(reading, objects[0]) if len(objects) == 1 else None
        if reading.tokens[verb].xpos != "VBD" or form is None or first is None or second is None:
            continue
        others = labelled(reading, verb, "xcomp", "ccomp", "iobj", "conj", "compound:prt", "advcl")
        if others or reading.lemmas[verb] in _NO_PASSIVE or reading.labels[verb] in {"conj", "acl:relcl"}:
            continue
        if second[1] < len(reading) and reading.tokens[second[1]].text == ",":
            continue
        is_described = _follows_adverb(reading, first) or _says_more_of_subject(reading, verb)
        if is_described or any(token.xpos in _PRONOUNS for token in reading.tokens):
            continue
        if first[1] != verb or second[0] != verb + 1 or len(reading.roots) > 1 or not _is_short(reading, first, second):
            continue
        if any(
            reading.tokens[word].xpos in {"JJS", "RBS"} or reading.lemmas[word] in _UNIQUE for word in range(*second)
        ):
            continue
        if any(not marks(reading, word).isdisjoint(_DIRECTIONS) for word in labelled(reading, verb, "obl")):
            continue  # thrown by the board out of the party
        if (
            not _is_definite(reading, objects[0])
            or reading.lemmas[clause.subject] == "other"
            or reading.upos[clause.subject] == "PRON"
        ):
            continue
        verbs = f"{'were' if _takes_plural(reading, objects[0]) else 'was'} {form}"
        text = f"{text_of(reading, second)} {verbs} by {text_of(reading, first)}"
        yield Change(f"{HARMLESS}passive", (Edit(first[0], second[1], text),))


def _says_more_of_subject(reading: Reading, verb: int) -> bool:
    """Return whether a phrase other than one of time or place, or a participle, may refer to the subject of a verb."""
    known = {EntityKind.DATE, EntityKind.TIME, EntityKind.LOCATION}
    placed = {word for each in reading.entities if each.kind in known for word in range(each.start, each.end)}
    phrases = labelled(reading, verb, "obl", "obl:unmarked", "advmod", "advcl", "parataxis", "dislocated")
    is_described = any(reading.tokens[word].xpos in {"VBG", "VBN"} for word in dependents(reading, "advcl"))
    return is_described or not placed.issuperset(phrases)


def _follows_adverb(reading: Reading, span: tuple[int, int]) -> bool:
    """Return whether an adverb precedes a subject, or seems to be its first word: earlier Smith said."""
    return bool(_ADVERBS & {reading.tokens[word].xpos for word in range(max(span[0] - 1, 0), span[1])})


def _is_short(reading: Reading, *spans: tuple[int, int]) -> bool:
    return all(
        span[1] - span[0] <= 8 and not {"PUNCT", "VERB", "PRON"} & {reading.upos[word] for word in range(*span)}
        for span in spans
    )


def _is_definite(reading: Reading, noun: int) -> bool:
    """Return whether a noun can be the subject: it has a determiner, is a name, or plural, and only "of" follows it."""
    if any(marks(reading, word) - {"of"} for word in labelled(reading, noun, "nmod")):
        return False
    return (
        reading.upos[noun] == "PROPN" or is_plural(reading, noun) or bool(labelled(reading, noun, "det", "nmod:poss"))
    )


def _takes_plural(reading: Reading, noun: int) -> bool:
    groups = {"number", "lot", "couple", "majority", "police", "people", "handful"}
    return is_plural(reading, noun) or reading.lemmas[noun] in groups


def moved(reading: Reading) -> Iterator[Change]:
    """Yield phrases of time at the end of a sentence, moved to its beginning."""
    if has_quotes(reading):
        return
    for root in reading.roots:
        below = reading.below(root)
        if not is_whole_sentence(reading, root) or not _is_one_event(reading, root) or needs_place(reading, root):
            continue
        if below[0] not in {min(reading.below(word)) for word in labelled(reading, root, "nsubj", "nsubj:pass")}:
            continue
        for word in labelled(reading, root, "obl", "obl:unmarked"):
            span = phrase(reading, word)
            kinds = {each.kind for each in reading.entities if each.start <= word < each.end}
            if span is None or span[1] != below[-1] or span[1] - span[0] > 6 or kinds.isdisjoint(_TIMES):
                continue
            if reading.upos[span[0]] == "PUNCT" or not _says_when_alone(reading, root, word, span):
                continue
            start = below[0]
            if start and reading.tokens[start - 1].text not in {".", "!"}:  # RIA Novosti: a name, or an agency
                continue
            first = text_of(reading, (start, start + 1))
            yield Change(
                f"{HARMLESS}moved",
                (Edit(start, start + 1, f"{text_of(reading, span)}, {first}"), Edit(*span, "")),
            )


def _is_one_event(reading: Reading, root: int) -> bool:
    """Return whether a sentence has one predicate, a verb that is not negated: a phrase of time belongs to it."""
    others = predicates(reading) & set(reading.below(root)) - {root}
    return reading.upos[root] == "VERB" and not others and not negators(reading)


def _has_other_time(reading: Reading, root: int, span: tuple[int, int]) -> bool:
    """Return whether a sentence says when outside a span, or has an adverb that the span may limit: only, again."""
    dated = any(each.kind in _TIMES and not span[0] <= each.start < span[1] for each in reading.entities)
    return dated or any(reading.upos[word] == "ADV" and not span[0] <= word < span[1] for word in reading.below(root))


def _says_when_alone(reading: Reading, root: int, word: int, span: tuple[int, int]) -> bool:
    """Return whether a phrase of time cannot belong to the noun before it: on Monday, last week."""
    introduced = marks(reading, word)
    if _has_other_time(reading, root, span):
        return False
    if introduced == {"in"}:
        return span[0] - 1 == root
    return introduced == {"on"} or (not introduced and reading.lemmas[span[0]] in {"last", "this"})


def synonym(reading: Reading) -> Iterator[Change]:
    """Yield words replaced by a synonym that fits most contexts."""
    for word, token in enumerate(reading.tokens):
        is_word = token.text == token.text.lower() and not is_joined(reading, word)
        is_word = is_word and not (token.lemma == "car" and labelled(reading, word, "compound"))
        is_word = is_word and not (token.lemma.startswith("injure") and "have" in reading.lemmas)  # has been injured
        is_word = is_word and reading.lemmas[word : word + 2] != ("additional", "time")  # extra time is a term of sport
        is_word = is_word and not has_set_object(reading, word)  # to buy time
        if not is_word or reading.labels[word] in {"compound", "fixed"} or labelled(reading, word, "compound:prt"):
            continue
        before = reading.tokens[word - 1].text.lower() if word else ""
        if before in {"more", "most", "less", "least"} or (word and reading.tokens[word - 1].xpos == "JJS"):
            continue
        for other in SYNONYMS.get(token.upos, {}).get(reading.lemmas[word], ()):
            form = inflected_like(other, token.xpos)
            if form is not None and (before not in {"a", "an"} or article(form) == before):
                yield replaced(f"{HARMLESS}synonym", word, form)
