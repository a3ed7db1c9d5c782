"""The options of metrics: what a spec string may say, a signature says, and each of them means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

YesNo = Literal["no", "yes"]
SPELLINGS = {"decay": "lambda"}
"""Options whose public name is no name in Python."""
_WEIGHTS: Final = "How much the predicate and each role weigh: all the same, or as a JSON file says"
MEANINGS: Final[Mapping[str, tuple[str, str]]] = {
    "case": ("", "Whether capital letters are folded away before words are compared, or kept"),
    "tokenize": ("", "Which of sacrebleu's tokenizers cuts texts into words; zh is for Chinese, none cuts at blanks"),
    "eps": ("0 to less than 1", "What a size with units but no match counts as, in the scores of segments"),
    "d": ("1 to 20", "The largest depth of subtrees that are counted, in levels of nodes"),
    "lambda": ("above 0, at most 1", "How much large shared subtrees count: the less, the smaller it is"),
    "hwcm.n": ("1 to 20", "The longest chains that are counted, in words, of which each is the head of the next"),
    "stm.words": ("", "Whether the words themselves are a level below their parts of speech"),
    "dstm.labels": ("", "Whether words carry the labels of their arcs"),
    "dpm.parts": (
        "some of 1g, 2g, dlh, dl, lh, dh",
        "Which fragments are counted: words (1g), adjacent words (2g), and what of dependent, label, head",
    ),
    "dpm.nbest": (
        "1 to 50, or all",
        "How many of the most probable parses of each sentence are counted (n-best): 1 is the best parse alone, "
        "all is every tree, labels=dep",
    ),
    "dpm.gamma": (
        "0 to 10, or auto",
        "How much more probable parses weigh more: 0 not at all, 1 by their probabilities; auto is 1 with nbest=all, "
        "else 0.25",
    ),
    "dpm.labels": (
        "",
        "Whose arcs are compared: head rules' over constituency trees (ab), the dependency parser's (dep), "
        "or ab wherever there are such trees (auto)",
    ),
    "sepia.mode": (
        "some of g1 to g4, sn0 to sn19, spn",
        "Which precisions: of n-grams (g), of heads with children, weighted (sn) or split (spn) by span",
    ),
    "sepia.mean": ("", "The mean of the precisions: arithmetic or harmonic"),
    "sepia.bp": ("", "Whether translations are punished that are shorter than the shortest reference"),
    "bleu.smooth": ("", "What is done in segments where no n-gram of a length matches, which alone would make BLEU 0"),
    "chrf.order": ("1 to 20", "The longest n-grams that are counted, in characters"),
    "chrf.beta": ("1 to 100", "How many times as much recall counts as precision"),
    "nist.n": ("1 to 9", "The longest n-grams that are counted, in words"),
    "meteor.alpha": ("above 0, less than 1", "How much recall counts beside precision: at .5 as much, above that more"),
    "meteor.beta": ("above 0, at most 100", "How the penalty grows with the share of chunks: the larger, the later"),
    "meteor.gamma": ("0 to 1", "The largest penalty for matched words that stand in another order"),
    "hmeant.weights": ("uniform, unsupervised or a file", f"{_WEIGHTS}, or as frequent as roles are in the references"),
    "hmeant.partial": ("0 to 1", "What a partially correct filler counts beside a correct one"),
    "hmeant.method": (
        "",
        "The predicate's weight if unsupervised: its frequency (i), a quarter of the agent's (ii)",
    ),
    "meant.weights": ("uniform or a file", _WEIGHTS),
    "meant.auxiliaries": ("", "Whether auxiliaries, modal verbs and a bare “be” are predicates"),
    "meant.similarity": (
        "",
        "What says how alike words are: the lexicon and word vectors, these and the encoder's vectors of words in "
        "context, or the aligner's links",
    ),
    "weights": ("shipped or a file", "The trained model: the one that ships, or one by `meantree train regression`"),
}
"""By ``metric.option``, or by the option alone where all metrics mean the same: what it takes, empty where its type
lists the values, and what it means."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a configured metric, in words and as it is written in a spec.

    Attributes:
        name: as in a spec.
        value: as in a spec.
        choices: all values, where they can be listed: not where it takes numbers beside words.
        takes: which values it takes, in words.
        meaning: in one line.
        is_whole: whether it takes whole numbers.
    """

    name: str
    value: str
    choices: tuple[str, ...]
    takes: str
    meaning: str
    is_whole: bool


def words_of(kind: Any) -> tuple[str, ...]:
    """The words that an option of this type takes, alone or beside numbers."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(word for one in get_args(kind) for word in words_of(one)) if get_origin(kind) is Union else ()


def options_of(configured: Any) -> list[str]:
    """The names of a metric's options in Python, without what it learned of a corpus."""
    return [one.name for one in fields(configured) if not one.metadata.get("learned")]


def options_in_words(configured: Any) -> list[Option]:
    """The options of a configured metric, each with its value now, what it takes and what it means."""
    kinds = get_type_hints(type(configured))
    return [_option(configured, key, kinds[key]) for key in options_of(configured)]


def spec_with(name: str, usual: Any, values: Mapping[str, str]) -> str:
    """The spec of a metric with these values of options; those that are as ``usual`` are left out."""
    first = {one.name: one.value for one in options_in_words(usual)}
    others = ",".join(f"{option}={value}" for option, value in values.items() if value != first[option])
    return f"{name}:{others}" if others else name


def _option(configured: Any, key: str, kind: Any) -> Option:
    name, value = SPELLINGS.get(key, key), getattr(configured, key)
    takes, meaning = MEANINGS.get(f"{configured.name}.{name}") or MEANINGS.get(name, ("", ""))
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    written = ",".join(value) if isinstance(value, tuple) else str(value)
    return Option(name, written, choices, takes or " or ".join(choices), meaning, kind is int)
