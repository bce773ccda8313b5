"""Listening: what the servers share. A socket, who may come in, and the memory that they serve."""
