"""The vocabulary of a run: where a test stands, its steps and attempts, what an agent says and learns. Pure."""
