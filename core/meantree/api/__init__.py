"""The public interface in Python, whose names :mod:`meantree` offers; modules here are private."""
