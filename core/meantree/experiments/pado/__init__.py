"""Experiment 1 of Padó et al. 2009: ratings predicted by regression, trained on other source languages."""
