"""The Errors page: features that fire systematically more often for one system than for others."""
