"""A pair of texts as finders see it: both readings, both directions of the alignment, and cues of probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from meantree.alignment.common_words import CommonWords, common_words
from meantree.alignment.pair_cache import cached_between
from meantree.alignment.text_words import Word, word_of
from meantree.alignment.word_alignment import WordAlignment
from meantree.alignment.word_facts import DENIALS, Facts, word_facts
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT
from meantree.phenomena.reading import CONTENT, SURE, Reading, View, reading_of
from meantree.phenomena.word_errors import WordErrors, word_errors

Arcs = tuple[tuple[int, int], ...]
MOST_IN_GAP = 6
"""Words in the place of a phrase, at most."""
RELATED = SURE | {"synonym", "ppdb", "particle verb", "multiword", "light verb"}
"""Relations of words that mean about the same."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible finding; token indices are 0-based over each text.

    Attributes:
        kind: its name.
        hypothesis, reference: the words that differ; a text that lacks them has none.
        hypothesis_place, reference_place: the words that show where, for example a verb without its negation.
        cues: what tells how probable it is, by name, each about in [0, 1].
        hypothesis_arcs, reference_arcs: arcs that it rests on, as ``(dependent, head)``.
        quoted: the words of both texts that its sentence quotes; None for all of them and those that show where.
    """

    kind: str
    hypothesis: tuple[int, ...]
    reference: tuple[int, ...]
    hypothesis_place: tuple[int, ...] = ()
    reference_place: tuple[int, ...] = ()
    cues: Mapping[str, float] = field(default_factory=dict)
    hypothesis_arcs: Arcs = ()
    reference_arcs: Arcs = ()
    quoted: tuple[tuple[int, ...], tuple[int, ...]] | None = None


class Compared:
    """A translation, a reference and the alignment of their words.

    Attributes:
        hyp, ref: the readings.
        of_hyp: the view whose conclusion is the hypothesis: what it adds.
        of_ref: the view whose conclusion is the reference: what it lacks.
        analyses: the texts.
        others: the texts of other translations of the segment.
    """

    def __init__(self, hyp: Analysis, ref: Analysis, alignment: WordAlignment, others: Sequence[str] = ()) -> None:
        self.hyp, self.ref = reading_of(hyp), reading_of(ref)
        self.of_hyp = View(self.hyp, self.ref, alignment, "ref>hyp")
        self.of_ref = View(self.hyp, self.ref, alignment, "hyp>ref")
        self.analyses, self.others, self._alignment = (hyp, ref), others, alignment

    @property
    def views(self) -> tuple[View, View]:
        """Both directions."""
        return self.of_hyp, self.of_ref

    def back(self, view: View) -> View:
        """Return the view in the other direction."""
        return self.of_hyp if view.turned else self.of_ref

    @cached_property
    def common(self) -> CommonWords:
        """What the texts share where they are the same."""
        return common_words(*(text.words for text in self.analyses))

    @cached_property
    def facts(self) -> tuple[Facts, Facts]:
        """One about each word of the hypothesis, and of the reference."""
        return word_facts(*self.analyses, self._alignment, self.common, self.chances)

    @cached_property
    def word_errors(self) -> WordErrors | None:
        """How probable each word is an error, or missing; None unless the pipeline read both texts."""
        read = partial(word_errors, [self.analyses])  # once for findings and for facts
        return cached_between(*self.analyses, "word errors", read)[0]

    @cached_property
    def chances(self) -> tuple[Sequence[float], Sequence[float]]:
        """These probabilities of the words of both texts, 1 of mistranslations; none without the network."""
        errors, marked = self.word_errors, self._alignment.mistranslated
        if errors is None:
            return (), ()
        own, other = (
            [1.0 if word in {pair[side] for pair in marked} else chance for word, chance in enumerate(chances)]
            for side, chances in enumerate((errors.translation, errors.reference))
        )
        return own, other

    @cached_property
    def closeness(self) -> float:
        """The share of the content words of both texts that have a partner that means the same."""
        return (_sure_share(self.of_hyp) + _sure_share(self.of_ref)) / 2

    @cached_property
    def _forms_alone(self) -> tuple[Counter[str], Counter[str]]:
        """How often each form occurs more often in the hypothesis than in the reference, and the reverse."""
        own, other = (
            Counter(token.text.casefold() for token in each.tokens if token.upos != "PUNCT")
            for each in (self.hyp, self.ref)
        )
        return own - other, other - own

    def otherwise_same(self, view: View, words: Iterable[int], others: Iterable[int]) -> float:
        """Return 1 where both texts have the same words but for these, and less the more other ones differ."""
        asked = others, words
        sides = zip(self._forms_alone, (self.hyp, self.ref), asked if view.turned else asked[::-1], strict=True)
        left = (alone - Counter(reading.forms[each] for each in some) for alone, reading, some in sides)
        return 1 / (1 + sum(each.total() for each in left))

    @cached_property
    def _unaligned(self) -> frozenset[tuple[bool, int]]:
        """The content words without a partner of about the same meaning: whether of the reference, and the word."""
        return frozenset(
            (view.turned, word)
            for view in self.views
            for word in view.conclusion.content
            if view.relation(word) not in RELATED
        )

    def has_same_head(self, word: int, other: int) -> bool:
        """Return whether the heads of a word of the hypothesis and one of the reference are linked."""
        head = self.hyp.heads[word]
        return head >= 0 and self.of_hyp.partner[head] == self.ref.heads[other]

    def said_elsewhere(self, word: int, other: int) -> float:
        """Return whether the other text has the lemma of a word of the hypothesis, of one of the reference, or of both.

        0, .5 or 1: then the texts differ in which word they repeat.
        """
        said = self.hyp.lemmas[word] in self.ref.lemmas, self.ref.lemmas[other] in self.hyp.lemmas
        return sum(said) / 2

    def in_place(self, view: View, word: int) -> int | None:
        """Return the word in the place of a word: its partner, of the same relation, or between the same neighbours."""
        if view.partner[word] is not None:
            return view.partner[word]
        replaced = self._replaced(view, word)
        return self._between(view, word) if replaced is None else replaced

    def _replaced(self, view: View, word: int) -> int | None:
        """Return the unaligned word in the place of an unaligned word: with the same relation to a linked head."""
        reading, other, back = view.conclusion, view.premise, self.back(view)
        head, label = reading.heads[word], reading.basic_labels[word]
        partner = None if head == ROOT else view.partner[head]
        if partner is None:
            return None
        found = [
            child
            for child in other.children[partner]
            if other.basic_labels[child] == label and back.partner[child] is None and other.upos[child] in CONTENT
        ]
        same_case = [child for child in found if reading.cases(word) == other.cases(child)]
        return next(iter(same_case if label in {"obl", "nmod"} else found), None)

    def _between(self, view: View, word: int) -> int | None:
        """Return the unaligned word between the partners of both neighbours of a word."""
        if not 0 < word < len(view.conclusion) - 1:
            return None
        before, after = view.partner[word - 1], view.partner[word + 1]
        if before is None or after is None or after - before != 2 or self.back(view).partner[before + 1] is not None:
            return None
        return before + 1

    def gap(self, view: View, words: Sequence[int]) -> tuple[int, ...]:
        """Return the unaligned words of the premise between the partners of a phrase's neighbours, if they are few."""
        before = next((at for word in range(words[0] - 1, -1, -1) if (at := view.partner[word]) is not None), -1)
        after = next((at for at in view.partner[words[-1] + 1 :] if at is not None), len(view.premise))
        back = self.back(view)
        loose = [
            word
            for word in range(before + 1, after)
            if back.partner[word] is None and view.premise.upos[word] not in {"PUNCT", "DET"}
        ]
        return tuple(loose) if len(loose) <= MOST_IN_GAP else ()

    def surroundings(self, view: View, words: Sequence[int]) -> float:
        """Return the share of the words next to these, in order and in the tree, that have sure partners."""
        reading = view.conclusion
        around: set[int] = set()
        for word in words:
            around |= {word - 2, word - 1, word + 1, word + 2, reading.heads[word], *reading.children[word]}
        around = {word for word in around if 0 <= word < len(reading) and reading.upos[word] != "PUNCT"} - set(words)
        return sum(view.is_sure(word) for word in around) / len(around) if around else 1.0

    def cues(self, view: View, words: Sequence[int], others: Sequence[int] = (), **special: float) -> dict[str, float]:
        """Return the cues that all kinds share, and special ones; ``words`` are of the conclusion."""
        reading, other = view.conclusion, view.premise
        content = [word for word in words if reading.upos[word] in CONTENT] or list(words)
        surprise = max((reading.bits[word] for word in content), default=0.0) / 20
        surprise = max(surprise, max((other.bits[word] for word in others), default=0.0) / 20)
        sides = [self.surroundings(view, words)] if words else []
        if others:
            sides.append(self.surroundings(self.back(view), others))
        loose = len(self._unaligned - {(view.turned, word) for word in words})
        loose -= sum((not view.turned, word) in self._unaligned for word in others)
        return {
            "closeness": self.closeness,
            "almost": max(0.0, (self.closeness - 0.8) / 0.2),
            "alone": 1 / (1 + max(0, loose)),
            "otherwise_same": self.otherwise_same(view, words, others),
            "surroundings": min(sides, default=1.0),
            "strength": max((link.reason.strength for word in content if (link := view.links[word])), default=0.0),
            "surprisal": surprise,
            "size": min(1.0, (len(words) + len(others)) / 10),
            "length": min(1.0, len(reading) / 60),
            **{name: float(value) for name, value in special.items()},
        }

    def candidate(
        self,
        view: View,
        kind: str,
        words: Iterable[int],
        others: Iterable[int] = (),
        /,
        *,
        place: Iterable[int] = (),
        other_place: Iterable[int] = (),
        **special: float,
    ) -> Candidate:
        """Return a candidate about ``words`` of the conclusion and ``others`` of the premise.

        Args:
            view: the direction.
            kind: the finding's.
            words, others: that differ.
            place, other_place: words that show where.
            special: cues of the kind.
        """
        own, theirs = tuple(sorted(set(words))), tuple(sorted(set(others)))
        at, theirs_at = tuple(sorted(set(place))), tuple(sorted(set(other_place)))
        cues = self.cues(view, own or at, theirs, **special)
        if view.turned:
            own, theirs, at, theirs_at = theirs, own, theirs_at, at
        return Candidate(kind, own, theirs, at, theirs_at, cues)


Finder = Callable[[Compared], Iterator[Candidate]]
"""Yields the candidates of one family."""


def _sure_share(view: View) -> float:
    words = view.conclusion.content
    sure = sum((link := view.links[word]) is not None and link.reason.relation in RELATED for word in words)
    return sure / len(words) if words else 1.0


def verb_group(reading: Reading, word: int) -> tuple[int, ...]:
    """Return a predicate with its auxiliaries, copula and negation."""
    helpers = reading.labelled(word, "aux", "aux:pass", "cop")
    marks = (child for child in reading.labelled(word, "mark") if reading.lemmas[child] == "to")
    negations = (child for child in reading.labelled(word, "advmod") if reading.lemmas[child] in DENIALS)
    return tuple(sorted({word, *helpers, *marks, *negations}))


def word_at(reading: Reading, word: int) -> Word:
    """Return a word as the alignment sees it."""
    token = reading.tokens[word]
    return word_of(token.text, token.lemma, token.upos)


def noun_group(reading: Reading, word: int) -> tuple[int, ...]:
    """Return a word with its neighbouring compounds, names, adjectives and numbers."""
    parts = reading.labelled(word, "compound", "flat", "nummod", "amod")
    return tuple(sorted({word, *(child for child in parts if abs(child - word) <= 3)}))
