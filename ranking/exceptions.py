from __future__ import annotations


class RegradeError(Exception):
    """Base of every error that Regrade raises on purpose: a stable code, a text for people."""

    code = "regrade_error"


class RankingError(RegradeError):
    """Base of every error that this app raises on purpose."""

    code = "ranking_error"


class NameTaken(RankingError):
    """Something of that kind already has this name."""

    code = "name_taken"


class NotFound(RankingError):
    """Nothing of that kind has this name."""

    code = "not_found"


class NameRefused(RankingError):
    """A name that cannot stand in a comma-separated list."""

    code = "name_refused"


class UnusableScores(RankingError):
    """What a ranker gave for some topics cannot be stored; it may do better with others."""

    code = "unusable_scores"


class NotSteered(RankingError):
    """A job that is over is neither paused, resumed nor cancelled."""

    code = "job_over"
