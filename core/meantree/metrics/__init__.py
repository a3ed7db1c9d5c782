"""The metrics: one module a family, each with statistics, score and evidence; one explicit registry."""
