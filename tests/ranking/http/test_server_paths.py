"""No answer says where on the server something lies; the log and the database do."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from rest_framework import serializers

from ranking.exceptions import RankingError, UnfitWorker
from ranking.http.server_paths import PathFreeField, without_paths
from ranking.models import Job
from ranking.rankers.chunk import rank_chunk
from ranking.storage.disk import telling_of_the_disk
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.jobs.job_cases import ANN, fail_with, plan_job

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]

# How the folder of a model can be of no use, before any of its weights are loaded.
BREAKS: dict[str, Callable[[Path], object]] = {
    "no weights": lambda _: None,
    "no folder": lambda folder: (folder / "config.json").unlink(),
}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Model /usr/lib/minilm: no weights.", "Model minilm: no weights."),
        ("[Errno 2] No such file: '/usr/a b/c.bin'", "[Errno 2] No such file: 'a b/c.bin'"),
        ("no room left in /usr/lib/vectors/ for it", "no room left in vectors for it"),
        ("passage '/wiki/Spruce/Age' of topic 7", "passage '/wiki/Spruce/Age' of topic 7"),
        ("see https://huggingface.co/usr/lib", "see https://huggingface.co/usr/lib"),
        ("model owner/model; ./dev manage; 3/4/5", "model owner/model; ./dev manage; 3/4/5"),
        ("see http://here.org:8000//usr/lib", "see http://here.org:8000//usr/lib"),
        ("no file /./. there", "no file /./. there"),
        ("file:///srv/data/x is gone", "x is gone"),
        ("file://localhost/srv/data/x is gone", "x is gone"),
        ("//var/lib/secret/x is gone", "x is gone"),
        ("/srv//data/x and /../srv/data/x", "x and x"),
        ("dir:/srv/data/x is gone", "dir:x is gone"),
        ("~/models/minilm is gone", "minilm is gone"),
        (
            "Model /nas7/my models/minilm: it (OSError: /nas7/my models/minilm/config.json).",
            "Model minilm: it (OSError: minilm/config.json).",
        ),
    ],
)
def test_a_place_on_this_machine_is_shown_by_its_last_name(text: str, sentence: str) -> None:
    assert without_paths(text) == sentence


@pytest.mark.parametrize("broken", BREAKS)
def test_a_refused_model_is_named_without_its_folder(
    broken: str, researcher: Client, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    make_run("bm25", make_collection(), make_topics(), {"q1": ["d1", "d2"]})
    folder = tmp_path / "minilm"
    folder.mkdir()
    (folder / "config.json").write_text('{"model_type": "bert"}')
    BREAKS[broken](folder)
    asked = {"name": "again", "ranker": "bert-dot", "parent": "bm25", "model": str(folder)}
    answer = researcher.post("/api/runs/computed", asked, "application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("Model minilm: ")
    assert str(tmp_path) not in answer.content.decode()
    assert str(folder) in caplog.text


@pytest.mark.parametrize("kind", ["refused", "declined", "unforeseen", "full"])
def test_a_job_shows_what_went_wrong_and_not_where(
    kind: str,
    researcher: Client,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = plan_job(monkeypatch, n_topics=1)
    fail_with(monkeypatch, _errors(tmp_path / "vectors")[kind])
    for _ in range(3):
        _try(job)
    answers = [
        researcher.get(f"/api/jobs{path}").json()
        for path in ("", f"/{job.pk}", f"/{job.pk}/attempts")
    ]
    assert "vectors" in json.dumps(answers)
    assert str(tmp_path) not in json.dumps(answers)
    assert str(tmp_path) in job.chunks.get().attempts.latest("pk").error


def _errors(path: Path) -> dict[str, BaseException]:
    return {
        "refused": RankingError(f"Model {path}: its vectors are not finite numbers."),
        "declined": UnfitWorker(f"Model {path}: there is no such folder."),
        "unforeseen": FileNotFoundError(errno.ENOENT, "No such file or directory", str(path)),
        "full": _full(path),
    }


def _full(path: Path) -> RankingError:
    try:
        with telling_of_the_disk(path, "vectors of trees"):
            raise OSError(errno.ENOSPC, "No space left on device")
    except RankingError as error:
        return error


def _try(job: Job) -> None:
    with suppress(UnfitWorker):
        rank_chunk(chunk_id=job.chunks.get().pk, worker=ANN)


def test_every_answer_that_reports_an_error_shows_no_path() -> None:
    """By their fields, as some errors can hardly be brought about."""
    get_resolver().url_patterns  # noqa: B018  (loads all views, with their serializers)
    fields = [
        (one.__name__, field)
        for one in _all_below(serializers.Serializer)
        if one.__module__.partition(".")[0] in {"ranking", "annotation", "evaluation"}
        for name, field in _fields_of(one)
        if name == "error" and isinstance(field, serializers.CharField)
    ]
    assert len(fields) >= 4
    assert [name for name, field in fields if not isinstance(field, PathFreeField)] == []


def _fields_of(kind: type[Any]) -> list[tuple[str, Any]]:
    """Fields of a serializer; empty for a base class that only subclasses complete."""
    try:
        return list(kind().fields.items())
    except TypeError:
        return []


def _all_below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _all_below(one)
