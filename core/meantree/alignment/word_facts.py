"""One fact about each word of a pair: what the other text has of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal

from meantree.alignment.common_words import CommonWords, common_words, compared_form
from meantree.alignment.word_alignment import HAND, MISTRANSLATED, WordAlignment
from meantree.alignment.word_status import WordStatus
from meantree.analysis.frames import spans_of
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, DependencyTree, Token

Reason = Literal[
    "",
    "form",
    "number",
    "tense",
    "degree",
    "polarity",
    "specificity",
    "wording",
    "meaning",
    "mistranslation",
    "relation",
]
_BY_RELATION: Final[Mapping[str, Reason]] = {
    "antonym": "polarity",
    "hypernym": "specificity",
    "hyponym": "specificity",
    **dict.fromkeys(("lemma", "spelling", "stem", "derivation"), "form"),
    **dict.fromkeys(("number", "date", "hand", "acronym", "synonym", "ppdb", "light verb"), "wording"),
    **dict.fromkeys(("identity", "particle verb", "multiword", "joined"), "wording"),
}
"""Reasons by the relation that links two words; where another one does, the meaning differs."""
_BY_TAGS: Final[tuple[tuple[Reason, frozenset[str]], ...]] = (
    ("number", frozenset({"NN", "NNS", "NNP", "NNPS"})),
    ("form", frozenset({"VBP", "VBZ"})),
    ("tense", frozenset({"VB", "VBP", "VBZ", "VBD", "VBN", "MD"})),
    ("degree", frozenset({"JJ", "JJR", "JJS", "RB", "RBR", "RBS"})),
)
"""What differs between two forms of a word, by their tags."""
_UNSURE: Final = frozenset({"spelling", "acronym"})
"""Relations of words that may be parts of names, or stand for several words."""
_LITTLE: Final = frozenset({"DET", "ADP", "AUX", "PART"})
"""Parts of speech of words that say little alone; a copy that leaves out only such words lacks nothing."""
DENIALS: Final = frozenset({"no", "not", "n't", "n’t", "never"})
"""Words that deny, and are no pronouns or conjunctions."""
DENYING: Final = DENIALS | {"without", "none", "nobody", "nothing", "neither", "cannot"}
"""These and other words that deny: not counted, without counting."""
_LESS: Final = frozenset({"little", "less", "few", "hardly", "barely", "scarcely", "rarely", "seldom"})
"""Lemmas of words by which a text may deny in other words: thinks less of it."""
NO_OPPOSITES: Final = frozenset({"come", "go", "bring", "take", "have", "here", "there"})
"""Lemmas that often stand for their opposites."""
_ARTICLES: Final = frozenset({"the", "a", "an"})
_ALIKE: Final = _ARTICLES, frozenset({"that", "which", "who", "whom"})
"""Articles, and words that begin relative clauses: those of one group say the same."""
_PREDICATES: Final = frozenset({"VERB", "ADJ", "NOUN"})
"""Parts of speech of words that may deny without a denial: fail, unable, lack."""
_CONTENT: Final = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "INTJ"})
NOMINAL: Final = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
"""Parts of speech that stand for each other in other words: Ukraine, Ukrainian."""
_MARKING: Final = frozenset({"RBR", "RBS", "MD"})
"""Tags of words that other languages and wordings express by forms: most, would."""
DOUBTED: Final = 0.3
"""The probability by the network from which a phrase may be called missing or added."""
_NEAR, _BESIDE = 4, 2
"""Words of the other text, between the partners of the words around a phrase, and beside them, that must be sure."""


@dataclass(frozen=True, slots=True)
class WordFact:
    """What the other text has of a word; the first status that holds.

    Attributes:
        status: ``missing`` (of the reference) or ``added`` (of the translation): it has no partner, and nothing stands
            in its place (:func:`word_facts`); ``unaligned``: it has none, and nothing is claimed; ``different``: its
            partner is another word or form, or has another relation to the same head; ``attached elsewhere``: it
            depends on another word than its partner; ``same``, also where neither head has a partner, and of marks.
        partner: 0-based over the other text; None without one.
        reason: what is different.
    """

    status: WordStatus
    partner: int | None = None
    reason: Reason = ""


Words = tuple[int, ...]
Facts = tuple[WordFact, ...]
Partners = Mapping[int, int]
"""By words of one text; each is the partner of one word at most, but a word of those that the other writes apart."""


def word_facts(
    hyp: Analysis,
    ref: Analysis,
    alignment: WordAlignment,
    common: CommonWords | None = None,
    doubts: tuple[Sequence[float], Sequence[float]] = ((), ()),
) -> tuple[Facts, Facts]:
    """Return one fact about each word of a translation, and one about each word of its reference.

    In a copy with few changes, words are missing or added if the other text has nothing between their neighbours.
    Otherwise, phrases without partners are if they say something, the network doubts them, the words around them in
    both texts surely mean the same, and all that the other text says has a partner; without the network nothing is.

    Args:
        hyp, ref: analysed at least into words and dependencies.
        alignment: of their words.
        common: what both share, if it is known.
        doubts: how probable each word of the translation is wrong, and each word of the reference missing; empty if
            that is unknown.
    """
    common, alignment = common or common_words(hyp.words, ref.words), alignment.in_meaning
    joined = [pair for pair in common.joined if pair not in alignment.parted | alignment.mistranslated]
    partners = dict(joined) | partners_of(hyp, ref, alignment, common)
    back = {other: word for word, other in (*joined, *reversed(partners.items()))}
    relations = {(link.hypothesis, link.reference): link.reason.relation for link in alignment.links}
    relations |= dict.fromkeys(joined, "joined")
    turned = {(other, word): relation for (word, other), relation in relations.items()}
    own_links = {place: link.reference for place, link in enumerate(alignment.of_hypothesis) if link}
    other_links = {place: link.hypothesis for place, link in enumerate(alignment.of_reference) if link}
    own_links, other_links = _reworded(hyp, ref, own_links) | partners, _reworded(ref, hyp, other_links) | back
    changes = common.changes if common.is_copy else ()
    own_left = frozenset(word for change in changes if not change.reference for word in change.hypothesis)
    other_left = frozenset(word for change in changes if not change.hypothesis for word in change.reference)
    own_doubts, other_doubts = doubts
    texts = _Text(hyp.tokens, hyp.tree()), _Text(ref.tokens, ref.tree())
    own = _Side(*texts, partners, back, relations, (own_links, other_links))
    other = _Side(*texts[::-1], back, partners, turned, (other_links, own_links))
    return (
        _facts("added", own, own.without_counterpart(other, own_left, own_doubts)),
        _facts("missing", other, other.without_counterpart(own, other_left, other_doubts)),
    )


def _reworded(text: Analysis, other: Analysis, links: Mapping[int, int]) -> dict[int, int]:
    """Return the links of words to others; a repeated word is no rewording, nor are a mark, a denial and an article."""
    tokens, others = text.tokens, other.tokens
    return {
        word: place
        for word, place in links.items()
        if compared_form(tokens[word].text) not in ("", compared_form(others[place].text))
        and not _parts_denial(tokens[word], others[place])
        and (tokens[word].upos == others[place].upos or _ARTICLES.isdisjoint({tokens[word].lemma, others[place].lemma}))
    }


def partners_of(hyp: Analysis, ref: Analysis, alignment: WordAlignment, common: CommonWords) -> dict[int, int]:
    """Return the words of a reference that correspond to those of a translation, one to one.

    Words that a person linked, and none that a person parted; words that both texts share where they are the same, of
    those that one writes apart the first; then those that are linked in both directions; then those that stand in each
    other's place, a noun for a noun. A denial is no partner of a word of another class, unless a lexicon says so.
    """
    tokens, others = hyp.tokens, ref.tokens
    partners: dict[int, int] = {}
    taken: set[int] = set()
    joined, others_joined = common.joined_words

    def add(word: int, other: int, *, is_known: bool = False) -> None:
        is_part = word in joined or other in others_joined
        can_be = is_known or not (is_part or _parts_denial(tokens[word], others[other]))
        if can_be and word not in partners and other not in taken and (word, other) not in alignment.parted:
            partners[word] = other
            taken.add(other)

    said = (link for link in alignment.links if link.reason in (HAND, MISTRANSLATED))
    by_hand = ((link.hypothesis, link.reference) for link in said)
    for pair in (*by_hand, *common.in_order, *common.moved, *common.joined):
        add(*pair, is_known=True)
    for link in alignment.of_hypothesis:
        if link is not None and alignment.of_reference[link.reference] == link:
            is_known = link.reason.relation in _BY_RELATION
            add(link.hypothesis, link.reference, is_known=is_known)
    for change in common.changes:
        own = [word for word in change.hypothesis if word not in partners]
        other = [word for word in change.reference if word not in taken]
        if len(own) == len(other) == 1:
            add(own[0], other[0])
        for word in own:
            same = (each for each in other if each not in taken and others[each].upos == tokens[word].upos)
            if (place := next(same, None)) is not None:
                add(word, place)
    return partners


def _parts_denial(own: Token, other: Token) -> bool:
    """Return whether one word is a denial and the other is none, nor in its place like ``a`` for ``no``."""
    is_like = own.upos == other.upos != "PART"
    return _is_denial(own) != _is_denial(other) and not is_like


@dataclass(frozen=True, slots=True)
class _Text:
    """The words of a text and its tree, gathered once: an analysis gathers them from its sentences each time."""

    tokens: Sequence[Token]
    tree: DependencyTree


@dataclass(frozen=True, slots=True)
class _Side:
    """One text beside the other, and the partners of the words of both; ``links`` are these and links one way."""

    text: _Text
    other: _Text
    partners: Partners
    back: Partners
    relations: Mapping[tuple[int, int], str]
    links: tuple[Mapping[int, int], Mapping[int, int]]

    def relation(self, word: int) -> str:
        """Return the relation that links a word with its partner; empty without a link."""
        return self.relations.get((word, self.partners[word]), "")

    def linked(self, word: int) -> WordFact:
        """Return the fact about a word with a partner."""
        place = self.partners[word]
        own, other = self.text.tokens[word], self.other.tokens[place]
        if self.relation(word) == MISTRANSLATED.relation:
            return WordFact("different", place, "mistranslation")
        if compared_form(own.text) != compared_form(other.text):
            tags = {own.xpos, other.xpos}
            by_tags = (reason for reason, known in _BY_TAGS if tags <= known and len(tags) == 2)
            is_same_word = own.lemma.casefold() == other.lemma.casefold()
            reason: Reason = next(by_tags, "form") if is_same_word else _reason(self.relation(word), own, other)
            return WordFact("different", place, reason)
        return self._attached(word, place)

    def _attached(self, word: int, place: int) -> WordFact:
        """Return the fact about a word that both texts have, by what it depends on in each, as far as that is known."""
        heads = self.text.tree.heads[word], self.other.tree.heads[place]
        partners = [links.get(head) for links, head in zip(self.links, heads, strict=True)]
        is_unknown = partners == [None, None] and (heads[0] == ROOT) == (heads[1] == ROOT)
        if is_unknown or not self.is_word(word):
            return WordFact("same", place)
        if partners[0] != heads[1] and partners[1] != heads[0]:
            return WordFact("attached elsewhere", place)
        is_alike = _relation(self.text.tree.labels[word]) == _relation(self.other.tree.labels[place])
        return WordFact("same", place) if is_alike else WordFact("different", place, "relation")

    def without_counterpart(self, back: _Side, left: Set[int], doubts: Sequence[float]) -> set[int]:
        """Return the words of which the other text has nothing.

        Args:
            back: the other text beside this one.
            left: words that a copy leaves out.
            doubts: of this text, empty without the network.
        """
        lonely = [word for word in range(len(self.text.tokens)) if self.is_word(word) and word not in self.partners]
        tokens = self.text.tokens
        saying = (each for each in phrases(lonely, self.text.tree) if any(_says_much(tokens[word]) for word in each))
        gone = (each for each in saying if left >= {*each} or self._is_left_out(each, back, doubts))
        denials = (word for word in lonely if _is_denial(tokens[word]) and self._is_not_denied(word, back, doubts))
        return {*chain.from_iterable(gone), *denials}

    def is_word(self, word: int) -> bool:
        """Return whether a token is no punctuation."""
        return bool(compared_form(self.text.tokens[word].text))

    def is_sure(self, word: int) -> bool:
        """Return whether the partner of a word says the same, and so is surely its partner."""
        if word not in self.partners:
            return False
        return self.linked(word).reason != "specificity" and not self._differs(word)

    def _differs(self, word: int) -> bool:
        """Return whether the partner of a word says something else, or may be a part of a name."""
        fact = self.linked(word)
        is_respelled = fact.reason not in ("", "relation") and self.relation(word) in _UNSURE
        return fact.reason in {"meaning", "polarity", "mistranslation"} or is_respelled

    def may_say(self, word: int, nominal: Set[bool]) -> bool:
        """Return whether a word may say what a phrase of the other text says: nothing or something else is its partner.

        Args:
            nominal: whether the words of the phrase are nouns and the like; what has a partner is like one of them.
        """
        upos = self.text.tokens[word].upos
        if upos not in _CONTENT or not self.is_word(word):
            return False
        return word not in self.partners or (self._differs(word) and (upos in NOMINAL) in nominal)

    def _is_left_out(self, phrase: Words, back: _Side, doubts: Sequence[float]) -> bool:
        """Return whether a phrase without partners says something that the other text does not."""
        tokens, tree = self.text.tokens, self.text.tree
        content = [word for word in phrase if tokens[word].upos in _CONTENT and tokens[word].xpos not in _MARKING]
        if not content or max((doubts[word] for word in phrase if doubts), default=0.0) < DOUBTED:
            return False
        words = [word for word in range(len(tokens)) if self.is_word(word)]
        before = next((word for word in reversed(words) if word < phrase[0]), None)
        after = next((word for word in words if word > phrase[-1]), None)
        heads = {tree.heads[word] for word in phrase} - {ROOT, *phrase}
        if not all(self.is_sure(word) for word in (before, after, *heads) if word is not None):
            return False
        below = [word for word in words if tree.heads[word] in phrase and word in self.partners]
        at = [back.text.tree.heads[self.partners[word]] for word in below]
        start = -1 if before is None else self.partners[before]
        end = len(back.text.tokens) if after is None else self.partners[after]
        around = range(start, end + 1) if start < end <= start + _NEAR else (start, end)
        at += [word + step for word in around for step in range(-_BESIDE, _BESIDE + 1)]
        nominal = {tokens[word].upos in NOMINAL for word in content}
        others = (word for word in range(len(back.text.tokens)) if word in at or word not in back.partners)
        return not any(back.may_say(word, nominal) for word in others)

    def _is_not_denied(self, denial: int, back: _Side, doubts: Sequence[float]) -> bool:
        """Return whether the other text says what a word without a partner denies, and surely does not deny it."""
        head = self.text.tree.heads[denial]
        if head == ROOT or not doubts or not self.is_sure(head):
            return False
        place, tree, tokens = self.partners[head], back.text.tree, back.text.tokens
        beside = [word for word in range(len(tokens)) if tree.heads[word] == place or tree.heads[place] == word]
        return not any(
            tokens[word].lemma.casefold() in DENYING
            or (word not in back.partners and tokens[word].upos in _PREDICATES)
            or (tokens[word].lemma.casefold() in _LESS and not back.is_sure(word))
            for word in beside
        )


def _is_denial(token: Token) -> bool:
    return token.lemma.casefold() in DENIALS


def _reason(relation: str, own: Token, other: Token) -> Reason:
    """Return why two words differ that are no forms of one.

    An article, a word that begins a relative clause, or a function word beside a word of another class, says nothing of
    the meaning. Verbs that a dictionary files under another are seldom more specific; here and there are no opposites.
    """
    if (own.lemma.casefold() in DENYING) != (other.lemma.casefold() in DENYING):
        return "polarity"
    is_rewording = (own.upos != other.upos and not (_says_much(own) and _says_much(other))) or any(
        {own.lemma.casefold(), other.lemma.casefold()} <= group for group in _ALIKE
    )
    reason = _BY_RELATION.get(relation, "wording" if is_rewording else "meaning")
    is_none = reason == "polarity" and {own.lemma.casefold(), other.lemma.casefold()} <= NO_OPPOSITES
    return "meaning" if is_none or (reason == "specificity" and "VERB" in (own.upos, other.upos)) else reason


def _says_much(token: Token) -> bool:
    return token.upos not in _LITTLE or _is_denial(token)


def _relation(label: str) -> str:
    """Return a label without a subtype that says no more than the form of words; that of a passive stays."""
    return label if label.endswith(":pass") else label.partition(":")[0]


def _facts(gone: WordStatus, side: _Side, without: Set[int]) -> Facts:
    facts = []
    for word in range(len(side.text.tokens)):
        if word in side.partners:
            facts.append(side.linked(word))
        elif word in without:
            facts.append(WordFact(gone))
        elif word in side.links[0]:
            facts.append(WordFact("different", side.links[0][word], "wording"))
        else:
            facts.append(WordFact("unaligned"))
    return tuple(facts)


def phrases(words: Iterable[int], tree: DependencyTree) -> Iterator[Words]:
    """Yield neighbouring words that depend on each other together, others apart.

    Args:
        words: for example those with one fact.
        tree: of the text.
    """
    for start, end in spans_of(sorted(set(words))):
        phrase = [start]
        for word in range(start + 1, end):
            inside = range(phrase[0], word)
            if not any(tree.heads[each] >= word for each in inside) and not any(
                tree.heads[each] in inside for each in range(word, end)
            ):
                yield tuple(phrase)
                phrase = []
            phrase.append(word)
        yield tuple(phrase)
