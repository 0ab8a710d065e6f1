from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.counted import counted
from regrade.given import explained, wrong_kind
from regrade.measures.columns import Columns, by_topic
from regrade.measures.judge_scores import Run, judge_scores
from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import Measure
from regrade.measures.packing import Qrels
from regrade.measures.parsing import each_once, parse_measure, parse_measures
from regrade.measures.scoring import geometric_mean, score_measures
from regrade.measures.topics import checked_topics
from regrade.measures.unlabelled import note_on_unlabelled


class MeasuredRun(NamedTuple):
    """A run's scores on every topic of the labels.

    Attributes:
        query_ids: the topics, in the order of the labels.
        values: by canonical name, shape (n_topics,); `of` takes other spellings as well.
        missing: topics that the run lacks; they count with each measure's worst value.
        unlabelled: topics that only the run has; they count nowhere.
        note: where none of the run's passages has a label, a sentence on that and its likely
            cause.
    """

    query_ids: tuple[str, ...]
    values: dict[str, NDArray[np.float64]]
    missing: tuple[str, ...]
    unlabelled: tuple[str, ...]
    note: str = ""

    def mean(self, name: str) -> float:
        """Mean over all topics of the labels, missing ones included."""
        return float(self.of(name).mean())

    def total(self, name: str) -> float:
        """Sum over all topics, as trec_eval and ir_measures print for a count."""
        return float(self.of(name).sum())

    def geometric_mean(self, name: str) -> float:
        """Geometric mean over all topics, as in GMAP: topics at 0 decide it together."""
        return geometric_mean(self.of(name))

    def per_topic(self, name: str) -> dict[str, float]:
        return dict(zip(self.query_ids, self.of(name).tolist(), strict=True))

    def of(self, name: str) -> NDArray[np.float64]:
        """Values of a measure, shape (n_topics,), under any of its spellings.

        Raises:
            MeasureError: a name that cannot be used.
            ValueError: a measure that was not asked for.
        """
        canonical = name if name in self.values else parse_measure(name).name
        if canonical not in self.values:
            raise ValueError(f"{canonical} was not asked for; there are {', '.join(self.values)}")
        return self.values[canonical]


@explained
def evaluate(
    qrels: Qrels | Columns,
    run: Run | Columns,
    measures: str | Sequence[str | Measure],
    *,
    min_relevance: int = 1,
    max_relevance: int | None = None,
) -> MeasuredRun:
    """Score a run given as dictionaries or columns, on the topics of the labels.

    Args:
        qrels: by query id and doc_id a relevance, or for measures that read them a degree of
            preference, which may be a fraction, or a relevance by subtopic; or columns.
        run: score by query id and doc_id. Ranks follow from scores in double precision,
            descending, ties by doc_id descending as UTF-8 bytes; infinite ones keep their place.
            Whole numbers as ids, here and in the labels, stand for their decimal text, which
            names topics in the answer.
        measures: names as in "RR@10, nDCG@10", or a list of names or measures.
        min_relevance: lowest relevance that binary measures call relevant; 0 and below count
            every label of at least that relevance, and never what has none.
        max_relevance: top of the scale; by default the highest relevance in the labels.

    Raises:
        MeasureError: a name that cannot be used, or the same measure twice.
        ValueError: no topic in common, labels that lack what a measure reads, such as relevance
            in whole numbers, a score that is not a number, an id that is neither a string nor a
            whole number, or columns that `by_topic` refuses.
    """
    chosen = _measures(measures)
    labels, scores = _labels(qrels), _scores(run)
    _check_topics(labels.keys(), scores.keys())
    rankings = judge_scores(
        labels, scores, min_relevance=min_relevance, max_relevance=max_relevance
    )
    missing = tuple(query_id for query_id in labels if query_id not in scores)
    unlabelled = tuple(query_id for query_id in scores if query_id not in labels)
    values, note = score_measures(chosen, rankings), _note(rankings, labels, scores)
    return MeasuredRun(tuple(labels), values, missing, unlabelled, note)


def _measures(given: str | Sequence[str | Measure]) -> Sequence[Measure]:
    if isinstance(given, str):
        return parse_measures(given)
    if odd := [one for one in given if not isinstance(one, (str, Measure))]:
        raise wrong_kind("measures", "names or measures", odd[0])
    return each_once(
        (one, 1, parse_measure(one)) if isinstance(one, str) else (one.name, 1, one)
        for one in given
    )


def _note(rankings: JudgedRankings, labels: Qrels, scores: Run) -> str:
    n_passages = int(rankings.n_retrieved.sum())
    if rankings.hits.ranks.size or not n_passages:
        return ""
    both = [query_id for query_id in labels if query_id in scores]
    of_run, of_labels = (map(held.__getitem__, both) for held in (scores, labels))
    return note_on_unlabelled("the run", n_passages, of_run, of_labels)


def _labels(qrels: Qrels | Columns) -> Qrels:
    if isinstance(qrels, Columns):
        return by_topic(qrels, "relevances")
    return checked_topics(qrels, "labels")


def _scores(run: Run | Columns) -> Run:
    return by_topic(run, "scores") if isinstance(run, Columns) else checked_topics(run, "scores")


def _check_topics(labels: Set[str], scores: Set[str]) -> None:
    if not labels & scores:
        of_run = f"{counted(len(scores), 'topic')} of the run"
        raise ValueError(f"the {of_run} and the {len(labels)} of the labels have none in common")
