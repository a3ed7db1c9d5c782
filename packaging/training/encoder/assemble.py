"""From an exported encoder to what ships: ``assemble.py EXPORTED SENTER MODELS``.

``MODELS/en_meantree`` becomes a pipeline of spaCy: the sentence splitter of the pipeline SENTER, the encoder, and the
heads for tags, dependencies and names. The heads for constituents and frames get folders of their own.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import spacy

import meantree.analysis.encoder.components  # noqa: F401  registers the components

VERSION = "3.0.2"
LICENCE = Path(__file__).parent / "LICENSE.md"
"""Stands beside each part: all are trained together."""
COMPONENTS = {"encoder": "encoder", "tagger": "tagger", "parser": "parser", "ner": "names"}
"""Names in the pipeline, and of the factories after ``meantree_``."""


def place_head(exported: Path, head: str, labels: Sequence[str], folder: Path) -> None:
    """Copy a head with its labels."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(exported / f"{head}.onnx", folder / "head.onnx")
    known = json.loads((exported / "labels.json").read_text(encoding="utf-8"))
    write_json({name: known[name] for name in labels}, folder / "labels.json")


def write_pipeline(exported: Path, senter: Path, folder: Path) -> None:
    """Write the pipeline of spaCy."""
    parts = folder.with_name("parts")
    parts.mkdir()
    for name in ("trunk.onnx", "pieces.txt"):
        (parts / "encoder").mkdir(exist_ok=True)
        shutil.copy(exported / name, parts / "encoder" / name)
    place_head(exported, "tags", ("upos", "xpos", "features", "lemmas"), parts / "tagger")
    place_head(exported, "arcs", ("relations",), parts / "parser")
    place_head(exported, "names", ("names",), parts / "ner")
    nlp = spacy.blank("en")
    splitter = spacy.load(senter)
    nlp.tokenizer = splitter.tokenizer
    nlp.add_pipe("senter", source=splitter)
    for name, factory in COMPONENTS.items():
        nlp.add_pipe(f"meantree_{factory}", name=name).from_disk(parts / name)
    nlp.meta.update(
        name="meantree",
        version=VERSION,
        description="Tags, features, lemmas, dependencies and names for English, Universal Dependencies.",
        license="CC BY-SA 4.0",
        author="Meantree",
        sources=SOURCES,
        date=date.today().isoformat(),
    )
    nlp.to_disk(folder, exclude=["vocab"])  # words of the treebanks, which nothing reads
    shutil.copy(LICENCE, folder)
    shutil.rmtree(parts)


SOURCES = [
    "all-MiniLM-L6-v2 (Apache-2.0), made from Microsoft's MiniLM-L12-H384-uncased (MIT)",
    "UD English EWT 2.16 (CC BY-SA 4.0)",
    "UD English GUM, documents that are CC BY or in the public domain",
    "PropBank release and frame files (CC BY-SA 4.0)",
    "UNER English-EWT (CC BY-SA 4.0)",
    "Broad Twitter Corpus and WNUT 2017 (CC BY 4.0)",
]
"""What the encoder and all heads were trained on, together."""


def write_json(content: Any, path: Path) -> None:
    """Write JSON in a readable form."""
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_meta(name: str, folder: Path, **counts: int) -> None:
    """Write name, version, licence and sources of what a folder holds, and how much."""
    rows = {"name": name, "version": VERSION, "license": "CC BY-SA 4.0", "sources": SOURCES, **counts}
    write_json({**rows, "date": date.today().isoformat()}, folder / "meta.json")
    shutil.copy(LICENCE, folder)


def main() -> None:
    """Write all folders in place of what is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("exported", "senter", "models"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    exported, models = options.exported, options.models
    pipeline = models / "en_meantree.partial"
    write_pipeline(exported, options.senter, pipeline)
    shutil.rmtree(models / "en_meantree", ignore_errors=True)
    pipeline.rename(models / "en_meantree")
    place_head(exported, "spans", ("constituents",), models / "en_constituency")
    place_head(exported, "frames", ("roles",), models / "en_roles")
    for name in ("predicates.onnx", "senses.npz"):
        shutil.copy(exported / name, models / "en_roles" / name)
    write_meta("en_constituency", models / "en_constituency")
    rolesets = (models / "en_roles/rolesets.tsv").read_text(encoding="utf-8").count("\n")
    write_meta("en_roles", models / "en_roles", rolesets=rolesets)


if __name__ == "__main__":
    main()
