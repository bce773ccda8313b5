"""Areas: how far each part of the system has proven itself, and what a verdict does to that. Pure."""
