"""A campaign from a task list, through the services that an organizer's commands call."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from annotation.campaigns.creating import create_campaign
from annotation.campaigns.policy import PolicyOptions
from annotation.campaigns.state import set_campaign_state
from annotation.guidelines.scales import parse_scale
from annotation.models import AssessorKind, Campaign, CampaignState, PairKind, Pool
from annotation.people.joining import accounts_by_name, join_campaign
from annotation.pools.building import build_pool_from_pairs
from annotation.pools.pairs import Mark
from benchmarks.whole_campaigns.people import Person
from benchmarks.whole_campaigns.task_lists import Pair, TaskList
from ranking.collections.importing import import_collection
from ranking.collections.topics import import_topics
from ranking.models import Collection, TopicSet

GUIDELINE = "Judge what the passage says, not what you know."


class Terms(NamedTuple):
    """What a campaign asks of its assessors."""

    judgments_per_pair: int
    policy: PolicyOptions
    quota: int | None
    lease_s: int
    seat_s: int
    seed: int


class Seat(NamedTuple):
    """An assessor and their membership."""

    person: Person
    membership_id: int


def set_up(tasks: TaskList, terms: Terms) -> Campaign:
    """A draft with collection, topics and pool, all of the same name."""
    pool = _make_pool(tasks)
    overlap = {(pair.query_id, pair.doc_id) for pair in tasks.pairs if pair.is_overlap}
    pooled = pool.pairs.values_list("pk", "topic__query_id", "passage__doc_id")
    return create_campaign(
        name=tasks.name,
        pool=pool,
        grades=parse_scale(tasks.scale),
        guideline=GUIDELINE,
        marks={
            pk: Mark(kind=PairKind.OVERLAP)
            for pk, query_id, doc_id in pooled
            if (query_id, doc_id) in overlap
        },
        **terms._asdict(),
    )


def open_campaign(campaign: Campaign) -> Campaign:
    return set_campaign_state(campaign=campaign, state=CampaignState.OPEN)


def close_campaign(campaign: Campaign) -> Campaign:
    return set_campaign_state(campaign=campaign, state=CampaignState.CLOSED)


def seat(campaign: Campaign, people: Sequence[Person]) -> list[Seat]:
    """Accounts that cannot sign in, members of the campaign."""
    names = [person.name for person in people]
    accounts, _ = accounts_by_name(usernames=names)
    members = join_campaign(
        campaign=campaign, users=list(accounts.values()), kind=AssessorKind.SIMULATED
    )
    return [Seat(person, members[accounts[person.name].pk].pk) for person in people]


def labels_by_pair(campaign: Campaign, tasks: TaskList) -> dict[int, int]:
    """The known label of each pair of the campaign, by its id."""
    labels = {(pair.query_id, pair.doc_id): pair.label for pair in tasks.pairs}
    pairs = campaign.pairs.values_list("pk", "pair__topic__query_id", "pair__passage__doc_id")
    return {pk: labels[query_id, doc_id] for pk, query_id, doc_id in pairs}


def _make_pool(tasks: TaskList) -> Pool:
    name = tasks.name
    with TemporaryDirectory(prefix="regrade-bench-") as folder:
        texts, topics, pairs = (Path(folder, file) for file in ("texts", "topics", "pairs"))
        _write(texts, ({"id": doc_id, "text": text} for doc_id, text in tasks.texts.items()))
        _write(topics, ({"id": key, "query": query} for key, query in tasks.queries.items()))
        _write(pairs, map(_ids, tasks.pairs))
        import_collection(name=name, paths=[texts], description=tasks.note)
        import_topics(name=name, path=topics)
        return build_pool_from_pairs(
            name=name,
            path=pairs,
            collection=Collection.objects.get(name=name),
            topic_set=TopicSet.objects.get(name=name),
        ).pool


def _write(path: Path, records: Iterable[Mapping[str, str]]) -> None:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")


def _ids(pair: Pair) -> dict[str, str]:
    return {"query_id": pair.query_id, "doc_id": pair.doc_id}
