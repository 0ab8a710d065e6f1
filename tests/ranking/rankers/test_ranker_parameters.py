from __future__ import annotations

import pytest

from ranking.parameters.texts import ABOUT
from ranking.rankers.neural_rankers import NEURAL_RANKERS, parameters_of, takers


@pytest.mark.parametrize(
    ("ranker", "name", "given"),
    [
        ("bert-cat", "format", ("choice", ("joint", "mono-bert"), "joint")),
        ("bert-dot", "pooling", ("choice", ("mean", "cls"), None)),  # the model settles it
        ("colbert", "max_query_tokens", ("whole", (), 32)),
        ("colbert", "query_marker", ("text", (), "[unused0]")),
        ("bert-dot", "query_prompt", ("prompt", (), None)),
        ("colbert", "drops_punctuation", ("yes_no", (), True)),
    ],
)
def test_parameters_show_kind_choices_and_default(
    ranker: str, name: str, given: tuple[object, ...]
) -> None:
    found = {one.name: one for one in parameters_of(ranker)}[name]
    assert (found.kind, found.choices, found.default) == given


def test_every_ranker_is_described_with_all_that_it_takes() -> None:
    for ranker, kind in NEURAL_RANKERS.items():
        parameters = parameters_of(ranker)
        assert [one.name for one in parameters] == list(kind.options._fields)
        assert all([ABOUT[ranker], *(one.help for one in parameters)]), ranker


def test_takers_of_a_parameter_are_all_rankers_with_it() -> None:
    assert {"bert-cat", "colbert"} <= takers()["max_query_tokens"].keys()
