"""Errors that are planted mechanically: words replaced, removed, added or exchanged, by part of speech."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

import spacy
from pairs import Pair, spoiled_pair
from spacy.tokens import Doc, Token

from meantree.lexicon.wordnet import wordnet
from meantree.phenomena.word_errors import antonyms, broader_words
from meantree_resources import resource

EXCHANGED = tuple(
    group.split()
    for group in (
        "in on at from to by with without after before under over",
        "he she they it",
        "his her their its",
        "all some no many few",
        "and or but",
        "can must may will should",
        "is was",
        "are were",
        "has had",
    )
)
"""Function words that stand in each other's places."""
NEGATIONS = frozenset({"not", "n't", "no", "never"})
REMOVED = {
    "modifier": (("ADJ", "ADV"), ("amod", "advmod")),
    "noun": (("NOUN",), ()),
    "verb": (("VERB",), ()),
    "name": (("PROPN",), ()),
    "function word": (("AUX", "SCONJ", "CCONJ"), ()),
}
"""Words that are removed, by parts of speech and relations (all without)."""
PHRASES = {
    "phrase": (("obl", "nmod", "nsubj", "obj"), 8),
    "clause": (("advcl", "acl", "acl:relcl", "conj", "appos"), 14),
}
"""Phrases that are removed, by the relations of their heads; words that they have at most."""
INSERTED, LONGEST_INSERTED = ("obl", "nmod", "amod", "advmod", "conj"), 5
TRIES = 6
KEEPS_NEGATION = 0.4
"""How often a text with a negation gets another one, in place of losing it."""
Edit = tuple[int, int, str]
"""Characters that are replaced, and by what."""


class Planter:
    """Plants one error in a text.

    Args:
        docs: parsed texts; they give words and phrases.
        chooser: of all that is chosen.
    """

    def __init__(self, docs: Sequence[Doc], chooser: random.Random) -> None:
        tags: dict[str, Counter[str]] = defaultdict(Counter)
        for token in (token for doc in docs for token in doc if token.is_alpha):
            tags[token.lower_][token.tag_] += 1
        self._tags = {form: counts.most_common(1)[0][0] for form, counts in tags.items()}
        self._forms: dict[str, list[str]] = defaultdict(list)
        for form, tag in self._tags.items():
            self._forms[tag].append(form)
        self._docs, self._chooser = docs, chooser
        kinds: dict[str, tuple[int, Callable[[Doc], Edit | None]]] = {
            "number": (2, self._number),
            "antonym": (3, lambda doc: self._lexical(doc, antonyms)),
            "hypernym": (3, lambda doc: self._lexical(doc, broader_words)),
            "other word": (2, self._other_word),
            "other name": (1, self._other_name),
            "insertion": (1, self._insertion),
            "negation": (1, self._negation),
            "exchange": (1, self._exchange),
            "repetition": (1, self._repetition),
        }
        for name, (parts, relations) in REMOVED.items():
            kinds[f"{name} removed"] = (4 if name == "modifier" else 1, self._removal(parts, relations))
        for name, (relations, most) in PHRASES.items():
            kinds[f"{name} removed"] = (1, self._phrase_removal(relations, most))
        self._kinds = kinds

    def plant(self, doc: Doc) -> tuple[str, str] | None:
        """Return the kind of an error and the faulty text; None if none was found."""
        names, counts = list(self._kinds), [count for count, _ in self._kinds.values()]
        for name in self._chooser.choices(names, counts, k=TRIES):
            if edit := self._kinds[name][1](doc):
                start, end, new = edit
                text = re.sub(r" +([,.;]?)", r" \1", doc.text[:start] + new + doc.text[end:]).strip()
                text = re.sub(r" ([,.;])", r"\1", text)
                text = text[:1].upper() + text[1:] if doc.text[:1].isupper() else text
                if text != doc.text:
                    return name, text
        return None

    def _one(self, tokens: Iterable[Token]) -> Token | None:
        found = list(tokens)
        return self._chooser.choice(found) if found else None

    def _replaced(self, token: Token, form: str) -> Edit:
        capital = token.text[:1].isupper()
        return token.idx, token.idx + len(token), form.capitalize() if capital else form

    def _number(self, doc: Doc) -> Edit | None:
        token = self._one(token for token in doc if any(map(str.isdigit, token.text)))
        if token is None:
            return None
        place = self._chooser.choice([place for place, letter in enumerate(token.text) if letter.isdigit()])
        digits = [digit for digit in ("123456789" if place == 0 else "0123456789") if digit != token.text[place]]
        start = token.idx + place
        return start, start + 1, self._chooser.choice(digits)

    def _lexical(self, doc: Doc, related: Callable[[str], frozenset[str]]) -> Edit | None:
        choices: list[tuple[Token, list[str]]] = []
        for token in doc:
            if token.is_alpha and token.pos_ in ("NOUN", "ADJ", "ADV", "VERB") and len(token) > 3:
                own = {word for word in related(token.lower_) if self._tags.get(word, "")[:2] == token.tag_[:2]}
                inflected = {inflect(word, token.tag_) for word in related(token.lemma_.lower())}
                if found := sorted((own | inflected) - {""}):
                    choices.append((token, found))
        if not choices:
            return None
        token, found = self._chooser.choice(choices)
        return self._replaced(token, self._chooser.choice(found))

    def _other_word(self, doc: Doc) -> Edit | None:
        token = self._one(t for t in doc if t.is_alpha and t.pos_ in ("NOUN", "VERB", "ADJ", "ADV") and len(t) > 2)
        forms = self._forms[token.tag_] if token is not None else []
        return self._replaced(token, self._chooser.choice(forms)) if token is not None and len(forms) > 7 else None

    def _other_name(self, doc: Doc) -> Edit | None:
        token, forms = self._one(t for t in doc if t.pos_ == "PROPN" and t.is_alpha and len(t) > 2), self._forms["NNP"]
        return self._replaced(token, self._chooser.choice(forms)) if token is not None and forms else None

    def _insertion(self, doc: Doc) -> Edit | None:
        other = self._chooser.choice(self._docs)
        head = self._one(t for t in other if t.dep_ in INSERTED and len(list(t.subtree)) <= LONGEST_INSERTED)
        if head is None or len(doc) < 4:
            return None
        start, end = _extent(head)
        place = doc[self._chooser.randrange(1, len(doc) - 1)].idx
        return place, place, f"{other.text[start:end].strip()} "

    def _negation(self, doc: Doc) -> Edit | None:
        negations = [token for token in doc if token.lower_ in NEGATIONS]
        if negations and self._chooser.random() > KEEPS_NEGATION:
            return _without(self._chooser.choice(negations))
        verb = self._one(token for token in doc if token.pos_ == "AUX")
        return None if verb is None else (verb.idx + len(verb), verb.idx + len(verb), " not")

    def _exchange(self, doc: Doc) -> Edit | None:
        choices = [(token, group) for token in doc for group in EXCHANGED if token.lower_ in group]
        if not choices:
            return None
        token, group = self._chooser.choice(choices)
        return self._replaced(token, self._chooser.choice([word for word in group if word != token.lower_]))

    def _repetition(self, doc: Doc) -> Edit:
        place = self._chooser.randrange(len(doc))
        span = doc[place : place + self._chooser.choice((1, 2, 3))]
        return span.start_char, span.start_char, f"{span.text} "

    def _removal(self, parts: Sequence[str], relations: Sequence[str]) -> Callable[[Doc], Edit | None]:
        def remove(doc: Doc) -> Edit | None:
            token = self._one(t for t in doc if t.pos_ in parts and (not relations or t.dep_ in relations))
            return None if token is None else _without(token)

        return remove

    def _phrase_removal(self, relations: Sequence[str], most: int) -> Callable[[Doc], Edit | None]:
        def remove(doc: Doc) -> Edit | None:
            head = self._one(t for t in doc if t.dep_ in relations and 1 < len(list(t.subtree)) <= most)
            if head is None or head.right_edge.i - head.left_edge.i + 1 != len(list(head.subtree)):
                return None
            return (*_extent(head), "")

        return remove


def _extent(head: Token) -> tuple[int, int]:
    last = head.right_edge
    return head.left_edge.idx, last.idx + len(last) + bool(last.whitespace_)


def _without(token: Token) -> Edit:
    return token.idx, token.idx + len(token) + bool(token.whitespace_), ""


def inflect(lemma: str, tag: str) -> str:
    """Return a form of a lemma by the Penn tag; empty if no rule makes it."""
    if not lemma.isalpha():
        return ""
    stem = lemma.removesuffix("e")
    irregular = wordnet().irregular_forms(lemma, "v")
    plural = (
        f"{lemma[:-1]}ies" if lemma.endswith("y") else lemma + ("es" if lemma.endswith(("s", "x", "ch", "sh")) else "s")
    )
    past = irregular[0] if irregular else f"{stem}ed"
    forms = dict.fromkeys(("NN", "JJ", "RB", "VB", "VBP"), lemma) | {"NNS": plural, "VBZ": plural}
    return (forms | {"VBD": past, "VBN": past, "VBG": f"{stem}ing"}).get(tag, "")


def planted_pairs(pairs: Iterable[Pair], beside_own: float, chooser: random.Random) -> Iterator[Pair]:
    """Yield good pairs with an error planted in the translation, or, as near copies, beside the good translation.

    Args:
        pairs: good ones; each may stand there several times.
        beside_own: the share of near copies.
        chooser: of all that is chosen.
    """
    pairs = list(pairs)
    texts = list(dict.fromkeys(pair.text for pair in pairs))
    parsed = spacy.load(resource("models/en_meantree")).pipe(texts, batch_size=32)
    docs = dict(zip(texts, parsed, strict=True))
    planter = Planter(list(docs.values()), chooser)
    for pair in pairs:
        if done := planter.plant(docs[pair.text]):
            near = chooser.random() < beside_own
            reference = (
                (pair.text, tuple(0.0 for _ in pair.labels)) if near else (pair.reference_text, pair.reference_labels)
            )
            good = Pair(
                "near copy" if near else "spoiled",
                pair.fold,
                pair.key,
                pair.text,
                reference[0],
                pair.labels,
                reference[1],
            )
            yield spoiled_pair(good, done[1], done[0])
