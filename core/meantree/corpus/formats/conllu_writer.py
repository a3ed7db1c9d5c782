"""CoNLL-U out: one block a parse."""

from __future__ import annotations

from collections.abc import Iterator

from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree
from meantree.corpus.formats.conllu_sentence import comment


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
