from __future__ import annotations

from argparse import ArgumentParser

import pytest

from regrade.aggregation.arguments import (
    add_aggregation,
    add_decisions,
    add_filters,
    add_voters,
    policy_of,
)
from regrade.aggregation.policy_file import WholePolicy


def asked(*arguments: str) -> WholePolicy:
    parser = ArgumentParser()
    add_decisions(add_aggregation(parser, labels="LABELS"))
    add_filters(parser, labels="LABELS")
    add_voters(parser, with_flags=True)
    return policy_of(vars(parser.parse_args(arguments)), gold="none")


@pytest.mark.parametrize(
    ("arguments", "tie"),
    [
        (["--threshold", "3", "--fallback", "old"], "fallback"),
        (["--threshold", "3"], "unjudged"),
        (["--fallback", "old"], "unjudged"),
        (["--threshold", "3", "--fallback", "old", "--tie", "lowest"], "lowest"),
    ],
)
def test_ties_are_left_to_the_fallback_by_default_where_there_is_one(
    arguments: list[str], tie: str
) -> None:
    assert asked("--aggregate", "majority", *arguments).rules.tie == tie


def test_those_who_are_named_twice_are_there_once_in_their_order() -> None:
    whole = asked("--aggregate", "mean", "--without", "b", "--without", "a", "--without", "b")
    assert whole.voters.without == ("b", "a")
