from __future__ import annotations

from regrade.exceptions import Coded


class RecipeError(Coded, ValueError):
    """A recipe that cannot be used: which step, what is wrong with it, and what to write."""
