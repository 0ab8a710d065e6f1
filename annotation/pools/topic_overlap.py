"""Sentences on the topics that a label file and a topic set share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

N_EXAMPLES = 5


class TopicOverlap(NamedTuple):
    """Query ids of a label file compared with those of a topic set, each in its own order."""

    in_both: Sequence[str]
    only_in_labels: Sequence[str]
    only_in_topics: Sequence[str]
    hint: str  # what may be wrong with the ids; empty when nothing is known

    @classmethod
    def of(cls, labels: Collection[str], topics: Collection[str]) -> TopicOverlap:
        """Compare the ids of the two; both hold each id once."""
        known, labelled = set(topics), set(labels)
        return cls(
            in_both=[query_id for query_id in labels if query_id in known],
            only_in_labels=[query_id for query_id in labels if query_id not in known],
            only_in_topics=[query_id for query_id in topics if query_id not in labelled],
            hint=_hint(labelled, known),
        )

    def sentence(self, file: str, topic_set: str) -> str:
        """What the two do not share and a possible reason; empty if they share all."""
        if not (self.only_in_labels or self.only_in_topics):
            return ""
        parts = [f"{len(self.in_both):,} are in both"] if self.in_both else []
        parts += _counted(self.only_in_labels, f"only in {file}")
        parts += _counted(self.only_in_topics, f"only in {topic_set}")
        shared = "only part" if self.in_both else "none"
        text = f"{file} and topic set {topic_set} share {shared} of their query ids"
        return f"{text}: {', '.join(parts)}.{self.hint}"


def some(query_ids: Sequence[str]) -> str:
    """The first few, and a sign when there are more."""
    more = " …" if len(query_ids) > N_EXAMPLES else ""
    return ", ".join(query_ids[:N_EXAMPLES]) + more


def _counted(query_ids: Sequence[str], where: str) -> Iterable[str]:
    if query_ids:
        yield f"{len(query_ids):,} {where} ({some(query_ids)})"


def _hint(labels: set[str], topics: set[str]) -> str:
    positions = {str(position) for position in range(1, len(topics) + 1)}
    if not labels <= positions or topics <= positions:
        return ""
    return (
        f" The labels' ids lie between 1 and {len(topics):,}, the number of topics, so they may"
        " count topics by position: then nearly every label lands on the wrong topic. If so,"
        " import the topics again with --number-by position."
    )
