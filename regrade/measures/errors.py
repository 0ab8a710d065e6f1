from __future__ import annotations

from regrade.exceptions import Coded


class MeasureError(Coded, ValueError):
    """A measure's name that cannot be used, with its position and the reason."""

    def __init__(self, name: str, position: int, reason: str, *, code: str) -> None:
        super().__init__(f"Measure {name!r} at character {position}: {reason}.", code=code)
        self.name = name
        self.position = position
        self.reason = reason
