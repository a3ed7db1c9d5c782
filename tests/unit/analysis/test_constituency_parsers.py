"""Other constituency parsers, whose models are replaced by stand-ins."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import pytest

from meantree.analysis import constituency_parsers
from meantree.analysis.brackets import write_tree
from meantree.analysis.tree import Token
from meantree.errors import UsageError

RAIN = [Token("(", space_after=False), Token("rain"), Token("falls")]
TREE = "(S1 (S (-LRB- -LRB-) (NP (NN rain)) (VP (VBZ falls))))"
OTHER = "(S1 (FRAG (-LRB- -LRB-) (NN rain) (VBZ falls)))"


@dataclass
class Scored:
    """As ``bllipparser`` gives a parse."""

    ptb_parse: object
    parser_score: float


@dataclass
class Bllip:
    """Returns the same parses for every sentence, and records the calls."""

    answer: list[Scored]
    asked: list[tuple[Sequence[str], bool]] = field(default_factory=list)
    nbest: int = 0

    def set_parser_options(self, *, nbest: int) -> object:
        self.nbest = nbest
        return {}

    def parse(self, sentence: Sequence[str], rerank: bool) -> Sequence[Scored]:
        self.asked.append((sentence, rerank))
        return self.answer


def test_bllip_lists_have_the_models_probabilities() -> None:
    stand_in = Bllip([Scored(TREE, -20.0), Scored(OTHER, -22.0)])
    parser = constituency_parsers.BllipParser(stand_in, "WSJ")
    (nbest,) = parser.parse([RAIN], nbest=50)
    assert nbest is not None
    assert nbest.probabilities.tolist() == pytest.approx([0.8, 0.2]), "scores are logarithms to the base 2"
    assert write_tree(nbest.tree(0), ["(", "rain", "falls"]) == TREE.replace("S1", "ROOT")
    assert stand_in.nbest == 50
    assert stand_in.asked == [(["(", "rain", "falls"], False)], "the reranker is not used"
    assert parser.fingerprint == "bllip-WSJ"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ([], "the parse failed"),
        ([Scored("(S1 (NN rain))", -1.0)], "a tree over different words"),
        ([Scored(TREE, float("-inf"))], "no probability"),
    ],
)
def test_bllip_without_a_parse(answer: list[Scored], why: str) -> None:
    assert list(constituency_parsers.BllipParser(Bllip(answer), "WSJ").parse([RAIN])) == [None], why


def test_bllip_does_not_get_sentences_that_are_too_long() -> None:
    stand_in = Bllip([Scored(TREE, -1.0)])
    long = [Token("x")] * 399
    too_long, short = constituency_parsers.BllipParser(stand_in, "WSJ").parse([long, RAIN])
    assert too_long is None
    assert short is not None
    assert len(stand_in.asked) == 1


@dataclass
class Input:
    """As ``benepar.InputSentence``."""

    words: list[str]
    space_after: list[bool]


class Benepar:
    """Returns the same parse for every sentence."""

    def parse_sents(self, sents: Iterable[Input]) -> Iterable[object]:
        for sentence in sents:
            assert sentence == Input(["(", "rain", "falls"], [False, True, True])
            yield TREE.replace("S1", "TOP")


def test_benepar_gives_its_tree_alone() -> None:
    (nbest,) = constituency_parsers.BeneparParser(Benepar(), Input, "en3").parse([RAIN], nbest=50)
    assert nbest is not None
    assert nbest.probabilities.tolist() == [1.0]
    assert write_tree(nbest.tree(0), ["(", "rain", "falls"]) == TREE.replace("S1", "ROOT")


class Unified:
    """As ``bllipparser.RerankingParser``, loaded from a unified model."""

    @classmethod
    def from_unified_model_dir(cls, folder: str, *, parser_only: bool) -> Bllip:
        assert parser_only
        if "broken" in folder:
            raise RuntimeError("Parser is already loaded and can only be loaded once.")
        return Bllip([Scored(TREE, -1.0)])


def installed(monkeypatch: pytest.MonkeyPatch, name: str, **members: object) -> None:
    module = ModuleType(name)
    vars(module).update(members)
    monkeypatch.setitem(sys.modules, name, module)


def test_bllip_models_are_loaded_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "bllipparser", RerankingParser=Unified)
    for name in ("WSJ", "broken"):
        (tmp_path / name / "parser").mkdir(parents=True)
    constituency_parsers.load_constituency_parser.cache_clear()
    parser = constituency_parsers.load_constituency_parser(f"bllip:{tmp_path / 'WSJ'}", "en")
    assert parser is not None
    assert parser.fingerprint == "bllip-WSJ"
    assert next(parser.parse([RAIN])) is not None
    with pytest.raises(UsageError, match="can only be loaded once"):
        constituency_parsers.load_bllip_parser(tmp_path / "broken")


def test_benepar_models_are_loaded_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(path: str) -> Benepar:
        if "bad" in path:
            raise RuntimeError("unexpected key in state")
        return Benepar()

    installed(monkeypatch, "benepar", Parser=make, InputSentence=Input)
    for name in ("en3.pt", "bad.pt"):
        (tmp_path / name).touch()
    constituency_parsers.load_constituency_parser.cache_clear()
    parser = constituency_parsers.load_constituency_parser(f"benepar:{tmp_path / 'en3.pt'}", "en")
    assert parser is not None
    assert parser.fingerprint == "benepar-en3"
    with pytest.raises(UsageError, match="unexpected key"):
        constituency_parsers.load_benepar_parser(tmp_path / "bad.pt")


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("bllip:nowhere", "no BLLIP model found"),
        ("benepar:nowhere", "no such file or folder"),
        ("bllip", "expected bundled, none, bllip:FOLDER or benepar:MODEL"),
        ("stanford:x", "expected bundled, none"),
    ],
)
def test_invalid_choices(choice: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        constituency_parsers.load_constituency_parser(choice, "en")


@pytest.mark.parametrize("name", ["bllipparser", "benepar"])
def test_a_package_that_is_not_installed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    (tmp_path / "parser").mkdir()
    kind = "bllip" if name == "bllipparser" else name
    with pytest.raises(UsageError, match=f"{name} is not installed; install it with: pip install"):
        constituency_parsers.load_constituency_parser(f"{kind}:{tmp_path}", "en")


def test_no_parser_for_other_languages() -> None:
    assert constituency_parsers.load_constituency_parser("bundled", "de") is None
    assert constituency_parsers.load_constituency_parser("none", "en") is None
