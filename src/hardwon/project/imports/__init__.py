"""What tests import, read from their text: nothing is run, reads are bounded, a bad file costs its own ties only."""
