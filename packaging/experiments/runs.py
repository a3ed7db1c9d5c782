"""The commands of the experiments, the most important first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("et", "ne", "ro", "si")
MLQE: Final = tuple(f"mlqe-pe/{language}-en/dev.mt" for language in LANGUAGES)
ZH: Final = ("wmt21/zh-en",)
DE: Final = ("wmt21/de-en",)
WMT12: Final = tuple(f"wmt12/{language}-en.tsv" for language in ("cs", "de", "es"))
ANNOTATORS: Final = ("maria", "barry", "lexi")
ANNOTATED: Final = "hmeant-wmt13-en"
PROJECT: Final = "wmt13.meantree"
"""Made of :data:`ANNOTATED`, in the working folder."""
SURFACE: Final = ("bleu", "chrf", "ter", "nist", "meteor")
MEASURED: Final = (
    *SURFACE,
    *("hwcm", "stm", "dstm", "tk", "dtk", "sepia", "edpm"),
    *("mt-r", "rte-r", "mt+rte-r"),
)


@dataclass(frozen=True, slots=True)
class Run:
    """One command.

    Attributes:
        name: of its output, in the working folder.
        arguments: of ``meantree experiment``; paths are below the data folder, :data:`PROJECT` in the working folder.
    """

    name: str
    arguments: tuple[str, ...]

    @property
    def output(self) -> str:
        """The name of the file in the working folder."""
        return f"{self.name}.json"

    @property
    def shown(self) -> str:
        """The command as printed in the document."""
        return " ".join(("meantree experiment", *self.arguments))

    def words(self, work: Path, jobs: int) -> list[str]:
        """Return the arguments of the program when it is executed in the data folder."""
        arguments = [str(work / PROJECT) if argument == PROJECT else argument for argument in self.arguments]
        options = ("--format", "json", "--jobs", str(jobs), "--resume", "--output", str(work / self.output))
        return ["experiment", *arguments, *options]


def _run(name: str, corpora: Sequence[str], *options: str, tables: Sequence[str], metrics: Sequence[str] = ()) -> Run:
    """Return a run, with repeated options written out."""
    repeated = [word for metric in metrics for word in ("--metric", metric)]
    repeated += [word for table in tables for word in ("--table", table)]
    return Run(name, (*corpora, *options, *repeated))


DA: Final = ("--rating", "da")
MQM: Final = ("--rating", "mqm")
PREFERENCES: Final = tuple(word for one in WMT12 for word in ("--preferences", one.replace(".tsv", ".preferences.tsv")))
SYNTAX: Final = ("liu-gildea", "sepia", "kahn")
PADO: Final = ("pado", "pado-ablation", "pado-learning-curve", "pado-weights")
RUNS: Final = (
    _run("zh-measures", ZH, *MQM, metrics=MEASURED, tables=("measures",)),
    _run("mlqe-measures", MLQE, *DA, metrics=MEASURED, tables=("measures",)),
    _run(
        "wmt12-preferences",
        WMT12,
        *PREFERENCES,
        metrics=(*SURFACE, "wer", "per", "cder", "hwcm", "dstm", "dtk", "sepia", "edpm:labels=dep,nbest=1"),
        tables=("preferences",),
    ),
    _run(
        "wmt12-structure",
        WMT12,
        *PREFERENCES,
        *("--limit", "150"),
        metrics=("stm", "tk", "edpm", "meant"),
        tables=("preferences",),
    ),
    *(_run(f"wmt13-{one}", (PROJECT,), "--annotator", one, tables=("lo-wu",)) for one in ANNOTATORS),
    _run("mlqe-syntax", MLQE, *DA, tables=SYNTAX),
    _run("zh-syntax", ZH, *MQM, tables=SYNTAX),
    _run("mlqe-pado", MLQE, *DA, metrics=("bleu", "chrf", "ter"), tables=PADO),
    _run("mlqe-lo-wu", MLQE, *DA, tables=("lo-wu",)),
    _run("zh-kahn-search", ZH, *MQM, "--limit", "60", tables=("kahn", "kahn-search")),
    _run("mlqe-kahn-search", MLQE, *DA, "--limit", "200", tables=(*SYNTAX, "kahn-search")),
    _run(
        "zh-meant",
        ZH,
        *MQM,
        *("--limit", "100"),
        metrics=("bleu", "chrf", "hwcm", "meant"),
        tables=("measures", "lo-wu"),
    ),
    _run(
        "zh-significance",
        ZH,
        *MQM,
        *("--limit", "150"),
        metrics=("bleu", "chrf", "meteor", "edpm", "rte-r"),
        tables=("measures", "significance"),
    ),
    _run("mlqe-hter", MLQE, "--rating", "hter", metrics=("chrf", "hwcm"), tables=("kahn",)),
    _run("faults", DE, "--limit", "500", metrics=(*MEASURED, "wer", "per", "cder", "meant"), tables=("faults",)),
)
"""The most informative first, in case time is short."""
