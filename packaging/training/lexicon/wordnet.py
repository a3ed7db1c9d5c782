"""WordNet's text files as arrays: lemmas, synsets and their relations, without glosses.

``wordnet.py DICT COPYRIGHT OUTPUT`` reads ``data.*``, ``index.*``, ``*.exc`` and ``cntlist.rev``; the layout of the
result is described in :mod:`meantree.lexicon.wordnet`.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import numpy as np

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
SYNSET_RELATIONS = {
    "@": "hypernyms",
    "@i": "instance_hypernyms",
    "&": "similar",
    "*": "entailments",
    ">": "causes",
}
SENSE_RELATIONS = {"!": "antonyms", "+": "derivations", "\\": "pertainyms"}
NUMBERS = {1: "n", 2: "v", 3: "a", 4: "r", 5: "a"}


@dataclass
class Data:
    """Everything read from ``data.*``; synsets are named by (part of speech, offset) there."""

    synsets: dict[tuple[str, int], int] = field(default_factory=dict)
    words: list[list[str]] = field(default_factory=list)
    pointers: list[list[tuple[str, tuple[str, int], int, int]]] = field(default_factory=list)


def read_data(folder: Path) -> Data:
    """All synsets in the order of the files."""
    data = Data()
    for pos, name in FILES.items():
        for line in (folder / f"data.{name}").read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                continue  # the licence
            fields = line.partition(" | ")[0].split()
            count = int(fields[3], 16)
            words = [fields[4 + 2 * place].partition("(")[0] for place in range(count)]
            rest = fields[4 + 2 * count :]
            pointers = [rest[1 + 4 * place : 5 + 4 * place] for place in range(int(rest[0]))]
            data.synsets[pos, int(fields[0])] = len(data.words)
            data.words.append(words)
            data.pointers.append(
                [
                    (symbol, ("a" if target == "s" else target, int(offset)), int(ends[:2], 16), int(ends[2:], 16))
                    for symbol, offset, target, ends in pointers
                ]
            )
    return data


def read_senses(folder: Path, data: Data) -> dict[tuple[str, str], list[int]]:
    """Synsets of each (lemma, part of speech), most frequent first."""
    senses: dict[tuple[str, str], list[int]] = {}
    for pos, name in FILES.items():
        for line in (folder / f"index.{name}").read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                fields = line.split()
                offsets = fields[-int(fields[2]) :]
                senses[fields[0], pos] = [data.synsets[pos, int(offset)] for offset in offsets]
    return senses


def read_counts(folder: Path) -> dict[tuple[str, str, int], int]:
    """How often (lemma, part of speech, sense number from 1) was tagged in the semantic concordance."""
    counts = {}
    for line in (folder / "cntlist.rev").read_text(encoding="utf-8").splitlines():
        key, number, count = line.split()
        lemma, _, rest = key.partition("%")
        counts[lemma, NUMBERS[int(rest[0])], int(number)] = int(count)
    return counts


def rows(lists: Iterable[Iterable[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Lists of numbers as one array with the start of each list and the end of the last."""
    values: list[int] = []
    starts = [0]
    for numbers in lists:
        values += numbers
        starts.append(len(values))
    return np.array(starts, np.int32), np.array(values, np.int32)


def arrays(folder: Path) -> dict[str, np.ndarray]:
    """The whole lexicon."""
    data, counts = read_data(folder), read_counts(folder)
    senses = read_senses(folder, data)
    lemmas = sorted({lemma for lemma, _ in senses})
    number = {lemma: place for place, lemma in enumerate(lemmas)}
    # A sense is a lemma in a synset as it is written there; "A" and "a" stand side by side in one of them.
    found = [
        (lemma, pos, synset, rank, word)
        for lemma in lemmas
        for pos in FILES
        for rank, synset in enumerate(senses.get((lemma, pos), ()), start=1)
        for word in data.words[synset]
        if word.lower() == lemma
    ]
    place = {(word, synset): index for index, (_, _, synset, _, word) in enumerate(found)}
    result = {
        "lemmas": text(lemmas),
        "forms": text(word if word != lemma else "" for lemma, *_, word in found),
        "sense_synset": np.array([synset for _, _, synset, *_ in found], np.int32),
        "sense_lemma": np.array([number[lemma] for lemma, *_ in found], np.int32),
        "sense_count": np.array([counts.get((lemma, pos, rank), 0) for lemma, pos, _, rank, _ in found], np.int32),
        "synset_pos": np.frombuffer("".join(pos for pos, _ in data.synsets).encode(), np.uint8),
    }
    by_lemma: dict[int, list[int]] = defaultdict(list)
    for index, (lemma, *_) in enumerate(found):
        by_lemma[number[lemma]].append(index)
    result["lemma_starts"], _ = rows(by_lemma[lemma] for lemma in range(len(lemmas)))
    members = [[place[word, synset] for word in words] for synset, words in enumerate(data.words)]
    result["synset_starts"], result["synset_senses"] = rows(members)
    for symbol, name in SYNSET_RELATIONS.items():
        lists = [
            [data.synsets[target] for kind, target, *_ in pointers if kind == symbol] for pointers in data.pointers
        ]
        result[f"{name}_starts"], result[name] = rows(lists)
    for symbol, name in SENSE_RELATIONS.items():
        related: dict[int, list[int]] = defaultdict(list)
        for synset, pointers in enumerate(data.pointers):
            for kind, target, mine, theirs in pointers:
                if kind == symbol:
                    other = data.synsets[target]
                    source = members[synset][mine - 1 : mine] if mine else members[synset]
                    for sense in source:
                        related[sense] += members[other][theirs - 1 : theirs] if theirs else members[other]
        result[f"{name}_starts"], result[name] = rows(related.get(sense, []) for sense in range(len(found)))
    for pos, name in FILES.items():
        result[f"irregular_{pos}"] = text((folder / f"{name}.exc").read_text(encoding="utf-8").splitlines())
    return result


def text(lines: Iterable[str]) -> np.ndarray:
    """Lines as bytes."""
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def main() -> None:
    """Write ``wordnet.npz``, ``meta.json`` and the licence."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("dict", "copyright", "output"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    made = arrays(options.dict)
    np.savez_compressed(options.output / "wordnet.npz", **made)
    meta = {
        "name": "wordnet",
        "version": "3.0",
        "sources": ["Princeton WordNet 3.0, Debian package wordnet-base 1:3.0"],
        "license": "WordNet 3.0 licence, see LICENSE",
        "date": date.today().isoformat(),
        "lemmas": len(made["lemma_starts"]) - 1,
        "synsets": len(made["synset_pos"]),
        "senses": len(made["sense_synset"]),
    }
    (options.output / "meta.json").write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    (options.output / "LICENSE").write_text(options.copyright.read_text(encoding="utf-8"), encoding="utf-8")
    print(json.dumps(meta, indent=1))


if __name__ == "__main__":
    main()
