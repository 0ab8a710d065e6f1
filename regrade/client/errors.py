from __future__ import annotations

from collections.abc import Mapping

from regrade.exceptions import RegradeError
from regrade.files.bad_lines import BadLines

NO_LINES = BadLines(0, [])


class ServerRefused(RegradeError):
    """The server answered with an error; `code` is stable, the sentence is for people.

    Attributes:
        status: of HTTP.
        fields: a sentence for each wrong field of the request, if known.
        bad: bad lines of a refused file: their number, and the first ones. The error's text lists
            these, too.
    """

    code = "server_refused"

    def __init__(
        self,
        sentence: str,
        *,
        code: str | None = None,
        status: int = 0,
        fields: Mapping[str, str] | None = None,
        bad: BadLines = NO_LINES,
    ) -> None:
        super().__init__("\n  ".join([sentence, *_listed(bad)]), code=code)
        self.status, self.fields, self.bad = status, dict(fields or {}), bad


def _listed(bad: BadLines) -> list[str]:
    """All lines that are known; of a single one the sentence says enough."""
    if bad.n < 2:
        return []
    rest = bad.n - len(bad.first)
    return [*map(str, bad.first), *([f"and {rest:,} more"] if rest else [])]


class ServerUnreachable(RegradeError):
    """No whole answer came. The sentence says if something may have been stored all the same."""

    code = "server_unreachable"


class NotSent(RegradeError):
    """Settings or arguments that cannot be used; the server was not asked."""

    code = "not_sent"


class JobEnded(RegradeError):
    """A job ended without a result, or did not end in the time given."""

    code = "job_ended"
