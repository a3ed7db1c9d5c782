"""Two systems beside each other, over all segments that the filter accepts."""
