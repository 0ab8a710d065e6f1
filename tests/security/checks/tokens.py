"""API tokens open what their scopes name, and no token opens what takes a person."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.calls.making import give_token
from annotation.tokens.issuing import issue_token
from tests.database.shared_rows import undone
from tests.security.door import ORGANIZERS, Door
from tests.security.house import House, differences

# Judging, deciding, joining, and the account itself: no program does that.
CLOSED = (
    *("api/judging/", "api/accounts", "api/password-links/", "api/invitations/", "api/session/"),
    *("api/shared-comparisons", "api/campaigns/<int:campaign_id>/sign-up"),
    "api/campaigns/<int:campaign_id>/adjudication",
    "api/campaigns/<int:campaign_id>/pairs/<int:pair_id>/decision",
)
# A POST there computes, and stores nothing.
COMPUTING = {
    *("api/campaigns/plan", "api/guidelines/preview", "api/variants/preview"),
    *(
        "api/studies/preview",
        "api/trainings/preview",
        "api/pools/preview",
        "api/pools/pairs",
        "api/pools/draw",
    ),
    *("api/pools/first-relevant", "api/pools/design/preview"),
}
# A token that reads results does not read a whole campaign.
WHOLE = "api/campaigns/<int:campaign_id>/archive"
OPEN = ("api/schema", "api/docs", "health", "ready", "^")  # no views of the API
LET_IN = "let in"
SCOPES = (("read",), ("research",), ("organize",))


def scope_of(door: Door) -> str | None:
    """The scope that the door needs; None if no token opens it."""
    is_signing = door.path == "api/session" and not door.is_read
    if door.path.startswith(CLOSED) or is_signing:
        return None
    if door.is_for_teams:
        return "submit"
    if door.path != WHOLE and (door.is_read or door.path in COMPUTING):
        return "read"
    return "organize" if door.who <= ORGANIZERS else "research"


def tokens_open_what_their_scopes_name(door: Door, house: House) -> list[str]:
    if door.path.startswith(OPEN):
        return []
    needed = scope_of(door)
    found = dict(_answers(door, house))
    expected = {
        scopes: LET_IN if needed in {*scopes, "read"} else (403, "out_of_scope") for scopes in found
    }
    return differences(found, expected)


def _answers(door: Door, house: House) -> Iterator[tuple[tuple[str, ...], object]]:
    role = "assessor" if door.insider == "anonymous" else door.insider
    person = house.scene.people[role]
    assert person is not None
    for scopes in SCOPES:
        with undone():
            made = issue_token(account=person, name="a", scopes=scopes)
            got = house.by_token(made.text, door, role)
        yield scopes, LET_IN if got.status // 100 == 2 else got.refusal


def a_teams_token_opens_its_own_doors_alone(door: Door, house: House) -> list[str]:
    if door.path.startswith(OPEN):
        return []
    with undone():
        made = give_token(call=house.scene.call, team="visitors")
        got = house.by_token(made.text, door, "assessor")
    expected = LET_IN if door.is_for_teams else (403, "out_of_scope")
    found = LET_IN if got.status // 100 == 2 else got.refusal
    return differences({"a team's token": found}, expected)


CHECKS = (tokens_open_what_their_scopes_name, a_teams_token_opens_its_own_doors_alone)
