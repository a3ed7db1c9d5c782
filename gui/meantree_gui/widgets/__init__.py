"""Widgets used by several pages, independent of the open corpus."""
