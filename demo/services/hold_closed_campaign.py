from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction
from django.utils import timezone

from annotation.campaigns.state import set_campaign_state
from annotation.exchange.judgments import JudgmentsReport, import_judgments
from annotation.models import AssessorKind, Campaign, CampaignState, Pool
from annotation.pools.building import build_pool_from_runs
from annotation.pools.drawing import Sample
from demo.assessors import N_DAYS, PairToJudge, simulate
from demo.collection import DocPassage
from demo.files import write_judgments
from demo.highlights import find_answer
from demo.names import BERT_RUN, BM25_RUN, CLOSED_CAMPAIGN, CLOSED_POOL
from demo.paragraphs import count_words
from demo.relevance import deserved_grade
from demo.services.create_demo_campaign import JUDGMENTS_PER_PAIR, SEED, create_demo_campaign
from demo.services.enter_documents import doc_passages, known_doc_ids
from demo.services.existing import existing
from demo.topics import TOPICS
from ranking.lookup import by_name
from ranking.models import Run
from regrade.files.judging import read_judgments

START_OF_DAY = time(9, tzinfo=UTC)


@transaction.atomic
def hold_closed_campaign(*, n_topics: int, depth: int) -> str | None:
    """Make the campaign that is over, judged by simulated assessors, unless it is there.

    Says in a sentence what was made.
    """
    runs = [by_name(Run, BM25_RUN), by_name(Run, BERT_RUN)]
    if existing(Pool, CLOSED_POOL, collection=runs[0].collection):
        return None
    pooled = build_pool_from_runs(
        name=CLOSED_POOL, runs=runs, depth=depth, sample=closed_sample(n_topics)
    )
    campaign = create_demo_campaign(name=CLOSED_CAMPAIGN, pool=pooled.pool)
    done = _import_simulated(campaign)
    set_campaign_state(campaign=campaign, state=CampaignState.CLOSED)
    return (
        f"Campaign {CLOSED_CAMPAIGN}: {pooled.n_pairs} pairs of {pooled.n_topics} topics, "
        f"{done.n_votes} grades by {done.n_assessors} simulated assessors."
    )


def closed_sample(n_topics: int) -> Sample:
    """The topics of the campaign that is over; others are left to people."""
    return Sample(seed=SEED, n=n_topics)


def _import_simulated(campaign: Campaign) -> JudgmentsReport:
    today = timezone.now().date()
    judgments = simulate(
        list(pairs_to_judge(campaign.pool)),
        judgments_per_pair=JUDGMENTS_PER_PAIR,
        seed=SEED,
        start=datetime.combine(today - timedelta(days=N_DAYS), START_OF_DAY),
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "simulated.tsv"
        write_judgments(path, judgments)
        recorded = list(read_judgments(path))
        return import_judgments(campaign=campaign, recorded=recorded, kind=AssessorKind.SIMULATED)


def pairs_to_judge(pool: Pool) -> Iterator[PairToJudge]:
    topics = {topic.query_id: topic for topic in TOPICS}
    known = known_doc_ids(pool.collection, pool.topic_set)
    passages = {passage.doc_id: passage for passage in doc_passages(pool.collection)}
    pairs = pool.pairs.order_by("topic__ordinal", "passage__ordinal")
    for query_id, doc_id in pairs.values_list("topic__query_id", "passage__doc_id"):
        passage: DocPassage = passages[doc_id]
        deserved = deserved_grade(topics[query_id], passage, passages[known[query_id]])
        answer = find_answer(topics[query_id].query, passage.text)
        yield PairToJudge(query_id, doc_id, count_words(passage.text), deserved, answer)
