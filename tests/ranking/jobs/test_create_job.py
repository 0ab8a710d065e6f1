from __future__ import annotations

import pytest

from ranking.asking import asked_by
from ranking.exceptions import NameTaken, RankingError
from ranking.jobs import creating as create_job_module
from ranking.jobs.creating import Plan, create_job, refuse_other_plan
from ranking.jobs.jobs import fail_job
from ranking.models import Chunk, Collection, Job, Owned, Run, RunKind, TopicSet, Visibility
from ranking.rankers.bm25_plan import plan_bm25
from ranking.rankers.here_and_now import run_job_now
from tests.factories import make_collection, make_topics, make_user
from tests.ranking.rankers.lexical import compute_run, ordinals, plan_run
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def fail(job: Job) -> None:
    fail_job(job_id=job.pk, reason="boom")


def test_create_job_of_the_same_plan_takes_it_up() -> None:
    collection, topic_set = make_collection(), make_topics()
    assert plan_run(collection, topic_set) == plan_run(collection, topic_set)
    assert Chunk.objects.count() == 1


@pytest.mark.parametrize("ground", [Collection, TopicSet])
def test_create_job_makes_a_run_as_private_as_its_ground_became_meanwhile(
    ground: type[Owned],
) -> None:
    collection, topic_set, owner = (
        make_collection(),
        make_topics(),
        make_user("rita", "ranking.may_research"),
    )
    ground._default_manager.update(visibility=Visibility.PRIVATE, owner=owner)
    with asked_by(owner):
        run = plan_run(collection, topic_set).run
    assert (run.is_private, run.owner) == (True, owner)


def test_create_job_with_another_parameter_or_topics_under_the_name_is_refused() -> None:
    collection, topic_set = make_collection(), make_topics()
    plan_run(collection, topic_set)
    with refused(NameTaken, "name_taken", field="name") as caught:
        plan_run(collection, topic_set, k1=2.0)
    assert "'bm25' already, whose plan differs in the parameters (k1)" in str(caught.value)
    with refused(NameTaken, "name_taken", field="name") as caught:
        plan_run(collection, make_topics("others"))
    assert "differs" not in str(caught.value)


def test_create_job_of_a_failed_plan_starts_it_again() -> None:
    collection, topic_set = make_collection(), make_topics()
    fail(plan_run(collection, topic_set))
    job = plan_run(collection, topic_set)
    assert (job.status, Run.objects.get().status, job.error) == ("running", "computing", "")


def test_create_job_takes_the_name_of_a_failed_run_that_holds_nothing() -> None:
    collection, topic_set = make_collection(), make_topics()
    fail(plan_run(collection, topic_set))
    run = compute_run(collection, topic_set, depth=1)
    assert [job.run for job in Job.objects.all()] == [run]
    assert (run.status, ordinals(run)) == ("complete", {"q1": [0], "q2": [1]})


def test_create_job_leaves_a_failed_run_that_holds_a_ranking() -> None:
    collection, topic_set = make_collection(), make_topics()
    run = compute_run(collection, topic_set)
    Job.objects.update(status="failed")
    with refused(NameTaken, "name_taken", field="name"):
        plan_run(collection, topic_set, depth=1)
    assert run.rankings.exists()


def test_create_job_of_a_plan_that_found_nothing_finds_nothing_again() -> None:
    collection, topic_set = make_collection(), make_topics(queries={"q1": "zebra"})
    for _ in range(2):
        with refused(RankingError, "job_failed"):
            run_job_now(job=plan_run(collection, topic_set))
    assert Run.objects.count() == 1


def test_refuse_other_plan_changes_nothing() -> None:
    collection, topic_set = make_collection(), make_topics()
    job = plan_run(collection, topic_set)
    fail(job)
    plan = plan_bm25(name="bm25", collection=collection, topic_set=topic_set)
    refuse_other_plan(plan=plan)
    assert Job.objects.get().status == "failed"
    assert create_job(plan=plan) == job


def test_create_job_takes_up_the_same_plan_that_another_stored_a_moment_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job, plain, looked = plan_run(), create_job_module._take_up, []

    def look_too_early(plan: Plan) -> Job | None:
        looked.append(plan)
        return plain(plan) if len(looked) > 1 else None

    monkeypatch.setattr(create_job_module, "_take_up", look_too_early)
    run = job.run
    spec, kind = run.spec or {}, RunKind(run.kind)
    plan = Plan(run.name, run.collection, run.topic_set, spec, [], 1, job.queue, kind)
    assert create_job(plan=plan) == job
