"""Findings: differences of meaning between a translation and its reference, named, located and rated."""
