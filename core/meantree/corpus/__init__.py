"""Corpora, documents, segments, and their file formats."""
