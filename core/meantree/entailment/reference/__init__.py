"""Preservation of reference: do names, dates, numbers and pronouns stand for the same?"""
