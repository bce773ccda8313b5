"""Observations: what runs have learned, how far it is trusted, and what was decided about it. Pure."""
