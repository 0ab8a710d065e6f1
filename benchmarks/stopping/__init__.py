"""Stopping rules, compared with the code of other groups."""
