"""What segments are asked for: filters over texts, scores and ratings, and requests over structure."""
