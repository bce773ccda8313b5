"""What the system under test is, told by its files alone: read within bounds, nothing imported, nothing run.

`look.look(root)` gives the answer as values of `facts`; `recognisers.RECOGNISERS` is the table of what is known.
"""
