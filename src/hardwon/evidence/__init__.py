"""What runs have seen: results of tests, the reports they come from, and the folder that keeps them."""
