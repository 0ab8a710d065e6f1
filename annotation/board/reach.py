"""Which of the judgments still wanted the assessors at work can give, and why not the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db import connection
from django.db.models import Count

from annotation.board.forecast import Lack
from annotation.campaigns.pair_kinds import pair_kinds
from annotation.models import Campaign, Judgment, Membership, PairKind, ServingPolicy
from annotation.people.staffing import at_work, n_places_left, on_regular_pairs
from regrade.serving.reach import OpenPairs, reach

# Pairs that are still served, by the judgments that each wants and who of the members had them.
OPEN_PAIRS = """
SELECT open_pair.campaign_id, open_pair.n_wanted, answered.had, count(*) FROM (
    SELECT campaign_id, campaign_pair_id, count(*) AS n_wanted FROM annotation_slot
    WHERE campaign_id = ANY(%(campaigns)s::bigint[])
      AND order_key IS NOT NULL AND judgment_id IS NULL
    GROUP BY campaign_id, campaign_pair_id
) open_pair
JOIN annotation_campaign campaign ON campaign.id = open_pair.campaign_id
CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(assessor_id ORDER BY assessor_id)
                    FILTER (WHERE assessor_id = ANY(%(members)s::bigint[])), '{}') AS had,
           count(*) FILTER (WHERE grade_id IS NULL AND cause <> 'rejected') AS n_not_judged
    FROM annotation_judgment
    WHERE campaign_pair_id = open_pair.campaign_pair_id AND occasion = 0
      AND superseded_at IS NULL AND reason_not_judged IS DISTINCT FROM 'retracted'
) answered
WHERE answered.n_not_judged < campaign.max_not_judged
GROUP BY 1, 2, 3
"""


class AtWork(NamedTuple):
    """An assessor at work, or one who may join."""

    pk: int  # 0 of one who may join
    campaign_id: int
    pseudonym: str
    quota: int | None


def lacks_of(campaigns: Collection[Campaign]) -> dict[int, Lack]:
    """Judgments out of reach, by the campaign's id; people who may still join are not counted.

    The number of queries does not depend on that of campaigns.
    """
    usual = {campaign.pk: campaign.quota for campaign in campaigns}
    members = at_work(Membership.objects.filter(campaign__in=campaigns)).order_by("pseudonym")
    people = [
        AtWork(pk, campaign, name, quota or usual[campaign])
        for pk, campaign, name, quota in members.values_list("pk", "campaign", "pseudonym", "quota")
    ]
    joining = {pk: AtWork(0, pk, "", quota) for pk, quota in usual.items()}
    open_pairs, room = _open_pairs(usual, people), _room(campaigns, [*people, *joining.values()])
    names, n_places = {one.pk: one.pseudonym for one in people}, n_places_left(campaigns)
    lacks = {}
    for pk in usual:
        here = {one.pk: room[one] for one in people if one.campaign_id == pk}
        found = reach(open_pairs[pk], here, joining_room=room[joining[pk]])
        quotas_of = sorted(names[member] for member in found.quotas)
        n_by_people, n_people = found.n_by_people, found.n_people
        lacks[pk] = Lack(found.n_by_quotas, quotas_of, n_by_people, n_people, n_places.get(pk, 0))
    return lacks


def _open_pairs(
    campaigns: Collection[int], people: Sequence[AtWork]
) -> Mapping[int, Sequence[OpenPairs[int]]]:
    asked = {"campaigns": list(campaigns), "members": [one.pk for one in people]}
    found = defaultdict[int, list[OpenPairs[int]]](list)
    with connection.cursor() as cursor:
        cursor.execute(OPEN_PAIRS, asked)
        for campaign, n_wanted, had, n in cursor.fetchall():
            found[campaign].append(OpenPairs(n, n_wanted, tuple(had)))
    return found


def _room(campaigns: Collection[Campaign], people: Sequence[AtWork]) -> Mapping[AtWork, int | None]:
    """How many regular pairs each quota still allows; None without a quota."""
    kinds = pair_kinds(campaigns)
    looks = Judgment.objects.standing().filter(assessor__campaign__in=campaigns, occasion=0)
    by_kind = looks.order_by().values_list("assessor", "campaign_pair__kind")
    n_had = Counter({(one, kind): n for one, kind, n in by_kind.annotate(n=Count("pk"))})
    policies = ServingPolicy.objects.filter(campaign__in=campaigns).in_force()
    gold_every = dict(policies.values_list("campaign", "gold_every"))
    room = dict[AtWork, int | None]()
    for one in people:
        pk, campaign, _, quota = one
        n_spent = sum(n_had[pk, kind] for kind in PairKind if kind != PairKind.QUALIFICATION)
        room[one] = quota and on_regular_pairs(
            quota - n_spent,
            n_overlap=kinds[campaign].overlap - n_had[pk, PairKind.OVERLAP],
            n_gold=kinds[campaign].gold - n_had[pk, PairKind.GOLD],
            gold_every=gold_every[campaign],
        )
    return room
