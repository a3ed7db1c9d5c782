"""Semantic compatibility: do linked words mean the same where they stand?"""
