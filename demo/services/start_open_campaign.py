from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction

from annotation.models import Pool
from annotation.pools.building import PoolReport, build_pool_from_pairs
from annotation.pools.drawing import drawn_topics
from demo.files import write_pairs
from demo.names import BM25_RUN, OPEN_CAMPAIGN, OPEN_POOL, RM3_RUN
from demo.services.create_demo_campaign import create_demo_campaign
from demo.services.existing import existing
from demo.services.hold_closed_campaign import closed_sample
from ranking.lookup import by_name
from ranking.models import Ranking, Run, Topic

GUIDELINE = (Path(__file__).parent.parent / "guideline.md").read_text(encoding="utf-8")


@transaction.atomic
def start_open_campaign(*, n_topics: int, n_closed_topics: int, depth: int) -> str | None:
    """Make the campaign that waits for people, over topics of its own, unless it is there.

    It pools the two runs that are there first, so that nobody waits for a model.
    """
    runs = [by_name(Run, BM25_RUN), by_name(Run, RM3_RUN)]
    if existing(Pool, OPEN_POOL, collection=runs[0].collection):
        return None
    closed = drawn_topics(closed_sample(n_closed_topics), runs, runs[0].topic_set)
    topics = runs[0].topic_set.topics.exclude(pk__in=closed).order_by("ordinal")[:n_topics]
    pooled = _build_pool(runs, list(topics), depth)
    create_demo_campaign(name=OPEN_CAMPAIGN, pool=pooled.pool, guideline=GUIDELINE)
    return (
        f"Campaign {OPEN_CAMPAIGN}: {pooled.n_pairs} pairs of {pooled.n_topics} topics, "
        "waiting for your judgments."
    )


def _build_pool(runs: Sequence[Run], topics: Sequence[Topic], depth: int) -> PoolReport:
    """A given list, since topics can be chosen by name only so; it says where it is from."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"top-{depth}-of-{'-and-'.join(run.name for run in runs)}.tsv"
        write_pairs(path, _top_pairs(runs, topics, depth))
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
