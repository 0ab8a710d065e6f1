from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.labels.combining import Part, combine_labels
from annotation.models import LabelSet, PoolStrategy
from evaluation.comparisons.freezing import prepare
from evaluation.comparisons.question import Question
from evaluation.models import ComparisonJob
from evaluation.scores.measures import measures_of
from ranking.collections.windows import make_windows
from ranking.models import Collection, Job, Run, TopicSet, Visibility
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.indexes import build_lexical_index, index_folder, open_lexical_index
from ranking.runs.fusing import fuse_runs
from tests.evaluation.library.shelf import KINDS, Shelf, change, make_shelf, one, signed_in
from tests.evaluation.studies.study_cases import make_read_study
from tests.factories import make_labels, make_pool, make_run, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita() -> Client:
    return signed_in(make_user("rita", "ranking.may_research"))


def child_of(run: Run, **fields: object) -> Run:
    child = make_run("child", run.collection, run.topic_set, {"q1": ["d1"]})
    Run.objects.filter(pk=child.pk).update(parent=run, spec={"parent": run.name}, **fields)
    return child


@pytest.mark.parametrize("kind", KINDS)
def test_a_thing_is_renamed_and_that_is_logged(rita: Client, kind: str) -> None:
    thing = make_shelf().of(kind)
    answer = change(rita, kind, str(thing), name="new").json()
    [former] = answer["former_names"]
    assert (answer["row"]["name"], former["name"], former["by"]) == ("new", str(thing), "rita")
    assert rita.get(one(kind, str(thing))).status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_is_taken_or_unfit_is_refused_and_all_with_it(rita: Client, kind: str) -> None:
    shelf = make_shelf()
    thing = shelf.of(kind)
    ground: dict[str, Any] = {"collection": shelf.collection, "topic_set": shelf.topic_set}
    if kind == "runs":
        make_run("taken", **ground, rankings={})
    elif kind == "labels":
        make_labels("taken", **ground, relevances={"q1": {"d1": 1}})
    else:
        (Collection if kind == "collections" else TopicSet).objects.create(name="taken")
    for name, code in {"taken": "name_taken", "a b": "name_refused"}.items():
        refused = change(rita, kind, str(thing), name=name, archived=True)
        assert (refused.status_code, refused.json()["code"]) == (400, code)
    thing.refresh_from_db()
    assert thing.archived_at is None


def test_runs_that_re_rank_a_renamed_run_name_it_again(rita: Client) -> None:
    child = child_of(make_shelf().run)
    assert change(rita, "runs", "bm25", name="first").status_code == 200
    child.refresh_from_db()
    assert (child.spec or {})["parent"] == "first"


def test_runs_fused_from_a_renamed_run_name_it_again(rita: Client) -> None:
    run = make_shelf().run
    other = make_run("other", run.collection, run.topic_set, {})
    fused = fuse_runs(runs=[run, other], name="fused")
    assert change(rita, "runs", "bm25", name="first").status_code == 200
    fused.refresh_from_db()
    assert (fused.spec or {})["runs"] == ["first", "other"]


def test_the_indexes_of_a_renamed_collection_go_with_it(
    rita: Client, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    shelf, options = make_shelf(), IndexOptions(stemmer="none")
    build_lexical_index(collection=shelf.collection, options=options)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        change(rita, "collections", "trees", name="woods")
    shelf.collection.refresh_from_db()
    assert open_lexical_index(collection=shelf.collection, options=options).n_texts == 3


def in_a_policy(shelf: Shelf) -> None:
    other = make_labels("other", shelf.collection, shelf.topic_set, {"q1": {"d1": 1}})
    combine_labels(name="both", parts=[Part(shelf.labels, {}), Part(other, {})], rule="union")


def in_a_recipe(shelf: Shelf) -> None:
    pool = make_pool("pool", shelf.collection, shelf.topic_set, [shelf.run])
    pool.recipe = {
        "without": [{"name": "gold"}],
        "added": [{"runs": ["bm25"], "without": ["gold"]}],
    }
    pool.save(update_fields=["recipe"])


def in_a_design(shelf: Shelf) -> None:
    pool = make_pool("pool", shelf.collection, shelf.topic_set, [shelf.run])
    pool.recipe = {"design": {"runs": ["bm25"], "ideal_of": {"name": "gold"}}}
    pool.strategy, pool.depth, pool.seed = PoolStrategy.DESIGN, 10, 7
    pool.save()


def being_compared(shelf: Shelf) -> None:
    other = make_run("other", shelf.collection, shelf.topic_set, {"q1": ["d2"]})
    prepare(Question([other], [shelf.labels], measures_of("RR@10"), baseline=shelf.run))
    asked = {"runs": ["other"], "baseline": "bm25", "labels": ["gold"]}
    by = User.objects.get(username="rita")
    ComparisonJob.objects.create(asked=asked, content_hash="0", asked_by=by, n_tests=1)


def being_computed(shelf: Shelf) -> None:
    Job.objects.create(run=shelf.run, queue="rank.cpu")


@pytest.mark.parametrize(
    ("kinds", "use", "code"),
    [
        (["labels"], in_a_policy, "named_by_others"),
        (["labels", "runs"], in_a_recipe, "named_by_others"),
        (["labels", "runs"], in_a_design, "named_by_others"),
        (["labels", "runs"], being_compared, "worked_on"),
        (["runs"], being_computed, "worked_on"),
    ],
)
def test_what_is_found_by_its_name_keeps_it(
    rita: Client, kinds: list[str], use: Callable[[Shelf], None], code: str
) -> None:
    shelf = make_shelf()
    use(shelf)
    for kind in kinds:
        refused = change(rita, kind, str(shelf.of(kind)), name="new")
        assert (refused.status_code, refused.json()["code"]) == (400, code)
        assert list(refused.json()["fields"]) == ["name"]


def test_what_a_study_is_made_of_keeps_its_name_and_its_sight(rita: Client) -> None:
    study = make_read_study()
    run = study.runs.exclude(run=None).order_by("pk")[0].run
    assert run is not None
    for kind, name in {
        "runs": run.name,
        "collections": study.collection.name,
        "topic-sets": study.topic_set.name,
    }.items():
        assert change(rita, kind, name, name="new").json()["code"] == "named_by_others"
        assert change(rita, kind, name, visibility="private").json()["code"] == "seen_by_others"
        assert "studies" in [
            each["kind"] for each in rita.get(one(kind, name)).json()["rests_on_it"]
        ]


def test_archiving_is_taken_back(rita: Client) -> None:
    make_shelf()
    first = change(rita, "runs", "bm25", archived=True).json()["row"]["archived_at"]
    assert change(rita, "runs", "bm25", archived=True).json()["row"]["archived_at"] == first
    assert first is not None
    assert change(rita, "runs", "bm25", archived=False).json()["row"]["archived_at"] is None
    assert change(rita, "runs", "bm25").status_code == 400


def test_what_is_made_private_without_an_owner_is_that_of_who_says_so(rita: Client) -> None:
    shelf = make_shelf()
    answer = change(rita, "runs", "bm25", visibility="private").json()
    assert (answer["row"]["visibility"], answer["row"]["owner"]) == ("private", "rita")
    shelf.run.refresh_from_db()
    assert shelf.run.owner == User.objects.get(username="rita")


def test_nothing_that_others_see_rests_on_what_is_private(rita: Client) -> None:
    make_shelf()
    refused = change(rita, "collections", "trees", visibility="private")
    assert refused.json()["code"] == "seen_by_others"
    assert "bm25" in refused.json()["detail"]
    for kind, name in {"runs": "bm25", "labels": "gold", "collections": "trees"}.items():
        assert change(rita, kind, name, visibility="private").status_code == 200
    shown = change(rita, "runs", "bm25", visibility="team")
    assert shown.json()["code"] == "ground_is_private"
    assert "trees" in shown.json()["detail"]


def test_only_its_owner_hides_a_thing(rita: Client) -> None:
    shelf, carol = make_shelf(), make_user("carol", "annotation.may_organize")
    LabelSet.objects.update(owner=User.objects.get(username="rita"))
    Run.objects.update(owner=carol)
    assert change(rita, "runs", "bm25", visibility="private").status_code == 403
    assert str(shelf.run) == "bm25"


def test_what_is_made_over_the_api_is_its_makers_and_as_private_as_its_ground(
    rita: Client, tmp_path: Path
) -> None:
    shelf = make_shelf()
    path = tmp_path / "run.txt"
    path.write_text("q1 Q0 d1 1 2.5 tag\n", encoding="utf-8")
    for name, visibility in (("open", Visibility.TEAM), ("closed", Visibility.PRIVATE)):
        Collection.objects.update(visibility=visibility, owner=User.objects.get(username="rita"))
        with path.open("rb") as file:
            body = {"file": file, "name": name, "collection": "trees", "topic_set": "needs"}
            assert rita.post("/api/runs", body).status_code == 201
        made = Run.objects.select_related("owner").get(name=name)
        assert (made.owner and made.owner.username, made.visibility) == ("rita", visibility)
    shelf.collection.refresh_from_db()
    make_windows(name="cut", of=shelf.collection, n_words=2, stride=1)
    assert Collection.objects.get(name="cut").is_private


def test_an_index_folder_is_named_by_its_collection() -> None:
    """What `move_indexes` rests on."""
    shelf, options = make_shelf(), IndexOptions()
    before = index_folder(collection=shelf.collection, options=options)
    shelf.collection.name = "woods"
    assert index_folder(collection=shelf.collection, options=options) != before
