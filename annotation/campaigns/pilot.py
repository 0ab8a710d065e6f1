from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Annotated, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef

from annotation.events import log_event
from annotation.exceptions import PolicyRefused, StateRefused
from annotation.models import (
    Campaign,
    CampaignPair,
    CampaignState,
    EventKind,
    Judgment,
    PairKind,
    Slot,
    Unit,
)
from regrade.limits import SEED
from regrade.serving.draws import draw

DRAWN_IN = (CampaignState.DRAFT, CampaignState.PAUSED)


class PilotDraw(NamedTuple):
    """Result of a draw: pairs added to the pilot, and its size now."""

    n_pairs: int
    n_topics: int
    n_in_pilot: int
    seed: int
    is_of_whole_topics: bool


class FreePair(NamedTuple):
    """A regular pair that nobody has leased or judged."""

    pk: int
    topic_id: int


@transaction.atomic
def draw_pilot(
    *,
    campaign: Campaign,
    share: float | None = None,
    n: int | None = None,
    seed: Annotated[int | None, SEED] = None,
    actor: User | None = None,
) -> PilotDraw:
    """Draw a pilot: turn some regular pairs into overlap pairs that everyone judges first.

    Takes `n` pairs or that share of the regular ones, at random; where the serving policy hands
    out topics, whole topics at random until they hold at least so many. Their shared slots go. A
    pair that somebody holds or has judged is never taken, nor is any topic with one. Without a
    seed the campaign's is taken. A further draw adds to the pilot.

    Raises:
        StateRefused: the campaign serves pairs, or is over.
        PolicyRefused: no pair or a share that is none is asked for, or more than are free.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    _check_state(campaign)
    seed = campaign.seed if seed is None else seed
    wanted, unit = _n_wanted(campaign, share, n), Unit(campaign.policy().unit)
    drawn = _lock(campaign, unit, _draw(_free_pairs(campaign, unit), unit, wanted, seed))
    _enter(campaign, drawn)
    made = PilotDraw(
        n_pairs=len(drawn),
        n_topics=len({pair.topic_id for pair in drawn}),
        n_in_pilot=campaign.pairs.filter(in_pilot=True).count(),
        seed=seed,
        is_of_whole_topics=unit == Unit.TOPICS,
    )
    log_event(campaign=campaign, kind=EventKind.PILOT, actor=actor, **made._asdict())
    return made


def _check_state(campaign: Campaign) -> None:
    if campaign.is_over:
        raise StateRefused(
            f"{campaign} is {campaign.state}; no pilot is drawn in it any more.",
            code="campaign_over",
        )
    if campaign.state not in DRAWN_IN:
        raise StateRefused(
            f"{campaign} is {campaign.state}; a pilot is drawn in draft, or while it is paused.",
            code="not_at_rest",
        )


def _n_wanted(campaign: Campaign, share: float | None, n: int | None) -> int:
    if (share is None) == (n is None):
        raise PolicyRefused(
            "A pilot is drawn by a share of the pairs, or by their number.", code="share_or_number"
        )
    if share is not None:
        if not 0 < share <= 1:
            raise PolicyRefused(
                f"A share is above 0 and at most 1, not {share}.",
                code="out_of_range",
                field="share",
            )
        n = max(1, round(share * campaign.pairs.filter(kind=PairKind.REGULAR).count()))
    if n is None or n < 1:
        raise PolicyRefused(
            f"A pilot has at least one pair, not {n}.", code="out_of_range", field="n"
        )
    return n


def _free_pairs(
    campaign: Campaign, unit: Unit, among: Collection[int] | None = None
) -> list[FreePair]:
    """Pairs with slots that may be taken; without a text, a pair has none."""
    regular = campaign.pairs.filter(kind=PairKind.REGULAR)
    if among is not None:
        regular = regular.filter(pk__in=among)
    slots = Slot.objects.filter(campaign_pair=OuterRef("pk"))
    judgments = Judgment.objects.filter(campaign_pair=OuterRef("pk"))
    is_taken = Exists(slots.filter(holder__isnull=False)) | Exists(judgments)
    rows = list(
        regular.filter(Exists(slots))
        .annotate(is_taken=is_taken)
        .order_by("pk")
        .values_list("pk", "pair__topic", "is_taken")
    )
    begun = {topic_id for _, topic_id, is_taken in rows if is_taken}
    is_whole = unit == Unit.TOPICS
    return [
        FreePair(pk, topic_id)
        for pk, topic_id, is_taken in rows
        if not (topic_id in begun if is_whole else is_taken)
    ]


def _any_pairs(free: Sequence[FreePair], wanted: int, seed: int) -> list[FreePair]:
    return sorted(free, key=lambda pair: draw("pilot", seed, pair.pk))[:wanted]


def _whole_topics(free: Sequence[FreePair], wanted: int, seed: int) -> list[FreePair]:
    topics: defaultdict[int, list[FreePair]] = defaultdict(list)
    for pair in free:
        topics[pair.topic_id].append(pair)
    drawn: list[FreePair] = []
    for topic_id in sorted(topics, key=lambda topic_id: draw("pilot topic", seed, topic_id)):
        if len(drawn) >= wanted:
            break
        drawn += topics[topic_id]
    return drawn


_DRAWS = {Unit.TOPICS: _whole_topics, Unit.PAIRS: _any_pairs}


def _draw(free: Sequence[FreePair], unit: Unit, wanted: int, seed: int) -> list[int]:
    if len(free) < wanted:
        raise PolicyRefused(
            f"The pilot needs {wanted} pairs; only {len(free)} are free.", code="too_few_pairs"
        )
    return [pair.pk for pair in _DRAWS[unit](free, wanted, seed)]


def _lock(campaign: Campaign, unit: Unit, drawn: Collection[int]) -> list[FreePair]:
    """Those of the drawn pairs that are still free once nobody can take them any more.

    A claim that began before the campaign was paused passes locked slots over; a judgment or an
    import waits here, or is waited for.
    """
    slots = Slot.objects.filter(campaign_pair__in=drawn).order_by("campaign_pair_id", "number")
    list(slots.select_for_update().values_list("pk", flat=True))
    return _free_pairs(campaign, unit, among=drawn)


def _enter(campaign: Campaign, drawn: Sequence[FreePair]) -> None:
    """Overlap pairs have no shared slots, and a topic of nothing else needs no seats."""
    pks = [pair.pk for pair in drawn]
    Slot.objects.filter(campaign_pair__in=pks).delete()
    CampaignPair.objects.filter(pk__in=pks).update(
        kind=PairKind.OVERLAP, wanted=None, in_pilot=True
    )
    regular = campaign.pairs.filter(kind=PairKind.REGULAR, pair__topic=OuterRef("topic"))
    touched = campaign.seats.filter(topic__in={pair.topic_id for pair in drawn})
    touched.filter(~Exists(regular), holder__isnull=True).delete()
