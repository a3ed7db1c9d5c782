"""What the command line begins with, and options that fill one parameter of a command."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from helpers.command import invoke
from meantree import __version__
from meantree.analysis.parsers import Parsers
from meantree.cli import app as program
from meantree.cli import options
from meantree.cli.app import main
from meantree.cli.arguments import COMMANDS, require_files
from meantree.cli.command_inputs import Inputs
from meantree.cli.completion import SHELLS
from meantree.cli.options import OneOf, Output
from meantree.errors import UsageError
from meantree.metrics.registry import metric, specs_in


@pytest.mark.parametrize("name", COMMANDS)
def test_that_every_command_is_there(name: str) -> None:
    shown = invoke(name, "-h")
    assert shown.exit_code == 0
    assert f" {name} " in shown.stdout
    assert "--quiet" in shown.stdout or name in ("train", "faults")  # groups of commands


def test_help_opens_the_window_with_files_and_cuts_no_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = invoke("-h").stdout
    assert "meantree [FILE...]" in shown
    assert "..." not in shown.replace("[FILE...]", "")
    assert max(map(len, shown.splitlines())) <= 80
    assert [line.partition(" ")[0] for line in shown.split("Score and compare:")[1].split()[:1]] == ["score"]


def test_the_shell_is_answered_and_no_window_opens(tmp_path: Path) -> None:
    asked = {"_MEANTREE_COMPLETE": "bash_complete", "COMP_WORDS": "meantree exp", "COMP_CWORD": "1"}
    command = [sys.executable, "-m", "meantree"]
    answer = subprocess.run(command, cwd=tmp_path, env=os.environ | asked, capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["plain,explain", "plain,experiment"]


@pytest.mark.skipif(os.name != "posix", reason="there are no such shells here")
@pytest.mark.parametrize("shell", SHELLS)
def test_completion_is_installed_once(shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SHELL": f"/bin/{shell}", "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    start = tmp_path / SHELLS[shell][1]
    start.parent.mkdir(parents=True, exist_ok=True)
    start.write_text("# mine", encoding="utf-8")
    for _ in range(2):
        assert invoke("--install-completion", catch_exceptions=False).exit_code == 0
    stored = tmp_path / "meantree" / f"completion.{shell}"
    assert start.read_text(encoding="utf-8") == f"# mine\nsource {stored}\n"
    shown = invoke("--show-completion", catch_exceptions=False)
    assert shown.stdout.strip() == stored.read_text(encoding="utf-8").strip()
    assert f"_MEANTREE_COMPLETE={shell}_complete" in shown.stdout


def test_a_shell_without_completion_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    done = invoke("--install-completion")
    assert isinstance(done.exception, UsageError)
    assert "'tcsh'" in str(done.exception)


def test_that_a_command_loads_no_other(tmp_path: Path) -> None:
    script = "import sys; sys.argv = ['meantree', '--version']; import meantree.__main__ as program\n"
    script += "try: program.main()\nexcept SystemExit: pass\n"
    script += "print(*sorted(name for name in sys.modules if name.endswith('_commands')))"
    found = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert found.stdout.startswith(f"meantree {__version__}")
    assert "_commands" not in found.stdout


def test_what_exists_is_opened(tmp_path: Path) -> None:
    (tmp_path / "x.meantree").touch()
    require_files([])
    require_files([str(tmp_path), str(tmp_path / "x.meantree")])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Scor"], ("'Scor' is neither", "did you mean meantree score?")),
        (["no\x1b.txt"], (r"'no\x1b.txt' is neither", "see meantree --help")),
        ([__file__, "absent.en"], ("'absent.en': there is no such file or folder",)),
    ],
)
def test_what_does_not_exist_is_named(arguments: list[str], words: tuple[str, ...]) -> None:
    with pytest.raises(UsageError) as raised:
        require_files(arguments)
    assert all(word in str(raised.value) for word in words)


def test_a_deleted_folder_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    monkeypatch.setattr(sys, "argv", ["meantree", "sample-report", "-o", os.fspath(tmp_path / "x.html")])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("meantree: the current folder was deleted")


def test_too_little_memory_is_one_message(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def exhaust(**_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(program, "app", exhaust)
    monkeypatch.setattr(sys, "argv", ["meantree", "score"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "not enough memory" in line


def received(arguments: list[str], *decorators: Callable[[Any], Any]) -> dict[str, Any]:
    """Return what a command with these options receives."""
    values: dict[str, Any] = {}

    def receive(**given: Any) -> None:
        values.update(given)

    command = reduce(lambda decorated, option: option(decorated), reversed(decorators), receive)
    assert CliRunner().invoke(click.command()(command), arguments, catch_exceptions=False).exit_code == 0
    return values


def test_options_fill_the_parameters_of_their_groups() -> None:
    of_groups = (options.inputs, options.parsers, options.jobs)
    arguments = ["--hyp", "a", "--hyp", "b", "--analyse-again", "--constituency", "none", "--jobs", "2"]
    inputs = Inputs(hypotheses=(Path("a"), Path("b")), references=(), analyse_again=True)
    assert received(arguments, *of_groups) == {"inputs": inputs, "parsers": Parsers(constituency="none"), "jobs": 2}
    nothing = {"inputs": Inputs(hypotheses=(), references=()), "parsers": Parsers(), "jobs": None}
    assert received([], *of_groups) == nothing
    assert received([], options.pipeline) == {"parsers": Parsers()}


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        ([], Output(None, "table")),
        (["-o", "-"], Output(None, "table")),
        (["-o", "x.csv"], Output(Path("x.csv"), "csv")),
        (["-o", "x.csv", "--format", "json"], Output(Path("x.csv"), "json")),
    ],
)
def test_an_output_is_a_file_and_a_format(arguments: list[str], output: Output) -> None:
    assert received(arguments, options.table) == {"output": output}


def test_a_misspelt_name_is_corrected() -> None:
    with pytest.raises(click.BadParameter, match=r"found 'tvs' \(did you mean tsv\?\), expected one of tsv, csv"):
        OneOf(("tsv", "csv")).convert("tvs", None, None)


@pytest.mark.parametrize(
    ("arguments", "specs"),
    [
        (["bleu,chrF", "TER"], ["bleu", "chrf", "ter"]),
        (["DPM:parts=dl,lh,nbest=1"], ["dpm:parts=dl,lh,nbest=1"]),
        (["bleu, hwcm,"], ["bleu", "hwcm"]),
        ([" HWCM :n=3"], ["hwcm:n=3"]),
        (["Blue"], ["Blue"]),
    ],
)
def test_metrics_are_named_in_any_case_and_separated_by_commas(arguments: list[str], specs: list[str]) -> None:
    words = [word for argument in arguments for word in ("--metric", argument)]
    assert received(words, options.metrics) == {"metric": specs}


@pytest.mark.parametrize(
    ("argument", "message"),
    [(" , ", "found ' , ', expected a metric; there are bleu"), ("bleu, hwcm:n=3", "those with options one by one")],
)
def test_arguments_without_metrics_or_with_mixed_ones_are_explained(argument: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        [metric(spec) for spec in specs_in(argument)]


def test_the_shell_completes_the_last_metric() -> None:
    assert options.metric_names(None, None, "bleu,ch") == ["bleu,chrf"]
