"""Training on human judgements: weights of regression metrics, and of roles."""
