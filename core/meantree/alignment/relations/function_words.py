"""Function words: pronouns of the same person, and others with the same function."""

from __future__ import annotations

from collections.abc import Iterable

from meantree.alignment.relations.lexical_relation import SharedKey

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
SAME_FUNCTION = (
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


def _groups_by_word(groups: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the groups that each word belongs to."""
    numbers: dict[str, tuple[int, ...]] = {}
    for number, group in enumerate(groups):
        for word in group.split():
            numbers[word] = (*numbers.get(word, ()), number)
    return numbers


_PERSONS, _FUNCTIONS = _groups_by_word(PERSONS), _groups_by_word(SAME_FUNCTION)
FUNCTION_WORDS = _PERSONS.keys() | _FUNCTIONS.keys()

PRONOUN = SharedKey(
    "pronoun",
    lambda word: _PERSONS.get(word.form, ()),
    0.7,
    lambda hyp, ref: f"“{hyp.form}” and “{ref.form}” may refer to the same",
)
FUNCTION = SharedKey(
    "function word",
    lambda word: _FUNCTIONS.get(word.form, ()),
    0.6,
    lambda hyp, ref: f"“{hyp.form}” and “{ref.form}” have the same function",
)
