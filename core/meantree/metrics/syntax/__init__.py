"""What metrics over dependency and constituency trees compare: chains, subtrees, kernels, arcs."""
