"""Scores as files of mt-metrics-eval: ``metric-scores/SRC-TGT/NAME-REF.{sys,domain,doc,seg}.score``.

A line is a system and a score, with a tab between, of the level ``domain`` the domain before them; blocks of one system
follow each other, and within a block the domains, documents or segments in the order of the corpus. There higher is
better: error rates have their sign changed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, listed
from meantree.files import new_folder, proposed_name, write_text
from meantree.scoring.table import ScoreTable

NAME: Final = "mt-metrics-eval"
UNKNOWN: Final = "und"
"""The ISO 639 code for an unknown language."""
UNDEFINED: Final = "None"
Rows = list[tuple[str, float | None]]
"""The beginning of a line, and the score."""


def write_scores(table: ScoreTable, systems: Sequence[str], folder: Path) -> str:
    """Write the files into a folder, which is created if needed, and return a message about them.

    Args:
        table: scores of a corpus.
        systems: whose scores are written.
        folder: of the test set.

    Raises:
        UsageError: if the files cannot be written, or two systems would have one name there.
    """
    names = system_names(systems)
    place = folder / "metric-scores" / language_pair(table.corpus)
    files, undefined = 0, 0
    with new_folder(place):
        for spec, name in metric_names(table).items():
            for level, rows in _levels(table, spec, names).items():
                files += 1
                undefined += sum(score is None for _, score in rows)
                text = "".join(f"{system}\t{UNDEFINED if score is None else repr(score)}\n" for system, score in rows)
                write_text(place / f"{name}.{level}.score", text)
    falling = [spec for spec, metric in table.metrics.items() if not metric.higher_is_better]
    notes = [
        f"{counted(files, 'file')} written to {place}",
        *([f"{listed(falling)} with the sign changed, so that higher is better"] if falling else []),
        *([f"{counted(undefined, 'undefined score')} as {UNDEFINED}"] if undefined else []),
    ]
    return "; ".join(notes)


def language_pair(corpus: Corpus) -> str:
    """Return ``SRC-TGT``, with ``und`` for an unknown language."""
    codes = (re.sub(r"[^A-Za-z]+.*", "", code).lower() for code in (corpus.source_language, corpus.target_language))
    return "-".join(code or UNKNOWN for code in codes)


def metric_names(table: ScoreTable) -> dict[str, str]:
    """Return a distinct ``NAME-REF`` for each spec: REF is the reference, or ``all`` for several."""
    (reference, *others) = table.corpus.references
    letters = re.sub(r"[\W_]+", "", reference)
    ref = "all" if others or letters in ("", "all", "src") else letters
    names: dict[str, str] = {}
    for spec in table.metrics:
        base = proposed_name(spec)  # several specs may have the same
        candidates = (
            f"{name}-{ref}" for name in itertools.chain([base], (f"{base}~{number}" for number in itertools.count(2)))
        )
        names[spec] = next(name for name in candidates if name not in names.values())
    return names


def system_names(systems: Sequence[str]) -> dict[str, str]:
    """Return names without blanks, which the format requires.

    Raises:
        UsageError: if two names become the same.
    """
    names = {system: _bare(system) for system in systems}
    if len(set(names.values())) < len(names):
        raise UsageError(
            f"--format {NAME}: two systems have the same name once blanks are replaced, among {listed(systems)}"
        )
    return names


def _bare(name: str) -> str:
    return re.sub(r"\s+", "_", escaped(name))


def _levels(table: ScoreTable, spec: str, names: Mapping[str, str]) -> dict[str, Rows]:
    """Return the rows of each level; documents and domains only if the corpus names some."""
    sign = 1.0 if table.metrics[spec].higher_is_better else -1.0

    def turned(scores: Iterator[tuple[str, float | None]]) -> Rows:
        return [(start, None if score is None else sign * score) for start, score in scores]

    levels = {
        "sys": turned((name, table.system_score(system, spec)) for system, name in names.items()),
        "seg": turned((name, score) for system, name in names.items() for score in table.segment_scores(system, spec)),
    }
    if any(table.corpus.documents):
        levels["doc"] = turned(
            (name, score) for system, name in names.items() for score in table.document_scores(system, spec).values()
        )
    if table.corpus.domains:
        levels["domain"] = turned(
            (f"{_bare(domain)}\t{name}", score)
            for system, name in names.items()
            for domain, score in table.domain_scores(system, spec).items()
        )
    return levels
