"""Dependency trees, drawn natively, side by side."""
