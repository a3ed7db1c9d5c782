"""Structural alignment: whether aligned words have the same place in the sentence structure."""
