from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction

from annotation.models import Pool, PooledPair
from annotation.pools.building import PoolReport, build_pool_from_pairs
from demo.files import write_pairs
from demo.names import BERT_RUN, BM25_RUN, CLOSED_POOL, OPEN_CAMPAIGN, OPEN_POOL
from demo.services.create_demo_campaign import create_demo_campaign
from demo.services.existing import existing
from ranking.lookup import by_name
from ranking.models import Ranking, Run, Topic

GUIDELINE = Path(__file__).parent.parent / "guideline.md"


@transaction.atomic
def start_open_campaign(*, n_topics: int, depth: int) -> str | None:
    """Make the campaign that waits for people, over topics of its own, unless it is there.

    Says in a sentence what was made.
    """
    runs = [by_name(Run, BM25_RUN), by_name(Run, BERT_RUN)]
    if existing(Pool, OPEN_POOL, collection=runs[0].collection):
        return None
    pooled = _build_pool(runs, n_topics, depth)
    guideline = GUIDELINE.read_text(encoding="utf-8")
    create_demo_campaign(name=OPEN_CAMPAIGN, pool=pooled.pool, guideline=guideline)
    return (
        f"Campaign {OPEN_CAMPAIGN}: {pooled.n_pairs} pairs of {pooled.n_topics} topics, "
        "waiting for your judgments."
    )


def _build_pool(runs: Sequence[Run], n_topics: int, depth: int) -> PoolReport:
    """A given list, since topics can be chosen by name only so; it says where it is from."""
    judged = PooledPair.objects.filter(pool__name=CLOSED_POOL).values("topic")
    topics = runs[0].topic_set.topics.exclude(pk__in=judged).order_by("ordinal")[:n_topics]
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"top-{depth}-of-{'-and-'.join(run.name for run in runs)}.tsv"
        write_pairs(path, _top_pairs(runs, list(topics), depth))
        return build_pool_from_pairs(
            name=OPEN_POOL,
            path=path,
            collection=runs[0].collection,
            topic_set=runs[0].topic_set,
        )


def _top_pairs(
    runs: Sequence[Run], topics: Sequence[Topic], depth: int
) -> Iterator[tuple[str, str]]:
    """Each run's top passages; a pair that several runs have is read once."""
    doc_ids = dict(runs[0].collection.passages.values_list("ordinal", "doc_id"))
    for ranking in Ranking.objects.filter(run__in=runs, topic__in=topics).select_related("topic"):
        for ordinal in ranking.ordinals[:depth].tolist():
            yield ranking.topic.query_id, doc_ids[ordinal]
