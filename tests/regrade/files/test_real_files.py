from __future__ import annotations

from collections import Counter

import pytest

from regrade.files.candidates import read_candidates
from regrade.files.passages import read_passages
from regrade.files.runs import read_run
from regrade.files.topics import read_topics
from tests.real.real_data import DATA, needs_real_data
from tests.tiers import thorough

pytestmark = needs_real_data


@pytest.mark.parametrize(
    ("name", "n_passages", "without_text"),
    [
        ("cranfield/cran.all.1400.xml.gz", 1_400, {"471", "995"}),
        ("vaswani/doc-text.trec.gz", 11_429, set()),
        ("cacm/cacm.tar.gz", 3_204, set()),
        pytest.param("trec_dl/passages.tsv.gz", 24_884, set(), marks=thorough),
    ],
)
def test_read_passages_of_a_real_collection(
    name: str, n_passages: int, without_text: set[str]
) -> None:
    passages = list(read_passages(DATA / name))
    assert len({passage.doc_id for passage in passages}) == n_passages == len(passages)
    assert {passage.doc_id for passage in passages if not passage.text} == without_text


def test_read_passages_tells_real_tags_from_real_formulas() -> None:
    texts = {page.doc_id: page.text or "" for page in read_passages(DATA / "cacm/cacm.tar.gz")}
    assert not any("</" in text or "<pre" in text for text in texts.values())
    assert "< 2^27, we are likely" in texts["CACM-1634"]


@pytest.mark.parametrize(
    ("name", "n_topics"),
    [
        ("cranfield/cran.qry.xml", 225),
        ("vaswani/query-text.trec", 93),
        ("vaswani/query_light.trec", 20),
        ("cacm/topics.cacm.txt", 64),
        ("trec_dl/topics.dl19-passage.txt", 43),
        ("trec_dl/topics.dl20.txt", 200),
        ("trec_dl/topics.msmarco-passage.dev-subset.txt", 6_980),
        ("dl_typo/query.tsv", 60),
        ("fira19/queries.tsv", 200),
    ],
)
def test_read_topics_of_a_real_file(name: str, n_topics: int) -> None:
    topics = list(read_topics(DATA / name))
    assert len(topics) == n_topics
    assert not any("<" in topic.query for topic in topics)


def test_read_topics_of_cranfield_by_position_reaches_the_ids_of_its_labels() -> None:
    topics = list(read_topics(DATA / "cranfield/cran.qry.xml", number_by="position"))
    assert (topics[-1].query_id, topics[-1].metadata) == ("225", {"number": "365"})


@pytest.mark.parametrize(
    ("year", "n_topics"), [("dl19", 43), pytest.param("dl20", 54, marks=thorough)]
)
def test_read_run_of_eight_real_systems(year: str, n_topics: int) -> None:
    paths = sorted((DATA / "trec_dl/runs").glob(f"*_{year}.txt.gz"))
    assert len(paths) == 8
    for path in paths:
        depth = 1_000 if path.name.startswith("REP_LLAMA") else 100
        n_lines = Counter(record.query_id for record in read_run(path))
        assert (len(n_lines), set(n_lines.values())) == (n_topics, {depth})


def test_read_run_of_a_real_run_keeps_its_tag_and_scores() -> None:
    first = next(read_run(DATA / "trec_dl/runs/BM25.trec_results_dl19.txt.gz"))
    assert first == ("264014", "5611210", 15.780599594116211, 1, "rank")


@thorough
def test_read_candidates_of_the_real_campaign() -> None:
    records = list(read_candidates(DATA / "msmarco_assessment/candidates_600x20.jsonl.gz"))
    per_topic = Counter(record.query_id for record in records)
    strata = Counter({record.query_id: record.stratum for record in records}.values())
    assert (len(records), len(per_topic), set(per_topic.values())) == (12_000, 600, {20})
    assert strata == {"high": 540, "medium": 60}
