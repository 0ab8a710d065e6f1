from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation.examples import Example, check_examples
from annotation.models import Campaign, EventKind, Guideline, Notice
from annotation.services.keep_draft import (
    draft_as_read,
    lock_to_publish,
    next_version,
)
from annotation.services.log_event import log_event


@transaction.atomic
def publish_guideline(
    *,
    campaign: Campaign,
    body: str,
    examples: Sequence[Example] = (),
    actor: User | None = None,
    before: str | None = None,
) -> Guideline:
    """Publish the next version; judgments from now on are made under it.

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
def publish_notice(*, campaign: Campaign, body: str, actor: User | None = None) -> Notice:
    """Publish the next version; who accepted an earlier one is asked again.

    Raises:
        StateRefused: the campaign is archived.
    """
    lock_to_publish(campaign)
    version = campaign.notices.count() + 1
    log_event(campaign=campaign, kind=EventKind.NOTICE, actor=actor, version=version)
    return Notice.objects.create(campaign=campaign, version=version, body=body)
