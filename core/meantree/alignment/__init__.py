"""Alignment of words, phrases and frames between a hypothesis and a reference."""
