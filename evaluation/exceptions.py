from __future__ import annotations

from ranking.exceptions import NotFound
from regrade.exceptions import RegradeError


class EvaluationError(RegradeError):
    """Base of every error that this app raises on purpose."""

    code = "evaluation_error"


class NotComparable(EvaluationError):
    """Runs and labels that are not about the same topics and passages."""

    code = "not_comparable"


class NoTopics(EvaluationError):
    """No topic is left to evaluate on."""

    code = "no_topics"


class MeasureRefused(EvaluationError):
    """A measure that is unknown, misspelt, or makes no sense on these labels."""

    code = "measure_refused"


class SignificanceRefused(EvaluationError):
    """A test that cannot be made: options it cannot work with, or values that are no numbers."""

    code = "test_refused"


class ComparisonUnknown(EvaluationError, NotFound):
    """Nobody has asked for it, or for it since what it rests on has changed."""

    code = "comparison_unknown"


class ComparisonFailed(EvaluationError):
    """A worker could not work it out; the message says why."""

    code = "comparison_failed"


class ComparisonUnderWay(EvaluationError):
    """A worker is at it, and there is nothing to download yet."""

    code = "comparison_under_way"


class TooMuchAsked(EvaluationError):
    """More than one answer can hold."""

    code = "too_much_asked"
