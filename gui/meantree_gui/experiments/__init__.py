"""The page of experiments: what studies of metrics measure, as tables and figures of what is open."""
