"""How far people agree with each other, and metrics with people."""
