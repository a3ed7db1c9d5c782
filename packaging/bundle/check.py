"""Tries the program that needs no Python, in an empty environment on a virtual display, beside that of this Python.

python packaging/bundle/check.py FOLDER    the folder that build.py makes; needs Xvfb and strace
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

CHECKOUT = Path(__file__).resolve().parents[2]
SAMPLE = CHECKOUT / "resources" / "meantree_resources" / "sample" / "sample.tsv"
TOOLS = {"Xvfb": "xvfb", "strace": "strace"}
LEFT_OUT = 77
"""Exit code where nothing can be checked."""
METRICS = "hwcm,edpm,meant,rte-r,stm"
TRACED = ("strace", "-f", "--seccomp-bpf", "-s", "200", "-e", "trace=connect,execve", "-o")
ELSEWHERE = re.compile(r"sa_family=AF_INET6?, (?!.*(?:inet_addr\(\"127\.|\"::1\"))")
"""An address on another machine, in a line of strace."""
WORKER = "joblib.externals.loky.backend.popen_loky_posix"
PLACES = (
    ".config/Meantree/",
    ".cache/meantree/",
    ".local/state/meantree/",
    ".local/share/meantree/",
    ".cache/fontconfig/",
)
"""Where files may be written in the home folder; the last is that of the system's fonts."""
REPEATS = 8
DISPLAY = ":93"
SCREEN = "1280x800x24"
SETTLED_SECONDS, LATEST_SECONDS = 6.0, 90.0
DIFFERENT = 0.002
"""Share of points of two pictures of the window that may differ."""
MAKE_PIPELINE = """
import sys, spacy
nlp = spacy.blank("fr")
nlp.add_pipe("parser").add_label("nsubj")
nlp.initialize()
nlp.meta.update(name="tiny", version="0.1")
nlp.to_disk(sys.argv[1])
"""
PACKAGE = """
from spacy.util import load_model_from_init_py

__version__ = "0.1"

def load(**options):
    return load_model_from_init_py(__file__, **options)
"""

Points = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


class CheckError(Exception):
    """The program is not as it must be."""


@dataclass(frozen=True)
class Program:
    """A program with a home folder and a folder to work in of its own."""

    command: tuple[str, ...]
    room: Path

    @property
    def home(self) -> Path:
        """Its home folder."""
        return self.room / "home"

    def start(self, *arguments: str, trace: str = "") -> subprocess.Popen[str]:
        """Start it in an otherwise empty environment."""
        for folder in (self.home, self.room / "tmp", self.room / "work"):
            folder.mkdir(parents=True, exist_ok=True)
        environment = {
            "HOME": str(self.home),
            "PATH": "/usr/bin:/bin",
            "TMPDIR": str(self.room / "tmp"),
            "DISPLAY": DISPLAY,
        }
        tracer = (*TRACED, str(self.room / trace)) if trace else ()
        return subprocess.Popen(
            [*tracer, *self.command, *arguments],
            env=environment,
            cwd=self.room / "work",
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *arguments: str, trace: str = "") -> str:
        """Run a command, and return what it prints."""
        with self.start(*arguments, trace=trace) as process:
            printed, messages = process.communicate()
        if process.returncode:
            raise CheckError(f"{' '.join(arguments[:3])} ended with {process.returncode}:\n{messages[-3000:]}")
        return printed

    def traced(self, name: str) -> list[str]:
        """Return what was traced, which must have no connection to another machine."""
        lines = (self.room / name).read_text(errors="replace").splitlines()
        if found := [line for line in lines if ELSEWHERE.search(line)]:
            raise CheckError(f"a connection leaves the machine: {found[:3]}")
        return lines


def main(arguments: Sequence[str]) -> int:
    """Run all checks; 1 with one message at the first failure."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    if reason := why_not():
        print(f"check: left out: {reason}", file=sys.stderr)
        return LEFT_OUT
    with tempfile.TemporaryDirectory(prefix="meantree-bundle-") as name:
        room = Path(name)
        try:
            check(Path(arguments[0]).resolve(), room)
        except CheckError as error:
            print(f"check: {error}", file=sys.stderr)
            return 1
    return 0


def check(folder: Path, room: Path) -> None:
    """Try the folder in a place whose name has blanks and letters beyond ASCII."""
    place = room / "Prüf ling" / "meantree"
    place.parent.mkdir()
    subprocess.run(["cp", "-a", str(folder), str(place)], check=True)
    before = files(place)
    program = Program((str(place / "meantree"),), room / "program")
    checkout = Program((sys.executable, "-m", "meantree"), room / "checkout")
    step("--version", lambda: same(program, checkout, "--version"))
    step(
        "scores",
        lambda: same(program, checkout, "score", "--hyp", str(SAMPLE), "--metric", METRICS, "--format", "json"),
    )
    step("two workers", lambda: check_workers(program, checkout))
    step("PDF", lambda: check_pdf(program))
    step("figures", lambda: check_figures(program))
    step("a French pipeline of the user's own", lambda: check_own_pipeline(program, room))
    step("a project", lambda: check_project(program, checkout))
    with display(room) as screen:
        step("window", lambda: check_window(program, checkout, screen))
    step("files", lambda: check_places(program, place, before))


def same(program: Program, checkout: Program, *arguments: str) -> str:
    """Run a command of both; they must print the same."""
    ours, theirs = program.run(*arguments), checkout.run(*arguments)
    if ours != theirs:
        raise CheckError(f"{' '.join(arguments[:3])} prints {ours[:500]!r}, expected {theirs[:500]!r}")
    return ours


def check_workers(program: Program, checkout: Program) -> None:
    """Two processes give the scores of one, and connect to no other machine."""
    head, *rows = SAMPLE.read_text(encoding="utf-8").splitlines()
    texts = [row.split("\t") for row in rows]
    copies = [
        "\t".join([f"{cells[0]}-{n}", cells[1], *(f"{cell} {n}" if cell else "" for cell in cells[2:])])
        for n in range(REPEATS)
        for cells in texts
    ]
    for one in (program, checkout):
        (one.room / "work" / "many.tsv").write_text("\n".join([head, *copies]) + "\n", encoding="utf-8")
    options = ("score", "--hyp", "many.tsv", "--metric", "hwcm", "--format", "json", "--jobs")
    ours = program.run(*options, "2", trace="workers.trace")
    if ours != checkout.run(*options, "1"):
        raise CheckError("two workers give other scores than one process of the checkout")
    workers = sum(WORKER in line and "execve(" in line for line in program.traced("workers.trace"))
    if workers < 2:
        raise CheckError(f"--jobs 2 started {workers} workers")


def check_pdf(program: Program) -> None:
    """Typst sets a report."""
    program.run("sample-report", "--output", "report.pdf", "--quiet", trace="pdf.trace")
    program.traced("pdf.trace")
    if not (program.room / "work" / "report.pdf").read_bytes().startswith(b"%PDF"):
        raise CheckError("sample-report wrote something else than a PDF")


def check_figures(program: Program) -> None:
    """Figures are drawn in all forms."""
    program.run("agreement", str(SAMPLE.with_suffix(".meantree")), "--plots", "figures")
    forms = {path.suffix for path in (program.room / "work" / "figures").iterdir()}
    if forms != {".svg", ".pdf", ".png"}:
        raise CheckError(f"figures are drawn as {sorted(forms)} alone")


def check_own_pipeline(program: Program, room: Path) -> None:
    """A wheel in the user's folder is found, and a damaged one is reported."""
    own = program.home / ".local" / "share" / "meantree" / "packages"
    own.mkdir(parents=True)
    model = room / "model"
    subprocess.run([sys.executable, "-c", MAKE_PIPELINE, str(model)], check=True)
    with zipfile.ZipFile(own / "fr_tiny-0.1-py3-none-any.whl", "w") as wheel:
        for file in model.rglob("*"):
            wheel.write(file, f"fr_tiny/fr_tiny-0.1/{file.relative_to(model)}")
        wheel.write(model / "meta.json", "fr_tiny/meta.json")
        wheel.writestr("fr_tiny/__init__.py", PACKAGE)
        wheel.writestr("fr_tiny-0.1.dist-info/METADATA", "Metadata-Version: 2.1\nName: fr_tiny\nVersion: 0.1\n")
        wheel.writestr("fr_tiny-0.1.dist-info/entry_points.txt", "[spacy_models]\nfr_tiny = fr_tiny\n")
    (own / "damaged.whl").write_bytes(b"no wheel")
    (program.room / "work" / "texte.fr").write_text("Le chat dort .\n", encoding="utf-8")
    with program.start("parse", "--pipeline", "fr_tiny", "texte.fr") as process:
        printed, messages = process.communicate()
    if "chat" not in printed or "damaged.whl" not in messages:
        raise CheckError(f"parse --pipeline fr_tiny printed {printed!r}, and said {messages[-2000:]!r}")
    (own / "damaged.whl").unlink()


def check_project(program: Program, checkout: Program) -> None:
    """A project that one has saved, the other opens, and its scores are the same."""
    program.run("convert", "--hyp", str(SAMPLE), "sample.meantree")
    shutil.copy(program.room / "work" / "sample.meantree", checkout.room / "work")
    same(program, checkout, "score", "--project", "sample.meantree", "--metric", "hwcm", "--format", "json")


def check_window(program: Program, checkout: Program, screen: Path) -> None:
    """The window with the project looks as that of the checkout does, and connects to no other machine."""
    theirs, begun_theirs = picture(checkout, screen, None)
    ours, begun_ours = picture(program, screen, theirs, trace="window.trace")
    program.traced("window.trace")
    print(f"check: first painted after {begun_ours:.1f} s, that of the checkout after {begun_theirs:.1f} s")
    if difference(ours, theirs) > DIFFERENT:
        for name, points in (("program", ours), ("checkout", theirs)):
            with Path(tempfile.gettempdir(), f"meantree-{name}.ppm").open("wb") as file:
                file.write(b"P6 %d %d 255\n" % (points.shape[1], points.shape[0]) + points.tobytes())
        raise CheckError(f"the windows differ; see meantree-*.ppm in {tempfile.gettempdir()}")


def picture(program: Program, screen: Path, expected: Points | None, trace: str = "") -> tuple[Points, float]:
    """Return the screen with a program's window, and the seconds until it was first painted.

    Args:
        expected: what the screen shows in the end; for None, the end is when it no longer changes.
    """
    empty, begun = points(screen), time.monotonic()
    changed, last, painted = begun, empty, 0.0
    with program.start("sample.meantree", trace=trace) as process:
        while (now := time.monotonic()) - begun < LATEST_SECONDS:
            time.sleep(0.05)
            seen = points(screen)
            if process.poll() is not None:
                raise CheckError(f"the window ended with {process.returncode}: {process.communicate()[1][-2000:]}")
            if (seen != last).any():
                changed, last = now, seen
                painted = painted or now - begun
            is_settled = painted and now - changed > SETTLED_SECONDS
            if is_settled if expected is None else difference(seen, expected) <= DIFFERENT:
                break
        traced = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split() if trace else []
        os.kill(int(traced[0]) if traced else process.pid, signal.SIGTERM)
        process.communicate()
    while (points(screen) != empty).any():  # until the window is gone
        time.sleep(0.05)
    return last, painted


def difference(one: Points, other: Points) -> float:
    """Return the share of points that differ."""
    return float((one != other).any(axis=2).mean())


def check_places(program: Program, place: Path, before: dict[Path, int]) -> None:
    """Nothing was written beside the program, into the folder for temporary files, or elsewhere in the home folder."""
    if files(place) != before:
        raise CheckError(f"files beside the program: {sorted(files(place).items() ^ before.items())[:5]}")
    left = [*files(program.room / "tmp"), *(path for path in files(program.home) if not str(path).startswith(PLACES))]
    if left:
        raise CheckError(f"files outside the program's places: {left[:5]}")


def files(folder: Path) -> dict[Path, int]:
    """Return the files of a folder with the times of their last change."""
    return {path.relative_to(folder): path.lstat().st_mtime_ns for path in folder.rglob("*") if not path.is_dir()}


@contextmanager
def display(room: Path) -> Iterator[Path]:
    """Run a virtual display, and yield the file of its screen."""
    server = subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", SCREEN, "-fbdir", str(room), "-nolisten", "tcp"], stderr=subprocess.DEVNULL
    )
    try:
        while not Path(f"/tmp/.X11-unix/X{DISPLAY[1:]}").exists():
            if server.poll() is not None:
                raise CheckError(f"Xvfb ended with {server.returncode}; is the display {DISPLAY} in use?")
            time.sleep(0.1)
        yield room / "Xvfb_screen0"
    finally:
        server.terminate()
        server.wait()


def points(screen: Path) -> Points:
    """Return the points of a screen, height × width × 3, from a file in the format of ``xwd``."""
    content = screen.read_bytes()
    header = struct.unpack(">25I", content[:100])
    size, width, height, line, colours = header[0], header[4], header[5], header[12], header[19]
    rows = np.frombuffer(content, np.uint8, height * line, size + colours * 12).reshape(height, line)
    return rows[:, : width * 4].reshape(height, width, 4)[:, :, 2::-1].copy()


def why_not() -> str:
    """Return why nothing can be checked here; empty if it can. What is missing is installed where that is possible."""
    missing = [package for tool, package in TOOLS.items() if not shutil.which(tool)]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "-qq", "update"], check=False)
        subprocess.run(["apt-get", "-qq", "install", "-y", "--no-install-recommends", *missing], check=False)
    if missing := [tool for tool in TOOLS if not shutil.which(tool)]:
        return f"install {', '.join(missing)}, which the check needs"
    traced = subprocess.run([*TRACED, os.devnull, "true"], capture_output=True, check=False)  # containers may forbid it
    return "strace may not trace programs here" if traced.returncode else ""


def step(name: str, work: Callable[[], object]) -> None:
    """Do a part of the check, and say how long it took."""
    begun = time.monotonic()
    work()
    print(f"check: {name}: {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
