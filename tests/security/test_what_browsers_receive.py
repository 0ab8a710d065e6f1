"""All that an assessor's browser receives while they judge, to the last key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.test import Client

from annotation.campaigns.publishing import publish_guideline
from annotation.models import Campaign, CampaignPair, Membership, PairKind
from annotation.pools.pairs import Mark
from annotation.serving import tickets
from annotation.serving.tickets import Ticket, pair_name
from tests.annotation.assessing import answer, crew, serve, small_campaign
from tests.database.shared_rows import MakeShared, undone
from tests.factories import make_run
from tests.security.carried import JUDGMENT
from tests.security.doors import DOORS

pytestmark = pytest.mark.django_db

EXPERT, RUN, NOTE = "ExpertSaysWhy", "SomeRunsName", "WhatAnotherNoted"
MARKS = {
    1: Mark(PairKind.GOLD, 0, 5, EXPERT),
    5: Mark(PairKind.GOLD, 0, 5, EXPERT),
    2: Mark(PairKind.OVERLAP),
    8: Mark(PairKind.OVERLAP),
}
ROUND = {3: Mark(PairKind.QUALIFICATION, 0, 4, EXPERT)}
SHOWN = {
    "topic": {"query", "description", "narrative"},
    "passage": {"title", "text"},
}
# A rotated passage says where it begins, so that nobody takes the broken sentence for the author's.
# Special pairs and repeats are rotated by the same draw as any, so it tells none of them.
ROTATED = SHOWN | {"passage": {"title", "text", "seam"}}
ASSIGNMENT = {"ticket", "key", "topic", "passage", "place", "n_in_topic", "leased_until"}
WORK = {"assignments", "empty", "progress", "newest"}
VERSION = {
    "occasion",
    "grade",
    "reason_not_judged",
    "spans",
    "confidence",
    "note",
    "active_ms",
    "away_ms",
    "position",
    "rotation",
    "guideline",
    "cause",
    "recorded_by",
    "created_at",
    "superseded_at",
    "pair",
    "topic",
    "passage",
    "imported",
}
MEMBERSHIP = {
    "pseudonym",
    "role",
    "kind",  # human, simulated or model: one's own
    "english_level",
    "quota",
    "n_served",
    "n_attempts",
    "joined_at",
    "consented_at",
    "qualified_at",
    "suspended_at",
    "withdrawn_at",
}
KEYS: dict[str, set[str]] = {
    **{f"{before}.{part}": keys for before in ("assignments", "history.rows")
       for part, keys in ROTATED.items()},
    **{f"held/judgments.rows.{part}": keys for part, keys in SHOWN.items()},
    "": WORK | {"judgment", "feedback"},
    "assignments": ASSIGNMENT,
    "empty": {"reason", "free_at", "free_in_s", "n_ahead", "state"},
    "progress": {"n_judged", "n_not_judged", "share"},
    "newest": {"guideline", "message"},
    "judgment": {"id", "grade", "reason_not_judged", "spans", "status", "sentence"},
    "feedback": {"grade", "explanation", "is_right"},
    "history": {"rows", "next"},
    "history.rows": {"id", "answer", "ticket", "key", "topic", "passage", "grade",
                     "reason_not_judged", "spans", "confidence", "note", "created_at"},
    "counts": {"grades", "queries"},
    "counts.grades": {"grade", "reason_not_judged", "n"},
    "counts.queries": {"query", "n"},
    "held": {"username", "email", "campaign", "membership", "consents", "events", "counts", "pace",
             "gold_pairs", "messages", "decisions"},
    "held.campaign": {"id", "name", "state"},
    "held.events": {"kind", "at", "by"},
    "held.membership": MEMBERSHIP,
    "held.counts": {"n_judgments", "n_live", "n_visits", "active_ms", "away_ms"},
    "held.pace": {"n_timed", "n_too_fast", "too_fast_share", "is_flagged"},
    "held/judgments": {"rows", "next"},
    "held/judgments.rows": VERSION,
    "held/visits": {"rows", "next"},
    "held/visits.rows": {"pair", "query", "started_at", "last_seen_at", "active_ms", "away_ms"},
    "desk": {"campaign", "newest", "scale", "reasons", "guideline", "notice", "messages",
             "qualification", "english_level", "progress", "recent_active_ms"},
    "desk.campaign": {"id", "name", "state", "asks_confidence", "asks_note", "allows_search"},
    "desk.scale": {"value", "name", "description", "colour", "requires_span"},
    "desk.reasons": {"code", "name"},
    "desk.guideline": {"version", "html", "examples", "changes"},
    "desk.newest": {"guideline", "message"},
    "desk.qualification": {"n_pairs", "pass_share", "n_needed", "attempt", "max_attempts",
                           "n_answered", "n_right_before", "is_qualified"},
    "desk.progress": {"n_judged", "n_not_judged", "share"},
    "listed": {"id", "name", "state", "judgments_per_pair", "is_assessor", "may_adjudicate",
               "may_organize", "is_simulated", "pairs", "n_wanted", "n_votes", "n_left",
               "n_further", "n_set_aside", "n_waiting_for_adjudication", "n_topics_choosing",
               "own"},
    "listed.own": {"n_judged", "share", "standing"},
}  # fmt: skip
HELD = {"assignments", "progress", "newest"}
SEARCH_KEYS: dict[str, set[str]] = {
    "search": {"rows", "next", "n", "page", "n_pages", "is_least", "words"},
    "search.rows": {"passage", "title", "snippet", "own"},
    "search.rows.own": {"grade", "reason_not_judged"},
}
PAGES = {
    "history": "judgments",
    "counts": "judgments/counts",
    "held": "held",
    "held/judgments": "held/judgments",
    "held/visits": "held/visits",
    "desk": "",
}


class Step(NamedTuple):
    """A pair as it came to the browser, and the answer when it was judged."""

    kind: str
    ticket: Ticket
    assignment: dict[str, Any]
    recorded: dict[str, Any]


class Shift(NamedTuple):
    """All that one assessor was sent from the first pair to the last."""

    steps: list[Step]
    pages: dict[str, Any]
    member_id: int

    def of(self, kind: str, occasion: int = 0) -> list[Step]:
        return [s for s in self.steps if (s.kind, s.ticket.occasion) == (kind, occasion)]


def send(client: Client, campaign: Campaign, page: str, **body: Any) -> Any:
    address = f"/api/judging/{campaign.pk}/{page}"
    return client.post(address, body, content_type="application/json").json()


def search(client: Client, campaign: Campaign, ticket: str) -> Any:
    asked = {"ticket": ticket, "words": "number"}
    return client.get(f"/api/judging/{campaign.pk}/search", asked).json()


def browser_of(member: Membership) -> Client:
    client = Client()
    assert member.user is not None
    client.force_login(member.user)
    return client


def work_through(campaign: Campaign, member: Membership) -> Shift:
    client, steps = browser_of(member), list[Step]()
    work = send(client, campaign, "claims", n=1)
    while work["assignments"]:
        [assignment] = work["assignments"]
        ticket, visit = assignment["ticket"], str(uuid4())
        times = {"visit": visit, "active_ms": 9000, "away_ms": 10}
        client.post(
            f"/api/judging/{campaign.pk}/activity",
            {"ticket": ticket, **times},
            content_type="application/json",
        )
        said: dict[str, Any] = {"grade": 4, "reason_not_judged": None, "spans": [], "claim": 1}
        key = {"client_key": str(uuid4()), "ticket": ticket}
        work = send(client, campaign, "judgments", **said, **key, **times)
        read = tickets.read(ticket, membership_id=member.pk)
        kind = CampaignPair.objects.get(pk=read.campaign_pair_id).kind
        steps.append(Step(kind, read, assignment, work))
    addresses = {name: f"/api/judging/{campaign.pk}/{page}" for name, page in PAGES.items()}
    pages = {name: client.get(path.rstrip("/")).json() for name, path in addresses.items()}
    pages["listed"] = client.get("/api/campaigns").json()
    return Shift(steps, pages, member.pk)


def shift_in(unit: str, marks: dict[int, Mark], **campaign: Any) -> Shift:
    """A colleague has judged everything before."""
    made = small_campaign(
        4,
        5,
        2,
        marks=marks,
        campaign=campaign,
        unit=unit,
        gold_every=4,
        overlap_every=3,
        repeat_every=5,
        repeat_after=3,
    )
    collection, topics = made.pool.collection, made.pool.topic_set
    made.pool.runs.add(make_run(RUN, collection, topics, {"q0": ["d0", "d1"]}))
    publish_guideline(campaign=made, body="Be fair.")
    colleague, member = crew(made, 2)
    while hand := serve(colleague):
        answer(colleague, hand[0], 2, note=NOTE)
    return work_through(made, member)


def one_shift(make_shared: MakeShared, unit: str, marks: dict[int, Mark], **campaign: Any) -> Shift:
    """Worked once for all tests, which read what was sent; no row of it stays."""

    def made() -> Shift:
        with undone():
            return shift_in(unit, marks, **campaign)

    return make_shared(made)


@pytest.fixture(scope="module", params=["topics", "pairs"])
def shift(make_shared: MakeShared, request: pytest.FixtureRequest) -> Shift:
    return one_shift(make_shared, request.param, MARKS)


@pytest.fixture(scope="module", params=["topics", "pairs"])
def qualifying(make_shared: MakeShared, request: pytest.FixtureRequest) -> Shift:
    return one_shift(make_shared, request.param, {**MARKS, **ROUND}, pass_share=1.0)


def keys_by_place(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for part in value:
            yield from keys_by_place(part, place)
    if isinstance(value, dict):
        for key, part in value.items():
            yield place, key
            yield from keys_by_place(part, f"{place}.{key}".lstrip("."))


def test_no_key_is_sent_but_these(qualifying: Shift) -> None:
    sent = {pair for step in qualifying.steps for pair in keys_by_place(step.recorded)}
    for name, page in qualifying.pages.items():
        sent |= set(keys_by_place(page, name))
    assert sent == {(place, key) for place, keys in KEYS.items() for key in keys}


def test_every_page_of_judges_is_among_those_listed() -> None:
    listed = {f"api/judging/<int:campaign_id>/{page}".rstrip("/") for page in PAGES.values()}
    searched = {"api/judging/<int:campaign_id>/search"}
    assert {d.path for d in DOORS if d.method == "get" and d.is_for_members} == listed | searched


def test_a_search_sends_no_key_but_these_and_nothing_that_could_sway() -> None:
    marks, options = {1: Mark(PairKind.GOLD, 0, 5, EXPERT)}, {"allows_search": True}
    campaign = small_campaign(1, 3, 1, marks=marks, campaign=options)
    [member] = crew(campaign, 1)
    client = browser_of(member)
    [first] = send(client, campaign, "claims", n=1)["assignments"]
    found = search(client, campaign, first["ticket"])
    opened = [send(client, campaign, "found", ticket=first["ticket"], passage=n) for n in range(3)]
    own = {"ticket": first["ticket"], "client_key": str(uuid4()), "visit": str(uuid4())}
    send(client, campaign, "judgments", **JUDGMENT | own)
    judged = search(client, campaign, first["ticket"])
    sent = {pair for part in (found, judged) for pair in keys_by_place(part, "search")}
    assert sent == {(place, key) for place, keys in SEARCH_KEYS.items() for key in keys}
    held = {place: keys for place, keys in KEYS.items() if place.partition(".")[0] in HELD}
    known = {(place, key) for place, keys in held.items() for key in keys}
    assert set(keys_by_place(opened)) == known | {("", key) for key in WORK | {"judged"}}
    assert swaying(json.dumps([found, opened, judged])) == []


def test_nothing_that_could_sway_is_sent(shift: Shift) -> None:
    """No run, no document's name, no expert, nothing of the colleague."""
    sent = json.dumps([shift.pages, [[s.assignment, s.recorded] for s in shift.steps]])
    assert swaying(sent) == []


def swaying(sent: str) -> list[str]:
    words = [EXPERT, RUN, NOTE, "assessor0"]
    values = [f'"{value}"' for value in ("P-0", "d0", "q0", "gold", "overlap", "regular")]
    return [found for found in (*words, *values) if found in sent]


def test_only_in_the_qualification_round_the_expert_is_heard(qualifying: Shift) -> None:
    described = {(step.kind, step.recorded["feedback"] is not None) for step in qualifying.steps}
    assert described == {
        ("qualification", True),
        ("regular", False),
        ("overlap", False),
        ("gold", False),
    }


# A pair that is set apart looks like any


def shape(step: Step) -> tuple[object, ...]:
    """All that differs between pairs for another reason than what they say."""
    shown, recorded = step.assignment, step.recorded
    return (
        sorted(shown),
        [type(shown[key]) for key in sorted(shown)],
        sorted(recorded),
        recorded["judgment"]["status"],
        recorded["judgment"]["spans"],
        recorded["feedback"],
        len(shown["key"]),
    )


@pytest.mark.parametrize("kind", ["gold", "overlap"])
def test_gold_and_overlap_pairs_look_like_any(kind: str, shift: Shift) -> None:
    assert shift.of(kind)
    looks = [{str(shape(step)) for step in shift.of(one)} for one in (kind, "regular")]
    assert looks[0] == looks[1]


def test_repeats_are_answered_as_first_looks_are(shift: Shift) -> None:
    assert shift.of("regular", 1)
    looks = [{str(shape(step)) for step in shift.of("regular", n)} for n in (0, 1)]
    assert looks[0] == looks[1]


def test_all_pairs_count_alike(shift: Shift) -> None:
    """In the progress shown, and in the number of pairs of their topic."""
    assert shift.of("regular", 1)
    counted = [s.recorded["progress"]["n_judged"] for s in shift.steps]
    assert counted == list(range(1, len(counted) + 1))
    placed = {s.kind: {s.assignment["n_in_topic"] for s in shift.steps} for s in shift.steps}
    assert len({frozenset(places) for places in placed.values()}) == 1


def test_places_go_on_over_repeats(shift: Shift) -> None:
    """Within a topic each place is the next one, up to the last."""
    before: dict[str, int] = {}
    for step in shift.steps:
        place, n = step.assignment["place"], step.assignment["n_in_topic"]
        if place is not None:
            topic = step.assignment["topic"]["query"]
            assert place == min(before.get(topic, 0) + 1, n)
            before[topic] = place


def test_a_ticket_tells_kinds_and_repeats_from_nothing(shift: Shift) -> None:
    """No two begin alike, as those of one pair would if its number could be read."""
    sent = [s.assignment["ticket"] for s in shift.steps]
    assert len({len(ticket) for ticket in sent}) == 1
    assert len({ticket[:12] for ticket in sent}) == len(sent)
    assert len({ticket[-12:] for ticket in sent}) == len(sent)


def test_pairs_that_are_set_apart_are_not_numbered_apart(shift: Shift) -> None:
    """The numbers follow the pool's order, in which they stand as they came."""
    numbers = sorted({(s.ticket.campaign_pair_id, s.kind) for s in shift.steps})
    kinds = [kind for _, kind in numbers]
    assert [place for place, kind in enumerate(kinds) if kind == "gold"] == [1, 5]
    assert [place for place, kind in enumerate(kinds) if kind == "overlap"] == [2, 8]


def test_what_is_held_about_one_tells_kinds_and_repeats_from_nothing(shift: Shift) -> None:
    kinds = {
        pair_name(
            membership_id=s.ticket.membership_id, campaign_pair_id=s.ticket.campaign_pair_id
        ): s.kind
        for s in shift.steps
    }
    rows = shift.pages["held/judgments"]["rows"]
    assert len(rows) == len(shift.steps) > len(kinds)
    plain = {"pair", "topic", "passage", "position", "created_at"}
    described = {str({k: v for k, v in row.items() if k not in plain}) for row in rows}
    assert {kinds[row["pair"]] for row in rows} == {"regular", "gold", "overlap"}
    assert len(described) == 1


def test_the_history_holds_special_pairs_and_repeats_among_the_rest(shift: Shift) -> None:
    shown = shift.pages["history"]["rows"]
    read = [tickets.read(row["ticket"], membership_id=shift.member_id) for row in reversed(shown)]
    looks = [(ticket.campaign_pair_id, ticket.occasion) for ticket in read]
    assert looks == [(s.ticket.campaign_pair_id, s.ticket.occasion) for s in shift.steps]
    assert {str(sorted(row)) for row in shown} == {str(sorted(KEYS["history.rows"]))}
