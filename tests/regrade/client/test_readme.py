"""The README: its example runs, and the client does what its commands do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer

from annotation.models import Membership
from annotation.tokens.issuing import issue_token
from config import celery_app
from ranking.models import Chunk, Job
from ranking.rankers.chunk import rank_chunk
from regrade.client import Server
from regrade.client.settings import SERVER, TOKEN
from tests.regrade.client.files import OTHER_RUN, PASSAGES, QRELS, RUN, TOPICS, written
from tests.source_tree import ROOT

EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STRICT = "q1 0 d1 1\nq2 0 d2 1\nq2 0 d3 0\n"
VOTES = "query_id\tdoc_id\tassessor\tgrade\n" + "".join(
    f"q{n}\td{n}\t{vote}\n" for n in (1, 2) for vote in ("ann\t4", "ben\t4", "cy\t5")
)


def test_the_example_comes_from_two_runs_to_a_comparison(
    live_server: LiveServer,
    owner: User,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    [code] = EXAMPLE.findall((ROOT / "README.md").read_text("utf-8"))
    assert len(code.splitlines()) < 10
    written(tmp_path, bm25__run=RUN, bert__run=OTHER_RUN)
    written(tmp_path, original__qrels=QRELS, strict__qrels=STRICT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(SERVER, live_server.url)
    monkeypatch.setenv(TOKEN, issue_token(account=owner, name="readme", scopes=["research"]).text)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert f"{live_server.url}/compare?runs=bm25,bert&labels=original,strict" in printed
    assert "bert" in printed


def test_the_client_does_what_the_commands_do(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the order of the README."""
    monkeypatch.setattr(celery_app, "send_task", lambda *_, **__: None)
    written(tmp_path, collection__tsv=PASSAGES, queries__tsv=TOPICS, votes__tsv=VOTES)
    written(tmp_path, original__txt=QRELS, bert__run=OTHER_RUN)
    over = {"collection": "passages", "topic_set": "dev"}
    server.push_collection("passages", tmp_path / "collection.tsv")
    server.push_topics("dev", tmp_path / "queries.tsv")
    server.push_labels(tmp_path / "original.txt", **over)
    job = server.compute("bm25", **over)
    rank_chunk(chunk_id=Chunk.objects.get().pk)
    assert job.wait().n_done == 2
    assert server.compute("bert-2", ranker="bert-dot", parent="bm25").progress().status == "running"
    server.push_run(tmp_path / "bert.run", **over)
    campaign = server.create_campaign(
        "second-look", runs=["bm25", "bert"], depth=20, scale="1-5", judgments_per_pair=3
    )
    assert server.set_state("second-look", "open") == "open"
    assert "/join#" in server.invite(campaign.id, max_uses=5)
    server.push_judgments("second-look", tmp_path / "votes.tsv")
    policy = {"aggregate": "majority", "threshold": 3}
    assert server.derive("second-look", "strict", policy).counts["n_relevant"] == 2
    found = server.compare(["bert"], baseline="bm25", labels=["original", "strict"])
    assert {row.labels for row in found.rows} == {"original", "strict"}
    assert [row.n_votes for row in server.campaigns()] == [6]
    assert Job.objects.count() == 2
    assert Membership.objects.count() == 3
