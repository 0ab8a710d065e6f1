"""The 600 real topics of MS MARCO: 500 to train on, 100 to measure."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from regrade.neural.reranker import PassageText
from regrade.training.judged import JudgedSource, JudgedTopic, Negatives
from regrade.training.recipe import Recipe
from regrade.training.validating import HeldOutTopic

FILE = "msmarco_assessment/candidates_600x20.jsonl.gz"
N_MEASURED, N_VALIDATED = 100, 50


class Split(NamedTuple):
    """Topics in three parts, and all passages by ordinal."""

    trained_on: Sequence[HeldOutTopic]
    validated: Sequence[HeldOutTopic]
    measured: Sequence[HeldOutTopic]
    texts: Sequence[str]

    def source(self, recipe: Recipe) -> JudgedSource:
        """Examples of the topics that are trained on."""
        topics = [
            JudgedTopic(
                topic.query,
                {one: 1.0 for one, grade in topic.grades.items() if grade},
                np.array(topic.passages),
            )
            for topic in self.trained_on
        ]
        negatives = Negatives(recipe.negatives, recipe.depth, recipe.of_any_query, recipe.seed)
        return JudgedSource(
            topics, lambda ordinals: [self.texts[one] for one in ordinals], negatives
        )


def read_split(data: Path, seed: int) -> Split:
    """Topics with the passage that MS MARCO calls relevant among their 20; drawn by the seed.

    The last 50 of those trained on validate, so that the 100 measured decide nothing.
    """
    with gzip.open(data / FILE, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    ordinals: dict[str, int] = {}
    by_query = defaultdict(list)
    for row in rows:
        ordinals.setdefault(row["passage_id"], len(ordinals))
        by_query[row["query_id"]].append(row)
    texts = [""] * len(ordinals)
    for row in rows:
        texts[ordinals[row["passage_id"]]] = row["passage"]
    topics = [_topic(found, ordinals) for found in by_query.values()]
    drawn = [topics[one] for one in np.random.default_rng(seed).permutation(len(topics))]
    begin, end = N_MEASURED, N_MEASURED + N_VALIDATED
    return Split(drawn[end:], drawn[begin:end], drawn[:begin], texts)


def _topic(rows: Sequence[Any], ordinals: dict[str, int]) -> HeldOutTopic:
    ranked = sorted(rows, key=lambda row: row["bm25_rank"])
    passages = [ordinals[row["passage_id"]] for row in ranked]
    grades = {ordinals[row["passage_id"]]: int(row["msmarco_relevant"]) for row in ranked}
    texts = [PassageText("", row["passage"]) for row in ranked]
    return HeldOutTopic(ranked[0]["query"], passages, texts, grades)
