from __future__ import annotations

from typing import Unpack

from annotation.campaigns.creating import CampaignFields, create_campaign
from annotation.campaigns.state import set_campaign_state
from annotation.guidelines.scales import parse_scale
from annotation.models import Campaign, CampaignState, Grade, Pool

GRADES = {
    "Off topic": "Nothing in it helps with the question.",
    "Related": "About the same matter, but it answers another question.",
    "Partly answers": "A part of the answer, or one has to work it out.",
    "Answers": "The person who asked could stop searching here.",
}
JUDGMENTS_PER_PAIR = 3
SEED = 1905  # of the drawn topics, of every random order and of the simulated assessors


def create_demo_campaign(
    *,
    name: str,
    pool: Pool,
    guideline: str = "",
    judgments_per_pair: int = JUDGMENTS_PER_PAIR,
    **fields: Unpack[CampaignFields],
) -> Campaign:
    """A campaign on the demo's scale, its grades described. Belongs into a transaction."""
    campaign = create_campaign(
        name=name,
        pool=pool,
        grades=parse_scale(",".join(f"{value}={grade}" for value, grade in enumerate(GRADES))),
        judgments_per_pair=judgments_per_pair,
        guideline=guideline,
        seed=SEED,
        **fields,
    )
    for grade in campaign.grades.all():
        Grade.objects.filter(pk=grade.pk).update(description=GRADES[grade.name])
    return set_campaign_state(campaign=campaign, state=CampaignState.OPEN)
