from __future__ import annotations

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.models import LabelSet, TopicLabels
from ranking.models import Collection, Passage, Ranking, Run, Topic, TopicSet
from tests.regrade.files.writing import write

pytestmark = pytest.mark.django_db

MADE = (Collection, Passage, TopicSet, Topic, Run, Ranking, LabelSet, TopicLabels)


def line(doc_id: str, rank: Any, **fields: Any) -> str:
    record = {
        "query_id": "q1",
        "query": "why",
        "passage_id": doc_id,
        "passage": f"because of {doc_id}",
        "bm25_rank": rank,
        "stratum": "high",
        "msmarco_relevant": int(doc_id == "d1"),
    }
    return json.dumps(record | fields) + "\n"


LINES = line("d1", 1) + line("d2", 2)


def import_candidates(path: Path, labels: str | None = "labels") -> str:
    out = StringIO()
    names = ["--collection", "texts", "--topics", "needs", "--run", "bm25"]
    names += ["--labels", labels] if labels else []
    call_command("import_candidates", str(path), *names, stdout=out)
    return out.getvalue()


def counts() -> list[int]:
    return [model._default_manager.count() for model in MADE]


def test_import_candidates_reports_counts(tmp_path: Path) -> None:
    out = import_candidates(write(tmp_path, LINES)).splitlines()
    assert out == [
        "Collection texts, topics needs, run bm25, labels labels:",
        "  2  passages",
        "  0  passages without a text",
        "  1  topics",
        "  1  topics of stratum high",
        "  2  lines of the run",
        "  1  pairs labelled 0",
        "  1  pairs labelled 1",
    ]


def test_import_candidates_without_labels_says_what_it_left(tmp_path: Path) -> None:
    out = import_candidates(write(tmp_path, LINES), labels=None)
    assert "run bm25, no labels:" in out
    assert "1  pairs of value 1 in the file, kept only with --labels" in out


@pytest.mark.parametrize("content", ["\ufeff" + LINES, LINES.replace("\n", "\r\n"), "\n" + LINES])
def test_import_candidates_reads_through_marks_and_line_ends(tmp_path: Path, content: str) -> None:
    import_candidates(write(tmp_path, content))
    texts = Passage.objects.values_list("text", flat=True)
    assert list(texts) == ["because of d1", "because of d2"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (LINES + line("d1", 3), "input, line 3: passage d1 of topic q1 appears twice"),
        (LINES + line("d3", 2), "input, line 3: rank 2 of topic q1 is taken on line 2"),
        (LINES + line("d3", "third"), "input, line 3: "),
        (LINES + line("d3", 0), "input, line 3: bm25_rank 0 is outside 1 to 2147483647"),
        (LINES + line("d3", 3, query="who"), "input, line 3: topic q1 has another query"),
        (LINES + line("d3", 3, msmarco_relevant=0.5), "input, line 3: "),
        (LINES + line("d3", 3, passage_id="a b"), "input, line 3: "),
        (LINES + '{"query_id": "q1"}\n', "input, line 3: "),
        (LINES + "{broken\n", "input, line 3: "),
        (LINES + "q1\td3\n", "input, line 3: "),
        ("", "input: the file is empty"),
        (gzip.compress(LINES.encode())[:-12], "input.*truncated or damaged"),
    ],
    ids=[
        "repeated passage",
        "repeated rank",
        "rank in words",
        "rank 0",
        "two queries",
        "fractional label",
        "blank in an id",
        "missing fields",
        "broken JSON",
        "not JSON",
        "empty",
        "truncated gzip",
    ],
)
def test_import_candidates_of_bad_input_says_where_and_why_and_changes_nothing(
    tmp_path: Path, content: str | bytes, reason: str
) -> None:
    with pytest.raises(CommandError, match=reason):
        import_candidates(write(tmp_path, content))
    assert counts() == [0] * len(MADE)


def test_import_candidates_a_second_time_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, LINES)
    import_candidates(path)
    before = counts()
    with pytest.raises(CommandError, match="named 'labels' already"):
        import_candidates(path)
    assert counts() == before
