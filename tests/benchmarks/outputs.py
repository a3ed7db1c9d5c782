"""What the commands write, before a change and after it: the same, byte for byte?

``python tests/benchmarks/outputs.py record FOLDER`` runs ``meantree`` commands (every subcommand and format; the
sample, small texts, frames and marked errors) and keeps what they write: stdout, stderr with the exit code, files.
``python tests/benchmarks/outputs.py compare FOLDER`` runs them again, prints how the outputs differ from those kept,
and ends with 1 if any does. Of PDF and XLSX the parts are compared.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import re
import shlex
import sys
import traceback
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, NoReturn

from meantree_resources import resource

DIFFERENCES = 12
"""Lines of each difference that are printed."""
LIBRARIES: Final = ("numpy", "scipy.stats", "sacrebleu", "onnxruntime", "spacy", "openpyxl", "rich.console", "click")
"""Imported once for all commands: they take most of the time of each."""
BINARY: Final = frozenset({"pdf", "xlsx", "mt-metrics-eval"})
"""Formats that no command writes to stdout."""
METRICS: Final = (
    "hwcm,stm,dstm,tk,dtk,dpm,edpm,sepia,bleu,nist,meteor,chrf,ter,wer,per,cder,meant,bleu-r,nist-r,ter-r,meteor-r,"
    "mt-r,rte-r,mt+rte-r"
)
SAMPLE: Final = "--project sample.meantree"
VOLATILE: Final = re.compile(
    rb"^[A-Z][a-z ]+: [0-9,]+ of [0-9,]+(, .* left)?\n|20\d\d-\d\d-\d\d([T ]\d\d:\d\d(:[\d.]+)?)?", re.MULTILINE
)
"""What is another at every run: progress, and the times at which files were made."""
FRAMED: Final = "--project frames.meantree --annotator ann"
EXPLAINED: Final = f"{SAMPLE} --system north --segment news/4"
REQUEST: Final = "pattern { V -[nsubj]-> S }"
TWO: Final = f"{SAMPLE} --system north --against south"


class Command(NamedTuple):
    """A command, run once for each format.

    Attributes:
        name: begins the names of its outputs.
        line: its arguments; ``$format`` stands for the format, ``$out`` for a file or folder that it writes.
        formats: the formats; those that begin with a point or dash are the end of the name of ``$out``.
        is_alone: whether no other command runs at the same time, as it writes what others read.
    """

    name: str
    line: str
    formats: tuple[str, ...] = ("",)
    is_alone: bool = False


COMMANDS: Final = (
    Command("convert-texts", "convert sample.tsv sample.meantree", is_alone=True),
    Command("convert-frames", "convert tables frames.meantree", is_alone=True),
    Command("convert-spans", "convert sample.tsv --spans marked.tsv spans.meantree", is_alone=True),
    Command("convert-team", "convert sample.tsv team.meantree", is_alone=True),
    Command("convert-frames-back", "convert frames.meantree $out", (".brat", "-tables")),
    Command("convert-spans-back", "convert spans.meantree $out --spans $format", ("mqm", "rating", "pearmut", "csv")),
    Command("score", f"score {SAMPLE} --level segment --metric {METRICS} --jobs 1 --format $format", ("csv", "json")),
    Command(
        "score-few", f"score {SAMPLE} --metric bleu,hwcm --format $format", ("table", "tsv", "xlsx", "mt-metrics-eval")
    ),
    Command("score-frames", f"score {FRAMED} --metric hmeant --format json"),
    Command("score-chinese", "score --hyp hyp.zh --ref ref.zh --metric bleu,chrf,ter,hwcm --verbose"),
    Command("score-refused", f"score {SAMPLE} --metric hwcn"),
    Command("compare", f"compare {SAMPLE} --metric edpm,bleu --bucket length --format $format", ("table", "xlsx")),
    Command(
        "compare-units", f"compare {TWO} --metric edpm --units edpm --bucket pos --format $format", ("table", "json")
    ),
    Command("compare-findings", f"compare {TWO} --metric mt+rte-r --units findings --format tsv"),
    Command("compare-relations", f"compare {TWO} --metric meant --units relations --format csv"),
    Command("compare-features", f"compare {TWO} --metric mt+rte-r --units mt+rte-r --filter 'mt+rte-r < .9'"),
    Command("explain", f"explain {EXPLAINED} --metric hwcm,meant,bleu,mt+rte-r,stm --format $format", ("text", "json")),
    Command("explain-drawn", f"explain {EXPLAINED} --metric hwcm --format $format", ("svg", "pdf", "tex")),
    Command("explain-frames", f"explain {FRAMED} --system 01 --segment 01/07 --metric hmeant --format svg"),
    Command("errors", f"errors {SAMPLE} --format $format", ("table", "xlsx", "json")),
    Command("errors-features", f"errors {SAMPLE} --metric mt+rte-r --by document --format $format", ("table", "csv")),
    Command("findings", f"findings {SAMPLE} --all --format $format", ("text", "tsv", "json")),
    Command(
        "coverage", "coverage --project spans.meantree --metric hwcm,bleu,meant --format $format", ("table", "json")
    ),
    Command("report", f"report {SAMPLE} -o $out", (".html", ".pdf", ".xlsx")),
    Command("report-meant", f"report {SAMPLE} --metric meant --segments news/1,news/4,life/2 -o $out", (".html",)),
    Command("report-frames", "report frames.meantree -o $out", (".html",)),
    Command("report-spans", "report spans.meantree --metric hwcm -o $out", (".html",)),
    Command("sample-report", "sample-report -o $out", (".html",)),
    Command(
        "parse", "parse small.en --to $format", ("conllu", "graphml", "brackets", "props", "conll2009", "universal")
    ),
    Command("parse-best", "parse small.en --nbest 3 --to conll2012"),
    Command("align", "align hyp.en ref.en"),
    Command("search", f"search {SAMPLE} --metric hwcm '{REQUEST}' --format $format", ("text", "json")),
    Command("search-groups", f"search {SAMPLE} '{REQUEST}' --group-by V.lemma --format tsv"),
    Command(
        "assign",
        "assign team.meantree --annotators ana,ben --protocol mqm --format $format",
        ("table", "json"),
        is_alone=True,
    ),
    Command("split", "split team.meantree -o parts", is_alone=True),
    Command("merge", "merge parts/team-ana.meantree parts/team-ben.meantree -o all.meantree", is_alone=True),
    Command("agreement", "agreement frames.meantree --format $format", ("text", "table", "json")),
    Command("metrics", "metrics --format $format", ("table", "json")),
    Command("metrics-one", "metrics edpm"),
    Command("formats", "formats --format $format", ("table", "csv")),
    Command(
        "experiment",
        "experiment rated.tsv --rating da --metric bleu,hwcm --resamples 50 --table meta-evaluation"
        " --table significance --table liu-gildea --table kahn --table sepia --format $format",
        ("table", "tsv", "tex"),
    ),
    Command("train-weights", "train weights frames.meantree --annotator ann --rating da"),
    Command("train-regression", "train regression rated.tsv --rating da --model bleu-r"),
    Command("faults-plant", "faults plant ref.en"),
    Command("faults-measure", "faults measure small.en --metric hwcm,bleu --most 2 --format json"),
)

FRAMES: Final[Mapping[str, str]] = {
    "sentences": "id language segment number version length\n0 en 01 07 00 4\n1 en 01 07 01 4\n2 en 01 07 02 4",
    "sentences_text": "id language segment number version text\n0 en 01 07 00 He_sold_it_.\n1 en 01 07 01 He_sold_us_."
    "\n2 en 01 07 02 It_sold_him_.",
    "annotations": "id sentence~id annotator ref~id\n0 1 ann NULL\n1 1 ann 0\n2 1 bob NULL\n3 1 bob 2\n4 2 ann NULL"
    "\n5 2 ann 4",
    "actions": "id annotation~id tokens\n0 0 1\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1",
    "slots": "id action~id type tokens\n0 0 AGENT 0\n1 1 AGENT 0\n2 2 AGENT 0\n3 3 OTHER 0\n4 4 AGENT 0\n"
    "5 4 EXPERIENCER-PATIENT 2\n6 5 AGENT 0",
    "action_aligns": "id ref~action~id hypo~action~id type\n0 0 1 full\n1 2 3 full\n2 4 5 partial",
    "slot_aligns": "id ref~slot~id hypo~slot~id type\n0 0 1 full\n1 4 6 partial",
}
"""Tables of HMEANT-WMT13; blanks stand for tabs, ``_`` for blanks and ``~`` for ``_``."""
CATEGORIES: Final = ("Accuracy/Mistranslation", "Accuracy/Addition", "Fluency/Grammar")


def write_inputs(folder: Path) -> None:
    """Write the files that commands read, made from the sample."""
    sample = resource("sample/sample.tsv").read_text(encoding="utf-8")
    header, *rows = csv.reader(io.StringIO(sample), dialect="excel-tab", quoting=csv.QUOTE_NONE)
    assert header[2:] == ["source", "reference:A", "reference:B", "hypothesis:north", "hypothesis:south"]
    rated, marked = [], []
    for place, (system, column) in enumerate((("north", 5), ("south", 6))):
        for number, row in enumerate(rows):
            rating = 100 - number * (7 + 4 * place) % 53
            rated.append([*row[:2], system, *row[2:4], row[column], str(rating)])
            words = row[column].split(" ")
            words[number % len(words)] = f"<v>{words[number % len(words)]}</v>"
            error = (CATEGORIES[number % 3], ("Major", "Minor")[number % 2])
            rater = f"r{number % 3}"
            marked.append([system, row[1], row[1], str(number + 1), rater, row[2], " ".join(words), *error])
    heads = "id document system source reference:A hypothesis rating:da"
    columns = "system doc doc_id seg_id rater source target category severity"
    files = {
        "sample.tsv": sample,
        "rated.tsv": _table([heads.split(), *rated]),
        "marked.tsv": _table([columns.split(), *marked]),
        "ref.en": "".join(f"{row[3]}\n" for row in rows),
        "hyp.en": "".join(f"{row[5]}\n" for row in rows),
        "small.en": "".join(f"{row[5]}\n" for row in rows[:6]),
        "hyp.zh": "猫坐在垫子上。\n\n他没有看见那个人。\n",
        "ref.zh": "一只猫坐在垫子上。\n下雨了。\n他看见了那个拿望远镜的人。\n",
    }
    files |= {
        f"tables/{name}": text.translate({ord(" "): "\t", ord("_"): " ", ord("~"): "_"}) + "\n"
        for name, text in FRAMES.items()
    }
    (folder / "tables").mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")


def _table(rows: Sequence[Sequence[str]]) -> str:
    return "".join("\t".join(row) + "\n" for row in rows)


def write_outputs(folder: Path, jobs: int) -> None:
    """Run the commands, some at the same time, and write what they write below a folder."""
    with TemporaryDirectory() as place:
        work = Path(place, "work")
        (work / "out").mkdir(parents=True)
        write_inputs(work)
        running: dict[int, Path] = {}
        for command in COMMANDS:
            for form in command.formats:
                while len(running) >= (1 if command.is_alone else jobs):
                    _end_one(running)
                _begin(command, form, work, running)
            while running and command.is_alone:
                _end_one(running)
        while running:
            _end_one(running)
        for path in sorted((work / "out").rglob("*")):
            if path.is_file() and (content := path.read_bytes()):
                kept = folder / path.relative_to(work / "out")
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(content.replace(os.fsencode(place), b""))


def _end_one(running: dict[int, Path]) -> None:
    """Wait for a command, and add its exit code to its messages."""
    process, status = os.wait()
    with running.pop(process).open("ab") as messages:
        messages.write(f"exit code {os.waitstatus_to_exitcode(status)}\n".encode())


def _begin(command: Command, form: str, work: Path, running: dict[int, Path]) -> None:
    """Run a command in the folder of its files, in a copy of this process, which has imported the big libraries."""
    name = command.name + (form if form[:1] in {"", ".", "-"} else f".{form}")
    line = command.line if form not in BINARY or "$out" in command.line else f"{command.line} -o $out"
    arguments = shlex.split(line.replace("$out", f"out/{name}").replace("$format", form))
    streams = [work / "out" / f"{name}.{stream}" for stream in ("stdout", "stderr")]
    if process := os.fork():
        running[process] = streams[1]
        return
    for number, path in enumerate(streams, start=1):
        with path.open("wb") as stream:
            os.dup2(stream.fileno(), number)
    os.chdir(work)
    os.environ["HOME"] = str(work)
    sys.argv = ["meantree", *arguments]
    _meantree()


def _meantree() -> NoReturn:
    """Run the command of ``sys.argv``, and end the process as Python does, but at once."""
    from meantree.__main__ import main

    code = 1
    try:
        main()
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def differences(before: Path, after: Path) -> Iterator[str]:
    """Yield the differences between two folders of outputs: a heading each, then the first lines that differ."""
    names = sorted({path.relative_to(root) for root in (before, after) for path in root.rglob("*") if path.is_file()})
    for name in names:
        missing = [root for root in (before, after) if not (root / name).is_file()]
        if missing:
            yield f"{name}: {'new' if missing == [before] else 'missing'}"
            continue
        old, new = (dict(parts((root / name).read_bytes())) for root in (before, after))
        for part in sorted({*old, *new}):
            if old.get(part) != new.get(part):
                yield f"{name} {part}".rstrip()
                yield from islice(_diff(old.get(part, b""), new.get(part, b"")), DIFFERENCES)


def parts(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the parts of an archive, the unpacked objects of a PDF, or else the whole, each with its name."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield name, archive.read(name)
    elif content.startswith(b"%PDF"):
        for number, body in re.findall(rb"(\d+ 0 obj)(.*?)endobj", content, re.DOTALL):
            head, _, stream = body.partition(b"stream\n")
            yield number.decode(), head + (zlib.decompressobj().decompress(stream) if b"Flate" in head else stream)
    else:
        yield "", VOLATILE.sub(b"", content)


def _diff(old: bytes, new: bytes) -> Iterator[str]:
    before, after = (content.decode("utf-8", "backslashreplace").splitlines() for content in (old, new))
    return (f"  {line[:200]}" for line in islice(unified_diff(before, after, lineterm="", n=0), 2, None))


def prepare() -> None:
    """Make terminal, threads and the date the same everywhere, and import what all commands import."""
    os.environ |= {"COLUMNS": "120", "OMP_NUM_THREADS": "1", "SOURCE_DATE_EPOCH": "0"}
    for name in LIBRARIES:
        import_module(name)


def main() -> None:
    """Record outputs, or compare them with those recorded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("record", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="commands at the same time")
    options = parser.parse_args()
    prepare()
    if options.action == "record":
        write_outputs(options.folder, options.jobs)
        print(f"{len(COMMANDS)} commands, {sum(path.is_file() for path in options.folder.rglob('*'))} outputs")
        return
    with TemporaryDirectory() as now:
        write_outputs(Path(now), options.jobs)
        lines = list(differences(options.folder, Path(now)))
    print("\n".join(lines) or "no differences")
    sys.exit(bool(lines))


if __name__ == "__main__":
    main()
