"""The shipped pipeline behind the analyser, others, and damaged ones of users; limits on the length of texts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import spacy

from helpers.trees import parsed
from meantree.analysis import inputs
from meantree.analysis.analyser import Analyser, load_analyser
from meantree.analysis.beam import _deprojectivize
from meantree.analysis.encoder.encoder import Encoder
from meantree.analysis.frames import FrameLayer
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.analysis.serial import packed
from meantree.errors import UsageError
from meantree.language.words import as_read
from meantree_resources import resource

TELESCOPE = "The man saw the girl with the telescope."


def test_a_pipeline_without_a_parser_is_an_error() -> None:
    with pytest.raises(UsageError, match="dependency parser"):
        Analyser(spacy.blank("de"), Parsers("blank"))


def test_an_unknown_pipeline_gives_a_short_message(tmp_path: Path) -> None:
    for name in ("no_such_pipeline", str(tmp_path)):
        with pytest.raises(UsageError, match="cannot load the spaCy pipeline") as raised:
            load_analyser(Parsers(name))
        assert "\n" not in str(raised.value)


def test_lifted_arcs_are_restored() -> None:
    # "A hearing is scheduled on the issue": issue was lifted from hearing to scheduled.
    heads, labels = [1, 3, 3, -1, 6, 6, 3], ["det", "nsubj", "aux", "root", "case", "det", "nmod||nsubj"]
    _deprojectivize(heads, labels)
    assert heads[6] == 1
    assert labels[6] == "nmod"


@pytest.mark.pipeline
def test_analysis_of_the_shipped_pipeline() -> None:
    (text,) = load_analyser().analyse([f"{TELESCOPE}  She\tran away."], Layers(50))
    assert [len(part.tokens) for part in text.sentences] == [9, 4]
    first = text.sentences[0]
    assert first.tree.roots == (2,)
    assert first.tokens[2].lemma == "see"
    assert first.tokens[2].upos == "VERB"
    assert first.nbest is not None
    assert 10 < len(first.nbest) <= 50
    assert first.nbest.tree(0) == first.tree, "the list begins with the best"
    heads = {int(head) for head in first.nbest.heads[:, 7]}
    assert {2, 4} <= heads, "the telescope belongs to the seeing or to the girl"


@pytest.mark.pipeline
@pytest.mark.parametrize("text", ["", "   ", "Yes", ".", "!!!", "中文", "a" * 300, "x\u2028y", "(((", "\u200b"])
@pytest.mark.parametrize("nbest", [1, 50])
def test_odd_texts(text: str, nbest: int) -> None:
    (found,) = load_analyser().analyse([text], Layers(nbest))
    assert "".join(token.text for token in found.tokens) == "".join(as_read(text).split())
    for part in found.sentences:
        assert len(part.tree.roots) >= 1
        assert (part.nbest is not None) == (nbest > 1)
        if part.nbest is not None:
            assert part.nbest.probabilities.sum() == pytest.approx(1)


@pytest.mark.pipeline
def test_batches_do_not_change_a_parse() -> None:
    texts = ["It works.", TELESCOPE, "Nobody knows what will happen next in the long run."]
    together = list(load_analyser().analyse(texts, Layers(10)))
    for text, one in zip(texts, together, strict=True):
        (alone,) = load_analyser().analyse([text], Layers(10))
        assert alone.tree() == one.tree()
        for left, right in zip(alone.sentences, one.sentences, strict=True):
            assert left.nbest is not None
            assert right.nbest is not None
            assert left.nbest.probabilities == pytest.approx(right.nbest.probabilities, abs=1e-3)


@pytest.mark.pipeline
def test_given_tokens_are_kept() -> None:
    given = inputs.TokenizedText("He doesn't know,  sadly.", ("He", "doesn't", "know", ",", "sadly."))
    assert given.spaces == (True, True, False, True, False)
    (analysis,) = load_analyser().analyse([given])
    assert (analysis.text, analysis.words) == (given.text, given.tokens)


@pytest.mark.pipeline
def test_given_tokens_equal_to_the_pipelines_change_nothing() -> None:
    texts = ["I haven't seen it, and we're gonna leave.", " Let's say  she'd rather not. "]
    bare = list(load_analyser().analyse(texts, Layers(5, 1, roles=True)))
    given = [inputs.TokenizedText(one.text, one.words) for one in bare]
    assert list(map(packed, load_analyser().analyse(given, Layers(5, 1, roles=True)))) == list(map(packed, bare))


def test_given_tokens_that_do_not_make_up_the_text_are_separated() -> None:
    assert inputs.TokenizedText("a b", ("a", "c")).spaces == (True, True)


@pytest.mark.pipeline
@pytest.mark.parametrize("text", ["!" * 100_000, "a " * 50_000, "a/" * 50_000, "\u0301" * 20_000, "😀 " * 20_000])
def test_texts_that_are_too_long_take_no_time(text: str) -> None:
    """Analysed, each would take more than ten seconds or a gigabyte."""
    long, short = load_analyser().analyse([text, "She left."], Layers(50, 1, roles=True))
    assert not long.sentences
    assert inputs.excess(text)
    assert short.words == ("She", "left", ".")


@pytest.mark.pipeline
def test_too_many_tokens_are_not_analysed() -> None:
    given = inputs.TokenizedText("a " * (inputs.LONGEST_TEXT + 1), ("a",) * (inputs.LONGEST_TEXT + 1))
    (analysis,) = load_analyser().analyse([given], Layers(1, 1, roles=True))
    assert (analysis.text, analysis.sentences) == (given.text, ())


@pytest.mark.pipeline
def test_a_very_long_sentence_is_split_and_has_all_layers() -> None:
    (text,) = load_analyser().analyse(["the house, " * 172 + "he left"], Layers(2, 1, roles=True))
    assert len(text.tokens) == 518
    assert [len(sentence.tokens) for sentence in text.sentences] == [510, 8]
    assert all(sentence.nbest is not None and sentence.constituents is not None for sentence in text.sentences)
    assert text.labelled is not None
    assert [text.words[one.predicate[0]] for one in text.labelled.frames] == ["left"]


@pytest.mark.pipeline
def test_a_very_long_sentence_of_the_input_has_no_frames() -> None:
    chain = parsed("a:0:root " + " ".join(f"a:{place}:x" for place in range(1, inputs.LONGEST_SENTENCE + 1)))
    (made,) = load_analyser().analyse([chain], Layers(1, 1, roles=True))
    assert made.labelled == FrameLayer(made.words)


@pytest.mark.pipeline
def test_a_deep_tree_of_the_input_gets_constituents() -> None:
    chain = parsed("a:0:root " + " ".join(f"a:{place}:x" for place in range(1, 9_000)))
    (made,) = load_analyser().analyse([chain], Layers(1, 1, roles=True))
    assert made.has_constituents
    assert made.labelled is not None
    assert made.tree() == chain.tree()


def test_words_and_marks_are_counted() -> None:
    assert inputs.word_count("It's 3.5 – not_so 中文!") == 10


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("", ""),
        ("a " * inputs.LONGEST_TEXT, ""),
        ("a " * inputs.LONGEST_TEXT + "b", "has 10,001 words, expected at most 10,000"),
        ("a" * inputs.LONGEST_RUN + " b", ""),
        ("b " + "a" * (inputs.LONGEST_RUN + 1), "has 5,001 characters without a blank, expected at most 5,000"),
        (inputs.TokenizedText("x", ("x",) * (inputs.LONGEST_TEXT + 1)), "has 10,001 words, expected at most 10,000"),
        (inputs.TokenizedText("a" * 9_000, ("a" * 9_000,)), ""),
    ],
    ids=["empty", "just short enough", "a word too many", "a long run", "too long a run", "tokens", "a long token"],
)
def test_texts_that_are_too_long(given: inputs.RawInput, told: str) -> None:
    assert inputs.excess(given) == told


@pytest.mark.pipeline
@pytest.mark.parametrize(
    ("damaged", "content"),
    [
        *(("vocab/lookups.bin", data) for data in (b"\xc4", b"\x93\x01\x02\x03", b"\x81\xa1\x61\xff", b"\x05", b"")),
        *((name, b"damaged") for name in ("encoder/trunk.onnx", "parser/head.onnx", "tagger/labels.json")),
        *((name, None) for name in ("encoder/trunk.onnx", "parser/head.onnx", "tagger/labels.json")),
    ],
)
def test_a_damaged_pipeline_of_the_user_is_a_message(tmp_path: Path, damaged: str, content: bytes | None) -> None:
    folder = tmp_path / "own"
    shutil.copytree(resource("models/en_meantree"), folder)
    (folder / "vocab").mkdir()
    (folder / damaged).unlink(missing_ok=True)
    if content is not None:
        (folder / damaged).write_bytes(content)
    with pytest.raises(UsageError, match=r"cannot load the spaCy pipeline '.*own': ") as raised:
        load_analyser(Parsers(str(folder)))
    assert "reinstall" not in str(raised.value)


@pytest.mark.parametrize(
    ("lines", "end", "message"),
    [
        (-1, b"\n", r"found 30,521 pieces, expected as many as trunk.onnx beside it has"),
        (-30_000, b"\n", r"found 522 pieces, expected as many as"),
        (None, b"\n##more\n", r"found 30,523 pieces"),
        (None, b"", r"found an incomplete last line"),
        (None, b"\n\xff\n", r"found no text"),
    ],
    ids=["one less", "many less", "one more", "cut", "no text"],
)
def test_pieces_of_another_encoder_are_refused(tmp_path: Path, lines: int | None, end: bytes, message: str) -> None:
    shipped = resource("models/en_meantree/encoder")
    (tmp_path / "trunk.onnx").symlink_to(shipped / "trunk.onnx")
    pieces = (shipped / "pieces.txt").read_bytes().splitlines()[:lines]
    (tmp_path / "pieces.txt").write_bytes(b"\n".join(pieces) + end)
    with pytest.raises(ValueError, match=rf"pieces.txt: {message}"):
        Encoder(tmp_path)
