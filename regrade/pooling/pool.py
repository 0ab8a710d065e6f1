from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained_fields
from regrade.ids import id_text
from regrade.measures.judged_rankings import JudgedRankings, Rankings, judge
from regrade.measures.labels import JudgedTopics


@explained_fields
@dataclass(frozen=True)
class PooledRuns:
    """Runs and the labels that came of pooling their first ranks.

    Attributes:
        runs: of the topics of the labels, in their order.
        judged: the label set. Labels that no run brought in are nobody's, and always stay.
        depth: how many ranks of each run the pool took.
        groups: for each run the name of what is left out together, such as its team; by default
            each run is alone.
        fed: for each run whether it was in the pool; by default all were. Others are scored, and
            have brought in nothing.
        scored: for each run whether it is scored and has a place; by default all are. Others were
            in the pool, and what they brought in is not unique to another.

    Raises:
        ValueError: a depth below 1, or as many groups or marks of `fed` or `scored` as there are
            no runs.
    """

    runs: Sequence[Rankings]
    judged: JudgedTopics
    depth: int
    groups: Sequence[str] | None = None
    fed: Sequence[bool] | None = None
    scored: Sequence[bool] | None = None

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise ValueError(f"the pool's depth is at least 1, got {self.depth}")
        n_runs = len(self.runs)
        marks = {"groups": self.groups, "fed": self.fed, "scored": self.scored}
        for what, given in marks.items():
            if given is not None and len(given) != n_runs:
                raise ValueError(f"{what} has {len(given)} entries for {n_runs} runs")

    @cached_property
    def seen(self) -> list[JudgedRankings]:
        """Every run under all labels."""
        return [judge(run, self.judged) for run in self.runs]

    @cached_property
    def asked(self) -> list[int]:
        """The runs that are scored."""
        return [run for run in range(len(self.runs)) if self.scored is None or self.scored[run]]

    @cached_property
    def members(self) -> list[list[int]]:
        """The runs of each group, in the order of its first."""
        names = self.groups if self.groups is not None else range(len(self.runs))
        by_name: dict[str, list[int]] = {}
        for run, name in enumerate(names):
            by_name.setdefault(id_text(name, "group"), []).append(run)
        return list(by_name.values())

    def brought_by(self, members: Sequence[int]) -> NDArray[np.bool_]:
        """shape (n_labels,). Whether one of these runs had the passage in its first ranks."""
        brought = np.zeros(self.judged.relevances.size, np.bool_)
        for run in members:
            if self.fed is None or self.fed[run]:
                hits = self.seen[run].hits
                labels = hits.labels[hits.ranks <= self.depth]
                brought[labels[labels >= 0]] = True
        return brought

    @cached_property
    def alone(self) -> list[NDArray[np.bool_]]:
        """For each group, shape (n_labels,): whether no other group brought the label in."""
        brought = np.array([self.brought_by(members) for members in self.members])
        is_unique = brought.sum(axis=0) == 1
        return [column & is_unique for column in brought]
