"""Files pushed to a real server and pulled from it again."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from annotation.models import Campaign, LabelSet
from regrade.client import NotSent, Server, ServerRefused
from regrade.files.judging import read_judgments
from tests.annotation.archives.small_campaign import judged_campaign
from tests.annotation.importing import campaign_for_imports
from tests.evaluation.sampled_labels import import_sample
from tests.refusals import refused
from tests.regrade.client.files import OTHER_RUN, PASSAGES, QRELS, RUN, TOPICS, VOTES, written


@pytest.fixture
def stocked(server: Server, tmp_path: Path) -> Server:
    """The collection trees and the topic set needs, pushed by the client."""
    passages, topics = written(tmp_path, passages__tsv=PASSAGES, topics__tsv=TOPICS)
    assert server.push_collection("trees", passages).report["n_added"] == 3
    assert server.push_topics("needs", topics).report["n_topics"] == 2
    return server


def test_a_pushed_run_comes_back_as_it_was(stocked: Server, tmp_path: Path) -> None:
    packed, pulled = tmp_path / "bm25.run.gz", tmp_path / "pulled.run"
    packed.write_bytes(gzip.compress(RUN.encode()))
    stored = stocked.push_run(packed, collection="trees", topic_set="needs", kind="trad")
    assert (stored.name, stored.report["n_lines"]) == ("bm25", 4)
    stocked.pull_run("bm25", pulled)
    assert pulled.read_text() == RUN
    stocked.pull_run("bm25", pulled.with_suffix(".gz"))
    assert gzip.decompress(pulled.with_suffix(".gz").read_bytes()).decode() == RUN
    assert [(run.name, run.kind, run.depth) for run in stocked.runs()] == [("bm25", "trad", 2)]


def test_pushed_labels_come_back_as_they_were(stocked: Server, tmp_path: Path) -> None:
    [path] = written(tmp_path, dl__qrels=QRELS)
    over = {"collection": "trees", "topic_set": "needs"}
    stored = stocked.push_labels(path, **over, min_relevance=2)
    assert (stored.name, stored.report["n_relevant"]) == ("dl", 1)
    stocked.pull_labels("dl", tmp_path / "pulled")
    assert (tmp_path / "pulled").read_text() == QRELS
    assert [row.min_relevance for row in stocked.label_sets()] == [2]


@pytest.mark.parametrize("library", ["pandas", "arrow"])
def test_frames_go_both_ways(stocked: Server, tmp_path: Path, library: str) -> None:
    over = {"collection": "trees", "topic_set": "needs"}
    run, qrels = written(tmp_path, a__run=RUN, a__qrels=QRELS)
    stocked.push_run(run, name="file", **over), stocked.push_labels(qrels, name="file", **over)
    run_frame = stocked.run_frame("file", as_=library)
    labels_frame = stocked.labels_frame("file", as_=library)
    stocked.push_run(run_frame, name="frame", **over)
    stocked.push_labels(labels_frame, name="frame", **over)
    stocked.pull_run("frame", tmp_path / "run")
    stocked.pull_labels("frame", tmp_path / "qrels")
    assert (tmp_path / "run").read_text() == RUN.replace("bm25", "frame")
    assert (tmp_path / "qrels").read_text() == QRELS


@pytest.fixture
def campaign(server: Server) -> Campaign:
    return campaign_for_imports()


def rows_of(path: Path) -> list[tuple[str, str, int | None]]:
    return sorted((row.query_id, row.doc_id, row.grade) for row in read_judgments(path))


@pytest.mark.parametrize("form", ["tsv", "csv.gz", "jsonl"])
def test_pushed_judgments_come_back(
    server: Server, campaign: Campaign, tmp_path: Path, form: str
) -> None:
    [votes] = written(tmp_path, votes__tsv=VOTES)
    stored = server.push_judgments("campaign", votes)
    assert (stored.name, stored.report["n_votes"]) == ("campaign", 3)
    server.pull_judgments(campaign.pk, tmp_path / f"pulled.{form}")
    assert rows_of(tmp_path / f"pulled.{form}") == rows_of(votes)
    assert server.push_judgments("campaign", votes).report["n_unchanged"] == 3


def test_a_pulled_archive_is_pushed_again(server: Server, tmp_path: Path) -> None:
    judged_campaign(tmp_path)
    server.pull_archive("campaign", tmp_path / "campaign.zip", texts="none")
    stored = server.push_archive(tmp_path / "campaign.zip", name="again", collection="trees")
    assert (stored.name, stored.report["n_judgments"]) == ("again", 3)


def test_judgments_come_as_a_frame(server: Server, campaign: Campaign, tmp_path: Path) -> None:
    server.push_judgments("campaign", *written(tmp_path, votes__tsv=VOTES))
    frame = server.judgments_frame("campaign")
    found = zip(frame["query_id"], frame["doc_id"], frame["grade"], strict=True)
    assert sorted(found) == [("q1", "d1", 3), ("q1", "d2", 1), ("q2", "d2", 4)]


def test_a_refused_file_lists_its_bad_lines_and_stores_nothing(
    stocked: Server, tmp_path: Path
) -> None:
    [path] = written(tmp_path, a__run=RUN + "q2 Q0 d1 3 high bm25\nq2 Q0 d9\n")
    with pytest.raises(ServerRefused) as refused:
        stocked.push_run(path, collection="trees", topic_set="needs")
    assert (refused.value.code, refused.value.status) == ("bad_file", 400)
    assert [line.line for line in refused.value.bad.first] == [5, 6]
    assert "\n  line 6: " in str(refused.value)
    assert list(stocked.runs()) == []


def test_a_wrong_field_is_named(server: Server, tmp_path: Path) -> None:
    [path] = written(tmp_path, a__run=RUN)
    with pytest.raises(ServerRefused) as refused:
        server.push_run(path, collection="trees", topic_set="needs", kind="quantum")
    assert list(refused.value.fields) == ["kind"]


def test_a_campaign_that_is_not_there_is_not_asked_for(server: Server, tmp_path: Path) -> None:
    with refused(NotSent, "unknown_campaign", says="'other'"):
        server.pull_judgments("other", tmp_path / "votes.tsv")


def test_two_runs_and_their_labels_come_to_a_comparison(server: Server, tmp_path: Path) -> None:
    files = written(tmp_path, bm25__run=RUN, bert__run=OTHER_RUN, qrels__txt=QRELS)
    stored = server.push_files("trees", *files)
    runs = [run["name"] for run in stored.report["runs"]]
    labels = [one["name"] for one in stored.report["label_sets"]]
    found = server.compare(runs, labels=labels, measures=["RR@10", "Judged@10"], baseline="bm25")
    assert [(row.run, row.measure, row.run_mean) for row in found.rows] == [
        ("bert", "RR@10", 0.75),
        ("bert", "Judged@10", 1.0),
    ]
    assert "bert" in (found.verdict or "")
    assert found.url.endswith("&labels=qrels&measures=RR@10,Judged@10&baseline=bm25")
    assert list(found.frame()["difference"]) == [0.0, 0.5]
    assert found.save("first", note="small").content_hash == found.content_hash
    assert [row.name for row in server.comparisons()] == ["first"]
    values = found.per_topic("RR@10").frame()
    assert values[values["run"] == "bert"]["value"].tolist() == [0.5, 1.0]


def test_estimates_are_marked_in_rows_and_by_topic(server: Server, tmp_path: Path) -> None:
    qrels = QRELS + "q1 0 d2 0\nq2 0 d3 0\n"
    files = written(tmp_path, bm25__run=RUN, bert__run=OTHER_RUN, qrels__txt=qrels)
    server.push_files("trees", *files)
    import_sample("drawn", LabelSet.objects.get(name="qrels"), [0.5, 0.9])
    found = server.compare(["bm25", "bert"], labels="drawn", measures="P@2", baseline="bm25")
    [row] = found.rows
    low, high = row.these_topics_low, row.these_topics_high
    assert low is not None
    assert high is not None
    assert low < row.difference < high
    marks = {row.sample, *(one.sample for one in found.per_topic().rows)}
    assert marks == {"estimated from 5 drawn pairs"}
