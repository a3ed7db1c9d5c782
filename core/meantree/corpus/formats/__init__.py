"""Readers of translations, references, sources and ratings, behind :func:`read_corpus`."""

from __future__ import annotations

from meantree.corpus.formats.catalogue import FORMATS, Format, formats, sniff
from meantree.corpus.formats.file_contents import FileRole, InputFile
from meantree.corpus.formats.file_names import guess_name, guess_role
from meantree.corpus.formats.reading import read_corpus

__all__ = ["FORMATS", "FileRole", "Format", "InputFile", "formats", "guess_name", "guess_role", "read_corpus", "sniff"]
