"""Statistics and figures of the segments that the filter accepts."""
