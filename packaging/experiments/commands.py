"""Executes the runs, keeps their outputs, and resumes an interrupted run."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from runs import ANNOTATED, PROJECT, Run

STATE: Final = ".state"
LOG: Final = ".log"


@dataclass(frozen=True, slots=True)
class State:
    """The state of a started run.

    Attributes:
        command: as printed in the document; a changed command needs a new run.
        seconds: duration, including interrupted attempts.
        note: a remark on the output, such as one that this script did not make.
    """

    command: str
    seconds: float = 0.0
    note: str = ""


def state_of(run: Run, work: Path) -> State | None:
    """Return the state of a run; None if it was never started with this command."""
    file = work / f"{run.name}{STATE}"
    if not file.exists():
        return None
    state = State(**json.loads(file.read_text(encoding="utf-8")))
    return state if state.command == run.shown else None


def is_done(run: Run, work: Path) -> bool:
    """Whether there is an output of this command."""
    return (work / run.output).exists() and state_of(run, work) is not None


def execute_all(runs: Sequence[Run], data: Path, work: Path, jobs: int) -> list[Run]:
    """Execute the runs that are not done.

    Returns:
        the failed runs; their messages are in the working folder.
    """
    if any(PROJECT in run.arguments for run in runs) and not (work / PROJECT).exists():
        _meantree(["convert", ANNOTATED, str(work / PROJECT)], data, work / f"{PROJECT}{LOG}")
    failed = []
    for run in runs:
        if is_done(run, work):
            _say(f"{run.name}: done")
            continue
        _say(f"{run.name}: {run.shown}")
        _execute(run, data, work, jobs)
        if not is_done(run, work):
            _say(f"{run.name}: failed, see {work / run.name}{LOG}")
            failed.append(run)
    return failed


def _execute(run: Run, data: Path, work: Path, jobs: int) -> None:
    state = state_of(run, work)
    if state is None:
        (work / run.output).unlink(missing_ok=True)  # of another command
        state = State(run.shown)
    begun = time.monotonic()
    _keep(run, work, state)  # the state says that the output is of this command
    try:
        _meantree(run.words(work, jobs), data, work / f"{run.name}{LOG}")
    finally:
        _keep(run, work, replace(state, seconds=round(state.seconds + time.monotonic() - begun, 1)))


def _keep(run: Run, work: Path, state: State) -> None:
    text = json.dumps(asdict(state), ensure_ascii=False)
    (work / f"{run.name}{STATE}").write_text(text + "\n", encoding="utf-8")


def _meantree(words: Sequence[str], data: Path, log: Path) -> None:
    """Execute in the data folder; the exit status is not checked, as excluded segments change it, too."""
    with log.open("w", encoding="utf-8") as messages:
        subprocess.run([sys.executable, "-m", "meantree", *words], cwd=data, stderr=messages, check=False)


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
