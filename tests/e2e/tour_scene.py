"""An installation in which every page has something to show."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.utils import timezone

from annotation.active.building import build_active_pool
from annotation.active.design import ActiveDesign
from annotation.calls.making import create_call, give_token
from annotation.campaigns.pilot import draw_pilot
from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.identity.links import make_link
from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, CampaignState, LabelSet, RunCall, Submission
from annotation.people.invitations import create_invitation
from annotation.people.messages import send_message
from annotation.pools.asked_design import Asked, ByDesign, Draw
from annotation.pools.building import build_pool_from_runs
from annotation.pools.by_design import build_pool_by_design
from evaluation.comparisons.freezing import compare_runs
from evaluation.comparisons.question import Question
from evaluation.models import Comparison, SavedComparison, Training
from evaluation.scores.measures import measures_of
from evaluation.studies.advancing import advance_study
from evaluation.studies.lines import AskedRanker, AskedStudy, AskedVariant
from evaluation.studies.starting import start_study
from evaluation.training.asked import AskedTraining
from evaluation.training.starting import start_training
from ranking.models import Collection, Job, Passage, Run, Topic, TopicSet
from ranking.rankers.chunk import rank_chunk
from ranking.worker_times import MAX_LOSSES
from regrade.aggregation import AggregationPolicy
from regrade.measures import parse_measures
from regrade.variants import recipe_of
from tests.annotation.active.learning import take_due
from tests.annotation.answering import judge
from tests.annotation.voting import whole
from tests.evaluation.four_runs import DOC_IDS, QUERY_IDS, make_ground
from tests.factories import (
    make_administrator,
    make_campaign,
    make_collection,
    make_collection_variant,
    make_member,
    make_run,
    make_user,
    make_variant,
)
from tests.ranking.jobs.job_cases import ANN, BEN, lose, plan_job, take
from tests.ranking.runs.pairing import add_pairs
from tests.regrade.neural.pair_cases import BY_HAND
from tests.tiers import THOROUGH

GRADES = {
    "alice": (1, 2, 3, 4, 5, None),
    "bob": (1, 3, 3, 2, 5, 4),
    "ada.from.a.university.far.away": (2, 5, 1, 4, 4, 1),
}
TEXT = (
    "Spruces live two hundred years, and firs have cones that stand upright. "
    "Donaudampfschifffahrtsgesellschaftskapitaen counts their rings in autumn. "
)
GUIDELINE = """## How to judge

Read the *whole* passage.

| grade | means |
|---|---|
| 5 | It answers. |

> What is not said counts for nothing.

""" + "\n\n".join(f"Rule {number}: be fair." for number in range(40))
HASH = "5a" * 32
LINK_TOKEN = "a-link-that-is-turned-on"
ASKED: dict[str, Any] = {
    "runs": ["b"],
    "baseline": "a",
    "labels": ["old"],
    "measures": "RR@10",
    "seed": 0,
    "permutations": 10_000,
    "zero_method": "wilcox",
    "effect_sizes": False,
    "common_topics": False,
    "correction": "none",
    "test": "t",
}


def make_scene(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the addresses of the tour name."""
    make_administrator("root")
    make_user("carol", "annotation.may_organize", "ranking.may_research")
    _ground()
    _saved_comparison()
    _study()
    _training()
    job = _half_failed(monkeypatch)
    campaign = _judged()
    draft = _campaign("draft", CampaignState.DRAFT)
    draw_pilot(campaign=draft, n=2)
    noticed = _campaign("noticed")
    Campaign.objects.filter(pk=noticed.pk).update(allows_sign_up=True)
    publish_notice(campaign=noticed, body="What is *recorded*.")
    for each in (draft, noticed):
        make_member(each, User.objects.get(username="alice"))
    pair = campaign.pairs.order_by("pk")[0]
    links = {
        "reset": make_link(account=User.objects.get(username="carol")).token,
        "link": LINK_TOKEN,
        "invitation": create_invitation(campaign=noticed).token,
    }
    ids = {"draft": draft.pk, "noticed": noticed.pk, "pair": pair.pk, "job": job.pk}
    ids["call"] = _call().pk
    ids["active"] = _active().pk
    if THOROUGH:
        ids["drawn"] = _drawn().pk
    return {"campaign": campaign.pk, "hash": HASH, **ids, **links}


def _call() -> RunCall:
    """A team has handed in a run, and another file was refused."""
    call = create_call(
        name="trees26",
        topic_set=TopicSet.objects.get(name="needs"),
        collection=Collection.objects.get(name="trees"),
        deadline=timezone.now() + timedelta(days=7),
        created_by=User.objects.get(username="carol"),
    )
    team = give_token(call=call, team="bonn").team
    bad = [{"line": 3, "reason": "the score 'x' is not a number", "code": "bad_score"}]
    none: dict[str, Any] = {"counts": None, "warnings": [], "n_bad_lines": 0, "bad_lines": []}
    Submission.objects.create(
        team=team,
        file="bad.run",
        report={**none, "n_bad_lines": 9, "bad_lines": bad},
        code="bad_score",
        sentence="bad.run, line 3: the score 'x' is not a number",
    )
    warned = {**none, "warnings": ["1 topic of 5 without a line: q4"]}
    run = Run.objects.get(name="c")
    Submission.objects.create(team=team, file="c.run", run=run, report=warned)
    return call


def _ground() -> None:
    make_ground()
    Passage.objects.update(text=TEXT * 3, document_id="forest", position_in_document=F("ordinal"))
    each = Concat(Value("how long do spruces live, "), "query_id")
    Topic.objects.update(query=each, narrative="Wanted are ages.")
    Run.objects.filter(name__in="ab").update(kind="trad")
    Run.objects.filter(name="c").update(kind="nnlm", team="waterloo")
    paired = Run.objects.get(name="d")
    paired.parent, paired.spec = Run.objects.get(name="a"), {"ranker": "duo-t5"}
    paired.source = "computed"
    paired.save()
    add_pairs(paired, "q0", BY_HAND, DOC_IDS)
    recipe = recipe_of({"kind": "lower_case"})
    make_collection_variant(name="low", of=make_collection("hedges"), recipe=recipe, seed=1)


def _saved_comparison() -> None:
    """As an earlier release froze it."""
    runs = [Run.objects.get(name=name) for name in "ba"]
    labels = LabelSet.objects.get(name="old")
    compare_runs(question=Question(runs[:1], [labels], measures_of("RR@10"), baseline=runs[1]))
    frozen = Comparison.objects.get()
    frozen.spec["engine"], frozen.content_hash = "regrade of old", HASH
    frozen.save()
    kept = {"asked": ASKED, "note": "Paper.", "link_token": LINK_TOKEN}
    SavedComparison.objects.create(name="table-2", comparison=frozen, **kept)


def _study() -> None:
    loud = make_variant("loud", TopicSet.objects.get(name="needs"))
    for name in "ab":
        rankings = {query_id: DOC_IDS[n:] for n, query_id in enumerate(QUERY_IDS)}
        make_run(f"{name}-loud", Run.objects.get(name=name).collection, loud, rankings)
    study = start_study(
        asked=AskedStudy(
            name="noise",
            topics="needs",
            collection="trees",
            labels="old",
            measures="RR@10,MFR@10",
            variants=[AskedVariant(topics="loud")],
            rankers=[
                AskedRanker("one", runs=["a", "a-loud"]),
                AskedRanker("two", runs=["b", "b-loud"]),
            ],
            test="t",
        )
    )
    advance_study(study_id=study.pk)


def _training() -> None:
    """On its way, with both curves."""
    asked = AskedTraining(
        "tuned",
        Run.objects.get(name="a"),
        LabelSet.objects.get(name="old"),
        settings={"ranker": "tk", "steps": 40, "validate_every": 20},
    )
    training = start_training(asked=asked, offers=False)
    for step in range(2, 32, 2):
        training.reports.create(step=step, epoch=step / 10, loss=1 / step, learning_rate=2e-5)
    measures = {"nDCG@10": 0.625, "RR@10": 0.5}
    training.validations.create(step=20, depth=100, measures=measures, is_best=True)
    Training.objects.update(step=30, seconds=90)


def _half_failed(monkeypatch: pytest.MonkeyPatch) -> Job:
    """Of three chunks one is done, one lost its workers, and one is in hand."""
    job = plan_job(monkeypatch, n_topics=3)
    first, second, third = job.chunks.all()
    rank_chunk(chunk_id=first.pk, worker=ANN)
    for _ in range(MAX_LOSSES):
        lose(second)
    rank_chunk(chunk_id=second.pk, worker=BEN)
    take(third, BEN)
    return job


def _campaign(name: str, state: CampaignState = CampaignState.OPEN) -> Campaign:
    runs = [Run.objects.get(name=name) for name in "ab"]
    pool = build_pool_from_runs(name=name, runs=runs, depth=1).pool
    campaign = make_campaign(name, pool, state=state, asks_note=True, asks_confidence=True)
    campaign.grades.filter(value=5).update(requires_span=True)
    publish_guideline(campaign=campaign, body=GUIDELINE)
    return campaign


def _drawn() -> Campaign:
    """By design, two votes on each pair; one that nobody could judge keeps later ones waiting."""
    runs = [Run.objects.get(name=name) for name in "ab"]
    by = ByDesign(parse_measures("P@3"), Asked("pair", ["a", "b"]))
    pool = build_pool_by_design(name="drawn", runs=runs, depth=3, draw=Draw(12, by)).pool
    campaign = make_campaign("drawn", pool, judgments_per_pair=2, max_not_judged=2)
    pairs = campaign.pairs.order_by("pair__draw_place")
    for name in ("alice", "bob"):
        member = make_member(campaign, User.objects.get(username=name))
        for place, pair in enumerate(pairs):
            judge(member, pair, None if place == 9 else 1 + place % 5)
    return campaign


def _active() -> Campaign:
    """Three pairs of a topic chosen step by step, two of them judged."""
    runs = [Run.objects.get(name=name) for name in "ab"]
    design = ActiveDesign("depth", seed=7, runs=runs, depth=3, first_batch=3)
    campaign = make_campaign(
        "active", build_active_pool(name="active", design=design), judgments_per_pair=1
    )
    take_due()
    member = make_member(campaign, User.objects.get(username="alice"))
    for place, pair in enumerate(campaign.pairs.order_by("pk")[:2]):
        judge(member, pair, 1 + 4 * place)
    return campaign


def _judged() -> Campaign:
    """Some pairs agreed on, some tied, one that somebody could not judge; some left."""
    campaign = _campaign("campaign")
    pairs = list(campaign.pairs.order_by("pk")[:6])
    for name, grades in GRADES.items():
        member = make_member(campaign, make_user(name))
        for pair, grade in zip(pairs, grades, strict=True):
            spans = [(0, 7)] if grade == 5 else []
            judge(member, pair, grade, active_ms=30_000, spans=spans, note="By it.", confidence=4)
    policy = whole(AggregationPolicy(aggregate="majority"))
    derive_labels(name="derived", campaign=campaign, policy=policy)
    send_message(campaign=campaign, text="Thank you.")
    return campaign
