"""Semantic compatibility: whether aligned words mean the same in their contexts."""
