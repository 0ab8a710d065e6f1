from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from evaluation.exceptions import StudyFailed, StudyNotSteered
from evaluation.models import Study, StudyRun, TopicScores
from evaluation.studies.advancing import (
    advance_study,
    cancel_study,
    drop_study,
    pause_study,
    resume_study,
)
from evaluation.studies.here_and_now import run_study_now
from evaluation.studies.lines import AskedRanker
from evaluation.studies.progress import preview_study, study_progress
from evaluation.studies.starting import start_study
from ranking.jobs.creating import Plan, create_job
from ranking.jobs.jobs import fail_job
from ranking.jobs.steering import cancel_job
from ranking.models import Collection, Job, JobStatus, Run, TopicSet
from ranking.rankers.chunk import rank_chunk
from ranking.rankers.here_and_now import run_job_now
from ranking.rankers.run_request import plan_asked
from ranking.variants.making import make_variant_now
from ranking.variants.parts import fail_making
from tests.evaluation.studies.study_cases import (
    BM25,
    CUT,
    RANKERS,
    SWAPPED,
    asked,
    make_ground,
)
from tests.refusals import refused

pytestmark = pytest.mark.django_db(transaction=True)

ONLY_BM25 = RANKERS[:1]


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    make_ground()


def states(study: Study) -> dict[tuple[str, str], str]:
    return {(run.variant, run.ranker): run.state for run in study_progress(study).runs}


def advance(study: Study) -> None:
    advance_study(study_id=study.pk)


def compute(study: Study) -> Study:
    return run_study_now(study=Study.objects.get(pk=study.pk))


def test_what_re_ranks_is_planned_when_its_first_stage_is_complete() -> None:
    study = start_study(asked=asked(variants=[SWAPPED]))
    advance(study)
    assert set(Run.objects.values_list("name", flat=True)) == {
        "noise.BM25",
        "noise.BM25.[Q]-NeighCharSwap(one)",
    }
    waiting = [run for run in study_progress(study).runs if run.state == "waiting"]
    assert [(run.ranker, run.waits_for) for run in waiting] == [("dot", "BM25")] * 2
    assert compute(study).status == JobStatus.DONE
    assert set(states(study).values()) == {"done"}
    kept = TopicScores.objects.filter(evaluation__run__name="noise.dot")
    assert set(kept.values_list("measure", flat=True)) == {"RR@10", "nDCG@10", "RR"}
    assert Run.objects.get(name="noise.dot").parent == Run.objects.get(name="noise.BM25")


def test_advancing_twice_plans_nothing_twice() -> None:
    study = start_study(asked=asked())
    advance(study)
    jobs = list(Job.objects.values_list("pk", flat=True))
    advance(study)
    assert list(Job.objects.values_list("pk", flat=True)) == jobs


def test_runs_by_the_same_plan_are_not_computed_again() -> None:
    compute(start_study(asked=asked(variants=[SWAPPED], rankers=ONLY_BM25)))
    there = set(Run.objects.values_list("name", flat=True))
    study = compute(start_study(asked=asked(name="second", rankers=ONLY_BM25)))
    assert study.status == JobStatus.DONE
    new = set(Run.objects.values_list("name", flat=True)) - there
    assert new == {"second.BM25.[P]-TruncateWords(2)"}


def test_a_field_that_fails_takes_only_what_re_ranks_it_along() -> None:
    study = start_study(asked=asked(variants=[SWAPPED]))
    advance(study)
    fail_job(job_id=Job.objects.get(run__name="noise.BM25").pk, reason="The disk burnt.")
    with refused(StudyFailed, "study_failed", says="2 of 4"):
        compute(study)
    assert states(study) == {
        ("Original", "BM25"): "failed",
        ("Original", "dot"): "failed",
        ("[Q] NeighCharSwap(one)", "BM25"): "done",
        ("[Q] NeighCharSwap(one)", "dot"): "done",
    }
    errors = dict(StudyRun.objects.exclude(error="").values_list("ranker", "error"))
    assert errors["BM25"] == "The disk burnt."
    assert errors["dot"] == "BM25, which it re-ranks, failed."


def test_a_failed_study_asked_for_again_goes_on_with_the_rest() -> None:
    study = start_study(asked=asked(variants=[SWAPPED], rankers=ONLY_BM25))
    advance(study)
    fail_job(job_id=Job.objects.get(run__name="noise.BM25").pk, reason="The disk burnt.")
    with pytest.raises(StudyFailed):
        compute(study)
    kept = Run.objects.get(name="noise.BM25.[Q]-NeighCharSwap(one)").pk
    again = compute(start_study(asked=asked(variants=[SWAPPED], rankers=ONLY_BM25)))
    assert (again.status, again.error) == (JobStatus.DONE, "")
    assert Run.objects.get(name="noise.BM25.[Q]-NeighCharSwap(one)").pk == kept


def test_a_ranker_that_changed_since_is_refused() -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25))
    StudyRun.objects.update(expects={**(StudyRun.objects.all()[0].expects or {}), "depth": 99})
    advance(study)
    with refused(StudyFailed, "study_failed", says="depth"):
        compute(study)


def test_a_name_taken_meanwhile_fails_its_field_alone() -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25, variants=[SWAPPED]))
    other = {**BM25, "k1": 2.0, "name": "noise.BM25", "collection": "trees", "topic_set": "needs"}
    create_job(plan=plan_asked(other))
    advance(study)
    assert states(study)["Original", "BM25"] == "failed"
    assert states(study)["[Q] NeighCharSwap(one)", "BM25"] == "computing"


def test_a_paused_study_begins_nothing_until_it_is_resumed() -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25))
    pause_study(study_id=study.pk)
    advance(study)
    assert not Run.objects.exists()
    resume_study(study_id=study.pk)
    advance(study)
    pause_study(study_id=study.pk)
    assert set(Job.objects.values_list("status", flat=True)) == {JobStatus.PAUSED}
    with refused(StudyFailed, "study_paused"):
        compute(study)
    resume_study(study_id=study.pk)
    assert compute(study).status == JobStatus.DONE


def test_a_cancelled_study_keeps_what_is_complete_and_goes_on_when_asked_again() -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25))
    advance(study)
    cancel_job(job_id=Job.objects.get(run__name="noise.BM25").pk)
    cancel_study(study_id=study.pk)
    assert set(Job.objects.values_list("status", flat=True)) == {JobStatus.CANCELLED}
    assert cancel_study(study_id=study.pk).status == JobStatus.CANCELLED
    with refused(StudyNotSteered, "study_over"):
        pause_study(study_id=study.pk)
    assert compute(start_study(asked=asked(rankers=ONLY_BM25))).status == JobStatus.DONE
    with refused(StudyNotSteered, "study_over"):
        cancel_study(study_id=study.pk)


def test_a_cancelled_study_is_resumed() -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25, variants=[CUT]))
    advance(study)
    cancelled = cancel_study(study_id=study.pk)
    assert states(cancelled)["[P] TruncateWords(2)", "BM25"] == "cancelled"
    assert compute(resume_study(study_id=study.pk)).status == JobStatus.DONE


def test_a_dropped_study_leaves_its_runs_to_serve_others() -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25, variants=[SWAPPED]))
    with refused(StudyNotSteered, "study_goes_on"):
        drop_study(study_id=study.pk)
    compute(study)
    runs = set(Run.objects.values_list("name", flat=True))
    drop_study(study_id=study.pk)
    with refused(StudyNotSteered, "study_dropped"):
        drop_study(study_id=study.pk)
    assert not StudyRun.objects.exists()
    assert set(Run.objects.values_list("name", flat=True)) == runs
    advance(start_study(asked=asked(name="other", rankers=ONLY_BM25)))
    assert StudyRun.objects.get(variant="Original").run == Run.objects.get(name="noise.BM25")


def test_a_topic_set_of_a_study_is_its_own_variant() -> None:
    start_study(asked=asked(variants=[SWAPPED]))
    made = TopicSet.objects.get(parent__isnull=False)
    assert (made.parent.name if made.parent else None, made.seed) == ("needs", 1)


def test_runs_over_passages_in_the_making_wait_for_them() -> None:
    study = start_study(asked=asked(variants=[CUT], rankers=ONLY_BM25))
    advance(study)
    [waiting] = [run for run in study_progress(study).runs if run.state == "waiting"]
    assert waiting.waits_for == "the passages of noise.passages-TruncateWords(2), 0 of 3"
    make_variant_now(collection=Collection.objects.get(parent__isnull=False))
    advance(study)
    assert set(states(study).values()) == {"computing"}


def test_passages_that_cannot_be_made_fail_the_runs_over_them() -> None:
    study = start_study(asked=asked(variants=[CUT], rankers=ONLY_BM25))
    variant = Collection.objects.get(parent__isnull=False)
    fail_making(collection_id=variant.pk, error="The recipe burnt.")
    advance(study)
    assert states(study)["[P] TruncateWords(2)", "BM25"] == "failed"
    assert "could not be made: The recipe burnt." in StudyRun.objects.exclude(error="").get().error
    fail_job(job_id=Job.objects.get().pk, reason="Ends the study.")
    advance(study)
    again = compute(start_study(asked=asked(variants=[CUT], rankers=ONLY_BM25)))
    assert again.status == JobStatus.DONE


def test_a_failed_run_makes_room_for_another_of_its_name() -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25, variants=[SWAPPED]))
    advance(study)
    cancel_study(study_id=study.pk)
    other = {**BM25, "k1": 2.0, "name": "noise.BM25", "collection": "trees", "topic_set": "needs"}
    job = create_job(plan=plan_asked(other))
    assert StudyRun.objects.get(variant="Original").run is None
    again = start_study(asked=asked(rankers=ONLY_BM25, variants=[SWAPPED]))
    advance(again)
    assert "named 'noise.BM25' already" in StudyRun.objects.get(variant="Original").error
    assert Job.objects.filter(pk=job.pk).exists()


def test_the_time_left_follows_from_what_runs_took() -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25))
    assert study_progress(study).seconds_left is None
    compute(study)
    other = start_study(asked=asked(name="other", rankers=[AskedRanker("b", {**BM25, "k1": 1.0})]))
    seconds = study_progress(other).seconds_left
    assert seconds is not None
    assert 0 < seconds < 600
    cost = preview_study(asked(name="third", rankers=[AskedRanker("b", {**BM25, "k1": 2.0})]))
    assert cost.seconds == pytest.approx(seconds)


def test_what_goes_wrong_unforeseen_fails_its_field_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25, variants=[SWAPPED]))

    def broken(found: Mapping[str, Any]) -> Plan:
        if found["name"] == "noise.BM25":
            raise OSError("The folder burnt.")
        return plan_asked(found)

    monkeypatch.setattr("evaluation.studies.advancing.plan_asked", broken)
    advance(study)
    assert states(study)["Original", "BM25"] == "failed"
    assert states(study)["[Q] NeighCharSwap(one)", "BM25"] == "computing"


def test_a_run_that_somebody_repaired_serves_when_the_study_is_asked_for_again() -> None:
    study = start_study(asked=asked(variants=[SWAPPED], rankers=ONLY_BM25))
    advance(study)
    job = Job.objects.get(run__name="noise.BM25")
    fail_job(job_id=job.pk, reason="The disk burnt.")
    with pytest.raises(StudyFailed):
        compute(study)
    again = {**BM25, "name": "noise.BM25", "collection": "trees", "topic_set": "needs"}
    run_job_now(job=create_job(plan=plan_asked(again)))
    assert (
        compute(start_study(asked=asked(variants=[SWAPPED], rankers=ONLY_BM25))).status
        == JobStatus.DONE
    )


def test_a_job_that_was_killed_before_its_last_word_is_ended() -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25, variants=[SWAPPED]))
    advance(study)
    for job in Job.objects.all():
        for chunk in job.chunks.all():
            rank_chunk(chunk_id=chunk.pk)
    Job.objects.update(status=JobStatus.RUNNING, finished_at=None)
    Run.objects.update(status="computing")
    assert compute(study).status == JobStatus.DONE


def test_results_of_another_release_make_room_under_another_name() -> None:
    study = start_study(asked=asked(rankers=ONLY_BM25, variants=[SWAPPED]))
    compute(study)
    old = Run.objects.get(name="noise.BM25")
    Run.objects.filter(pk=old.pk).update(status="failed", spec={**(old.spec or {}), "depth": 9})
    Job.objects.filter(run=old).update(status=JobStatus.FAILED)
    study.runs.filter(run=old).update(error="It fell silent.")
    Study.objects.update(status=JobStatus.FAILED, error="1 of 2 runs failed.")
    again = compute(start_study(asked=asked(rankers=ONLY_BM25, variants=[SWAPPED])))
    assert again.status == JobStatus.DONE
    assert StudyRun.objects.get(variant="Original").name == "noise.BM25-2"
