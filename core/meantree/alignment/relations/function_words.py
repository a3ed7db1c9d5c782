"""Pronouns of one person, and other function words that do the same work."""

from __future__ import annotations

from collections.abc import Iterable

from meantree.alignment.relations.lexical_relation import SharedKey
from meantree.alignment.text_words import Word

PERSONS = (
    "i me my mine myself",
    "we us our ours ourselves",
    "you your yours yourself yourselves",
    "he him his himself",
    "she her hers herself",
    "it its itself",
    "they them their theirs themselves",
    "who whom whose",
    "this these",
    "that those",
    "he she they it",
    "his her their its",
    "him her them it",
    "somebody someone anybody anyone",
    "nobody noone none",
    "everybody everyone all",
)
SAME_WORK = (
    "a an one",
    "the this that these those such",
    "of 's ' ’s",
    "not n't n’t no never",
    "will would shall should 'll 'd",
    "can could may might",
    "must should shall ought need",
    "be is are was were been being am 's 're 'm",
    "have has had having 've 'd",
    "do does did",
    "in on at within inside into",
    "in during",
    "to for toward towards",
    "into to",
    "from of",
    "by with via through",
    "about on over concerning regarding",
    "over above",
    "since because as for",
    "but however yet although though while",
    "and as well also along with",
    "that which who",
    "when while as after",
    "if whether",
    "before until till",
    "between among amongst",
    "against at towards",
    "some any several",
    "many much several numerous lots",
    "all every each both entire whole",
    "than compared",
    "like as",
    "there it",
    "and & plus",
    "% percent pct",
    "$ dollar dollars",
    "or nor",
    "so thus therefore hence",
    "according to",
)


def _groups(groups: Iterable[str]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for number, group in enumerate(groups):
        for word in group.split():
            found[word] = (*found.get(word, ()), number)
    return found


_PERSONS, _SAME_WORK = _groups(PERSONS), _groups(SAME_WORK)


def _person(word: Word) -> tuple[int, ...]:
    return _PERSONS.get(word.form, ())


def _work(word: Word) -> tuple[int, ...]:
    return _SAME_WORK.get(word.form, ())


PRONOUN = SharedKey("pronoun", _person, 0.7, lambda one, two: f"“{one.form}” and “{two.form}” may stand for the same")
FUNCTION = SharedKey("function word", _work, 0.6, lambda one, two: f"“{one.form}” and “{two.form}” do the same work")
