from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation.events import log_event
from annotation.exceptions import GuidelineRefused, StateRefused
from annotation.guidelines.text import MAX_EXAMPLES, Example, Markdown, check_examples
from annotation.models import Campaign, CampaignState, EventKind, Guideline, Notice

FINGERPRINT = {"max_length": 64, "allow_blank": True}


@transaction.atomic
def keep_draft(
    *,
    campaign: Campaign,
    body: Annotated[Markdown, {"allow_blank": True}],
    examples: Sequence[Example],
    before: Annotated[str, FINGERPRINT],
) -> Guideline:
    """Save the draft of the next guideline; assessors do not see it.

    `before` is the fingerprint of the draft that was read, empty where there was none: what
    somebody else has written meanwhile is not written over.

    Raises:
        StateRefused: the campaign is archived.
        GuidelineRefused: there is another draft now, or more examples than there may be.
    """
    lock_to_publish(campaign)
    if len(examples) > MAX_EXAMPLES:
        raise GuidelineRefused(
            f"A guideline takes up to {MAX_EXAMPLES} examples, not {len(examples)}.",
            code="too_many_examples",
        )
    draft = draft_as_read(campaign, before)
    draft = draft or Guideline(campaign=campaign, version=next_version(campaign))
    draft.body, draft.examples = body, list(examples)
    draft.save()
    return draft


@transaction.atomic
def discard_draft(*, campaign: Campaign, before: Annotated[str | None, FINGERPRINT] = None) -> None:
    """Discard the draft with this fingerprint; published versions stay.

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
    """The draft, provided it has not changed since it was read; an empty fingerprint means no
    draft.

    Raises:
        GuidelineRefused: there is another draft now.
    """
    draft = draft_of(campaign)
    if fingerprint(draft) != before:
        raise GuidelineRefused(
            "The draft was changed in another window meanwhile, so this one was not saved over it.",
            code="draft_changed",
        )
    return draft


def draft_of(campaign: Campaign) -> Guideline | None:
    return campaign.guidelines.filter(published_at=None).first()


def fingerprint(draft: Guideline | None) -> str:
    """Hash that identifies a draft's state; empty without a draft."""
    if draft is None:
        return ""
    written = json.dumps([draft.body, draft.examples], sort_keys=True)
    return sha256(written.encode()).hexdigest()[:16]


def next_version(campaign: Campaign) -> int:
    """The number of the next guideline version; its draft has it already."""
    return campaign.guidelines.exclude(published_at=None).count() + 1


def lock_to_publish(campaign: Campaign) -> None:
    """Lock the campaign, so that concurrent publications run one after the other.

    Raises:
        StateRefused: the campaign is archived.
    """
    found = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if found.state == CampaignState.ARCHIVED:
        raise StateRefused(
            f"{found} is archived; nothing can be published in it.", code="campaign_archived"
        )


@transaction.atomic
def publish_guideline(
    *,
    campaign: Campaign,
    body: Markdown,
    examples: Sequence[Example] = (),
    actor: User | None = None,
    before: Annotated[str | None, FINGERPRINT, {"allow_null": True}] = None,
) -> Guideline:
    """Publish the next guideline; later judgments refer to it.

    `before` is the fingerprint of the draft that was read, which becomes this version; empty
    where there was none. Without it, a draft stays the draft of the version after this one.

    Raises:
        StateRefused: the campaign is archived.
        GuidelineRefused: there is another draft now, or an example lacks something, or is not
            graded on the scale.
    """
    lock_to_publish(campaign)
    check_examples(examples, set(campaign.grades.values_list("value", flat=True)))
    draft = None if before is None else draft_as_read(campaign, before)
    version = next_version(campaign)
    if draft is None:
        campaign.guidelines.filter(published_at=None).update(version=F("version") + 1)
    log_event(campaign=campaign, kind=EventKind.GUIDELINE, actor=actor, version=version)
    guideline = draft or Guideline(campaign=campaign)
    guideline.version, guideline.published_at = version, timezone.now()
    guideline.body, guideline.examples = body, list(examples)
    guideline.save()
    return guideline


@transaction.atomic
def publish_notice(*, campaign: Campaign, body: Markdown, actor: User | None = None) -> Notice:
    """Publish the next notice; members who accepted an earlier one are asked again.

    Raises:
        StateRefused: the campaign is archived.
    """
    lock_to_publish(campaign)
    version = campaign.notices.count() + 1
    log_event(campaign=campaign, kind=EventKind.NOTICE, actor=actor, version=version)
    return Notice.objects.create(campaign=campaign, version=version, body=body)
