"""Selecting segments: filter lines over texts, scores and ratings, and requests over structure."""
