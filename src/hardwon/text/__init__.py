"""Text and other plain values, made safe to show, keep and compare. Pure."""
