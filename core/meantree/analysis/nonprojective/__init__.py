"""Exact computations over all non-projective dependency trees of arc scores: the best ones, and probabilities."""
