"""Insertions and deletions: what has no partner, and whether that does harm."""
