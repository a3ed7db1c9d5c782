"""CoNLL-U with analyses: a sentence a segment, or several by ``# seg_id``; n-best lists by repeated ``# sent_id``."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from meantree.analysis.layers.required import Layers
from meantree.analysis.nbest import NBestDependencies
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree
from meantree.corpus.formats.conllu_blocks import Block, Parse, SentenceError, blocks, comment, parse
from meantree.corpus.formats.file_contents import FileContents, FileRole, Row, Version
from meantree.corpus.formats.file_names import guess_language, guess_name, guess_role
from meantree.corpus.formats.raw_file import RawFile, parse_number
from meantree.errors import InputError, Problem
from meantree.escaping import shortened

MAX_LABELS = 2_000
"""Different arc labels in an n-best list; an n-best list counts them in 16 bits."""


@dataclass(frozen=True, slots=True)
class _Nbest:
    """All parses of one sentence as the file lists them."""

    blocks: tuple[Block, ...]
    document: str

    @property
    def segment(self) -> str | None:
        return self.blocks[0].segment or self.blocks[0].id or None

    @property
    def group(self) -> str:
        return self.blocks[0].segment


def read(raw: RawFile) -> FileContents:
    """One layer; role and name are guesses from the file's name.

    A sentence that cannot be used is listed as a problem and its segment has no text. The analyses are as deep
    as the longest list in the file is long; without lists no sentence has a nbest.

    Raises:
        InputError: if the bytes are no text or hold no sentence.
    """
    sentences = list(_sentences(blocks(raw.lines())))
    if not sentences:
        raise InputError(
            raw.path, "no sentence found, expected CoNLL-U: ten columns a word, a blank line after each sentence"
        )
    nbest = max(len(sentence.blocks) for sentence in sentences)
    problems: list[Problem] = []
    rows: list[Row] = []
    for members in _segments(sentences):
        first = members[0]
        row = Row(None, first.blocks[0].line, first.segment, first.document)
        try:
            analysis = _analysis(members, nbest)
        except SentenceError as fault:
            problems.append(Problem(raw.path, fault.line, f"{fault}; the segment is skipped", row.id))
        else:
            row = replace(row, text=analysis.text, analysis=analysis)
        rows.append(row)
    role = guess_role(raw.path) or FileRole.HYPOTHESIS
    layer = Version(role, guess_name(raw.path), raw.path, tuple(rows), guess_language(raw.path))
    return FileContents(versions=(layer,), problems=tuple(problems))


def _sentences(found: Iterable[Block]) -> Iterator[_Nbest]:
    """Neighbouring blocks with one ``sent_id`` are parses of one sentence."""
    document, documents = "", 0
    pending: list[Block] = []
    for block in found:
        named = block.comments.get("sent_id")
        if pending and named and named == pending[0].comments.get("sent_id"):
            pending.append(block)
            continue
        if pending:
            yield _Nbest(tuple(pending), document)
        if "newdoc id" in block.comments or "newdoc" in block.comments:
            documents += 1
            document = block.comments.get("newdoc id") or str(documents)
        pending = [block]
    if pending:
        yield _Nbest(tuple(pending), document)


def _segments(sentences: Sequence[_Nbest]) -> Iterator[list[_Nbest]]:
    """Neighbours with one ``seg_id`` are one segment; a sentence without stands alone."""
    for _, members in itertools.groupby(
        enumerate(sentences), key=lambda item: (item[1].document, item[1].group or item[0])
    ):
        yield [member for _, member in members]


def _analysis(members: Sequence[_Nbest], nbest: int) -> Analysis:
    read = [_sentence(member, nbest) for member in members]
    return Analysis(
        text=" ".join(text for text, _ in read),
        sentences=tuple(sentence for _, sentence in read if sentence is not None),
        depth=Layers(nbest),
    )


def _sentence(found: _Nbest, nbest: int) -> tuple[str, Sentence | None]:
    """Text and sentence; none for an empty text, which is a block of comments alone."""
    best = found.blocks[0]
    if best.is_empty_text and len(found.blocks) == 1:
        return "", None
    parses = [parse(block) for block in found.blocks]
    text = best.comments.get("text") or parses[0].text
    if nbest == 1 and "parse_prob" not in best.comments:
        return text, Sentence(parses[0].tokens, parses[0].tree, is_certain=True)
    trees = _nbest(found.blocks, parses)
    return text, Sentence(parses[0].tokens, trees.tree(0), trees)


def _nbest(found: Sequence[Block], parses: Sequence[Parse]) -> NBestDependencies:
    words = [token.text for token in parses[0].tokens]
    for block, other in zip(found, parses, strict=True):
        if [token.text for token in other.tokens] != words:
            raise SentenceError(
                block.line, "a parse with other words than the first of its sentence, expected the same"
            )
    if len({label for other in parses for label in other.tree.labels}) > MAX_LABELS:
        raise SentenceError(found[0].line, f"more than {MAX_LABELS:,} different arc labels, expected fewer")
    # A sentence with a single parse may leave its probability out.
    alone = len(found) == 1 and "parse_prob" not in found[0].comments
    return NBestDependencies.of(
        [other.tree for other in parses], [1.0] if alone else [_probability(block) for block in found]
    )


def _probability(block: Block) -> float:
    given = block.comments.get("parse_prob")
    if given is None:
        raise SentenceError(block.line, "a parse in an n-best list without # parse_prob, expected one")
    value = parse_number(given)
    if value is None or not 0 < value <= 1:
        raise SentenceError(block.line, f"# parse_prob = {shortened(given)}, expected a number above 0, at most 1")
    return value


def conllu(analysis: Analysis, *, segment: str) -> str:
    """The sentences of one segment in CoNLL-U, tokens counted from 1.

    Every block names its segment (``# seg_id``) and sentence (``# sent_id``, the segment's id and a number from 1).
    Where a sentence has an n-best list, each parse is a block of the same ``# sent_id`` with ``# parse_prob``. A
    segment without sentences is a block of comments alone.
    """
    if not analysis.sentences:
        return f"{names(segment, 1)}{comment('text', '')}\n"
    return "".join(
        block
        for number, sentence in enumerate(analysis.sentences, start=1)
        for block in _blocks(sentence, names(segment, number))
    )


def names(segment: str, number: int) -> str:
    """The comments that say of which segment a sentence is, and the how manieth of it, from 1."""
    return comment("seg_id", segment) + comment("sent_id", f"{segment}-{number}")


def _blocks(sentence: Sentence, head: str) -> Iterator[str]:
    text = comment("text", "".join(token.text + " " * token.space_after for token in sentence.tokens))
    if sentence.nbest is None:
        yield f"{head}{text}{_rows(sentence, sentence.tree)}\n"
        return
    for rank, probability in enumerate(sentence.nbest.probabilities):
        rows = _rows(sentence, sentence.nbest.tree(rank))
        yield f"{head}# parse_prob = {probability:.6g}\n{text}{rows}\n"


def _rows(sentence: Sentence, tree: DependencyTree) -> str:
    rows = []
    for index, token in enumerate(sentence.tokens):
        head = 0 if tree.heads[index] == ROOT else tree.heads[index] + 1
        fields = [token.text, token.lemma, token.upos, token.xpos, token.feats]
        misc = "_" if token.space_after else "SpaceAfter=No"
        columns = [str(index + 1), *(field or "_" for field in fields), str(head), tree.labels[index], "_", misc]
        rows.append("\t".join(columns) + "\n")
    return "".join(rows)
