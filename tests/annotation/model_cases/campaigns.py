"""Pools, campaigns with their pairs and scales, and what they serve."""

from __future__ import annotations

from django.utils import timezone

from annotation.models import ExpertGrade, Guideline, PairKind, PoolStrategy
from tests.annotation.model_cases.scene import (
    Breaks,
    add_policy,
    anonymize,
    change,
    copy,
    gold,
    remove,
)

DRAWN = {"strategy": PoolStrategy.DESIGN, "depth": 1, "seed": 7, "recipe": {"design": {}}}
POOLS: Breaks = {
    "pool_name_unique": [lambda s: copy(s.campaign.pool)],
    "pool_name_without_comma_or_blank": [
        lambda s: change(s.campaign.pool, name="a,b"),
        lambda s: change(s.campaign.pool, name="a b"),
        lambda s: change(s.campaign.pool, name=""),
    ],
    "pool_strategy_known": [lambda s: change(s.campaign.pool, strategy="guess")],
    "pool_depth_with_depth_strategy": [
        lambda s: change(s.campaign.pool, strategy=PoolStrategy.DEPTH),
        lambda s: change(s.campaign.pool, strategy=PoolStrategy.DEPTH, depth=0),
        lambda s: change(s.campaign.pool, depth=20),
    ],
    "pool_seed_with_design": [
        lambda s: change(s.campaign.pool, **DRAWN | {"seed": None}),
        lambda s: change(s.campaign.pool, strategy=PoolStrategy.ACTIVE, recipe={"active": {}}),
    ],
    "pool_recipe_with_strategy": [
        lambda s: change(s.campaign.pool, strategy=PoolStrategy.ACTIVE, seed=7),
        lambda s: change(s.campaign.pool, recipe={"active": {}}),
    ],
    "pool_recipe_with_design": [
        lambda s: change(s.campaign.pool, **DRAWN | {"recipe": {}}),
        lambda s: change(s.campaign.pool, recipe={"design": None}),
    ],
    "pooled_pair_one_at_draw_place": [
        lambda s: [change(one, draw_place=1, probability=1) for one in s.campaign.pool.pairs.all()]
    ],
    "pooled_pair_probability_when_drawn": [
        lambda s: change(s.pair.pair, draw_place=1),
        lambda s: change(s.pair.pair, probability=0.5),
        lambda s: change(s.pair.pair, draw_place=1, probability=0),
        lambda s: change(s.pair.pair, draw_place=1, probability=1.1),
        lambda s: change(s.pair.pair, draw_place=0, probability=0.5),
    ],
    "pooled_pair_origin_known": [lambda s: change(s.pair.pair, origin="guess")],
    "pooled_pair_search_draws_nothing": [
        lambda s: change(s.pair.pair, origin="search", draw_place=1, probability=0.5)
    ],
    "pooled_pair_unique_in_pool": [lambda s: copy(s.pair.pair)],
    "pooled_pair_rank_when_from_runs": [
        lambda s: change(s.pair.pair, n_runs=1),
        lambda s: change(s.pair.pair, best_rank=1),
        lambda s: change(s.pair.pair, n_runs=1, best_rank=0),
    ],
}
CAMPAIGNS: Breaks = {
    "campaign_name_unique": [lambda s: change(s.other, name=s.campaign.name)],
    "campaign_name_without_comma_or_blank": [
        lambda s: change(s.campaign, name="a,b"),
        lambda s: change(s.campaign, name="a b"),
        lambda s: change(s.campaign, name=""),
    ],
    "campaign_state_known": [lambda s: change(s.campaign, state="asleep")],
    "campaign_numbers_positive": [
        lambda s: change(s.campaign, judgments_per_pair=0),
        lambda s: change(s.campaign, max_not_judged=0),
        lambda s: change(s.campaign, lease_s=0),
        lambda s: change(s.campaign, seat_s=0),
        lambda s: change(s.campaign, max_attempts=0),
        lambda s: change(s.campaign, quota=0),
    ],
    "campaign_pace_limit_positive": [lambda s: change(s.campaign, pace_limit=0)],
    "campaign_pass_share_is_one": [
        lambda s: change(s.campaign, pass_share=0),
        lambda s: change(s.campaign, pass_share=1.01),
    ],
    "campaign_stays_anonymized": [
        lambda s: change(s.campaign, anonymized_at=timezone.now()),
        lambda s: [anonymize(s), change(s.campaign, anonymized_at=None)],
        lambda s: [anonymize(s), change(s.campaign, anonymized_at=timezone.now())],
    ],
    "campaign_pair_unique_in_campaign": [lambda s: copy(s.pair)],
    "campaign_pair_kind_known": [lambda s: change(s.pair, kind="silver", wanted=None)],
    "campaign_pair_wanted_when_regular": [
        lambda s: change(s.pair, wanted=None),
        lambda s: change(s.pair, wanted=0),
        lambda s: change(s.pair, kind="gold"),
    ],
    "campaign_pair_pilot_is_overlap": [
        lambda s: change(s.pair, in_pilot=True),
        lambda s: change(s.pair, in_pilot=True, kind=PairKind.GOLD, wanted=None),
    ],
    "grade_value_unique_in_campaign": [lambda s: copy(s.grade(1))],
    "grade_colour_is_hex": [
        lambda s: change(s.grade(1), colour="blue"),
        lambda s: change(s.grade(1), colour="#12345"),
    ],
    "grade_given_is_fixed": [
        lambda s: change(s.grade(3), value=9),
        lambda s: change(s.grade(3), campaign=s.other),
    ],
    "guideline_version_unique_in_campaign": [
        lambda s: Guideline.objects.create(campaign=s.campaign, version=1, body="Again."),
    ],
    "guideline_one_draft_in_campaign": [
        lambda s: [
            Guideline.objects.create(campaign=s.campaign, version=8),
            Guideline.objects.create(campaign=s.campaign, version=9),
        ],
    ],
    "guideline_published_is_fixed": [
        lambda s: change(s.guideline, body="Be kind."),
        lambda s: change(s.guideline, published_at=None),
        lambda s: remove(s.guideline),
    ],
    "expert_grade_on_its_campaigns_scale": [
        lambda s: ExpertGrade.objects.create(campaign_pair=s.pair, grade=s.grade(1)),
        lambda s: ExpertGrade.objects.create(
            campaign_pair=gold(s), grade=s.other.grades.get(value=1)
        ),
        lambda s: change(
            ExpertGrade.objects.create(campaign_pair=gold(s), grade=s.grade(1)),
            campaign_pair=s.pair,
        ),
    ],
}
POLICIES: Breaks = {
    "serving_policy_version_unique_in_campaign": [lambda s: add_policy(s, version=1)],
    "serving_policy_unit_known": [lambda s: add_policy(s, unit="books")],
    "serving_policy_order_known": [lambda s: add_policy(s, order="whim")],
    "serving_policy_share_is_one": [
        lambda s: add_policy(s, new_topic_share=-0.1),
        lambda s: add_policy(s, new_topic_share=1.1),
    ],
    "serving_policy_steps_positive": [
        lambda s: add_policy(s, sets_offered=0),
        lambda s: add_policy(s, topics_per_set=0),
        lambda s: add_policy(s, overlap_every=0),
        lambda s: add_policy(s, gold_every=0),
        lambda s: add_policy(s, repeat_every=0),
        lambda s: add_policy(s, repeat_after=0),
    ],
    "serving_policy_insert_only": [
        lambda s: change(s.campaign.policy(), seed=8),
        lambda s: remove(s.campaign.policy()),
    ],
}
