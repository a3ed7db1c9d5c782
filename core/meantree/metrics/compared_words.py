"""The words that metrics of plain texts compare, the analyser's tokens under them, and lengths of texts."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.metadata import version
from itertools import islice
from typing import Final, Literal

from meantree.analysis.sentences import Analysis, character_spans
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import UsageError
from meantree.language.words import UNSPACED, as_read, stands_alone
from meantree.metrics.evidence import Place


def letters(text: str) -> str:
    """Return the text without white space, which all segmentations of it share."""
    return "".join(text.split())


class TokenMap:
    """Maps ranges over the letters (non-blank characters) of a text to token indices of its analysis."""

    def __init__(self, analysis: Analysis, text: str) -> None:
        """Map the letters of the analysed text, either as it is read or as it is written."""
        self._token_at: list[int] = []
        for index, token in enumerate(analysis.tokens):
            self._token_at += [index] * len(letters(token.text))
        if self._token_at and text != as_read(analysis.text):
            starts = [start for start, _ in character_spans(analysis)]
            seen = (place for place, character in enumerate(text) if not character.isspace())
            self._token_at = [max(0, bisect_right(starts, place) - 1) for place in seen]
        if len(self._token_at) != len(letters(text)):
            self._token_at = []  # the analyser changed letters, so the two cannot be mapped

    def place(self, start: int, end: int) -> Place | None:
        """Return the tokens of letters ``start`` to ``end`` (exclusive); None if the text could not be mapped."""
        tokens = tuple(dict.fromkeys(self._token_at[start:end]))
        return Place(tokens) if tokens else None

    def spans(self, words: Sequence[str]) -> list[tuple[int, int]] | None:
        """Return the letter ranges of consecutive ``words`` of another segmentation; None if the letters differ."""
        starts = [0]
        for word in words:
            starts.append(starts[-1] + len(letters(word)))
        if starts[-1] != len(self._token_at):
            return None
        return list(itertools.pairwise(starts))


Case = Literal["fold", "keep"]


def folded(word: str, case: Case) -> str:
    """Return the word as compared: case-folded, or as written with ``case=keep``."""
    return word.casefold() if case == "fold" else word


Tokenize = Literal["13a", "intl", "char", "none", "zh", "ja-mecab", "ko-mecab"]
"""sacrebleu's tokenizers: ``13a`` is that of mteval, ``none`` splits at blanks."""
MECAB: Final[Mapping[str, str]] = {"ja-mecab": "ja", "ko-mecab": "ko"}
"""The extra of sacrebleu that brings MeCab, by tokenizer."""


@cache
def _tokenizer(name: str) -> Callable[[Iterable[str]], list[str]]:
    """Return what sets the words of texts apart by blanks."""
    if name == "13a":
        return _apart_by_13a
    from sacrebleu.metrics.bleu import BLEU  # late: importing it takes longer than showing the window

    try:
        tokenizer: Callable[[str], str] = BLEU(tokenize=name).tokenizer
    except (ImportError, RuntimeError) as error:
        raise UsageError(f"tokenize={name} needs MeCab: install sacrebleu[{MECAB.get(name, name)}]") from error
    return lambda texts: list(map(tokenizer, texts))


def require_tokenizer(name: str) -> None:
    """Check that a tokenizer is installed if it needs MeCab; raise UsageError if it is not."""
    if name in MECAB:
        _tokenizer(name)


def sacrebleu() -> tuple[str, ...]:
    """Return the version of the library whose words, n-grams and scores string metrics have; it is slow to import."""
    return (f"sacrebleu:{version('sacrebleu')}",)


# What mteval's tokenizer 13a sets apart: marks, then full stops and commas but between digits, hyphens after a digit.
_MARKS: Final = '{|}~[\\]^_`!"#$%&()*+:;<=>?@/.,'
_AFTER_DIGIT: Final = re.compile("-(?<=[0-9]-)")
_IN_NUMBER: Final = re.compile("(?<=[0-9]) ([.,]) (?=[0-9])")
_DEPENDENT: Final = re.compile("[.,]{2}")
"""Neighbouring stops, which must be set apart in turn."""
_IN_TURN: Final = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        ("([{-~[-` -&(-+:-@/])", r" \1 "),
        (r"([^0-9])([.,])", r"\1 \2 "),
        (r"([.,])([^0-9])", r" \1 \2"),
        (r"([0-9])(-)", r"\1 \2 "),
    )
)
_ENTITIES: Final = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


def _apart_by_13a(texts: Iterable[str]) -> list[str]:
    """Return texts with blanks between the words of 13a, as sacrebleu's, all at once in a fraction of its time."""
    read = "\n".join(text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ") for text in texts)
    for entity, character in _ENTITIES if "&" in read else ():
        read = read.replace(entity, character)
    apart = read
    for mark in _MARKS:
        apart = apart.replace(mark, f" {mark} ")
    lines = _IN_NUMBER.sub(r"\1", _AFTER_DIGIT.sub(" - ", apart)).split("\n")
    if _DEPENDENT.search(read):
        for place, line in enumerate(read.split("\n")):
            if _DEPENDENT.search(line):
                lines[place] = _apart_in_turn(line)
    return lines


def _apart_in_turn(line: str) -> str:
    line = f" {line} "
    for pattern, replacement in _IN_TURN:
        line = pattern.sub(replacement, line)
    return line


def words_of(text: str, tokenize: Tokenize, case: Case) -> tuple[str, ...]:
    """Return the words of a text as they are compared, of the text as it is read."""
    return _words_of(as_read(text), tokenize, case)


@lru_cache(maxsize=4096)
def _words_of(text: str, tokenize: Tokenize, case: Case) -> tuple[str, ...]:
    words = _tokenizer(tokenize)([text])[0].split()
    return tuple(word.casefold() for word in words) if case == "fold" else tuple(words)


def bleu_words(texts: Sequence[str], tokenize: Tokenize, case: Case) -> list[tuple[str, ...]]:
    """Return the words of texts as sacrebleu compares them: in lower case before they are set apart."""
    different = dict.fromkeys(texts)
    apart = _tokenizer(tokenize)([(text.lower() if case == "fold" else text).rstrip() for text in different])
    words = dict(zip(different, map(tuple, map(str.split, apart)), strict=False))
    return [words[text] for text in texts]


def word_places(analysis: Analysis, words: Sequence[str]) -> list[tuple[Place, ...]]:
    """Return for each word the place of the analyser's tokens; empty if the two cannot be mapped."""
    is_written = sum(len(letters(word)) for word in words) == len(letters(analysis.text))
    tokens = TokenMap(analysis, analysis.text if is_written else as_read(analysis.text))
    spans = tokens.spans(words)
    if spans is None:
        return [()] * len(words)
    places = [tokens.place(start, end) for start, end in spans]
    return [(place,) if place is not None else () for place in places]


LengthSide = Literal["source", "hypothesis", "reference"]
LengthUnit = Literal["words", "characters"]
SAMPLE_SIZE: Final = 200
"""Number of texts from which the unit of lengths is determined."""


def length_of(text: str) -> int:
    """Return the number of words by BLEU's tokenizer 13a, or of characters in scripts without blanks between words.

    Punctuation marks count as words. A character includes the vowels and tones written on it, as in Thai.
    """
    return len(words_of(re.sub(UNSPACED, _apart, text), "13a", "keep"))


def length_unit(texts: Iterable[str]) -> LengthUnit:
    """Return the unit in which most of the first :data:`SAMPLE_SIZE` texts are counted."""
    sample = list(islice((text for text in texts if text.strip()), SAMPLE_SIZE))
    characters = sum(sum(1 for character in re.findall(UNSPACED, text) if stands_alone(character)) for text in sample)
    return "characters" if 2 * characters > sum(map(length_of, sample)) else "words"


def unit_of_side(corpus: Corpus, side: LengthSide) -> LengthUnit:
    """Return the unit of the lengths of one side of a corpus."""
    return length_unit(text for segment in corpus.segments for text in _texts(segment, side))


def _texts(segment: Segment, side: LengthSide) -> Iterator[str]:
    if side == "source":
        yield segment.source or ""
    else:
        versions = segment.references if side == "reference" else segment.hypotheses
        yield from (text.text for text in versions.values())


def _apart(match: re.Match[str]) -> str:
    return f" {match[0]} " if stands_alone(match[0]) else ""
