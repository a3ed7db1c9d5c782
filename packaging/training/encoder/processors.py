"""How many texts another processor analyses otherwise: ``processors.py TEXTS [--most N] [--beside FILE]``.

Prints one line a text (TEXTS has one a line): digests of its vectors, of its layers (words, tags, the best trees,
frames, entities) and of all that is kept of it, with probabilities. With what another processor printed (``--beside``),
says how many texts differ in each.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from pathlib import Path

from meantree.analysis.analyser import load_analyser
from meantree.analysis.encoder.encoder import load_encoder
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import packed

LISTED = 5
"""Trees in a list."""


def rows(texts: list[str]) -> Iterator[list[str]]:
    """Yield the digests of each text."""
    for analysis in load_analyser().analyse(texts, Layers(LISTED, LISTED, roles=1, entities=1)):
        yield [_digest(one) for one in (_vectors(analysis), _layers(analysis), packed(analysis))]


def _vectors(analysis: Analysis) -> bytes:
    words = ([token.text for token in sentence.tokens] for sentence in analysis.sentences)
    return b"".join(load_encoder().states(one).tobytes() for one in words)


def _layers(analysis: Analysis) -> bytes:
    labelled = analysis.labelled.frames if analysis.labelled is not None else ()
    found = analysis.tokens, analysis.tree(), analysis.constituency(), labelled, sorted(analysis.others.items())
    return repr(found).encode()


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=6).hexdigest()


def main() -> None:
    """Print digests, or compare them."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("texts", type=Path)
    options.add_argument("--most", type=int, help="texts")
    options.add_argument("--beside", type=Path, help="what another processor printed")
    chosen = options.parse_args()
    found = rows(chosen.texts.read_text(encoding="utf-8").splitlines()[: chosen.most])
    if chosen.beside is None:
        for row in found:
            print(*row, flush=True)
        return
    theirs = [line.split() for line in chosen.beside.read_text(encoding="utf-8").splitlines()]
    pairs = list(zip(found, theirs, strict=False))
    for place, name in enumerate(("vectors", "layers", "all that is kept")):
        print(f"{name}: {sum(one[place] != two[place] for one, two in pairs):,} of {len(pairs):,} differ")


if __name__ == "__main__":
    main()
