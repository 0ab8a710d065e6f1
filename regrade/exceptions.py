from __future__ import annotations


class RegradeError(Exception):
    """Base of every error that Regrade raises on purpose: a stable code, a text for people.

    `field` names what was wrong in what was asked for, as a request names it, or is None.
    """

    code = "regrade_error"
    field: str | None = None

    def __init__(self, sentence: str, *, field: str | None = None) -> None:
        super().__init__(sentence)
        self.field = field or self.field


class ExportRefused(RegradeError):
    """What was asked for cannot be written like this or there."""

    code = "export_refused"


class ExtraMissing(RegradeError, ImportError):
    """A package is not installed that an extra of the library brings."""

    code = "extra_missing"
