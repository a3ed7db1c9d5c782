"""The filter line: which segments are asked for by their words, names, numbers and states."""

from meantree.search.filters.columns import Columns, Field, Measure, Segments
from meantree.search.filters.model import Filter, FilterError, Limit, Places, Words
from meantree.search.filters.parsing import measures, parse_filter

__all__ = [
    "Columns",
    "Field",
    "Filter",
    "FilterError",
    "Limit",
    "Measure",
    "Places",
    "Segments",
    "Words",
    "measures",
    "parse_filter",
]
