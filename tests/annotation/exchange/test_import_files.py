"""Runs and qrels alone, over a collection and topics of their own."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import models

from annotation.exceptions import LabelsRefused
from annotation.exchange.files_alone import FilesReport, GivenFile, Thresholds, import_files
from annotation.models import LabelSet
from ranking.exceptions import NameTaken
from ranking.models import Collection, Passage, Run, Topic, TopicSet
from regrade.files.bad_lines import BadFile
from regrade.files.errors import BadInput
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.refusals import refused
from tests.regrade.files.writing import write

pytestmark = pytest.mark.django_db
MADE: tuple[type[models.Model], ...] = (Collection, TopicSet, Topic, Passage, Run, LabelSet)
FILES = {
    "bm25.run": "q2 Q0 d1 1 2.5 a\nq1 Q0 d2 1 3 a\nq1 Q0 d1 2 2 a\n",
    "bert.run.gz": "q1 Q0 d1 1 9 b\nq3 Q0 d3 1 1 b\n",
    "old qrels, 1999.txt": "# by hand\n\nq1 0 d1 1\nq1 0 d2 0\n",
    "new.qrels": "q1 0 d2 2\nq4 0 d4 1\n",
}


def given(folder: Path, files: dict[str, str]) -> list[GivenFile]:
    """The files as an upload stores them: not under their own names."""
    paths = [write(folder, text, f"sent-{n}") for n, text in enumerate(files.values())]
    for path, called in zip(paths, files, strict=True):
        if called.endswith(".gz"):
            path.write_bytes(gzip.compress(path.read_bytes()))
    return [GivenFile(path, called) for path, called in zip(paths, files, strict=True)]


def n_made() -> int:
    return sum(model._default_manager.count() for model in MADE)


def taken_in(folder: Path, files: dict[str, str], **options: Any) -> FilesReport:
    return import_files(name="mine", files=given(folder, files), **options)


def test_import_files_tells_runs_from_labels_and_names_both_by_their_files(tmp_path: Path) -> None:
    done = taken_in(tmp_path, FILES)
    assert [(run.name, run.file, run.n_topics, run.n_lines) for run in done.runs] == [
        ("bm25", "bm25.run", 2, 3),
        ("bert", "bert.run.gz", 2, 2),
    ]
    assert [tuple(labels) for labels in done.label_sets] == [
        ("old-qrels-1999", "old qrels, 1999.txt", 1, 2, 1, 1),
        ("new", "new.qrels", 2, 2, 2, 1),
    ]
    assert Run.objects.get(name="bm25").collection == Collection.objects.get(name="mine")
    assert Passage.objects.filter(text__isnull=True).count() == 4
    assert LabelSet.objects.get(name="new").report["file"] == "new.qrels"


def test_import_files_has_every_query_id_as_a_topic_in_the_order_of_first_sight(
    tmp_path: Path,
) -> None:
    assert taken_in(tmp_path, FILES).n_topics == 4
    topics = TopicSet.objects.get(name="mine").topics.values_list("ordinal", "query_id", "query")
    assert list(topics) == [
        (0, "q2", "q2"),
        (1, "q1", "q1"),
        (2, "q3", "q3"),
        (3, "q4", "q4"),
    ]


def test_import_files_puts_its_name_before_names_that_are_taken(tmp_path: Path) -> None:
    ground = make_collection(), make_topics()
    make_run("bm25", *ground, {"q1": ["d1"]})
    make_labels("new", *ground, {"q1": {"d1": 1}})
    make_labels("mine-new", *ground, {"q1": {"d1": 1}})
    done = taken_in(tmp_path, {**FILES, "bm25.txt": FILES["bm25.run"], "..": FILES["new.qrels"]})
    assert [run.name for run in done.runs] == ["mine-bm25", "bert", "mine-bm25-2"]
    assert [labels.name for labels in done.label_sets] == ["old-qrels-1999", "mine-new-2", ".."]


@pytest.mark.parametrize(
    ("last", "code", "line"),
    [("\nq1 Q0 d1 1 2.5\n", "column_count", 2), ("# nothing\n", "no_records", None)],
)
def test_import_files_with_a_last_file_of_neither_kind_leaves_no_row(
    tmp_path: Path, last: str, code: str, line: int | None
) -> None:
    with refused(BadInput, code, line=line) as caught:
        taken_in(tmp_path, {**FILES, "last": last})
    assert caught.value.path.name == "sent-4"
    assert n_made() == 0


@pytest.mark.parametrize(
    ("last", "lines"),
    [
        ("q1 Q0 d1 1 much a\nq1 Q0 d2 2 1 a\nq1 Q0 d1\n", [1, 3]),
        ("q1 0 d1 1\nq1 0 d2 many\nq1 0 d1 1\n", [2, 3]),
    ],
    ids=["run", "labels"],
)
def test_import_files_counts_the_bad_lines_and_leaves_no_row(
    tmp_path: Path, last: str, lines: list[int]
) -> None:
    with pytest.raises(BadFile) as caught:
        taken_in(tmp_path, {**FILES, "last": last})
    assert [line.line for line in caught.value.bad.first] == lines
    assert n_made() == 0


def test_import_files_counts_binary_labels_from_1_beside_graded_ones(tmp_path: Path) -> None:
    done = taken_in(tmp_path, FILES, thresholds=Thresholds(2))
    assert [(one.min_relevance, one.n_relevant) for one in done.label_sets] == [(1, 1), (2, 1)]


def test_import_files_takes_a_threshold_of_one_file_as_it_is(tmp_path: Path) -> None:
    done = taken_in(tmp_path, FILES, thresholds=Thresholds(2, {4: 1, 3: 0}))
    assert [(one.min_relevance, one.n_relevant) for one in done.label_sets] == [(0, 2), (1, 2)]


def test_import_files_refuses_a_threshold_of_no_label_file(tmp_path: Path) -> None:
    with refused(LabelsRefused, "threshold_of_run"):
        taken_in(tmp_path, FILES, thresholds=Thresholds(own={1: 1}))
    assert n_made() == 0


def test_import_files_names_the_labels_of_which_none_is_relevant_and_leaves_no_row(
    tmp_path: Path,
) -> None:
    with refused(LabelsRefused, "none_relevant") as caught:
        taken_in(tmp_path, {**FILES, "none.qrels": "q1 0 d1 0\n"}, thresholds=Thresholds(2))
    assert str(caught.value).startswith("none.qrels: ")
    assert n_made() == 0


def test_import_files_under_a_taken_name_is_refused(tmp_path: Path) -> None:
    make_topics("mine")
    with pytest.raises(NameTaken):
        taken_in(tmp_path, FILES)
    assert not Collection.objects.exists()


def test_the_command_reads_files_under_their_own_names(tmp_path: Path) -> None:
    paths = [str(write(tmp_path, FILES[name], name)) for name in ("bm25.run", "new.qrels")]
    call_command("import_files", "mine", *paths)
    assert list(Run.objects.values_list("name", "topic_set__name")) == [("bm25", "mine")]
    assert list(LabelSet.objects.values_list("name", "min_relevance")) == [("new", 1)]


@pytest.fixture
def of_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A run and two label files of one name, as they are typed where they lie."""
    monkeypatch.chdir(tmp_path)
    typed = {"a.run": FILES["bm25.run"], "c/q=1.txt": FILES["new.qrels"], "d/q=1.txt": "q1 0 d1 3"}
    for name, text in typed.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    return list(typed)


def test_the_command_takes_a_threshold_by_the_path_that_was_typed(of_one_name: list[str]) -> None:
    call_command("import_files", "mine", *of_one_name, "--min-relevance-of", "./d/q=1.txt=3")
    assert list(LabelSet.objects.order_by("pk").values_list("min_relevance", flat=True)) == [1, 3]


def test_the_command_refuses_a_threshold_that_it_cannot_place(of_one_name: list[str]) -> None:
    with refused(CommandError, "bad_threshold") as caught:
        call_command("import_files", "mine", *of_one_name, "--min-relevance-of", "q=1.txt=2")
    said = "--min-relevance-of 'q=1.txt=2': 'q=1.txt' is none of the files. Write FILE=N, with FILE"
    assert str(caught.value).startswith(said)


def test_the_command_refuses_a_threshold_of_a_file_given_twice(of_one_name: list[str]) -> None:
    twice = [*of_one_name, of_one_name[2]]
    with refused(CommandError, "bad_threshold"):
        call_command("import_files", "mine", *twice, "--min-relevance-of", "d/q=1.txt=2")
