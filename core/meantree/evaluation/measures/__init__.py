"""Measures of how well scores follow ratings: numbers in, numbers out, one measure a module."""
