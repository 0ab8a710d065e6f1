from __future__ import annotations

from pathlib import Path


class BadInput(ValueError):
    """A file that cannot be taken in, and why, in one sentence for the person who gave it."""

    def __init__(self, path: Path | str, line: int | None, reason: str) -> None:
        self.path = Path(path)
        self.line = line
        self.reason = reason
        super().__init__(path, line, reason)

    def __str__(self) -> str:
        if self.line is None:
            return f"{self.path.name}: {self.reason}"
        return f"{self.path.name}, line {self.line}: {self.reason}"
