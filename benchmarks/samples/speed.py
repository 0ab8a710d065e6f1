"""How long a design, a draw and an estimate take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from benchmarks.running.tables import Table
from benchmarks.running.timing import time_in_turn
from regrade.measures import Rankings, parse_measures
from regrade.measures.labels import Floats
from regrade.sampling.drawing import draw
from regrade.sampling.estimation import estimate
from regrade.sampling.frame import Frame, frame_of, ranks_in, run_weights
from regrade.sampling.prediction import Judged, features_of, predict
from regrade.sampling.question import Question, pair_sizes

N_RUNS, N_TOPICS, N_PASSAGES, DEPTH = 50, 1_000, 300, 20  # passages that a topic's runs find
MILLION, N_JUDGED = 1_000_000, 20_000
MEASURES = parse_measures("DCG@10,P@10,RBP(p=0.8),P@5,DCG@20")


def speed(n_rounds: int, seed: int) -> Table:
    rng = np.random.default_rng(seed)
    starts = np.arange(N_TOPICS + 1) * 100
    rankings = [
        Rankings(starts, rng.random((N_TOPICS, N_PASSAGES)).argsort(axis=1)[:, :100].ravel())
        for _ in range(N_RUNS)
    ]
    steps = time_in_turn({**_drawing(rng), **_estimating(rankings, rng)}, n_rounds)
    return Table(
        f"Seconds, medians of {n_rounds} rounds",
        ("step", "wall", "processor"),
        [[step.name, step.median_s, step.median_cpu_s] for step in steps.values()],
    )


def _drawing(rng: np.random.Generator) -> dict[str, Callable[[], object]]:
    sizes, numbers = rng.random(MILLION), rng.random(MILLION)
    draws = partial(draw, sizes / sizes.sum(), numbers, N_JUDGED)
    return {f"draw {N_JUDGED:,} of {MILLION:,} pairs, with probabilities": draws}


def _estimating(
    rankings: Sequence[Rankings], rng: np.random.Generator
) -> dict[str, Callable[[], object]]:
    frame = frame_of(rankings, DEPTH)
    sizes, features = _sizes(frame), features_of(frame)
    drawn = draw(sizes, rng.random(sizes.size), N_JUDGED)
    judged = Judged(drawn.pairs, drawn.probabilities[drawn.pairs])
    gains = rng.integers(0, 4, N_JUDGED).astype(np.float64)

    def estimates() -> None:
        """One run after another, as they are scored."""
        fits = [predict(frame, judged, gains, features, sizes) for _ in MEASURES]
        for of_run in rankings:
            alone = frame._replace(ranks=ranks_in(frame, of_run)[None])
            for one, predicted in zip(MEASURES, fits, strict=True):
                estimate(frame, judged, predicted, run_weights(one, alone))

    n_measures = len(MEASURES)
    asked = f"{N_RUNS} runs by {n_measures} measures"
    return {
        f"frame of {N_RUNS} runs, {N_TOPICS:,} topics: {frame.n_pairs:,} pairs": partial(
            frame_of, rankings, DEPTH
        ),
        f"sizes of its pairs, {n_measures} measures": partial(_sizes, frame),
        "what predicts, once for a label set": partial(features_of, frame),
        f"estimate {asked} from {N_JUDGED:,} judged pairs": estimates,
    }


def _sizes(frame: Frame) -> Floats:
    return pair_sizes(Question("all", range(N_RUNS)), [run_weights(one, frame) for one in MEASURES])
