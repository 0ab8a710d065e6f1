"""Topics where rankers fail: through a variant, all of them, or one alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet, TopicLabels
from evaluation.comparisons.outcomes import Method
from evaluation.exceptions import StudyRefused
from evaluation.models import Study, StudyRun
from evaluation.scores.topic_choice import ChosenTopic, choose_topics
from evaluation.studies.results import (
    FIRST_RELEVANT,
    StudyQuestion,
    complete_runs,
    lines_shown,
    ranker_names,
    scored_fields,
)
from ranking.models import Collection, Passage, Ranking, Run, Topic
from ranking.pages import Page, place_in_list
from regrade.measures import parse_measures

Which = Literal["introduced", "shared", "alone", "repaired"]
WHICH: tuple[Which, ...] = get_args(Which)
Ranks = NDArray[np.float64]  # of shape (n_topics,); infinite where nothing relevant is found


class FailureQuestion(NamedTuple):
    """Which failures are shown.

    Attributes:
        line: the title of a line of the study.
        within: a ranker fails where no relevant passage is among so many first ones.
        ranker: one whose failures alone are shown; None for those of any.
    """

    study: Study
    label_set: LabelSet
    line: str
    which: Which = "introduced"
    within: Annotated[int, {"min_value": 1, "max_value": 1000}] = 1
    ranker: str | None = None


class LineFailures(NamedTuple):
    """How many topics of a line fail how; `by_ranker` counts each ranker's failures."""

    title: str
    introduced: int
    shared: int
    alone: int
    repaired: int
    by_ranker: list[int | None]


class PassageShown(NamedTuple):
    """A passage, as the originals have it and, where it was changed, as the variant has."""

    doc_id: str
    text: str
    changed_text: str | None
    relevance: int | None


class RankShown(NamedTuple):
    """One ranker on one topic: the rank of its first relevant passage; None if it found none."""

    ranker: str
    before: int | None
    after: int | None
    has_failed: bool
    top: PassageShown | None


class Failure(NamedTuple):
    """A topic; `changed_query` where the variant asks otherwise, `relevant` ranked best before."""

    query_id: str
    query: str
    changed_query: str | None
    relevant: PassageShown | None
    ranks: list[RankShown]


@dataclass(frozen=True, kw_only=True)
class Failures(Page):
    """All lines counted, and a page of the failures, the worst first."""

    rankers: list[str]
    n_topics: int
    lines: list[LineFailures]
    rows: list[Failure]


class LineRanks(NamedTuple):
    """Ranks of the first relevant passage by ranker, before and after; only rankers with both."""

    before: Mapping[int, Ranks]
    after: Mapping[int, Ranks]


def find_failures(
    question: FailureQuestion, *, page: int = 1, size: int | None = None, keeps: bool = True
) -> Failures:
    """Topics where rankers fail, with ranks and texts.

    Args:
        page, size: which of them are shown with their texts; one page of all by default.

    Raises:
        StudyRefused: no such line or ranker, or no run is complete.
        NotComparable, NoTopics: as `score_runs` says.
    """
    study, topics = question.study, choose_topics([question.label_set])
    titles, rankers = [line.title for line in lines_shown(study)], ranker_names(study)
    ranks = _ranks(question, len(topics.topics), keeps)
    wanted = _place(question.line, titles, "variant")
    one = None if question.ranker is None else _place(question.ranker, rankers, "ranker")
    counted = [
        _count(title, _line_ranks(ranks, line, len(rankers)), question.within, len(rankers))
        for line, title in enumerate(titles)
    ]
    found = _line_ranks(ranks, wanted, len(rankers))
    chosen = _worst_first(found, _which(found, question.within, one)[question.which])
    at = place_in_list(page, n=len(chosen), size=size or max(1, len(chosen)))
    shown = chosen[at.part]
    texts = Texts(question, [topics.topics[index] for index in shown])
    failures = [
        texts.failure(topics.topics[index], _ranks_at(found, index), question.within)
        for index in shown
    ]
    return Failures(
        **at.numbers, rankers=rankers, n_topics=len(topics.topics), lines=counted, rows=failures
    )


def _ranks(question: FailureQuestion, n_topics: int, keeps: bool) -> dict[tuple[int, int], Ranks]:
    """From reciprocal ranks, which are kept."""
    measures = parse_measures(FIRST_RELEVANT)
    asked = StudyQuestion(question.study, question.label_set, measures, Method())
    fields, _ = scored_fields(asked, choose_topics([question.label_set]), keeps)
    [name] = [measure.name for measure in measures]
    ranks = {}
    for key, field in fields.items():
        with np.errstate(divide="ignore"):
            ranks[key] = np.round(1.0 / field.values[name])
        assert ranks[key].shape == (n_topics,)
    return ranks


def _place(name: str, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise StudyRefused(
            f"The study has no {what} {name!r}; it has {', '.join(names)}.",
            code="not_in_study",
            field=what,
        )
    return names.index(name)


def _line_ranks(ranks: Mapping[tuple[int, int], Ranks], line: int, n_rankers: int) -> LineRanks:
    there = [r for r in range(n_rankers) if (line, r) in ranks and (0, r) in ranks]
    return LineRanks({r: ranks[0, r] for r in there}, {r: ranks[line, r] for r in there})


def _which(ranks: LineRanks, within: int, one: int | None = None) -> dict[Which, NDArray[np.bool_]]:
    """Which topics fail how; with `one`, as that ranker does."""
    if not ranks.after:
        return dict.fromkeys(WHICH, np.zeros(0, bool))
    failed = {ranker: values > within for ranker, values in ranks.after.items()}
    failed_before = {ranker: values > within for ranker, values in ranks.before.items()}
    counted = list(failed) if one is None else [one] if one in failed else []
    n_failed = np.sum(list(failed.values()), axis=0)
    none = np.zeros_like(n_failed, bool)
    any_of = [failed[ranker] for ranker in counted]
    return {
        "introduced": np.any([none] + [failed[r] & ~failed_before[r] for r in counted], axis=0),
        "shared": (n_failed == len(failed)) & bool(counted),
        "alone": (n_failed == 1) & np.any([none, *any_of], axis=0) & (len(failed) > 1),
        "repaired": np.any([none] + [failed_before[r] & ~failed[r] for r in counted], axis=0),
    }


def _count(title: str, ranks: LineRanks, within: int, n_rankers: int) -> LineFailures:
    counts = {which: int(topics.sum()) for which, topics in _which(ranks, within).items()}
    by_ranker = [
        int((ranks.after[ranker] > within).sum()) if ranker in ranks.after else None
        for ranker in range(n_rankers)
    ]
    return LineFailures(title=title, by_ranker=by_ranker, **counts)


def _worst_first(ranks: LineRanks, chosen: NDArray[np.bool_]) -> list[int]:
    """By how much of the reciprocal rank is lost over all rankers, then by topic."""
    indices = np.flatnonzero(chosen)
    if not indices.size:
        return []
    lost = sum(1 / ranks.before[ranker] - 1 / ranks.after[ranker] for ranker in ranks.after)
    worst: list[int] = indices[np.argsort(-np.asarray(lost)[indices], kind="stable")].tolist()
    return worst


def _ranks_at(ranks: LineRanks, index: int) -> dict[int, tuple[float, float]]:
    return {r: (float(ranks.before[r][index]), float(ranks.after[r][index])) for r in ranks.after}


class Texts:
    """The texts of some topics of a line, read in a fixed number of queries a run."""

    def __init__(self, question: FailureQuestion, topics: Sequence[ChosenTopic]) -> None:
        study, label_set = question.study, question.label_set
        self._rankers = ranker_names(study)
        ordinals = dict(
            Topic.objects.filter(pk__in=[t.pk for t in topics]).values_list("pk", "ordinal")
        )
        self._ordinal_of = ordinals
        self._labels = {
            labels.topic_id: dict(
                zip(labels.ordinals.tolist(), labels.relevances.tolist(), strict=True)
            )
            for labels in TopicLabels.objects.filter(label_set=label_set, topic__in=list(ordinals))
        }
        self._min_relevance = label_set.min_relevance
        fields = complete_runs(study)
        wanted = sorted(ordinals.values())
        line = [field for field in fields if field.variant == question.line]
        self._tops = {self._rankers.index(f.ranker): _firsts(f.run, wanted) for f in line if f.run}
        self._relevant = self._best_relevant(fields, wanted)
        self._changed = _changed_queries(line[0], study, wanted) if line else {}
        self._passages = self._read_passages(line[0] if line else None, study)

    def failure(
        self, topic: ChosenTopic, ranks: Mapping[int, tuple[float, float]], within: int
    ) -> Failure:
        ordinal = self._ordinal_of[topic.pk]
        changed, relevant = self._changed.get(ordinal), self._relevant.get(topic.pk)
        return Failure(
            topic.query_id,
            topic.query,
            changed if changed != topic.query else None,
            None if relevant is None else self._shown(relevant, topic),
            [
                RankShown(
                    self._rankers[ranker],
                    _whole(before),
                    _whole(after),
                    after > within,
                    self._top(ranker, ordinal, topic),
                )
                for ranker, (before, after) in ranks.items()
            ],
        )

    def _top(self, ranker: int, ordinal: int, topic: ChosenTopic) -> PassageShown | None:
        first = self._tops.get(ranker, {}).get(ordinal)
        return None if first is None else self._shown(first, topic)

    def _shown(self, passage: int, topic: ChosenTopic) -> PassageShown | None:
        doc_id, text, changed = self._passages[passage]
        relevance = self._labels.get(topic.pk, {}).get(passage)
        return PassageShown(doc_id, text, changed if changed != text else None, relevance)

    def _best_relevant(self, fields: Sequence[StudyRun], wanted: Sequence[int]) -> dict[int, int]:
        """Of each topic the relevant passage that stands highest over the originals, or any."""
        originals = [f.run for f in fields if f.run and f.variant == lines_shown(f.study)[0].title]
        ranked = {run.pk: _rankings(run, wanted) for run in originals}
        best = {}
        for topic_id, ordinal in self._ordinal_of.items():
            labels = self._labels.get(topic_id, {})
            relevant = [p for p, grade in labels.items() if grade >= self._min_relevance]
            places = [
                (int(place), int(passages[place]))
                for rankings in ranked.values()
                if (passages := rankings.get(ordinal)) is not None
                for place in np.flatnonzero(np.isin(passages, relevant))[:1]
            ]
            if relevant:
                best[topic_id] = min(places)[1] if places else relevant[0]
        return best

    def _read_passages(
        self, field: StudyRun | None, study: Study
    ) -> dict[int, tuple[str, str, str | None]]:
        shown = {p for firsts in self._tops.values() for p in firsts.values()}
        shown |= set(self._relevant.values())
        originals = _passages(study.collection, shown)
        if field is None or field.collection_id == study.collection_id:
            return {p: (doc_id, text, None) for p, (doc_id, text) in originals.items()}
        # A variant may have got passages that its original lacks.
        changed = _passages(field.collection, shown)
        return {
            p: (doc_id, originals.get(p, (doc_id, ""))[1], text)
            for p, (doc_id, text) in changed.items()
        }


def _changed_queries(field: StudyRun, study: Study, wanted: Sequence[int]) -> dict[int, str]:
    if field.topic_set_id == study.topic_set_id:
        return {}
    changed = field.topic_set.topics.filter(ordinal__in=wanted)
    return dict(changed.values_list("ordinal", "query"))


def _rankings(run: Run, topic_ordinals: Sequence[int]) -> dict[int, NDArray[np.int32]]:
    """Passages by topic ordinal: a variant has its ancestors' topics at the same ones."""
    rows = Ranking.objects.filter(run=run, topic__ordinal__in=topic_ordinals)
    return {ranking.topic.ordinal: ranking.ordinals for ranking in rows.select_related("topic")}


def _firsts(run: Run, topic_ordinals: Sequence[int]) -> dict[int, int]:
    found = _rankings(run, topic_ordinals)
    return {ordinal: int(passages[0]) for ordinal, passages in found.items() if passages.size}


def _passages(collection: Collection, ordinals: set[int]) -> dict[int, tuple[str, str]]:
    rows = Passage.objects.filter(collection=collection, ordinal__in=ordinals)
    return {
        ordinal: (doc_id, text or "")
        for ordinal, doc_id, text in rows.values_list("ordinal", "doc_id", "text")
    }


def _whole(rank: float) -> int | None:
    return int(rank) if np.isfinite(rank) else None
