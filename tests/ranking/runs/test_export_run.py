from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
import pytrec_eval

from ranking.collections.docid_maps import docid_map
from ranking.models import Run, RunStatus
from ranking.parameters.ranges import OutOfRange
from ranking.runs.exporting import export_run
from ranking.runs.importing import import_run
from ranking.runs.known_metadata import TIES, known_metadata
from ranking.runs.storing import TopicRanking, store_rankings
from regrade.exceptions import ExportRefused
from regrade.files.packed.run_columns import read_run_columns
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.rankers.reranking import make_bm25, plan_bert
from tests.refusals import refused

pytestmark = pytest.mark.django_db

# What a printer that rounds would lose, or order otherwise: neighbours in the last bit, values
# that float32 cannot tell apart, the least and the largest, ties, and zeros of both signs.
HARD = [
    *(0.1 + 0.2, 0.3, np.nextafter(0.3, 1), 1 / 3, 2 / 3, 1e16 + 2, 16777217.0, 16777216.0),
    *(5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, -1e-7, -0.0, 0.0, 7.0, 7.0),
]
DOC_IDS = [f"d{n:02}" for n in range(14)] + ["é", "z"]


# In single precision, by which pytrec_eval sorts, as they are here: with ties.
PLAIN = [0.5, 7.0, 7.0, -1.0, 0.5, 3.0, 7.0, 0.25]


@pytest.fixture
def run() -> Run:
    """One with hard scores for q1 and plain ones for q2."""
    collection, topics = make_collection(texts=dict.fromkeys(DOC_IDS, "…")), make_topics()
    run = make_run("hard/one", collection, topics, {})
    rankings = [
        TopicRanking(topic.pk, np.arange(len(scores), dtype=np.int32), np.array(scores))
        for topic, scores in zip(topics.topics.all(), (HARD, PLAIN), strict=True)
    ]
    store_rankings(run=run, rankings=rankings, docids=docid_map(collection))
    return run


def arrays(run: Run) -> list[tuple[list[int], bytes]]:
    """Each topic's ordinals, and its scores to the last bit."""
    rankings = run.rankings.order_by("topic__ordinal")
    return [(ranking.ordinals.tolist(), ranking.scores.tobytes()) for ranking in rankings]


def lines_of(path: Path) -> list[list[str]]:
    return [line.split(" ") for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", ["one.run", "one.run.gz"])
def test_export_run_is_read_back_as_the_same_arrays(run: Run, name: str, tmp_path: Path) -> None:
    done = export_run(run=run, path=tmp_path / name)
    assert (done.n_topics, done.n_lines) == (2, 24)
    again = import_run(
        path=tmp_path / name, name="again", collection=run.collection, topic_set=run.topic_set
    )
    assert again.n_new_doc_ids == 0
    assert arrays(Run.objects.get(name="again")) == arrays(run)


def test_export_run_is_ordered_as_trec_eval_orders_it(run: Run, tmp_path: Path) -> None:
    """Each passage alone relevant: its reciprocal rank is its place in the file."""
    export_run(run=run, path=tmp_path / "one.run")
    lines = [line for line in lines_of(tmp_path / "one.run") if line[0] == "q2"]
    assert [line[3] for line in lines] == [str(rank) for rank in range(1, 9)]
    scores = {"q2": {line[2]: float(line[4]) for line in lines}}
    for rank, line in enumerate(lines, start=1):
        judge = pytrec_eval.RelevanceEvaluator({"q2": {line[2]: 1}}, {"recip_rank"})
        assert judge.evaluate(scores)["q2"]["recip_rank"] == 1 / rank


def test_export_run_writes_the_depth_and_the_tag_that_were_asked_for(
    run: Run, tmp_path: Path
) -> None:
    export_run(run=run, path=tmp_path / "one.run", depth=1, tag="mine")
    first = "1.7976931348623157e+308"
    assert lines_of(tmp_path / "one.run")[0] == ["q1", "Q0", "d10", "1", first, "mine"]
    assert len(lines_of(tmp_path / "one.run")) == 2
    for name, tag in {"two.run": "hard/one", "three.run": "theirs"}.items():
        run.tag = "" if tag == run.name else tag
        export_run(run=run, path=tmp_path / name)
        assert {line[5] for line in lines_of(tmp_path / name)} == {tag}


def test_export_run_gzipped_is_the_same_file_each_time(run: Run, tmp_path: Path) -> None:
    for name in ("one.gz", "two.gz"):
        export_run(run=run, path=tmp_path / name)
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()
    export_run(run=run, path=tmp_path / "plain")
    assert gzip.decompress((tmp_path / "one.gz").read_bytes()) == (tmp_path / "plain").read_bytes()


def test_export_run_writes_a_tag_with_a_no_break_space_as_it_was_read(tmp_path: Path) -> None:
    (tmp_path / "one.run").write_text("q1 Q0 d1 1 2.0 my\u00a0tag\n")
    import_run(
        path=tmp_path / "one.run",
        name="one",
        collection=make_collection(),
        topic_set=make_topics(),
    )
    export_run(run=Run.objects.get(name="one"), path=tmp_path / "two.run")
    assert (tmp_path / "two.run").read_text() == (tmp_path / "one.run").read_text()


def test_export_run_writes_metadata_that_is_read_again_as_it_was(run: Run, tmp_path: Path) -> None:
    export_run(run=run, path=tmp_path / "one.run", ir_metadata=True)
    import_run(
        path=tmp_path / "one.run", name="two", collection=run.collection, topic_set=run.topic_set
    )
    again = Run.objects.get(name="two")
    assert again.metadata == known_metadata(run)
    export_run(run=again, path=tmp_path / "two.run", ir_metadata=True, tag="mine")
    assert read_run_columns(tmp_path / "two.run").tag == "mine"
    export_run(run=again, path=tmp_path / "two.run", ir_metadata=True)
    assert (tmp_path / "two.run").read_text() == (tmp_path / "one.run").read_text()


def test_known_metadata_of_a_computed_run_is_all_that_its_plan_holds() -> None:
    run = plan_bert(make_bm25(), depth=4).run
    run.team, spec = "trees inc", run.spec or {}
    spec["model"]["name"] = "/srv/models/mine"
    spec["computed_by"] = ["cpu, torch 2.13.0", "H100, torch 2.13.0"]
    spec["platforms"] = ["Linux 6.8 x86_64, Python 3.11.9, numpy 2.4.0"]
    known = known_metadata(run, "t")
    [retrieval] = known["method"].pop("retrieval")
    assert known == {
        "schema-version": 0.1,
        "tag": "t",
        "actor": {"team": "trees inc"},
        "data": {
            "test collection": {
                "name": run.collection.name,
                "topics": run.topic_set.name,
                "text version": spec["text_version"],
            }
        },
        "platform": {
            "hardware": {"device": ["cpu", "H100"]},
            "operating system": {"platform": ["Linux 6.8 x86_64"]},
            "software": {"libraries": {"python": ["Python 3.11.9", "numpy 2.4.0", "torch 2.13.0"]}},
        },
        "implementation": {
            "source": {"lang": ["Python"], "version": f"Regrade {spec['code_version']}"}
        },
        "method": {"automatic": True, "score ties": TIES},
    }
    names = [retrieval[key] for key in ("name", "reranks", "method", "ranker")]
    assert names == [run.name, run.parent.name, spec["label"], spec["ranker"]]  # type: ignore[union-attr]
    assert retrieval["model"]["name"] == "mine"
    assert retrieval["model"]["weights_sha256"] == spec["model"]["weights_sha256"]


def test_export_run_of_topics_that_would_be_comments_is_refused(tmp_path: Path) -> None:
    topics = make_topics(queries={"q1": "how", "#2": "why"})
    run = make_run("one", make_collection(), topics, {"q1": ["d1"], "#2": ["d1"]})
    with refused(ExportRefused, "read_as_comment"):
        export_run(run=run, path=tmp_path / "one.run")
    assert list(tmp_path.iterdir()) == []


def test_export_run_refuses_before_it_writes(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "one.run"
    with refused(ExportRefused, "tag_not_a_word", field="tag"):
        export_run(run=run, path=path, tag="my tag")
    with refused(OutOfRange, "out_of_range", field="depth"):
        export_run(run=run, path=path, depth=0)
    run.status = RunStatus.COMPUTING
    with refused(ExportRefused, "run_incomplete"):
        export_run(run=run, path=path)
    assert not path.exists()
