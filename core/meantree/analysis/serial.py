"""Analyses as compressed JSON, so that a project keeps them: every number comes back as it was."""

from __future__ import annotations

import json
import sys
import zlib
from typing import Any

import numpy as np

from meantree.analysis.constituents import ConstituencyForest
from meantree.analysis.depth import Depth
from meantree.analysis.forest import Analysis, Forest, Sentence
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.heads import head_forest
from meantree.analysis.tree import DependencyTree, Token

LARGEST = 64_000_000
"""Bytes of one analysis; more is no analysis of a text."""


def packed(analysis: Analysis) -> bytes:
    """The analysis with its n-best lists and automatic frames; what an annotator did is not part of it."""
    depth = analysis.depth
    content = {
        "text": analysis.text,
        "depth": [depth.dependencies, depth.constituents, depth.roles],
        "sentences": [_sentence(sentence) for sentence in analysis.sentences],
        "labelled": None if analysis.labelled is None else layer_to_json(analysis.labelled),
    }
    return zlib.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))


def unpacked(data: bytes) -> Analysis:
    """Read back what :func:`packed` wrote.

    Raises:
        ValueError: if it is none.
    """
    try:
        stream = zlib.decompressobj()
        plain = stream.decompress(data, LARGEST)
        if not stream.eof:
            raise ValueError("cut off, or too large to be an analysis")
        read = json.loads(plain)
        dependencies, constituents, roles = read["depth"]
        return Analysis(
            str(read["text"]),
            tuple(map(_read_sentence, read["sentences"])),
            Depth(int(dependencies), int(constituents), roles=bool(roles)),
            None if read["labelled"] is None else layer_from_json(read["labelled"]),
        )
    except (KeyError, TypeError, IndexError, OverflowError, AttributeError, RecursionError, zlib.error) as error:
        raise ValueError(f"no analysis: {error}") from error


def layer_to_json(layer: FrameLayer) -> dict[str, Any]:
    """Words and frames as plain values."""
    frames = [
        [list(frame.predicate), [[*filler.span, filler.role.value] for filler in frame.fillers]]
        for frame in layer.frames
    ]
    return {"words": list(layer.words), "frames": frames}


def layer_from_json(read: Any) -> FrameLayer:
    """Read back what :func:`layer_to_json` wrote.

    Raises:
        ValueError, KeyError, TypeError: if it is none.
    """
    frames = tuple(
        Frame(
            (int(predicate[0]), int(predicate[1])),
            tuple(Filler((int(start), int(end)), Role(role)) for start, end, role in fillers),
        )
        for predicate, fillers in read["frames"]
    )
    return FrameLayer(tuple(map(str, read["words"])), frames)


def _sentence(sentence: Sentence) -> dict[str, Any]:
    forest, trees = sentence.forest, sentence.constituents
    return {
        "tokens": [[t.text, t.lemma, t.upos, t.xpos, t.feats, int(t.space_after)] for t in sentence.tokens],
        "heads": list(sentence.tree.heads),
        "labels": list(sentence.tree.labels),
        "forest": None
        if forest is None
        else [forest.probabilities.tolist(), forest.heads.tolist(), forest.labels.tolist(), list(forest.label_names)],
        "constituents": None
        if trees is None
        else [
            trees.probabilities.tolist(),
            list(trees.label_names),
            trees.starts.tolist(),
            trees.labels.tolist(),
            trees.parents.tolist(),
        ],
    }


def _read_sentence(read: Any) -> Sentence:
    tokens = tuple(_token(*token) for token in read["tokens"])
    tree = DependencyTree(tuple(map(int, read["heads"])), tuple(map(str, read["labels"])))
    forest = trees = None
    if read["forest"] is not None:
        probabilities, heads, labels, names = read["forest"]
        shape = (len(probabilities), len(tokens))
        forest = Forest(
            np.array(probabilities, dtype=np.float64),
            np.array(heads, dtype=np.int32).reshape(shape),
            np.array(labels, dtype=np.int16).reshape(shape),
            tuple(map(str, names)),
        )
    if read["constituents"] is not None:
        probabilities, names, starts, labels, parents = read["constituents"]
        trees = ConstituencyForest(
            np.array(probabilities, dtype=np.float64),
            tuple(map(str, names)),
            np.array(starts, dtype=np.int32),
            np.array(labels, dtype=np.int16),
            np.array(parents, dtype=np.int16),
        )
    return Sentence(tokens, tree, forest, trees, None if trees is None else head_forest(trees))


def _token(text: str, lemma: str, upos: str, xpos: str, feats: str, space_after: int) -> Token:
    # Most words of a corpus are its few frequent ones, and all tags are few.
    lemma, upos, xpos, feats = (sys.intern(str(value)) for value in (lemma, upos, xpos, feats))
    return Token(str(text), lemma, upos, xpos, feats, bool(space_after))
