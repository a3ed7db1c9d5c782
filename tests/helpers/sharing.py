"""Several programs at work on one project, ended by exit and by SIGKILL: what was acknowledged must be in the file.

Between schedules the project is copied, moved, and restored from copies: each must be whole.

Run as a program it plays random schedules: ``python -m helpers.sharing PROJECT SCHEDULES [SEED]``; it prints how many
edits were acknowledged and how many are in the file, and exits with 1 at the first schedule that loses one.
"""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from helpers.corpora import corpus_of
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.cli.annotation_output import agreement_result
from meantree.errors import UsageError
from meantree.project.database import companion_files
from meantree.project.file import Project

SEGMENTS = 3
ACTIONS = ("edit", "edit", "edit", "undo", "open again", "read", "look")
"""What a program does; edits most of the time. Who looks opens and closes the files as libraries do."""


def make_project(path: Path) -> None:
    """A few segments, each with one translation."""
    with Project(path, new=True) as project:
        project.fill(corpus_of([("x z", "x y")] * SEGMENTS, "b", document="d"))


class Program:
    """A process with the project open, which does what it is told and says when it is done.

    Who does not wait for the project to be open may kill it while it opens.
    """

    def __init__(self, path: Path, annotator: str, *, waits: bool = True) -> None:
        self._orders, write = os.pipe()
        self._answers, answer = os.pipe()
        # The child reads orders and writes answers; the parent the other way round.
        self.process = os.fork()
        if self.process == 0:
            os.close(write)
            os.close(self._answers)
            _serve(path, annotator, self._orders, answer)
        os.close(self._orders)
        os.close(answer)
        self._orders = write
        if waits:
            self._wait()

    def do(self, action: str) -> None:
        """Let it do something and wait until it is done."""
        self.order(action)
        self._wait()

    def order(self, action: str) -> None:
        """Let it do something; it may be killed meanwhile."""
        os.write(self._orders, f"{action}\n".encode())

    def kill(self) -> None:
        """End it at once."""
        os.kill(self.process, signal.SIGKILL)
        self._bury()

    def exit(self) -> None:
        """Let it close the project and end."""
        self.order("exit")
        self._bury()

    def _wait(self) -> None:
        if os.read(self._answers, 1) != b".":
            raise AssertionError("a program failed; see above")

    def _bury(self) -> None:
        os.waitpid(self.process, 0)
        os.close(self._orders)
        os.close(self._answers)


def _serve(path: Path, annotator: str, orders: int, answers: int) -> None:
    try:
        with Project(path) as project:
            os.write(answers, b".")
            count = 0
            with os.fdopen(orders) as lines:
                for line in lines:
                    if line == "exit\n":
                        break
                    count += 1
                    _perform(line.strip(), project, annotator, count)
                    os.write(answers, b".")
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _perform(action: str, project: Project, annotator: str, count: int) -> None:
    key = AnnotationKey(f"d/{count % SEGMENTS}", "b", "A", annotator)
    if action == "edit" and count % 2:
        errors = ErrorAnnotation(comment=f"{os.getpid()}-{count}")
        project.save_errors(ErrorKey(key.segment, "b", annotator), errors, f"edit {count}")
    elif action == "edit":
        project.save(key, Annotation(comment=f"{os.getpid()}-{count}"), f"edit {count}")
    elif action == "undo":
        project.take_step(annotator, "undo")
    elif action == "open again":
        with Project(project.path, passing=True) as second:
            second.corpus()
    elif action == "look":
        path = project.path.resolve()
        for name in (path, *companion_files(path)):
            if name.exists():
                name.open("rb").close()
    else:
        project.annotations()


def ask_for_agreement(path: Path) -> None:
    """What ``meantree agreement`` does, in a process of its own."""
    process = os.fork()
    if process == 0:
        try:
            agreement_result([path], "hmeant:weights=uniform")
        except UsageError:  # nobody has finished anything
            pass
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(process, 0)
    assert status == 0, "the command failed; see above"


def edits(path: Path) -> int:
    """How many edits the file holds, undone ones too."""
    with Project(path) as project:
        assert not project.damage, project.damage
    connection = sqlite3.connect(path)
    (count,) = connection.execute("SELECT count(DISTINCT step) FROM history").fetchone()
    connection.close()
    return int(count)


def play(path: Path, chance: random.Random) -> int:
    """One random schedule; how many edits were acknowledged, after a check that all of them are there."""
    before, acknowledged, unsure = edits(path), 0, 0
    if chance.random() < 0.3:
        shutil.copyfile(path, chance.choice(_copies(path)))
    programs = [Program(path, f"annotator {number}") for number in range(chance.randint(1, 3))]
    for _ in range(chance.randint(4, 16)):
        if not programs or chance.random() < 0.1:
            programs.append(Program(path, f"annotator {chance.randint(0, 2)}"))
        program, fate = chance.choice(programs), chance.random()
        if fate < 0.12:
            ask_for_agreement(path)
        elif fate < 0.3:
            unsure += _end(program, chance)
            programs.remove(program)
        else:
            action = chance.choice(ACTIONS)
            program.do(action)
            acknowledged += action == "edit"
    for program in chance.sample(programs, len(programs)):
        unsure += _end(program, chance)
    if chance.random() < 0.3:
        _restore(path, chance)
        return 0
    found = edits(path) - before
    assert acknowledged <= found <= acknowledged + unsure, f"{acknowledged} edits acknowledged, {found} in the file"
    return acknowledged


def _copies(path: Path) -> list[Path]:
    """Where copies of the project of earlier schedules are, and projects of others."""
    folder = path.with_name("copies")
    copies = [folder / f"{number}.meantree" for number in range(4)]
    if not folder.exists():
        folder.mkdir()
        for copy in copies:
            make_project(copy)
    return copies


def _restore(path: Path, chance: random.Random) -> None:
    """Put a copy over what killed programs left, in place or not, and move it: it must be that copy."""
    copied = path.with_name("copied.meantree")
    shutil.copyfile(chance.choice(_copies(path)), copied)
    expected = content(copied)
    if chance.random() < 0.5:
        shutil.copyfile(copied, path)
    else:
        copied.replace(path)
    if chance.random() < 0.3:  # what was left stays behind
        moved = path.with_name("moved.meantree")
        path.rename(moved)
        edits(moved)
        moved.rename(path)
        expected = content(path)
    with Project(path, passing=True) as project:
        assert not project.damage, project.damage
    assert content(path) == expected, "a copy is not whole"


def content(path: Path) -> list[str]:
    """Everything in a project but its sessions, without the journal that may be beside it."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",), "damaged"
        return [line for line in connection.iterdump() if "sessions" not in line]
    finally:
        connection.close()


def play_every_order(path: Path) -> int:
    """Two programs edit, one opens the file twice, a command reads it; they end in every way and order."""
    acknowledged = 0
    for ways in itertools.product((Program.exit, Program.kill), repeat=2):
        for last in (0, 1):
            before = edits(path)
            programs = [Program(path, "one"), Program(path, "two")]
            programs[0].do("open again")
            ask_for_agreement(path)
            for program in (*programs, programs[last]):
                program.do("edit")
            ways[1 - last](programs[1 - last])
            programs[last].do("edit")
            ask_for_agreement(path)
            ways[last](programs[last])
            found = edits(path) - before
            assert found == 4, f"4 edits acknowledged, {found} in the file ({ways}, {last} last)"
            acknowledged += found
    return acknowledged


def _end(program: Program, chance: random.Random) -> int:
    """Exit, kill, or kill amid an edit; how many edits may be in the file or not."""
    way: Callable[[], None] = chance.choice([program.exit, program.kill, program.kill])
    in_flight = way == program.kill and chance.random() < 0.5
    if in_flight:
        program.order("edit")
        time.sleep(chance.choice([0, 0, chance.uniform(0, 0.01)]))
    way()
    return int(in_flight)


def main(path: Path, schedules: int, seed: int) -> int:
    """Play schedules one after the other on one project."""
    make_project(path)
    acknowledged = play_every_order(path)
    for number in range(schedules):
        try:
            acknowledged += play(path, random.Random(f"{seed}-{number}"))
        except AssertionError as error:
            print(f"schedule {number} of seed {seed}: {error}", file=sys.stderr)
            return 1
    print(acknowledged, edits(path))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
