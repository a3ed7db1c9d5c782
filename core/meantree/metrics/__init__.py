"""The contract of metrics, their evidence and derivation; a room for each family, one explicit registry."""
