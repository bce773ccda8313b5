"""The dashboard: the memory in a browser, for those who review it and decide."""
