"""From the trained parts to a pipeline: sentence splitter first, measured, with its licence."""

from __future__ import annotations

import argparse
import json
import time
from datetime import date
from pathlib import Path
from typing import Any

import spacy
from docs import gold_doc
from spacy.language import Language
from spacy.tokens import Doc
from treebank import GoldSentence, ewt_documents, read_conllu

VERSION = "1.0.0"
LICENCE = """The pipeline in this folder was trained on Universal Dependencies English EWT 2.16 (CC BY-SA 4.0), and on
the documents of UD English GUM that are CC BY or in the public domain (news, interviews, biographies, travel guides,
textbooks, speeches, vlogs, conversations).

It is licensed under Creative Commons Attribution-ShareAlike 4.0 International:
https://creativecommons.org/licenses/by-sa/4.0/legalcode
"""


def assemble(parser: Path, senter: Path) -> Language:
    """The pipeline ``senter`` plus all components of ``parser``."""
    nlp = spacy.load(parser)
    splitter = spacy.load(senter)
    nlp.add_pipe("senter", source=splitter, first=True)
    return nlp


def evaluate(nlp: Language, sentences: list[GoldSentence]) -> dict[str, float]:
    """Percentages over all tokens, with gold tokens and sentence starts; LAS on universal relations."""
    docs = [_given(nlp, sentence) for sentence in sentences]
    with nlp.select_pipes(disable=["senter"]):
        parsed = list(nlp.pipe(docs))
    right = dict.fromkeys(("uas", "las", "upos", "xpos", "lemma"), 0)
    for doc, sentence in zip(parsed, sentences, strict=True):
        for token in doc:
            place = token.i
            head = token.head.i == sentence.heads[place]
            right["uas"] += head
            right["las"] += head and _universal(token.dep_) == _universal(sentence.deprels[place])
            right["upos"] += token.pos_ == sentence.upos[place]
            right["xpos"] += token.tag_ == sentence.xpos[place]
            right["lemma"] += token.lemma_ == sentence.lemmas[place]
    words = sum(len(sentence.words) for sentence in sentences)
    return {name: round(100 * count / words, 2) for name, count in right.items()}


def sentence_f1(nlp: Language, documents: list[list[GoldSentence]]) -> float:
    """F1 in percent of sentence starts (the first of a document left out), with gold tokens."""
    found = gold = both = 0
    for document in documents:
        reference = gold_doc(nlp.vocab, document)
        doc = nlp.get_pipe("senter")(
            Doc(nlp.vocab, words=[token.text for token in reference], spaces=[bool(t.whitespace_) for t in reference])
        )
        starts = {token.i for token in doc if token.is_sent_start and token.i}
        expected = {token.i for token in reference if token.is_sent_start and token.i}
        found, gold, both = found + len(starts), gold + len(expected), both + len(starts & expected)
    return round(200 * both / (found + gold), 2)


def speed(nlp: Language, sentences: list[GoldSentence]) -> float:
    """Words a second of the whole pipeline on this machine, one process."""
    texts = [" ".join(sentence.words) for sentence in sentences]
    start = time.perf_counter()
    words = sum(len(doc) for doc in nlp.pipe(texts))
    return round(words / (time.perf_counter() - start))


def _given(nlp: Language, sentence: GoldSentence) -> Doc:
    starts: list[Any] = [index == 0 for index in range(len(sentence.words))]
    return Doc(nlp.vocab, words=sentence.words, spaces=sentence.spaces, sent_starts=starts)


def _universal(label: str) -> str:
    return "root" if label == "ROOT" else label.split(":")[0]


def main() -> None:
    """``assemble.py DATA PARSER SENTER OUTPUT``: write the pipeline with its measured scores in ``meta.json``."""
    arguments = argparse.ArgumentParser(description=main.__doc__)
    for name in ("data", "parser", "senter", "output"):
        arguments.add_argument(name, type=Path)
    options = arguments.parse_args()
    nlp = assemble(options.parser, options.senter)
    documents = ewt_documents(options.data, "test")
    test = [sentence for document in documents for sentence in document]
    gum = [sentence for document in read_conllu(options.data / "treebank/gum/test.conllu") for sentence in document]
    scores = {
        "ewt_test": {**evaluate(nlp, test), "sentences": sentence_f1(nlp, documents)},
        "gum_test": evaluate(nlp, gum),
        "words_per_second": speed(nlp, test),
    }
    nlp.meta.update(
        name="meantree",
        version=VERSION,
        description="Tagger, morphologizer, parser and lemmatizer for English, Universal Dependencies.",
        license="CC BY-SA 4.0",
        author="Meantree",
        sources=["UD English EWT 2.16", "UD English GUM (free documents)"],
        performance={"date": date.today().isoformat(), **scores},
    )
    nlp.to_disk(options.output)
    (options.output / "LICENSE.md").write_text(LICENCE, encoding="utf-8")
    print(json.dumps(scores, indent=1))


if __name__ == "__main__":
    main()
