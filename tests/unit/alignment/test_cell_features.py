"""The proposals of lexical relations: repeated words are asked once, and have them in all places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from hypothesis import given
from hypothesis import strategies as st

from helpers.aligned import tagged_flat
from meantree.alignment.cell_features import cells_of
from meantree.alignment.relations.all_relations import RELATIONS
from meantree.alignment.relations.lexical_relation import Proposal, Relation, SharedKey
from meantree.alignment.text_words import TextWords, Word, text_words

WORDS = ("cats/NOUN", "cat/NOUN", "dog/NOUN", "men/NOUN", "big/ADJ", "small/ADJ", "and/CCONJ", "USA/PROPN", "2/NUM")


@dataclass(frozen=True)
class InPlaces:
    """A relation asked of all words, however often they occur."""

    relation: Relation
    of_words: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return self.relation.name

    def find(self, hyp: TextWords, ref: TextWords) -> list[Proposal]:
        return list(self.relation.find(hyp, ref))

    def detail(self, hyp: Word, ref: Word) -> str:
        return self.relation.detail(hyp, ref)


@dataclass(frozen=True)
class Asked(SharedKey):
    """Remembers the texts of which it is asked."""

    asked: list[int] = field(default_factory=list)

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        self.asked.extend((len(hyp), len(ref)))
        return SharedKey.find(self, hyp, ref)


def _text(words: list[str]) -> TextWords:
    return text_words(tagged_flat(" ".join(words)))


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), st.lists(st.sampled_from(WORDS), min_size=1, max_size=8)
)
def test_that_repeated_words_have_the_same_proposals_everywhere(hyp: list[str], ref: list[str]) -> None:
    texts = _text(hyp), _text(ref)
    once, everywhere = (cells_of(*texts, relations).known for relations in (RELATIONS, [*map(InPlaces, RELATIONS)]))
    assert once.cells.tolist() == everywhere.cells.tolist()
    assert once.relations.tolist() == everywhere.relations.tolist()
    assert once.strengths.tolist() == everywhere.strengths.tolist()


def test_that_a_relation_of_words_is_asked_of_each_word_once() -> None:
    relation = Asked("form", lambda word: (word.form,), 1.0)
    known = cells_of(_text(["men/NOUN", "and/CCONJ"] * 30), _text(["men/NOUN"] * 50), [relation]).known
    assert relation.asked == [2, 1]
    assert len(known.cells) == 30 * 50
