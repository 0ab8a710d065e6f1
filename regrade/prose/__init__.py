"""Sentences made of words, names and numbers, each with its meaning."""
