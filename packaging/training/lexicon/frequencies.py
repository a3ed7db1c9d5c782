"""How often words stand in the texts that the English pipeline was trained on: ``frequencies.py DATA OUTPUT``.

EWT train and the documents of GUM that are CC BY or in the public domain. One word a line, lower-case, with a tab and
its count after it, the most frequent first.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from datetime import date
from pathlib import Path

from treebank import training_documents

LICENSE = """The counts in this folder are those of the words of English EWT (CC BY-SA 4.0) and of the documents of GUM
that are CC BY or in the public domain.

They are licensed under Creative Commons Attribution-ShareAlike 4.0 International:
https://creativecommons.org/licenses/by-sa/4.0/legalcode
"""


def main() -> None:
    """Write ``counts.tsv``, ``meta.json`` and the licence."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "output"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    documents = training_documents(options.data)
    counts = Counter(word.casefold() for document in documents for sentence in document for word in sentence.words)
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    options.output.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{word}\t{count}\n" for word, count in rows)
    (options.output / "counts.tsv").write_text(text, encoding="utf-8")
    meta = {
        "name": "frequencies",
        "version": "1",
        "sources": ["UD English EWT 2.16 train; UD English GUM train and dev, documents under CC BY or public domain"],
        "license": "CC BY-SA 4.0, see LICENSE.md",
        "date": date.today().isoformat(),
        "words": len(counts),
        "tokens": counts.total(),
    }
    (options.output / "meta.json").write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    (options.output / "LICENSE.md").write_text(LICENSE, encoding="utf-8")
    print(json.dumps(meta, indent=1))


if __name__ == "__main__":
    main()
