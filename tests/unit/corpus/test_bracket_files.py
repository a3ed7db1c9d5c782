"""Bracket files and n-best lists: what is read, what is skipped and told, and the way back."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given

from helpers.input_files import Write
from helpers.trees import analyses
from meantree.analysis.sentences import Analysis
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.bracket_files import brackets, nbest_brackets
from meantree.errors import InputError

CAT = "(S1 (S (NP (DT The) (NN cat)) (VP (VBZ sleeps))))"
DOG = "(S1 (S (NP (DT The) (NN dog)) (VP (VBZ sleeps))))"


def read(write: Write, content: str, name: str = "hyp.S.en.mrg") -> Corpus:
    return read_corpus([InputFile(write(name, content))])


def texts(corpus: Corpus) -> list[str | None]:
    return [s.hypotheses["S"].text if "S" in s.hypotheses else None for s in corpus.segments]


def problems(corpus: Corpus) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in corpus.problems]


@pytest.mark.parametrize(
    ("content", "expected", "why"),
    [
        (f"{CAT}\n{DOG}\n", ["The cat sleeps", "The dog sleeps"], "a tree a line"),
        ("( (S\n  (NP (NN rain))\n  (VP (VBZ falls)) ))\n\n" + CAT, ["rain falls", "The cat sleeps"], "over lines"),
        (f"{CAT} {DOG}\n{CAT}", ["The cat sleeps The dog sleeps", "The cat sleeps"], "two sentences of one segment"),
        (f"{CAT}\n(ROOT)\n{DOG}", ["The cat sleeps", "", "The dog sleeps"], "an empty text"),
        ("(NP (-LRB- -LRB-) (NN a) (-RRB- -RRB-))\n", ["( a )"], "brackets that are words"),
        ("\n\n" + CAT + "\r\n", ["The cat sleeps"], "blank lines, line ends of Windows"),
    ],
)
def test_trees(write: Write, content: str, expected: list[str], why: str) -> None:
    corpus = read(write, content)
    assert texts(corpus) == expected, why
    assert not corpus.problems


LIST = "2 news/1\n-10.5\n{0}\n-11.5\n(S1 (S (NP (DT The)) (NN cat) (VP (VBZ sleeps))))\n\n"


def test_nbest_lists_have_ids_and_probabilities(write: Write) -> None:
    corpus = read(write, LIST.format(CAT) + f"1 news/2\n-3\n{DOG}\n\n1 news/2::2\n-4\n{CAT}\n")
    assert [segment.key for segment in corpus.segments] == ["news/1", "news/2"]
    assert texts(corpus) == ["The cat sleeps", "The dog sleeps The cat sleeps"]
    analysis = corpus.segments[0].hypotheses["S"].analysis
    assert analysis is not None
    nbest = analysis.sentences[0].constituents
    assert nbest is not None
    assert nbest.probabilities.tolist() == pytest.approx([1 / (1 + math.exp(-1)), 1 / (1 + math.exp(1))])
    assert analysis.layers.constituents == 2


def pair(write: Write, text: str, trees: str) -> Corpus:
    return read_corpus([InputFile(write("hyp.S.en", text)), InputFile(write("hyp.S.en.mrg", trees))])


def test_trees_beside_their_text(write: Write) -> None:
    corpus = pair(write, "The cat sleeps\nThedog sleeps\n", f"{CAT}\n{DOG}\n")
    assert corpus.systems == ("S",)
    text = corpus.segments[1].hypotheses["S"]
    assert text.text == "Thedog sleeps"
    assert text.analysis is not None
    assert text.analysis.has_constituents
    assert [token.text for token in text.analysis.tokens] == ["The", "dog", "sleeps"]


def test_leaves_that_differ_from_the_text_are_named(write: Write) -> None:
    corpus = pair(write, "The cat sleeps\nA dog sleeps\n", f"{CAT}\n{DOG}\n")
    assert texts(corpus) == ["The cat sleeps", None]
    ((line, message),) = problems(corpus)
    assert line == 2
    assert "the tree has 'Thedogsleeps' where its text has 'Adogsleeps'" in message


def test_a_text_without_a_usable_tree_is_parsed_anew(write: Write) -> None:
    """Benepar and Charniak's parser write ``(())`` where they fail, and brackets of the text as they are."""
    corpus = pair(
        write, "The cat sleeps\nIt rains\nThe (old) dog sleeps\n", f"{CAT}\n(())\n(S (NN The) (( () (NN a)))\n"
    )
    assert texts(corpus) == ["The cat sleeps", "It rains", "The (old) dog sleeps"]
    analysed = [segment.hypotheses["S"].analysis is not None for segment in corpus.segments]
    assert analysed == [True, False, False]
    assert [(line, message.rpartition("; ")[2]) for line, message in problems(corpus)] == [
        (2, "its text is parsed anew"),
        (3, "its text is parsed anew"),
    ]


def test_as_many_trees_as_segments(write: Write) -> None:
    with pytest.raises(InputError, match="1 tree for the 2 segments"):
        pair(write, "The cat sleeps\nA dog sleeps\n", f"{CAT}\n")


@given(text=analyses())
def test_written_trees_are_read_again(tmp_path: Path, text: Analysis) -> None:
    for name, content in (("one.mrg", brackets(text)), ("list.mrg", nbest_brackets(text, segment="a/1"))):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        corpus = read_corpus([InputFile(path, FileRole.HYPOTHESIS, "S")])
        (segment,) = corpus.segments
        again = segment.hypotheses["S"].analysis
        assert again is not None
        assert not corpus.problems
        assert [token.text for token in again.tokens] == [token.text for token in text.tokens]
        assert again.constituency() == text.constituency()
        for sentence, two in zip(again.sentences, text.sentences, strict=True):
            assert sentence.constituents is not None
            assert two.constituents is not None
            if name == "list.mrg":
                assert sentence.constituents.probabilities == pytest.approx(two.constituents.probabilities, abs=1e-5)
