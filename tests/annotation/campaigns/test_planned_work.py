"""The forecast of a campaign's work, against what assessors are really served."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from annotation.campaigns.creating import set_up_campaign
from annotation.campaigns.planned_work import (
    Crew,
    GoldTopic,
    Plan,
    PlannedPairs,
    plan_campaign,
    planned_work,
)
from annotation.campaigns.policy import PolicyOptions
from annotation.guidelines.scales import parse_scale
from annotation.models import Campaign, CampaignState, Judgment, Unit
from annotation.pools.planned import planned_pool
from ranking.models import Run
from regrade.files.judging.marks import Kind, MarkLine
from tests.annotation.assessing import crew, work_off
from tests.factories import make_collection, make_run, make_topics
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

N_TOPICS, DEPTH, SCALE = 4, 12, range(1, 6)


@pytest.fixture
def run(db: None) -> Run:
    collection = make_collection(texts={f"d{n}": f"Passage {n}." for n in range(DEPTH)})
    topic_set = make_topics(queries={f"q{n}": f"query {n}" for n in range(N_TOPICS)})
    ranked = {f"q{n}": [f"d{d}" for d in range(DEPTH)] for n in range(N_TOPICS)}
    return make_run("one", collection, topic_set, ranked)


def mark(line: int, query_id: str, doc_id: str, kind: Kind = "gold") -> MarkLine:
    return MarkLine(query_id, doc_id, kind, 0, grade=3, explanation="", line=line)


MARKS = [
    *(mark(n, f"q{n % N_TOPICS}", f"d{n}") for n in range(1, 9)),
    mark(9, "q0", "d10", "qualification"),
    mark(10, "q1", "d11", "qualification"),
]


def plan(run: Run, people: int, policy: PolicyOptions, **more: Any) -> Plan:
    asked: dict[str, Any] = {"marks": MARKS, "n_overlap": 4, "judgments_per_pair": 2} | more
    return plan_campaign(
        pool=planned_pool(runs=[run], depth=DEPTH),
        n_pairs=N_TOPICS * DEPTH,
        scale=SCALE,
        crew=Crew(people, None, 30.0),
        policy=policy,
        **asked,
    )


def served(run: Run, people: int, policy: PolicyOptions) -> Counter[str]:
    """Judgments by kind, when everyone has judged all that they were served."""
    campaign = set_up_campaign(
        name="forest",
        runs=[run],
        depth=DEPTH,
        grades=parse_scale("1-5"),
        judgments_per_pair=2,
        mark_lines=MARKS,
        n_overlap=4,
        pass_share=0.5,
        seed=3,
        notice="",
        policy=policy,
    )
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.OPEN)
    members = crew(campaign, people)
    while sum(len(work_off(member, most=1)) for member in members):
        pass  # in turn, as people do who judge at once
    judged = Judgment.objects.values_list("campaign_pair__kind", "occasion")
    return Counter("repeats" if occasion else kind for kind, occasion in judged)


@pytest.mark.parametrize("unit", list(Unit))
@pytest.mark.parametrize(
    ("people", "rhythms", "slack"),
    [
        pytest.param(2, {}, 0, marks=thorough),
        pytest.param(3, {"gold_every": 1}, 0, marks=thorough),
        (2, {"gold_every": 2}, 0),
        pytest.param(3, {"gold_every": 2}, 0, marks=thorough),
        # The rest of each draw, of each assessor and topic.
        pytest.param(2, {"gold_every": 5}, 4, marks=thorough),
        (3, {"gold_every": 3, "repeat_every": 4, "repeat_after": 3}, 4),
    ],
)
def test_the_forecast_sum_is_what_is_served(
    run: Run, unit: Unit, people: int, rhythms: dict[str, Any], slack: int
) -> None:
    policy = PolicyOptions(unit=unit, **rhythms)
    work, found = plan(run, people, policy).work, served(run, people, policy)
    assert (work.regular, work.for_all, work.qualification) == (
        found["regular"],
        found["overlap"],
        found["qualification"],
    )
    assert work.gold == pytest.approx(found["gold"], abs=slack)
    assert work.repeats == pytest.approx(found["repeats"], abs=slack)
    assert work.total == pytest.approx(found.total(), abs=slack)


def test_the_sum_of_pairs_leaves_out_marks_at_fault(run: Run) -> None:
    bad = [
        mark(11, "q1", "d99"),
        mark(12, "q0", "d1")._replace(grade=9),
        MARKS[0]._replace(line=13),
    ]
    found = plan(run, 2, PolicyOptions(), marks=[*MARKS, *bad])
    assert found.pairs == PlannedPairs(regular=34, for_all=4, gold=8, qualification=2)
    assert [(fault.number, fault.code) for fault in found.faults] == [
        (11, "unknown_passage"),
        (12, "grade_off_scale"),
        (13, "passage_twice"),
    ]


PAIRS = PlannedPairs(regular=120, for_all=0, gold=0, qualification=0)
FEW = PAIRS._replace(regular=100)
MIXED = PlannedPairs(regular=90, for_all=10, gold=20, qualification=0)
PLAIN = PolicyOptions()
REPEATED = PolicyOptions(repeat_every=10)  # from the 21st position on


@pytest.mark.parametrize(
    ("pairs", "people", "quota", "policy", "each", "uncovered"),
    [
        (PAIRS, 6, None, PLAIN, 60, 0),
        (PAIRS, 6, 20, PLAIN, 20, 360 - 6 * 20),
        (PAIRS, 6, 60, PLAIN, 60, 0),
        (PAIRS, 6, 500, PLAIN, 60, 0),
        (PAIRS, 6, 60, REPEATED, 64, 0),
        (PAIRS, 6, 47, REPEATED, 50, 360 - 6 * 47),
        (FEW, 3, 100, REPEATED, 109, 0),
        (PAIRS._replace(gold=5), 6, 60, PolicyOptions(gold_every=20), 60, 6 * 3),
        (MIXED, 3, 100, PolicyOptions(gold_every=10), 100, 270 - 3 * (100 - 10 - 9)),
        (MIXED, 3, 8, PLAIN, 8, 270 + 3 * 2),
    ],
)
def test_a_quota_leaves_to_nobody_what_it_does_not_cover(
    pairs: PlannedPairs,
    people: int,
    quota: int | None,
    policy: PolicyOptions,
    each: int,
    uncovered: int,
) -> None:
    topics = [GoldTopic(pairs.regular, pairs.gold)]
    work = planned_work(pairs, topics, 3, Crew(people, quota, 30.0), policy)
    assert (work.n_each, work.n_uncovered) == (each, uncovered)
    assert work.hours == pytest.approx(work.total * 30 / 3600)
