from __future__ import annotations


class RecipeError(ValueError):
    """A recipe that cannot be used: which step, what is wrong with it, and what to write."""
