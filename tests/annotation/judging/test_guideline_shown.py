"""The version of the guideline that stands with a judgment is the one that its page showed."""

from __future__ import annotations

import pytest

from annotation.campaigns.publishing import keep_draft, publish_guideline
from annotation.exceptions import JudgmentRefused
from annotation.guidelines.text import Change, changes_between
from annotation.judging.own_judgments import newest_guideline_judged_by
from annotation.models import Campaign, Guideline, Judgment, Membership
from annotation.people.messages import send_message
from annotation.serving.claim_context import Newest, read_claim_context
from tests.annotation.assessing import answer, crew, serve, small_campaign
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    campaign = small_campaign()
    publish_guideline(campaign=campaign, body="Judge what it says.")
    return campaign


@pytest.fixture
def member(campaign: Campaign) -> Membership:
    return crew(campaign, 1)[0]


def recorded(member: Membership, shown: int | None) -> int | None:
    """The version recorded for a pair that was served before another version came."""
    [served] = serve(member)
    publish_guideline(campaign=member.campaign, body="Judge what it means.")
    judgment = answer(member, served, guideline=shown).judgment
    judgment.refresh_from_db()
    return None if judgment.guideline is None else judgment.guideline.version


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (1, 1),
        (2, 2),  # the page learned of it after it got the pair
        (0, None),
        (None, 1),  # a page of the release before: as served
    ],
)
def test_the_version_recorded_is_the_one_shown(
    shown: int | None, expected: int | None, member: Membership
) -> None:
    assert recorded(member, shown) == expected


def test_a_page_that_keeps_the_old_text_is_recorded_under_it(member: Membership) -> None:
    """Pairs that are served after a publication carry the new version; the page may not yet."""
    publish_guideline(campaign=member.campaign, body="Judge what it means.")
    [served] = serve(member)
    judgment = answer(member, served, guideline=1).judgment
    judgment.refresh_from_db()
    assert judgment.guideline == member.campaign.guidelines.get(version=1)


@pytest.mark.parametrize("version", [2, 3])
def test_a_version_that_was_never_published_is_refused(
    version: int, campaign: Campaign, member: Membership
) -> None:
    keep_draft(campaign=campaign, body="Not yet.", examples=[], before="")
    with refused(JudgmentRefused, "unknown_guideline"):
        answer(member, serve(member)[0], guideline=version)
    assert not Judgment.objects.exists()


def test_a_claim_says_what_is_newest(campaign: Campaign, member: Membership) -> None:
    def newest() -> Newest:
        return read_claim_context(member.pk).newest

    assert newest() == (1, None)
    publish_guideline(campaign=campaign, body="Judge what it means.")
    to_all = send_message(campaign=campaign, text="Grade 5 is the best.")
    assert newest() == (2, to_all.pk)
    [other] = crew(campaign, 1)
    send_message(campaign=campaign, text="Well done.", recipient=other.pseudonym)
    assert newest() == (2, to_all.pk)


def test_who_judged_by_an_earlier_version_is_shown_what_changed_since(
    campaign: Campaign, member: Membership
) -> None:
    assert newest_guideline_judged_by(member) is None
    [first, second] = serve(member, 2)
    answer(member, first, guideline=1)
    publish_guideline(campaign=campaign, body="Judge what it means.")
    assert newest_guideline_judged_by(member) == 1
    answer(member, second, guideline=2)
    answer(member, first, guideline=1)  # sent late, from another device
    assert newest_guideline_judged_by(member) == 2


def version(campaign: Campaign, number: int, body: str) -> Guideline:
    return Guideline(campaign=campaign, version=number, body=body, examples=[])


def test_what_changed_is_reported_line_by_line(campaign: Campaign) -> None:
    older = version(campaign, 1, "# How\n\nRead it.\n\nTake your time.")
    newer = version(campaign, 2, "# How\n\nRead it twice.\n\nTake your time.\n\nRest.")
    assert changes_between(older, newer) == [
        Change("removed", "<p>Read it.</p>\n"),
        Change("added", "<p>Read it twice.</p>\n"),
        Change("added", "<p>Rest.</p>\n"),
    ]
    apart = version(campaign, 2, f"{older.body}\n\nRest.\n\nGo on.\n- One\n- Two")
    [added] = changes_between(older, apart)
    assert added.html == "<p>Rest.</p>\n<p>Go on.</p>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n"
    assert changes_between(older, older) == []
    assert [one.kind for one in changes_between(None, newer)] == ["added"]


def test_what_is_too_long_to_compare_changed_as_a_whole(campaign: Campaign) -> None:
    old, new = (list(map(str, range(first, 1100 + first))) for first in (0, 2))
    older, newer = (
        version(campaign, number, "\n".join(["# How", *lines, "The end"]))
        for number, lines in [(1, old), (2, new[::-1])]
    )
    [removed, added] = changes_between(older, newer)
    assert (removed.kind, added.kind) == ("removed", "added")
    assert not any(text in one.html for one in (removed, added) for text in ("How", "The end"))


def test_what_is_too_long_to_render_is_shown_as_written(campaign: Campaign) -> None:
    newer = version(campaign, 1, "*a* <b>" * 10_000)
    [added] = changes_between(None, newer)
    assert added.html == f"<pre>{'*a* &lt;b&gt;' * 10_000}\n</pre>\n"
