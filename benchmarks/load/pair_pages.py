"""Pages of the list of pairs, asked for at the API; `benchmarks/pairs.py` prints the times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple, get_args

from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from annotation.campaigns.policy import PolicyOptions
from annotation.models import AssessorKind, Campaign, CampaignState, Judgment, PairSummary
from annotation.pairs.listing import COLUMNS, MOST_COUNTED, Only, PairOrder
from benchmarks.load.bulk import insert_select
from benchmarks.load.seeding import seed_assessors, seed_campaign, trust_what_is_inserted
from benchmarks.load.tables import Size
from benchmarks.running.command import say
from benchmarks.running.tables import Table
from regrade.aggregation.policy import Aggregate
from tests.factories import make_user
from tests.scratch import scratch_database

BAR_MS = 200.0


class Asked(NamedTuple):
    """A question, and what it took: the median and the longest of the rounds."""

    what: str
    n_found: int | None
    median_ms: float
    longest_ms: float
    n_bytes: int


# What else an organizer opens, below the campaign's address.
OTHER_PAGES = (
    "board",
    "agreement",
    "agreement?missing=category",
    "agreement?threshold=3",
    "agreement/parts?by=topic",
    "agreement/parts?by=stratum",
    "agreement/parts?by=guideline",
    "agreement/parts?by=time",
    "agreement/matrix",
    "agreement/assessors",
    "adjudication",
    "labels",
    *(f"labels/preview?aggregate={aggregate}" for aggregate in get_args(Aggregate)),
    "labels/preview?aggregate=majority&threshold=2&tie=highest&min_votes=3",
    "labels/preview?aggregate=median&min_agreement=0.5",
    "labels/preview?aggregate=median&without_flags=pace&without_flags=gold",
)


@transaction.atomic  # a judgment is known by its moment
def insert_judgments(campaign: Campaign) -> None:
    """A judgment for each slot, which it fills but where it has no grade."""
    trust_what_is_inserted()
    members = f"ARRAY(SELECT id FROM annotation_membership WHERE campaign_id = {campaign.pk})"
    grades = (
        f"ARRAY(SELECT id FROM annotation_grade WHERE campaign_id = {campaign.pk} ORDER BY value)"
    )
    draw = "abs(hashint8extended(slot.campaign_pair_id, slot.number)) % 100"
    grade = (
        f"CASE WHEN {draw} < 60 THEN 1 WHEN {draw} < 80 THEN 2 WHEN {draw} < 90 THEN 3 ELSE 4 END"
    )
    is_blank = f"{draw} = 99"
    insert_select(
        Judgment,
        {
            "campaign_pair": "slot.campaign_pair_id",
            "assessor": f"({members})[1 + (slot.campaign_pair_id + slot.number) %"
            f" cardinality({members})]",
            "grade": f"CASE WHEN NOT {is_blank} THEN ({grades})[{grade}] END",
            "reason_not_judged": f"CASE WHEN {is_blank} THEN 'other' END",
            "note": f"CASE WHEN {draw} = 7 THEN 'Hm.' ELSE '' END",
            "confidence": "CASE WHEN slot.number = 1 THEN 1 + slot.campaign_pair_id % 5 END",
            "client_key": "gen_random_uuid()",
            "created_at": "now() + slot.id * interval '1 millisecond'",
        },
        f"FROM annotation_slot slot WHERE slot.campaign_id = {campaign.pk} ORDER BY slot.id",
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE annotation_slot slot SET holder_id = j.assessor_id, judgment_id = j.id"
            " FROM annotation_judgment j WHERE j.campaign_pair_id = slot.campaign_pair_id"
            " AND j.grade_id IS NOT NULL AND slot.campaign_id = %s"
            " AND j.created_at = now() + slot.id * interval '1 millisecond'",
            [campaign.pk],
        )


def summarize(campaign: Campaign) -> float:
    """Sum up every pair, as triggers do one by one; gives the seconds."""
    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(summarize_pair(id)) FROM annotation_campaignpair WHERE campaign_id = %s",
            [campaign.pk],
        )
    return time.perf_counter() - began


def questions(campaign: Campaign) -> Iterator[tuple[str, dict[str, Any]]]:
    for order in PairOrder:
        yield f"order {order}, first page", {"order": order}
        yield f"order {order}, far inside", {"order": order, "after": far_inside(campaign, order)}
    for only in Only:
        for order in (PairOrder.POOL, PairOrder.SPREAD):
            yield f"only {only}, order {order}", {"only": only, "order": order}
    pseudonym = campaign.memberships.values_list("pseudonym", flat=True)[0]
    for order in (PairOrder.POOL, PairOrder.SPREAD, PairOrder.NEWEST):
        yield f"one assessor, order {order}", {"assessor": pseudonym, "order": order}
        yield (
            f"one assessor's grade, order {order}",
            {
                "assessor": pseudonym,
                "grade": 3,
                "order": order,
            },
        )
        yield f"one topic, order {order}", {"query_id": "q77", "order": order}
        yield f"words of few queries, order {order}", {"words": "abc", "order": order}
        yield f"words of all queries, order {order}", {"words": "query", "order": order}
        yield f"nothing fits, order {order}", {"kind": "gold", "only": "tied", "order": order}


def far_inside(campaign: Campaign, order: str) -> str:
    """The key of a page behind half of the pairs."""
    found = PairSummary.objects.filter(campaign=campaign)
    if order == PairOrder.POOL:
        return f"pool.0.{found.order_by('pk')[found.count() // 2].pk}"
    column, _, members = COLUMNS[order]
    ranked = found.filter(members).order_by(column, "pk")
    row = ranked[ranked.count() // 2]
    value = getattr(row, column)
    key = int(value.timestamp() * 1e6) if order == PairOrder.NEWEST else value
    return f"{order}.{key}.{row.pk}"


def ask(what: str, rounds: int, request: Callable[[], Any]) -> Asked:
    taken = []
    for _ in range(rounds):
        cache.clear()  # each is counted anew
        began = time.perf_counter()
        answer = request()
        taken.append(1000 * (time.perf_counter() - began))
    assert answer.status_code == 200, answer.content
    n_found = answer.json().get("n")
    return Asked(what, n_found, median(taken), max(taken), len(answer.content))


def measure(size: Size, n_assessors: int, rounds: int) -> list[Asked]:
    with scratch_database():
        say(f"writing a campaign of {size.n_pairs} pairs ...")
        campaign = seed_campaign(size, policy=PolicyOptions(), lease_s=600, seat_s=600, seed=1)
        human = AssessorKind.HUMAN  # whose votes labels are made of
        seed_assessors(campaign, n_assessors, password="of nobody", kind=human)
        say("writing its judgments ...")
        insert_judgments(campaign)
        say(f"{size.n_pairs} pairs summed up in {summarize(campaign):.0f} s")
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        Campaign.objects.update(state=CampaignState.CLOSED)
        client, campaign_at = Client(SERVER_NAME="localhost"), f"/api/campaigns/{campaign.pk}"
        base = f"{campaign_at}/pairs"
        client.force_login(make_user("carol", "annotation.may_organize"))
        asked = [
            ask(what, rounds, lambda query=query: client.get(base, query))  # type: ignore[misc]
            for what, query in questions(campaign)
        ]
        asked.append(ask("choices", rounds, lambda: client.get(f"{base}/choices")))
        pair = campaign.pairs.all()[0].pk
        asked.append(ask("one pair", rounds, lambda: client.get(f"{base}/{pair}")))
        asked += [
            ask(page, rounds, lambda page=page: client.get(f"{campaign_at}/{page}"))  # type: ignore[misc]
            for page in OTHER_PAGES
        ]
    return asked


def to_table(asked: Sequence[Asked], n_pairs: int) -> Table:
    rows = [[one.what, _found(one.n_found), *_figures(one)] for one in asked]
    note = f"Wanted: each page of the list under {BAR_MS:.0f} ms, every other under a second."
    head = ["asked for", "found", "median ms", "longest ms", "kB"]
    return Table(f"{n_pairs:,} pairs", head, rows, note)


def _figures(one: Asked) -> list[str]:
    return [f"{one.median_ms:.0f}", f"{one.longest_ms:.0f}", f"{one.n_bytes / 1000:.1f}"]


def _found(n: int | None) -> str:
    if n is None:
        return ""
    return f"> {MOST_COUNTED:,}" if n > MOST_COUNTED else f"{n:,}"
