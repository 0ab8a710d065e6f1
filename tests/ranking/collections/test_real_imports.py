"""Every real collection and run, where they are there; nothing of them is in the repository."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from ranking.collections.importing import import_collection
from ranking.collections.topics import import_topics
from ranking.models import Collection, Run, TopicSet
from ranking.runs.importing import RunReport, import_run
from tests.real.real_data import DATA, needs_real_data
from tests.tiers import thorough

RUNS = DATA / "trec_dl" / "runs"
N_TOPICS = {"dl19": (43, 0), "dl20": (54, 146)}  # with a ranking, without one

pytestmark = [pytest.mark.django_db, needs_real_data]


@pytest.mark.parametrize(
    ("file", "n_passages", "n_without_text"),
    [
        ("cranfield/cran.all.1400.xml.gz", 1_400, 2),
        *(
            pytest.param(*others, marks=thorough)
            for others in (
                ("vaswani/doc-text.trec.gz", 11_429, 0),
                ("cacm/cacm.tar.gz", 3_204, 0),
                ("trec_dl/passages.tsv.gz", 24_884, 0),
            )
        ),
    ],
)
def test_import_collection_of_a_real_one_and_again_to_add(
    file: str, n_passages: int, n_without_text: int
) -> None:
    first = import_collection(name="real", paths=[DATA / file])
    again = import_collection(name="real", paths=[DATA / file], add=True)
    assert (first.n_added, first.n_without_text) == (n_passages, n_without_text)
    assert (again.n_added, again.n_filled, again.n_unchanged) == (0, 0, n_passages)


def import_real_runs() -> Iterator[tuple[Path, str, RunReport]]:
    import_collection(name="msmarco", paths=[DATA / "trec_dl" / "passages.tsv.gz"])
    import_topics(name="dl19", path=DATA / "trec_dl" / "topics.dl19-passage.txt")
    import_topics(name="dl20", path=DATA / "trec_dl" / "topics.dl20.txt")
    collection = Collection.objects.get()
    for path in sorted(RUNS.iterdir()):
        topics = "dl19" if "dl19" in path.name else "dl20"
        topic_set = TopicSet.objects.get(name=topics)
        report = import_run(path=path, name=path.name, collection=collection, topic_set=topic_set)
        yield path, topics, report


def order_of_trec_eval(path: Path) -> dict[str, list[str]]:
    """Score descending, ties by doc_id descending as bytes, straight from the file."""
    lines = defaultdict(list)
    with gzip.open(path, "rt") as file:
        for query_id, _, doc_id, _, score, _ in map(str.split, file):
            lines[query_id].append((float(score), doc_id.encode()))
    return {
        query_id: [doc_id.decode() for _, doc_id in sorted(ranked, reverse=True)]
        for query_id, ranked in lines.items()
    }


def test_import_run_of_real_ones_keeps_every_line_in_trec_evals_order() -> None:
    reports = list(import_real_runs())
    by_ordinal = dict(Collection.objects.get().passages.values_list("ordinal", "doc_id"))
    assert len(reports) == 16
    for path, topics, report in reports:
        stored = {
            ranking.topic.query_id: [by_ordinal[ordinal] for ordinal in ranking.ordinals.tolist()]
            for ranking in Run.objects.get(name=path.name).rankings.select_related("topic")
        }
        assert stored == order_of_trec_eval(path)
        assert (report.n_topics, report.n_topics_without_ranking) == N_TOPICS[topics]
        assert ("share only part" in report.overlap) == (topics == "dl20")
