"""Locks that keep a campaign's state fixed while an answer is stored.

Not the campaign's row: an import holds that for as long as it takes.
"""

from __future__ import annotations

from annotation.database import execute

SHARED = "SELECT pg_advisory_xact_lock_shared(hashtext('state'), %(campaign)s::int)"
ALONE = "SELECT pg_advisory_xact_lock(hashtext('state'), %(campaign)s::int)"


def join_answers(campaign_id: int) -> None:
    """Block changes of the campaign's state until the transaction ends."""
    execute(SHARED, {"campaign": campaign_id}).close()


def wait_for_answers(campaign_id: int) -> None:
    """Wait until answers in progress are stored, and block new ones until the transaction ends."""
    execute(ALONE, {"campaign": campaign_id}).close()
