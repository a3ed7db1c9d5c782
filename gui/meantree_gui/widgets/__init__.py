"""Widgets that several pages use; they know nothing of what is open."""
