"""Add pairs to a running campaign, so that only new ones are judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation.active.design import refuse_learning
from annotation.events import log_event
from annotation.exceptions import PoolRefused
from annotation.models import (
    Campaign,
    CampaignPair,
    EventKind,
    LabelSet,
    Pool,
    PooledPair,
)
from annotation.models.campaign import OVER
from annotation.pools.building import (
    BATCH,
    Contribution,
    Key,
    labelled_pairs,
    passages_of,
    refuse_labels_of_others,
    tops,
)
from annotation.pools.by_design import refuse_by_design
from annotation.pools.drawing import check_runs
from annotation.pools.pairs import enter_pairs
from annotation.pools.preview import MAX_DEPTH
from annotation.serving.seats import resume_topics
from ranking.models import Run, Topic
from ranking.variants.lineage import lineages


class Growth(NamedTuple):
    """Numbers of added pairs, and of those left out by reason.

    Attributes:
        n_pairs, n_topics: new pairs, and their topics.
        n_judgments: judgments added to the campaign's target.
        n_known: pairs already in the campaign.
        n_labelled: others already labelled in the given sets.
        n_textless: others without a text to judge.
        n_other_topics: others whose topic is not in the campaign.
    """

    n_pairs: int
    n_topics: int
    n_judgments: int
    n_known: int
    n_labelled: int
    n_textless: int
    n_other_topics: int


def add_pairs(
    *,
    campaign: Campaign,
    runs: Sequence[Run],
    depth: Annotated[int, {"min_value": 1, "max_value": MAX_DEPTH}],
    without: Sequence[LabelSet] = (),
    new_topics: Annotated[bool, "Topics that the campaign has not, too."] = False,
    only_look: Annotated[bool, "Add nothing; only count."] = False,
    actor: User | None = None,
) -> Growth:
    """Add the runs' top passages to a campaign that is not over; assessors are not interrupted.

    Runs over variants add pairs of the originals. Existing pairs stay as they are. Pairs labelled
    in `without` are left out, and so are topics outside the campaign unless `new_topics`. With
    `only_look` nothing is stored.

    Raises:
        PoolRefused: the campaign is over, runs or labels are over other topics or passages, a run
            is not complete, the depth is below 1, nothing would be new, or the pool was drawn by
            design or learns.
    """
    _check(campaign, runs, depth, without)
    found = tops(runs, depth, topics_of(campaign.pool, runs))
    if only_look:
        return _new_pairs(campaign, found, without, new_topics=new_topics)[1]
    with transaction.atomic():
        # Keys alone are locked, as everywhere: claims and answers of others go on.
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        refuse_over(campaign)
        chosen, growth = _new_pairs(campaign, found, without, new_topics=new_topics)
        if not chosen:
            raise PoolRefused(_why_none(campaign, growth), code="no_new_pair")
        names, others = ([one.name for one in of] for of in (runs, without))
        added = {"runs": names, "depth": depth, "n_pairs": growth.n_pairs, "without": others}
        _note_ranks(campaign.pool, runs, depth)
        enter(campaign, runs, chosen, added)
        log_event(campaign=campaign, kind=EventKind.PAIRS_ADDED, actor=actor, **added)
    return growth


def refuse_over(campaign: Campaign) -> None:
    """Refuse a campaign that takes no more pairs.

    Raises:
        PoolRefused: it is over.
    """
    if campaign.state in OVER:
        raise PoolRefused(
            f"Campaign {campaign.name} is {campaign.state} and takes no more pairs; make another"
            " of them, and combine the labels.",
            code="campaign_over",
        )


def _check(
    campaign: Campaign, runs: Sequence[Run], depth: int, without: Sequence[LabelSet]
) -> None:
    refuse_over(campaign)
    refuse_by_design(campaign.pool)
    refuse_learning(campaign.pool)
    check_runs(runs, depth)
    pool, known = campaign.pool, lineages()
    for run in runs:
        collections = {one.key for one in known.collections_of(run)}
        topic_sets = {one.key for one in known.topic_sets_of(run)}
        if pool.collection_id not in collections or pool.topic_set_id not in topic_sets:
            raise PoolRefused(
                f"{run.name} ranks {run.collection} for {run.topic_set}, campaign {campaign.name}"
                f" judges {pool.collection} for {pool.topic_set}; runs over the same or their"
                " variants are needed.",
                code="other_ground",
            )
    refuse_labels_of_others(without, pool.collection, pool.topic_set)


def topics_of(pool: Pool, runs: Iterable[Run]) -> dict[int, int]:
    """The pool's topic for each that a run may rank."""
    own = dict(pool.topic_set.topics.values_list("query_id", "pk"))
    ranked = Topic.objects.filter(topic_set__in={run.topic_set_id for run in runs})
    rows = ranked.values_list("pk", "query_id")
    return {topic: own[query_id] for topic, query_id in rows if query_id in own}


def _new_pairs(
    campaign: Campaign,
    found: Mapping[Key, Contribution],
    without: Sequence[LabelSet],
    *,
    new_topics: bool,
) -> tuple[dict[tuple[int, int], Contribution], Growth]:
    """New pairs by (topic, passage), with the counts; a pair counts under its first reason."""
    passages = passages_of(campaign.pool.collection, {ordinal for _, ordinal in found})
    rows = campaign.pairs.values_list("pair__topic", "pair__passage")
    known, labelled = set(rows), labelled_pairs(without)
    topics = {topic for topic, _ in known}
    chosen: dict[tuple[int, int], Contribution] = {}
    n_known = n_labelled = n_textless = n_other = 0
    for (topic, ordinal), contribution in sorted(found.items()):
        passage, has_text = passages[ordinal]
        if (topic, passage) in known:
            n_known += 1
        elif topic not in topics and not new_topics:
            n_other += 1
        elif (topic, ordinal) in labelled:
            n_labelled += 1
        elif not has_text:
            n_textless += 1
        else:
            chosen[topic, passage] = contribution
    n_judgments = len(chosen) * campaign.judgments_per_pair
    n_topics = len({topic for topic, _ in chosen})
    left_out = n_known, n_labelled, n_textless, n_other
    return chosen, Growth(len(chosen), n_topics, n_judgments, *left_out)


def _note_ranks(pool: Pool, runs: Sequence[Run], depth: int) -> None:
    """Count runs that are new to the pool among those that brought its pairs, with their ranks."""
    known = set(pool.runs.values_list("pk", flat=True))
    new = [run for run in runs if run.pk not in known]
    found = tops(new, depth, topics_of(pool, new)) if new else {}
    pairs = pool.pairs.filter(topic__in={topic for topic, _ in found})
    brought = []
    for pair in pairs.annotate(ordinal=F("passage__ordinal")).iterator(chunk_size=BATCH):
        if (contribution := found.get((pair.topic_id, pair.ordinal))) is not None:
            ranks = filter(None, (pair.best_rank, contribution.best_rank))
            pair.n_runs, pair.best_rank = pair.n_runs + contribution.n_runs, min(ranks)
            brought.append(pair)
    PooledPair.objects.bulk_update(brought, ["n_runs", "best_rank"], batch_size=BATCH)


def enter(
    campaign: Campaign,
    runs: Sequence[Run],
    chosen: Mapping[tuple[int, int], Contribution],
    added: Mapping[str, Any],
) -> list[CampaignPair]:
    """Pool new pairs, enter them into the campaign, and log in the pool's recipe what was `added`.

    The caller has locked the campaign and checked the pairs, which are (topic, passage).
    """
    pool, topics = campaign.pool, {topic for topic, _ in chosen}
    _log_addition(pool, runs, added)
    strata = dict(pool.pairs.filter(topic__in=topics).values_list("topic", "stratum").distinct())
    PooledPair.objects.bulk_create(
        (
            PooledPair(
                pool=pool,
                topic_id=topic,
                passage_id=passage,
                stratum=strata.get(topic, ""),
                **contribution._asdict(),
            )
            for (topic, passage), contribution in chosen.items()
        ),
        batch_size=BATCH,
        ignore_conflicts=True,  # the pool may have grown by another campaign
    )
    pooled = pool.pairs.filter(topic__in=topics).order_by("pk")
    new = [pair for pair in pooled if (pair.topic_id, pair.passage_id) in chosen]
    entered = enter_pairs(campaign=campaign, pairs=new)
    resume_topics(campaign, topics)
    return entered


def _log_addition(pool: Pool, runs: Sequence[Run], added: Mapping[str, Any]) -> None:
    """Log the addition in the pool's recipe, and link the runs to the pool."""
    known = set(pool.runs.values_list("name", flat=True))
    new_runs = [run.name for run in runs if run.name not in known]
    entry = {**added, "new_runs": new_runs, "at": timezone.now().isoformat()}
    pool.recipe = {**pool.recipe, "added": [*pool.recipe.get("added", ()), entry]}
    pool.save(update_fields=["recipe"])
    pool.runs.add(*runs)


def _why_none(campaign: Campaign, growth: Growth) -> str:
    reasons = {
        f"{growth.n_known:,} are in it already": growth.n_known,
        f"{growth.n_labelled:,} are labelled already": growth.n_labelled,
        f"{growth.n_textless:,} have no text to judge": growth.n_textless,
        f"{growth.n_other_topics:,} are of topics that it has not": growth.n_other_topics,
    }
    shown = ", ".join(text for text, n in reasons.items() if n) or "the runs found none"
    return f"There is no new pair for campaign {campaign.name}: {shown}."
