"""Looks whose assessor withdrew them: they stay stored, and nobody reads what they said."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from annotation.models import Cause, Judgment


def is_withdrawn() -> Exists:
    """Whether a judgment was withdrawn, then or in a later version of the same look.

    The row that says so counts as well; what was judged after coming back does not.
    """
    return Exists(
        Judgment.objects.filter(
            pk__gte=OuterRef("pk"),
            cause=Cause.WITHDRAWN,
            campaign_pair=OuterRef("campaign_pair"),
            assessor=OuterRef("assessor"),
            occasion=OuterRef("occasion"),
        )
    )
