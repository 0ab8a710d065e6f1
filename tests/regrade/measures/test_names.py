from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.measures import Measure, parse_measure
from regrade.measures.registry import FAMILIES
from tests.tiers import examples

SHARES = st.floats(0, 1)
NUMBERS = st.one_of(st.integers(-3, 9), st.floats(-1e6, 1e6))
SETTABLE = {
    "cutoff": st.none() | st.integers(-1, 3000),
    "recall": st.none() | SHARES,
    "rel": st.none() | st.integers(-2, 5),
    "judged_only": st.booleans(),
    "relative": st.booleans(),
    "graded": st.booleans(),
    "normalize": st.booleans(),
    "dcg": st.sampled_from(["log2", "exp-log2", "jk"]),
    "ideal": st.sampled_from(["judged", "retrieved"]),
    "rounding": st.sampled_from(["up", "down"]),
    "gains": st.none()
    | st.dictionaries(st.integers(0, 5), NUMBERS, min_size=1).map(lambda t: tuple(t.items())),
    **dict.fromkeys(("p", "alpha", "beta"), SHARES),
    **dict.fromkeys(("unjudged", "times", "found", "other", "missed"), NUMBERS),
}


def members(family: type[Measure]) -> st.SearchStrategy[Measure | None]:
    """Measures of a family with any parameters, None where they are refused."""
    names = [*(field.name for field in family.parameters()), "cutoff", family.at_parameter]

    def build(values: dict[str, Any]) -> Measure | None:
        try:
            return family(**values)
        except ValueError:
            return None

    return st.fixed_dictionaries({name: SETTABLE[name] for name in names}).map(build)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.symbol)
def test_the_name_of_a_measure_parses_to_the_measure(family: type[Measure]) -> None:
    @examples(30)
    @given(members(family))
    def check(measure: Measure | None) -> None:
        if measure is not None:
            assert parse_measure(measure.name) == measure

    check()


def test_a_measure_can_be_a_key() -> None:
    for family in FAMILIES:
        measure = parse_measure(family.examples[0])
        assert {measure: 1}[parse_measure(measure.name)] == 1
