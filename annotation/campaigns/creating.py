from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, TypedDict, Unpack

import numpy as np
from django.contrib.auth.models import User

from annotation.active.building import build_active_pool, refuse_second_campaign, start
from annotation.active.design import ActiveDesign
from annotation.campaigns.policy import (
    BY_DESIGN,
    SEEDS,
    PolicyOptions,
    default_policy,
    set_policy,
)
from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.campaigns.search_option import refuse_search_in_design
from annotation.events import log_event
from annotation.exceptions import PolicyRefused, PoolRefused, ScaleRefused
from annotation.guidelines.scales import GradeOption
from annotation.models import Campaign, EventKind, Grade, LabelSet, PairKind, Pool, PoolStrategy
from annotation.notice_text import DEFAULT_NOTICE
from annotation.pools.asked_design import Draw, check_scale_of_ideal, refuse_part
from annotation.pools.building import build_pool_from_runs
from annotation.pools.by_design import build_pool_by_design
from annotation.pools.designs import design_from_json
from annotation.pools.drawing import Sample
from annotation.pools.pairs import Mark, enter_pairs, resolve_marks
from ranking.lookup import MAX_NAME, refuse_taken, taking_name
from ranking.models import Collection, Run, TopicSet
from regrade.files.judging.marks import MarkLine

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
    allows_search: bool


def create_campaign(
    *,
    name: str,
    pool: Pool,
    grades: Sequence[GradeOption],
    judgments_per_pair: int,
    guideline: str = "",
    notice: str = DEFAULT_NOTICE,
    policy: PolicyOptions | None = None,
    marks: Mapping[int, Mark] | None = None,
    seed: int | None = None,
    actor: User | None = None,
    **fields: Unpack[CampaignFields],
) -> Campaign:
    """Create a draft over a whole pool, all or nothing: scale, guideline, notice, pairs, slots.

    Without a seed one is drawn, and stored; without a policy it is the pool's default. `marks` set
    pooled pairs apart from the regular ones. Of two that ask for one name at once, one gets it.

    Raises:
        NameTaken: there is such a campaign already.
        ScaleRefused: judgments a pair, a seed or grades beyond what there may be.
        PoolRefused: the pool was drawn for ideal rankings on another scale, or learns from another
            campaign.
        PolicyRefused: a number out of its range, a passing share without qualification pairs, or
            a search where pairs are drawn by design or served singly.
    """
    _check(judgments_per_pair, seed, fields)
    _check_ground(pool, grades, marks or {}, fields)
    with taking_name(Campaign, name):
        refuse_second_campaign(pool)
        seed = secrets.randbits(SEED_BITS) if seed is None else seed
        campaign = Campaign.objects.create(
            name=name, pool=pool, judgments_per_pair=judgments_per_pair, seed=seed, **fields
        )
        log_event(campaign=campaign, kind=EventKind.CREATED, actor=actor, seed=campaign.seed)
        Grade.objects.bulk_create(Grade(campaign=campaign, **grade._asdict()) for grade in grades)
        _set_policy(campaign, policy or default_policy(pool.strategy), actor)
        _publish(campaign, guideline, notice, actor)
        enter_pairs(campaign=campaign, pairs=list(pool.pairs.order_by("pk")), marks=marks)
        start(campaign)
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


def refuse_share_without_round(*, has_round: bool) -> None:
    """Refuse a passing share in a campaign without qualification pairs: it could not be opened.

    Raises:
        PolicyRefused: there are none.
    """
    if not has_round:
        raise PolicyRefused(
            "A passing share needs qualification pairs, and this campaign has none; they are"
            " chosen when a campaign is made.",
            code="no_qualification_pairs",
            field="pass_share",
        )


def _check_ground(
    pool: Pool,
    grades: Sequence[GradeOption],
    marks: Mapping[int, Mark],
    fields: CampaignFields,
) -> None:
    if fields.get("pass_share") is not None:
        kinds = {mark.kind for mark in marks.values()}
        refuse_share_without_round(has_round=PairKind.QUALIFICATION in kinds)
    if fields.get("allows_search"):
        refuse_search_in_design(pool)
    scale = {grade.value for grade in grades}
    if pool.strategy == PoolStrategy.DESIGN:
        check_scale_of_ideal(design_from_json(pool.recipe["design"], pool.runs.all()), scale)
    for mark in marks.values():
        if mark.grade is not None and mark.grade not in scale:
            known = ", ".join(map(str, sorted(scale)))
            raise ScaleRefused(
                f"The known grade {mark.grade} is not on the scale {known}.",
                code="grade_off_scale",
            )


SEED_BITS = 62
ROOM = 5  # characters of a name, for the number behind it


def set_up_campaign(
    *,
    name: str,
    runs: Sequence[Run],
    depth: int,
    grades: Sequence[GradeOption],
    sample: Sample | None = None,
    without: Sequence[LabelSet] = (),
    draw: Draw | None = None,
    mark_lines: Sequence[MarkLine] = (),
    n_overlap: int = 0,
    seed: int | None = None,
    **campaign: Any,
) -> Campaign:
    """Create a pool of these runs and a draft campaign over it; see `create_campaign`.

    Both are made, or neither. With a `draw` the pool is drawn by design. It takes the campaign's
    name, with a number behind it where that is taken. `mark_lines` set pairs apart; of the others
    `n_overlap`, drawn at random under the seed, are judged by everyone.

    Raises:
        NameTaken: there is such a campaign already.
        PoolRefused: what `build_pool_from_runs` or `build_pool_by_design` refuses, a draw with a
            sample or labels, or fewer pairs than are to be overlap.
        BadInput: a mark that does not fit the pool or the scale.
        ScaleRefused, PolicyRefused: what `create_campaign` refuses, or another order than drawn.
    """
    refuse_taken(Campaign, name)
    _refuse_other_order(draw, campaign.get("policy"))
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    pool_name = _free_pool_name(name)
    with taking_name(Pool, pool_name):
        source = {"name": pool_name, "runs": runs, "depth": depth}
        pool = _built_pool(source, sample, without, draw)
        scale = [grade.value for grade in grades]
        marks = resolve_marks(pool=pool, lines=mark_lines, scale=scale, source=Path("marks"))
        marks |= _overlap(pool, n_overlap, seed, marks)
        return create_campaign(
            name=name, pool=pool, grades=grades, marks=marks, seed=seed, **campaign
        )


def set_up_active_campaign(
    *,
    name: str,
    design: ActiveDesign,
    collection: Collection | None = None,
    topic_set: TopicSet | None = None,
    sample: Sample | None = None,
    **campaign: Any,
) -> Campaign:
    """Create a pool that learns and a draft campaign over it, both or neither.

    The pool takes the campaign's name, with a number behind it where that is taken. Workers choose
    the first pairs of each topic at once.

    Raises:
        NameTaken: there is such a campaign already.
        PoolRefused: what `build_active_pool` refuses.
        ScaleRefused, PolicyRefused: what `create_campaign` refuses.
    """
    refuse_taken(Campaign, name)
    pool_name = _free_pool_name(name)
    with taking_name(Pool, pool_name):
        pool = build_active_pool(
            name=pool_name,
            design=design,
            collection=collection,
            topic_set=topic_set,
            sample=sample,
        )
        return create_campaign(name=name, pool=pool, **campaign)


def _refuse_other_order(draw: Draw | None, policy: PolicyOptions | None) -> None:
    if draw is None or policy is None:
        return
    for field in ("unit", "order"):
        wanted = getattr(BY_DESIGN, field)
        if getattr(policy, field) != wanted:
            raise PolicyRefused(
                "Drawn pairs are served one by one in the order drawn, so that those judged at any"
                f" time are a sample: leave {field} at {wanted}, or change the"
                " policy of the campaign afterwards.",
                code="not_in_draw_order",
                field=f"policy.{field}",
            )


def _built_pool(
    source: dict[str, Any], sample: Sample | None, without: Sequence[LabelSet], draw: Draw | None
) -> Pool:
    if draw is None:
        return build_pool_from_runs(**source, sample=sample, without=without).pool
    refuse_part(sample, without)
    return build_pool_by_design(**source, draw=draw).pool


def _free_pool_name(name: str) -> str:
    taken = set(
        Pool.objects.filter(name__startswith=name[: MAX_NAME - ROOM]).values_list("name", flat=True)
    )
    if name not in taken:
        return name
    stem = name[: MAX_NAME - ROOM]
    return next(free for n in count(2) if (free := f"{stem}-{n}") not in taken)


def _overlap(pool: Pool, n: int, seed: int, marked: Mapping[int, Mark]) -> dict[int, Mark]:
    if n == 0:
        return {}
    pairs = pool.pairs.exclude(pk__in=marked).order_by("pk")
    regular = list(pairs.values_list("pk", flat=True))
    if n > len(regular):
        raise PoolRefused(
            f"{n} overlap pairs are wanted; the pool has only {len(regular)} pairs.",
            code="too_few_pairs",
        )
    drawn = np.random.default_rng(seed).permutation(len(regular))[:n]
    return {regular[index]: Mark(PairKind.OVERLAP) for index in drawn}
