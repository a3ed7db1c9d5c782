"""What the English pipeline says of the words of gold trees: the parser gets to see no more when it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import spacy
from gold import GoldTree
from spacy.tokens import Doc

from meantree_resources import resource


def seen(trees: Iterable[GoldTree]) -> Iterator[tuple[GoldTree, np.ndarray]]:
    """Each tree with predicted parts of speech, and the vectors of its words: shape (words, 160)."""
    trees = list(trees)
    nlp = spacy.load(resource("models/en_meantree"))
    with nlp.select_pipes(enable=["tok2vec", "tagger"]):
        docs = nlp.pipe(Doc(nlp.vocab, words=list(tree.words)) for tree in trees)
        for tree, doc in zip(trees, docs, strict=True):
            yield replace(tree, predicted=tuple(token.tag_ for token in doc)), doc.tensor.astype(np.float32)
