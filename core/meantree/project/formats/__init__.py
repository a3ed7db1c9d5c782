"""Annotations of other tools, in and out."""
