"""The comparison of two systems over all segments that the filter accepts."""
