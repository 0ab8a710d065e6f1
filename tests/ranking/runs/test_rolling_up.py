"""Documents scored by their windows, by hand."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.test import Client

from ranking.collections.windows import make_windows
from ranking.exceptions import NameTaken, NotFound, RankingError
from ranking.jobs.steering import job_of_run
from ranking.models import Collection, Ranking, Run, RunStatus
from ranking.runs import rolling_up as module
from ranking.runs.rolling_up import roll_up
from ranking.runs.storing import store_child
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.rankers.reranking import doc_ids
from tests.refusals import refused

pytestmark = pytest.mark.django_db
# In windows of two words: d1#1 d1#2 d1#3, d2#1 d2#2, d3#1, d4#1.
TEXTS = {"d1": "a b c d e f", "d2": "a b c d", "d3": "a b", "d4": "a"}
SCORES = {
    "q1": {"d2#2": 5.0, "d1#3": 4.0, "d1#1": 4.0, "d3#1": 4.0, "d2#1": -1.0},
    "q2": {"d1#2": 2.0, "d1#3": 1.0},
}


def make_window_run() -> Run:
    make_windows(name="pieces", of=make_collection(texts=TEXTS), n_words=2, stride=2)
    pieces, topics = Collection.objects.get(name="pieces"), make_topics()
    run = make_run("bm25", pieces, topics, {query: list(found) for query, found in SCORES.items()})
    for query, found in SCORES.items():
        scores = np.array(list(found.values()))
        Ranking.objects.filter(run=run, topic__query_id=query).update(scores=scores)
    return run


@pytest.fixture
def window_run(db: None) -> Run:
    return make_window_run()


def rolled(run: Run, by: str = "max", name: str = "new", of: str = "trees") -> Run:
    return roll_up(run=run, name=name, of=Collection.objects.get(name=of), by=by)


def scores(run: Run) -> dict[str, list[float]]:
    rankings = run.rankings.select_related("topic")
    return {one.topic.query_id: one.scores.tolist() for one in rankings}


def test_by_max_a_document_has_the_score_of_its_best_window(window_run: Run) -> None:
    new = rolled(window_run)
    assert doc_ids(new) == {"q1": ["d2", "d3", "d1"], "q2": ["d1"]}  # ties by doc_id descending
    assert scores(new) == {"q1": [5.0, 4.0, 4.0], "q2": [2.0]}
    assert (new.spec or {})["n_dropped"] == 0


def test_by_first_a_document_without_its_first_window_drops_out(window_run: Run) -> None:
    new = rolled(window_run, by="first")
    assert doc_ids(new) == {"q1": ["d3", "d1", "d2"]}
    assert scores(new) == {"q1": [4.0, 4.0, -1.0]}
    assert (new.spec or {})["n_dropped"] == 1  # d1 of q2


def test_it_is_a_complete_run_over_the_documents(
    window_run: Run, client: Client, rita: User
) -> None:
    new = Run.objects.get(pk=rolled(window_run).pk)
    trees = Collection.objects.get(name="trees")
    assert (new.collection, new.topic_set, new.parent) == (trees, window_run.topic_set, window_run)
    assert (new.source, new.status, new.depth) == ("computed", "complete", 3)
    client.force_login(rita)
    fields = {row["name"]: row["description"] for row in client.get("/api/menus/runs").json()}
    assert fields["new"] == "documents of bm25 by their best window"
    with refused(NotFound, "no_job"):
        job_of_run(run=new)


def test_the_same_plan_again_is_the_run_that_is_there(
    window_run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = rolled(window_run)
    assert rolled(window_run) == new
    with refused(NameTaken, "name_taken", field="name", says="aggregation"):
        rolled(window_run, by="first")
    make_collection("copy", TEXTS)
    for other in ({"name": "bm25"}, {"of": "copy"}):
        with refused(NameTaken, "name_taken", field="name"):
            rolled(window_run, **other)
    monkeypatch.setattr(module, "CODE_VERSION", "other")
    with refused(NameTaken, "name_taken", field="name"):
        rolled(window_run)


def test_what_is_no_run_over_windows_of_the_collection_is_refused(window_run: Run) -> None:
    with refused(RankingError, "unknown_roll_up"):
        rolled(window_run, by="mean")
    make_collection("firs", {"d1": "a", "d7": "b"})
    with refused(RankingError, "documents_missing") as caught:
        rolled(window_run, of="firs")
    assert "lacks 2 documents that have windows in the run: d2, d3." in str(caught.value)
    plain = make_run(
        "plain", Collection.objects.get(name="trees"), window_run.topic_set, {"q1": ["d3"]}
    )
    with refused(RankingError, "no_document") as caught:
        rolled(plain)
    assert "Passage d3 of collection trees" in str(caught.value)
    Run.objects.filter(pk=window_run.pk).update(status=RunStatus.FAILED)
    window_run.refresh_from_db()
    with refused(RankingError, "run_incomplete"):
        rolled(window_run)
    assert not Run.objects.filter(name="new").exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_makes_it_and_both_return_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run, together = make_window_run(), threading.Barrier(2)
    store, made = store_child, list[int]()

    def store_together(**what: Any) -> Run:
        together.wait(60)
        return store(**what)

    def roll() -> None:
        made.append(rolled(run).pk)
        connection.close()  # this thread's own

    monkeypatch.setattr(module, "store_child", store_together)
    threads = [threading.Thread(target=roll) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 2
    assert set(made) == {Run.objects.get(name="new").pk}


def test_the_command_reports_the_run_and_what_dropped_out(
    window_run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("roll_up", "bm25", "--name", "new", "--of", "trees", "--by")
    call_command(*asked, "first")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["1", "3", "1"]
    with refused(CommandError, "name_taken", field="name"):
        call_command(*asked, "max")


def test_by_first_positions_may_count_from_0(window_run: Run) -> None:
    """As in collections that were imported with their documents."""
    one_based = scores(rolled(window_run, by="first", name="one"))
    pieces = window_run.collection.passages
    pieces.update(position_in_document=F("position_in_document") - 1)
    assert scores(rolled(window_run, by="first", name="zero")) == one_based
