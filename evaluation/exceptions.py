from __future__ import annotations

from ranking.exceptions import RegradeError


class EvaluationError(RegradeError):
    """Base of every error that this app raises on purpose."""

    code = "evaluation_error"
