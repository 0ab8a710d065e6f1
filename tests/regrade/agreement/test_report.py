from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given

from regrade.agreement.report import Agreement, agreement_report
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import any_votes, cast, column

BLANKS = [
    *cast("q1", 1, 1, 1, 2),
    *cast("q1", 2, 3, None, 3),
    *cast("q2", 1, 1, 2),
    *cast("q2", 2, 5),
]


def report(votes: list[Vote], **options: Any) -> list[Agreement]:
    return agreement_report(votes, **{"judgments_per_pair": 3, **options})


def test_agreement_report_overall_by_hand() -> None:
    # Alpha over [1,1,2], [3,3], [1,2]: n = 7, margins 3, 2, 2; o_12 = 2 * 1/2 + 1 = 2 each way.
    (overall,) = report(BLANKS)
    expected = Agreement(
        scope="overall",
        n_pairs=4,
        n_votes=8,
        fleiss_kappa=(1 / 3 - 5 / 9) / (1 - 5 / 9),
        fleiss_n_pairs=1,
        fleiss_votes=3,
        fleiss_rule="wanted",
        n_filled=0,
        cohen_kappa=None,
        cohen_kappa_quadratic=None,
        alpha_nominal=1 - 6 * (2 + 2) / (2 * (3 * 2 + 3 * 2 + 2 * 2)),
        alpha_ordinal=None,
        percent_agreement=(1 / 3 + 1 + 0) / 3,
    )
    assert overall._replace(alpha_ordinal=None) == pytest.approx(expected)


def test_agreement_report_overall_filled_counts_in_every_statistic() -> None:
    (overall,) = report(BLANKS, missing="median-up")
    assert (overall.n_votes, overall.n_filled, overall.fleiss_n_pairs) == (9, 1, 2)
    # [1,1,2] and [3,3,3]: P = 2/3, Pe = (2/6)^2 + (1/6)^2 + (3/6)^2 = 14/36
    assert overall.fleiss_kappa == pytest.approx((2 / 3 - 14 / 36) / (1 - 14 / 36))


def test_agreement_report_counts_pairs_with_exactly_the_votes_asked_for() -> None:
    (overall,) = report(BLANKS, n_votes=2)
    assert (overall.fleiss_votes, overall.fleiss_n_pairs) == (2, 2)


def test_agreement_report_of_no_votes_is_one_undefined_row() -> None:
    assert report([]) == [Agreement("overall", 0, 0, None, 0, 3, "wanted", 0, *[None] * 5)]
    assert report([], by="topic") == []
    assert report([], by="assessor") == []


def test_agreement_report_of_topics_keeps_the_order_of_first_appearance() -> None:
    votes = [*cast("q9", 1, 1), *cast("q10", 1, 1), *cast("q9", 2, 1)]
    assert [row.scope for row in report(votes, by="topic")] == ["q9", "q10"]


def test_agreement_report_of_a_topic_with_a_row_not_judged_takes_the_votes_wanted() -> None:
    """A fourth was asked where one could not judge; the pairs of the topic still have three."""
    votes = [*cast("q1", 1, 4, None, 4, 2), *cast("q1", 2, 4, 4, 4), *cast("q2", 1, 1, 2)]
    first, second = report(votes, by="topic")
    assert (first.fleiss_votes, first.fleiss_n_pairs, first.fleiss_rule) == (3, 2, "wanted")
    # [4,4,2] and [4,4,4]: P = 2/3, Pe = (5/6)^2 + (1/6)^2 = 26/36
    assert first.fleiss_kappa == pytest.approx((2 / 3 - 26 / 36) / (1 - 26 / 36))
    assert (second.fleiss_votes, second.fleiss_n_pairs, second.fleiss_kappa) == (3, 0, None)


@pytest.mark.parametrize(
    ("wanted", "sizes", "votes", "rule"),
    [
        (3, (3, 4, 4), 3, "wanted"),
        (3, (1, 2, 2), 3, "wanted"),  # as long as more may come
        (3, (4, 4, 2), 4, "commonest"),
        (1, (1, 1, 1, 2, 3, 3), 3, "commonest"),
        (1, (2, 3), 3, "commonest"),
        (1, (1, 1), 1, "wanted"),
    ],
)
def test_agreement_report_says_which_votes_fleiss_takes_and_why(
    wanted: int, sizes: tuple[int, ...], votes: int, rule: str
) -> None:
    pairs = [cast(f"q{n}", n, *range(1, size + 1)) for n, size in enumerate(sizes)]
    options: dict[str, Any] = {"judgments_per_pair": wanted}
    [row] = report([vote for pair in pairs for vote in pair], by="overall", **options)
    assert (row.fleiss_votes, row.fleiss_rule) == (votes, rule)


def test_agreement_report_of_a_topic_takes_the_votes_asked_for() -> None:
    (topic,) = report(cast("q1", 1, 1, 2, 3), by="topic", n_votes=2)
    assert (topic.fleiss_votes, topic.fleiss_n_pairs, topic.fleiss_rule) == (2, 0, "chosen")


def test_agreement_report_computes_cohen_where_two_people_judged_a_topic() -> None:
    votes = [*column("alice", "q1", [1, 1, 1, 2, 5]), *column("bob", "q1", [1, 1, 2, 2])]
    (topic,) = report([*votes, *cast("q2", 1, 1, 2, 3)], by="topic")[:1]
    assert topic.cohen_kappa == pytest.approx(1 / 2)
    assert topic.cohen_kappa_quadratic == pytest.approx(1 / 2)


def test_agreement_report_of_couples_has_a_row_for_every_two_assessors() -> None:
    votes = [*cast("q1", 1, 1, 2, None), Vote("q2", 1, "zoe", 3)]
    scopes = [row.scope for row in report(votes, by="assessor")]
    assert scopes == list(combinations(["alice", "bob", "carol", "zoe"], 2))


def test_agreement_report_of_a_couple_compares_the_pairs_both_judged() -> None:
    votes = [*column("bob", "q1", [1, 1, 2, 2]), *column("alice", "q1", [1, 1, 1, 2, 5])]
    (couple,) = report(votes, by="assessor", n_votes=4)
    assert couple.scope == ("alice", "bob")
    assert (couple.n_pairs, couple.n_votes) == (5, 9)
    assert (couple.fleiss_votes, couple.fleiss_n_pairs) == (2, 4)
    assert couple.cohen_kappa == pytest.approx(1 / 2)
    assert couple.percent_agreement == pytest.approx(3 / 4)


def test_agreement_report_of_a_couple_who_share_nothing_is_undefined() -> None:
    votes = [Vote("q1", 1, "alice", 1), Vote("q1", 2, "bob", 1)]
    (couple,) = report(votes, by="assessor")
    assert couple == Agreement(("alice", "bob"), 2, 2, None, 0, 2, "couple", 0, *[None] * 5)


def test_agreement_report_of_a_couple_fills_from_everybody_on_the_pair() -> None:
    """Alice and bob alone would fill 1 for alice; carol and dave make it 4."""
    votes = [*cast("q1", 1, None, 1, 4, 5), *cast("q1", 2, 1, 4)]
    couple = report(votes, by="assessor", missing="median-up")[0]
    assert (couple.scope, couple.n_filled) == (("alice", "bob"), 1)
    assert couple.cohen_kappa == pytest.approx(-1.0)


def test_agreement_report_makes_votes_binary_by_the_threshold() -> None:
    votes = [*cast("q1", 1, 2, 5), *cast("q1", 2, 1, 1)]
    (overall,) = report(votes, threshold=2)
    assert overall.percent_agreement == 1.0
    assert overall.alpha_ordinal == 1.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_votes": 1}, "got 1"),
        ({"judgments_per_pair": 0}, "judgments_per_pair"),
        ({"by": "country"}, "'country'"),
        ({"missing": "zero"}, "'zero'"),
    ],
)
def test_agreement_report_refuses_what_it_cannot_do(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        report([], **options)


def test_agreement_report_with_one_judgment_a_pair_has_no_fleiss() -> None:
    (overall,) = report(cast("q1", 1, 4), judgments_per_pair=1)
    assert (overall.fleiss_kappa, overall.fleiss_votes) == (None, 1)


@given(any_votes)
def test_agreement_report_of_couples_equals_that_of_their_votes_alone(votes: list[Vote]) -> None:
    for couple in report(votes, by="assessor"):
        (alone,) = report([v for v in votes if v.assessor in couple.scope], n_votes=2)
        assert alone._replace(fleiss_rule="couple")[1:] == pytest.approx(couple[1:])
