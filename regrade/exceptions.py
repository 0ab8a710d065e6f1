from __future__ import annotations


class Coded(Exception):
    """An error with a stable code for its reason, and a sentence for people.

    A class whose instances have one reason names it in `code`; one that stands for several is
    raised with the code of each.
    """

    code = "error"

    def __init__(self, sentence: str, *, code: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code or self.code


class RegradeError(Coded):
    """Base of every error that Regrade raises on purpose.

    `field` names what was wrong in what was asked for, as a request names it, or is None.
    """

    code = "regrade_error"
    field: str | None = None

    def __init__(self, sentence: str, *, code: str | None = None, field: str | None = None) -> None:
        super().__init__(sentence, code=code)
        self.field = field or self.field


class ExportRefused(RegradeError):
    """The requested export cannot be written in this form or place."""

    code = "export_refused"


class ExtraMissing(RegradeError, ImportError):
    """A package is not installed that an extra of the library brings."""

    code = "extra_missing"
