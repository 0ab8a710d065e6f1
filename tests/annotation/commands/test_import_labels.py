from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

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


def test_import_labels_of_a_bad_line_says_where_and_changes_nothing(tmp_path: Path) -> None:
    before = counts()
    with pytest.raises(CommandError, match="input, line 4: "):
        import_labels(write(tmp_path, QRELS + "q2 0 new 0.5\n"))
    assert counts() == before
