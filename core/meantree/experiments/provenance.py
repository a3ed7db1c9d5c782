"""What must be the same to get the same tables again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from meantree import __version__
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.pairwise_judgements import path_and_languages
from meantree.digest import digest
from meantree.escaping import counted, escaped
from meantree.evaluation.paired_tests import FLIPS
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.corpus_digest import corpus_digest
from meantree.experiments.preferences.tables import DIFFERENCES
from meantree.experiments.study import Options, Study
from meantree.scoring.provenance import corrections_of, signature


def provenance_table(study: Study, tables: Sequence[ValueTable]) -> ValueTable:
    """Corpora, seed, signatures and versions, one a row; and notes of tables, which a format may leave out.

    Args:
        study: after its experiments were made.
        tables: what they made.

    Raises:
        UsageError: if a parser cannot be loaded.
    """
    rows = _options(study.options)
    rows += [(f"random signs of {one.name}", FLIPS) for one in tables if one.name == DIFFERENCES]
    rows += [
        (f"corpus {escaped(one.name)}", f"{corpus_digest(one, study.store.tokenizes_alike)}, {_size(one)}")
        for one in study.corpora
    ]
    rows += dict.fromkeys((f"used of {escaped(one.corpus.name)}", _used(one.corpus)) for one in study.tables)
    rows += [(f"annotator of {escaped(one.name)}", _annotator(one)) for one in study.corpora if one.annotator]
    rows += [("signature", one) for one in sorted(set(_signatures(study)))]
    rows += [("version", f"{name} {version}") for name, version in versions().items()]
    rows += [(f"note of {one.name}", one.note) for one in tables if one.note]
    rows += [("not made", f"{name}: {why}") for name, why in study.not_made.items()]
    note = "The same of all these gives the same numbers."
    return ValueTable("provenance", "Where the numbers come from", note, ("what", "value"), tuple(rows))


def file_digest(path: Path) -> str:
    """Eight figures that tell a file from any with other bytes, with its name, but not where it stands."""
    return f"{digest([path.read_bytes().hex()])}, {escaped(path.name)}"


def versions() -> dict[str, str]:
    """Of the program and of the libraries that make numbers."""
    import numpy as np
    import scipy

    return {"meantree": __version__, "numpy": np.__version__, "scipy": scipy.__version__}


def _options(options: Options) -> list[tuple[Value, ...]]:
    return [
        *([("ratings", options.rating)] if options.rating else []),
        *([("segments of each corpus", options.limit)] if options.limit else []),
        *(("preferences", file_digest(path_and_languages(one)[0])) for one in options.preferences),
        ("grouping", options.group_by or "of each measure"),
        ("seed", options.seed),
        ("bootstrap samples", options.resamples),
        ("permutations", options.permutations),
        ("correction of p", options.correction),
    ]


def _annotator(corpus: Corpus) -> str:
    """In whose name heads, links and frames stand, and eight figures that tell these from any others."""
    return ", ".join(
        [escaped(corpus.annotator), *(f"{what} {one}" for what, one in corrections_of(corpus).items() if one)]
    )


def _size(corpus: Corpus) -> str:
    sizes = len(corpus.segments), len(corpus.systems), len(corpus.references)
    return ", ".join(counted(*one) for one in zip(sizes, ("segment", "system", "reference"), strict=True))


def _used(corpus: Corpus) -> str:
    """Of what was scored, perhaps a sample; notes of tables say which of its translations were left out."""
    translations = sum(len(one.hypotheses) for one in corpus.segments)
    sizes = len(corpus.segments), len(corpus.systems), translations
    return ", ".join(counted(*one) for one in zip(sizes, ("segment", "system", "translation"), strict=True))


def _signatures(study: Study) -> Iterable[str]:
    for table in study.tables:
        made = table.provenance(study.store)
        yield from (signature(metric, made) for metric in table.metrics.values())
