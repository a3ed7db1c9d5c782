"""CoNLL-U out: one block a parse."""

from __future__ import annotations

from collections.abc import Iterator

from meantree.analysis.forest import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree


def conllu(analysis: Analysis, *, segment: str) -> str:
    """The sentences of one segment in CoNLL-U, tokens counted from 1.

    Every block names its segment (``# seg_id``) and sentence (``# sent_id``, the segment's id and a number from 1).
    Where a sentence has an n-best list, each parse is a block of the same ``# sent_id`` with ``# parse_prob``.
    """
    return "".join(
        block
        for number, sentence in enumerate(analysis.sentences, start=1)
        for block in _blocks(sentence, segment, f"{segment}-{number}")
    )


def _blocks(sentence: Sentence, segment: str, sent_id: str) -> Iterator[str]:
    text = "".join(token.text + " " * token.space_after for token in sentence.tokens).rstrip()
    head = f"# seg_id = {segment}\n# sent_id = {sent_id}\n"
    if sentence.forest is None:
        yield f"{head}# text = {text}\n{_rows(sentence, sentence.tree)}\n"
        return
    for rank, probability in enumerate(sentence.forest.probabilities):
        rows = _rows(sentence, sentence.forest.tree(rank))
        yield f"{head}# parse_prob = {probability:.6g}\n# text = {text}\n{rows}\n"


def _rows(sentence: Sentence, tree: DependencyTree) -> str:
    rows = []
    for index, token in enumerate(sentence.tokens):
        head = 0 if tree.heads[index] == ROOT else tree.heads[index] + 1
        fields = [token.text, token.lemma, token.upos, token.xpos, token.feats]
        misc = "_" if token.space_after else "SpaceAfter=No"
        columns = [str(index + 1), *(field or "_" for field in fields), str(head), tree.labels[index], "_", misc]
        rows.append("\t".join(columns) + "\n")
    return "".join(rows)
