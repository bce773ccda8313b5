"""The pytest plugin when it is on: results in, one write at the end, and the same facts on the terminal.

With xdist the controller keeps the record; the workers only choose tests, and say what each of them came to.
"""
