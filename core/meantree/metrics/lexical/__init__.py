"""Metrics over words and letters of plain texts."""
