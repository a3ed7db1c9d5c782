"""Metrics that predict people's ratings from features, by linear regression (Padó et al. 2009)."""
