"""What real programs load, leave and send: no long way to their work, no files, and nothing to another machine.

A ceiling that is exceeded names the modules; look for the import that brings those that are not needed. ONNX Runtime
would report from 1.30 on, some seconds after it was loaded.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from meantree_resources import resource

pytestmark = pytest.mark.pipeline

SAMPLE = str(resource("sample/sample.tsv"))
WAIT = 15
"""Seconds that a traced program stays idle: ONNX Runtime looks up its server 9 seconds after it was loaded."""
COMMAND = """
import atexit, sys
from meantree.__main__ import main

def tell():
    print(*(name for name in [*sys.modules] if name.split(".")[0] == "meantree"), file=sys.stderr)

atexit.register(tell)
main()
"""
PARALLEL = f"""
import sys, time
import meantree as mt
from meantree.scoring import run
run.IN_PROCESS_TEXTS = 0  # the sample is small
mt.score(mt.read({SAMPLE!r}), metrics="hwcm", jobs=2)
assert "joblib" in sys.modules  # whose processes live on
time.sleep(float(sys.argv[1]))
"""
WINDOW = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
QCoreApplication.setOrganizationName("meantree-test")
import meantree_gui.__main__ as program

furnish = program.furnish

def watched(window, app):
    furnish(window, app)

    def wait():
        if window.centre.trees.hypothesis.view.arcs:
            loaded.extend(name for name in [*sys.modules] if name.split(".")[0] in ("meantree", "meantree_gui"))
            finish()
        else:
            QTimer.singleShot(5, wait)

    def finish():
        if window.scoring.scored("north", "hwcm"):
            window.segments.table.selectRow(0)
            window.exporter.copy_picture()
            print(window.segments.model.rowCount(), len(window.centre.trees.hypothesis.view.arcs) > 2)
            QTimer.singleShot(int(1000 * float(sys.argv[1])), window.close)
        else:
            QTimer.singleShot(200, finish)

    wait()

loaded, program.furnish = [], watched
code = program.main([])
print(*loaded, file=sys.stderr)
sys.exit(code)
"""
ELSEWHERE = re.compile(r"sa_family=AF_INET6?, (?!.*(?:inet_addr\(\"127\.|\"::1\"))")
"""An address on another machine, in a line of strace."""


def _started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a program as a user does whose home folder is empty."""
    home = folder / "home"
    home.mkdir(parents=True)
    folders = {"HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache"), "XDG_CONFIG_HOME": str(home / ".config")}
    environment = os.environ | folders | {"QT_QPA_PLATFORM": "offscreen"}
    environment.pop("ORT_DISABLE_TELEMETRY", None)  # this process has it from Meantree
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(arguments, env=environment, text=True, **pipes)  # type: ignore[call-overload,no-any-return]


def _check(folder: Path, process: subprocess.Popen[str], ceiling: int | None) -> str:
    """Check what a program left, and the number of modules of Meantree that it tells of; return what it wrote."""
    output, messages = process.communicate(timeout=600)
    assert process.returncode == 0, output + messages
    if ceiling is not None:
        loaded = messages.splitlines()[-1].split()
        assert "meantree" in loaded
        assert len(loaded) <= ceiling, f"{len(loaded)} modules, expected at most {ceiling}: {' '.join(sorted(loaded))}"
    assert [path for path in (folder / "home").rglob("*") if re.search("(?i)microsoft|onnx", path.name)] == []
    return output


@pytest.mark.parametrize(("spec", "ceiling"), [("bleu", 60), ("hwcm", 80)])
def test_scores_load_what_their_metric_needs(tmp_path: Path, spec: str, ceiling: int) -> None:
    for name in ("hyp.en", "ref.en"):
        (tmp_path / name).write_text("The cat sat on the mat.\n", encoding="utf-8")
    files = ("--hyp", str(tmp_path / "hyp.en"), "--ref", str(tmp_path / "ref.en"))
    _check(tmp_path, _started(tmp_path, sys.executable, "-c", COMMAND, "score", *files, "--metric", spec), ceiling)


def test_a_report_loads_what_it_shows(tmp_path: Path) -> None:
    report = ("report", SAMPLE, "--segments", "news/1", "-o", str(tmp_path / "r.html"))
    _check(tmp_path, _started(tmp_path, sys.executable, "-c", COMMAND, *report), 200)


def test_the_window_opens_on_the_sample_ends_cleanly_and_nothing_is_sent(tmp_path: Path) -> None:
    """Having loaded what its first picture needs, and with a picture on the clipboard, which Python made.

    A program of several processes runs beside it, as both mostly wait.
    """
    tracer = ("strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o")
    traces = (
        shutil.which("strace") is not None
        and not subprocess.run([*tracer, "/dev/null", "true"], check=False).returncode
    )
    programs = {}
    for name, script, ceiling in (("window", WINDOW, 284), ("processes", PARALLEL, None)):
        command = [sys.executable, "-c", script, str(WAIT * traces)]
        traced = [*tracer, str(tmp_path / name), *command] if traces else command
        programs[name] = _started(tmp_path / f"of-{name}", *traced), ceiling
    told = {name: _check(tmp_path / f"of-{name}", *program) for name, program in programs.items()}
    assert told["window"].split() == ["31", "True"]
    if not traces:
        pytest.skip("strace is not installed, or may not trace here")
    for name in programs:
        lines = (tmp_path / name).read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if ELSEWHERE.search(line)] == []
