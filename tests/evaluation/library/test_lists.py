from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.models import CampaignState, LabelSet
from evaluation.models import Study
from ranking.models import Collection, Run, TopicSet, Visibility
from tests.evaluation.library.shelf import KINDS, Shelf, make_shelf, names, signed_in
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_member,
    make_pool,
    make_run,
    make_topics,
    make_user,
    make_variant,
)

pytestmark = pytest.mark.django_db
N_QUERIES = {"runs": 7, "labels": 7, "collections": 9, "topic-sets": 9}


@pytest.fixture
def rita() -> Client:
    return signed_in(make_user("rita", "ranking.may_research"))


def make_study(shelf: Shelf) -> Study:
    return Study.objects.create(
        name="noise",
        topic_set=shelf.topic_set,
        collection=shelf.collection,
        matrix={},
        label_set=shelf.labels,
        measures="AP",
        test="t",
        correction="none",
    )


def row(client: Client, kind: str) -> dict[str, Any]:
    [found] = client.get(f"/api/{kind}").json()["rows"]
    return dict(found)


def test_rows_hold_what_a_list_shows(rita: Client) -> None:
    shelf = make_shelf()
    Run.objects.update(owner=User.objects.get(username="rita"), team="waterloo", tag="t1")
    run, labels = row(rita, "runs"), row(rita, "labels")
    assert (run["owner"], run["visibility"], run["archived_at"]) == ("rita", "team", None)
    assert (run["collection"], run["topic_set"], run["n_topics"]) == ("trees", "needs", 1)
    assert (run["team"], run["tag"], run["status"], run["depth"]) == (
        "waterloo",
        "t1",
        "complete",
        2,
    )
    assert (labels["id"], labels["n_topics"], labels["n_pairs"]) == (shelf.labels.pk, 1, 1)
    assert (labels["owner"], labels["campaign"], labels["scale"]) == (None, None, [1])
    for kind in ("collections", "topic-sets"):
        assert (row(rita, kind)["n_runs"], row(rita, kind)["n_labels"]) == (1, 1)


def test_a_search_finds_runs_by_parts_of_name_ranker_team_and_tag(rita: Client) -> None:
    shelf = make_shelf()
    others: dict[str, dict[str, Any]] = {
        "a1": {"team": "Waterloo"},
        "b1": {"tag": "late-fusion"},
        "c1": {"spec": {"ranker": "bert-dot", "label": "MiniLM bi-encoder", "depth": 9}},
    }
    for name, fields in others.items():
        made = make_run(name, shelf.collection, shelf.topic_set, {"q1": ["d1"]})
        Run.objects.filter(pk=made.pk).update(**fields)
    found = {word: names(rita, "runs", search=word) for word in ("M2", "water", "FUSION", "minilm")}
    assert found == {"M2": ["bm25"], "water": ["a1"], "FUSION": ["b1"], "minilm": ["c1"]}
    assert names(rita, "runs", search="1 water") == ["a1"]


def test_rows_are_sorted_and_paged(rita: Client) -> None:
    shelf = make_shelf()
    for name in ("a", "c"):
        make_run(name, shelf.collection, shelf.topic_set, {"q1": ["d1"]})
    assert names(rita, "runs", sort="-created_at", size=2) == ["c", "a"]
    assert names(rita, "runs", sort="-name", size=2, page=2) == ["a"]
    assert names(rita, "runs", sort="depth") == ["a", "c", "bm25"]
    assert names(rita, "runs", page=9) == ["a", "bm25", "c"]  # the last page
    refused = rita.get("/api/runs", {"sort": "spec"})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["sort"])


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_by_name_has_every_row_once_and_counts_nothing(rita: Client, kind: str) -> None:
    shelf = make_shelf()
    for name in ("A", "b", "É", "zz"):
        make_run(name, shelf.collection, shelf.topic_set, {"q1": ["d1"]})
        make_labels(name, shelf.collection, shelf.topic_set, {"q1": {"d1": 1}})
        Collection.objects.create(name=name, parent=shelf.collection, recipe={})
        TopicSet.objects.create(name=name, parent=shelf.topic_set, recipe={})
    found, after = list[str](), ""
    ends = list[str | None]()
    for _ in range(3):
        part = rita.get(f"/api/{kind}", {"after": after, "size": "2"}).json()
        assert (part["n"], part["next"], part["groups"]) == (None, None, None)
        found += [row["name"] for row in part["rows"]]
        ends.append(after := part["next_after"])
    assert (found, ends[-1]) == (names(rita, kind), None)
    first = rita.get(f"/api/{kind}", {"size": 2}).json()
    assert first["next_after"] == first["rows"][-1]["name"]


def test_a_list_by_name_is_searched_and_filtered(rita: Client) -> None:
    shelf = make_shelf()
    loud = make_variant("loud", shelf.topic_set)
    for name in ("l1", "l2"):
        make_run(name, shelf.collection, loud, {"q1": ["d1"]})
    assert names(rita, "runs", after="", topic_set="loud") == ["l1", "l2"]
    assert names(rita, "runs", after="l1", search="l", collection="trees") == ["l2"]
    assert names(rita, "runs", after="", collection="other") == []


@pytest.mark.parametrize("more", [{"sort": "-name"}, {"page": 2}, {"folded": "true"}])
def test_a_list_by_name_has_no_other_order(rita: Client, more: dict[str, Any]) -> None:
    refused = rita.get("/api/runs", {"after": "", **more})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["after"])


def test_a_page_has_all_runs_of_a_study_as_one_line(rita: Client) -> None:
    shelf = make_shelf()
    study = make_study(shelf)
    for number, name in enumerate(("a", "s1", "b", "s2", "s3")):
        run = make_run(name, shelf.collection, shelf.topic_set, {"q1": ["d1"]})
        if name.startswith("s"):
            grounds = {"collection": shelf.collection, "topic_set": shelf.topic_set}
            study.runs.create(
                number=number, variant=name, ranker="BM25", name=name, asked={}, run=run, **grounds
            )
    pages = [
        rita.get("/api/runs", {"folded": "true", "size": 2, "page": page}).json() for page in (1, 2)
    ]
    assert [(page["n"], page["n_pages"]) for page in pages] == [(6, 2)] * 2
    assert [[row["name"] for row in page["rows"]] for page in pages] == [
        ["a", "b"],
        ["bm25", "s1", "s2", "s3"],
    ]
    assert [row["study"] for row in pages[1]["rows"]] == [None, *["noise"] * 3]
    assert names(rita, "runs", size=2) == ["a", "b"]


def test_groups_count_what_is_found_by_topic_set_and_collection(rita: Client) -> None:
    shelf = make_shelf()
    loud = make_variant("loud", shelf.topic_set)
    for name in ("l1", "l2"):
        make_run(name, shelf.collection, loud, {"q1": ["d1"]})
    answer = rita.get("/api/runs", {"topic_set": "needs"}).json()
    assert answer["n"] == 1
    assert answer["groups"]["topic_sets"] == [{"name": "loud", "n": 2}, {"name": "needs", "n": 1}]
    assert answer["groups"]["collections"] == [{"name": "trees", "n": 1}]
    assert names(rita, "topic-sets", topic_set="needs") == ["loud"]
    of_sets = rita.get("/api/topic-sets").json()["groups"]
    assert of_sets == {"collections": [], "topic_sets": [{"name": "needs", "n": 1}]}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_archived_is_listed_apart(rita: Client, kind: str) -> None:
    thing = make_shelf().of(kind)
    type(thing)._default_manager.filter(pk=thing.pk).update(archived_at=timezone.now())
    assert names(rita, kind) == []
    assert names(rita, kind, archived="yes") == [str(thing)]
    menu = f"/api/menus/{kind}"
    assert rita.get(menu).json() == []
    assert [one["name"] for one in rita.get(menu, {"also": str(thing)}).json()] == [str(thing)]


@pytest.mark.parametrize("kind", KINDS)
def test_who_only_judges_sees_what_is_public(kind: str) -> None:
    thing, alice = make_shelf().of(kind), signed_in(make_user("alice"))
    assert names(alice, kind) == []
    owner = make_user("olga", "ranking.may_research")
    public = {"visibility": Visibility.PUBLIC, "owner": owner}
    type(thing)._default_manager.filter(pk=thing.pk).update(**public)
    assert names(alice, kind) == [str(thing)]
    assert row(alice, kind)["owner"] is None
    if kind == "collections":
        assert names(alice, kind, after="", collection="trees") == []


@pytest.mark.parametrize("kind", KINDS)
def test_who_only_judges_reads_by_head_and_sends_no_form(kind: str, settings: Any) -> None:
    address, alice = f"/api/{kind}", signed_in(make_user("alice"))
    assert alice.head(address).status_code == 200
    short, long = (encode_multipart(BOUNDARY, {"file": "x" * n}) for n in (9, 10_000))
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = len(long) - 1
    sent = [alice.generic("GET", address, body, MULTIPART_CONTENT) for body in (short, long)]
    assert [answer.status_code for answer in sent] == [415, 413]


@pytest.mark.parametrize(("state", "shown"), [(CampaignState.OPEN, 0), (CampaignState.CLOSED, 1)])
def test_public_runs_and_labels_of_topics_that_one_judges_show_when_that_is_over(
    state: CampaignState, shown: int
) -> None:
    shelf, alice = make_shelf(), make_user("alice")
    pool = make_pool("pool", shelf.collection, make_variant("loud", shelf.topic_set))
    make_member(make_campaign(pool=pool, state=state), alice)
    for model in (Run, LabelSet):
        model._default_manager.update(visibility=Visibility.PUBLIC)
    client = signed_in(alice)
    assert len(names(client, "runs")) == len(names(client, "labels")) == shown
    allowed = 200 if shown else 403
    assert client.get("/api/runs/ranking", {"name": "bm25"}).status_code == allowed
    assert client.get("/api/labels/qrels", {"name": shelf.labels.name}).status_code == allowed


@pytest.mark.parametrize("n", [2, 50])
@pytest.mark.parametrize("kind", KINDS)
def test_a_list_takes_the_same_queries_however_many_it_shows(
    rita: Client, kind: str, n: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    collection, topic_set = make_collection(), make_topics()
    for number in range(n - 1):
        make_run(f"run{number}", collection, topic_set, {"q1": ["d1"]})
        make_labels(f"labels{number}", collection, topic_set, {"q1": {"d1": 1}})
        Collection.objects.create(name=f"c{number}", parent=collection, recipe={})
        TopicSet.objects.create(name=f"t{number}", parent=topic_set, recipe={})
    make_run("last", collection, topic_set, {"q1": ["d1"]})
    make_labels("last", collection, topic_set, {"q1": {"d1": 1}})
    with django_assert_num_queries(N_QUERIES[kind]):
        assert len(rita.get(f"/api/{kind}").json()["rows"]) == n
