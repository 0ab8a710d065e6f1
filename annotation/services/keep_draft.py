from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256

from django.db import transaction

from annotation.examples import MAX_EXAMPLES, Example
from annotation.exceptions import GuidelineRefused, StateRefused
from annotation.models import Campaign, CampaignState, Guideline


@transaction.atomic
def keep_draft(
    *, campaign: Campaign, body: str, examples: Sequence[Example], before: str
) -> Guideline:
    """Keep what an organizer has written of the next guideline; assessors see none of it.

    `before` is the fingerprint of the draft that was read, empty where there was none: what
    somebody else has written meanwhile is not written over.

    Raises:
        StateRefused: the campaign is archived.
        GuidelineRefused: there is another draft now, or more examples than there may be.
    """
    lock_to_publish(campaign)
    if len(examples) > MAX_EXAMPLES:
        raise GuidelineRefused(
            f"A guideline takes up to {MAX_EXAMPLES} examples, not {len(examples)}."
        )
    draft = draft_as_read(campaign, before)
    draft = draft or Guideline(campaign=campaign, version=next_version(campaign))
    draft.body, draft.examples = body, list(examples)
    draft.save()
    return draft


@transaction.atomic
def discard_draft(*, campaign: Campaign, before: str | None = None) -> None:
    """Throw away the draft of this fingerprint; what is published stays.

    Where there is no draft, nothing is checked: doing so again changes nothing.

    Raises:
        StateRefused: the campaign is archived.
        GuidelineRefused: there is another draft now.
    """
    lock_to_publish(campaign)
    if draft_of(campaign) is None:
        return
    if draft := draft_as_read(campaign, before):
        draft.delete()


def draft_as_read(campaign: Campaign, before: str | None) -> Guideline | None:
    """The draft, if it is still what was read; the fingerprint is empty where none was.

    Raises:
        GuidelineRefused: there is another draft now.
    """
    draft = draft_of(campaign)
    if fingerprint(draft) != before:
        raise GuidelineRefused(
            "The draft was changed in another window meanwhile, so this one was not saved over it."
        )
    return draft


def draft_of(campaign: Campaign) -> Guideline | None:
    return campaign.guidelines.filter(published_at=None).first()


def fingerprint(draft: Guideline | None) -> str:
    """What tells one state of a draft from another; empty without one."""
    if draft is None:
        return ""
    written = json.dumps([draft.body, draft.examples], sort_keys=True)
    return sha256(written.encode()).hexdigest()[:16]


def next_version(campaign: Campaign) -> int:
    """The number that the next guideline gets; a draft has it already."""
    return campaign.guidelines.exclude(published_at=None).count() + 1


def lock_to_publish(campaign: Campaign) -> None:
    """Two versions written at once come one after the other.

    Raises:
        StateRefused: the campaign is archived.
    """
    found = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if found.state == CampaignState.ARCHIVED:
        raise StateRefused(f"{found} is archived; nothing more is published in it.")
