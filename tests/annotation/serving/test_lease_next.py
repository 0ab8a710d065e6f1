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
from regrade.serving.schedule import MOST_HELD_BACK, Plan, plan_for
from tests.annotation.assessing import Served, answer, crew, serve, small_campaign, work_off
from tests.tiers import THOROUGH, thorough

pytestmark = pytest.mark.django_db

OVERLAP, GOLD = Mark(PairKind.OVERLAP), Mark(PairKind.GOLD, grade=4)
N = 8  # pairs of a topic
# Assessors, each of whom has rhythms that begin elsewhere.
SEVERAL = 3 if THOROUGH else 1
SCATTERED = dict.fromkeys((5, 14, 23, 34, 43, 52), GOLD)  # one in each of six topics
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


@in_hand
@pytest.mark.parametrize(
    "marks",
    [pytest.param(DENSE, marks=thorough, id="dense"), pytest.param(SCATTERED, id="scattered")],
)
def test_gold_comes_behind_a_pair_of_its_topic_and_nowhere_else(
    marks: Mapping[int, Mark], n: int
) -> None:
    for member in crew(campaign_of(marks), SEVERAL):
        served = work_off(member, n)
        gold = [place for place, kind in enumerate(kinds(served)) if kind == "gold"]
        assert len(gold) >= 4
        assert all(served[place - 1].topic == served[place].topic for place in gold)


def test_gold_waits_behind_a_pair_that_comes_in_the_middle_of_a_topic() -> None:
    """An overlap pair waits no longer than so many positions, even where its topic is not begun."""
    n = MOST_HELD_BACK + 10
    gold, overlap = range(n // 2), range(2 * n, 2 * n + 9)
    marks = dict.fromkeys(gold, GOLD) | dict.fromkeys(overlap, OVERLAP)
    campaign = small_campaign(3, n, marks=marks, gold_every=2, overlap_every=3)
    [member] = crew(campaign, 1)
    served = work_off(member)
    assert any(place not in {0, len(served) - 1} for place in of_other_topics(served))
    after = [place for place, kind in enumerate(kinds(served)) if kind == "gold"]
    assert len(after) >= n // 4
    assert all(served[place - 1].topic == served[place].topic for place in after)


def test_gold_whose_topic_is_never_in_hand_never_comes() -> None:
    """Nor does it behind a pair of its topic that stands alone between two others."""
    apart = dict.fromkeys(range(N), GOLD) | dict.fromkeys((N, 2 * N), OVERLAP)
    [member] = crew(campaign_of(apart, gold_every=2, overlap_every=9), 1)
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
def test_a_pair_of_the_topic_in_hand_comes_as_soon_as_it_is_due(n: int) -> None:
    """The only topic has gold pairs of its own: but for the first there is no reason to wait."""
    marks = dict.fromkeys(range(0, 40, 4), GOLD)
    campaign = small_campaign(1, 40, marks=marks, gold_every=5)
    [member] = crew(campaign, 1)
    served = kinds(work_off(member, n))
    found = [place for place, kind in enumerate(served, start=1) if kind == "gold"]
    gold = plan_of(campaign, member).gold
    assert found[1:7] == [gold.position_of(number) for number in range(2, 8)]


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


def n_gold_due(campaign: Campaign, member: Membership, position: int) -> int:
    return plan_of(campaign, member).gold.n_due(position)


@in_hand
def test_as_many_come_as_the_plan_has_up_to_the_quota(n: int) -> None:
    """Moved, not dropped, where each topic has enough."""
    campaign, quota = campaign_of(DENSE), 17
    for member in crew(campaign, SEVERAL, quota=quota):
        served = work_off(member, n)
        assert len(served) == quota
        assert kinds(served).count("gold") == n_gold_due(campaign, member, quota)


def test_what_is_due_before_the_first_answer_comes_too() -> None:
    """The page fills the hand by several claims before anything is answered."""
    campaign = campaign_of(DENSE, gold_every=3)
    for member in crew(campaign, SEVERAL):
        for _ in range(3):
            hand = serve(member, 15)
        assert len(hand) == 15
        answer(member, hand[0])
        served = [hand[0], *work_off(member, 15)]
        found = [place for place, kind in enumerate(kinds(served), start=1) if kind == "gold"]
        assert len(found) >= n_gold_due(campaign, member, found[-1])
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
    campaign = campaign_of(SCATTERED, gold_every=2)
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
    [member] = crew(campaign_of(SCATTERED, gold_every=2), 1)
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
        assert kinds(served).count("gold") == n_gold_due(campaign, member, len(served))


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
        assert kinds(served).count("gold") >= n_gold_due(campaign, member, len(served)) - 1


@in_hand
def test_overlap_pairs_without_a_text_take_no_place_from_others(n: int) -> None:
    texts = {f"d{i}": f"Passage {i}." if i < N else "" for i in range(2 * N)}
    marks = dict.fromkeys(range(N, 2 * N), OVERLAP)  # of the first topic, without a text
    marks |= {topic * 2 * N + i: GOLD for topic in range(6) for i in range(4)}
    campaign, quota = small_campaign(6, texts=texts, marks=marks, gold_every=5), 20
    for member in crew(campaign, SEVERAL, quota=quota):
        served = work_off(member, n)
        assert len(served) == quota
        assert kinds(served).count("gold") == n_gold_due(campaign, member, len(served))
