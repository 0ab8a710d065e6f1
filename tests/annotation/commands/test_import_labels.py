from __future__ import annotations

import gzip
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.labels.arrays import relevances_by_topic
from annotation.models import LabelSet, TopicLabels
from ranking.models import Passage
from tests.factories import make_collection, make_topics
from tests.regrade.files.writing import write

QRELS = "q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 1\n"


@pytest.fixture(autouse=True)
def _ground(db: None) -> None:
    make_collection()
    make_topics()


def import_labels(path: Path, **options: str) -> str:
    out = StringIO()
    given = {"name": "labels", "collection": "trees", "topics": "needs"} | options
    arguments = [part for name, value in given.items() for part in (f"--{name}", value)]
    call_command("import_labels", str(path), *arguments, stdout=out)
    return out.getvalue()


def counts() -> tuple[int, int, int]:
    return LabelSet.objects.count(), TopicLabels.objects.count(), Passage.objects.count()


def values(name: str = "labels") -> dict[str, list[int]]:
    label_set = LabelSet.objects.get(name=name)
    return {
        query_id: labels.values.tolist()
        for query_id, labels in relevances_by_topic(label_set).items()
    }


@pytest.mark.parametrize(
    "content",
    [
        QRELS,
        QRELS.replace("\n", "\r\n"),
        "\ufeff" + QRELS,
        "# made by hand\n" + QRELS + "\n# the end\n",
        QRELS.replace(" ", "\t"),
        QRELS.replace(" 0 d", " d"),
        "query-id\tcorpus-id\tscore\n" + QRELS.replace(" 0 d", "\td").replace(" ", "\t"),
    ],
    ids=["TREC", "CRLF", "BOM", "comments", "tabs", "three columns", "BEIR"],
)
def test_import_labels_reads_each_way_to_write_the_same(tmp_path: Path, content: str) -> None:
    import_labels(write(tmp_path, content))
    assert values() == {"q1": [1, 0], "q2": [1]}


def test_import_labels_reads_gzip(tmp_path: Path) -> None:
    import_labels(write(tmp_path, QRELS, "qrels.gz"))
    assert values() == {"q1": [1, 0], "q2": [1]}


def test_import_labels_reports_counts(tmp_path: Path) -> None:
    out = import_labels(write(tmp_path, QRELS + "q1 0 stub -1\nq9 0 d1 1\n", "my.qrels"))
    reported = {
        name: number for number, name in (row.split(maxsplit=1) for row in out.splitlines()[1:10])
    }
    assert reported == {
        "topics": "2",
        "pairs": "4",
        "pairs of value -1": "1",
        "pairs of value 0": "1",
        "pairs of value 1": "2",
        "pairs relevant, at 1 or above": "2",
        "doc_ids new to the collection, now passages without text": "1",
        "query ids that are no topics": "1",
        "pairs of those, left out": "1",
    }
    assert "share only part of their query ids: 2 are in both, 1 only in my.qrels (q9)." in out


def test_import_labels_takes_min_relevance(tmp_path: Path) -> None:
    out = import_labels(write(tmp_path, QRELS.replace("d3 1", "d3 2")), **{"min-relevance": "2"})
    assert LabelSet.objects.get().min_relevance == 2
    assert "1  pairs relevant, at 2 or above" in out


def test_import_labels_with_a_min_relevance_above_every_label_says_so(tmp_path: Path) -> None:
    problem = "the largest label is 1. Ask for 1 or less."
    with pytest.raises(CommandError, match=problem):
        import_labels(write(tmp_path, QRELS), **{"min-relevance": "2"})
    assert not LabelSet.objects.exists()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (QRELS + "q2 0 d1 0.5\n", "input, line 4: relevance '0.5' is not a whole number"),
        (QRELS + "q2 0 d1 nan\n", "input, line 4: relevance 'nan' is not a whole number"),
        (QRELS + "q2 0 d1\n", "input, line 4: 3 columns where the lines before have 4"),
        ("q1 d1\n", "input, line 1: 2 columns; qrels have 4"),
        ("q1 Q0 d1 1 0.5 tag\n", "input, line 1: 6 columns; qrels have 4"),
        (QRELS + "q1 0 d1 0\n", "input, line 4: .*appears twice, first on line 1"),
        (QRELS + "q1 0 d1 99999\n", "input, line 4: relevance 99999 is outside"),
        ("", "input: the file is empty"),
        ("# nothing\n", "input: the file holds no labels"),
        (b"q1 0 d\xff 1\n", "input, line 1: this is not UTF-8 text"),
        (gzip.compress(QRELS.encode())[:-12], "input.*truncated or damaged"),
        ("q8 0 new 1\n", "input and topic set needs share none of their query ids"),
    ],
    ids=[
        "fraction",
        "nan",
        "mixed columns",
        "two columns",
        "a run",
        "repeated pair",
        "large value",
        "empty",
        "only comments",
        "not UTF-8",
        "truncated gzip",
        "no topic",
    ],
)
def test_import_labels_of_bad_input_says_where_and_why_and_changes_nothing(
    tmp_path: Path, content: str | bytes, reason: str
) -> None:
    before = counts()
    with pytest.raises(CommandError, match=reason):
        import_labels(write(tmp_path, content))
    assert counts() == before


def test_import_labels_of_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="missing: there is no such file"):
        import_labels(tmp_path / "missing")


def test_import_labels_a_second_time_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, QRELS + "q1 0 new 1\n")
    import_labels(path)
    before = counts()
    with pytest.raises(CommandError, match="a label set named 'labels' already"):
        import_labels(path)
    assert counts() == before


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ({"collection": "tres"}, "no collection named 'tres'; there is trees"),
        ({"topics": "ned"}, "no topic set named 'ned'; there is needs"),
        ({"name": "two words"}, "'two words' cannot name a label set"),
    ],
)
def test_import_labels_with_a_wrong_name_is_refused(
    tmp_path: Path, option: dict[str, str], reason: str
) -> None:
    with pytest.raises(CommandError, match=reason):
        import_labels(write(tmp_path, QRELS), **option)
