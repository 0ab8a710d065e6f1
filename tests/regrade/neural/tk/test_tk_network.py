from __future__ import annotations

from math import cos, exp, log, sin
from pathlib import Path

import pytest

from regrade.neural.model_folder import ModelFolder
from regrade.neural.tk.folder import read_tk
from regrade.neural.tk.network import KernelPooling, sinusoids, tk_network
from tests.regrade.neural.small_models.tiny_tk import make_tk


def pooling() -> KernelPooling:
    """Two kernels, at 1 and at 0.5, both of width 0.1."""
    import torch

    return KernelPooling(
        means=torch.tensor([1.0, 0.5])[:, None, None, None],
        exponents=torch.full((2, 1, 1, 1), -1 / (2 * 0.1**2)),
        alphas=torch.tensor([2.0, 3.0])[:, None, None],
        weights=torch.tensor([0.25, -0.5]),
    )


def test_kernels_of_one_pair_are_those_by_hand() -> None:
    import torch

    query = torch.tensor([[[1.0, 0.0], [0.0, 1.0]]])
    passage = torch.tensor([[[1.0, 0.0], [0.6, 0.8]]])
    # Cosines: 1 and 0.6 for the first word, 0 and 0.8 for the second.
    exact = [exp(0) + exp(-8), exp(-50) + exp(-2)]
    half = [exp(-12.5) + exp(-0.5), exp(-12.5) + exp(-4.5)]
    by_hand = 0.25 * sum(log(2 * hits) for hits in exact) - 0.5 * sum(
        log(3 * hits) for hits in half
    )
    assert pooling().scores(query, passage).tolist() == pytest.approx([by_hand], abs=1e-5)


def test_kernels_without_a_hit_see_the_least() -> None:
    import torch

    far = torch.tensor([[[1.0, 0.0]]]), torch.tensor([[[-1.0, 0.0]]])
    by_hand = (0.25 - 0.5) * log(1e-10)
    assert pooling().scores(*far).tolist() == pytest.approx([by_hand], abs=1e-5)


def test_kernels_of_a_passage_without_words_see_the_least_for_each_query_word() -> None:
    import torch

    found = pooling().scores(torch.eye(2)[None].expand(3, 2, 2), torch.empty(3, 0, 2))
    assert found.tolist() == pytest.approx([2 * (0.25 - 0.5) * log(1e-10)] * 3, abs=1e-5)


def test_kernels_of_a_query_without_words_count_nothing() -> None:
    import torch

    assert pooling().scores(torch.empty(1, 0, 2), torch.eye(2)[None]).tolist() == [0.0]


def test_sinusoids_are_sines_then_cosines_from_the_first_position() -> None:
    found = sinusoids(500, 2, 4)
    by_hand = [[sin(p), sin(p / 10_000), cos(p), cos(p / 10_000)] for p in (500, 501)]
    assert found.flatten().tolist() == pytest.approx([n for row in by_hand for n in row], abs=1e-5)


def test_sinusoids_of_odd_width_end_with_a_zero() -> None:
    assert sinusoids(1, 1, 5)[0, 4].item() == 0.0


def test_network_begins_passages_at_500_and_queries_at_0(tmp_path: Path) -> None:
    files = read_tk(ModelFolder("tiny", make_tk(tmp_path), ""))
    network = tk_network(files, n_query_words=3, n_passage_words=4)
    width = files.settings.width
    assert network.of_queries.positions.tolist() == sinusoids(0, 3, width).tolist()
    assert network.of_passages.positions.tolist() == sinusoids(500, 4, width).tolist()
