"""Every page shows the same progress of a campaign."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from django.test import Client

from annotation.campaigns.launch import launch_list
from annotation.models import Campaign, CampaignPair, CampaignState, PairKind
from annotation.pools.pairs import add_slots
from tests.annotation.answering import claim, judge
from tests.annotation.stored_answers import assessors
from tests.factories import make_campaign, make_collection, make_pool
from tests.tiers import THOROUGH

pytestmark = pytest.mark.django_db

TEXTS = {f"d{n}": f"passage {n} of the forest" for n in range(5)}
COUNTS = ("n_wanted", "n_votes", "n_left", "n_set_aside", "n_waiting_for_adjudication")


class Shown(NamedTuple):
    n_wanted: int
    n_votes: int
    n_left: int
    n_set_aside: int
    n_waiting_for_adjudication: int


def a_campaign(rng: Random) -> Campaign:
    """Regular, overlap and gold pairs; one that has no slots, as for want of a text."""
    campaign = make_campaign(
        pool=make_pool(collection=make_collection(texts=TEXTS)),
        judgments_per_pair=rng.randint(1, 3),
        max_not_judged=rng.randint(1, 3),
    )
    pairs = list(campaign.pairs.order_by("pk"))
    kinds = (PairKind.REGULAR, PairKind.GOLD, PairKind.OVERLAP, PairKind.OVERLAP)
    for pair, kind in zip(rng.sample(pairs, len(kinds)), kinds, strict=True):
        pair.slots.all().delete()
        if kind != PairKind.REGULAR:
            campaign.pairs.filter(pk=pair.pk).update(kind=kind, wanted=None)
    return campaign


def answer_at_random(rng: Random, campaign: Campaign) -> None:
    for member in assessors(campaign, 4):
        for _ in range(rng.randint(0, 12)):
            for slot in claim(member).slots:
                pair = slot.campaign_pair
                if rng.random() < 0.9:
                    judge(member, pair, None if rng.random() < 0.4 else rng.randint(1, 5))
                if rng.random() < 0.2:
                    judge(member, pair, None if rng.random() < 0.5 else rng.randint(1, 5))
    ask_for_more(rng, campaign)


def ask_for_more(rng: Random, campaign: Campaign) -> None:
    for pair in rng.sample(list(campaign.pairs.filter(wanted__isnull=False)), 2):
        if (n := pair.slots.filter(number__isnull=False).count()) > 0:
            add_slots(campaign=campaign, numbers=[(pair, range(n + 1, n + 2))])
            CampaignPair.objects.filter(pk=pair.pk).update(wanted=n + 1)


def slow_count(campaign: Campaign) -> Shown:
    """One pair after another."""
    found = Shown(0, 0, 0, 0, 0)
    for pair in campaign.pairs.filter(kind=PairKind.REGULAR):
        places = list(pair.slots.filter(order_key__isnull=False))
        n_open = sum(slot.judgment_id is None for slot in places)
        looks = pair.judgments.filter(superseded_at=None, occasion=0)
        n_blank = sum(look.reason_not_judged not in {None, "retracted"} for look in looks)
        is_aside = n_open > 0 and n_blank >= campaign.max_not_judged
        aside = n_open if is_aside else 0
        one = (len(places), len(places) - n_open, n_open - aside, aside, int(is_aside))
        found = Shown(*(a + b for a, b in zip(found, one, strict=True)))
    return found


def shown_in(counts: dict[str, Any]) -> Shown:
    return Shown(*(counts[name] for name in COUNTS))


@pytest.mark.parametrize("seed", range(8 if THOROUGH else 2))
def test_all_pages_show_the_same_progress_and_it_adds_up(seed: int, organizer: Client) -> None:
    rng = Random(seed)
    campaign = a_campaign(rng)
    answer_at_random(rng, campaign)
    expected = slow_count(campaign)
    assert expected.n_wanted == expected.n_votes + expected.n_left + expected.n_set_aside

    at = f"/api/campaigns/{campaign.pk}"
    board, [listed] = organizer.get(f"{at}/board").json(), organizer.get("/api/campaigns").json()
    pages = (organizer.get(at).json(), listed, board["campaign"], board["progress"])
    assert [shown_in(page) for page in pages] == [expected] * 4
    assert board["forecast"]["n_left"] == expected.n_left
    for name in ("n_wanted", "n_votes", "n_left"):
        assert sum(topic[name] for topic in board["topics"]) == getattr(expected, name)
    [finished] = [
        check for check in launch_list(campaign, CampaignState.CLOSED) if check.code == "finished"
    ]
    assert finished.is_met == (expected.n_votes == expected.n_wanted)
    assert (f"{expected.n_left} judgment" in finished.sentence) == (expected.n_left > 0)
