"""How observations change: every way in goes through the same guards, under one lock."""
