from __future__ import annotations

from regrade.exceptions import RegradeError


class RankingError(RegradeError):
    """Base of every error that this app raises on purpose."""

    code = "ranking_error"


class NameTaken(RankingError):
    """The name is taken."""

    code = "name_taken"
    field = "name"


class NotFound(RankingError):
    """Nothing has this name."""

    code = "not_found"


class NotSearchable(RankingError):
    """The collection has no index, and is too large to be read through for words."""

    code = "not_searchable"
    field = "search"


class NameRefused(RankingError):
    """The name cannot be used in a comma-separated list."""

    code = "name_refused"
    field = "name"


class IsPrivate(RankingError):
    """Nothing that others see can be made of something private."""

    code = "is_private"


class BeingMade(RankingError):
    """A variant whose passages are not all there yet cannot be used."""

    code = "being_made"


class MakingFailed(RankingError):
    """A worker could not go on with a variant."""

    code = "making_failed"


class RecipeRefused(RankingError):
    """A recipe that cannot be followed here."""

    code = "recipe_refused"
    field = "recipe"


class UnusableScores(RankingError):
    """A ranker's scores for some topics cannot be stored; other topics may work."""

    code = "unusable_scores"


class UnfitWorker(RankingError):
    """This process cannot compute the chunk because of its installation; another may."""

    code = "unfit_worker"


class BrokenDevice(UnfitWorker):
    """The GPU failed; this process cannot use it again and must end."""

    code = "broken_device"


class NotSteered(RankingError):
    """A job that has ended cannot be paused, resumed or cancelled."""

    code = "job_over"


class StorageFull(RankingError):
    """The disk is full."""

    code = "storage_full"


class StorageRefused(RankingError):
    """The folder is not writable, or not a folder."""

    code = "storage_refused"


class ForeignStorage(RankingError):
    """The storage root belongs to another database."""

    code = "foreign_storage"
