"""The right panel: scores of the segment and the system, and what the score in focus is made of."""
