"""How far the ways through the program are: ``python tests/benchmarks/flows.py [commands] [window] [starts]``.

- Flows: modules of Meantree loaded, and those of which a function runs, from the start of a program to its result.
- Starts: CPU seconds of whole new processes, each beside a rival in the same run.
"""

from __future__ import annotations

import json
import os
import resource as usage
import runpy
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, FrameType

RUNS = 5
FUNCTION = 0x1
"""The flag CO_OPTIMIZED, which functions have and the bodies of modules and classes have not."""
OURS = ("meantree.", "meantree_gui.", "meantree_resources.")


class Entered:
    """The modules of which a function runs, in any thread, between ``start`` and ``stop``."""

    def __init__(self) -> None:
        """Nothing is watched yet."""
        self.codes: dict[CodeType, str] = {}

    def start(self) -> None:
        """Watch from now on."""
        threading.setprofile(self._called)
        sys.setprofile(self._called)

    def stop(self) -> list[str]:
        """Names of the modules, sorted."""
        sys.setprofile(None)
        threading.setprofile(None)
        names = {name for code, name in self.codes.copy().items() if code.co_flags & FUNCTION}
        return sorted(name for name in names if name.startswith(OURS))

    def _called(self, frame: FrameType, event: str, argument: object) -> None:  # noqa: ARG002  # sys.setprofile's interface
        if event == "call" and frame.f_code not in self.codes and not importing(frame):
            self.codes[frame.f_code] = frame.f_globals.get("__name__") or ""


def importing(frame: FrameType | None) -> bool:
    """Return whether the frame runs since a module is being loaded."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__", "").startswith(OURS):
            return True
        frame = frame.f_back
    return False


def report(flow: str, entered: Sequence[str]) -> None:
    """Print what a child found, for its parent to read."""
    loaded = sorted(name for name in list(sys.modules) if name.startswith(OURS))
    print("\n" + json.dumps({"flow": flow, "entered": entered, "loaded": loaded}), flush=True)


def traced_command(flow: str, arguments: Sequence[str]) -> None:
    """Run a command in this process."""
    entered = Entered()
    sys.argv = ["meantree", *arguments]
    entered.start()
    try:
        runpy.run_module("meantree", run_name="__main__")
    except SystemExit as end:
        if end.code:
            raise
    report(flow, entered.stop())


def traced_window(folder: Path) -> None:
    """Open a project up to the first picture, then make edits in the annotation editor; the second edit is counted."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    entered = Entered()
    entered.start()
    from meantree_gui.__main__ import bare_window, furnish

    app = QApplication([])
    window = bare_window(app)
    furnish(window, app)
    window.resize(1400, 860)
    window.show()

    def wait(done: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not done() and time.monotonic() < end:
            app.processEvents()
            time.sleep(0.002)

    def rest() -> None:
        wait(lambda: not window.background.busy)
        for _ in range(5):
            app.processEvents()

    window.opener.open_paths([folder / "texts.meantree"])
    wait(lambda: window.selection.comparison is not None)
    app.processEvents()
    report("open to first picture", entered.stop())
    rest()
    QTest.keyClick(window, Qt.Key.Key_F9)
    QTest.keyClicks(app.focusWidget() or window, "ann")
    QTest.keyClick(app.focusWidget() or window, Qt.Key.Key_Return)
    wait(lambda: window.annotation_editor.frame_editor is not None)
    rest()
    frame_editor = window.annotation_editor.frame_editor
    assert frame_editor is not None
    for key in (Qt.Key.Key_K, Qt.Key.Key_K):
        before, entered = frame_editor.annotation, Entered()
        entered.start()
        QTest.keyClick(app.focusWidget() or window, key)
        rest()
        names = entered.stop()
        assert frame_editor.annotation != before, "the key edits the annotation"
    report("a later edit of an annotation", names)
    os._exit(0)


def flows(kind: str, folder: Path) -> None:
    """Print the table of flows."""
    hyp, ref = folder / "hyp.txt", folder / "ref.txt"
    texts = ["--hyp", str(folder / "one.hyp"), "--ref", str(folder / "one.ref")]
    commands = {
        "score, hwcm, two texts": ["score", "--metric", "hwcm", *texts],
        "score, bleu, two texts": ["score", "--metric", "bleu", *texts],
        "report, html": ["report", *texts, "--output", str(folder / "report.html")],
        "structural search": ["search", "pattern { X -[nsubj]-> Y }", "--hyp", str(hyp), "--ref", str(ref)],
    }
    if kind == "window":
        convert = ["convert", *texts, str(folder / "texts.meantree")]
        subprocess.run([sys.executable, "-m", "meantree", *convert], check=True)
        calls = [["--window", str(folder)]]
    else:
        calls = [["--command", flow, *arguments] for flow, arguments in commands.items()]
    for call in calls:
        child = subprocess.run([sys.executable, __file__, *call], capture_output=True, text=True, check=False)
        found = [json.loads(line) for line in child.stdout.splitlines() if line.startswith('{"flow"')]
        if not found:
            print(f"{call[1]}: failed\n{child.stderr[-2000:]}")
        for one in found:
            print(f"{one['flow']}: {len(one['entered'])} modules entered ({len(one['loaded'])} loaded)")
            if "--names" in sys.argv:
                print("  entered: " + " ".join(one["entered"]))
                print("  loaded: " + " ".join(one["loaded"]))


def cpu(command: Sequence[str]) -> float:
    """CPU seconds of one process and its children."""
    before = usage.getrusage(usage.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = usage.getrusage(usage.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def beside(name: str, ours: Sequence[str], rival: Sequence[str]) -> None:
    """Print the median CPU seconds of two programs that took turns, and their ratio."""
    times = [(cpu(ours), cpu(rival)) for _ in range(RUNS + 1)][1:]  # the first compiles
    own, other = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"{name}: {own:.2f} CPU s beside {other:.2f}, ratio {own / other:.2f}")


def starts(folder: Path) -> None:
    """Print the CPU seconds of new processes beside their rivals."""
    python, (hyp, ref) = sys.executable, (folder / "hyp.txt", folder / "ref.txt")
    meantree = [python, "-m", "meantree"]
    sacrebleu = [python, "-m", "sacrebleu"]
    texts = ["--hyp", str(hyp), "--ref", str(ref)]
    one = ["--hyp", str(folder / "one.hyp"), "--ref", str(folder / "one.ref")]
    beside("--version, by sacrebleu's", [*meantree, "--version"], [*sacrebleu, "--version"])
    beside(
        "score bleu, 1,000 segments, by sacrebleu's",
        [*meantree, "score", "--metric", "bleu", *texts],
        [*sacrebleu, str(ref), "-i", str(hyp), "-m", "bleu"],
    )
    beside(
        "first hwcm of a sentence, by importing spacy",
        [*meantree, "score", "--metric", "hwcm", *one],
        [python, "-c", "import spacy"],
    )


def main() -> None:
    """All figures, or those that are named."""
    if "--command" in sys.argv:
        place = sys.argv.index("--command")
        traced_command(sys.argv[place + 1], sys.argv[place + 2 :])
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = str(folder / "user")
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(folder / "compiled"))
        if "--window" in sys.argv:
            traced_window(Path(sys.argv[-1]))
            return
        (folder / "one.hyp").write_text("The committee did not adopt the report.\n", encoding="utf-8")
        (folder / "one.ref").write_text("The report was not accepted by the committee.\n", encoding="utf-8")
        subjects = ["The committee", "My neighbour", "The old bridge", "A doctor from Prague", "Nobody in this town"]
        verbs = ["adopted", "did not see", "has finally closed", "wants to paint", "forgot"]
        lines = [
            f"{s} {v} the {n} parcels on day {n} of the month." for n in range(40) for s in subjects for v in verbs
        ]
        (folder / "ref.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / "hyp.txt").write_text("\n".join(lines[25:] + lines[:25]) + "\n", encoding="utf-8")
        for part in ("commands", "window", "starts"):
            if part in sys.argv or not {"commands", "window", "starts"} & set(sys.argv):
                starts(folder) if part == "starts" else flows(part, folder)


if __name__ == "__main__":
    main()
