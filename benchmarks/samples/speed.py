"""How long a design, a draw and an estimate take."""

from __future__ import annotations

import numpy as np

from benchmarks.running.tables import Table
from benchmarks.running.timing import time_in_turn
from regrade.measures import Rankings, parse_measures
from regrade.sampling.drawing import draw, permanent_numbers
from regrade.sampling.estimation import Judged, estimate
from regrade.sampling.frame import frame_of, run_weights
from regrade.sampling.prediction import features_of
from regrade.sampling.question import Question, pair_sizes

N_RUNS, N_TOPICS, N_PASSAGES, N_JUDGED = 50, 1_000, 300, 20_000  # passages of each topic
MILLION = 1_000_000
MEASURES = parse_measures("DCG@10,P@10,RBP(p=0.8),P@5,DCG@20")


def speed(n_rounds: int, seed: int) -> Table:
    rng = np.random.default_rng(seed)
    starts = np.arange(N_TOPICS + 1) * 100
    rankings = [
        Rankings(starts, rng.random((N_TOPICS, N_PASSAGES)).argsort(axis=1)[:, :100].ravel())
        for _ in range(N_RUNS)
    ]
    frame = frame_of(rankings, 20)
    weights = [run_weights(one, frame) for one in MEASURES]
    features = features_of(frame)
    sizes = pair_sizes(Question("all", range(N_RUNS)), weights)
    numbers = permanent_numbers(frame.topics, frame.passages, seed)
    drawn = draw(sizes, numbers, N_JUDGED)
    judged = Judged(drawn.pairs, drawn.probabilities[drawn.pairs])
    gains = rng.integers(0, 4, N_JUDGED).astype(np.float64)
    million = rng.random(MILLION)
    of_million = rng.random(MILLION)

    def estimated() -> None:
        for one in MEASURES:
            estimate(frame, judged, gains, run_weights(one, frame), features, sizes)

    steps = time_in_turn(
        {
            "draw 20,000 of 1,000,000 pairs, with probabilities": lambda: draw(
                million / million.sum(), of_million, N_JUDGED
            ),
            f"frame of {N_RUNS} runs, {N_TOPICS:,} topics: {frame.n_pairs:,} pairs": lambda: (
                frame_of(rankings, 20)
            ),
            "sizes of its pairs, 5 measures": lambda: pair_sizes(
                Question("all", range(N_RUNS)), [run_weights(one, frame) for one in MEASURES]
            ),
            "what predicts, once for a label set": lambda: features_of(frame),
            f"estimate {N_RUNS} runs by 5 measures from {N_JUDGED:,} judged pairs": estimated,
        },
        n_rounds,
    )
    return Table(
        f"Seconds, medians of {n_rounds} rounds",
        ("step", "wall", "processor"),
        [[step.name, step.median_s, step.median_cpu_s] for step in steps.values()],
    )
