"""Reports and tables to take away."""
