from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from annotation.exceptions import PeopleRefused
from annotation.models import Campaign, CampaignEvent, CampaignState, Invitation, Membership, Role
from annotation.people.creating import create_account
from annotation.people.invitations import (
    UNKNOWN,
    accept_as_newcomer,
    accept_invitation,
    revoke_invitation,
)
from annotation.people.joining import sign_up_as_newcomer
from ranking.exceptions import NameTaken, NotFound
from regrade.exceptions import RegradeError
from tests.annotation.inviting import PASSWORD, change, expire, invite, n_uses, set_member
from tests.factories import make_campaign, make_member, make_pool, make_user
from tests.refusals import refused
from tests.waiting import closing, until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db


def archive(_: Invitation) -> None:
    Campaign.objects.update(state=CampaignState.ARCHIVED)


def anonymize(_: Invitation) -> None:
    Campaign.objects.update(anonymized_at=timezone.now())


def use_up(invitation: Invitation) -> None:
    change(invitation, n_uses=invitation.max_uses)


def revoke(invitation: Invitation) -> None:
    revoke_invitation(invitation=invitation)


def test_who_accepts_is_a_member_in_the_role_of_the_invitation(alice: User) -> None:
    invitation, token = invite(role=Role.ADJUDICATOR)
    member = accept_invitation(token=token, user=alice)
    assert (member.user, member.campaign) == (alice, invitation.campaign)
    assert member.role == Role.ADJUDICATOR
    assert n_uses(invitation) == 1


def test_joining_is_logged_by_pseudonym_without_an_account(alice: User) -> None:
    member = accept_invitation(token=invite().token, user=alice)
    event = CampaignEvent.objects.get(kind="joined")
    assert event.actor is None
    assert event.details == {"assessor": member.pseudonym, "role": "assessor", "by": "self"}


def test_joining_twice_uses_the_invitation_once(alice: User) -> None:
    invitation, token = invite(max_uses=2)
    first, second = (accept_invitation(token=token, user=alice) for _ in range(2))
    assert first == second
    assert n_uses(invitation) == 1


@pytest.mark.parametrize("end", [expire, revoke, use_up, archive])
def test_a_member_comes_back_by_any_link_that_ever_was(
    end: Callable[[Invitation], None], alice: User
) -> None:
    invitation, token = invite()
    member = make_member(invitation.campaign, alice)
    end(invitation)
    assert accept_invitation(token=token, user=alice) == member


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (expire, "link_expired"),
        (revoke, "link_revoked"),
        (use_up, "link_used"),
        (archive, "campaign_archived"),
        (anonymize, "people_anonymous"),
    ],
)
def test_an_invitation_that_serves_nobody_says_why(
    end: Callable[[Invitation], None], code: str, alice: User
) -> None:
    invitation, token = invite()
    end(invitation)
    with refused(PeopleRefused, code):
        accept_invitation(token=token, user=alice)
    assert not Membership.objects.exists()


@pytest.mark.parametrize("token", ["", "A" * 43, "é" * 43, "A" * 10_000])
def test_tokens_that_open_nothing_are_answered_alike(token: str, alice: User) -> None:
    invite()
    with pytest.raises(NotFound) as found:
        accept_invitation(token=token, user=alice)
    assert str(found.value) == UNKNOWN


def test_a_token_of_the_hash_itself_opens_nothing(alice: User) -> None:
    with pytest.raises(NotFound):
        accept_invitation(token=invite().invitation.token_hash, user=alice)


def test_who_has_withdrawn_needs_an_organizer(alice: User) -> None:
    invitation, token = invite()
    set_member(make_member(invitation.campaign, alice), withdrawn_at=timezone.now())
    with refused(PeopleRefused, "member_withdrawn"):
        accept_invitation(token=token, user=alice)
    assert n_uses(invitation) == 0


def test_a_newcomer_gets_an_account_without_rights() -> None:
    invitation, token = invite()
    member = accept_as_newcomer(token=token, username="dave", password=PASSWORD)
    account = User.objects.get(username="dave")
    assert (member.user, n_uses(invitation)) == (account, 1)
    assert account.check_password(PASSWORD)
    assert (account.is_staff, account.is_superuser, account.get_all_permissions()) == (
        False,
        False,
        set(),
    )


@pytest.mark.parametrize(
    ("username", "password", "says"),
    [
        ("dave", "frt-s", "at least 8 characters"),
        ("dave", "password123", "Many people use this password"),
        ("dave", "4815162342108", "not digits alone"),
        ("dave-the-judge", "dave-the-judge", "unlike your username"),
        ("two words", PASSWORD, "without spaces"),
        ("", PASSWORD, "1 to 150"),
        ("d" * 151, PASSWORD, "1 to 150"),
    ],
)
def test_a_name_or_password_that_will_not_do_leaves_nothing_behind(
    username: str, password: str, says: str
) -> None:
    invitation, token = invite()
    code, field = "guessable_password", "password"
    if password == PASSWORD:
        code, field = "bad_name", "username"
    with refused(PeopleRefused, code, field=field, says=says):
        accept_as_newcomer(token=token, username=username, password=password)
    assert n_uses(invitation) == 0
    assert not User.objects.exists()


class NoVowels:
    """A validator of somebody's own."""

    def validate(self, password: str, user: User) -> None:
        if set(password) & set("aeiou"):
            raise ValidationError("Leave out vowels.", code="vowels")


@pytest.mark.parametrize(
    ("validator", "says"),
    [
        ({"NAME": f"{__name__}.NoVowels"}, "Leave out vowels."),
        (
            {
                "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
                "OPTIONS": {"min_length": 99},
            },
            "at least 99 characters",
        ),
    ],
)
def test_a_validator_that_was_set_says_its_rule(
    validator: dict[str, object], says: str, settings: Settings
) -> None:
    settings.AUTH_PASSWORD_VALIDATORS = [validator]
    _, token = invite()
    with refused(PeopleRefused, "guessable_password", field="password", says=says):
        accept_as_newcomer(token=token, username="dave", password=PASSWORD)


@pytest.mark.parametrize("username", ["alice", " alice "])
def test_a_name_that_is_taken_is_refused(username: str, alice: User) -> None:
    invitation, token = invite()
    with refused(NameTaken, "name_taken", field="name"):
        accept_as_newcomer(token=token, username=username, password=PASSWORD)
    assert n_uses(invitation) == 0


def test_without_an_invitation_nobody_learns_which_names_are_taken(alice: User) -> None:
    with pytest.raises(NotFound):
        accept_as_newcomer(token="guess", username="alice", password=PASSWORD)


N_PEOPLE, N_PLACES = 12, 4


def at_once(call: Callable[[int], Membership]) -> list[Membership | RegradeError]:
    """What each of many callers gets who all begin at the same moment."""
    start = Barrier(N_PEOPLE)

    def one(i: int) -> Membership | RegradeError:
        start.wait()
        try:
            return call(i)
        except RegradeError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(N_PEOPLE) as threads:
        return list(threads.map(one, range(N_PEOPLE)))


@pytest.mark.django_db(transaction=True)
def test_many_at_once_get_in_as_often_as_the_invitation_says() -> None:
    invitation, token = invite(max_uses=N_PLACES)
    users = [make_user(f"person{i}") for i in range(N_PEOPLE)]
    answers = at_once(lambda i: accept_invitation(token=token, user=users[i]))
    codes = [answer.code for answer in answers if isinstance(answer, RegradeError)]
    assert codes == ["link_used"] * (N_PEOPLE - N_PLACES)
    assert Membership.objects.count() == n_uses(invitation) == N_PLACES


@pytest.mark.django_db(transaction=True)
def test_one_person_in_many_tabs_uses_one_place() -> None:
    invitation, token = invite(max_uses=N_PEOPLE)
    alice = make_user("alice")
    members = at_once(lambda _: accept_invitation(token=token, user=alice))
    assert len(set(members)) == 1
    assert n_uses(invitation) == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_newcomers_with_one_name_one_gets_it() -> None:
    """Into different campaigns, so that no lock makes them take turns."""
    pool = make_pool()
    tokens = [invite(make_campaign(f"campaign{i}", pool)).token for i in range(N_PEOPLE)]
    answers = at_once(
        lambda i: accept_as_newcomer(token=tokens[i], username="dave", password=PASSWORD)
    )
    assert sum(isinstance(answer, NameTaken) for answer in answers) == N_PEOPLE - 1
    assert Membership.objects.count() == User.objects.filter(username="dave").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("comes", ["by sign-up", "by a command"])
def test_who_comes_otherwise_waits_for_the_campaign_before_names_are_locked(comes: str) -> None:
    """Who accepts has locked the campaign and then makes an account: nobody waits in a circle."""
    campaign = make_campaign(allows_sign_up=True)
    token = invite(campaign).token
    ways: dict[str, Callable[[], object]] = {
        "by sign-up": lambda: sign_up_as_newcomer(
            campaign_id=campaign.pk, username="erin", password=PASSWORD
        ),
        "by a command": lambda: create_account(
            username="erin", password=PASSWORD, judges_in=[campaign]
        ),
    }
    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
            other = threads.submit(closing(ways[comes]))
            until_someone_waits_for_a_lock()
            accept_as_newcomer(token=token, username="dave", password=PASSWORD)
        other.result()
    assert Membership.objects.count() == 2
