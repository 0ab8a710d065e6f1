"""Whose votes count: every rule by itself, and how they stand together."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.aggregation import AggregationPolicy, aggregate
from regrade.aggregation.electorate import Electorate
from regrade.agreement.assessors.others import leave_one_out
from regrade.votes import Vote
from regrade.votes.assessor import Assessor

ANN = Assessor("P-1", level="native")
BEA = Assessor("P-2", level="basic", flags=("pace",))
CAT = Assessor("P-3")
SIM = Assessor("P-4", kind="simulated")
GPT = Assessor("P-5", kind="model", called="gpt")
EVERYBODY = [ANN, BEA, CAT, SIM, GPT]
SCALE = [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("rules", "counted"),
    [
        ({}, "123"),
        ({"kinds": ("human", "simulated")}, "1234"),
        ({"kinds": ("model",)}, "5"),
        ({"models": ("gpt",)}, "1235"),
        ({"models": ("P-5",), "without": ("P-1",)}, "235"),
        ({"only": ("P-2", "P-4", "gpt")}, "245"),
        ({"only": ("P-2", "P-4"), "without": ("P-4",)}, "2"),
        ({"levels": ("native", "advanced")}, "1"),
        ({"levels": ("native",), "kinds": ("human", "simulated"), "models": ("gpt",)}, "145"),
        ({"without_flags": ("gold",)}, "123"),
        ({"without_flags": ("gold", "pace")}, "13"),
    ],
)
def test_who_counts(rules: dict[str, Any], counted: str) -> None:
    electorate = Electorate(**rules)
    assert [one.name for one in EVERYBODY if electorate.counts(one)] == [f"P-{n}" for n in counted]


def test_names_that_are_of_nobody_are_reported() -> None:
    asked = Electorate(only=("P-1", "zoe"), without=("gpt", "eve"), models=("gpt", "P-4"))
    assert list(asked.unknown(EVERYBODY)) == ["zoe", "eve", "P-4"]


grades = st.none() | st.sampled_from(SCALE)


@given(st.lists(st.lists(grades, min_size=4, max_size=4), max_size=12))
def test_those_who_agree_too_little_are_left_out(rows: list[list[int | None]]) -> None:
    """By the figure that the pages of assessors show."""
    names = "abcd"
    votes = [
        Vote("q", passage, names[column], grade)
        for passage, row in enumerate(rows)
        for column, grade in enumerate(row)
        if grade is not None
    ]
    table = np.array([[np.nan if g is None else g for g in row] for row in rows]).reshape(-1, 4)
    shown = leave_one_out(table, SCALE)
    kappas = [one.cohen_kappa_quadratic for one in shown]
    agreeing = {n for n, kappa in zip(names, kappas, strict=True) if kappa is None or kappa >= 0.4}
    mean = AggregationPolicy(aggregate="mean")
    strict = AggregationPolicy(aggregate="mean", min_agreement=0.4)
    expected = aggregate(votes, mean, scale=SCALE, only_assessors=agreeing)
    assert aggregate(votes, strict, scale=SCALE).labels == expected.labels
