"""Meantree: translation error analysis that can be taken apart, corrected and repeated."""

__version__ = "0.1.0"
