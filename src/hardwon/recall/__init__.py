"""Recall: the observations that fit a step, and why; or none."""
