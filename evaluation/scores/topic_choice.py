from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from django.db.models import QuerySet

from annotation.models import LabelSet, TopicLabels
from evaluation.exceptions import NoTopics
from evaluation.scores.kept_scores import packed_rows
from ranking.models import Ranking, Run, Topic

# Topics that a run's model was trained on: refuse the evaluation, leave them out, or keep them.
TrainedTopics = Literal["refuse", "leave-out", "keep"]


class ChosenTopic(NamedTuple):
    pk: int
    query_id: str
    query: str


class TopicChoice(NamedTuple):
    """The topics of an evaluation, by ordinal, and what limited them besides the label sets.

    Attributes:
        trained_topics: the course that was chosen for topics that a run's model was trained on.
        n_left_out: of these.
    """

    topics: Sequence[ChosenTopic]
    only_topics_of: LabelSet | None
    common_to_runs: bool
    trained_topics: TrainedTopics = "refuse"
    n_left_out: int = 0

    @property
    def ids(self) -> list[int]:
        return [topic.pk for topic in self.topics]


def choose_topics(
    label_sets: Sequence[LabelSet],
    *,
    only_topics_of: LabelSet | None = None,
    common_to: Sequence[Run] = (),
) -> TopicChoice:
    """The topics that all label sets have, whether the runs answer them or not.

    Args:
        label_sets: at least one.
        only_topics_of: narrows to the topics of one more label set.
        common_to: narrows to topics that each of these runs has; said in every output.

    Raises:
        NoTopics: nothing is left; the message names what was intersected.
    """
    narrowing = [*label_sets, only_topics_of] if only_topics_of else [*label_sets]
    topics: QuerySet[Topic] = Topic.objects.order_by("ordinal")
    for label_set in narrowing:
        labelled = TopicLabels.objects.filter(label_set=label_set)
        topics = topics.filter(pk__in=labelled.values("topic"))
    for run in common_to:
        ranked = Ranking.objects.filter(run=run)  # its topics may be a variant's
        topics = topics.filter(ordinal__in=ranked.values("topic__ordinal"))
    rows = topics.values_list(*ChosenTopic._fields)
    chosen = [ChosenTopic(*row) for row in packed_rows(rows)]
    if not chosen:
        names = [label_set.name for label_set in narrowing] + [run.name for run in common_to]
        raise NoTopics(f"No topic is common to all of these: {', '.join(names)}.", code="no_topics")
    return TopicChoice(chosen, only_topics_of, bool(common_to))
