"""Metrics over semantic frames, found by people or by the labeller."""
