"""Metrics, a module each: what they compare, count and score; `registry` names them all."""
