"""The leaderboard of a topic set, and its file."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.models import LabelSet
from evaluation.api.access import CompareView, check_blind, labels_named
from evaluation.exceptions import MeasureRefused
from evaluation.leaderboards.leaderboard import BoardQuestion, Leaderboard, PlacedRun, board_of
from evaluation.library.api.access import sight_of
from evaluation.scores.measures import measures_of
from ranking.http.downloads import as_file
from ranking.http.errors import REFUSALS
from ranking.http.formats import FormatsSerializer, in_formats
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.lookup import by_name
from ranking.models import TopicSet
from regrade.tables import csv_of

COLUMNS = [
    *("place", "run", "team", "kind", "mean", "low", "high", "n_topics", "n_missing", "judged"),
    *("best_of_kind", "other_place", "other_mean", "moved", "letters", "same_as", "link"),
]
OF_SAMPLE = ["estimated", "low_these_topics", "high_these_topics"]
MOST_BESIDE = 6


class BoardQuestionSerializer(RequestSerializer[Any]):
    """A topic set's runs by one measure under one label set, and where they stand under another."""

    derived_from = arguments(BoardQuestion, "topic_set", labels="label_set")
    measure = serializers.CharField(help_text="Orders the runs.")
    beside = serializers.CharField(
        required=False,
        allow_blank=True,
        help_text=f"Up to {MOST_BESIDE} further measures that are shown, commas between them.",
    )
    other_labels = serializers.CharField(required=False, allow_blank=True)


class LeaderboardView(CompareView):
    @extend_schema(
        operation_id="leaderboard_show",
        parameters=[BoardQuestionSerializer, FormatsSerializer],
        responses=in_formats({200: TupleSerializer[Leaderboard], **REFUSALS}, "csv"),
    )
    def get(self, request: Request) -> Response:
        """The runs of a topic set, the best first: place, mean, interval and kind of each.

        Archived runs are not on it; those that the labels cannot score are in `left_out`.
        """
        return Response(TupleSerializer[Leaderboard](_asked_board(request)).data)

    def as_csv(self, request: Request) -> HttpResponse:
        board = _asked_board(request)
        rows = [_line(row, board) for row in board.rows]
        columns = [*COLUMNS, *(one.name for one in board.beside)]
        columns += OF_SAMPLE if board.sample else []
        return as_file(
            csv_of(columns, rows), "csv", f"leaderboard-{board.topic_set}-{board.labels}"
        )


def _asked_board(request: Request) -> Leaderboard:
    asked = query_fields(request, BoardQuestionSerializer)
    label_set = by_name(LabelSet, asked["labels"], field="labels")
    other = labels_named(asked, "other_labels")
    check_blind(request, [label_set, other])
    measures = measures_of(asked["measure"])
    if len(measures) != 1:
        raise MeasureRefused(
            "A board is in the order of one measure; name others as beside.",
            code="not_one_measure",
            field="measure",
        )
    beside = measures_of(asked["beside"]) if asked.get("beside") else []
    if len(beside) > MOST_BESIDE:
        raise MeasureRefused(
            f"A board shows up to {MOST_BESIDE} measures beside the one that orders it, and these"
            f" are {len(beside)}.",
            code="too_many_measures",
            field="beside",
        )
    question = BoardQuestion(
        topic_set=by_name(TopicSet, asked["topic_set"]),
        runs=sight_of(request).runs.filter(archived_at=None),
        label_set=label_set,
        measure=measures[0],
        other_labels=None if other == label_set else other,
        beside=beside,
    )
    return board_of(question)


def _line(row: PlacedRun, board: Leaderboard) -> list[Any]:
    low, high = row.interval or (None, None)
    placed = (row.place, row.run, row.team, row.kind.value, row.mean, low, high)
    facts = (board.n_topics, row.n_missing, row.judged, row.is_best_of_kind)
    other = (row.other.place, row.other.mean, row.other.moved) if row.other else (None,) * 3
    line = [*placed, *facts, *other, row.letters, row.same_as, row.link, *row.beside]
    if board.sample:
        line += [board.sample.text, *(row.these_topics or (None, None))]
    return line
