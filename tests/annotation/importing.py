"""What tests of imports share: a campaign, and a way to write rows and import them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeAlias

from django.contrib.auth.models import User

from annotation.exchange.judgments import JudgmentsReport, import_judgments
from annotation.identity.user_names import RECORDED
from annotation.models import Campaign, CampaignPair, CampaignState, Judgment, Membership
from regrade.files.judging import read_judgments
from tests.factories import TEXTS, make_campaign, make_collection, make_pool

HEADER = "query_id passage_id assessor grade"
Import: TypeAlias = Callable[..., JudgmentsReport]


def campaign_for_imports() -> Campaign:
    """Two judgments a pair; `extra` and the textless `stub` are outside the pool."""
    collection = make_collection(texts=TEXTS | {"extra": "Larches shed.", "stub": None})
    pool = make_pool(collection=collection)
    pool.pairs.filter(passage__doc_id="extra").delete()
    return make_campaign(pool=pool, judgments_per_pair=2)


def importer(campaign: Campaign, folder: Path) -> Import:
    """Write rows, whose fields are parted by blanks here, and import them.

    In people's names they come while the campaign is paused, from somebody else.
    """

    def load(
        *rows: str, header: str = HEADER, name: str = "votes.tsv", **options: Any
    ) -> JudgmentsReport:
        path = folder / name
        path.write_text("".join(row.replace(" ", "\t") + "\n" for row in (header, *rows)))
        recorded = list(read_judgments(path))
        is_in_names = options.get("as_accounts")
        if is_in_names:
            options.setdefault("actor", User.objects.get_or_create(username="importer")[0])
        with paused(campaign) if is_in_names else nullcontext():
            return import_judgments(campaign=campaign, recorded=recorded, **options)

    return load


@contextmanager
def paused(campaign: Campaign) -> Iterator[None]:
    campaigns = Campaign.objects.filter(pk=campaign.pk)
    before = campaigns.get().state
    campaigns.update(state=CampaignState.PAUSED)
    yield
    campaigns.update(state=before)


def pair(query_id: str = "q1", doc_id: str = "d1") -> CampaignPair:
    return CampaignPair.objects.get(pair__topic__query_id=query_id, pair__passage__doc_id=doc_id)


def votes() -> list[tuple[str, int | None]]:
    """Who gave which grade, over all pairs; people of a file by their names there."""
    cast = Judgment.objects.votes().values_list("assessor__user__username", "grade__value")
    return sorted((name.removeprefix(RECORDED), grade) for name, grade in cast)


def member(name: str) -> Membership:
    """By the name in a file."""
    return Membership.objects.get(user__username=f"{RECORDED}{name}")
