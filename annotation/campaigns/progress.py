"""Progress of a campaign's regular pairs, counted once for every page that shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotation.models import Adjudication, Campaign, CampaignPair, Slot


class Progress(NamedTuple):
    """Judgments wanted in total, and how many are in, left or set aside.

    `n_wanted = n_votes + n_left + n_set_aside`. A shared slot is room for one wanted judgment, so
    that extra judgments and imported grades beyond the usual number count as wanted, and pairs
    without a text, which nobody is asked for, do not. Set aside is what is still open of pairs
    that wait for adjudication; what was open of one is wanted no more once it was decided on.
    """

    n_wanted: int = 0
    n_votes: int = 0
    n_set_aside: int = 0
    n_waiting_for_adjudication: int = 0  # pairs, not judgments

    @property
    def n_left(self) -> int:
        """Judgments still expected from assessors."""
        return self.n_wanted - self.n_votes - self.n_set_aside


NOTHING_WANTED = Progress()


def progress_of(campaign: Campaign) -> Progress:
    return progress_by_campaign([campaign]).get(campaign.pk, NOTHING_WANTED)


def progress_by_campaign(campaigns: Collection[Campaign]) -> dict[int, Progress]:
    """Two queries, whatever the number of campaigns; one that wants nothing is left out."""
    return _progress(campaigns, "campaign")


def progress_by_topic(campaign: Campaign) -> dict[int, Progress]:
    return _progress([campaign], "topic")


def together(parts: Iterable[Progress]) -> Progress:
    """The sum of progress over disjoint sets of pairs."""
    return Progress(*map(sum, zip(NOTHING_WANTED, *parts, strict=True)))


def _progress(campaigns: Collection[Campaign], by: str) -> dict[int, Progress]:
    shared = Slot.objects.filter(campaign__in=campaigns, order_key__isnull=False).order_by()
    stopped = {key: counts for key, *counts in _served_no_more(shared, campaigns, by)}
    wanted = shared.values_list(by).annotate(n=Count("pk"), n_votes=Count("judgment"))
    progress = {}
    for key, n, n_votes in wanted:
        n_open, n_waiting, n_pairs = stopped.get(key, (0, 0, 0))
        progress[key] = Progress(n - (n_open - n_waiting), n_votes, n_waiting, n_pairs)
    return progress


def _served_no_more(
    shared: QuerySet[Slot], campaigns: Collection[Campaign], by: str
) -> Iterable[tuple[int, int, int, int]]:
    """Open slots of pairs that are served no more: all, those nobody decided on, their pairs."""
    stopped = CampaignPair.objects.filter(campaign__in=campaigns).served_no_more()
    still_open = shared.filter(judgment__isnull=True, campaign_pair__in=stopped.values("pk"))
    is_decided = Exists(Adjudication.objects.live().filter(campaign_pair=OuterRef("campaign_pair")))
    return (
        still_open.annotate(is_decided=is_decided)
        .values_list(by)
        .annotate(
            n=Count("pk"),
            n_waiting=Count("pk", filter=Q(is_decided=False)),
            n_pairs=Count("campaign_pair", filter=Q(is_decided=False), distinct=True),
        )
    )
