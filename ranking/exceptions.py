from __future__ import annotations

from regrade.exceptions import RegradeError


class RankingError(RegradeError):
    """Base of every error that this app raises on purpose."""

    code = "ranking_error"


class NameTaken(RankingError):
    """Something of that kind already has this name."""

    code = "name_taken"
    field = "name"


class NotFound(RankingError):
    """Nothing of that kind has this name."""

    code = "not_found"


class NameRefused(RankingError):
    """A name that cannot stand in a comma-separated list."""

    code = "name_refused"
    field = "name"


class UnusableScores(RankingError):
    """What a ranker gave for some topics cannot be stored; it may do better with others."""

    code = "unusable_scores"


class UnfitWorker(RankingError):
    """What this process cannot compute for reasons of its own installation; another one may."""

    code = "unfit_worker"


class BrokenDevice(UnfitWorker):
    """The GPU has failed under this process, which can use it no more: it is to end."""

    code = "broken_device"


class NotSteered(RankingError):
    """A job that is over is neither paused, resumed nor cancelled."""

    code = "job_over"


class StorageFull(RankingError):
    """A disk has no room for what was to be written."""

    code = "storage_full"


class StorageRefused(RankingError):
    """A folder cannot be written to, or is none."""

    code = "storage_refused"


class ForeignStorage(RankingError):
    """The storage root is not the one of this database."""

    code = "foreign_storage"
