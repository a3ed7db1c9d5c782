"""``meantree search``: counts, rows, groups, and what becomes of wrong arguments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.command import invoke
from helpers.corpora import corpus_of
from helpers.input_files import written
from helpers.stores import HandMadeStore
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.api import requests
from meantree.errors import UsageError
from meantree.project.new_projects import make_project
from meantree.scoring import verdicts

PASSIVE = """\
# sent_id = s1
# text = Dogs are seen and cats see
1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t3\tnsubj:pass\t3:nsubj:pass\t_
2\tare\tbe\tAUX\tVBP\t_\t3\taux:pass\t_\t_
3\tseen\tsee\tVERB\tVBN\tTense=Past\t0\troot\t_\t_
4\tand\tand\tCCONJ\tCC\t_\t6\tcc\t_\t_
5\tcats\tcat\tNOUN\tNNS\tNumber=Plur\t6\tnsubj\t_\t_
6\tsee\tsee\tVERB\tVBP\tTense=Pres\t3\tconj\t_\t_
6.1\tthem\tthey\tPRON\t_\t_\t_\t_\t6:obj\t_

"""
FORMULA = "1\t=1+1\t=1+1\tNUM\t_\t_\t0\troot\t_\tSpaceAfter=No\n2\t\x1b[31mred\t_\tX\t_\t_\t1\tdep\t_\t_\n\n"


@pytest.fixture(autouse=True)
def _no_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (requests, verdicts):
        monkeypatch.setattr(module, "AnalysisStore", lambda _parsers: HandMadeStore())


@pytest.fixture
def treebank(tmp_path: Path) -> str:
    path = tmp_path / "treebank.conllu"
    path.write_text(PASSIVE, encoding="utf-8")
    return str(path)


@pytest.fixture
def pairs(tmp_path: Path) -> list[str]:
    """A translation and a reference, whose names tell what they are."""
    return list(map(str, written(tmp_path, {"hyp.north.en": "a b c\nd e f\n", "ref.A.en": "a b x\nd e f\n"})))


def run(*arguments: str) -> str:
    """What the command prints; what is wrong is raised."""
    result = invoke("search", *arguments, catch_exceptions=False, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


@pytest.mark.parametrize(
    ("request_", "number"),
    [
        ("pattern { V -[nsubj]-> S }", 1),
        ("pattern { X[form=them] }", 0),
        ("pattern { X[SpaceAfter=No] }", 0),
    ],
)
def test_count_prints_one_number(treebank: str, request_: str, number: int) -> None:
    assert run(treebank, request_, "--count") == f"{number}\n"


def test_blanks_are_those_that_the_file_tells_of_a_word(tmp_path: Path) -> None:
    """What is said of a multiword token is said of no word of it, as in Grew."""
    rows = (
        ("1-2", "al", "SpaceAfter=No", "_"),
        ("1", "a", "_", "3"),
        ("2", "el", "_", "3"),
        ("3", "fin", "SpaceAfter=No", "0"),
        ("4", ".", "_", "3"),
    )
    lines = (f"{one}\t{form}\t_\tX\t_\t_\t{head}\tx\t_\t{misc}\n" for one, form, misc, head in rows)
    (tmp_path / "x.conllu").write_text("".join(lines) + "\n", encoding="utf-8")
    assert run(str(tmp_path / "x.conllu"), "pattern { X[SpaceAfter=No] }", "--group-by", "X.form").splitlines()[1:] == [
        "fin\t1\t1"
    ]


@pytest.mark.parametrize("name", ["source.conllu", "ref.conllu", "en_x-ud-train.conllu", "x"])
def test_a_text_alone_is_searched_whatever_its_name(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(PASSIVE, encoding="utf-8")
    assert run(str(tmp_path / name), "pattern { V -[nsubj]-> S }", "--count") == "1\n"


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ("pattern { V -[nsubk]-> S }", "the relation 'nsubk' (did you mean nsubj?)"),
        ("pattern { V -[^nsubk]-> S; S [upos=PROPN] }", "the part of speech (upos) 'PROPN'; there are AUX, CCONJ,"),
        ("pattern { e: V -> S; e.label=expl }", "the relation 'expl'; there are aux:pass, cc,"),
        ('pattern { V [deprel=re"ob.*"] }', "the relation 'ob.*'; there are"),
    ],
)
def test_without_a_match_values_that_no_text_has_are_named(treebank: str, request_: str, message: str) -> None:
    for more in ([], ["--count"], ["--group-by", "V.form"]):
        result = invoke("search", treebank, request_, *more)
        assert f"meantree: no searched text has {message}" in " ".join(result.stderr.split())
        assert result.exit_code == 0


def test_values_of_a_request_with_matches_are_not_commented_on(treebank: str) -> None:
    result = invoke("search", treebank, "pattern { V -[nsubj|expl]-> S }", "--count")
    assert (result.stdout, result.stderr) == ("1\n", "")


def test_segments_of_all_files_are_counted(treebank: str, tmp_path: Path) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(PASSIVE, encoding="utf-8")
    asked = (treebank, str(other), "pattern { X[upos=NOUN] }")
    assert run(*asked, "--group-by", "X.upos") == "X.upos\tcount\tsegments\nNOUN\t4\t2\n"
    assert run(*asked).endswith("4 matches in 2 segments\n")


def test_files_that_belong_together_are_compared(pairs: list[str]) -> None:
    request = "pattern { X[side=ref, form=x]; Y[side=hyp, form=c]; X.deprel = Y.deprel }"
    assert run(*pairs, request, "--count") == "1\n"
    assert run(str(Path(pairs[0]).parent), request, "--count") == "1\n"
    assert run("--hyp", pairs[0], "--ref", pairs[1], request, "--count") == "1\n"
    assert run("--ref", pairs[1], "pattern { X[side=ref] }", "--count") == "6\n"
    missed = "pattern { X -[status=missed]-> Y }"
    assert run(*pairs, missed, "--metric", "hwcm", "--count") == "1\n"


@pytest.fixture
def project(tmp_path: Path) -> str:
    """A segment with a remark by ann."""
    path = tmp_path / "p.meantree"
    remark = {AnnotationKey("d/1", "s", "r", "ann"): Annotation(comment="so")}
    make_project(path, corpus_of([("a c", "a b")], "s", "r", ids="1", document="d"), remark)
    return str(path)


def test_projects_are_searched(project: str) -> None:
    assert run(project, "pattern { X[] }", "--count") == "4\n"
    assert run("--project", project, "pattern { X[side=hyp] }", "--count") == "2\n"


@pytest.mark.parametrize("named", [[], ["--project"]])
def test_frames_made_by_hand_are_somebodys(project: str, named: list[str]) -> None:
    with pytest.raises(UsageError, match="name one with --annotator, there are ann"):
        run(*named, project, "pattern { X -[role]-> Y }", "--metric", "hmeant")


def test_a_row_for_each_match(treebank: str) -> None:
    assert run(treebank, "pattern { e: V -[1=nsubj]-> S }", "--format", "tsv").splitlines() == [
        "system\tdocument\tid\treference\tV\tV.token\tV.side\tS\tS.token\tS.side\te",
        "treebank\t\ts1\t\tseen\t3\thyp\tDogs\t1\thyp\tnsubj:pass",
        "treebank\t\ts1\t\tsee\t6\thyp\tcats\t5\thyp\tnsubj",
    ]


def test_json_has_all_of_it(treebank: str) -> None:
    found = json.loads(run(treebank, "pattern { e: V -[nsubj]-> S }", "--format", "json"))
    assert found["count"] == 1
    assert found["matches"] == [
        {
            "system": "treebank",
            "document": "",
            "id": "s1",
            "reference": "",
            "nodes": {
                "V": {"side": "hyp", "token": 6, "form": "see"},
                "S": {"side": "hyp", "token": 5, "form": "cats"},
            },
            "edges": {
                "e": {
                    "kind": "tree",
                    "label": "nsubj",
                    "status": None,
                    "source": {"side": "hyp", "token": 6},
                    "target": {"side": "hyp", "token": 5},
                }
            },
        }
    ]


def test_a_listing_shows_words_in_their_texts(treebank: str, pairs: list[str]) -> None:
    assert run(treebank, "pattern { V -[nsubj]-> S }").splitlines() == [
        "treebank · s1",
        "  hyp  Dogs are seen and [cats]S [see]V",
        "1 match in 1 segment",
    ]
    assert run(*pairs, "pattern { X[form=x, side=ref]; Y[form=c] }").splitlines()[1:3] == [
        "  hyp  a b [c]Y",
        "  ref  a b [x]X",
    ]
    assert run(treebank, "pattern { X[form=nothing] }") == "0 matches in 0 segments\n"


def test_too_many_matches_are_not_listed(treebank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MOST", 5)
    with pytest.raises(UsageError, match="more than 5 matches"):
        run(treebank, "pattern { X[] }")
    assert run(treebank, "pattern { X[] }", "--group-by", "id").splitlines()[1] == "s1\t6\t1"
    assert len(run(treebank, "pattern { X < Y }", "--format", "tsv").splitlines()) == 6


def test_groups(treebank: str) -> None:
    request = ("pattern { e: V -> S }", "--group-by", "e.label", "--group-by", "V.Tense")
    assert run(treebank, *request).splitlines()[:2] == ["e.label\tV.Tense\tcount\tsegments", "aux:pass\tPast\t1\t1"]
    assert run(treebank, *request, "--count") == run(treebank, *request)
    found = json.loads(run(treebank, "pattern { X[] }", "--group-by", "X.Tense", "--format", "json"))
    assert found["count"] == 6
    assert found["groups"][0] == {"keys": {"X.Tense": None}, "count": 4, "segments": 1}


def test_no_cell_is_a_formula_and_nothing_unseen_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "bad.conllu"
    path.write_text(FORMULA, encoding="utf-8")
    for form in ("tsv", "text", "json"):
        text = run(str(path), "pattern { X[] }", "--format", form)
        assert "\x1b" not in text
        assert "\t=" not in text
    assert "'=1+1" in run(str(path), "pattern { X[] }", "--group-by", "X.form")
