from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Model

from evaluation.models import Evaluation, RunHash, Study, StudyRun, TopicCoverage, TopicScores
from ranking.models import (
    Attempt,
    Chunk,
    Collection,
    Job,
    Passage,
    Ranking,
    Run,
    Topic,
    TopicSet,
    VariantMaking,
)
from ranking.models.ranking import PairScores
from tests.database.scratch import database_url
from tests.evaluation.studies.study_cases import make_ground, make_read_study
from tests.ranking.worker_process import wait_until
from tests.source_tree import ROOT
from tests.tiers import thorough

STUDY: dict[str, Any] = {
    "name": "noise",
    "topics": "needs",
    "collection": "trees",
    "labels": "trec",
    "measures": ["RR@10", "nDCG@10"],
    "variants": [
        {"texts": "queries", "recipe": "typos-queries-swap_characters-one"},
        {"texts": "passages", "recipe": {"kind": "truncate_words", "n_words": 2}},
    ],
    "rankers": [
        {"name": "BM25", "ranker": "bm25", "depth": 10},
        {"name": "dot", "ranker": "bert-dot", "reranks": "BM25", "depth": 3},
    ],
}


@pytest.fixture
def study_file(tmp_path: Path) -> Callable[..., Path]:
    def write(**changes: Any) -> Path:
        path = tmp_path / "study.yml"
        path.write_text(yaml.safe_dump({**STUDY, **changes}), "utf-8")
        return path

    return write


def printed(command: str, *options: object) -> str:
    out = StringIO()
    call_command(command, *map(str, options), stdout=out)
    return out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_a_file_is_previewed_run_shown_and_read(study_file: Callable[..., Path]) -> None:
    make_ground()
    path = study_file(rankers=STUDY["rankers"][:1])
    assert "3 runs, 0 of them there." in printed("run_study", path, "--preview")
    assert not Study.objects.exists()
    done = printed("run_study", path, "--now")
    assert "Study noise: done, 3 of 3 runs done." in done
    assert "noise" in printed("study")
    table = printed("read_study", "noise")
    assert "[P] TruncateWords(2)" in table
    assert "paired t-test" in table
    rows = json.loads(printed("read_study", "noise", "--format", "json", "--letters"))
    assert len(rows) == 6
    assert r"\toprule" in printed("read_study", "noise", "--format", "latex")


@pytest.mark.django_db
def test_failures_and_topics_are_printed() -> None:
    make_read_study()
    failures = printed("read_study", "noise", "--failures", "[Q] capitals", "--format", "csv")
    assert "HOW LONG DO SPRUCES LIVE" in failures
    topics = json.loads(printed("read_study", "noise", "--topics", "Louder", "--format", "json"))
    assert (topics[0]["ranker"], topics[0]["difference"]) == ("one", 0)
    none = ["--failures", "Original", "--which", "shared", "--within", "3"]
    assert printed("read_study", "noise", *none).strip() == "No topic."


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: [", "no YAML"),
        ("- a", "holds no study"),
        ("burn: 1", "burn"),
        ("name: x", "topics: This field is required."),
        ("variants: [{texts: trees, recipe: x}]", "variants 1 texts: .trees."),
    ],
)
def test_a_bad_file_is_refused_by_place_and_fault(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "study.yml"
    path.write_text(text, "utf-8")
    with pytest.raises(CommandError, match=fault):
        printed("run_study", path)
    with pytest.raises(CommandError, match=r"none\.yml"):
        printed("run_study", tmp_path / "none.yml")


@thorough
@pytest.mark.django_db(transaction=True)
def test_a_study_that_is_killed_midway_ends_byte_identical(
    study_file: Callable[..., Path], storage: Path
) -> None:
    make_ground()
    path = study_file()
    printed("run_study", path, "--now")
    whole = results()
    forget_everything_computed()
    env = os.environ | {
        "DATABASE_URL": database_url(connection.settings_dict),
        "REGRADE_STORAGE": str(storage),
    }
    command = [sys.executable, "manage.py", "run_study", str(path), "--now"]
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        wait_until(lambda: StudyRun.objects.filter(run__status="complete").count() >= 2, process)
        os.kill(process.pid, signal.SIGKILL)
    assert Study.objects.get().status == "running"
    printed("run_study", path, "--now")
    assert results() == whole


def results() -> dict[str, str]:
    """Every ranking and text that the study made, and its table, as bytes."""
    made = {
        f"{ranking.run.name} {ranking.topic.query_id}": sha256(
            ranking.ordinals.tobytes() + ranking.scores.tobytes()
        ).hexdigest()
        for ranking in Ranking.objects.select_related("run", "topic")
    }
    texts = {f"{p.collection.name} {p.doc_id}": p.text or "" for p in Passage.objects.all()}
    queries = {f"{t.topic_set.name} {t.query_id}": t.query for t in Topic.objects.all()}
    table = printed("read_study", "noise", "--format", "csv")
    return made | texts | queries | {"table": table}


def forget_everything_computed() -> None:
    scores: list[type[Model]] = [TopicScores, TopicCoverage, Evaluation, RunHash, Study]
    computed: list[type[Model]] = [*scores, PairScores, Ranking, Attempt, Chunk, Job]
    for model in computed:
        model._default_manager.all().delete()
    Run.objects.filter(parent__isnull=False).delete()
    Run.objects.all().delete()
    variants = TopicSet.objects.filter(parent__isnull=False)
    Topic.objects.filter(topic_set__in=variants).delete()
    variants.delete()
    made = Collection.objects.filter(parent__isnull=False)
    Passage.objects.filter(collection__in=made).delete()
    VariantMaking.objects.all().delete()
    made.delete()
