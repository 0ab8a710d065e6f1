"""A hundred thousand rows both ways."""

from __future__ import annotations

from pathlib import Path

from regrade.client import Server
from tests.factories import make_campaign, make_collection, make_pool, make_topics
from tests.tiers import thorough

pytestmark = thorough
N, N_TOPICS, N_PASSAGES, N_ASSESSORS = 100_000, 100, 100, 10
TEXTS = {f"d{n}": "Spruces live long." for n in range(N_PASSAGES)}
QUERIES = {f"q{n}": "spruces" for n in range(N_TOPICS)}


def test_a_run_of_100_000_lines(server: Server, tmp_path: Path) -> None:
    lines = [f"q{n % N_TOPICS} Q0 d{n // N_TOPICS} 1 {n}.5 tag\n" for n in range(N)]
    (tmp_path / "long.run").write_text("".join(lines))
    server.push_files("long", tmp_path / "long.run")
    frame = server.run_frame("long")
    assert len(frame) == N
    stored = server.push_run(frame, name="again", collection="long", topic_set="long")
    assert (stored.report["n_lines"], stored.report["same_as"]) == (N, ["long"])


def test_100_000_judgments(server: Server, tmp_path: Path) -> None:
    collection, topics = make_collection(texts=TEXTS), make_topics(queries=QUERIES)
    pool = make_pool(collection=collection, topic_set=topics)
    make_campaign(pool=pool, judgments_per_pair=1)
    pairs = [f"{query}\t{doc}" for query in QUERIES for doc in TEXTS]
    rows = [f"{pair}\ta{n}\t3\n" for pair in pairs for n in range(N_ASSESSORS)]
    (tmp_path / "votes.tsv").write_text("query_id\tdoc_id\tassessor\tgrade\n" + "".join(rows))
    assert server.push_judgments("campaign", tmp_path / "votes.tsv").report["n_votes"] == N
    assert len(server.judgments_frame("campaign")) == N
