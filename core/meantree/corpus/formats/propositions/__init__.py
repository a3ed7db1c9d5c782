"""Propositions in the formats of the shared tasks and their heirs, in PropBank's labels."""
