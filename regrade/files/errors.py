from __future__ import annotations

from pathlib import Path


class BadInput(ValueError):
    """A file that cannot be read: where, why in one sentence, and the stable code of that reason."""

    code = "bad_input"

    def __init__(
        self, path: Path | str, line: int | None, reason: str, *, code: str | None = None
    ) -> None:
        self.path = Path(path)
        self.line = line
        self.reason = reason
        self.code = code or self.code
        super().__init__(path, line, reason)

    def __str__(self) -> str:
        if self.line is None:
            return f"{self.path.name}: {self.reason}"
        return f"{self.path.name}, line {self.line}: {self.reason}"
