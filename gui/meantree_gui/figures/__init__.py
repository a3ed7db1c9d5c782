"""Figures, a tab of the Compare page: figures and statistics of the segments that the filter accepts."""
