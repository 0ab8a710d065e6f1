from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, Unpack

from django.contrib.auth.models import User

from annotation.campaigns.policy import SEEDS, PolicyOptions, set_policy
from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.events import log_event
from annotation.exceptions import PolicyRefused, ScaleRefused
from annotation.guidelines.scales import GradeOption
from annotation.models import Campaign, EventKind, Grade, Pool
from annotation.notice_text import DEFAULT_NOTICE
from annotation.pools.pairs import Mark, enter_pairs
from ranking.lookup import taking_name

MAX_JUDGMENTS = 100
DAY_S = 24 * 3600
# How far a campaign's numbers go, besides what its columns hold.
NUMBERS = {
    "quota": 2**31 - 1,
    "pace_limit": 10_000,
    "max_attempts": 100,
    "lease_s": 7 * DAY_S,
    "seat_s": 366 * DAY_S,
    "max_not_judged": 100,
}
DEFAULT_POLICY = PolicyOptions()


class CampaignFields(TypedDict, total=False):
    """Optional fields of a new campaign; see `Campaign`."""

    quota: int | None
    allows_sign_up: bool
    pass_share: float | None
    max_attempts: int
    lease_s: int
    seat_s: int
    max_not_judged: int
    asks_confidence: bool
    asks_note: bool


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
    """Create a draft over a whole pool, all or nothing: scale, guideline, notice, pairs, slots.

    Without a seed one is drawn; it is stored either way. `marks` set pooled pairs apart from the
    regular ones. Of two that ask for one name at once, one gets it.

    Raises:
        NameTaken: there is such a campaign already.
        ScaleRefused: judgments a pair, a seed or an expert grade beyond what there may be.
        PolicyRefused: a number of the policy or of the fields is out of its range.
    """
    _check(judgments_per_pair, seed, fields)
    _check_marks(grades, marks or {})
    with taking_name(Campaign, name):
        campaign = Campaign.objects.create(
            name=name,
            pool=pool,
            judgments_per_pair=judgments_per_pair,
            seed=secrets.randbits(62) if seed is None else seed,
            **fields,
        )
        log_event(campaign=campaign, kind=EventKind.CREATED, actor=actor, seed=campaign.seed)
        Grade.objects.bulk_create(Grade(campaign=campaign, **grade._asdict()) for grade in grades)
        _set_policy(campaign, policy, actor)
        _publish(campaign, guideline, notice, actor)
        enter_pairs(campaign=campaign, pairs=list(pool.pairs.order_by("pk")), marks=marks)
    return campaign


def _set_policy(campaign: Campaign, policy: PolicyOptions, actor: User | None) -> None:
    try:
        set_policy(campaign=campaign, options=policy, actor=actor)
    except PolicyRefused as error:
        field = error.field and f"policy.{error.field}"  # as the request names it
        raise PolicyRefused(str(error), code=error.code, field=field) from error


def _publish(campaign: Campaign, guideline: str, notice: str, actor: User | None) -> None:
    if notice:
        publish_notice(campaign=campaign, body=notice, actor=actor)
    if guideline:
        publish_guideline(campaign=campaign, body=guideline, actor=actor)


def _check(judgments_per_pair: int, seed: int | None, fields: CampaignFields) -> None:
    if not 1 <= judgments_per_pair <= MAX_JUDGMENTS:
        raise ScaleRefused(
            f"A pair takes 1 to {MAX_JUDGMENTS} judgments, not {judgments_per_pair}.",
            code="out_of_range",
            field="judgments_per_pair",
        )
    if seed is not None and not 0 <= seed < SEEDS:
        raise ScaleRefused(
            f"A seed is from 0 to 2^63 - 1, not {seed}.", code="out_of_range", field="seed"
        )
    check_fields(fields)


def check_fields(fields: Mapping[str, Any]) -> None:
    """Check the ranges of a campaign's numeric fields.

    Raises:
        PolicyRefused: one of them is out of its range.
    """
    for name, most in NUMBERS.items():
        value = fields.get(name)
        if isinstance(value, int) and not 1 <= value <= most:
            what = name.replace("_", " ")
            raise PolicyRefused(
                f"{what} is a number from 1 to {most}, not {value}.",
                code="out_of_range",
                field=name,
            )
    share = fields.get("pass_share")
    if share is not None and not 0 < share <= 1:
        raise PolicyRefused(
            f"The passing share is above 0 and at most 1, not {share}.",
            code="out_of_range",
            field="pass_share",
        )


def _check_marks(grades: Sequence[GradeOption], marks: Mapping[int, Mark]) -> None:
    scale = {grade.value for grade in grades}
    for mark in marks.values():
        if mark.grade is not None and mark.grade not in scale:
            known = ", ".join(map(str, sorted(scale)))
            raise ScaleRefused(
                f"The expert grade {mark.grade} is not on the scale {known}.",
                code="grade_off_scale",
            )
