"""The target, asked over HTTP: one client for scenarios and for agents.

Its origin is never left: we connect to the target's host and port, whatever an address, a redirect or a header
says. No proxy is used, nothing is repeated, and nothing is followed unless the caller asks. A request has a deadline as
a whole and a limit of bytes, so a server that answers one byte at a time, or never ends, does not hold us. What goes
wrong on the way is an answer that says so, not an exception.
"""
