"""Files of propositions as texts of a corpus, with frames that metrics take as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.stores import HandMadeStore
from meantree.analysis.frames import Filler, Frame, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT
from meantree.cli.text_analysis import written_propositions
from meantree.corpus.analyses import analysis_of
from meantree.corpus.corpus import Corpus, Text
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.proposition_files import propositions_of
from meantree.errors import InputError

PROPS = """# sent_id = s-1
1\tThe\tDT\t(TOP(S(NP*\t-\t-\t(ARG0*
2\tman\tNN\t*)\t-\t-\t*)
3\tcalls\tVBZ\t(VP*\tcall\tcall_up.03\t(V*
4\tup\tRP\t(PRT*)\t-\t-\t*)
5\t(\t-LRB-\t*)\t-\t-\t(R-ARG1*)
6\ttoday\tNN\t(NP*)))\t-\t-\t(ARGM-TMP*)

"""
ASSERT = "[ARG0 The man] [TARGET calls] today .\n[ARG0 ] oops [TARGET x] ]\n"


def _corpus(folder: Path, text: str, name: str) -> Corpus:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return read_corpus([InputFile(file, FileRole.HYPOTHESIS, "s")])


def _text(corpus: Corpus, place: int = 0) -> Text:
    return corpus.segments[place].hypotheses["s"]


def test_constituents_and_frames_come_with_the_text(tmp_path: Path) -> None:
    corpus = _corpus(tmp_path, PROPS, "x.props")
    text = _text(corpus)
    assert (corpus.segments[0].id, text.text) == ("s-1", "The man calls up ( today")
    analysis = analysis_of(text, HandMadeStore(), Layers(1, roles=True))
    assert analysis.has_constituents
    assert analysis.words == ("The", "man", "calls", "up", "(", "today")
    assert analysis.labelled is not None
    fillers = Filler((0, 2), Role.AGENT), Filler((5, 6), Role.TEMPORAL)
    assert analysis.labelled.frames == (Frame((2, 4), fillers),)
    assert analysis.labelled.frames[0].roleset == "call_up.03"
    assert [filler.label for filler in analysis.labelled.frames[0].fillers] == ["ARG0", "ARGM-TMP"]


def test_propositions_of_an_analysis_have_its_parse(tmp_path: Path) -> None:
    analysis = analysis_of(_text(_corpus(tmp_path, PROPS, "x.props")), HandMadeStore(), Layers(1, roles=True))
    (sentence,) = propositions_of(analysis, "s-1")
    assert sentence.parse == ("(S(NP*", "*)", "(VP*", "(PRT*)", "*)", "(NP*))")
    assert [argument.label for argument in sentence.propositions[0].arguments] == ["ARG0", "ARGM-TMP"]
    assert sentence.senses == {2: "call_up.03"}


SEGMENTS = f"""# seg_id = d/7
{PROPS}# seg_id = d/7
# sent_id = d/7-2
1\tIt\tPRP\t(TOP(S(NP*)\t-\t-\t(ARG1*)
2\trains\tVBZ\t(VP*)))\train\train.01\t(V*)

# seg_id = 8
# text =

# sent_id = alone
1\tYes\tUH\t(TOP*)\t-\t-

"""


def test_sentences_of_one_segment_are_one_text(tmp_path: Path) -> None:
    corpus = _corpus(tmp_path, SEGMENTS, "x.props")
    assert [segment.id for segment in corpus.segments] == ["d/7", "8", "alone"]
    assert [_text(corpus, place).text for place in range(3)] == ["The man calls up ( today It rains", "", "Yes"]
    analysis = analysis_of(_text(corpus), HandMadeStore(), Layers(1, roles=True))
    assert (len(analysis.sentences), analysis.has_constituents) == (2, True)
    assert analysis.labelled is not None
    assert analysis.labelled.words == analysis.words
    assert analysis.labelled.frames[1] == Frame((7, 8), (Filler((6, 7), Role.PATIENT),))
    assert not corpus.problems


def test_tokens_are_kept_where_one_sentence_of_a_segment_has_no_structure(tmp_path: Path) -> None:
    bare = SEGMENTS.replace("(TOP(S(NP*)\t-\t-\t(ARG1", "*\t-\t-\t(ARG1").replace("(VP*)))\train", "*\train")
    text = _text(_corpus(tmp_path, bare, "x.props"))
    assert text.analysis is None
    assert text.tokens == ("The", "man", "calls", "up", "(", "today", "It", "rains")


def test_a_bad_sentence_spoils_its_segment_alone(tmp_path: Path) -> None:
    corpus = _corpus(tmp_path, SEGMENTS.replace("(V*)", "V"), "x.props")
    assert [segment.id for segment in corpus.segments] == ["d/7", "8", "alone"]
    assert [list(segment.hypotheses) for segment in corpus.segments] == [[], ["s"], ["s"]]
    (problem,) = corpus.problems
    assert (problem.line, problem.segment) == (13, "d/7")


@pytest.mark.parametrize("name", ["props", "conll2009", "conll2012", "universal"])
def test_what_parse_writes_reads_back(tmp_path: Path, name: str) -> None:
    corpus = _corpus(tmp_path, SEGMENTS, "x.props")
    store = HandMadeStore()
    analyses = {
        segment.key: analysis_of(segment.hypotheses["s"], store, Layers(1, roles=True)) for segment in corpus.segments
    }
    written, _ = written_propositions(analyses, name)
    back = _corpus(tmp_path, written, f"back.{name}")
    assert [segment.key for segment in back.segments] == [segment.key for segment in corpus.segments]
    for segment, second in zip(corpus.segments, back.segments, strict=True):
        mine, theirs = (analysis_of(text.hypotheses["s"], store, Layers(1, roles=True)) for text in (segment, second))
        assert (mine.words, len(mine.sentences)) == (theirs.words, len(theirs.sentences))
        assert theirs.labelled is not None
        assert [frame.predicate for frame in theirs.labelled.frames] == [
            (frame.predicate[0], frame.predicate[0] + 1) for frame in _frames(mine)
        ]
    assert not back.problems


def _frames(analysis: Analysis) -> tuple[Frame, ...]:
    return analysis.labelled.frames if analysis.labelled is not None else ()


def test_without_structure_the_tokens_are_kept(tmp_path: Path) -> None:
    corpus = _corpus(tmp_path, ASSERT, "x.assert")
    text = _text(corpus)
    assert text.tokens == ("The", "man", "calls", "today", ".")
    analysis = analysis_of(text, HandMadeStore(), Layers(1))
    assert analysis.labelled is not None
    assert analysis.labelled.frames == (Frame((2, 3), (Filler((0, 2), Role.AGENT),)),)
    assert analysis.tree().heads[0] == ROOT
    assert [str(problem).rpartition("x.assert")[2] for problem in corpus.problems] == [
        ":2: an empty [ARG0 ], expected words; the segment is skipped"
    ]


def test_a_file_without_propositions_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no propositions"):
        _corpus(tmp_path, "just words\n", "x.props")


def test_what_was_written_is_the_text(tmp_path: Path) -> None:
    rows = (
        "1 Do do AUX VBP _ 3 aux _ Framefile=do|Roleset=do.01|Args=V/_",
        "2 n't not PART RB _ 3 advmod _ Framefile=-|Roleset=-|Args=_/ARGM-NEG",
        "3 go go VERB VB _ 0 root _ Framefile=go|Roleset=go.02|Args=_/V",
    )
    text = "# sent_id = a\n# text = Don't go\n" + "\n".join("\t".join(row.split()) for row in rows) + "\n\n"
    result = _text(_corpus(tmp_path, text, "x.conllu"))
    assert result.text == "Don't go"
    assert result.analysis is not None
    assert result.analysis.words == ("Do", "n't", "go")
