"""The MCP server: coding agents ask what to test and what is known, and report what they saw, with all guards."""
