"""Contents of a used installation: everything that a later release has to read."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from django.contrib.auth.models import User

from annotation.campaigns.creating import create_campaign
from annotation.campaigns.policy import PolicyOptions
from annotation.exchange.labels import import_labels
from annotation.guidelines.scales import parse_scale
from annotation.judging.undoing import retract_judgment
from annotation.labels.deriving import OtherSets, derive_labels
from annotation.models import (
    Campaign,
    CampaignState,
    Cause,
    LabelSet,
    Membership,
    PairKind,
    Pool,
    Reason,
)
from annotation.people.joining import join_by_oneself
from annotation.pools.building import build_pool_from_runs
from annotation.pools.pairs import Mark
from ranking.collections.importing import import_collection
from ranking.collections.topics import import_topics
from ranking.jobs.creating import create_job
from ranking.models import Collection, Run, TopicSet
from ranking.rankers.bm25_plan import plan_bm25
from ranking.rankers.here_and_now import run_job_now
from ranking.runs.importing import import_run
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.policy_file import WholePolicy
from tests.annotation.assessing import Served, answer, serve
from tests.factories import make_user
from tests.security.scene import Scene, make_scene

TREES = ("spruce", "larch", "fir", "pine", "yew", "cedar", "juniper", "cypress")
TELLS = ("grows slowly in shade", "drops its needles", "bears cones", "lives for centuries")
RUNS = ("forward", "backward", "bm25")
DEPTH = 6
POLICIES = {
    "liberal": AggregationPolicy(aggregate="majority", threshold=3, tie="highest"),
    "strict": AggregationPolicy(aggregate="majority", threshold=5, tie="fallback"),
    "median": AggregationPolicy(aggregate="median", rounding="half-even"),
    "plain": AggregationPolicy(aggregate="majority", tie="unjudged", min_votes=2),
}


class Contents(NamedTuple):
    scene: Scene
    judged: Campaign
    unsent: Campaign
    assessor: User  # of the campaign in which judgments are waiting to be sent


def fill(folder: Path) -> Contents:
    """Fill an installation; files to import are written to the folder."""
    scene = make_scene()
    organizer = scene.people["organizer"]
    assert organizer is not None
    _bring(folder)
    runs = list(Run.objects.filter(name__in=RUNS))
    pool = build_pool_from_runs(name="woods", runs=runs, depth=DEPTH).pool
    judged = _judged(pool, organizer)
    _derive(judged)
    lena = make_user("lena")
    unsent = _campaign("unsent", pool, organizer, PolicyOptions(), judgments_per_pair=1)
    join_by_oneself(campaign=unsent, user=lena)
    return Contents(scene, judged, unsent, lena)


def _bring(folder: Path) -> None:
    passages = [f"The {tree} {tells}." for tree in TREES for tells in TELLS]
    _write(folder / "woods.tsv", (f"w{i:02}\t{text}" for i, text in enumerate(passages)))
    _write(folder / "asked.tsv", (f"t{i}\twhich tree {tells}" for i, tells in enumerate(TELLS)))
    import_collection(name="woods", paths=[folder / "woods.tsv"], language="en")
    import_topics(name="asked", path=folder / "asked.tsv")
    collection, topic_set = Collection.objects.get(name="woods"), TopicSet.objects.get(name="asked")
    for name, order in (("forward", 1), ("backward", -1)):
        lines = (
            f"t{topic} Q0 w{doc:02} 1 {order * (doc % (7 + topic)) + doc / 100} {name}"
            for topic in range(len(TELLS))
            for doc in range(len(passages))
        )
        _write(folder / f"{name}.run", lines)
        path = folder / f"{name}.run"
        import_run(path=path, name=name, collection=collection, topic_set=topic_set)
    known = (f"t{i} 0 w{doc:02} 1" for i in range(len(TELLS)) for doc in (i, i + 8))
    _write(folder / "known.qrels", known)
    import_labels(
        path=folder / "known.qrels", name="known", collection=collection, topic_set=topic_set
    )
    plan = plan_bm25(name="bm25", collection=collection, topic_set=topic_set, depth=10)
    run_job_now(job=create_job(plan=plan))


def _write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines))


def _campaign(
    name: str, pool: Pool, organizer: User, policy: PolicyOptions, *, judgments_per_pair: int
) -> Campaign:
    first, second = pool.pairs.order_by("pk").values_list("pk", flat=True)[:2]
    grades = parse_scale("1-5")
    gold = Mark(PairKind.GOLD, grade=grades[4].value, explanation="It says so.")
    made = create_campaign(
        name=name,
        pool=pool,
        grades=grades,
        judgments_per_pair=judgments_per_pair,
        guideline="# How to judge\n\nBy what the passage *says*.",
        notice="",
        policy=policy,
        marks={first: gold, second: Mark(PairKind.OVERLAP)} if policy.gold_every else None,
        seed=3,
        actor=organizer,
        asks_confidence=True,
        asks_note=True,
    )
    Campaign.objects.filter(pk=made.pk).update(state=CampaignState.OPEN)
    made.refresh_from_db()
    return made


def _judged(pool: Pool, organizer: User) -> Campaign:
    """Judged to the end by five, with everything that a judgment can have, and closed."""
    rich = PolicyOptions(gold_every=9, repeat_every=11, repeat_after=4, rotates=True)
    campaign = _campaign("judged", pool, organizer, rich, judgments_per_pair=3)
    chance = random.Random(5)
    members = [join_by_oneself(campaign=campaign, user=make_user(f"assessor{i}")) for i in range(5)]
    at_work = list(members)
    while at_work:
        member = chance.choice(at_work)
        held = serve(member, 1)
        if held:
            _answer(member, held[0], chance)
        else:
            at_work.remove(member)
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.CLOSED)
    return campaign


def _answer(member: Membership, served: Served, chance: random.Random) -> None:
    if chance.random() < 0.05:
        answer(member, served, None, reason_not_judged=Reason.LANGUAGE)
        return
    end = len(served.assignment.passage.text)
    grade = chance.randint(1, 5)
    recorded = answer(
        member,
        served,
        grade,
        spans=[(0, end // 2), (end // 2 + 1, end)] if grade > 3 else [],
        confidence=chance.randint(1, 5),
        note="Not sure." if grade == 3 else "",
    )
    if chance.random() < 0.1:
        answer(member, served, 6 - grade)
    elif chance.random() < 0.05:
        retract_judgment(judgment=recorded.judgment, cause=Cause.UNDONE)


def _derive(campaign: Campaign) -> None:
    known = LabelSet.objects.get(name="known")
    for name, policy in POLICIES.items():
        fallback = known if policy.needs_fallback else None
        derive_labels(
            name=name,
            campaign=campaign,
            policy=WholePolicy(rules=policy),
            others=OtherSets(fallback=fallback),
        )
