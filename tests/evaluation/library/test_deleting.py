from __future__ import annotations

from collections.abc import Callable

import pytest
from django.apps import apps
from django.test import Client

from annotation.models import LabelSet, Submission, TopicLabels
from evaluation.comparisons.freezing import compare_runs
from evaluation.comparisons.question import Question
from evaluation.models import Comparison, Evaluation
from evaluation.scores.measures import measures_of
from ranking.collections.docid_maps import docid_map
from ranking.models import Collection, Job, JobStatus, Passage, Run, Topic, Visibility
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.indexes import build_lexical_index, index_folder
from ranking.runs.fusing import fuse_runs
from regrade.variants import recipe_of
from tests.annotation.calls.calling import make_call, make_team
from tests.evaluation.library.shelf import KINDS, change, make_shelf, one, signed_in
from tests.factories import (
    make_campaign,
    make_collection_variant,
    make_labels,
    make_pool,
    make_run,
    make_user,
    make_variant,
)
from tests.ranking.rankers.lexical import compute_run

pytestmark = pytest.mark.django_db
OURS = ("ranking", "annotation", "evaluation")


@pytest.fixture
def rita() -> Client:
    return signed_in(make_user("rita", "ranking.may_research"))


def rows() -> dict[str, int]:
    """How many rows each table has, of those that have any."""
    counts = {
        model._meta.label: model._default_manager.count()
        for app in OURS
        for model in apps.get_app_config(app).get_models()
        if model._meta.label != "annotation.Tally"
    }
    return {label: n for label, n in counts.items() if n}


def resting(client: Client, kind: str, name: str) -> dict[str, list[str]]:
    data = client.get(one(kind, name)).json()["rests_on_it"]
    return {each["kind"]: each["names"] for each in data}


def test_a_run_goes_with_its_rankings_scores_and_job(rita: Client) -> None:
    shelf = make_shelf()
    before = rows()
    run = compute_run(shelf.collection, shelf.topic_set, name="mine", depth=2)
    compare_runs(question=Question([run], [shelf.labels], measures_of("P@2"), baseline=shelf.run))
    assert Evaluation.objects.filter(run=run).exists()
    assert rita.delete(one("runs", "mine")).status_code == 204
    kept = {"evaluation.Comparison", "evaluation.Evaluation", "evaluation.RunHash"}
    of_the_other = kept | {"evaluation.TopicScores", "evaluation.TopicCoverage"}
    assert {label: n for label, n in rows().items() if label not in of_the_other} == before
    assert not Evaluation.objects.exclude(run=shelf.run).exists()
    assert Comparison.objects.count() == 1


def test_a_label_set_goes_with_its_labels(rita: Client) -> None:
    shelf = make_shelf()
    other = make_labels("other", shelf.collection, shelf.topic_set, {"q1": {"d1": 1}})
    assert rita.delete(one("labels", "gold")).status_code == 204
    assert [labels.label_set for labels in TopicLabels.objects.all()] == [other]
    assert list(LabelSet.objects.all()) == [other]


def test_a_collection_goes_with_passages_map_and_indexes(
    rita: Client, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    shelf, lower = make_shelf(), recipe_of({"kind": "lower_case"})
    make_collection_variant(name="low", of=shelf.collection, recipe=lower, seed=1)
    variant, options = Collection.objects.get(name="low"), IndexOptions()
    build_lexical_index(collection=variant, options=options)
    docid_map(variant)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        assert rita.delete(one("collections", "low")).status_code == 204
    assert not index_folder(collection=variant, options=options).exists()
    assert not Passage.objects.exclude(collection=shelf.collection).exists()
    assert rows()["ranking.Collection"] == 1


def test_a_topic_set_goes_with_its_topics(rita: Client) -> None:
    shelf = make_shelf()
    make_variant("loud", shelf.topic_set)
    assert rita.delete(one("topic-sets", "loud")).status_code == 204
    assert not Topic.objects.exclude(topic_set=shelf.topic_set).exists()


def test_what_something_rests_on_stays_and_says_so(rita: Client) -> None:
    shelf = make_shelf()
    pool = make_pool("pool", shelf.collection, shelf.topic_set, [shelf.run])
    make_campaign(pool=pool)
    child = make_run("child", shelf.collection, shelf.topic_set, {"q1": ["d1"]})
    Run.objects.filter(pk=child.pk).update(parent=shelf.run)
    before = rows()
    of_pool = {"pools": ["pool"], "campaigns": ["campaign"]}
    of_ground = {"runs": ["bm25", "child"], "label sets": ["gold"], **of_pool}
    assert resting(rita, "runs", "bm25") == {"runs": ["child"], **of_pool}
    assert resting(rita, "collections", "trees") == of_ground
    assert resting(rita, "topic-sets", "needs") == of_ground
    refused = rita.delete(one("runs", "bm25"))
    assert (refused.status_code, refused.json()["code"]) == (400, "in_use")
    assert "runs (child); pools (pool); campaigns (campaign)" in refused.json()["detail"]
    for kind, name in (("collections", "trees"), ("topic-sets", "needs")):
        assert rita.delete(one(kind, name)).status_code == 400
    assert rows() == before


def test_a_run_that_others_were_fused_from_stays(rita: Client) -> None:
    shelf = make_shelf()
    other = make_run("other", shelf.collection, shelf.topic_set, {})
    fuse_runs(runs=[shelf.run, other], name="fused")
    assert resting(rita, "runs", "bm25") == {"runs": ["fused"]}
    assert rita.delete(one("runs", "bm25")).json()["code"] == "in_use"
    assert rita.delete(one("runs", "fused")).status_code == 204
    assert rita.delete(one("runs", "bm25")).status_code == 204


def test_a_run_that_a_team_handed_in_stays_and_can_be_hidden_again(rita: Client) -> None:
    shelf = make_shelf()
    team = make_team(make_call())
    Submission.objects.create(team=team, file="a.run", run=shelf.run, report={})
    assert resting(rita, "runs", "bm25") == {"submissions of teams": []}
    assert resting(rita, "topic-sets", "needs")["calls for runs"] == ["trees26"]
    assert rita.delete(one("runs", "bm25")).json()["code"] == "in_use"
    answer = rita.patch(one("runs", "bm25"), {"visibility": "private"}, "application/json")
    assert answer.status_code == 200


def test_a_run_stays_while_it_is_computed(rita: Client) -> None:
    job = Job.objects.create(run=make_shelf().run, queue="rank.cpu")
    assert rita.delete(one("runs", "bm25")).json()["code"] == "in_use"
    Job.objects.filter(pk=job.pk).update(status=JobStatus.CANCELLED, finished_at=job.created_at)
    assert rita.delete(one("runs", "bm25")).status_code == 204


def test_what_is_private_to_others_is_counted_and_not_named(rita: Client) -> None:
    make_shelf()
    olga = make_user("olga", "ranking.may_research")
    Run.objects.update(owner=olga, visibility=Visibility.PRIVATE)
    data = rita.get(one("topic-sets", "needs")).json()
    assert data["rests_on_it"][0] == {"kind": "runs", "n": 1, "names": []}
    assert "bm25" not in data["why_kept"]
    assert data["row"]["n_runs"] == 0


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_gone_is_not_found(rita: Client, kind: str) -> None:
    for answer in (
        rita.get(one(kind, "gone")),
        change(rita, kind, "gone", archived=True),
        rita.delete(one(kind, "gone")),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
