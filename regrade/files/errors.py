from __future__ import annotations

from pathlib import Path

from regrade.exceptions import Coded


class BadInput(ValueError):
    """A file that cannot be read: where, why in one sentence, and the stable code of the reason."""

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


class BadValue(Coded, ValueError):
    """A value that cannot be read, before its file and line are known."""

    code = "bad_value"

    def at(self, path: Path, line: int | None) -> BadInput:
        """The refusal of the line that holds the value."""
        return BadInput(path, line, str(self), code=self.code)
