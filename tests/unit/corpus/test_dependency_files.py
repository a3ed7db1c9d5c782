"""Dependency trees in files: CoNLL-U read and written, and graphs out and in again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from helpers.input_files import Write
from helpers.trees import EMPTY, parsed
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.serial import packed, unpacked
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.corpus.corpus import Corpus, Text
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.dependency_files import dependency_graph, graphml, texts_graph


def word(number: str, form: str, head: str = "_", label: str = "_", misc: str = "_", lemma: str = "_") -> str:
    return "\t".join([number, form, lemma, "_", "_", "_", head, label, "_", misc]) + "\n"


IT_RAINS = "".join(
    [
        word("1", "It", "2", "nsubj", lemma="it"),
        word("2", "rains", "0", "root", "SpaceAfter=No"),
        word("3", ".", "2", "punct"),
    ]
)


def read(write: Write, content: str) -> tuple[Path, Corpus]:
    path = write("hyp.S.en.conllu", content)
    return path, read_corpus([InputFile(path)])


def text_of(corpus: Corpus, index: int) -> Text:
    return corpus.segments[index].hypotheses["S"]


def test_sentence_with_range_and_empty_node(write: Write) -> None:
    rows = (
        word("1-2", "Don't")
        + word("1", "Do", "3", "aux")
        + word("2", "n't", "3", "advmod")
        + word("3", "go", "0", "root", "X=y|SpaceAfter=No")
        + word("3.1", "gone")
        + word("4", "_", "3", "punct", lemma="_")
    )
    _, corpus = read(write, "# newdoc id = d\n# sent_id = s\n" + rows)
    assert corpus.segments[0].key == "d/s"
    text = text_of(corpus, 0)
    assert text.text == "Don't go_"
    assert text.analysis is not None
    (sentence,) = text.analysis.sentences
    assert [token.text for token in sentence.tokens] == ["Do", "n't", "go", "_"]
    assert [token.space_after for token in sentence.tokens] == [False, True, False, True]
    assert [token.is_part for token in sentence.tokens] == [True, True, False, False]
    assert unpacked(packed(text.analysis)).tokens == text.analysis.tokens
    assert [token.lemma for token in sentence.tokens] == ["", "", "", "_"], "an underscore is the lemma of itself alone"
    assert (sentence.tree.heads, sentence.tree.labels[:2]) == ((2, 2, ROOT, 2), ("aux", "advmod"))
    assert (text.analysis.layers.dependencies, sentence.nbest) == (1, None)


def test_without_ids_sentences_are_numbered(write: Write) -> None:
    _, corpus = read(write, IT_RAINS + "\n# text = It rains  .\n" + IT_RAINS + "\n")
    assert [segment.key for segment in corpus.segments] == ["1", "2"]
    assert [text_of(corpus, index).text for index in (0, 1)] == ["It rains.", "It rains  ."]


def test_sentences_of_one_segment(write: Write) -> None:
    blocks = [f"# sent_id = {number}\n# seg_id = {segment}\n{IT_RAINS}\n" for number, segment in enumerate("aab")]
    _, corpus = read(write, "".join(blocks))
    assert [segment.id for segment in corpus.segments] == ["a", "b"]
    text = text_of(corpus, 0)
    assert text.text == "It rains. It rains."
    assert text.analysis is not None
    assert text.analysis.offsets == (0, 3)


def test_empty_segment_is_a_block_of_comments(write: Write) -> None:
    _, corpus = read(write, f"# sent_id = a\n# text =\n\n# sent_id = b\n{IT_RAINS}")
    text = text_of(corpus, 0)
    assert text.text == ""
    assert text.analysis is not None
    assert text.analysis.sentences == ()


def nbest(*parses: tuple[str, str], name: str = "s") -> str:
    """Parses of "a b c" as (probability line, heads), six lines each where there is such a line."""
    blocks = []
    for probability, heads in parses:
        words = (word(str(place), "abc"[place - 1], head, "x") for place, head in enumerate(heads, start=1))
        blocks.append(f"# sent_id = {name}\n{probability}{''.join(words)}\n")
    return "".join(blocks)


def test_nbest_list(write: Write) -> None:
    listed = nbest(("# parse_prob = 0.2\n", "201"), ("# parse_prob = 0.6\n", "011"))
    _, corpus = read(write, listed + nbest(("", "011"), name="t"))
    first, second = text_of(corpus, 0).analysis, text_of(corpus, 1).analysis
    assert first is not None
    assert second is not None
    assert (first.layers.dependencies, second.layers.dependencies) == (2, 2), "the longest list of the file"
    (sentence,), (other,) = first.sentences, second.sentences
    assert sentence.nbest is not None
    assert sentence.nbest.probabilities.tolist() == pytest.approx([0.75, 0.25])
    assert sentence.tree.heads == (ROOT, 0, 0), "the likeliest, not the first"
    assert other.nbest is not None
    assert other.nbest.probabilities.tolist() == [1.0]


XMLNS = "{http://graphml.graphdrawing.org/xmlns}"


REPLACED = "\x00\x08\x0b\x1b\x1f\r\ud800\udfff\ufffe\uffff"


def graph_word(text: str, label: str = "root") -> Analysis:
    return Analysis(text, (Sentence((Token(text),), DependencyTree((ROOT,), (label,))),))


def labelled(label: str) -> Analysis:
    return Analysis("a b", (Sentence((Token("a"), Token("b")), DependencyTree((ROOT, 0), ("root", label))),))


def read_graph(text: str) -> Any:
    """What a strict parser, and then networkx, make of GraphML."""
    etree.fromstring(text.encode())
    return nx.parse_graphml(text)


def content(graph: Any) -> tuple[dict[Any, Any], dict[Any, Any]]:
    return dict(graph.nodes(data=True)), {(first, second): data for first, second, data in graph.edges(data=True)}


def test_tokens_and_arcs_have_their_attributes() -> None:
    tokens = (Token("Cats", "cat", "NOUN", "NNS", "Number=Plur"), Token("ran", "run", "VERB", "VBD"))
    text = Analysis("Cats ran", (Sentence(tokens, DependencyTree((1, ROOT), ("nsubj", "root"))),))
    again = read_graph(graphml(dependency_graph(text)))
    assert again.is_directed()
    assert content(again) == (
        {
            "0": {"text": "Cats", "lemma": "cat", "upos": "NOUN", "xpos": "NNS", "feats": "Number=Plur", "sentence": 0},
            "1": {"text": "ran", "lemma": "run", "upos": "VERB", "xpos": "VBD", "feats": "", "sentence": 0},
        },
        {("1", "0"): {"kind": "tree", "label": "nsubj"}},
    )


def test_texts_stand_side_by_side() -> None:
    nodes, edges = content(texts_graph({"n/1": parsed("a:2:det b:0:root"), "n/2": EMPTY, "n/3": parsed("c:0:root")}))
    assert {name: (data["segment"], data["text"]) for name, data in nodes.items()} == {
        "0.0": ("n/1", "a"),
        "0.1": ("n/1", "b"),
        "2.0": ("n/3", "c"),
    }
    assert edges == {("0.1", "0.0"): {"kind": "tree", "label": "det"}}


def test_nothing_is_a_graph_too() -> None:
    assert len(read_graph(graphml(texts_graph({"1": EMPTY})))) == 0


@pytest.mark.parametrize("character", REPLACED, ids=ascii)
def test_what_xml_cannot_hold_is_replaced(character: str) -> None:
    (edge,) = read_graph(graphml(dependency_graph(labelled(f"x{character}y")))).edges.values()
    assert edge["label"] == "x\ufffdy"


def test_markup_in_labels_is_text() -> None:
    document = etree.fromstring(graphml(dependency_graph(labelled("</data><node id='9'/>"))).encode())
    assert len(document.findall(f".//{XMLNS}node")) == 2


@given(st.text(st.characters(), max_size=20))
def test_any_word_makes_a_file_that_can_be_read_and_stored(text: str) -> None:
    (node,) = read_graph(graphml(dependency_graph(graph_word(text)))).nodes.values()
    assert len(node["text"]) == len(text)
    assert all(first in (second, "\ufffd") for first, second in zip(node["text"], text, strict=True))


def _beside(write: Write, text: str, trees: str) -> Corpus:
    return read_corpus([InputFile(write("hyp.S.en", text)), InputFile(write("hyp.S.en.conllu", trees))])


def test_trees_beside_their_text_whose_segments_may_have_several_sentences(write: Write) -> None:
    corpus = _beside(write, "It rains. It rains.\n\nIt rains.\n", f"{IT_RAINS}\n" * 3)
    assert corpus.systems == ("S",)
    read = [segment.hypotheses["S"].analysis for segment in corpus.segments]
    assert [one and len(one.sentences) for one in read] == [2, None, 1]
    assert read[0] is not None
    assert read[0].text == "It rains. It rains."
