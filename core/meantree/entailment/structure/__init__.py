"""Structural alignment: are main words, arguments and modifiers in their places?"""
