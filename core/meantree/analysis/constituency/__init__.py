"""Constituency parsers: the bundled one, a chart over what a head of the encoder scores, and doors to others."""
