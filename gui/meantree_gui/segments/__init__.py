"""The table of segments: scores as columns, filter, columns, system."""
