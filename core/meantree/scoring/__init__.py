"""Scoring a corpus: the pairs of texts, the table of scores, and whose numbers they are."""
