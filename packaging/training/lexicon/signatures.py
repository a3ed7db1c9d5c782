"""What follows from predicates that embed clauses, as one small file: ``signatures.py TABLE LICENSE OUTPUT``.

``TABLE`` has a heading and the columns verb, frame, voice, under_positive, under_negative, with tabs between them; the
layout of the result is described in :mod:`meantree.phenomena.embedding`.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import defaultdict
from datetime import date
from pathlib import Path

CREDIT = (
    "White, Rudinger, Rawlins & Van Durme 2018: Lexicosyntactic Inference in Neural Models. EMNLP, "
    "as MegaVeridicality 2 in the Diverse Natural Language Inference Collection, Poliak et al. 2018. EMNLP"
)


def main() -> None:
    """Write ``signatures.json``, ``meta.json`` and the licence."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("table", "license", "output"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    with options.table.open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    verbs: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        key = f"{row['frame']} {row['voice']} {row['under_positive']}{row['under_negative']}"
        verbs[key].add(row["verb"])
    options.output.mkdir(parents=True, exist_ok=True)
    made = {key: " ".join(sorted(verbs[key])) for key in sorted(verbs)}
    (options.output / "signatures.json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    meta = {
        "name": "signatures",
        "version": "megaveridicality-2",
        "sources": [CREDIT],
        "license": "MIT, see LICENSE",
        "date": date.today().isoformat(),
        "predicates": len({row["verb"] for row in rows}),
        "signatures": len(rows),
    }
    (options.output / "meta.json").write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    (options.output / "LICENSE").write_text(options.license.read_text(encoding="utf-8"), encoding="utf-8")
    print(json.dumps(meta, indent=1))


if __name__ == "__main__":
    main()
