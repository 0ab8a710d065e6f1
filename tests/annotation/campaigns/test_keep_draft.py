from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.campaigns.publishing import (
    discard_draft,
    draft_of,
    fingerprint,
    keep_draft,
    publish_guideline,
)
from annotation.exceptions import GuidelineRefused, StateRefused
from annotation.guidelines.text import MAX_EXAMPLES, Example
from annotation.models import Campaign, CampaignState, Guideline
from tests.factories import make_campaign
from tests.refusals import refused

pytestmark = pytest.mark.django_db

EXAMPLE = Example(query="cats", passage="Cats sleep.", grade=3, explanation="It says so.")


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign()


def keep(campaign: Campaign, body: str = "Be fair.", examples: tuple[Example, ...] = ()) -> str:
    """The fingerprint of the draft as it is kept then."""
    before = fingerprint(draft_of(campaign))
    return fingerprint(keep_draft(campaign=campaign, body=body, examples=examples, before=before))


def test_a_draft_is_written_over_and_is_one(campaign: Campaign) -> None:
    first = keep(campaign, "Be fair.")
    assert keep(campaign, "Be kind.") != first
    assert list(campaign.guidelines.values_list("body", "published_at")) == [("Be kind.", None)]


def test_what_somebody_else_wrote_meanwhile_is_not_written_over(campaign: Campaign) -> None:
    read = keep(campaign, "Be fair.")
    keep(campaign, "Be kind.")
    for before in (read, ""):
        with refused(GuidelineRefused, "draft_changed"):
            keep_draft(campaign=campaign, body="Be strict.", examples=(), before=before)
    assert campaign.guidelines.get().body == "Be kind."


def test_an_example_makes_another_draft(campaign: Campaign) -> None:
    assert keep(campaign) != keep(campaign, examples=(EXAMPLE,))


def test_a_draft_may_lack_what_a_guideline_needs_but_not_hold_too_much(campaign: Campaign) -> None:
    blank = Example(query="", passage="", grade=None, explanation="")
    keep(campaign, "", (blank,))
    with refused(GuidelineRefused, "too_many_examples"):
        keep(campaign, "", (blank,) * (MAX_EXAMPLES + 1))


def test_a_draft_becomes_what_is_published(campaign: Campaign) -> None:
    read = keep(campaign, "Be fair.")
    publish_guideline(campaign=campaign, body="Be fair, and kind.", examples=[EXAMPLE], before=read)
    [row] = Guideline.objects.all()
    assert (row.version, row.body, row.examples) == (1, "Be fair, and kind.", [EXAMPLE])
    assert row.published_at is not None


def test_a_draft_comes_after_what_is_published(campaign: Campaign) -> None:
    publish_guideline(campaign=campaign, body="One.", before="")
    read = keep(campaign, "Two.")
    assert publish_guideline(campaign=campaign, body="Two.", before=read).version == 2


def test_what_is_published_without_a_draft_leaves_one_for_the_next_version(
    campaign: Campaign,
) -> None:
    for n in (1, 2):
        keep(campaign, "Somebody else writes this.")
        assert publish_guideline(campaign=campaign, body="From a file.").version == n
        draft = draft_of(campaign)
        assert draft is not None
        assert (draft.version, draft.body) == (n + 1, "Somebody else writes this.")


def test_a_draft_that_somebody_else_changed_is_neither_published_nor_thrown_away(
    campaign: Campaign,
) -> None:
    read = keep(campaign, "Be fair.")
    keep(campaign, "Be kind.")
    for before in (read, ""):
        with refused(GuidelineRefused, "draft_changed"):
            publish_guideline(campaign=campaign, body="Be fair.", before=before)
    for unread in (read, "", None):
        with refused(GuidelineRefused, "draft_changed"):
            discard_draft(campaign=campaign, before=unread)
    assert list(campaign.guidelines.values_list("body", "published_at")) == [("Be kind.", None)]


def test_a_draft_that_is_gone_is_not_published(campaign: Campaign) -> None:
    read = keep(campaign, "Be fair.")
    discard_draft(campaign=campaign, before=read)
    with refused(GuidelineRefused, "draft_changed"):
        publish_guideline(campaign=campaign, body="Be fair.", before=read)


def test_a_draft_is_thrown_away_and_what_is_published_stays(campaign: Campaign) -> None:
    publish_guideline(campaign=campaign, body="One.")
    read = keep(campaign, "Two.")
    for _ in range(2):
        discard_draft(campaign=campaign, before=read)
    assert [row.body for row in campaign.guidelines.all()] == ["One."]


def test_nothing_is_written_for_an_archived_campaign() -> None:
    campaign = make_campaign(state=CampaignState.ARCHIVED)
    with refused(StateRefused, "campaign_archived"):
        keep(campaign)
    with refused(StateRefused, "campaign_archived"):
        discard_draft(campaign=campaign)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"query": " "}, "example_incomplete"),
        ({"passage": ""}, "example_incomplete"),
        ({"grade": None}, "example_incomplete"),
        ({"grade": 9}, "grade_off_scale"),
    ],
)
def test_an_example_that_lacks_something_is_not_published(
    change: dict[str, str | int | None], code: str, campaign: Campaign, carol: User
) -> None:
    bad: Example = {**EXAMPLE, **change}  # type: ignore[typeddict-item]
    with refused(GuidelineRefused, code) as found:
        publish_guideline(campaign=campaign, body="One.", examples=[EXAMPLE, bad], actor=carol)
    assert "Example 2" in str(found.value)
    assert not campaign.guidelines.exists()
