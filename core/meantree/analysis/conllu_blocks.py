"""Blocks of CoNLL-U and of other formats with a word on each line: comments, words, ranges, heads."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from meantree.analysis.sentences import Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token, tree_fault
from meantree.escaping import quoted, shortened

COLUMNS = 10
MAX_TOKENS = 5_000
"""Limit of words in a sentence: a longer one is a broken file, and an n-best list counts tokens in 16 bits."""

NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
"""Columns of CoNLL-U; a file of CoNLL-U Plus names its own in its first line."""
FRAMES = ("UP:PRED", "UP:ARGHEADS", "UP:ARGSPANS")
"""Columns of Universal Propositions 2."""
_GLOBAL_COLUMNS = re.compile(r"#\s*global\.columns\s*=\s*(.*)")

_COMMENT = re.compile(r"#\s*([\w.:-]+(?: id)?)\s*(?:=\s*(.*))?$")
_LINE_END = re.compile(r"[\r\n]+")
_RANGE = re.compile(r"(\d{1,9})-(\d{1,9})")
_EMPTY_NODE = re.compile(r"\d+\.\d+")

Line = tuple[int, str]
"""Line number (from 1) and text."""


class SentenceError(Exception):
    """A sentence cannot be used.

    Attributes:
        id, segment: of the sentence, empty if unknown.
    """

    def __init__(self, line: int, message: str) -> None:
        self.line, self.id, self.segment = line, "", ""
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines between blank lines: comments by key (the value may be empty) and columns."""

    line: int
    comments: dict[str, str]
    rows: tuple[Line, ...]

    @property
    def id(self) -> str:
        """The sentence's id in the comments, empty without."""
        return self.comments.get("sent_id", "")

    @property
    def segment(self) -> str:
        """The id of the segment in the comments, empty without."""
        return self.comments.get("seg_id", "")

    @property
    def is_empty_text(self) -> bool:
        """Whether the block is an empty text: comments without words."""
        return not self.rows and self.comments.get("text") == ""


@dataclass(frozen=True, slots=True)
class Parse:
    """The words of a block, its tree and its surface text."""

    tokens: tuple[Token, ...]
    tree: DependencyTree
    text: str


def comment(name: str, value: str) -> str:
    """Return a comment line; line ends in the value become blanks."""
    return f"# {name} = {_LINE_END.sub(' ', value)}".rstrip() + "\n"


def word_cells(token: Token, tree: DependencyTree, place: int) -> list[str]:
    """Return the first eight cells of a row of CoNLL-U, from the number of a 0-based token to its arc's label."""
    fields = (token.text, token.lemma, token.upos, token.xpos, token.feats)
    return [str(place + 1), *(field or "_" for field in fields), str(tree.heads[place] - ROOT), tree.labels[place]]


def columns_of(line: str) -> list[str]:
    """Return the columns that the first line of CoNLL-U Plus names; none of other files."""
    match = _GLOBAL_COLUMNS.match(line)
    return match[1].split() if match else []


def as_conllu(lines: Sequence[str], more: Sequence[str] = ()) -> list[str]:
    """Return lines of CoNLL-U Plus with the columns of CoNLL-U in order, and ``more`` after them; others as they are.

    A column that the file does not have is ``_``.
    """
    names = columns_of(lines[0]) if lines else []
    if not names:
        return list(lines)
    places = [names.index(name) if name in names else None for name in (*NAMES, *more)]

    def row(line: str) -> str:
        cells = line.split("\t")
        if line.startswith("#") or len(cells) != len(names):
            return line  # a wrong number of columns is reported with its line
        return "\t".join("_" if place is None else cells[place] for place in places)

    return [row(line) for line in lines]


def blocks(
    lines: Sequence[str], is_comment: Callable[[str], bool] = lambda line: line.startswith("#")
) -> Iterator[Block]:
    """Yield the blocks of a file that have words or a sentence's comments."""
    pending: list[Line] = []
    for number, line in enumerate([*lines, ""], start=1):
        if line.strip():
            pending.append((number, line))
        elif pending:
            block = _block(pending, is_comment)
            if block.rows or block.comments.keys() & {"text", "sent_id", "seg_id"}:
                yield block
            pending = []


def parse(block: Block) -> Parse:
    """Read the columns of a block.

    Raises:
        SentenceError: for a wrong number of columns, a bad id or head, or heads that are no tree with one root.
    """
    words = _Words()
    for number, line in block.rows:
        words.add(number, line.split("\t"))
    if not words.tokens:
        raise SentenceError(block.line, "a sentence without words, expected at least one")
    heads = words.checked_heads()
    fault = tree_fault(heads)
    if fault is not None:
        raise SentenceError(words.lines[0], fault)
    return Parse(tuple(words.tokens), DependencyTree(heads, tuple(words.labels)), words.surface())


def sentences_in(lines: Sequence[str]) -> Iterator[tuple[int, str, Sentence]]:
    """Yield the line, the text and the only tree of each sentence in CoNLL-U.

    Raises:
        SentenceError: for one that cannot be used.
    """
    for block in blocks(as_conllu(lines)):
        if block.rows:
            parsed = parse(block)
            yield block.line, parsed.text, Sentence(parsed.tokens, parsed.tree, is_certain=True)


def _block(lines: Sequence[Line], is_comment: Callable[[str], bool]) -> Block:
    comments: dict[str, str] = {}
    for _, line in lines:
        match = _COMMENT.match(line)
        if match:
            comments[match[1]] = (match[2] or "").strip()
    return Block(lines[0][0], comments, tuple((number, line) for number, line in lines if not is_comment(line)))


@dataclass(slots=True)
class _Words:
    """The words so far; ``until`` is the last word (from 1) of the open range, ``pieces`` make the surface text."""

    tokens: list[Token] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    until: int = 0
    blank_after_range: bool = True

    def add(self, line: int, columns: list[str]) -> None:
        if len(columns) != COLUMNS:
            raise SentenceError(line, f"{len(columns)} columns, expected {COLUMNS} separated by tabs")
        if columns[0] == str(len(self.tokens) + 1):
            self._add_word(line, columns)
        elif match := _RANGE.fullmatch(columns[0]):
            self._open_range(line, int(match[1]), int(match[2]), columns)
        elif not _EMPTY_NODE.fullmatch(columns[0]):
            raise SentenceError(line, f"word id {quoted(columns[0])}, expected {len(self.tokens) + 1}")

    def _open_range(self, line: int, first: int, last: int, columns: list[str]) -> None:
        if first != len(self.tokens) + 1 or last < first or first <= self.until:
            raise SentenceError(
                line, f"range {shortened(columns[0])}, expected one that starts at word {len(self.tokens) + 1}"
            )
        self.until, self.blank_after_range = last, _blank_after(columns)
        self.pieces.append(columns[1] + " " * self.blank_after_range)

    def _add_word(self, line: int, columns: list[str]) -> None:
        number = len(self.tokens) + 1
        if number > MAX_TOKENS:
            raise SentenceError(line, f"more than {MAX_TOKENS:,} words in a sentence, expected at most that many")
        if not columns[1]:
            raise SentenceError(line, f"word {number} has no form, expected one")
        blank_in_file = blank = _blank_after(columns)
        if number > self.until:
            self.pieces.append(columns[1] + " " * blank)
        else:
            # No blanks between the words of a range; after the last one that of the range.
            blank = number == self.until and self.blank_after_range
        self.tokens.append(_token(*columns[1:6], blank, blank_in_file and number <= self.until))
        self.heads.append(columns[6])
        self.labels.append("" if columns[7] == "_" else columns[7])
        self.lines.append(line)

    def checked_heads(self) -> tuple[int, ...]:
        """Return the 0-based heads."""
        count = len(self.tokens)
        if self.until > count:
            raise SentenceError(
                self.lines[-1], f"a range ends at word {self.until}, but the sentence has {count} words"
            )
        known = {str(number): number - 1 for number in range(1, count + 1)} | {"0": ROOT}
        for line, head in zip(self.lines, self.heads, strict=True):
            if head not in known:
                raise SentenceError(line, f"head {quoted(head)}, expected a number from 0 to {count}")
        return tuple(known[head] for head in self.heads)

    def surface(self) -> str:
        return "".join(self.pieces).rstrip(" ")


@functools.lru_cache(maxsize=32_768)
def _token(form: str, lemma: str, upos: str, xpos: str, feats: str, blank: bool, is_part: bool) -> Token:
    """Return a token; equal words share one, as most words of a file are a few frequent ones."""
    if lemma == "_" != form:
        lemma = ""
    upos, xpos, feats = ("" if value == "_" else value for value in (upos, xpos, feats))
    return Token(form, lemma, upos, xpos, feats, blank, is_part)


def _blank_after(columns: Sequence[str]) -> bool:
    return columns[9] == "_" or "SpaceAfter=No" not in columns[9].split("|")
