"""Pairs of paraphrases as arrays: ``ppdb.py PAIRS LICENSE OUTPUT``.

``PAIRS`` has two words a line with a tab between them, each pair once, in either order (PPDB 1.0, XXXL, lexical). The
layout of the result is described in :mod:`meantree.lexicon.ppdb`.
"""

from __future__ import annotations

import argparse
import json
from datetime import date
from pathlib import Path

import numpy as np

CREDIT = "Ganitkevitch, Van Durme & Callison-Burch 2013: PPDB: The Paraphrase Database. NAACL-HLT"


def arrays(pairs: set[tuple[str, str]]) -> dict[str, np.ndarray]:
    """Words in order, and for each the distances from one of its later partners to the next."""
    words = sorted({word for pair in pairs for word in pair})
    number = {word: place for place, word in enumerate(words)}
    later: list[list[int]] = [[] for _ in words]
    for pair in pairs:
        one, two = sorted(map(number.__getitem__, pair))
        later[one].append(two)
    steps = [np.diff(sorted(set(partners)), prepend=one) for one, partners in enumerate(later)]
    return {
        "words": np.frombuffer("\n".join(words).encode(), np.uint8),
        "counts": np.array([len(step) for step in steps], np.uint16),
        "steps": np.concatenate(steps).astype(np.int32),
    }


def main() -> None:
    """Write ``ppdb.npz``, ``meta.json`` and the licence."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("pairs", "license", "output"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    lines = (line.split("\t") for line in options.pairs.read_text(encoding="utf-8").split("\n") if line)
    made = arrays({(one, two) for one, two in lines if one != two})
    options.output.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(options.output / "ppdb.npz", **made)
    meta = {
        "name": "ppdb",
        "version": "1.0",
        "sources": [f"PPDB 1.0, English, size XXXL, lexical: {CREDIT}"],
        "license": "CC BY 3.0, see LICENSE",
        "date": date.today().isoformat(),
        "words": len(made["counts"]),
        "pairs": len(made["steps"]),
    }
    (options.output / "meta.json").write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    (options.output / "LICENSE").write_text(options.license.read_text(encoding="utf-8"), encoding="utf-8")
    print(json.dumps(meta, indent=1))


if __name__ == "__main__":
    main()
