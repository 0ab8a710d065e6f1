from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ranking.exceptions import NotFound
from regrade.exceptions import RegradeError


class EvaluationError(RegradeError):
    """Base of every error that this app raises on purpose."""

    code = "evaluation_error"


class NotComparable(EvaluationError):
    """Runs and labels are about different topics or passages."""

    code = "not_comparable"


class TooFewVotes(EvaluationError):
    """Too few pairs have several votes to answer the question."""

    code = "too_few_votes"


class NoTopics(EvaluationError):
    """No topic is left to evaluate on."""

    code = "no_topics"


class MeasureRefused(EvaluationError):
    """The measure is unknown, misspelt, or makes no sense on these labels."""

    code = "measure_refused"


class SignificanceRefused(EvaluationError):
    """The test is impossible: unusable options, or values that are no numbers."""

    code = "test_refused"


class TrainingRefused(EvaluationError):
    """Nothing can be trained as asked."""

    code = "training_refused"


class TrainingFailed(EvaluationError):
    """A training cannot go on."""

    code = "training_failed"


class TrainingNotSteered(EvaluationError):
    """A training is not where it could be stopped, resumed or ended."""

    code = "training_not_steered"


class ComparisonUnknown(EvaluationError, NotFound):
    """No such comparison was requested since its inputs last changed."""

    code = "comparison_unknown"


class ComparisonFailed(EvaluationError):
    """The comparison failed; the message says why."""

    code = "comparison_failed"


class ComparisonUnderWay(EvaluationError):
    """A worker is computing the comparison; there is nothing to download yet."""

    code = "comparison_under_way"


class SavedAlready(EvaluationError):
    """The account keeps this comparison under another name."""

    code = "saved_already"


class MovedOn(EvaluationError):
    """The saved comparison has other inputs today, so nothing new is kept with it."""

    code = "moved_on"


class TooMuchAsked(EvaluationError):
    """The request asks for more than one response can hold."""

    code = "too_much_asked"


class StudyRefused(EvaluationError):
    """A study that makes no sense as it is asked for."""

    code = "study_refused"


class StudyNotSteered(EvaluationError):
    """A study that has ended cannot be paused, resumed or cancelled."""

    code = "study_over"


class StudyFailed(EvaluationError):
    """The study did not come to its end; the message says why."""

    code = "study_failed"


class NamedElsewhere(EvaluationError):
    """Something finds the thing by its name, which therefore stays."""

    code = "named_elsewhere"
    field = "name"


class VisibilityRefused(EvaluationError):
    """Nothing that many see may rest on what fewer see."""

    code = "visibility_refused"
    field = "visibility"


class LinkRefused(EvaluationError):
    """A saved comparison that must not be open to everybody, or not by this account."""

    code = "link_refused"
    field = "has_link"


class KindRefused(EvaluationError):
    """The kind of a computed run follows from how it was computed."""

    code = "kind_refused"
    field = "kind"


class StillInUse(EvaluationError):
    """Something rests on the thing, which therefore stays."""

    code = "rests_on_it"


@contextmanager
def refused_as(
    kind: type[EvaluationError], before: str = "", after: str = ".", *, code: str
) -> Iterator[None]:
    """Turn a ValueError of the library into a refusal: `before`, its message, `after`."""
    try:
        yield
    except ValueError as error:
        raise kind(f"{before}{error}{after}", code=code) from error
