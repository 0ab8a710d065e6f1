"""Agreement of parts is that of their votes alone."""

from __future__ import annotations

from regrade.agreement.depth import agreement_in_depth
from regrade.agreement.groups import agreement_of_groups
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import cast

SCALE = (1, 2, 3, 4, 5)
FIRST = [*cast("q1", 1, 4, 4, 5), *cast("q1", 2, 1, 1, None), *cast("q2", 1, 2, 2, 2)]
SECOND = [*cast("q3", 1, 1, 5, 3), *cast("q3", 2, 2, 2)]


def groups(*parts: list[Vote]) -> dict[str, list[Vote]]:
    return {f"part {number}": part for number, part in enumerate(parts)}


def test_each_part_has_the_figures_of_its_votes() -> None:
    first, second = agreement_of_groups(groups(FIRST, SECOND), scale=SCALE, judgments_per_pair=3)
    alone = agreement_in_depth(FIRST, scale=SCALE, judgments_per_pair=3)
    of_alone = {one.name: one for one in alone.coefficients}
    assert [one.name for one in first.coefficients] == [
        "percent_agreement", "fleiss_kappa", "alpha_nominal", "alpha_ordinal",
    ]  # fmt: skip
    assert [of_alone[one.name] for one in first.coefficients] == list(first.coefficients)
    assert (first.name, first.n_topics, first.n_pairs, first.n_votes) == ("part 0", 2, 3, 8)
    assert second.n_by_grade == (1, 2, 1, 0, 1)


def test_a_single_topic_has_no_interval() -> None:
    _, second = agreement_of_groups(groups(FIRST, SECOND), scale=SCALE)
    assert {(one.low, one.high) for one in second.coefficients} == {(None, None)}


def test_fleiss_takes_as_many_votes_in_all_parts() -> None:
    _, second = agreement_of_groups(groups(FIRST, SECOND), scale=SCALE, judgments_per_pair=3)
    n_pairs = {one.name: one.n_pairs for one in second.coefficients}
    assert (n_pairs["fleiss_kappa"], n_pairs["alpha_nominal"]) == (1, 2)
