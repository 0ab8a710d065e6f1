from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.significance.paired.watched import watch_mean
from tests.tiers import THOROUGH

N_CAMPAIGNS, N_TOPICS, N_PASSAGES, DEPTH = 2_000, 24, 6, 3
N_JUDGMENTS = N_TOPICS * N_PASSAGES
RATES = (0.55, 0.4)  # of relevant passages in the first ranks of the two runs
TRUTH = RATES[0] - RATES[1]
DRAWN = [
    *(0.28, -0.25, 0.08, 0.28, 0.57, 0.04, -0.11, 0.03, -0.15, 0.82),
    *(0.16, 0.23, -0.3, -0.18, 0.09, 0.11, 0.43, -0.13, 0.4, 0.26),
]


def campaigns(seed: int) -> NDArray[np.float64]:
    """shape (n_campaigns, n_topics). Differences in P@3, topics in the order of judging.

    Passages of a topic are judged one by one; topics differ in how much is relevant, on average
    as RATES say.
    """
    rng = np.random.default_rng(seed)
    ease = rng.choice([0.25, 1.0, 1.75], (N_CAMPAIGNS, N_TOPICS, 1))
    found = [
        (rng.random((N_CAMPAIGNS, N_TOPICS, DEPTH)) < rate * ease).mean(axis=2) for rate in RATES
    ]
    return np.asarray(found[0] - found[1])


def at_every_judgment(by_topic: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """shape (n_judgments,). What stands after each judgment, from the last topic that is done."""
    n_done = np.arange(1, N_JUDGMENTS + 1) // N_PASSAGES
    return np.where(n_done > 0, by_topic[n_done - 1], True)


def covers(differences: NDArray[np.float64], value: float, n_planned: int | None) -> bool:
    watched = watch_mean(differences, n_planned=n_planned)
    held = (watched.lows <= value + 1e-12) & (value - 1e-12 <= watched.highs)
    return bool(at_every_judgment(held).all())


def test_watched_intervals_cover_as_promised_at_every_judgment_of_many_campaigns() -> None:
    some = campaigns(1)[: N_CAMPAIGNS if THOROUGH else 400]
    held = [covers(differences, TRUTH, None) for differences in some]
    assert np.mean(held) >= 0.95


def test_intervals_of_one_campaigns_topics_cover_their_mean_and_end_in_it() -> None:
    some = campaigns(2)[:300]
    assert np.mean([covers(each, float(each.mean()), N_TOPICS) for each in some]) >= 0.95
    differences = some[0]
    watched = watch_mean(differences, n_planned=N_TOPICS)
    ends = (watched.lows[-1], watched.highs[-1])
    assert ends == pytest.approx((differences.mean(), differences.mean()))


@pytest.mark.parametrize(
    ("n_planned", "lows", "highs"),
    [
        (None, [-1.0, -0.402, -0.208], [1.0, 0.558, 0.405]),
        (25, [-0.9488, -0.295, -0.041], [0.9712, 0.479, 0.267]),
    ],
)
def test_intervals_equal_those_of_confseq(
    n_planned: int | None, lows: list[float], highs: list[float]
) -> None:
    """betting_cs(x, alpha=.05, N=n_planned, breaks=2000, running_intersection=True) of 0.0.11."""
    watched = watch_mean(DRAWN, n_planned=n_planned)
    assert watched.lows[[0, 9, 19]] == pytest.approx(lows)
    assert watched.highs[[0, 9, 19]] == pytest.approx(highs)


def test_other_limits_scale_the_interval() -> None:
    ranks = watch_mean(np.array(DRAWN) * 10, limits=(-10.0, 10.0))
    shares = watch_mean(DRAWN)
    assert ranks.lows == pytest.approx(shares.lows * 10)
    assert ranks.means == pytest.approx(shares.means * 10)


def test_blocks_of_looks_make_no_difference() -> None:
    differences = np.tile(DRAWN, 15)
    whole, part = watch_mean(differences), watch_mean(differences[:250])
    assert whole.highs[:250].tolist() == part.highs.tolist()


def test_topics_in_no_random_order_leave_nothing_tenable() -> None:
    watched = watch_mean([1.0] * 60 + [-1.0] * 200)
    assert np.isnan(watched.lows[-1])
    assert watched.note.startswith("no mean is tenable")


def test_no_topics_give_no_intervals() -> None:
    assert watch_mean([]).lows.size == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"differences": [0.1, 1.5]}, "topic 1, counted from 0, is 1.5"),
        ({"differences": [float("nan")]}, "topic 0"),
        ({"differences": [0.1], "confidence": 1.0}, "between 0 and 1"),
        ({"differences": [0.1], "limits": (1.0, 1.0)}, "a lower and a higher number"),
        ({"differences": [0.1, 0.2], "n_planned": 1}, "1 topics were planned"),
        ({"differences": [[0.1]]}, "one topic each"),
    ],
)
def test_watch_mean_of_what_makes_no_sense_refuses(
    arguments: dict[str, object], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        watch_mean(**arguments)  # type: ignore[arg-type]
