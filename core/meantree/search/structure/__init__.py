"""Requests over structure: texts as arrays, and where a request matches in them."""
