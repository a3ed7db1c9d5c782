"""The program's own analyses of all sentences with gold frames, made once: ``analyses.py DATA WORK``.

Writes for each split ``SPLIT.jsonl`` (gold frames, tokens, trees, spans near the best tree) and ``SPLIT.states.npy``,
the constituency encoder's states of all words.

The parsers were trained on EWT train and analyse it better than any text they will see (98.0 of 100 arguments are
constituents or subtrees, of EWT dev 93.7). So the networks learn from a noisy copy: letters within some words are
replaced before parsing, so many that as few arguments are found as in dev (94.5); words and lemmas are put back after.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from itertools import islice
from pathlib import Path

import numpy as np
import spacy
from gold import GoldFrame, GoldSentence, read_examples, read_frames
from spacy.tokens import Doc

from meantree.analysis.constituency.bundled import load_bundled_parser
from meantree.analysis.constituents import ConstituencyTree
from meantree.analysis.layers.dependencies import _token, _tree
from meantree.analysis.roles.syntax import SLACK, Syntax
from meantree.analysis.tree import DependencyTree, Token
from meantree_resources import resource

SPLITS = ("dev", "test", "train", "examples", "noisy")
"""``noisy`` is ``train`` analysed worse."""
AT_ONCE = 1000
NOISE = 0.3
"""Share of the words with four letters or more whose letters are replaced, all but the first and the last three."""

Row = tuple[GoldSentence, Syntax, np.ndarray]


def analysed(sentences: Sequence[GoldSentence]) -> Iterator[Row]:
    """Each sentence with predicted syntax over its gold words, and the encoder's states."""
    nlp, parser = spacy.load(resource("models/en_meantree")), load_bundled_parser()
    rest = iter(sentences)
    while part := list(islice(rest, AT_ONCE)):
        with nlp.select_pipes(disable=["senter"]):
            blank = (
                Doc(nlp.vocab, words=list(s.words), sent_starts=[place == 0 for place in range(len(s.words))])
                for s in part
            )
            docs = list(nlp.pipe(blank))
        tokens = [tuple(_token(token) for token in doc) for doc in docs]
        trees = [nbest.tree(0) for nbest in parser.parse(tokens)]
        near, states = parser.near_best(tokens, slack=SLACK), parser.states(tokens)
        for sentence, doc, words, tree, spans, state in zip(part, docs, tokens, trees, near, states, strict=True):
            yield sentence, Syntax(words, _tree(doc[:]), tree, spans), state


def gold(data: Path, split: str) -> list[GoldSentence]:
    """The sentences of a split."""
    if split == "examples":
        return list(read_examples(data / "propbank/frame-examples.jsonl"))
    return list(read_frames(data / f"propbank/ewt-{'train' if split == 'noisy' else split}.props"))


def noisy(word: str, chance: random.Random) -> str:
    """The word, or one that no parser knows with the same beginning, ending and shape."""
    if len(word) < 4 or not word.isalpha() or chance.random() >= NOISE:
        return word
    middle = word[1:-3] or word[1]
    replaced = "".join(chance.choice("bcdfghklmnprstvwz") if one.islower() else one for one in middle)
    return word[0] + replaced + word[1 + len(middle) :]


def restored(analyses: Iterator[Row], plain: Iterator[tuple[GoldSentence, Syntax]]) -> Iterator[Row]:
    """Noisy analyses with the words and lemmas of plain ones of the same sentences."""
    for (_, syntax, state), (sentence, original) in zip(analyses, plain, strict=True):
        pairs = zip(syntax.tokens, original.tokens, strict=True)
        tokens = tuple(replace(one, text=other.text, lemma=other.lemma) for one, other in pairs)
        yield sentence, replace(syntax, tokens=tokens), state


def rows_of(data: Path, work: Path, split: str) -> Iterator[Row]:
    """The analyses of a split; those of the noisy copy need those of ``train``."""
    sentences = gold(data, split)
    if split != "noisy":
        return analysed(sentences)
    chance = random.Random(1)
    changed = [replace(one, words=tuple(noisy(word, chance) for word in one.words)) for one in sentences]
    return restored(analysed(changed), read(work, "train"))


def write(work: Path, split: str, rows: Iterator[Row]) -> None:
    """Both files of a split."""
    states = []
    with (work / f"{split}.jsonl").open("w", encoding="utf-8") as file:
        for sentence, syntax, state in rows:
            states.append(state.astype(np.float16))
            content = {
                "gold": [sentence.words, sentence.tags, [astuple(frame) for frame in sentence.frames]],
                "tokens": [astuple(token) for token in syntax.tokens],
                "tree": [syntax.tree.heads, syntax.tree.labels],
                "constituents": [syntax.constituency.labels, syntax.constituency.parents],
                "near": [[*span, round(loss, 3)] for span, loss in syntax.near_best.items()],
            }
            file.write(json.dumps(content) + "\n")
    np.save(work / f"{split}.states.npy", np.concatenate(states))


def read(work: Path, split: str) -> Iterator[tuple[GoldSentence, Syntax]]:
    """Yield what :func:`write` wrote, in order, without the states."""
    with (work / f"{split}.jsonl").open(encoding="utf-8") as file:
        for line in file:
            content = json.loads(line)
            words, tags, frames = content["gold"]
            made = (GoldFrame(at, name, tuple(tuple(each) for each in arguments)) for at, name, arguments in frames)
            tokens = tuple(Token(*each) for each in content["tokens"])
            tree = DependencyTree(*(tuple(values) for values in content["tree"]))
            constituents = ConstituencyTree(*(tuple(values) for values in content["constituents"]))
            near = {(start, end): loss for start, end, loss in content["near"]}
            yield GoldSentence(tuple(words), tuple(tags), tuple(made)), Syntax(tokens, tree, constituents, near)


def main() -> None:
    """Analyse all splits."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("work", type=Path)
    options = arguments.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    for split in SPLITS:
        write(options.work, split, rows_of(options.data, options.work, split))
        print(split, flush=True)


if __name__ == "__main__":
    main()
