"""Studies: start one, watch it, steer it, and read it."""

from __future__ import annotations

from collections.abc import Collection as Keys
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from annotation.access.permissions import hidden_labels
from annotation.models import LabelSet
from evaluation.api.access import ResearchView, check_blind
from evaluation.api.study_serializers import (
    ByTopicQuestionSerializer,
    FailuresPageSerializer,
    FailuresQuestionSerializer,
    FailuresSerializer,
    SteerSerializer,
    StudyCostSerializer,
    StudyNameSerializer,
    StudyRequestSerializer,
    StudySerializer,
    StudySummarySerializer,
    StudyTableSerializer,
    TableQuestionSerializer,
    VariantByTopicSerializer,
    asked_study,
)
from evaluation.models import Study
from evaluation.reports.studies import (
    by_topic_rows,
    failures_csv,
    ranker_letter,
    study_latex,
    study_lines,
    study_rows,
)
from evaluation.scores.estimable import sampled
from evaluation.scores.measures import measures_of
from evaluation.studies.advancing import STEERS, unmade_collections
from evaluation.studies.failures import FailureQuestion, find_failures
from evaluation.studies.lines import AskedStudy
from evaluation.studies.progress import count_states, preview_study, study_progress
from evaluation.studies.reading import VariantByTopic, question_asked, read_by_topic, read_study
from evaluation.studies.results import StudyCell, StudyTable
from evaluation.studies.starting import start_study
from ranking.http.downloads import as_file
from ranking.http.errors import RefusalSerializer
from ranking.http.formats import FormatsSerializer, in_formats
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.scopes import READ_ONLY
from ranking.lookup import by_name
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.variants.texts import needs_server
from regrade.significance.wording import interval_of, interval_shown
from regrade.tables import csv_of_rows

FAILURES_A_PAGE = 10
REFUSALS = {400: RefusalSerializer, 404: RefusalSerializer}


class StudiesView(ResearchView):
    @extend_schema(operation_id="studies", responses=StudySummarySerializer(many=True))
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """All studies, the newest first."""
        studies = Study.objects.select_related("topic_set", "collection", "started_by")
        return Response(StudySummarySerializer(summaries(list(studies)), many=True).data)

    @extend_schema(
        operation_id="study_start",
        request=StudyRequestSerializer,
        responses={202: StudySerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Start a study for workers to compute; the same request again goes on with it."""
        study = start_study(asked=_asked(request), started_by=account(request))
        return _study(request, study, status.HTTP_202_ACCEPTED)


class StudyPreviewView(ResearchView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="study_preview",
        request=StudyRequestSerializer,
        responses={200: StudyCostSerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Plan of a study: its runs, and the time for one worker; nothing is stored."""
        return Response(StudyCostSerializer(preview_study(_asked(request))).data)


class StudyView(ResearchView):
    @extend_schema(
        operation_id="study_show", parameters=[StudyNameSerializer], responses=StudySerializer
    )
    def get(self, request: Request) -> Response:
        """A study and how far it is."""
        return _study(request, _named(query_fields(request, StudyNameSerializer)))


class StudySteerView(ResearchView):
    @extend_schema(
        operation_id="study_steer",
        request=SteerSerializer,
        responses={200: StudySerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Pause, resume or cancel a study with all of its jobs."""
        asked = body_fields(request, SteerSerializer)
        return _study(request, STEERS[asked["action"]](study_id=_named(asked).pk))


class StudyTableView(ResearchView):
    @extend_schema(
        operation_id="study_table",
        parameters=[TableQuestionSerializer, FormatsSerializer],
        responses=in_formats(StudyTableSerializer, "csv", "tex"),
    )
    def get(self, request: Request) -> Response:
        """Every ranker over the originals and each variant, with tests."""
        return Response(StudyTableSerializer(table_view(_table(request))).data)

    def as_csv(self, request: Request) -> HttpResponse:
        table = _table(request)
        return as_file(csv_of_rows(study_rows(table)), "csv", str(table.question.study))

    def as_tex(self, request: Request) -> HttpResponse:
        table = _table(request)
        return as_file(study_latex(table), "tex", str(table.question.study))


class StudyTopicsView(ResearchView):
    @extend_schema(
        operation_id="study_topics",
        parameters=[ByTopicQuestionSerializer, FormatsSerializer],
        responses=in_formats(VariantByTopicSerializer, "csv"),
    )
    def get(self, request: Request) -> Response:
        """One variant query by query, by every ranker."""
        return Response(VariantByTopicSerializer(_by_topic(request)).data)

    def as_csv(self, request: Request) -> HttpResponse:
        study = _named(query_fields(request, ByTopicQuestionSerializer))
        return as_file(csv_of_rows(by_topic_rows(_by_topic(request))), "csv", f"{study}.topics")


class StudyFailuresView(ResearchView):
    @extend_schema(
        operation_id="study_failures",
        parameters=[FailuresPageSerializer, FormatsSerializer],
        responses=in_formats(FailuresSerializer, "csv"),
    )
    def get(self, request: Request) -> Response:
        """Topics where rankers fail, twenty a page, with ranks and texts."""
        asked = query_fields(request, FailuresPageSerializer)
        found = find_failures(
            _failure_question(request, asked),
            page=asked["page"],
            size=FAILURES_A_PAGE,
            keeps=False,
        )
        return Response(FailuresSerializer(found).data)

    def as_csv(self, request: Request) -> HttpResponse:
        """All of them, not a page."""
        question = _failure_question(request, query_fields(request, FailuresQuestionSerializer))
        text = failures_csv(find_failures(question, keeps=False), question)
        return as_file(text, "csv", f"{question.study}.failures")


def _asked(request: Request) -> AskedStudy:
    asked = asked_study(body_fields(request, StudyRequestSerializer))
    check_blind(request, LabelSet.objects.filter(name=asked.labels))
    for variant in asked.variants:
        if variant.recipe is not None and (why := needs_server(variant.recipe)):
            raise serializers.ValidationError(
                {
                    "variants": f"A recipe that {why} is followed on the server alone: make the"
                    " variant by ./dev manage make_variant, and name it here."
                }
            )
    return asked


def _study(request: Request, study: Study, code: int = status.HTTP_200_OK) -> Response:
    view = study_view(study, hidden_labels(request))
    return Response(StudySerializer(view).data, status=code)


def _named(asked: Mapping[str, Any]) -> Study:
    return by_name(Study, asked["name"], field="name")


def _labels(request: Request, study: Study, asked: Mapping[str, Any]) -> LabelSet:
    named = asked.get("labels")
    label_set = by_name(LabelSet, named, field="labels") if named else study.label_set
    check_blind(request, [label_set])
    return label_set


def _table(request: Request) -> StudyTable:
    asked = query_fields(request, TableQuestionSerializer)
    study = _named(asked)
    return read_study(question_asked(study, _labels(request, study, asked), asked), keeps=False)


def _by_topic(request: Request) -> VariantByTopic:
    asked = query_fields(request, ByTopicQuestionSerializer)
    study = _named(asked)
    measures = measures_of(asked.get("measure") or study.measures)
    return read_by_topic(
        study=study,
        label_set=_labels(request, study, asked),
        measure=measures[0],
        variant=asked["variant"],
        keeps=False,
    )


def _failure_question(request: Request, asked: Mapping[str, Any]) -> FailureQuestion:
    study = _named(asked)
    lines = study.matrix["lines"]
    return FailureQuestion(
        study,
        _labels(request, study, asked),
        asked.get("variant") or lines[1]["title"],
        asked["which"],
        asked["within"],
        asked["ranker"],
    )


def summaries(studies: list[Study]) -> list[dict[str, Any]]:
    counts = count_states(studies)
    return [{**_head(study), **_size(study), **counts[study.pk]._asdict()} for study in studies]


def study_view(study: Study, hidden: Keys[int] = ()) -> dict[str, Any]:
    """`hidden` are keys of label sets that are not shown to who asks."""
    unmade = {each.name for each in unmade_collections(study)}
    label_sets = (
        LabelSet.objects.filter(topic_set=study.topic_set_id, collection=study.collection_id)
        .exclude(pk__in=hidden)
        .order_by("name")
        .only("name", "design")
    )
    return {
        **_head(study),
        "error": study.error,
        "finished_at": study.finished_at,
        "labels": study.label_set.name,
        "measures": [measure.name for measure in measures_of(study.measures)],
        "test": study.test,
        "correction": study.correction,
        "label_sets": [one.name for one in label_sets if not sampled(one)],
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
