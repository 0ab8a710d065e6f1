from __future__ import annotations

import numpy as np
import pytest

from regrade.measures import evaluate
from regrade.measures.measure import BinaryMeasure
from regrade.measures.parsing import parse_measure
from regrade.measures.registry import FAMILIES
from regrade.verdict import reads_relevant_alone

BINARY = [
    name
    for family in FAMILIES
    if issubclass(family, BinaryMeasure) and family.reads == "relevance"
    for name in family.examples
]
N_TOPICS, N_PASSAGES, N_RETRIEVED = 30, 60, 40


def differs(name: str) -> bool:
    """Between two label sets that call the same passages relevant and agree in nothing else."""
    rng = np.random.default_rng(20261127)
    first, second, run = {}, {}, {}
    for number in range(N_TOPICS):
        passages = [f"d{n}" for n in range(N_PASSAGES)]
        is_relevant = rng.random(N_PASSAGES) < 0.05
        # Relevant from 4, other values above and below; the others may be without a label.
        first[f"q{number}"], second[f"q{number}"] = (
            {
                passage: int(rng.integers(4, 7) if relevant else rng.integers(-1, 4))
                for passage, relevant in zip(passages, is_relevant, strict=True)
                if relevant or rng.random() < 0.1
            }
            for _ in range(2)
        )
        retrieved = rng.permutation(passages)[:N_RETRIEVED].tolist()
        run[f"q{number}"] = dict(zip(retrieved, rng.random(N_RETRIEVED).tolist(), strict=True))
    one, other = (
        evaluate(qrels, run, [parse_measure(name)], min_relevance=4) for qrels in (first, second)
    )
    return not np.array_equal(one.of(name), other.of(name))


@pytest.mark.parametrize("name", [*BINARY, "P(judged_only=True)@5", "nDCG@5", "Judged@5"])
def test_measures_that_read_relevant_passages_alone_cannot_tell_such_labels_apart(
    name: str,
) -> None:
    assert differs(name) != reads_relevant_alone(parse_measure(name))
