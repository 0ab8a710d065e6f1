from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ranking.models import Collection
from tests.regrade.files.writing import write

pytestmark = pytest.mark.django_db


def line(doc_id: str, rank: int) -> str:
    record = {
        "query_id": "q1",
        "query": "why",
        "passage_id": doc_id,
        "passage": f"because of {doc_id}",
        "bm25_rank": rank,
        "stratum": "high",
        "msmarco_relevant": int(doc_id == "d1"),
    }
    return json.dumps(record) + "\n"


LINES = line("d1", 1) + line("d2", 2)


def import_candidates(path: Path, labels: str | None = "labels") -> str:
    out = StringIO()
    names = ["--collection", "texts", "--topics", "needs", "--run", "bm25"]
    names += ["--labels", labels] if labels else []
    call_command("import_candidates", str(path), *names, stdout=out)
    return out.getvalue()


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


def test_import_candidates_of_a_bad_line_says_where_and_changes_nothing(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="input, line 3: "):
        import_candidates(write(tmp_path, LINES + line("d3", 2)))
    assert not Collection.objects.exists()
