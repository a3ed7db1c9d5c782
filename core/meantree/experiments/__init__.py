"""Experiments: what studies of metrics measure, and the papers' tables, on any rated corpus.

An experiment is a function ``(Study, Options, Work) -> list[ValueTable]`` with a row in
:mod:`meantree.experiments.experiment_registry`, where the command, the window and the script that makes
``EXPERIMENTS.md`` find it.

- ``study.corpora`` is one corpus a language pair, as it was read. ``study.rated(work)`` is the same as matrices, one
  :class:`~meantree.experiments.rated.RatedCorpus` a corpus: ratings and the scores of ``options.metrics``, systems by
  segments, of the translations that people rated and every metric scored. ``study.rated(work, specs)`` has other
  metrics, ``study.table(corpus, specs, work)`` the statistics themselves. Each text is analysed once, each metric
  scores a corpus once, and what is scored goes on after a kill.
- Higher is better in every matrix: error rates and counted errors stand with their sign changed. ``rated.turned`` says
  whether ratings were; a table that compares with a paper turns them back and says so in its note.
- What is undefined is None with a reason in words (:class:`~meantree.evaluation.measured.Measured`), which
  goes into the table's note; nothing is printed as 0 that is not 0.
- What is left undefined, left out or turned is collected by :class:`~meantree.experiments.table_notes.Reasons` and told
  once for all corpora by :func:`~meantree.experiments.table_notes.table_note`.
- A table says how it is drawn by ``figures`` (:mod:`meantree.evaluation.value_table`), which name columns by their
  places; ``--plots`` and the window draw them (:mod:`meantree.report.figures.table_charts`). What is drawn of more
  numbers than anybody reads, as each score with its rating, stands in tables of its own, ``drawn`` with one that is
  written.
- Random numbers come of ``options.seed`` alone, never of the clock or of hashes; the same command gives the same bytes.
- Long loops call ``work.step`` each round, so that they show progress and can be cancelled.
- Measures (correlations, accuracies, tests) that know nothing of corpora belong in :mod:`meantree.evaluation.measures`.
- :func:`~meantree.evaluation.value_table.frame` has a table as a pandas frame, for whoever computes on with it.
- p of many pairs are corrected as the options say, and the note of the table says how
  (:mod:`meantree.evaluation.paired_tests`).
- Where what a user asked for cannot be done at all, :class:`~meantree.errors.UsageError` says what was found and what
  is expected; where one corpus or measure is too small, the others still have their numbers. One experiment of several
  that cannot be made leaves the others, and stands among the study's problems.
- Seed, digest of the corpus, signatures and versions are added to every output
  (:mod:`meantree.experiments.experiment_registry`).
"""
