"""Comparison of one pair by one metric, which the window, its exports and the reports draw."""
