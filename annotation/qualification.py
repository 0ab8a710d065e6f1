"""Where an assessor stands in the round before the first real pair."""

from __future__ import annotations

from typing import NamedTuple

from annotation.models import Membership, PairKind


class Qualification(NamedTuple):
    """The round before the first real pair, as its assessor sees it.

    `attempt` is the one under way; null when none is, as once it is passed or lost.
    """

    n_pairs: int
    pass_share: float
    attempt: int | None
    max_attempts: int
    is_qualified: bool


def qualification_of(membership: Membership) -> Qualification | None:
    """None where the campaign has no such round."""
    campaign = membership.campaign
    if campaign.pass_share is None:
        return None
    is_qualified = membership.qualified_at is not None
    is_over = is_qualified or membership.n_attempts >= campaign.max_attempts
    pairs = campaign.pairs.filter(kind=PairKind.QUALIFICATION)
    return Qualification(
        n_pairs=pairs.filter(pair__passage__text__gt="").count(),
        pass_share=campaign.pass_share,
        attempt=None if is_over else membership.n_attempts + 1,
        max_attempts=campaign.max_attempts,
        is_qualified=is_qualified,
    )
