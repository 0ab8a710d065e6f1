"""The list of pairs: every order, read to its end a page at a time, and every way to narrow it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product

import pytest
from django.test import Client

from annotation.models import (
    Campaign,
    ExpertGrade,
    PairKind,
    PairOrigin,
    PooledPair,
)
from annotation.models.campaign_pair import VOTING_KINDS
from annotation.pairs import listing
from annotation.pairs.deciding import choose, decide
from annotation.pairs.listing import Only, PairOrder, Sought, count_found, find_page
from annotation.pairs.rows import Answer, PairRow, pair_rows
from tests.annotation.answering import judge, waiting_for_adjudication
from tests.database.shared_rows import MakeShared
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_member,
    make_pool,
    make_topics,
    make_user,
)
from tests.tiers import THOROUGH, thorough

pytestmark = pytest.mark.django_db
QUERIES = {"q1": "how tall are spruces", "q2": "how old are firs", "q3": "what are spruces"}


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "PAGE", 4)


@pytest.fixture(scope="module")
def campaign(make_shared: MakeShared) -> Campaign:
    return make_shared(judged_campaign)


def judged_campaign() -> Campaign:
    """Thirty pairs with judgments of every kind; one of them is gold."""
    collection = make_collection(texts={f"d{i}": f"Text {i}. " * 40 for i in range(10)})
    pool = make_pool(collection=collection, topic_set=make_topics(queries=QUERIES))
    PooledPair.objects.filter(topic__query_id="q2").update(stratum="rare")
    for origin, doc_id in ((PairOrigin.SEARCH, "d1"), (PairOrigin.CONTROL, "d2")):
        PooledPair.objects.filter(passage__doc_id=doc_id).update(origin=origin)
    campaign = make_campaign(pool=pool, judgments_per_pair=3)
    gold = campaign.pairs.order_by("pk")[3]
    gold.slots.all().delete()
    campaign.pairs.filter(pk=gold.pk).update(kind=PairKind.GOLD, wanted=None)
    ExpertGrade.objects.create(campaign_pair=gold, grade=campaign.grades.all()[2])
    draw = random.Random(4)
    for name, pair in product(("ann", "ben", "chris"), campaign.pairs.order_by("pk")[:25]):
        member = campaign.memberships.filter(pseudonym=f"P-{name}").first()
        member = member or make_member(campaign, make_user(name))
        if draw.random() < 0.8:
            judge(
                member,
                pair,
                draw.choice([1, 1, 2, 3, 5, None]),
                note=draw.choice(["", "", "Hm."]),
                confidence=draw.choice([None, 1, 3, 5]),
            )
    return campaign


def read(campaign: Campaign, **sought: object) -> list[PairRow]:
    """Every page, one after the other."""
    rows: list[PairRow] = []
    place: str | None = ""
    while place is not None:
        page = find_page(campaign, Sought(**sought), place)  # type: ignore[arg-type]
        rows += pair_rows(page.ids)
        place = page.next
    assert len(rows) == count_found(campaign, Sought(**sought))  # type: ignore[arg-type]
    return rows


def graded(row: PairRow) -> list[Answer]:
    return [answer for answer in row.answers if answer.grade is not None and not answer.is_surplus]


def least_sure(row: PairRow) -> int | None:
    return min((a.confidence for a in row.answers if a.confidence is not None), default=None)


def spread(row: PairRow) -> int:
    grades = [answer.grade for answer in graded(row) if answer.grade is not None]
    return max(grades) - min(grades) if grades else 0


def is_tied(row: PairRow) -> bool:
    counted = Counter(answer.grade for answer in graded(row)).most_common(1)
    return row.kind != "gold" and any(2 * n <= len(graded(row)) for _, n in counted)


def n_blank(row: PairRow) -> int:
    return sum(answer.grade is None for answer in row.answers)


Key = Callable[[PairRow], object]
ORDERS: dict[PairOrder, tuple[Key, bool]] = {
    PairOrder.POOL: (lambda row: row.id, False),
    PairOrder.SPREAD: (lambda row: (spread(row), row.id), True),
    PairOrder.NOT_JUDGED: (lambda row: (n_blank(row), row.id), True),
    PairOrder.UNSURE: (lambda row: (least_sure(row), row.id), False),
    PairOrder.NEWEST: (lambda row: (max(a.answered_at for a in row.answers), row.id), True),
}
MEMBERS: dict[PairOrder, Callable[[PairRow], bool]] = {
    PairOrder.POOL: lambda row: True,
    PairOrder.SPREAD: lambda row: bool(graded(row)),
    PairOrder.NOT_JUDGED: lambda row: n_blank(row) > 0,
    PairOrder.UNSURE: lambda row: least_sure(row) is not None,
    PairOrder.NEWEST: lambda row: bool(row.answers),
}


@pytest.mark.parametrize("order", PairOrder)
def test_pages_follow_one_another_in_order(order: PairOrder, campaign: Campaign) -> None:
    key, is_descending = ORDERS[order]
    whole = pair_rows([pair.pk for pair in campaign.pairs.all()])
    wanted = [row for row in whole if MEMBERS[order](row)]
    assert len(wanted) > 4
    assert read(campaign, order=order) == sorted(wanted, key=key, reverse=is_descending)  # type: ignore[arg-type]


@pytest.mark.parametrize("order", PairOrder)
def test_the_next_pair_is_found_from_any_pair_of_the_list(
    organizer: Client, order: PairOrder, campaign: Campaign
) -> None:
    ids = [row.id for row in read(campaign, order=order)]
    address = f"/api/campaigns/{campaign.pk}/pairs"
    follows = list(zip(ids, [*ids[1:], None], strict=True))
    for pk, following in [*follows[:: 1 if THOROUGH else 7], follows[-1]]:
        data = organizer.get(f"{address}/{pk}/next", {"order": order}).json()
        assert data == {"id": following}


def test_the_next_pair_is_found_from_one_that_left_the_list(
    organizer: Client, campaign: Campaign
) -> None:
    tied = [row.id for row in read(campaign, only=[Only.TIED])]
    others = [pair.pk for pair in campaign.pairs.order_by("pk") if pair.pk not in tied]
    address = f"/api/campaigns/{campaign.pk}/pairs/{others[0]}/next"
    behind = next(pk for pk in tied if pk > others[0])
    assert organizer.get(address, {"only": "tied"}).json() == {"id": behind}
    unjudged = campaign.pairs.order_by("pk").last()
    assert unjudged is not None
    address = f"/api/campaigns/{campaign.pk}/pairs/{unjudged.pk}/next"
    assert organizer.get(address, {"order": "newest"}).json() == {"id": None}


two_orders = pytest.mark.parametrize(
    "order", [PairOrder.POOL, pytest.param(PairOrder.SPREAD, marks=thorough)]
)


def waits(row: PairRow) -> bool:
    return waiting_for_adjudication().filter(pk=row.id).exists()


FITTING: dict[Only, Callable[[PairRow], bool]] = {
    Only.TIED: is_tied,
    Only.APART: lambda row: spread(row) >= 2,
    Only.NOT_JUDGED: lambda row: any(answer.grade is None for answer in row.answers),
    Only.WAITING: waits,
    Only.UNSURE: lambda row: (least_sure(row) or 5) <= 2,
    Only.OFF_GOLD: lambda row: (
        any(a.grade not in (None, row.expert_grade) for a in row.answers)
        and row.kind == PairKind.GOLD
    ),
    Only.NOTED: lambda row: any(answer.note for answer in row.answers),
    Only.HIGHLIGHTED: lambda row: any(answer.n_highlights for answer in row.answers),
    Only.CHOSEN: lambda row: row.is_chosen,
    Only.DECIDED: lambda row: row.decision is not None,
    Only.UNDECIDED: lambda row: row.decision is None and row.kind in VOTING_KINDS,
    Only.FOUND: lambda row: row.origin == PairOrigin.SEARCH,
    Only.CONTROL: lambda row: row.origin == PairOrigin.CONTROL,
}


@two_orders
@pytest.mark.parametrize("only", Only)
def test_a_list_is_narrowed(only: Only, order: PairOrder, campaign: Campaign) -> None:
    Campaign.objects.update(max_not_judged=1)
    campaign = Campaign.objects.get(pk=campaign.pk)
    pair = campaign.pairs.order_by("pk")[28]
    member = campaign.memberships.all()[0]
    judge(member, pair, 4, spans=[(0, 3)])
    dana = make_user("dana")
    decide(pair=pair, adjudicator=dana, grade=5)
    choose(pair=pair, chosen_by=dana)
    whole = read(campaign, order=order)
    fitting = [row for row in whole if FITTING[only](row)]
    if order == PairOrder.POOL:
        assert 0 < len(fitting) < len(whole)
    assert read(campaign, order=order, only=[only]) == fitting


def test_several_conditions_narrow_it_together(campaign: Campaign) -> None:
    both = [row.id for row in read(campaign, only=[Only.APART, Only.NOTED])]
    one, other = (
        {row.id for row in read(campaign, only=[only])} for only in (Only.APART, Only.NOTED)
    )
    assert set(both) == one & other != one


@two_orders
def test_it_is_searched_by_what_the_pair_is_and_who_said_what(
    order: PairOrder, campaign: Campaign
) -> None:
    def ids(rows: Sequence[PairRow]) -> list[int]:
        return [row.id for row in rows]

    def fitting(test: Callable[[PairRow], bool]) -> list[int]:
        return ids([row for row in read(campaign, order=order) if test(row)])

    def found(**sought: object) -> list[int]:
        return ids(read(campaign, order=order, **sought))

    def anybody(row: PairRow, **said: object) -> bool:
        return any(all(getattr(a, k) == v for k, v in said.items()) for a in row.answers)

    assert found(kind="gold") == fitting(lambda row: row.kind == "gold") != []
    assert found(stratum="rare") == fitting(lambda row: row.query_id == "q2") != []
    assert found(query_id="q3") == fitting(lambda row: row.query_id == "q3") != []
    assert found(words="SPRUCES are") == fitting(lambda row: row.query_id != "q2") != []
    assert found(words="larches") == []
    assert found(assessor="P-ann") == fitting(lambda row: anybody(row, pseudonym="P-ann")) != []
    assert found(grade=5) == fitting(lambda row: anybody(row, grade=5)) != []
    by_ann = fitting(lambda row: anybody(row, pseudonym="P-ann", grade=5))
    assert found(assessor="P-ann", grade=5) == by_ann != found(grade=5)
    blank = fitting(lambda row: anybody(row, reason_not_judged="other"))
    assert found(reason="other") == blank != []


# At the API


def test_a_page_shows_each_pair_with_its_answers(organizer: Client, campaign: Campaign) -> None:
    data = organizer.get(f"/api/campaigns/{campaign.pk}/pairs", {"order": "spread"}).json()
    assert (data["n"], len(data["rows"])) == (
        count_found(campaign, Sought(order=PairOrder.SPREAD)),
        4,
    )
    first = data["rows"][0]
    assert first["spread"] == 4
    assert (len(first["text"]), first["is_cut"]) == (240, True)
    assert {answer["pseudonym"] for answer in first["answers"]} <= {"P-ann", "P-ben", "P-chris"}
    behind = organizer.get(
        f"/api/campaigns/{campaign.pk}/pairs", {"order": "spread", "page": data["next"]}
    ).json()
    assert not {pair["id"] for pair in data["rows"]} & {pair["id"] for pair in behind["rows"]}


def test_choices_say_how_many_pairs_there_are_of_each(
    organizer: Client, campaign: Campaign
) -> None:
    data = organizer.get(f"/api/campaigns/{campaign.pk}/pairs/choices").json()
    assert {only["only"]: only["n"] for only in data["only"]} == {
        only: len(read(campaign, only=[only])) for only in Only
    }
    undecided = {
        only: len(read(campaign, only={only, Only.UNDECIDED}, kind="regular")) for only in Only
    }
    assert {only["only"]: only["n_undecided"] for only in data["only"]} == undecided
    assert data["kinds"] == [{"kind": "gold", "n": 1}, {"kind": "regular", "n": 29}]
    assert data["assessors"] == ["P-ann", "P-ben", "P-chris"]
    assert data["strata"] == ["", "rare"]
    assert [grade["value"] for grade in data["grades"]] == [1, 2, 3, 4, 5]


def test_a_pair_shows_its_whole_text_and_what_label_sets_say(
    organizer: Client, campaign: Campaign
) -> None:
    pool, pair = campaign.pool, campaign.pairs.order_by("pk")[3]
    labels = {"q1": {"d1": 1, "d3": 2}}, {"q1": {"d1": 1}}, {"q2": {"d3": 1}}
    for name, label in zip(("known", "silent", "elsewhere"), labels, strict=True):
        make_labels(name, pool.collection, pool.topic_set, label)
    data = organizer.get(f"/api/campaigns/{campaign.pk}/pairs/{pair.pk}").json()
    assert data["text"] == "Text 3. " * 40
    assert data["row"]["expert_grade"] == 3
    assert [(label["label_set"], label["relevance"]) for label in data["labels"]] == [
        ("known", 2),
        ("silent", None),
    ]


def test_pairs_whose_grades_lie_far_from_a_label_are_found(
    organizer: Client, campaign: Campaign
) -> None:
    pool, rows = campaign.pool, read(campaign)
    labelled = {row.id: 1 + number % 5 for number, row in enumerate(rows) if number % 3}
    labels: dict[str, dict[str, int]] = {}
    for row in rows:
        if row.id in labelled:
            labels.setdefault(row.query_id, {})[row.doc_id] = labelled[row.id]
    graded_set = make_labels("graded", pool.collection, pool.topic_set, labels)
    make_labels("of-another-scale", pool.collection, pool.topic_set, {"q1": {"d1": 9}})
    wanted = [
        row.id
        for row in rows
        if row.id in labelled
        and any(abs(a.grade - labelled[row.id]) >= 2 for a in graded(row) if a.grade is not None)
    ]
    assert 3 < len(wanted) < len(labelled)
    assert [row.id for row in read(campaign, far_from=graded_set.pk)] == wanted
    data = organizer.get(f"/api/campaigns/{campaign.pk}/pairs/choices").json()["label_sets"]
    assert data == [{"id": graded_set.pk, "name": "graded"}]
    data = organizer.get(f"/api/campaigns/{campaign.pk}/pairs", {"far_from": 999}).json()
    assert (data["code"], [*data["fields"]]) == ("no_such_labels", ["far_from"])


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"page": "pool.x.1"}, 400),
        ({"page": "spread.1.1"}, 400),
        ({"order": "newest", "page": "newest.9999999999999999.1"}, 200),
        ({"order": "best"}, 400),
        ({"grade": 9}, 200),
    ],
)
def test_a_question_that_makes_no_sense_is_answered_by_a_sentence(
    organizer: Client, campaign: Campaign, query: dict[str, str | int], status: int
) -> None:
    answer = organizer.get(f"/api/campaigns/{campaign.pk}/pairs", query)
    assert answer.status_code == status
