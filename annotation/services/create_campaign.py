from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from annotation.exceptions import ScaleRefused
from annotation.models import Campaign, CampaignState, Grade, Guideline, Pool
from annotation.scales import GradeOption
from annotation.services.enter_pairs import enter_pairs
from ranking.services.lookup import refuse_taken

MAX_JUDGMENTS = 100


@transaction.atomic
def create_campaign(
    *,
    name: str,
    pool: Pool,
    grades: Sequence[GradeOption],
    judgments_per_pair: int,
    guideline: str = "",
    seed: int | None = None,
    state: CampaignState = CampaignState.OPEN,
) -> Campaign:
    """Set up a campaign over a whole pool: scale, guideline, pairs, slots and seats.

    Without a seed a random one is drawn; it is stored either way.

    Raises:
        NameTaken: there is such a campaign already.
        ScaleRefused: fewer than one judgment a pair or more than a hundred, or a seed beyond 63
            bits.
    """
    refuse_taken(Campaign, name)
    if not 1 <= judgments_per_pair <= MAX_JUDGMENTS:
        raise ScaleRefused(
            f"A pair takes 1 to {MAX_JUDGMENTS} judgments, not {judgments_per_pair}."
        )
    if seed is not None and not 0 <= seed < 2**63:
        raise ScaleRefused(f"A seed is from 0 to 2^63 - 1, not {seed}.")
    campaign = Campaign.objects.create(
        name=name,
        pool=pool,
        state=state,
        judgments_per_pair=judgments_per_pair,
        seed=secrets.randbits(62) if seed is None else seed,
        policy={"order": "whole-topics"},
    )
    Grade.objects.bulk_create(Grade(campaign=campaign, **option._asdict()) for option in grades)
    if guideline:
        publish_guideline(campaign=campaign, body=guideline)
    enter_pairs(campaign=campaign, pairs=list(pool.pairs.order_by("pk")))
    return campaign


@transaction.atomic
def publish_guideline(*, campaign: Campaign, body: str) -> Guideline:
    """Publish the next version; judgments from now on are made under it."""
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    last = campaign.guidelines.order_by("-version").values_list("version", flat=True).first()
    return Guideline.objects.create(
        campaign=campaign, version=(last or 0) + 1, body=body, published_at=timezone.now()
    )
