"""What reports cost: ``python tests/benchmarks/reports.py PROJECT [--kind analysis] [--times 3] [ARGUMENT …]``.

Writes the report of a project in every format by the command, each in processes of its own, and prints the least CPU
seconds of the whole program and of its part after scoring, the most memory, and the bytes of the file. Other arguments
go to the command, such as ``--metric hmeant --segments 1-20``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

# The command, with the CPU seconds after scoring on stderr.
COMMAND = """
import sys, time
from meantree.cli import reports
from meantree.cli.app import main
write = reports.write_report
def timed(*arguments):
    began = time.process_time()
    write(*arguments)
    print("WRITTEN", time.process_time() - began, file=sys.stderr)
reports.write_report = timed
main()
"""


def measured(arguments: list[str]) -> tuple[float, float, float]:
    """CPU seconds of the command, of them after scoring, and megabytes at most."""
    with subprocess.Popen([sys.executable, "-c", COMMAND, *arguments], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        written = [float(line.split()[1]) for line in process.stderr if line.startswith("WRITTEN")]
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert written, f"ended with {process.returncode}"
    return used.ru_utime + used.ru_stime, written[0], used.ru_maxrss / 1024


def main() -> None:
    """Print a line for each format."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--kind", default="analysis")
    parser.add_argument("--times", type=int, default=3)
    options, others = parser.parse_known_args()
    with TemporaryDirectory() as folder:
        for form in ("html", "pdf", "xlsx"):
            file = Path(folder, f"report.{form}")
            command = ["report", str(options.project), "--kind", options.kind, "-o", str(file), *others]
            runs = [measured(command) for _ in range(options.times)]
            whole, written, memory = (min(values) for values in zip(*runs, strict=True))
            size = file.stat().st_size
            print(f"{form:5} {whole:6.1f} s, {written:6.1f} after scoring {memory:6.0f} MB {size:12,} bytes")


if __name__ == "__main__":
    main()
