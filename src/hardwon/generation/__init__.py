"""Scenarios from any model: the mandate goes out, the answer is read, what is wrong with it is told, duplicates go."""
