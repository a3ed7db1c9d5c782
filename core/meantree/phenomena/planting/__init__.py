"""Planted faults: known errors, and harmless changes, made in correct sentences to measure what notices them."""
