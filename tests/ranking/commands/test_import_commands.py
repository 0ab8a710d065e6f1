from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from ranking.models import Collection, Passage, Run, Topic
from tests.factories import make_collection, make_run, make_topics
from tests.regrade.files.writing import write

pytestmark = pytest.mark.django_db

COLLECTION = "d1\tSpruces live long.\nd2\tFirs have cones.\n"
TOPICS = "q1\thow long do spruces live\nq2\tdo firs have cones\n"
RUN = "q1 Q0 d1 1 2.5 mine\nq1 Q0 d2 2 1.5 mine\nq2 Q0 d2 1 3 mine\n"


def call(*arguments: str | Path) -> str:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def n_rows() -> dict[str, int]:
    models = apps.get_app_config("ranking").get_models()
    return {model.__name__: model._default_manager.count() for model in models}


def refusal(*arguments: str | Path) -> str:
    """The sentence of a command that must fail and change nothing."""
    before = n_rows()
    with pytest.raises(CommandError) as caught:
        call(*arguments)
    assert caught.value.returncode == 1
    assert n_rows() == before
    return str(caught.value)


def read_run(path: Path, name: str = "new") -> tuple[str | Path, ...]:
    return "import_run", path, "--name", name, "--collection", "trees", "--topics", "needs"


def test_import_collection_reports_counts(tmp_path: Path) -> None:
    assert call("import_collection", "small", write(tmp_path, COLLECTION, "c.tsv")) == (
        "Collection small, passages:\n"
        "  2  added\n"
        "  0  known without text before, now with text\n"
        "  0  known before, unchanged\n"
        "  2  in the collection now\n"
        "  0  of them without text\n"
    )


def test_import_collection_to_add_takes_several_files(tmp_path: Path) -> None:
    make_collection("small", {"d1": None})
    files = [write(tmp_path, "d1\tone\n", "a.tsv"), write(tmp_path, "d2\ttwo\n", "b.tsv.gz")]
    said = call("import_collection", "small", *files, "--add")
    assert "  1  known without text before, now with text\n" in said
    assert list(Passage.objects.values_list("doc_id", "text")) == [("d1", "one"), ("d2", "two")]


BAD_COLLECTIONS: dict[str, tuple[str | bytes, str]] = {
    "twice": (
        "d1\ta\nd2\tb\nd1\ta\n",
        "c.tsv, line 3: passage d1 appears twice, first in c.tsv, line 1",
    ),
    "columns": ("d1\ta\nd2 b\n", "c.tsv, line 2: 1 columns where the lines before have 2"),
    "blank_id": ("d1\ta\n \tb\n", "c.tsv, line 2: the doc_id ' ' holds white space"),
    "empty": ("", "c.tsv: the file is empty"),
    "latin1": ("d1\té\n".encode("latin-1"), "c.tsv, line 1: this is not UTF-8 text"),
    "truncated": (
        gzip.compress("".join(f"d{n}\ttext\n" for n in range(99)).encode())[:-9],
        "truncated or damaged",
    ),
}


@pytest.mark.parametrize("case", sorted(BAD_COLLECTIONS))
def test_import_collection_of_a_bad_file_is_refused(tmp_path: Path, case: str) -> None:
    content, problem = BAD_COLLECTIONS[case]
    assert problem in refusal("import_collection", "new", write(tmp_path, content, "c.tsv"))


def test_import_collection_of_a_bad_second_file_keeps_nothing_of_the_first(tmp_path: Path) -> None:
    files = write(tmp_path, COLLECTION, "good.tsv"), write(tmp_path, "d3\n", "bad.tsv")
    assert refusal("import_collection", "new", *files).startswith("bad.tsv, line 1: ")


def test_import_collection_of_no_file_is_refused(tmp_path: Path) -> None:
    said = refusal("import_collection", "new", tmp_path / "none.tsv")
    where = f"{tmp_path / 'none.tsv'} was looked for in {tmp_path}"
    assert said == f"none.tsv: there is no such file; {where}"


def test_import_collection_under_a_taken_name_is_refused(tmp_path: Path) -> None:
    make_collection("small")
    said = refusal("import_collection", "small", write(tmp_path, COLLECTION, "c.tsv"))
    assert said == "There is a collection named 'small' already; choose another name."


def test_import_collection_with_another_text_changes_nothing(tmp_path: Path) -> None:
    make_collection("small", {"d1": "known", "d2": None})
    said = refusal("import_collection", "small", write(tmp_path, COLLECTION, "c.tsv"), "--add")
    assert said.startswith("c.tsv, line 1: passage d1 has another text in collection small")
    assert list(Passage.objects.values_list("text", flat=True)) == ["known", None]


def test_import_collection_reads_through_a_byte_order_mark_and_windows_ends(
    tmp_path: Path,
) -> None:
    content = b"\xef\xbb\xbf" + COLLECTION.replace("\n", "\r\n").encode()
    call("import_collection", "small", write(tmp_path, content, "c.tsv"))
    assert list(Passage.objects.values_list("doc_id", "text")) == [
        ("d1", "Spruces live long."),
        ("d2", "Firs have cones."),
    ]


def test_import_topics_reports_counts_and_ids(tmp_path: Path) -> None:
    assert call("import_topics", "needs", write(tmp_path, TOPICS, "t.tsv")) == (
        "Topic set needs, query ids q1 … q2:\n  2  topics\n  0  of them with a description\n"
    )


def test_import_topics_by_position_numbers_them_from_one(tmp_path: Path) -> None:
    call("import_topics", "needs", write(tmp_path, TOPICS, "t.tsv"), "--number-by", "position")
    assert list(Topic.objects.values_list("query_id", flat=True)) == ["1", "2"]


BAD_TOPICS: dict[str, tuple[str | bytes, str]] = {
    "twice": ("q1\ta\nq1\tb\n", "t.tsv, line 2: topic q1 was given before, on line 1"),
    "columns": ("q1\ta\nq2\tb\tc\n", "t.tsv, line 2: 3 columns"),
    "no_query": ("q1\ta\nq2\t \n", "t.tsv, line 2: the query of topic q2 is empty"),
    "empty": ("\n\n", "t.tsv: the file is empty"),
    "truncated": (gzip.compress(TOPICS.encode())[:-9], "truncated or damaged"),
}


@pytest.mark.parametrize("case", sorted(BAD_TOPICS))
def test_import_topics_of_a_bad_file_is_refused(tmp_path: Path, case: str) -> None:
    content, problem = BAD_TOPICS[case]
    assert problem in refusal("import_topics", "needs", write(tmp_path, content, "t.tsv"))


def test_import_topics_under_a_taken_name_is_refused(tmp_path: Path) -> None:
    make_topics("needs")
    said = refusal("import_topics", "needs", write(tmp_path, TOPICS, "t.tsv"))
    assert said == "There is a topic set named 'needs' already; choose another name."


def test_import_run_reports_counts(tmp_path: Path) -> None:
    make_collection(), make_topics()
    assert call(*read_run(write(tmp_path, RUN, "r.txt.gz")), "--team", "us", "--kind", "nn") == (
        "Run new, tag mine:\n"
        "  2  topics\n"
        "  3  lines\n"
        "  2  passages at most for a topic\n"
        "  0  lines that share their score with another of their topic\n"
        "  0  doc_ids new to the collection, now passages without text\n"
        "  0  query ids that are no topics\n"
        "  0  lines of those, left out\n"
        "  0  topics without a line\n"
    )
    run = Run.objects.get()
    assert (run.team, run.kind) == ("us", "nn")


def test_import_run_in_single_precision_finds_its_ties(tmp_path: Path) -> None:
    make_collection(), make_topics()
    lines = "q1 Q0 d1 1 20.0000005 t\nq1 Q0 d2 2 20.0000003 t\n"
    told = call(*read_run(write(tmp_path, lines, "r.txt")), "--single-precision")
    assert "  2  lines that share their score" in told


def test_import_run_that_shares_part_of_the_topics_says_so(tmp_path: Path) -> None:
    make_collection(), make_topics()
    said = call(*read_run(write(tmp_path, "q1 Q0 d1 1 1 t\nx Q0 d1 1 1 t\n")))
    assert said.endswith(
        "The file and topic set needs share only part of their ids: 1 are in both, "
        "1 only in the file (x), 1 only in the topic set.\n"
    )


BAD_RUNS: dict[str, tuple[str | bytes, str]] = {
    "twice": (
        "q1 Q0 d1 1 2 t\nq2 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t\n",
        "r.txt, line 3: passage d1 of topic q1 appears twice, first on line 1",
    ),
    "word": ("q1 Q0 d1 1 high t\n", "r.txt, line 1: the score 'high' is not a finite number"),
    "nan": ("q1 Q0 d1 1 2 t\nq1 Q0 d2 1 nan t\n", "r.txt, line 2: the score 'nan' is not a"),
    "columns": ("q1 Q0 d1 1 2\n", "r.txt, line 1: 5 columns; a run has 6 (query_id Q0 doc_id"),
    "mixed": ("q1 Q0 d1 1 2 t\nq1 d2 2\n", "r.txt, line 2: 3 columns where the lines before have"),
    "new_first": ("q1 Q0 new 1 2 t\nq1 Q0 d1 1 x t\n", "r.txt, line 2: the score 'x'"),
    "other_topics": ("x Q0 new 1 2 t\n", "r.txt: none of its 1 query ids is a topic of needs"),
    "empty": ("", "r.txt: the file is empty"),
    "truncated": (gzip.compress(RUN.encode() * 99)[:-9], "truncated or damaged"),
}


@pytest.mark.parametrize("case", sorted(BAD_RUNS))
def test_import_run_of_a_bad_file_is_refused(tmp_path: Path, case: str) -> None:
    make_collection(), make_topics()
    content, problem = BAD_RUNS[case]
    assert problem in refusal(*read_run(write(tmp_path, content, "r.txt")))
    assert Collection.objects.get().n_passages == 3


def test_import_run_under_a_taken_name_is_refused(tmp_path: Path) -> None:
    make_run("new", make_collection(), make_topics(), {"q1": ["d1"]})
    said = refusal(*read_run(write(tmp_path, RUN)))
    assert said == "There is a run named 'new' already; choose another name."


@pytest.mark.parametrize("name", ["a,b", "two words"])
def test_import_run_under_an_unusable_name_is_refused(tmp_path: Path, name: str) -> None:
    make_collection(), make_topics()
    assert "no comma, no blank" in refusal(*read_run(write(tmp_path, RUN), name))


def test_import_run_for_an_absent_collection_names_those_that_exist(tmp_path: Path) -> None:
    make_collection("tree"), make_topics()
    said = refusal(*read_run(write(tmp_path, RUN)))
    known = "There is no collection named 'trees'; there is tree."
    assert said == f"{known} To make it without texts: create_collection trees"


def test_import_run_reads_through_a_byte_order_mark_and_windows_ends(tmp_path: Path) -> None:
    make_collection(), make_topics()
    content = b"\xef\xbb\xbf" + RUN.replace("\n", "\r\n").encode()
    assert "  2  topics\n" in call(*read_run(write(tmp_path, content)))
    assert Run.objects.get().tag == "mine"
