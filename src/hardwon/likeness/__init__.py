"""What texts have in common: words, what they claim, where they place it, whether two say the same. Pure."""
