"""Dependency trees of a hypothesis and a reference, drawn natively."""
