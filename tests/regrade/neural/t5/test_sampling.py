from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from regrade.neural.t5.doc2query import Sampling, draw_numbers, draw_tokens

LOGITS = np.log([0.1, 0.4, 0.001, 0.3, 0.2])


def draw(logits: np.ndarray, numbers: list[float], top_k: int) -> list[int]:
    import torch

    tokens = draw_tokens(torch.tensor(logits), torch.tensor(numbers).double(), top_k)
    return [int(token) for token in tokens]


def drawn(number: float, top_k: int, logits: np.ndarray = LOGITS) -> int:
    return draw(logits[None], [number], top_k)[0]


@pytest.mark.parametrize(
    ("number", "token"),
    [(0.0, 0), (0.0999, 0), (0.1001, 1), (0.4999, 1), (0.5001, 3), (0.7999, 3), (0.8001, 4)],
)
def test_draw_tokens_stacks_the_likeliest_by_their_ids(number: float, token: int) -> None:
    """Of the four likeliest, which make 1: 0.1, 0.4, 0.3, 0.2."""
    assert drawn(number, top_k=4) == token


def test_draw_tokens_never_draws_beyond_the_likeliest() -> None:
    numbers = np.linspace(0, 1, 1000, endpoint=False)
    assert {drawn(number, top_k=2) for number in numbers} == {1, 3}


def test_draw_tokens_follows_the_likelihoods_of_the_likeliest() -> None:
    counts = Counter(drawn(number, top_k=3) for number in np.arange(0.5, 900) / 900)
    assert counts == {1: 400, 3: 300, 4: 200}


def test_draw_tokens_of_one_takes_the_likeliest() -> None:
    assert drawn(0.999, top_k=1) == 1


def test_draw_tokens_of_more_than_there_are_takes_all() -> None:
    assert drawn(0.9999999999, top_k=50) == 4


def test_draw_tokens_draws_each_row_by_its_own_number() -> None:
    rows = np.stack([LOGITS, LOGITS[::-1]])
    assert (draw(rows, [0.05, 0.05], 4), draw(rows, [0.95, 0.95], 4)) == ([0, 0], [4, 4])
    assert draw(rows, [0.05, 0.95], 4) == [0, 4]


def test_draw_tokens_hardly_heeds_a_change_of_order_among_equals() -> None:
    """Two tokens that rounding lets change places: a draw does not change with them."""
    first, second = LOGITS.copy(), LOGITS.copy()
    first[[1, 3]], second[[1, 3]] = [-1.0, -1.0 + 1e-7], [-1.0 + 1e-7, -1.0]
    numbers = np.linspace(0.01, 0.99, 50)
    assert [drawn(u, 4, first) for u in numbers] == [drawn(u, 4, second) for u in numbers]


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_draw_tokens_from_scores_that_are_no_numbers_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="not finite numbers"):
        drawn(0.5, 3, np.array([0.0, bad, 1.0]))


def test_draw_numbers_are_a_passages_own() -> None:
    sampling = Sampling(n_queries=3, max_output_tokens=4)
    first, second = draw_numbers(sampling, "d1"), draw_numbers(sampling, "d2")
    assert first.shape == (3, 4)
    assert not np.isin(first, second).any()
    np.testing.assert_array_equal(first, draw_numbers(sampling, "d1"))


def test_draw_numbers_of_another_seed_are_others() -> None:
    one, two = draw_numbers(Sampling(seed=1), "d1"), draw_numbers(Sampling(seed=2), "d1")
    assert not np.isin(one, two).any()


def test_draw_numbers_for_more_queries_begin_alike() -> None:
    few, many = Sampling(n_queries=3), Sampling(n_queries=8)
    np.testing.assert_array_equal(draw_numbers(few, "d1"), draw_numbers(many, "d1")[:3])


def test_draw_numbers_stay_what_they_are() -> None:
    """A file that is generated in parts by two releases must not change in between."""
    numbers = draw_numbers(Sampling(n_queries=1, max_output_tokens=3), "d1")
    np.testing.assert_allclose(
        numbers, [[0.0397751927196075, 0.33636565731089185, 0.5891580407490923]]
    )


@pytest.mark.parametrize("name", ["n_queries", "top_k", "max_output_tokens"])
def test_sampling_checked_refuses_a_number_below_one(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be at least 1; it is 0"):
        Sampling()._replace(**{name: 0}).checked()


def test_sampling_checked_refuses_an_input_of_its_end_alone() -> None:
    with pytest.raises(ValueError, match="max_input_tokens must be at least 2; it is 1"):
        Sampling(max_input_tokens=1).checked()
