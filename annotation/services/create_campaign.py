from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction

from annotation.exceptions import ScaleRefused
from annotation.models import Campaign, EventKind, Grade, Pool
from annotation.notice_text import DEFAULT_NOTICE
from annotation.scales import GradeOption
from annotation.services.enter_pairs import Mark, enter_pairs
from annotation.services.log_event import log_event
from annotation.services.publish import publish_guideline, publish_notice
from annotation.services.set_policy import PolicyOptions, set_policy
from ranking.services.lookup import refuse_taken

MAX_JUDGMENTS = 100
DEFAULT_POLICY = PolicyOptions()


class CampaignFields(TypedDict, total=False):
    """What else a campaign may say of itself; see `Campaign`."""

    quota: int | None
    allows_sign_up: bool
    pass_share: float | None
    max_attempts: int
    lease_s: int
    seat_s: int
    max_not_judged: int


@transaction.atomic
def create_campaign(
    *,
    name: str,
    pool: Pool,
    grades: Sequence[GradeOption],
    judgments_per_pair: int,
    guideline: str = "",
    notice: str = DEFAULT_NOTICE,
    policy: PolicyOptions = DEFAULT_POLICY,
    marks: Mapping[int, Mark] | None = None,
    seed: int | None = None,
    actor: User | None = None,
    **fields: Unpack[CampaignFields],
) -> Campaign:
    """Set up a draft over a whole pool: scale, guideline, notice, pairs, slots and seats.

    Without a seed a random one is drawn; it is stored either way. `marks` set pooled pairs apart
    from the regular ones.

    Raises:
        NameTaken: there is such a campaign already.
        ScaleRefused: fewer than one judgment a pair or more than a hundred, a seed beyond 63
            bits, or an expert grade off the scale.
        PolicyRefused: a number of the policy is out of its range.
    """
    refuse_taken(Campaign, name)
    if not 1 <= judgments_per_pair <= MAX_JUDGMENTS:
        raise ScaleRefused(
            f"A pair takes 1 to {MAX_JUDGMENTS} judgments, not {judgments_per_pair}."
        )
    if seed is not None and not 0 <= seed < 2**63:
        raise ScaleRefused(f"A seed is from 0 to 2^63 - 1, not {seed}.")
    _check_marks(grades, marks or {})
    campaign = Campaign.objects.create(
        name=name,
        pool=pool,
        judgments_per_pair=judgments_per_pair,
        seed=secrets.randbits(62) if seed is None else seed,
        **fields,
    )
    log_event(campaign=campaign, kind=EventKind.CREATED, actor=actor, seed=campaign.seed)
    Grade.objects.bulk_create(Grade(campaign=campaign, **option._asdict()) for option in grades)
    set_policy(campaign=campaign, options=policy, actor=actor)
    publish_notice(campaign=campaign, body=notice, actor=actor)
    if guideline:
        publish_guideline(campaign=campaign, body=guideline, actor=actor)
    enter_pairs(campaign=campaign, pairs=list(pool.pairs.order_by("pk")), marks=marks)
    return campaign


def _check_marks(grades: Sequence[GradeOption], marks: Mapping[int, Mark]) -> None:
    scale = {grade.value for grade in grades}
    for mark in marks.values():
        if mark.grade is not None and mark.grade not in scale:
            known = ", ".join(map(str, sorted(scale)))
            raise ScaleRefused(f"The expert grade {mark.grade} is not on the scale {known}.")
