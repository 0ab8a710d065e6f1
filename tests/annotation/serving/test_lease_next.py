"""Where whole topics are served, special pairs come where they do not stand out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection

from annotation.campaigns.pilot import draw_pilot
from annotation.campaigns.policy import PolicyOptions, set_policy
from annotation.models import Campaign, CampaignPair, CampaignState, Membership, PairKind
from annotation.pools.pairs import Mark
from regrade.serving.gold_places import gold_places
from regrade.serving.schedule import MOST_HELD_BACK, Plan, plan_for
from tests.annotation.assessing import Served, answer, crew, serve, small_campaign, work_off
from tests.tiers import THOROUGH, thorough

pytestmark = pytest.mark.django_db

OVERLAP, GOLD = Mark(PairKind.OVERLAP), Mark(PairKind.GOLD, grade=4)
N = 8  # pairs of a topic
# Assessors, each of whom has rhythms that begin elsewhere.
SEVERAL = 3 if THOROUGH else 1
SCATTERED = dict.fromkeys((5, 14, 23, 34, 43, 52), GOLD)  # one in each of six topics
WAITING = dict.fromkeys(SCATTERED, OVERLAP)
DENSE = {topic * N + i: GOLD for topic in range(7) for i in range(4)}  # half of each topic
# How many pairs the page asks for: what comes does not hang on it.
in_hand = pytest.mark.parametrize("n", [1, pytest.param(15, marks=thorough)])


def kinds(served: Sequence[Served]) -> list[str]:
    return ["repeat" if one.ticket.occasion else one.pair.kind for one in served]


def of_other_topics(served: Sequence[Served]) -> list[int]:
    """Places between two shared pairs of one topic at which another topic comes."""
    is_shared = [kind == "regular" for kind in kinds(served)]
    found = []
    shared = [place for place, is_one in enumerate(is_shared) if is_one]
    for before, after in pairwise(shared):
        if served[before].topic == served[after].topic:
            found += [i for i in range(before, after) if served[i].topic != served[after].topic]
    return found


def campaign_of(marks: Mapping[int, Mark], n_topics: int = 7, **policy: Any) -> Campaign:
    return small_campaign(n_topics, N, marks=marks, **{"gold_every": 6, **policy})


def places_of(campaign: Campaign, member: Membership, served: Sequence[Served]) -> list[int]:
    """Of the gold of one topic: how many of its regular pairs come before each, as it is drawn."""
    pairs = campaign.pairs.filter(
        pair__topic=served[0].pair.pair.topic_id, pair__passage__text__gt=""
    )
    policy = campaign.policy()
    assert policy.gold_every is not None
    return gold_places(
        seed=policy.seed,
        assessor=member.pk,
        topic=served[0].pair.pair.topic_id,
        n_regular=pairs.filter(kind=PairKind.REGULAR).count(),
        n_gold=pairs.filter(kind=PairKind.GOLD).count(),
        every=policy.gold_every,
    )


def places_found(of_topic: Sequence[Served]) -> list[int]:
    found, n_regular = [], 0
    for kind in kinds(of_topic):
        if kind == "gold":
            found.append(n_regular)
        n_regular += kind == "regular"
    return found


def check_gold(campaign: Campaign, member: Membership, served: Sequence[Served]) -> None:
    """It stands where it is drawn; some may be missing where a quota came to its end."""
    by_topic = {one.topic: [it for it in served if it.topic == one.topic] for one in served}
    found = {topic: places_found(ones) for topic, ones in by_topic.items()}
    drawn = {topic: places_of(campaign, member, ones) for topic, ones in by_topic.items()}
    for topic in {one.topic for one in served[-2 * N :]}:
        drawn[topic] = drawn[topic][: len(found[topic])]
    assert found == drawn


@in_hand
@pytest.mark.parametrize(
    "marks",
    [pytest.param(DENSE, marks=thorough, id="dense"), pytest.param(SCATTERED, id="scattered")],
)
def test_gold_comes_at_drawn_places_among_the_pairs_of_its_topic(
    marks: Mapping[int, Mark], n: int
) -> None:
    campaign = campaign_of(marks)
    for member in crew(campaign, SEVERAL):
        served = work_off(member, n)
        check_gold(campaign, member, served)


def test_gold_of_a_topic_that_has_nothing_else_never_comes() -> None:
    """It would stand alone."""
    [member] = crew(campaign_of(dict.fromkeys(range(N), GOLD), gold_every=2), 1)
    assert "gold" not in kinds(work_off(member))


@in_hand
def test_repeats_and_overlap_pairs_wait_for_a_border_too(n: int) -> None:
    marks = dict.fromkeys(range(N), OVERLAP)
    campaign = campaign_of(marks, overlap_every=7, gold_every=None, repeat_every=7, repeat_after=9)
    for member in crew(campaign, SEVERAL):
        served = work_off(member, n)
        assert of_other_topics(served) == []
        counts = Counter(kinds(served))
        assert counts["overlap"] == N
        assert counts["repeat"] >= 4


@in_hand
def test_the_quota_is_not_exceeded_for_gold(n: int) -> None:
    campaign, quota = campaign_of(DENSE), 17
    for member in crew(campaign, SEVERAL, quota=quota):
        served = work_off(member, n)
        assert len(served) == quota
        check_gold(campaign, member, served)


def test_gold_comes_before_the_first_answer_too() -> None:
    """The page fills the hand by several claims before anything is answered."""
    campaign = campaign_of(DENSE, gold_every=3)
    for member in crew(campaign, SEVERAL):
        for _ in range(3):
            hand = serve(member, 15)
        answer(member, hand[0])
        served = [hand[0], *work_off(member, 15)]
        first = [one for one in served if one.topic == served[0].topic]
        assert places_found(first) == places_of(campaign, member, first)
        assert of_other_topics(served) == []


@in_hand
def test_at_a_border_a_pair_of_the_next_topic_is_preferred(n: int) -> None:
    """Half of the topics have gold pairs, more of them than are due."""
    marks = {topic * N + i: GOLD for topic in (0, 2, 4, 6) for i in range(6)}
    for member in crew(campaign_of(marks, gold_every=5), SEVERAL):
        served = work_off(member, n)
        lone = [
            place
            for place, kind in enumerate(kinds(served))
            if kind == "gold"
            and served[place].topic not in topics_beside(served, place)
            and {"q0", "q2", "q4", "q6"} & topics_beside(served, place)
        ]
        assert lone == []


def topics_beside(served: Sequence[Served], place: int) -> set[str]:
    """Of the shared pairs before and after."""
    before = [one.topic for one in served[:place] if one.pair.kind == "regular"]
    after = [one.topic for one in served[place + 1 :] if one.pair.kind == "regular"]
    return {*before[-1:], *after[:1]}


@in_hand
def test_overlap_pairs_of_another_topic_all_come_within_the_quota(n: int) -> None:
    campaign = campaign_of(dict.fromkeys(range(N), OVERLAP), gold_every=None)
    [member] = crew(campaign, 1, quota=11)
    assert kinds(work_off(member, n)).count("overlap") == N


def plan_of(campaign: Campaign, member: Membership) -> Plan:
    return plan_for(
        seed=campaign.policy().seed,
        assessor=member.pk,
        quota=member.quota,
        n_overlap=campaign.pairs.filter(kind=PairKind.OVERLAP).count(),
        overlap_every=campaign.policy().overlap_every,
        gold_every=campaign.policy().gold_every,
        repeat_every=None,
    )


def test_in_a_long_topic_a_pair_waits_for_no_longer_than_it_may() -> None:
    n_passages = MOST_HELD_BACK + 20
    marks = dict.fromkeys(range(n_passages), OVERLAP)
    campaign = small_campaign(2, n_passages, marks=marks, overlap_every=10)
    [member] = crew(campaign, 1)
    answer(member, serve(member)[0])  # of the topic: before it is as good a place as any
    found = [i for i, kind in enumerate(kinds(work_off(member)), start=2) if kind == "overlap"]
    overlap = plan_of(campaign, member).overlap
    due = [p for p in range(2, n_passages) if overlap.n_due(p - 1) < overlap.n_due(p)]
    assert found[:2] == [due[0] + MOST_HELD_BACK, due[0] + MOST_HELD_BACK + 10]


def test_what_waited_under_another_policy_is_forgotten() -> None:
    """In 35 positions seven would have waited; in the next four two are due at most."""
    campaign = small_campaign(1, 80, marks=dict.fromkeys(range(0, 80, 2), GOLD), gold_every=None)
    [member] = crew(campaign, 1)
    work_off(member, most=35)
    set_policy(campaign=campaign, options=PolicyOptions(gold_every=5))
    assert kinds(work_off(member, most=4)).count("gold") <= 2


def test_after_a_pilot_nothing_has_waited() -> None:
    """In 24 positions eight would have waited; in the next eight four are due at most."""
    marks = dict.fromkeys(range(0, 96, 2), GOLD)
    campaign = small_campaign(2, 48, marks=marks, state=CampaignState.DRAFT, gold_every=3)
    draw_pilot(campaign=campaign, n=24)
    Campaign.objects.update(state=CampaignState.PILOT)
    [member] = crew(campaign, 1)
    assert len(work_off(member)) == 24
    Campaign.objects.update(state=CampaignState.OPEN)
    assert kinds(work_off(member, most=8)).count("gold") <= 4


def test_a_lease_taken_on_trial_leaves_nothing_behind() -> None:
    """At a border the next topic is looked at before the pair that waits is served."""
    campaign = campaign_of(WAITING, gold_every=None, overlap_every=2)
    [member] = crew(campaign, 1)
    for place, _ in enumerate(iter(lambda: work_off(member, most=1), []), start=1):
        member.refresh_from_db()
        assert member.n_served == place
        held = campaign.seats.filter(holder=member, finished_at=None).count()
        assert held <= 1
    positions = member.judgments.order_by("pk").values_list("position", flat=True)
    assert list(positions) == list(range(1, place + 1))


def prepared_queries() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_prepared_statements WHERE NOT from_sql")
        return {name for (name,) in cursor.fetchall()}


def test_a_lease_taken_on_trial_costs_no_plan() -> None:
    """The queries prepared on the connection are there after it as before."""
    [member] = crew(campaign_of(WAITING, gold_every=None, overlap_every=2), 1)
    before = prepared_queries()
    while work_off(member, most=1):
        after = prepared_queries()
        assert before <= after
        before = after


# Answers without a grade, and pairs without a text


def work_off_but(unjudged: PairKind, member: Membership, n: int) -> list[Served]:
    """Answer pairs of that kind without a grade, or repeats, where the kind is regular."""
    done: list[Served] = []
    known: dict[int, CampaignPair] = {}
    while hand := serve(member, n, known):
        first = hand[0]
        is_one = first.pair.kind == unjudged
        if unjudged == PairKind.REGULAR:
            is_one = bool(first.ticket.occasion)
        answer(member, first, None if is_one else 3)
        done.append(first)
    return done


@in_hand
def test_a_gold_pair_that_was_not_judged_came_all_the_same(n: int) -> None:
    campaign, quota = campaign_of(DENSE), 24
    for member in crew(campaign, SEVERAL, quota=quota):
        served = work_off_but(PairKind.GOLD, member, n)
        check_gold(campaign, member, served)


@in_hand
def test_a_repeat_that_was_not_judged_came_all_the_same(n: int) -> None:
    campaign = campaign_of({}, gold_every=None, repeat_every=9, repeat_after=9)
    for member in crew(campaign, SEVERAL):
        served = work_off_but(PairKind.REGULAR, member, n)
        n_rounds = (len(served) - 9) // 9
        assert n_rounds <= kinds(served).count("repeat") <= n_rounds + 1


@in_hand
def test_overlap_pairs_that_were_not_judged_take_no_place_from_others(n: int) -> None:
    """They came: the end of the quota is not kept for them."""
    campaign, quota = campaign_of(DENSE | dict.fromkeys(range(N), OVERLAP), gold_every=5), 30
    for member in crew(campaign, SEVERAL, quota=quota):
        served = work_off_but(PairKind.OVERLAP, member, n)
        assert kinds(served).count("overlap") == N
        check_gold(campaign, member, served)


@in_hand
def test_overlap_pairs_without_a_text_take_no_place_from_others(n: int) -> None:
    texts = {f"d{i}": f"Passage {i}." if i < N else "" for i in range(2 * N)}
    marks = dict.fromkeys(range(N, 2 * N), OVERLAP)  # of the first topic, without a text
    marks |= {topic * 2 * N + i: GOLD for topic in range(6) for i in range(4)}
    campaign, quota = small_campaign(6, texts=texts, marks=marks, gold_every=5), 20
    for member in crew(campaign, SEVERAL, quota=quota):
        served = work_off(member, n)
        assert len(served) == quota
        check_gold(campaign, member, served)
