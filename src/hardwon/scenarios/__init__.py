"""Scenarios: what an AI tester hands in, read scenario by scenario, with every slip mended or named."""
