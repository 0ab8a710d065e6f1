"""Measurements side by side, each a program that prints a table and the machine it ran on."""
