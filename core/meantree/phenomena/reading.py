"""One text and its clauses (:class:`Reading`), and an aligned pair of texts in one direction (:class:`View`).

Facts derived from either are computed once, however many features use them (:func:`cached_fact`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from functools import cached_property, lru_cache, wraps
from typing import Final, Literal, TypeVar

from meantree.alignment.word_alignment import Link, WordAlignment
from meantree.analysis.entities.entity import Entity, entities_of
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.analysis.values import Value, values
from meantree.lexicon.frequencies import surprisal
from meantree.lexicon.word_lists import words


def lemma_set(listed: str) -> frozenset[str]:
    """Return the lemmas in a string, separated by blanks."""
    return frozenset(listed.split())


CONTENT: Final = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
"""Universal parts of speech of content words."""
_UNIVERSAL: Final = {
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "dobj": "obj",
    "dative": "iobj",
    "prt": "compound:prt",
    "neg": "advmod",
    "relcl": "acl:relcl",
    "poss": "nmod:poss",
    "npadvmod": "obl:npmod",
    "quantmod": "advmod",
    "predet": "det:predet",
    "preconj": "cc:preconj",
    "nn": "compound",
    "ROOT": "root",
}
"""ClearNLP's labels that have another name in Universal Dependencies."""
_CLAUSES: Final = lemma_set("root ccomp xcomp csubj csubj:pass csubj:outer advcl advcl:relcl acl acl:relcl parataxis")
_IN_CLAUSE: Final = lemma_set("nsubj nsubj:pass nsubj:outer csubj cop aux aux:pass")
_APART: Final = lemma_set("advcl advcl:relcl parataxis acl acl:relcl ccomp csubj csubj:pass csubj:outer appos list")
_CONDITIONS: Final = lemma_set("if unless whether provided lest")
SUBJECTS: Final = lemma_set("nsubj nsubj:pass nsubj:outer csubj csubj:pass csubj:outer")
SUBJECT_PLACES: Final = SUBJECTS | {"expl"}
"""Includes expletives, which are in the place of a subject: there, it."""
LONGEST_RUN: Final = 8
"""Tokens that may be written as one: start-ups, 20: 26: 01."""
ABBREVIATED: Final = range(3, 7)
"""Words that are abbreviated by their initials."""
SURE: Final = frozenset({"identity", "lemma", "number", "date", "hand", "acronym", "spelling", "stem", "derivation"})
"""Relations of words that mean the same."""
UNLIKE: Final = frozenset({"antonym", "context", "entity", "lin", "path", "vectors"})
"""Relations between words of which no resource says that they mean the same."""
SPELLED_ALIKE: Final = 0.75
"""The factor for links by spelling, compared with links by meaning."""
SAME_MEANING: Final = 0.8
"""Links of this strength or more are between words of the same meaning."""
Of = TypeVar("Of")
Result = TypeVar("Result")
Direction = Literal["ref>hyp", "hyp>ref"]
"""Premise > conclusion.

What the translation adds does not follow from the reference (``ref>hyp``); what is missing from the translation does
not follow from it (``hyp>ref``).
"""
DIRECTIONS: tuple[Direction, ...] = ("ref>hyp", "hyp>ref")


class Reading:
    """One analysed text; token indices are 0-based over all of it.

    Attributes:
        tokens: all tokens, including punctuation.
        tree: the analyser's dependencies, with one root per sentence (head :data:`~meantree.analysis.tree.ROOT`).
        entities: in order; empty if they were not analysed.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.tokens: tuple[Token, ...] = analysis.tokens
        self.tree: DependencyTree = analysis.tree()
        self.entities: tuple[Entity, ...] = entities_of(analysis)

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """Case-folded lemmas; the form if the analyser gives none."""
        return tuple((token.lemma or token.text).casefold() for token in self.tokens)

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The words as they are written, case-folded."""
        return tuple(token.text.casefold() for token in self.tokens)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Numbers, dates, times, sums, percentages and measures, in order."""
        return values(self.tokens, self.entities)

    @cached_property
    def bits(self) -> tuple[float, ...]:
        """The surprisal of each word in bits (:func:`meantree.lexicon.frequencies.surprisal`)."""
        return tuple(surprisal(form) for form in self.forms)

    @cached_property
    def upos(self) -> tuple[str, ...]:
        """Universal parts of speech."""
        return tuple(token.upos for token in self.tokens)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The dependency label of each word; ClearNLP's labels are mapped to Universal Dependencies."""
        return tuple(_UNIVERSAL.get(label, label) for label in self.tree.labels)

    @property
    def heads(self) -> tuple[int, ...]:
        """The head of each word."""
        return self.tree.heads

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The dependents of each word, left to right."""
        return self.tree.children()

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The main word of each sentence."""
        return self.tree.roots

    @cached_property
    def words(self) -> tuple[int, ...]:
        """All tokens except punctuation."""
        return tuple(word for word, pos in enumerate(self.upos) if pos != "PUNCT")

    @cached_property
    def content(self) -> tuple[int, ...]:
        """The content words."""
        return tuple(word for word, pos in enumerate(self.upos) if pos in CONTENT)

    def ancestors(self, token: int) -> tuple[int, ...]:
        """Return the ancestors of a word, nearest first."""
        ancestors, head = [], self.heads[token]
        while head != ROOT:
            ancestors.append(head)
            head = self.heads[head]
        return tuple(ancestors)

    def below(self, token: int) -> tuple[int, ...]:
        """Return a word and all its descendants, in order."""
        subtree, waiting = [], [token]
        while waiting:
            subtree.append(waiting.pop())
            waiting += self.children[subtree[-1]]
        return tuple(sorted(subtree))

    @cached_property
    def subtrees(self) -> tuple[tuple[int, ...], ...]:
        """For each word the word and all its descendants, in order."""
        return tuple(self.below(word) if self.children[word] else (word,) for word in range(len(self)))

    @cached_property
    def basic_labels(self) -> tuple[str, ...]:
        """The label of each word without its subtype: ``nmod`` for ``nmod:poss``."""
        return tuple(label.partition(":")[0] for label in self.labels)

    def labelled(self, word: int, *labels: str) -> tuple[int, ...]:
        """Return the dependents of a word with one of these labels."""
        return tuple(child for child in self.children[word] if self.labels[child] in labels)

    def with_labels(self, labels: Container[str]) -> list[int]:
        """Return the words, without punctuation and roots, whose label without its subtype is one of these."""
        return [word for word in self.words if self.heads[word] != ROOT and self.basic_labels[word] in labels]

    def cases(self, word: int) -> frozenset[str]:
        """Return the lemmas of the prepositions of a word."""
        return frozenset(self.lemmas[child] for child in self.labelled(word, "case"))

    def marks(self, word: int) -> frozenset[str]:
        """Return the lemmas of the conjunctions and prepositions that introduce a clause or a phrase."""
        return frozenset(self.lemmas[child] for child in self.labelled(word, "mark", "case"))

    def is_infinitive(self, word: int) -> bool:
        """Return whether "to" introduces a clause."""
        return any(self.lemmas[child] == "to" for child in self.labelled(word, "mark"))

    def morphology(self, word: int, name: str) -> str:
        """Return the value of a morphological feature; empty if the analyser gives none."""
        start = f"{name}="
        return next((part[len(start) :] for part in self.tokens[word].feats.split("|") if part.startswith(start)), "")

    @cached_property
    def predicates(self) -> frozenset[int]:
        """The predicates: verbs, and other words with a subject or a copula."""
        return frozenset(word for word in range(len(self)) if self._is_predicate(word))

    def _is_predicate(self, word: int) -> bool:
        if self.heads[word] == ROOT or self.labels[word] in _CLAUSES:
            return True
        if any(self.labels[child] in _IN_CLAUSE for child in self.children[word]):
            return True
        return self.labels[word] == "conj" and self.upos[word] == "VERB"

    @cached_property
    def governors(self) -> tuple[int, ...]:
        """For each word the nearest predicate at or above it."""
        return tuple(
            next(above for above in (word, *self.ancestors(word)) if above in self.predicates)
            for word in range(len(self))
        )

    @cached_property
    def conditions(self) -> frozenset[int]:
        """The conditional clauses: if it rains."""
        clauses = (word for word in self.predicates if self.labels[word] == "advcl")
        return frozenset(word for word in clauses if not self.marks(word).isdisjoint(_CONDITIONS))

    def reach(self, predicate: int) -> Iterator[int]:
        """Yield the scope of a predicate: the predicate and its descendants, except other clauses.

        Coordinated predicates are included unless they have their own subject or are in contrast (but, yet).
        """
        waiting = [predicate]
        while waiting:
            word = waiting.pop()
            yield word
            waiting += [child for child in self.children[word] if not self._stands_apart(child)]

    def _stands_apart(self, word: int) -> bool:
        if self.labels[word] != "conj":
            return self.labels[word] in _APART
        below = self.children[word]
        return any(self.labels[child] in SUBJECT_PLACES or self.lemmas[child] in {"but", "yet"} for child in below)


@lru_cache(maxsize=128)
def reading_of(analysis: Analysis) -> Reading:
    """Return the reading of a text, the same one for some time: features and findings share what is derived from it."""
    return Reading(analysis)


def cached_fact(fact: Callable[[Of], Result]) -> Callable[[Of], Result]:
    """Cache the result of ``fact`` in the object that it is about, like a cached property."""
    name = f"{fact.__module__}.{fact.__qualname__}"

    @wraps(fact)
    def cached(about: Of) -> Result:
        known: dict[str, Result] = about.__dict__
        if name not in known:
            known[name] = fact(about)
        return known[name]

    return cached


class View:
    """An aligned pair of texts in one direction; the input of features.

    Attributes:
        premise: the text that is assumed to be true.
        conclusion: the text that may follow from it.
        links: for each word of the conclusion its link with a word of the premise, None if it is unaligned.
        turned: whether the conclusion is the reference.
        parted: the words of the conclusion whose link a person deleted.
    """

    def __init__(self, hyp: Reading, ref: Reading, alignment: WordAlignment, direction: Direction) -> None:
        self.turned, alignment = direction == "hyp>ref", alignment.in_meaning
        self.premise, self.conclusion = (hyp, ref) if self.turned else (ref, hyp)
        self.links: tuple[Link | None, ...] = alignment.of_reference if self.turned else alignment.of_hypothesis
        self.parted = frozenset(pair[self.turned] for pair in alignment.parted)
        self._back = alignment.of_hypothesis if self.turned else alignment.of_reference

    @cached_property
    def partner(self) -> tuple[int | None, ...]:
        """For each word of the conclusion its partner in the premise, None if it is unaligned."""
        return tuple(
            None if link is None else link.hypothesis if self.turned else link.reference for link in self.links
        )

    @cached_property
    def backward(self) -> tuple[int | None, ...]:
        """For each word of the premise its partner in the conclusion, by the other direction of the alignment."""
        return tuple(
            None if link is None else link.reference if self.turned else link.hypothesis for link in self._back
        )

    def relation(self, word: int) -> str:
        """Return the relation by which a word of the conclusion is linked; empty if it is not."""
        link = self.links[word]
        return "" if link is None else link.reason.relation

    def is_sure(self, word: int) -> bool:
        """Return whether a word of the conclusion is linked with one that means the same."""
        return self.relation(word) in SURE

    @property
    def change(self) -> str:
        """What a word of the conclusion without a partner is, as the names of kinds have it."""
        return "missing" if self.turned else "added"

    @cached_property
    def linked(self) -> tuple[tuple[int, int], ...]:
        """``(word of the conclusion, word of the premise)`` of every link of this direction."""
        return tuple((word, other) for word, other in enumerate(self.partner) if other is not None)

    @cached_property
    def covered(self) -> frozenset[int]:
        """The words of the premise that are aligned in either direction."""
        back = (word for word, other in enumerate(self.backward) if other is not None)
        return frozenset([other for _, other in self.linked]) | frozenset(back)

    def unlinked(self, words: Iterable[int]) -> tuple[int, ...]:
        """Return the unaligned ones of these words of the conclusion."""
        return tuple(word for word in words if self.partner[word] is None)

    def partners(self, words: Iterable[int]) -> tuple[int, ...]:
        """Return the words of the premise aligned with these words of the conclusion, in order."""
        return tuple(sorted({other for word in words if (other := self.partner[word]) is not None}))

    def missing(self, words: Iterable[int]) -> tuple[int, ...]:
        """Return these words of the conclusion that are neither aligned nor left over in the premise."""
        return tuple(word for word in words if word in self._missing)

    @cached_property
    def _missing(self) -> frozenset[int]:
        """The unaligned words of the conclusion, except as many as the premise has unaligned ones of their lemma."""
        spare = Counter(lemma for word, lemma in enumerate(self.premise.lemmas) if word not in self.covered)
        gone = {*self.unlinked(self.parted)}
        for word in self.unlinked(word for word in range(len(self.conclusion)) if word not in self._respelled):
            spare[self.conclusion.lemmas[word]] -= 1
            if spare[self.conclusion.lemmas[word]] < 0:
                gone.add(word)
        return frozenset(gone)

    @cached_property
    def _respelled(self) -> frozenset[int]:
        """The words of the conclusion that the premise writes with other spaces or marks: start-ups, startups."""
        premise = _runs(self.premise)
        return frozenset(
            word
            for letters, runs in _runs(self.conclusion).items()
            for run in runs
            if any(
                1 in (len(run), len(other)) and not self._are_equal(run, other) for other in premise.get(letters, ())
            )
            for word in run
        )

    def _are_equal(self, run: range, other: range) -> bool:
        return len(run) == len(other) and self.conclusion.forms[run[0]] == self.premise.forms[other[0]]

    def likeness(self, word: int) -> float:
        """Return how much of the meaning of a word of the conclusion its partner has, in [0, 1].

        It is 1 for words of the same meaning or letters, 0 for missing ones, antonyms and links by context alone.
        """
        link = self.links[word]
        if link is None or word in self._respelled:
            return float(word not in self._missing)
        relation, strength = link.reason.relation, link.reason.strength
        if relation in ("antonym", "context"):
            return 0.0
        if relation == "spelling":
            return SPELLED_ALIKE * strength
        return 1.0 if strength >= SAME_MEANING and relation not in UNLIKE else strength

    def is_kept(self, word: int) -> bool:
        """Return whether a word and one of the premise are aligned with each other, and mean the same."""
        other = self.partner[word]
        return other is not None and self.backward[other] == word and self.likeness(word) == 1


@cached_fact
def _runs(reading: Reading) -> dict[str, list[range]]:
    """Return runs of tokens by their letters and digits in lower case, and capitalised ones by their initials."""
    texts = [token.text for token in reading.tokens]
    plain = ["".join(filter(str.isalnum, text.casefold())) for text in texts]
    runs: dict[str, list[range]] = {}
    for start, text in enumerate(texts):
        for end in range(start + 1, min(start + LONGEST_RUN, len(texts)) + 1) if plain[start] else ():
            if plain[end - 1]:
                runs.setdefault("".join(plain[start:end]).lstrip("0"), []).append(range(start, end))
            if end - start in ABBREVIATED and all(word[0].isupper() for word in texts[start:end]):
                runs.setdefault("".join(word[0] for word in texts[start:end]), []).append(range(start, end))
        if text.isupper() and len(text) in ABBREVIATED:
            runs.setdefault(text, []).append(range(start, start + 1))
    return runs


def saying() -> frozenset[str]:
    """Return the lemmas that report what somebody says or thinks."""
    return words("phenomena/verbs", "saying")


def reporting() -> frozenset[str]:
    """Return the lemmas that report what somebody says or stresses."""
    return saying() | {"stress", "emphasize", "point"}
