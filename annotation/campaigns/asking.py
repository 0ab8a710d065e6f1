"""Ask more about pairs that were chosen elsewhere: one more judgment, or an adjudicator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q

from annotation.campaigns.growing import enter, refuse_over, topics_of
from annotation.events import log_event
from annotation.exceptions import PoolRefused
from annotation.models import (
    Adjudication,
    Campaign,
    CampaignPair,
    ChosenPair,
    EventKind,
    PairKind,
    Pool,
    ServingPolicy,
)
from annotation.models.campaign_pair import VOTING_KINDS
from annotation.pairs.deciding import check_state, choose
from annotation.pools.building import Contribution, passages_of
from annotation.pools.by_design import refuse_by_design
from annotation.pools.pairs import UNKNOWN, Key, keys_of_ids
from annotation.serving.ask_again import ask_on_request
from ranking.models import Ranking

MOST_PAIRS = 500

Outcome = Literal["n_asked", "n_waiting", "n_decided", "n_other_kind", "n_textless"]


class PairIds(NamedTuple):
    query_id: str
    doc_id: str


class Known(NamedTuple):
    """A pair that the campaign has, with what decides about it."""

    pair: CampaignPair
    is_decided: bool
    has_text: bool
    is_chosen: bool


class Asked(NamedTuple):
    """Numbers of pairs asked about and added, and of those left as they are, by reason.

    Attributes:
        n_asked: pairs that get one more judgment, or were sent to the adjudicators.
        n_added: pairs that came into the campaign.
        n_judgments: judgments added to the campaign's target.
        n_waiting: left, as they still wait for a judgment, or for an adjudicator already.
        n_decided: left, as an adjudicator decided on them.
        n_other_kind: left, as pairs of their kind cannot be asked about.
        n_textless: left, as they have no text to judge.
        n_absent: left, as the campaign lacks them: adjudicators decide on pairs of the campaign.
    """

    n_asked: int = 0
    n_added: int = 0
    n_judgments: int = 0
    n_waiting: int = 0
    n_decided: int = 0
    n_other_kind: int = 0
    n_textless: int = 0
    n_absent: int = 0


def ask_more(*, campaign: Campaign, pairs: Sequence[PairIds], actor: User | None = None) -> Asked:
    """Ask for one more judgment of each regular pair that has all it wants.

    The serving policy's `extra_judgments` is no limit, and a surplus grade that waits is taken at
    once. Pairs that the campaign lacks come into it and its pool, with the usual number of
    judgments. All or nothing; a repeated request adds nothing while the first is unanswered.

    Raises:
        PoolRefused: the campaign is over, there are too many pairs, or one has an unknown topic or
            passage, or a topic that the campaign lacks, or the campaign lacks it and its pool was
            drawn by design.
    """
    keys = _keys_of(campaign.pool, pairs)
    with transaction.atomic():
        # Keys alone are locked, as everywhere: claims and answers of others go on.
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        refuse_over(campaign)
        known = _known_pairs(campaign, keys)
        absent = {key: ids for key, ids in keys.items() if key not in known}
        if absent:
            refuse_by_design(campaign.pool)
        _refuse_other_topics(campaign, absent)
        policy = campaign.policy()
        outcomes = Counter[str](_ask(one, policy) for one in known.values())
        n_added = _add(campaign, absent)
        outcomes["n_textless"] += len(absent) - n_added
        n_judgments = outcomes["n_asked"] + n_added * campaign.judgments_per_pair
        asked = Asked(n_added=n_added, n_judgments=n_judgments, **outcomes)
        if n_judgments:
            logged = {"n_asked": asked.n_asked, "n_added": n_added}
            log_event(campaign=campaign, kind=EventKind.JUDGMENTS_ASKED, actor=actor, **logged)
    return asked


@transaction.atomic
def send_to_adjudication(*, campaign: Campaign, pairs: Sequence[PairIds], actor: User) -> Asked:
    """Choose each pair for the adjudicators, except those decided or chosen before.

    Gold and qualification pairs have a known grade and are left. All or nothing.

    Raises:
        DecisionRefused: the campaign has not been opened, or is archived.
        PoolRefused: there are too many pairs, or one has an unknown topic or passage.
    """
    keys = _keys_of(campaign.pool, pairs)
    check_state(campaign)
    known = _known_pairs(campaign, keys)
    outcomes = Counter[str](_send(one, actor) for one in known.values())
    return Asked(n_absent=len(keys) - len(known), **outcomes)


def _keys_of(pool: Pool, pairs: Sequence[PairIds]) -> dict[Key, PairIds]:
    """The pairs by topic and passage ordinal, each once."""
    if len(pairs) > MOST_PAIRS:
        raise PoolRefused(
            f"{len(pairs):,} pairs are more than can be asked about at once; send at most"
            f" {MOST_PAIRS}.",
            code="too_many_at_once",
            field="pairs",
        )
    keys = dict(zip(keys_of_ids(pairs, pool), pairs, strict=True))
    for (topic, ordinal), ids in keys.items():
        if topic == UNKNOWN:
            raise PoolRefused(
                f"There is no topic {ids.query_id!r} in {pool.topic_set}.",
                code="unknown_topic",
                field="pairs",
            )
        if ordinal == UNKNOWN:
            raise PoolRefused(
                f"There is no passage {ids.doc_id!r} in {pool.collection}.",
                code="unknown_passage",
                field="pairs",
            )
    return keys


def _known_pairs(campaign: Campaign, keys: Mapping[Key, PairIds]) -> dict[Key, Known]:
    """Those of the pairs that the campaign has, in the order in which slots are locked."""
    topics, ordinals = ({key[part] for key in keys} for part in (0, 1))
    named = campaign.pairs.filter(pair__topic__in=topics, pair__passage__ordinal__in=ordinals)
    decided = Adjudication.objects.live().filter(campaign_pair=OuterRef("pk"))
    found: Iterable[Any] = (
        named.select_related("pair")
        .order_by("pk")
        .annotate(
            ordinal=F("pair__passage__ordinal"),
            has_text=ExpressionWrapper(Q(pair__passage__text__gt=""), BooleanField()),
            is_decided=Exists(decided),
            is_chosen=Exists(ChosenPair.objects.filter(campaign_pair=OuterRef("pk"))),
        )
    )
    by_key = {
        (one.pair.topic_id, one.ordinal): Known(one, one.is_decided, one.has_text, one.is_chosen)
        for one in found
    }
    return {key: one for key, one in by_key.items() if key in keys}


def _ask(known: Known, policy: ServingPolicy) -> Outcome:
    if known.pair.kind != PairKind.REGULAR:
        return "n_other_kind"
    if known.is_decided:
        return "n_decided"
    if not known.has_text:
        return "n_textless"
    return "n_asked" if ask_on_request(pair=known.pair, policy=policy) else "n_waiting"


def _send(known: Known, actor: User) -> Outcome:
    if known.pair.kind not in VOTING_KINDS:
        return "n_other_kind"
    if known.is_decided:
        return "n_decided"
    if known.is_chosen:
        return "n_waiting"
    choose(pair=known.pair, chosen_by=actor)
    return "n_asked"


def _refuse_other_topics(campaign: Campaign, absent: Mapping[Key, PairIds]) -> None:
    in_campaign = campaign.pairs.filter(pair__topic__in={topic for topic, _ in absent})
    topics = set(in_campaign.order_by().values_list("pair__topic", flat=True).distinct())
    for (topic, _), ids in absent.items():
        if topic not in topics:
            raise PoolRefused(
                f"Campaign {campaign.name} has no pair of topic {ids.query_id}; add pairs of new"
                " topics from runs.",
                code="topic_not_in_campaign",
                field="pairs",
            )


def _add(campaign: Campaign, absent: Mapping[Key, PairIds]) -> int:
    """Pool and enter the pairs that have a text; returns how many."""
    passages = passages_of(campaign.pool.collection, {ordinal for _, ordinal in absent})
    found = contributions_of(campaign.pool, absent)
    chosen = {
        (topic, passages[ordinal][0]): found.get((topic, ordinal), Contribution(0, None))
        for topic, ordinal in sorted(absent)
        if passages[ordinal][1]
    }
    if chosen:
        added: dict[str, Any] = {"runs": [], "n_pairs": len(chosen), "without": []}
        enter(campaign, [], chosen, added)
    return len(chosen)


def contributions_of(pool: Pool, absent: Collection[Key]) -> dict[Key, Contribution]:
    """How many of the pool's runs retrieved each pair, and the best rank, at any depth."""
    runs = list(pool.runs.all())
    topics = topics_of(pool, runs)
    wanted = {topic: np.array([o for t, o in absent if t == topic]) for topic, _ in absent}
    ranked = [one for one, topic in topics.items() if topic in wanted]
    ranks: dict[Key, list[int]] = {}
    for ranking in Ranking.objects.filter(run__in=runs, topic__in=ranked).iterator():
        topic = topics[ranking.topic_id]
        places = np.flatnonzero(np.isin(ranking.ordinals, wanted[topic])).tolist()
        for place in places:
            ranks.setdefault((topic, int(ranking.ordinals[place])), []).append(place + 1)
    return {key: Contribution(len(found), min(found)) for key, found in ranks.items()}
