"""Real programs from start to exit: nothing is sent, as the README promises and ONNX Runtime would from 1.30 on."""

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
        if not window.scoring.scored("north", "hwcm"):
            QTimer.singleShot(200, finish)
            return
        window.segments.table.selectRow(0)
        window.exporter.copy_picture()  # what Python made is on the clipboard when the program ends
        print(window.segments.model.rowCount(), len(window.centre.trees.hypothesis.view.arcs) > 2)
        QTimer.singleShot(int(1000 * float(sys.argv[1])), window.close)

    finish()

program.furnish = watched
sys.exit(program.main([]))
"""
PROGRAMS = {
    "command": ["-m", "meantree", "score", "--hyp", SAMPLE, "--metric", "hwcm", "--jobs", "1"],
    "processes": ["-c", PARALLEL],
    "window": ["-c", WINDOW],
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


def _can_trace() -> bool:
    """Whether strace is installed, and may trace."""
    return shutil.which("strace") is not None and not subprocess.run(["strace", "-o", os.devnull, "true"]).returncode


@pytest.mark.pipeline
def test_programs_leave_no_files_and_speak_to_no_other_machine(tmp_path: Path) -> None:
    """They run side by side, as they mostly wait."""
    programs, is_traced = {}, _can_trace()
    for name, arguments in PROGRAMS.items():
        tracer = ("strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", str(tmp_path / name))
        wait = [] if name == "command" else [str(WAIT if is_traced else 0)]
        programs[name] = started(tmp_path / f"{name}-home", arguments + wait, tracer if is_traced else ())
    for name, process in programs.items():
        output, _ = process.communicate(timeout=240)
        assert process.returncode == 0, output
        assert name != "window" or output.split() == ["30", "True"]
        home = tmp_path / f"{name}-home"
        assert [path for path in home.rglob("*") if re.search("(?i)microsoft|onnx", path.name)] == []
        lines = (tmp_path / name).read_text().splitlines() if is_traced else []
        assert [line for line in lines if ELSEWHERE.search(line)] == []
