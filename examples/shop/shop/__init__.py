"""A small shop: the system under test of the example."""
