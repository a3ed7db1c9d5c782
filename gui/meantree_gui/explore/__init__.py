"""Figures and statistics of the segments that the filter accepts."""
