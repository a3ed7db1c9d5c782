"""What ships, measured: ``measure.py DATA [--split test] [--nbest 50] [--note]`` prints figures as JSON.

Everything is read by the program's own code from its resources. Words and sentences are gold; predicates are given for
roles and rolesets, and lemmas are predicted.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from analyse import Analysis
from evaluate import scores
from examples import Example, dev_examples
from spacy.tokens import Doc

from meantree.analysis.analyser import load_analyser
from meantree.analysis.constituency_parsers import BundledParser, load_bundled_parser
from meantree.analysis.constituents import NBestConstituents
from meantree.analysis.encoder.encoder import load_encoder
from meantree.analysis.entities.finder import NameFinder
from meantree.analysis.role_labeller import load_role_labeller
from meantree.analysis.tree import Token
from meantree_resources import resource

Span = tuple[int, int, str]


def analyses(examples: Sequence[Example], nbest: int) -> Iterator[tuple[Example, Analysis]]:
    """Yield the sentences and what the program finds in them."""
    nlp, parser, labeller = load_analyser().pipeline.nlp, load_bundled_parser(), load_role_labeller()
    finder, encoder = NameFinder(resource("models/en_meantree/ner")), load_encoder()
    for example in examples:
        words = list(example.words)
        spaces = example.syntax.spaces if example.syntax is not None else None
        doc = Doc(nlp.vocab, words=words, spaces=spaces, sent_starts=[place == 0 for place in range(len(words))])
        for name, component in nlp.pipeline:
            if name != "senter":
                doc = component(doc)
        tokens = [Token(word.text, word.lemma_, word.pos_, word.tag_, str(word.morph)) for word in doc]
        gold = [frame.predicate for frame in example.frames or ()]
        arguments = zip(gold, labeller.arguments(tokens, gold), strict=True)
        yield (
            example,
            Analysis(
                tags=tuple(
                    [str(value) for value in row]
                    for row in zip(*((t.upos, t.xpos, t.feats, t.lemma) for t in tokens), strict=True)
                ),
                heads=[0 if word.head.i == word.i else word.head.i + 1 for word in doc],
                relations=[word.dep_ for word in doc],
                sureness=0.0,
                trees=list(_trees(parser, tokens, nbest)),
                predicates=list(labeller.predicates(words)),
                frames=[
                    (place, roleset, [(*found.span, found.label) for found in fillers])
                    for place, (roleset, fillers) in arguments
                ],
                names=list(finder.names(encoder.states(words))),
            ),
        )


def _trees(parser: BundledParser, tokens: Sequence[Token], nbest: int) -> Iterator[list[Span]]:
    found: NBestConstituents = next(parser.parse([tokens], nbest=nbest))
    for rank in range(len(found)):
        tree = found.tree(rank)
        inner = set(tree.parents)
        rows = zip(tree.spans(), tree.labels, strict=True)
        yield [(*span, label) for node, (span, label) in enumerate(rows) if node in inner]


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("--split", choices=("dev", "test"), default="dev")
    options.add_argument("--nbest", type=int, default=1, help="trees of constituents among which the best one counts")
    options.add_argument("--most", type=int, help="sentences")
    options.add_argument("--note", action="store_true", help="write the figures into meta.json of each part")
    chosen = options.parse_args()
    examples = dev_examples(chosen.data, chosen.split)[: chosen.most]
    found = scores(analyses(examples, chosen.nbest))
    rounded = {name: round(value, 2) for name, value in found.items()}
    print(json.dumps(rounded, indent=1))
    if chosen.note:
        for part in ("en_meantree", "en_constituency", "en_roles"):
            path = resource(f"models/{part}/meta.json")
            meta = json.loads(path.read_text(encoding="utf-8"))
            meta["performance"] = {f"ewt_{chosen.split}": rounded}
            path.write_text(json.dumps(meta, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
