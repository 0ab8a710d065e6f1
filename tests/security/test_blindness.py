"""An organizer who judges in a campaign stays blind in it, whatever rights the account has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from annotation.labels.combining import Part, combine_labels
from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, CampaignState, LabelSet, Membership, Role
from annotation.people.consents import accept_notice
from annotation.people.memberships import Work, withdraw_member
from regrade.aggregation import AggregationPolicy
from tests.annotation.assessing import answer, serve
from tests.annotation.voting import whole
from tests.database.shared_rows import MakeShared
from tests.factories import make_member
from tests.security.carried import BOARD, QUESTION, SCORES, WHAT_IF
from tests.security.door import ORGANIZERS
from tests.security.doors import DOORS, enter
from tests.security.scene import Scene, rows
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

RUNNING = (CampaignState.DRAFT, CampaignState.PILOT, CampaignState.OPEN, CampaignState.PAUSED)
OVER = (CampaignState.CLOSED, CampaignState.ARCHIVED)
# What a campaign shows once it has ended is hidden before by its state alone.
SHOWN_BY_ORGANIZING = [
    d for d in DOORS if d.method == "get" and d.who == ORGANIZERS and d.stage != "closed"
]
# How these addresses end.
HIDDEN = (
    *("/agreement", "agreement/matrix", "agreement/parts", "agreement/assessors"),
    *("agreement/assessors/<str:assessor>", "agreement/crowd", "/figures"),
    *("pilot", "policy/cost", "<int:campaign_id>/judgments", "<int:pair_id>/judgments"),
    *("/datasheet", "/labels", "labels/preview", "/pairs", "pairs/choices", "/passages", "/watch"),
    *("pairs/<int:pair_id>", "pairs/<int:pair_id>/next", "/what-if"),
    *(f"/what-if/{question}" for question in WHAT_IF),
)
HIDING = [door for door in SHOWN_BY_ORGANIZING if door.path.endswith(HIDDEN)]
# What labels, decides or sets apart: who does that would look first.
CHANGED = (
    *("/labels", "pairs/add", "pairs/ask", "pairs/draw"),
    *("<int:pair_id>/chosen", "<int:pair_id>/decision"),
)
CHANGING = [
    door._replace(stage="stage")
    for door in DOORS
    if (not door.is_read and door.who == ORGANIZERS and door.path.endswith(CHANGED))
    or door.path.endswith("/sampling")  # answers of a drawn pool alone, and refuses before
]
# What others said, by whatever name an answer has for it.
OF_OTHERS = {
    *("grade", "reason_not_judged", "spans", "note", "explanation", "repeats", "blanks"),
    *("fleiss_kappa", "cohen_kappa", "cohen_kappa_quadratic", "kappa_quadratic"),
    *("alpha_nominal", "alpha_ordinal", "percent_agreement", "percent", "n_by_grade"),
    *("mean_difference", "accuracy", "with_others", "n_disputed"),
    *("n_gold", "n_as_expert", "as_expert_share"),
}


@pytest.fixture(scope="module")
def judging(make_shared: MakeShared, built: Scene) -> Membership:
    """Carol organizes, researches, and judges in the campaign; labels were derived from it."""
    return make_shared(lambda: carol_judges(built))


def carol_judges(scene: Scene) -> Membership:
    user = User.objects.get(username="carol")
    user.user_permissions.add(Permission.objects.get(codename="may_research"))
    for campaign in (scene.stage.campaign, scene.other.campaign):
        policy = AggregationPolicy(aggregate="median", min_votes=1)
        derive_labels(name=f"from-{campaign}", campaign=campaign, policy=whole(policy))
    return make_member(scene.stage.campaign, user)


@pytest.fixture
def carol(judging: Membership, db: None) -> User:
    return User.objects.get(username="carol")


@pytest.fixture
def judge(carol: User, scene: Scene) -> Client:
    return scene.client("organizer")


def move(scene: Scene, state: str) -> None:
    Campaign.objects.filter(pk=scene.stage.campaign.pk).update(state=state)


def keys(answer: Any) -> Iterator[str]:
    if isinstance(answer, dict):
        yield from (key for key, value in answer.items() if value not in (None, [], {}))
    for part in answer.values() if isinstance(answer, dict) else answer:
        if isinstance(part, dict | list):
            yield from keys(part)


@pytest.mark.parametrize("state", [*RUNNING, *OVER])
def test_what_others_said_shows_when_it_is_over(state: str, judge: Client, scene: Scene) -> None:
    move(scene, state)
    fields = {str(door): enter(door, judge, scene, "organizer").status_code for door in HIDING}
    assert fields == dict.fromkeys(fields, 200 if state in OVER else 403)


@pytest.mark.parametrize("state", RUNNING)
def test_who_judges_changes_nothing_that_rests_on_it(
    state: str, judge: Client, scene: Scene
) -> None:
    move(scene, state)
    before = rows("last_login")
    fields = {str(door): enter(door, judge, scene, "organizer").status_code for door in CHANGING}
    assert fields == dict.fromkeys(fields, 403)
    assert rows("last_login") == before


@pytest.mark.parametrize("state", RUNNING)
def test_nothing_else_reveals_what_others_said(state: str, judge: Client, scene: Scene) -> None:
    move(scene, state)
    fields = {}
    for door in SHOWN_BY_ORGANIZING:
        if door not in HIDING:
            answer = enter(door, judge, scene, "organizer")
            assert answer.status_code == 200, door
            if not door.path.endswith("<int:version>"):  # the organizers' own words
                fields[str(door)] = OF_OTHERS & set(keys(answer.json()))
    assert {door: found for door, found in fields.items() if found} == {}


def test_every_page_that_hides_something_is_among_those_tried() -> None:
    ends = {door.path.rsplit("<int:campaign_id>/")[-1] for door in SHOWN_BY_ORGANIZING}
    assert len(HIDING) == len(HIDDEN)
    assert len(CHANGING) == len(CHANGED) + 3  # two can be taken back
    assert {"board", "members", "events", "launch"} <= ends


@pytest.mark.parametrize(("page", "part"), [("board", "grades"), ("members", "gold")])
def test_parts_of_a_page_are_left_out_until_it_is_over(
    page: str, part: str, judge: Client, scene: Scene
) -> None:
    def shown() -> list[Any]:
        answer = judge.get(f"/api/campaigns/{scene.stage.campaign.pk}/{page}").json()
        return answer[part] if page == "board" else [row[part] for row in answer if row[part]]

    fields = {}
    for state in (*RUNNING, *OVER):
        move(scene, state)
        fields[state] = bool(shown())
    assert fields == dict.fromkeys(RUNNING, False) | dict.fromkeys(OVER, True)


def compare(judge: Client, **asked: str) -> set[int]:
    """What asking for a comparison is answered, and then what reading it is."""
    question = {**QUESTION, **asked}
    if "baseline_labels" in asked:  # in place of another run
        del question["baseline"]
    answers = [
        judge.post("/api/comparison", question, content_type="application/json"),
        judge.get("/api/comparison", question),
    ]
    return {answer.status_code for answer in answers}


def labels(judge: Client) -> set[str]:
    return {row["name"] for row in judge.get("/api/menus/labels").json()}


def test_labels_that_rest_on_it_are_not_listed(judge: Client, scene: Scene) -> None:
    parts = [Part(LabelSet.objects.get(name=name)) for name in ("labels", "from-trees")]
    combine_labels(name="mixed", parts=parts, rule="union", min_relevance=1)
    seen = {"labels", "other-labels", "from-other", "spare"}
    assert labels(judge) == seen
    both = {"first": "labels", "second": "mixed"}
    assert judge.get("/api/labels/compare", both).status_code == 404
    assert judge.get("/api/labels/statistics", {"labels": "mixed"}).status_code == 404
    assert judge.get("/api/labels/positions", {"name": "mixed"}).status_code == 404
    move(scene, "closed")
    assert labels(judge) == seen | {"from-trees", "mixed"}


@pytest.mark.parametrize("key", ["labels", "baseline_labels", "only_topics_of"])
def test_nothing_is_compared_under_labels_that_rest_on_it(
    key: str, judge: Client, scene: Scene
) -> None:
    asked = {"labels": "from-trees"} if key == "labels" else {key: "from-trees"}
    assert compare(judge, **asked) == {403}
    move(scene, "closed")
    assert compare(judge, **asked) == {200}


def test_an_organizer_compares_under_all_but_labels_of_a_campaign_where_she_judges(
    judge: Client, carol: User, scene: Scene
) -> None:
    """To organize is right enough to compare, and no more of one to see."""
    carol.user_permissions.remove(Permission.objects.get(codename="may_research"))
    assert compare(judge, labels="from-trees") == {403}
    assert compare(judge, labels="from-other") == {200}
    assert judge.get("/api/scores", {**SCORES, "labels": "from-trees"}).status_code == 403
    for other in ({"labels": "from-trees"}, {"other_labels": "from-trees"}):
        assert judge.get("/api/leaderboard", {**BOARD, **other}).status_code == 403
    research = judge.get("/api/home").json()
    assert "from-trees" not in str(research)
    Membership.objects.filter(user=carol).delete()
    assert compare(judge, labels="from-trees") == {200}


def test_leaving_opens_no_eyes(judge: Client, carol: User, scene: Scene) -> None:
    """Else one would withdraw, look, and come back."""
    withdraw_member(membership=Membership.objects.get(user=carol), work=Work.KEEP)
    assert {enter(door, judge, scene, "organizer").status_code for door in HIDING} == {403}
    assert labels(judge) == {"labels", "other-labels", "from-other", "spare"}


@pytest.mark.parametrize(("has_judged", "code"), [(False, 200), (True, 403)])
def test_an_adjudicator_who_ever_judged_is_as_blind(
    judge: Client, carol: User, scene: Scene, has_judged: bool, code: int
) -> None:
    member = Membership.objects.filter(user=carol)
    if has_judged:
        accept_notice(membership=member.get(), notice_version=1)
        answer(member.get(), serve(member.get())[0], 3)
    member.update(role=Role.ADJUDICATOR)
    assert {enter(door, judge, scene, "organizer").status_code for door in HIDING} == {code}


QUEUE = [door for door in DOORS if "/adjudication" in door.path]


def test_the_queue_is_closed_to_an_organizer_who_judges(judge: Client, scene: Scene) -> None:
    assert {enter(door, judge, scene, "organizer").status_code for door in QUEUE} == {403}


def test_the_queue_reveals_to_an_adjudicator_nothing_of_what_others_said(scene: Scene) -> None:
    client, described = scene.client("adjudicator"), set()
    for door in QUEUE:
        if not door.path.endswith(("/votes", "/leave")):
            reply = enter(door, client, scene, "adjudicator").json()
            described |= (OF_OTHERS | {"reason", "votes", "rule_served"}) & set(keys(reply))
    assert described == set()


def test_what_others_said_elsewhere_is_seen(judge: Client, scene: Scene) -> None:
    described = {
        enter(door, judge, scene, "organizer", door.address(scene, **scene.other.ids())).status_code
        for door in HIDING
    }
    assert described == {200}


def test_a_campaigns_log_names_no_member(judge: Client, scene: Scene) -> None:
    """An organizer learns pseudonyms, and nobody's name stands beside one."""
    text = judge.get(f"/api/campaigns/{scene.stage.campaign.pk}/events").content.decode()
    assert re.findall("alice|ada", text) == []


# A place in the draw says how much a pair weighs, and answers so far say what others found.
OF_THE_DRAW = {
    *("probability", "probabilities", "draw_place", "place_drawn", "sizes", "weights"),
    *("n_in_order", "n_waiting", "ends_at", "at_end", "n_to_separate", "stopped_at"),
    *("equal_at", "this_panel", "these_topics"),
}
SEEN_BY_MEMBERS = ("api/judging", "api/home")
SEEN_BY_ORGANIZERS = ("api/campaigns/<int:campaign_id>", *SEEN_BY_MEMBERS)


@pytest.mark.parametrize(
    ("role", "places"),
    [
        ("assessor", SEEN_BY_MEMBERS),
        pytest.param("organizer", SEEN_BY_ORGANIZERS, marks=thorough),  # who judges as well
    ],
)
def test_who_judges_drawn_pairs_sees_nothing_of_the_draw(
    role: str, places: tuple[str, ...], scene: Scene
) -> None:
    campaign = scene.draft
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.OPEN)
    user = scene.people[role]
    assert user is not None
    _seat(campaign, user)
    client, found = scene.client(role), {}
    for door in DOORS:
        if door.path.startswith(places) and (door.is_read or door.path.endswith("/claims")):
            address = door.address(scene, campaign_id=campaign.pk)
            answer = enter(door, client, scene, role, address)
            if answer.get("Content-Type") == "application/json":
                found[str(door)] = set(keys(answer.json()))
    assert "n_in_topic" in found["post api/judging/<int:campaign_id>/claims"]
    assert {door: OF_THE_DRAW & names for door, names in found.items() if OF_THE_DRAW & names} == {}


def _seat(campaign: Campaign, user: User) -> None:
    member = campaign.memberships.filter(user=user).first() or make_member(campaign, user)
    if notice := campaign.notices.order_by("version").last():
        accept_notice(membership=member, notice_version=notice.version)
