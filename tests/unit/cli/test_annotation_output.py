"""The text, the tables and the figures of ``meantree agreement``."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import meantree
from helpers.frames import frame
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.cli.annotation_output import MOST_WORST, NO_FIGURE, agreement_result
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree.project.splitting import split

SPEC = "hmeant"
WORK = Annotation((frame("0 agent=1"),), (frame("0"),), state=State.DONE)
OTHER = replace(WORK, hypothesis=(frame("0 patient=1"),))
TEXT = Text("a b", tokens=("a", "b"))


def _project(path: Path, work: dict[str, Annotation], segments: int = 1) -> Path:
    names = [str(number) for number in range(1, segments + 1)]
    made = tuple(Segment(name, "", references={"r": TEXT}, hypotheses={"s": TEXT}) for name in names)
    found = {AnnotationKey(name, "s", "r", who): one for who, one in work.items() for name in names}
    make_project(path, Corpus("c", made, ("s",), ("r",)), found)
    return path


def _text(paths: Sequence[Path], form: str, plots: Path | None = None, annotators: Sequence[str] | None = None) -> str:
    content = agreement_result(paths, SPEC, plots, annotators=annotators)[0].written(form)
    assert isinstance(content, str)
    return content


def test_annotators_are_shown_as_they_are_called(tmp_path: Path) -> None:
    path = _project(tmp_path / "x.meantree", {"[/red]": WORK, "b\x1b[31m": WORK})
    text = _text([path], "table")
    assert r"[/red] – b\x1b[31m" in text
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("score", ("--metric", "hmeant", "--annotator", "ana", "--project")),
        ("explain", ("--metric", "hmeant", "--segment", "1", "--annotator", "ana", "--project")),
        ("compare", ("--metric", "hmeant", "--annotator", "ana", "--project")),
        ("search", ("pattern { V [] }", "--metric", "hmeant", "--annotator", "ana", "--project")),
        ("report", ("-o", "refused.html", "--metric", "hmeant", "--project")),
        ("agreement", ("--format", "table")),
        ("agreement", ("--format", "json")),
        ("report", ("-o", "report.html")),
        ("report", ("-o", "report.html", "--annotator", "ana", "--project")),
    ],
)
def test_in_a_part_scores_are_hidden_where_the_rules_hide_them(
    command: str, arguments: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The part of an annotator is refused metrics over frames by name; what has them by itself leaves them out."""
    linked = replace(WORK, alignment=FrameAlignment({(0, 0): LinkKind.CORRECT}))
    path = _project(tmp_path / "x.meantree", {"ana": linked, "automatic": linked}, 2)
    with Project(path) as project:
        project.set_rules(replace(project.rules, scores=False))
        project.assign({"ana": ["1", "2"]})
    part = split(path, tmp_path / "parts").files["ana"]
    monkeypatch.chdir(tmp_path)

    def run(of: Path, code: int = 0) -> str:
        done = meantree(command, *arguments, of, code=code)
        made = Path(arguments[1])
        return " ".join((done.stdout + done.stderr).split()) + (
            made.read_text(encoding="utf-8") if made.exists() else ""
        )

    reason = "hide HMEANT and MQM from annotators, but not from gold, the gold standard"
    is_refused = "--metric" in arguments
    said = run(part, 2 if is_refused else 0)
    assert is_refused <= (reason in said)
    assert re.findall(r"hmeant:|systems by annotator|hmeant</?[a-z]*>? [01]|\bhmeant [01]\b", said.casefold()) == []
    if command == "agreement":
        assert is_refused or reason in said or "json" in arguments
        assert '"score": 1' not in said
    if command == "report" and "--metric" in arguments:
        arguments = [*arguments[:-1], "--annotator", "ana", "--project"]
    assert reason not in run(path), "the lead is refused nothing"


def test_what_says_most_stands_first_then_the_layers_and_all_others(tmp_path: Path) -> None:
    path = _project(tmp_path / "x.meantree", {"ana": WORK, "ben": OTHER}, MOST_WORST + 2)
    found, problems = agreement_result([path], SPEC)
    text = found.plain()
    assert problems == []
    titles = (
        *(
            "Agreement in short",
            "F between annotators",
            "Agreement beyond chance",
            "Agreement by role",
            "Roles of ana – ben",
        ),
        *("Least agreement first", "Systems by annotator"),
    )
    places = [text.index(title) for title in titles]
    assert places == sorted(places)
    assert "that either of them could not annotate are left out" in " ".join(text.split())
    assert "2 further rows with --format tsv or json" in " ".join(text.split())
    lines = {" ".join(line.split()) for line in text.splitlines()}
    assert any(re.fullmatch(r"F1 of predicates 1\.000 \d+", one) for one in lines), "what it means is in the note"
    assert {"filler spans and roles 0.000", "labels of fillers: κ 0.000", "labels of fillers: items 22"} <= lines
    assert "frame links, either type: κ –" in lines  # both linked nothing, so nothing is known


def test_files_of_the_same_texts_are_pooled_in_every_format(tmp_path: Path) -> None:
    one = _project(tmp_path / "a.meantree", {"ana": WORK, "automatic": OTHER})
    two = _project(tmp_path / "b.meantree", {"ben": OTHER})
    rows = json.loads(_text([one, two], "json"))
    assert [row["annotators"] for row in rows] == [["ana", "ben"], ["ana", "automatic"], ["ben", "automatic"]]
    assert [row["sorts"] for row in rows][:2] == [["person", "person"], ["person", "automatic"]]
    assert rows[0]["projects"] == [str(one), str(two)]
    assert rows[0]["kappa"][0] == {
        "name": "labels of fillers",
        "kappa": 0.0,
        "items": 1,
        "observed": 0.0,
        "expected": 0.0,
        "alpha": 0.0,
    }
    assert rows[0]["summary"] == {
        "F1 of predicates": 1.0,
        "F1 of fillers with their roles": 0.0,
        "F1 of frame links": None,
        "α of words": pytest.approx(0.4),
        "translations compared": 1,
    }
    assert rows[0]["confusion"]["counts"][0][1] == 1
    assert "confusion" not in rows[1], "the roles of the automatic analysis say nothing of people"
    assert rows[0]["segments"][0]["segment"] == "1"
    assert rows[0]["systems"]["ana"]["systems"][0]["score"] == 0.0
    assert rows[1]["kappa"][2]["kappa"] is None
    lines = _text([one, two], "tsv").splitlines()
    (place,) = (
        place for place, line in enumerate(lines) if line.startswith("agreement\t") and line.endswith("spans and roles")
    )
    assert [line.split("\t")[3] for line in lines[place + 1 : place + 4]] == ["0.000000", "0.000000", "1.000000"]
    place = next(place for place, line in enumerate(lines) if line.endswith("\tframe links, either type: κ"))
    assert [line.split("\t")[3] for line in lines[place + 1 : place + 4]] == ["", "", ""]


def test_figures_are_drawn_into_a_folder(tmp_path: Path) -> None:
    path = _project(tmp_path / "x.meantree", {"ana": WORK, "ben": OTHER})
    _text([path], "tsv", plots=tmp_path / "plots")
    assert {file.suffix for file in (tmp_path / "plots").iterdir()} == {".svg", ".pdf", ".png"}


def test_that_there_is_no_figure_is_said(tmp_path: Path) -> None:
    path = _project(tmp_path / "x.meantree", {"automatic": WORK, "ana": WORK})
    _, problems = agreement_result([path], SPEC, tmp_path / "plots")
    assert [problem.message for problem in problems] == [NO_FIGURE]
    assert not (tmp_path / "plots").exists()


def test_one_annotator_alone_cannot_agree(tmp_path: Path) -> None:
    path = _project(tmp_path / "x.meantree", {"ana": WORK})
    with pytest.raises(UsageError, match=r"x\.meantree: no two annotators"):
        _text([path], "table")


def test_parts_of_a_project_say_the_same_as_the_whole(tmp_path: Path) -> None:
    path = _project(tmp_path / "x.meantree", {}, 4)
    with Project(path) as project:
        for who, names, one in (("ana", "234", WORK), ("ben", "124", OTHER), ("eva", "123", WORK)):
            for name in names:
                project.save(AnnotationKey(name, "s", "r", who), one, "done")
    files = split(path, tmp_path / "parts").files
    whole, parts = (json.loads(_text(paths, "json")) for paths in ([path], list(files.values())))
    assert [[one["segment"] for one in row["segments"]] for row in parts] == [["2", "4"], ["2", "3"], ["1", "2"]]
    for row in (*whole, *parts):
        del row["project"], row["projects"]
    assert parts == whole


def test_some_annotators_alone_are_compared(tmp_path: Path) -> None:
    path = _project(tmp_path / "x.meantree", {"ana": WORK, "ben": OTHER, "eva": WORK, "automatic": WORK})
    rows = json.loads(_text([path], "json", annotators=["eva", "ana"]))
    assert [row["annotators"] for row in rows] == [["ana", "eva"]]
    assert rows == [
        {**row, "alpha": {}}  # of two people there is kappa alone
        for row in json.loads(_text([path], "json"))
        if row["annotators"] == ["ana", "eva"]
    ]
    message = "there is no annotator 'ann' (did you mean ana?); there are ana, ben, eva, automatic"
    with pytest.raises(UsageError, match=re.escape(message)):
        _text([path], "table", annotators=["ana", "ann"])
    with pytest.raises(UsageError, match="found ana"):
        _text([path], "table", annotators=["ana", "ana"])
