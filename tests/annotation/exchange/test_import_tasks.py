from __future__ import annotations

from pathlib import Path

import pytest
from django.apps import apps
from django.db.models import Model

from annotation.exchange.recorded_tasks import TasksReport, import_tasks
from annotation.models import Pool, PoolStrategy
from ranking.exceptions import NameTaken
from regrade.files.errors import BadInput
from regrade.files.judging import Form
from tests.regrade.files.judging.crowd_files import (
    PASSAGE,
    answered,
    result,
    task_line,
    write_log,
    write_results,
    write_tasks,
)

pytestmark = pytest.mark.django_db


def make(form: Form, *paths: Path) -> TasksReport:
    return import_tasks(
        form=form, paths=paths, collection_name="web", topics_name="needs", pool_name="tasks"
    )


@pytest.fixture
def log(tmp_path: Path) -> list[Path]:
    tasks = write_tasks(
        tmp_path, task_line("7", "t1", "d1", "d2"), task_line("9", "t2", "d2", "d3")
    )
    return [write_log(tmp_path, answered("1", "1")), tasks]


def pairs(pool: Pool) -> list[tuple[str, str]]:
    return list(pool.pairs.order_by("pk").values_list("topic__query_id", "passage__doc_id"))


def n_rows() -> list[int]:
    """Of every table that an import might touch."""
    models: list[type[Model]] = [*apps.get_app_config("ranking").get_models(), Pool]
    return [model._default_manager.count() for model in models]


def test_a_crowd_log_makes_its_tasks(log: list[Path]) -> None:
    report = make(Form.CROWD_LOG, *log)
    assert (report.n_passages, report.n_textless, report.n_topics, report.n_pairs) == (3, 3, 2, 4)
    assert pairs(report.pool) == [("t1", "d1"), ("t1", "d2"), ("t2", "d2"), ("t2", "d3")]
    assert (report.pool.strategy, report.pool.recipe) == (
        PoolStrategy.PAIRS,
        {"files": ["assignments.txt", "hits.txt"]},
    )


def test_topics_of_a_crowd_log_say_what_was_wanted(log: list[Path]) -> None:
    topic = make(Form.CROWD_LOG, *log).topic_set.topics.get(query_id="t1")
    assert (topic.ordinal, topic.query) == (0, "Title of t1.")
    assert topic.description == "pages on it."
    assert topic.narrative == "Not relevant: pages that sell."


def test_results_make_their_tasks_with_texts(tmp_path: Path) -> None:
    rows = [result("A1"), result("A2"), result("A3", Input_passage_id="d2", Input_passage="Cats.")]
    report = make(Form.MTURK, write_results(tmp_path, *rows))
    assert (report.n_passages, report.n_textless, report.n_pairs) == (2, 0, 2)
    texts = report.collection.passages.order_by("ordinal").values_list("doc_id", "text")
    assert list(texts) == [("d1", PASSAGE), ("d2", "Cats.")]
    assert report.topic_set.topics.get().query == "how long do spruces live"


def test_a_name_that_is_taken_is_refused_and_nothing_made(log: list[Path]) -> None:
    make(Form.CROWD_LOG, *log)
    before = n_rows()
    with pytest.raises(NameTaken):
        import_tasks(
            form=Form.CROWD_LOG,
            paths=log,
            collection_name="new",
            topics_name="new",
            pool_name="tasks",
        )
    assert n_rows() == before


def test_a_bad_file_leaves_nothing(tmp_path: Path) -> None:
    path, before = write_results(tmp_path, result("A1"), result(Input_passage_id="d 1")), n_rows()
    with pytest.raises(BadInput):
        make(Form.MTURK, path)
    assert n_rows() == before
