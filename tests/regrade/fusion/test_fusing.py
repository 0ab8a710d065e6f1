"""Fusion of one topic's rankings: cases worked by hand, a plain reference, and invariances."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean, pstdev

import numpy as np
import pytest

from regrade.fusion import METHODS, NORMALIZATIONS, Fusion, Scored, fuse

SEEDS = range(15)
# Each passage once, best first: passages 1 to 4.
A = Scored(np.array([1, 2, 3]), np.array([9.0, 7.0, 5.0]))
B = Scored(np.array([3, 4]), np.array([0.8, 0.4]))
FUSIONS = [
    *(Fusion(name) for name in METHODS),
    *(Fusion(name, normalization="z-score") for name in ("combsum", "combmnz", "combanz")),
    Fusion("rrf", k=3),
]


def by_passage(found: Scored) -> dict[int, float]:
    return dict(zip(found.passages.tolist(), found.scores.tolist(), strict=True))


def random_rankings(seed: int) -> list[Scored]:
    """Rankings with ties, some of a single passage."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(int(rng.integers(2, 6))):
        passages = rng.permutation(20)[: rng.integers(1, 15)].astype(np.int64)
        scores = rng.integers(-4, 9, passages.size) / 4
        order = np.lexsort((passages, scores))[::-1]
        found.append(Scored(passages[order], scores[order]))
    return found


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        (Fusion("rrf"), {3: 1 / 63 + 1 / 61, 1: 1 / 61, 4: 1 / 62, 2: 1 / 62}),
        (Fusion("combsum"), {3: 1.0, 1: 1.0, 2: 0.5, 4: 0.0}),
        (Fusion("combmnz"), {3: 2.0, 1: 1.0, 2: 0.5, 4: 0.0}),
        (Fusion("combanz"), {1: 1.0, 3: 0.5, 2: 0.5, 4: 0.0}),
        # Four candidates. A gives 4, 3, 2 and 1 to its missing one; B gives 4, 3 and 1.5 twice.
        (Fusion("borda"), {3: 6.0, 1: 5.5, 2: 4.5, 4: 4.0}),
        (Fusion("combsum", normalization="z-score"), {1: 1.5**0.5, 2: 0.0, 3: 1 - 1.5**0.5, 4: -1}),
    ],
)
def test_two_rankings_are_fused_as_worked_by_hand(by: Fusion, expected: dict[int, float]) -> None:
    found = by_passage(fuse([A, B], by))
    assert list(found) == list(expected)
    assert found == pytest.approx(expected, abs=1e-15)


def plain(rankings: list[Scored], by: Fusion) -> dict[int, float]:
    """Scores passage by passage, as the papers define them."""
    lists = [by_passage(ranking) for ranking in rankings]
    candidates = set().union(*lists)
    return {
        passage: PLAIN[by.method](passage, lists, len(candidates), by) for passage in candidates
    }


def _rrf(passage: int, lists: list[dict[int, float]], n: int, by: Fusion) -> float:
    return sum(1 / (by.k + 1 + list(one).index(passage)) for one in lists if passage in one)


def _normalized(passage: int, lists: list[dict[int, float]], by: Fusion) -> list[float]:
    found = []
    for one in (one for one in lists if passage in one):
        scores = list(one.values())
        if by.normalization == "z-score":
            spread = pstdev(scores)
            found.append((one[passage] - fmean(scores)) / spread if spread else 0.0)
        else:
            spread = max(scores) - min(scores)
            found.append((one[passage] - min(scores)) / spread if spread else 1.0)
    return found


def _borda(passage: int, lists: list[dict[int, float]], n: int, by: Fusion) -> float:
    return sum(
        n - list(one).index(passage) if passage in one else fmean(range(1, n - len(one) + 1))
        for one in lists
    )


PLAIN: dict[str, Callable[[int, list[dict[int, float]], int, Fusion], float]] = {
    "rrf": _rrf,
    "borda": _borda,
    "combsum": lambda passage, lists, n, by: sum(_normalized(passage, lists, by)),
    "combanz": lambda passage, lists, n, by: fmean(_normalized(passage, lists, by)),
    "combmnz": lambda passage, lists, n, by: (
        sum(found := _normalized(passage, lists, by)) * len(found)
    ),
}


@pytest.mark.parametrize("by", FUSIONS, ids=str)
def test_scores_are_those_of_a_plain_reference(by: Fusion) -> None:
    for seed in SEEDS:
        rankings = random_rankings(seed)
        found = by_passage(fuse(rankings, by))
        assert found == pytest.approx(plain(rankings, by), abs=1e-12)


@pytest.mark.parametrize("by", FUSIONS, ids=str)
def test_the_order_of_the_runs_makes_no_difference(by: Fusion) -> None:
    for seed in SEEDS:
        rankings = random_rankings(seed)
        for found, again in zip(fuse(rankings, by), fuse(rankings[::-1], by), strict=True):
            np.testing.assert_array_equal(found, again)


@pytest.mark.parametrize("by", FUSIONS, ids=str)
def test_fused_passages_fall_in_score_and_ties_in_number(by: Fusion) -> None:
    for seed in SEEDS:
        passages, scores = fuse(random_rankings(seed), by)
        keys = list(zip(scores.tolist(), passages.tolist(), strict=True))
        assert keys == sorted(keys, reverse=True)


def test_the_depth_cuts_what_is_read_and_what_is_kept() -> None:
    cut = [A.first(2), B.first(2)]
    for found, expected in zip(
        fuse([A, B], Fusion("borda"), depth=2), fuse(cut, Fusion("borda"), depth=None), strict=True
    ):
        np.testing.assert_array_equal(found, expected[:2])


def test_nothing_is_fused_of_nothing() -> None:
    nothing = Scored(np.zeros(0, np.int64), np.zeros(0))
    for by in FUSIONS:
        assert fuse([], by).passages.size == 0
        assert fuse([nothing], by).passages.size == 0
        assert fuse([nothing, B], by).passages.tolist() == [3, 4]


@pytest.mark.parametrize("name", NORMALIZATIONS)
def test_normalized_scores_do_not_overflow(name: str) -> None:
    scores = np.array([1.7e308, 0.0, -1.7e308])
    expected = NORMALIZATIONS[name](np.array([1.0, 0.0, -1.0]))
    np.testing.assert_allclose(NORMALIZATIONS[name](scores), expected)


@pytest.mark.parametrize(
    "given", [{"method": "condorcet"}, {"normalization": "sum"}, {"k": -1}], ids=str
)
def test_settings_that_there_are_not_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=str(*given.values())):
        Fusion(**given)  # type: ignore[arg-type]
