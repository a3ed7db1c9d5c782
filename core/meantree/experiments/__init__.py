"""Experiments: what studies of metrics measure, and the papers' tables, on any rated corpus.

An experiment is a function ``(Study, Options, Work) -> list[ValueTable]`` with a row in
:mod:`meantree.experiments.experiment_registry`, where the command, Python and the script that
makes the manual's page of experiments find it.

- ``study.corpora`` holds one corpus per language pair, as read. ``study.rated(work)`` returns the same corpora as
  matrices, one :class:`~meantree.experiments.rated.RatedCorpus` each: ratings and the scores of ``options.metrics``,
  systems by segments, of the translations that have a rating and a score by every metric. ``study.rated(work, specs)``
  takes other metrics, ``study.table(corpus, specs, work)`` returns the statistics themselves. Each text is analysed
  once, each metric scores a corpus once, and an interrupted run resumes from its journal.
- Higher is better in every matrix: error rates and error counts have their sign changed. ``rated.turned`` says whether
  the ratings do; a table that compares with a paper changes the sign back and says so in its note.
- An undefined value is None with a reason in words (:class:`~meantree.evaluation.measured.Measured`), which goes into
  the table's note; nothing is printed as 0 that is not 0.
- :func:`~meantree.experiments.measured_tables.measured_table` makes a table with a row for each metric, whose columns
  are data; its note reports once, for all corpora, what is undefined, excluded or has its sign changed.
- A table declares its charts in ``figures`` (:mod:`meantree.evaluation.value_table`), which name columns by their
  places; ``--plots`` draws them (:mod:`meantree.reporting.figures.table_charts`). Charts of more numbers
  than a reader wants in print, such as each score with its rating, have tables of their own in ``drawn`` of a
  printed table.
- Random numbers depend on ``options.seed`` alone, never on the clock or on hashes; the same command gives the same
  bytes.
- Long loops call ``work.step`` each round, so that they show progress and can be cancelled.
- Measures (correlations, accuracies, tests) that know nothing of corpora belong in :mod:`meantree.evaluation`.
- :func:`~meantree.evaluation.value_table.frame` returns a table as a pandas frame for further computation.
- p values of many pairs are corrected as the options say, and the note of the table says how
  (:mod:`meantree.evaluation.paired_tests`).
- If a request cannot be met at all, :class:`~meantree.errors.UsageError` says what was found and what is expected. If
  one corpus or measure is too small, the others still have their numbers. An experiment that fails does not stop the
  others; it is listed in the study's problems.
- Every output ends with seed, digest of the corpus, signatures and versions
  (:mod:`meantree.experiments.experiment_registry`).
"""

from collections.abc import Mapping
from typing import Final

RENAMED: Final[Mapping[str, str]] = {"measures": "meta-evaluation", "preferences": "pairwise-judgements"}
"""Former names of experiments, which ``--table`` still takes, with today's."""
