"""Experiment 2 of Padó et al. 2009: preferences predicted by models that are trained on other source languages."""
