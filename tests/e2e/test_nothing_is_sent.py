"""The README's promise: nothing is sent. ONNX Runtime would report from 1.30 on, some seconds after it was loaded."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from meantree_resources import resource

SAMPLE = str(resource("sample/sample.tsv"))
WAIT = 15
"""Seconds that a traced program stays idle: ONNX Runtime looks up its server 9 seconds after it was loaded."""
PARALLEL = f"""
import sys, time
import meantree as mt
from meantree.scoring import chunks
chunks.IN_PROCESS_TEXTS = 0  # the sample is small
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

    def finish():
        is_scored = window.scoring.scored("north", "hwcm")
        QTimer.singleShot(int(1000 * float(sys.argv[1])) if is_scored else 200, window.close if is_scored else finish)

    finish()

program.furnish = watched
sys.exit(program.main([]))
"""
PROGRAMS = {
    "command": ["-m", "meantree", "score", "--hyp", SAMPLE, "--metric", "hwcm", "--jobs", "1"],
    "processes": ["-c", PARALLEL, "0"],
    "window": ["-c", WINDOW, "0"],
}
ELSEWHERE = re.compile(r"sa_family=AF_INET6?, (?!.*(?:inet_addr\(\"127\.|\"::1\"))")
"""An address on another machine, in a line of strace."""


def started(home: Path, arguments: list[str], tracer: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """Start a program as a user does whose home folder is empty."""
    home.mkdir(parents=True)
    folders = {"HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache"), "XDG_CONFIG_HOME": str(home / ".config")}
    environment = os.environ | folders | {"QT_QPA_PLATFORM": "offscreen"}
    environment.pop("ORT_DISABLE_TELEMETRY", None)  # this process has it from Meantree
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.Popen([*tracer, sys.executable, *arguments], env=environment, text=True, **pipes)  # type: ignore[call-overload,no-any-return]


@pytest.mark.pipeline
@pytest.mark.parametrize("program", PROGRAMS)
def test_onnx_runtime_leaves_no_files(program: str, tmp_path: Path) -> None:
    with started(tmp_path / "home", PROGRAMS[program]) as process:
        output, _ = process.communicate(timeout=240)
    assert process.returncode == 0, output
    assert [path for path in (tmp_path / "home").rglob("*") if re.search("(?i)microsoft|onnx", path.name)] == []


@pytest.mark.pipeline
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_no_program_speaks_to_another_machine(tmp_path: Path) -> None:
    """The programs run side by side, as they mostly wait."""
    programs = {}
    for name in ("processes", "window"):
        tracer = ("strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", str(tmp_path / name))
        programs[name] = started(tmp_path / f"{name}-home", [*PROGRAMS[name][:-1], str(WAIT)], tracer)
    for name, process in programs.items():
        output, _ = process.communicate(timeout=240)
        if process.returncode and "PTRACE" in output:
            pytest.skip(f"strace may not trace here: {output}")
        assert process.returncode == 0, output
        assert [line for line in (tmp_path / name).read_text().splitlines() if ELSEWHERE.search(line)] == []
