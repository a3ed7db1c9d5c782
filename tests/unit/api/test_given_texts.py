"""Python takes parsed texts: CoNLL-U, documents of spaCy, heads and labels, texts of a corpus, a pipeline in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.tokens import Doc

import meantree as mt
from helpers.pipelines import hand_made_pipeline

WORDS, HEADS, LABELS = ["Sie", "schläft", "."], [1, -1, 1], ["nsubj", "root", "punct"]
TEXT = "Sie schläft ."
CONLLU = "# text = Sie schläft.\n" + "".join(
    f"{place}\t{word}\t_\tX\t_\t_\t{head + 1}\t{label}\t_\t{'SpaceAfter=No' if place == 2 else '_'}\n"
    for place, (word, head, label) in enumerate(zip(WORDS, HEADS, LABELS, strict=True), start=1)
)


def _doc() -> Doc:
    heads = [place if head < 0 else head for place, head in enumerate(HEADS)]
    return Doc(spacy.blank("de").vocab, words=WORDS, heads=heads, deps=["nsubj", "ROOT", "punct"])


@pytest.mark.parametrize("given", [CONLLU, _doc(), (WORDS, HEADS, LABELS)], ids=["conllu", "doc", "lists"])
def test_parsed_texts_keep_their_trees(given: Any) -> None:
    parsed = mt.parse(given, language="de")
    assert (parsed.words, parsed.heads, parsed.labels) == (tuple(WORDS), tuple(HEADS), tuple(LABELS))
    assert mt.parse(parsed, language="de").heads == tuple(HEADS)
    assert mt.compare(given, given, "hwcm").score == 1
    other = (WORDS, [-1, 0, 0], LABELS)
    assert mt.compare(given, [other, given], "hwcm").score == 1
    scores = mt.compare({"a": given, "b": other}, other, "hwcm").scores
    assert (scores["a"] or 0) < (scores["b"] or 0) == 1
    assert mt.score({"a": [given]}, [other], "hwcm", language="de").systems()["hwcm"].iloc[0] < 1


def test_several_sentences_are_one_text() -> None:
    parsed = mt.parse(f"{CONLLU}\n{CONLLU}\n", language="de")
    assert (parsed.text, parsed.heads) == ("Sie schläft. Sie schläft.", (1, -1, 1, 4, -1, 4))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (CONLLU.replace("\t0\troot", "\t1\troot"), "line 2 of its CoNLL-U.*cycle"),
        ((WORDS, [1, 0, 1], LABELS), "cycle"),
        ((WORDS, HEADS[:2], LABELS), "not as many words, heads and labels"),
        ((["", "a"], [-1, 0], ["root", "x"]), "a word without letters"),
        (Doc(spacy.blank("de").vocab, words=WORDS), "without dependencies"),
        (3, "expected one text"),
    ],
)
def test_what_is_no_tree(given: object, message: str) -> None:
    with pytest.raises(mt.MeantreeError, match=message):
        mt.parse(given)  # type: ignore[arg-type]


def test_a_segment_has_its_own_analyses(tmp_path: Path) -> None:
    for name, heads in (("hyp.a.conllu", [1, -1, 1]), ("ref.conllu", [1, -1, 1])):
        rows = CONLLU.replace("\t2\tnsubj", f"\t{heads[0] + 1}\tnsubj")
        (tmp_path / name).write_text(f"{rows}\n", encoding="utf-8")
    corpus = mt.read(tmp_path / "hyp.a.conllu", tmp_path / "ref.conllu")
    of_corpus = mt.score(corpus, metrics="hwcm").systems()["hwcm"].iloc[0]
    (segment,) = corpus.segments
    assert mt.compare(segment, system="a", metric="hwcm").score == of_corpus == 1
    assert mt.compare(segment.hypotheses["a"], segment.references, "hwcm").score == 1
    with pytest.raises(mt.MeantreeError, match="system"):
        mt.compare(segment, system="b")


def test_a_pipeline_in_memory_parses(tmp_path: Path) -> None:
    hand_made_pipeline(tmp_path / "de")
    nlp = spacy.load(tmp_path / "de")
    parsed = mt.parse("Der Mann schläft heute.", pipeline=nlp, language="de")
    assert parsed.heads == (-1, 0, 0, 0, 0)
    scores = mt.score([TEXT], [TEXT], "hwcm", pipeline=nlp, jobs=2, language="de")
    assert "analyser:de_" in scores.signatures["hwcm"]
    with pytest.raises(mt.MeantreeError, match="pipeline"):
        mt.parse("Das ist ein Satz.", pipeline=3)  # type: ignore[arg-type]
