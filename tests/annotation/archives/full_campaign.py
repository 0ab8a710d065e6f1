"""A closed campaign in which everything happened that a campaign can have."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
from django.contrib.auth.models import User

from annotation.campaigns.creating import create_campaign
from annotation.campaigns.policy import PolicyOptions, set_policy
from annotation.campaigns.publishing import publish_guideline
from annotation.guidelines.scales import parse_scale
from annotation.judging.undoing import retract_judgment
from annotation.labels.arrays import Relevances
from annotation.labels.deriving import OtherSets, derive_labels
from annotation.labels.storing import Origin, store_labels
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignState,
    Cause,
    LabelSource,
    Membership,
    PairKind,
    Pool,
    Reason,
    Role,
)
from annotation.pairs.deciding import choose, record_decision, take_back
from annotation.people.consents import accept_notice
from annotation.people.joining import join_by_oneself, join_campaign
from annotation.people.memberships import Work, withdraw_member
from annotation.people.messages import send_message
from annotation.pools.building import build_pool_from_runs
from annotation.pools.pairs import Mark
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.electorate import Electorate
from regrade.aggregation.policy_file import WholePolicy
from tests.annotation.assessing import Served, answer, serve
from tests.annotation.importing import importer
from tests.factories import make_collection, make_run, make_topics, make_user

NAME = "forest"
ORGANIZE = "annotation.may_organize"
POLICIES = {
    "liberal": AggregationPolicy(aggregate="majority", threshold=3, tie="highest"),
    "strict": AggregationPolicy(aggregate="majority", threshold=4, tie="fallback"),
    "median": AggregationPolicy(aggregate="median", rounding="half-even", gold="expert"),
    "decided": AggregationPolicy(aggregate="plurality", tie="unjudged", decisions="override"),
}


def full_campaign(folder: Path, *, n_topics: int = 3, n_passages: int = 8) -> Campaign:
    """Judged by people, simulated assessors and a model, under two guidelines and policies."""
    organizer = make_user("olivia", ORGANIZE)
    pool = _pool(n_topics, n_passages)
    campaign = _campaign(pool, organizer)
    chance = random.Random(5)
    members = [
        *(join_by_oneself(campaign=campaign, user=make_user(f"assessor{i}")) for i in range(4)),
        *join_campaign(
            campaign=campaign, users=[make_user("robot")], kind=AssessorKind.SIMULATED
        ).values(),
    ]
    for member in members:
        accept_notice(membership=member, notice_version=1)
    _judge(members, chance, most=20)
    publish_guideline(campaign=campaign, body="# How to judge\n\nRead *all* of it.")
    set_policy(campaign=campaign, options=PolicyOptions(extra_judgments=1), actor=organizer)
    _judge(members, chance)
    send_message(campaign=campaign, text="Thank you", actor=organizer)
    withdraw_member(membership=members[3], work=Work.DROP)
    _judge(members[:3] + members[4:], chance)
    _bring_model(campaign, folder)
    _decide(campaign, organizer)
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.CLOSED)
    _derive(campaign)
    campaign.refresh_from_db()
    return campaign


def _pool(n_topics: int, n_passages: int) -> Pool:
    texts: dict[str, str | None] = {
        f"d{i}": f"Passage {i} on trees — très “long”." for i in range(n_passages)
    }
    texts |= {"unpooled": "Nobody judges this.", "unknown": None}
    collection = make_collection(texts=texts)
    topics = make_topics(queries={f"q{i}": f"what of tree {i}" for i in range(n_topics)})
    names = [f"d{i}" for i in range(n_passages)]
    runs = [
        make_run(
            "forward", collection, topics, {f"q{i}": [*names, "unpooled"] for i in range(n_topics)}
        ),
        make_run("backward", collection, topics, {f"q{i}": names[::-1] for i in range(n_topics)}),
    ]
    known = Relevances(np.array([0, 1], dtype=np.int32), np.array([1, 0], dtype=np.int16))
    store_labels(
        name="known",
        collection=collection,
        topic_set=topics,
        origin=Origin(LabelSource.IMPORTED, {"file": "known.qrels"}),
        relevances={f"q{i}": known for i in range(n_topics)},
        min_relevance=1,
    )
    return build_pool_from_runs(name="trees", runs=runs, depth=n_passages).pool


def _campaign(pool: Pool, organizer: User) -> Campaign:
    grades = parse_scale("1-5")
    first, second, third = pool.pairs.order_by("pk").values_list("pk", flat=True)[:3]
    gold = Mark(PairKind.GOLD, grade=grades[4].value, explanation="It says so.")
    campaign = create_campaign(
        name=NAME,
        pool=pool,
        grades=grades,
        judgments_per_pair=2,
        guideline="# How to judge\n\nBy what it says.",
        notice="Your answers are kept.",
        policy=PolicyOptions(gold_every=5, repeat_every=7, repeat_after=3, rotates=True),
        marks={first: gold, second: Mark(PairKind.OVERLAP), third: gold},
        seed=3,
        actor=organizer,
        asks_confidence=True,
        asks_note=True,
        allows_search=True,
    )
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.OPEN)
    campaign.refresh_from_db()
    return campaign


def _judge(members: list[Membership], chance: random.Random, most: int = 1000) -> None:
    at_work, n = list(members), 0
    while at_work and n < most:
        member = chance.choice(at_work)
        if held := serve(member, 1):
            _answer(member, held[0], chance)
            n += 1
        else:
            at_work.remove(member)


def _answer(member: Membership, served: Served, chance: random.Random) -> None:
    if chance.random() < 0.08:
        answer(member, served, None, reason_not_judged=Reason.LANGUAGE)
        return
    end, grade = len(served.assignment.passage.text), chance.randint(1, 5)
    recorded = answer(
        member,
        served,
        grade,
        spans=[(0, end // 2), (end // 2 + 1, end)] if grade > 3 else [],
        confidence=chance.randint(1, 5),
        note="Not sure — «why»?\nTwo lines." if grade == 3 else "",
    )
    if chance.random() < 0.2:
        answer(member, served, 6 - grade)
    elif chance.random() < 0.1:
        retract_judgment(judgment=recorded.judgment, cause=Cause.UNDONE)


def _bring_model(campaign: Campaign, folder: Path) -> None:
    rows = [f"q{i} d{j} gpt-x {1 + (i + j) % 5}" for i in range(2) for j in range(2, 6)]
    importer(campaign, folder)(*rows, kind=AssessorKind.MODEL)


def _decide(campaign: Campaign, organizer: User) -> None:
    """By a member, by an organizer who is none, twice on a pair, and taken back."""
    adjudicator = make_user("ada")
    join_by_oneself(campaign=campaign, user=adjudicator, role=Role.ADJUDICATOR)
    pairs = list(campaign.pairs.filter(kind=PairKind.REGULAR).order_by("pk")[:4])
    for pair, by in zip(pairs, (adjudicator, organizer, adjudicator, organizer), strict=True):
        record_decision(pair=pair, adjudicator=by, grade=4, note="Read twice.")
    record_decision(pair=pairs[0], adjudicator=organizer, grade=2)
    take_back(pair=pairs[3], actor=organizer)
    choose(pair=pairs[3], chosen_by=organizer)


def _derive(campaign: Campaign) -> None:
    known = campaign.pool.collection.label_sets.get(name="known")
    for name, rules in POLICIES.items():
        fallback = known if rules.needs_fallback else None
        policy = WholePolicy(rules=rules, voters=Electorate(models=("gpt-x",)))
        derive_labels(
            name=name, campaign=campaign, policy=policy, others=OtherSets(fallback=fallback)
        )
