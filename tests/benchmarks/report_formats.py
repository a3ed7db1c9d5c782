"""Opens reports with the programs that people open them with, and says what these made of them.

python tests/benchmarks/report_formats.py [FOLDER]

Writes a report of hostile texts in every format into FOLDER (or a passing one). The page is loaded by a real browser
(chromium), which must run no script, load nothing and show every segment; the PDF file is read by pdftotext; the
LaTeX source is set by pdflatex and lualatex. A program that is not there is passed over, and told.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.reports import ATTACKS, all_attacks, content_of
from meantree.escaping import one_line
from meantree.reporting.report_files import WRITERS, write_report

SECONDS = 120


def main(arguments: list[str]) -> int:
    """Check every format; the number of those that are wrong."""
    with TemporaryDirectory() as passing:
        folder = Path(arguments[0] if arguments else passing)
        content = content_of(all_attacks(), ["edpm", "ter", "rte-r"])
        for form in WRITERS:
            write_report(content, folder / f"report.{form}", form)
        checks = (browser, pdf_reader, *(latex(name) for name in ("pdflatex", "lualatex")))
        return sum(_told(check(folder)) for check in checks)


def browser(folder: Path) -> tuple[str, str]:
    """What chromium makes of the page: its elements after loading, with a canary that scripts could reach."""
    if not shutil.which("chromium"):
        return "chromium", "is not there"
    page = (folder / "report.html").resolve().as_uri()
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", "--enable-logging=stderr"]
    done = _run(["chromium", *flags, "--dump-dom", page], folder)
    dom = done.stdout
    faults = []
    if len(re.findall(r'<h3 id="segment-\d+">', dom)) != len(ATTACKS):
        faults.append("not every segment has a heading")
    if re.search(r"<(script|img|iframe|object|embed|link|base)\b", dom):
        faults.append("there is an element that loads or runs something")
    if "CONSOLE" in done.stderr:
        faults.append("the console says something")
    printed = _run(["chromium", *flags, f"--print-to-pdf={folder / 'printed.pdf'}", page], folder)
    if printed.returncode or not (folder / "printed.pdf").exists():
        faults.append("it cannot be printed")
    return "chromium", ", ".join(faults)


def pdf_reader(folder: Path) -> tuple[str, str]:
    """What pdftotext reads."""
    if not shutil.which("pdftotext"):
        return "pdftotext", "is not there"
    text = "".join(_run(["pdftotext", "-raw", "report.pdf", "-"], folder).stdout.split())
    plain = [one_line(attack) for attack in ATTACKS if attack.isascii()]
    missing = [attack for attack in plain if "".join(attack.split()) not in text]
    return "pdftotext", f"cannot read {missing}" if missing else ""


def latex(program: str) -> Callable[[Path], tuple[str, str]]:
    """A check that a program sets the source without a fault."""

    def check(folder: Path) -> tuple[str, str]:
        if not shutil.which(program):
            return program, "is not there"
        done = _run([program, "-interaction=nonstopmode", "-halt-on-error", "report.tex"], folder)
        fault = next((line for line in done.stdout.splitlines() if line.startswith("!")), "")
        return program, fault or ("ended with a fault" if done.returncode else "")

    return check


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False
    )


def _told(found: tuple[str, str]) -> bool:
    name, fault = found
    print(f"{name}: {fault or 'well'}")
    return bool(fault) and fault != "is not there"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
