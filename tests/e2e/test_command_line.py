"""The command as a process among others: arguments, pipes, closed outputs, Ctrl+C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from helpers.command import meantree

COMMAND = (sys.executable, "-W", "error", "-m", "meantree")
posix = pytest.mark.skipif(os.name == "nt", reason="there are no such pipes and signals here")


@pytest.fixture
def texts(tmp_path: Path) -> list[str]:
    """The command that scores two texts by a metric that needs no pipeline."""
    for name in ("hyp.one.en", "ref.en"):
        (tmp_path / name).write_text("a b c d e\n" * 100, encoding="utf-8")
    return ["score", "--metric", "bleu", "--hyp", str(tmp_path / "hyp.one.en"), "--ref", str(tmp_path / "ref.en")]


def ended(
    arguments: list[str], code: int, *, window: bool = False, **options: object
) -> subprocess.CompletedProcess[str]:
    """Run to the end, with this exit code, and one line of messages at most."""
    command = [*COMMAND[:-1], "meantree_gui"] if window else list(COMMAND)
    settings = {"capture_output": True, "text": True, "encoding": "utf-8", "timeout": 60, "check": False} | options
    done: subprocess.CompletedProcess[str] = subprocess.run([*command, *arguments], **settings)  # type: ignore[call-overload]
    assert done.returncode == code, done.stderr
    assert len(done.stderr.splitlines()) <= 1, done.stderr
    return done


@pytest.mark.parametrize("window", [False, True], ids=["meantree", "meantree-gui"])
def test_what_names_nothing_opens_no_window(window: bool) -> None:
    words = "'scroe' is neither a command nor a file or folder that exists; did you mean meantree score?"
    assert words in ended(["scroe", "x"], 2, window=window, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}).stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["score", "--hpy", "x"],
            "(Did you mean one of: '--help', '--hyp'?) (see meantree score --help)",
        ),
        (["faults", "plnat"], "No such command 'plnat'. Did you mean 'plant'? (see meantree faults --help)"),
        (["score", "--metrik", "bleu"], "No such option '--metrik'. Did you mean '--metric'?"),
        (["score", "hyp.a.en", "--metric", "bleu"], "unexpected extra argument (hyp.a.en); name files with --hyp"),
        (
            ["score", "--metric", "bleu", "--level", "x" * 3_000],
            f"'--level': found '{'x' * 40}…{'x' * 39}', expected one of segment",
        ),
        (["score", "--jobs", "0"], "'--jobs': 0 is not in the range 1<=x<=1024"),
        (["score", "--jobs", "two"], "'--jobs': 'two' is not a valid integer"),
        (["parse", "a", "\x1b[31m\u202e"], r"(\x1b[31m\u202e)"),
        (["train"], "Missing command"),
    ],
)
def test_wrong_arguments_are_one_line(arguments: list[str], words: str) -> None:
    message = meantree(*arguments, code=2).stderr
    assert len(message.splitlines()) == 1
    assert words in message
    assert "--help" in message


def test_a_file_in_another_encoding_names_the_option(texts: list[str], tmp_path: Path) -> None:
    (tmp_path / "ref.en").write_bytes("déjà\n".encode("latin-1") * 100)
    assert "--encoding latin-1" in ended(texts, 2).stderr


@posix
def test_nobody_reads_the_output(texts: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = ended([*texts, "--level", "segment", "--format", "tsv"], 141, capture_output=False, stdout=writer, stderr=-1)
    os.close(writer)
    assert done.stderr == ""


@posix
def test_somebody_reads_a_part_of_the_output_without_a_buffer(tmp_path: Path) -> None:
    """An unbuffered stream of Python writes as much as fits, and says nothing of the rest."""
    text = tmp_path / "text.en"
    text.write_text("a b c d e\n" * 4_000, encoding="utf-8")
    command = [*COMMAND, "score", "--hyp", str(text), "--ref", str(text), "--metric", "bleu", "--level", "segment"]
    with subprocess.Popen(
        [*command, "--format", "json"], stdout=subprocess.PIPE, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as running:
        assert running.stdout is not None
        os.read(running.stdout.fileno(), 1)
        running.stdout.close()
    assert running.returncode == 141


@posix
@pytest.mark.parametrize(("output", "code"), [(False, 2), (True, 0)])
def test_closed_stdout(texts: list[str], tmp_path: Path, output: bool, code: int) -> None:
    options = ["--output", str(tmp_path / "x.tsv")] if output else []
    done = ended([*texts, *options], code, preexec_fn=lambda: os.close(1))
    assert ("stdout is closed" in done.stderr) is not output
    assert (tmp_path / "x.tsv").exists() is output


@posix
def test_all_streams_closed(texts: list[str], tmp_path: Path) -> None:
    for name in ("hyp.one.en", "ref.en"):
        (tmp_path / name).write_text("a b c d e\n" * 3_000, encoding="utf-8")  # more than one process scores alone
    done = ended([*texts, "-o", str(tmp_path / "x.tsv"), "--jobs", "2"], 0, preexec_fn=lambda: os.closerange(0, 3))
    assert (done.stdout, done.stderr) == ("", "")
    assert "1.0000" in (tmp_path / "x.tsv").read_text(encoding="utf-8")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_full_stdout(texts: list[str]) -> None:
    with open("/dev/full", "w") as full:
        assert "cannot write to stdout" in ended(texts, 2, capture_output=False, stdout=full, stderr=-1).stderr


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"PYTHONIOENCODING": "cp1252"}, ("größe", r"bleu \u2191", "----")),
        ({"PYTHONIOENCODING": "ascii:strict"}, (r"gr\u00f6\u00dfe", r"bleu \u2191", "----")),
        ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, (r"bleu \u2191", "----")),
    ],
    ids=str,
)
def test_stdout_of_few_characters(
    settings: dict[str, str], words: tuple[str, ...], texts: list[str], tmp_path: Path
) -> None:
    (tmp_path / "hyp.one.en").rename(tmp_path / "hyp.größe.en")
    texts[texts.index("--hyp") + 1] = str(tmp_path / "hyp.größe.en")
    encoding = settings.get("PYTHONIOENCODING", "ascii").partition(":")[0]
    table = ended(texts, 0, env=os.environ | settings, encoding=encoding).stdout
    assert all(word in table for word in words), table


@posix
def test_texts_from_stdin(texts: list[str]) -> None:
    texts[texts.index("--hyp") + 1] = "/dev/stdin"
    done = ended([*texts, "--format", "json"], 0, input="a b c d e\n" * 100)
    assert json.loads(done.stdout)["systems"][0]["scores"] == {"bleu": 1.0}


@posix
@pytest.mark.parametrize("seconds", [0.1, 1.5])
def test_ctrl_c(texts: list[str], tmp_path: Path, seconds: float) -> None:
    pipe = tmp_path / "hyp.slow.en"
    os.mkfifo(pipe)
    texts[texts.index("--hyp") + 1] = str(pipe)
    # Tests that run in the background may have been told to ignore Ctrl+C.
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    pipe_to = subprocess.PIPE
    running = subprocess.Popen([*COMMAND, *texts], stdout=pipe_to, stderr=pipe_to, text=True, preexec_fn=heed)
    # Somebody who writes nothing keeps the command waiting.
    writer = os.open(pipe, os.O_RDWR)
    time.sleep(seconds)
    running.send_signal(signal.SIGINT)
    out, messages = running.communicate(timeout=30)
    os.close(writer)
    # Python itself ends a program that has not begun yet, and one that was within eval() while it loaded, though it
    # was caught; a shell tells that as 130, too. Where nothing can be raised, as in a destructor, Python says so, and
    # where none of our lines has run yet, as on a busy machine.
    not_begun = r'Traceback .*\n(?:  File "<frozen .*\n)+KeyboardInterrupt\n'
    said = re.sub(
        not_begun, "", re.sub(r"Exception ignored in.*?\nKeyboardInterrupt:? ?\n", "", messages, flags=re.DOTALL)
    )
    expected = [(130, "meantree: stopped\n"), (-signal.SIGINT, ""), (-signal.SIGINT, "meantree: stopped\n")]
    assert (running.returncode, said) in expected
    assert out == ""
