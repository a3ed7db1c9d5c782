"""Dependency trees in files: CoNLL-U, read and written, and GraphML for other tools.

In CoNLL-U each sentence is a segment, unless ``# seg_id`` joins several; blocks with the same ``# sent_id`` are an
n-best list.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

from meantree.analysis.conllu_blocks import (
    Block,
    Parse,
    SentenceError,
    as_conllu,
    blocks,
    columns_of,
    comment,
    parse,
    word_cells,
)
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, NBestDependencies
from meantree.corpus.formats.file_contents import SKIPPED, FileContents, Row
from meantree.corpus.formats.file_names import guessed_version
from meantree.corpus.formats.raw_file import RawFile, parse_number
from meantree.errors import InputError, Problem
from meantree.escaping import listed, shortened

if TYPE_CHECKING:
    import networkx as nx


MAX_LABELS = 2_000
"""Limit of different arc labels in an n-best list, which counts them in 16 bits."""
# XML allows a carriage return, but reads it as a line end.
_NOT_IN_XML = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class _Nbest:
    """All parses of one sentence in the order of the file."""

    blocks: tuple[Block, ...]
    document: str

    @property
    def segment(self) -> str | None:
        return self.blocks[0].segment or self.blocks[0].id or None


def read(raw: RawFile) -> FileContents:
    """Return one version; role and name are guessed from the file's name.

    A sentence that cannot be used is listed as a problem and its segment has no text. The analyses have n-best lists of
    the longest length in the file; without lists no sentence has one.

    Raises:
        InputError: if the bytes are not text or contain no sentence.
    """
    lines = raw.lines()
    if (names := columns_of(lines[0])) and not {"ID", "FORM", "HEAD"} <= {*names}:
        what = "CoNLL-U Plus without the columns ID, FORM and HEAD"
        raise InputError(raw.path, f"{what}, found {listed(names)}; merge it with the file of its trees", line=1)
    sentences = list(_sentences(blocks(as_conllu(lines))))
    if not sentences:
        raise InputError(
            raw.path, "no sentence found, expected CoNLL-U: ten columns per word, a blank line after each sentence"
        )
    nbest = max(len(sentence.blocks) for sentence in sentences)
    problems: list[Problem] = []
    rows: list[Row] = []
    for members in _segments(sentences):
        first = members[0]
        row = Row(None, first.blocks[0].line, first.segment, first.document)
        try:
            pairs = [_sentence(member, nbest) for member in members]
        except SentenceError as fault:
            problems.append(Problem(raw.path, fault.line, f"{fault}; {SKIPPED}", row.id))
        else:
            text = " ".join(text for text, _ in pairs)
            parsed = tuple(sentence for _, sentence in pairs if sentence is not None)
            row = replace(row, text=text, analysis=Analysis(text, parsed, Layers(nbest)))
        rows.append(row)
    return FileContents(versions=(guessed_version(raw.path, tuple(rows)),), problems=tuple(problems))


def _sentences(all_blocks: Iterable[Block]) -> Iterator[_Nbest]:
    """Yield the sentences: neighbouring blocks with the same ``sent_id`` are parses of one sentence."""
    document, documents = "", 0
    pending: list[Block] = []
    for block in all_blocks:
        sent_id = block.comments.get("sent_id")
        if pending and sent_id and sent_id == pending[0].comments.get("sent_id"):
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
    """Yield the sentences of each segment: neighbours with the same ``seg_id``, or a single one without."""
    numbered = enumerate(sentences)
    for _, members in itertools.groupby(
        numbered, lambda item: (item[1].document, item[1].blocks[0].segment or item[0])
    ):
        yield [member for _, member in members]


def _sentence(parsed: _Nbest, nbest: int) -> tuple[str, Sentence | None]:
    """Return text and sentence; an empty text, a block of comments alone, has no sentence."""
    best = parsed.blocks[0]
    if best.is_empty_text and len(parsed.blocks) == 1:
        return "", None
    parses = [parse(block) for block in parsed.blocks]
    text = best.comments.get("text") or parses[0].text
    if nbest == 1 and "parse_prob" not in best.comments:
        return text, Sentence(parses[0].tokens, parses[0].tree, is_certain=True)
    trees = _dependencies(parsed.blocks, parses)
    return text, Sentence(parses[0].tokens, trees.tree(0), trees)


def _dependencies(members: Sequence[Block], parses: Sequence[Parse]) -> NBestDependencies:
    words = [token.text for token in parses[0].tokens]
    for block, candidate in zip(members, parses, strict=True):
        if [token.text for token in candidate.tokens] != words:
            raise SentenceError(
                block.line,
                "a parse whose words differ from those of the first parse of its sentence, expected the same",
            )
    if len({label for candidate in parses for label in candidate.tree.labels}) > MAX_LABELS:
        raise SentenceError(
            members[0].line, f"more than {MAX_LABELS:,} different arc labels, expected at most that many"
        )
    # The probability of a single parse may be left out.
    is_certain = len(members) == 1 and "parse_prob" not in members[0].comments
    return NBestDependencies.of(
        [candidate.tree for candidate in parses], [1.0] if is_certain else [_probability(block) for block in members]
    )


def _probability(block: Block) -> float:
    probability = block.comments.get("parse_prob")
    if probability is None:
        raise SentenceError(block.line, "a parse in an n-best list without # parse_prob, expected one")
    value = parse_number(probability)
    if value is None or not 0 < value <= 1:
        raise SentenceError(
            block.line, f"# parse_prob = {shortened(probability)}, expected a number above 0, at most 1"
        )
    return value


def conllu(analysis: Analysis, *, segment: str) -> str:
    """Return the sentences of one segment in CoNLL-U, tokens counted from 1.

    Every block names its segment (``# seg_id``) and sentence (``# sent_id``, the segment's id and a number from 1).
    Where a sentence has an n-best list, each parse is a block of the same ``# sent_id`` with ``# parse_prob``. A
    segment without sentences is a block of comments alone.
    """
    if not analysis.sentences:
        return f"{_id_comments(segment, 1)}{comment('text', '')}\n"
    return "".join(
        block
        for number, sentence in enumerate(analysis.sentences, start=1)
        for block in _blocks(sentence, _id_comments(segment, number))
    )


def _id_comments(segment: str, number: int) -> str:
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
    return "".join(
        "\t".join((*word_cells(token, tree, place), "_", "_" if token.space_after else "SpaceAfter=No")) + "\n"
        for place, token in enumerate(sentence.tokens)
    )


def graphml(graph: nx.DiGraph[Any]) -> str:
    """Return a graph with its attributes in GraphML; characters that XML forbids become the replacement character."""
    import networkx as nx

    written: nx.DiGraph[str] = nx.DiGraph()
    written.add_nodes_from((str(node), _printable(data)) for node, data in graph.nodes(data=True))
    written.add_edges_from((str(start), str(end), _printable(data)) for start, end, data in graph.edges(data=True))
    # Not generate_graphml: it breaks lines at separators inside labels.
    stream = BytesIO()
    nx.write_graphml_xml(written, stream)
    return stream.getvalue().decode("utf-8")


def dependency_graph(analysis: Analysis) -> nx.DiGraph[int]:
    """Return the dependencies of a whole text, a tree for each sentence.

    Nodes are the tokens, 0-based over the text, with ``text``, ``lemma``, ``upos``, ``xpos``, ``feats`` and the 0-based
    ``sentence``. Edges lead from head to dependent, with ``kind`` ("tree") and ``label``.
    """
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph()
    sentences = [number for number, sentence in enumerate(analysis.sentences) for _ in sentence.tokens]
    for place, (token, sentence) in enumerate(zip(analysis.tokens, sentences, strict=True)):
        forms = {"text": token.text, "lemma": token.lemma, "upos": token.upos, "xpos": token.xpos, "feats": token.feats}
        graph.add_node(place, **forms, sentence=sentence)
    for dependent, head, label in analysis.tree().arcs():
        graph.add_edge(head, dependent, kind="tree", label=label)
    return graph


def texts_graph(analyses: Mapping[str, Analysis]) -> nx.DiGraph[str]:
    """Return the dependencies of several texts in one graph, as many tools read only the first graph of a file.

    Nodes are named by the 0-based numbers of text and token, as in ``0.3``. They have the attributes of
    :func:`dependency_graph` and the text's key as ``segment``.
    """
    import networkx as nx

    texts: nx.DiGraph[str] = nx.DiGraph()
    for number, (key, analysis) in enumerate(analyses.items()):
        graph = dependency_graph(analysis)
        names = {token: f"{number}.{token}" for token in graph}
        texts.add_nodes_from((names[token], {"segment": key, **data}) for token, data in graph.nodes(data=True))
        texts.add_edges_from((names[head], names[token], data) for head, token, data in graph.edges(data=True))
    return texts


def _printable(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _NOT_IN_XML.sub("\ufffd", value) if isinstance(value, str) else value for name, value in data.items()}
