"""Studies as the browser shows them."""

from __future__ import annotations

from collections.abc import Collection as Keys
from collections.abc import Mapping
from typing import Any

from annotation.models import LabelSet
from evaluation.models import Study
from evaluation.reports.studies import interval_of, interval_shown, ranker_letter, study_lines
from evaluation.scores.measures import measures_of
from evaluation.studies.advancing import unmade_collections
from evaluation.studies.progress import count_states, study_progress
from evaluation.studies.results import StudyCell, StudyTable
from ranking.rankers.neural_rankers import NEURAL_RANKERS


def summaries(studies: list[Study]) -> list[dict[str, Any]]:
    counts = count_states(studies)
    return [{**_head(study), **_size(study), **counts[study.pk]._asdict()} for study in studies]


def study_view(study: Study, hidden: Keys[int] = ()) -> dict[str, Any]:
    """`hidden` are keys of label sets that are not shown to who asks."""
    unmade = {each.name for each in unmade_collections(study)}
    label_sets = LabelSet.objects.filter(
        topic_set=study.topic_set_id, collection=study.collection_id
    ).exclude(pk__in=hidden)
    return {
        **_head(study),
        "error": study.error,
        "finished_at": study.finished_at,
        "labels": study.label_set.name,
        "measures": [measure.name for measure in measures_of(study.measures)],
        "test": study.test,
        "correction": study.correction,
        "label_sets": list(label_sets.order_by("name").values_list("name", flat=True)),
        "lines": [
            {**line, "is_made": line["collection"] not in unmade} for line in study.matrix["lines"]
        ],
        "rankers": rankers_view(study),
        **study_progress(study)._asdict(),
    }


def rankers_view(study: Study) -> list[dict[str, Any]]:
    return [
        {
            "name": ranker["name"],
            "letter": ranker_letter(place),
            "about": _about(ranker),
            "reranks": ranker["reranks"],
        }
        for place, ranker in enumerate(study.matrix["rankers"])
    ]


def table_view(table: StudyTable) -> dict[str, Any]:
    question = table.question
    return {
        "labels": question.label_set.name,
        "is_simulated": question.label_set.is_simulated,
        "n_topics": len(table.topics.topics),
        "test": question.method.test,
        "correction": question.correction,
        "notes": study_lines(table),
        "rankers": rankers_view(question.study),
        "measures": [
            {"name": measure.name, "lower_is_better": measure.lower_is_better}
            for measure in question.measures
        ],
        "lines": [
            {**line._asdict(), "cells": [_cell(table, cell) for cell in cells]}
            for line, cells in zip(table.lines, table.cells, strict=True)
        ],
        "n_runs": table.n_runs,
        "n_complete": table.n_complete,
    }


def _head(study: Study) -> dict[str, Any]:
    return {
        "name": study.name,
        "topic_set": study.topic_set.name,
        "collection": study.collection.name,
        "status": study.status,
        "started_by": study.started_by and study.started_by.username,
        "created_at": study.created_at,
    }


def _size(study: Study) -> dict[str, int]:
    return {
        "n_variants": len(study.matrix["lines"]) - 1,
        "n_rankers": len(study.matrix["rankers"]),
    }


def _about(ranker: Mapping[str, Any]) -> str:
    """How it ranks, in a few words."""
    asked = ranker["asked"]
    if asked is None:
        return "imported runs"
    kind = asked["ranker"]
    label = NEURAL_RANKERS[kind].label if kind in NEURAL_RANKERS else "BM25"
    parts = [f"{label} with RM3" if asked.get("rm3") else label]
    if asked.get("model"):
        parts.append(str(asked["model"]).rstrip("/").rpartition("/")[2])
    if ranker["reranks"]:
        parts.append(f"re-ranks the first {asked['depth']:,} of {ranker['reranks']}")
    elif asked.get("depth"):
        parts.append(f"depth {asked['depth']:,}")
    return ", ".join(parts)


def _cell(table: StudyTable, cell: StudyCell) -> dict[str, Any]:
    low, high = interval_shown(cell.test)
    return {
        "ranker": table.rankers[cell.ranker],
        "measure": cell.measure.name,
        "mean": cell.mean,
        "original": cell.original,
        "difference": cell.difference,
        "relative": cell.relative,
        "interval": None if low is None or high is None else [low, high],
        "interval_of": interval_of(cell.test),
        "p_value": cell.test.p_value if cell.test else None,
        "p_adjusted": cell.adjusted,
        "stars": cell.stars,
        "better_than": "".join(map(ranker_letter, cell.better_than)),
        "loses_less_than": "".join(map(ranker_letter, cell.loses_less_than)),
        "letters": cell.letters,
        "n_missing": cell.n_missing,
        "unjudged": cell.unjudged,
    }
