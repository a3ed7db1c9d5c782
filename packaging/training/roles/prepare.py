"""The program's own analyses of EWT: what the labeller will see when it is used.

``prepare.py DATA WORK`` writes one ``.npz`` a split: the states of words, candidate spans, and features of both.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import spacy
from gold import GoldSentence, read_frames
from spacy.tokens import Doc

from meantree.analysis.analyser import _token, _tree
from meantree.analysis.constituency.bundled import load_bundled_parser
from meantree.analysis.roles.features import FeatureReader
from meantree.analysis.roles.syntax import Syntax
from meantree_resources import resource


def analysed(sentences: Sequence[GoldSentence]) -> Iterator[tuple[GoldSentence, Syntax, np.ndarray]]:
    """Each sentence with predicted syntax over its gold words, and the encoder's states."""
    nlp, parser = spacy.load(resource("models/en_meantree")), load_bundled_parser()
    with nlp.select_pipes(disable=["senter"]):
        docs = list(
            nlp.pipe(
                Doc(nlp.vocab, words=list(s.words), sent_starts=[place == 0 for place in range(len(s.words))])
                for s in sentences
            )
        )
    tokens = [tuple(_token(token) for token in doc) for doc in docs]
    trees, states = parser.parse(tokens), parser.states(tokens)
    for sentence, doc, words, nbest, state in zip(sentences, docs, tokens, trees, states, strict=True):
        yield sentence, Syntax(words, _tree(doc[:]), nbest.tree(0)), state


def main() -> None:
    """Write the arrays of all splits."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("work", type=Path)
    options = arguments.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    for split in ("dev", "test", "train"):
        np.savez(options.work / f"{split}.npz", **arrays(options.data / f"propbank/ewt-{split}.props"))


def arrays(path: Path) -> dict[str, np.ndarray]:
    """One split.

    Of words: ``states`` (words, states), ``sentence``, ``token_features``, ``predicate`` and ``verbal`` as 0 or 1. Of
    frames: ``word``, the predicate's; ``frame_features``. Of candidates: the ``frame`` they belong to, ``start``,
    ``end`` and ``head`` as words of the split, ``features``, ``label``. ``gold``: all arguments as (frame, start, end),
    found by candidates or not, and ``gold_label``.
    """
    made: dict[str, list] = {name: [] for name in NAMES}
    offset = words = covered = 0
    for number, (sentence, syntax, state) in enumerate(analysed(list(read_frames(path)))):
        reader, size = FeatureReader(syntax), len(sentence.words)
        made["states"].append(state.astype(np.float16))
        made["sentence"].append(np.full(size, number))
        made["token_features"].append(reader.words().astype(np.int32))
        predicates = [frame.predicate for frame in sentence.frames]
        made["predicate"].append(np.isin(np.arange(size), predicates))
        made["verbal"].append(np.array([tag.startswith("VB") for tag in sentence.tags]))
        if predicates:
            made["word"].append(offset + np.array(predicates))
            made["frame_features"].append(reader.predicates(predicates).astype(np.int32))
            alike = reader.spans()
        for place, frame in enumerate(sentence.frames, start=words):
            roles = {(start, end): label for start, end, label in frame.arguments}
            rows = [(place, offset + start, offset + end) for start, end in roles]
            made["gold"].append(np.array(rows).reshape(-1, 3))
            made["gold_label"].append(np.array(list(roles.values()), dtype="U16"))
            near = syntax.beside(frame.predicate)
            if not near:
                continue
            spans = [syntax.candidates[one] for one in near]
            covered += sum(span in roles for span in spans)
            features = np.hstack((alike[near], reader.pairs(frame.predicate, near)))
            made["features"].append(features.astype(np.int32))
            made["frame"].append(np.full(len(near), place))
            made["start"].append(offset + np.array([span[0] for span in spans]))
            made["end"].append(offset + np.array([span[1] for span in spans]))
            made["head"].append(offset + np.array([syntax.head(span) for span in spans]))
            made["label"].append(np.array([roles.get(span, "") for span in spans], dtype="U16"))
        offset, words = offset + size, words + len(predicates)
    result = {name: np.concatenate(rows) for name, rows in made.items()}
    share = 100 * covered / len(result["gold"])
    print(
        f"{path.name}: {words} frames, {len(result['frame'])} candidates, {share:.2f} % of arguments among them",
        flush=True,
    )
    return result


NAMES = ("states", "sentence", "token_features", "predicate", "verbal", "word", "frame_features")
NAMES += ("frame", "start", "end", "head", "features", "label", "gold", "gold_label")

if __name__ == "__main__":
    main()
