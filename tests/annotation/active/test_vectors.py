from __future__ import annotations

import pytest

from annotation.active.building import build_active_pool
from annotation.active.design import ActiveDesign
from annotation.active.replaying import replay
from annotation.active.watching import topic_review
from annotation.campaigns.creating import create_campaign
from annotation.exceptions import PoolRefused
from annotation.guidelines.scales import parse_scale
from annotation.models import ActiveStep, ActiveTopic, Campaign, EndReason
from ranking.exceptions import RankingError
from ranking.jobs.creating import create_job
from ranking.models import Run
from ranking.rankers.here_and_now import run_job_now
from ranking.rankers.rerank_plan import plan_retrieval
from tests.annotation.active.learning import chosen, take_due
from tests.annotation.active.test_learning import ABOUT_BEES, TEXTS, one_run
from tests.factories import make_collection, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def bees_by_vectors() -> Run:
    plan = plan_retrieval(
        name="dense",
        ranker="bert-dot",
        collection=make_collection(texts={**TEXTS, "d99": None}),
        topic_set=make_topics(queries={"q1": "honey of bees"}),
    )
    return run_job_now(job=create_job(plan=plan))


def campaign_by(run: Run) -> Campaign:
    design = ActiveDesign("cal", seed=7, vectors_of=run, first_batch=4, ahead=0)
    pool = build_active_pool(
        name="dense", design=design, collection=run.collection, topic_set=run.topic_set
    )
    campaign = create_campaign(
        name="dense", pool=pool, grades=parse_scale("1-5"), judgments_per_pair=1
    )
    take_due()
    return campaign


def test_a_learner_is_trained_on_the_vectors_of_a_run() -> None:
    campaign = campaign_by(bees_by_vectors())

    assert set(chosen(campaign, "q1")) == ABOUT_BEES
    assert ActiveTopic.objects.get().n_candidates == len(TEXTS)
    assert replay(campaign).differences == []


def test_a_topic_ends_with_the_reason_where_the_run_is_gone() -> None:
    run = bees_by_vectors()
    campaign = campaign_by(run)
    pool = campaign.pool
    pool.recipe["active"]["vectors_of"]["key"] = run.pk + 1
    pool.save()
    ActiveTopic.objects.update(due_since="2026-01-01T00:00Z")

    take_due()

    topic = ActiveTopic.objects.get()
    assert (topic.ended_because, ActiveStep.objects.count()) == (EndReason.FAILED, 2)
    assert "dense" in topic.error
    assert topic_review(campaign, query_id="q1").looks == []


def test_vectors_of_other_runs_and_strategies_are_refused() -> None:
    [run] = one_run()
    with refused(RankingError, "no_vectors", field="vectors_of"):
        campaign_by(run)
    runs = [run]
    design = ActiveDesign("depth", seed=7, runs=runs, depth=4, vectors_of=run)
    with refused(PoolRefused, "learns_nothing", field="vectors_of"):
        build_active_pool(name="other", design=design)
