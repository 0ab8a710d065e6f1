"""Requests for computed runs, and their progress."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.request import Request

from ranking.api.bm25_run_serializers import Bm25RunSerializer, asked_of_bm25_run
from ranking.api.model_run_serializers import ModelRunSerializer, asked_of_model_run
from ranking.http.request_fields import body_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.jobs.jobs import JobProgress
from ranking.lookup import MAX_NAME
from ranking.models import Run
from ranking.rankers.bm25_plan import RANKER as BM25
from ranking.rankers.neural_rankers import NEURAL_RANKERS

RANKERS = [BM25, *NEURAL_RANKERS]


class RankerChosenSerializer(serializers.Serializer[Any]):
    """The requested ranker; it decides which other fields there are."""

    ranker = serializers.ChoiceField(choices=RANKERS, default=BM25)


def computed_run(*, allow_null: bool = False) -> PolymorphicProxySerializer:
    """Schema of a computed run: BM25 has fields of its own, the other rankers share theirs."""
    return PolymorphicProxySerializer(
        component_name="ComputedRun",
        serializers=[Bm25RunSerializer, ModelRunSerializer],
        resource_type_field_name=None,
        allow_null=allow_null,
    )


def read_asked(request: Request) -> dict[str, Any]:
    """The validated fields of a requested run, by its ranker's serializer."""
    ranker = body_fields(request, RankerChosenSerializer, is_part=True)["ranker"]
    return body_fields(request, Bm25RunSerializer if ranker == BM25 else ModelRunSerializer)


def asked_of(run: Run, queue: str | None) -> dict[str, Any] | None:
    """The request that would compute a run again; None if it cannot be requested here.

    `queue` is that of the run's job.
    """
    spec = run.spec or {}
    if spec.get("ranker") == BM25 and "index" in spec:
        return asked_of_bm25_run(run, spec, queue)
    if spec.get("ranker") in NEURAL_RANKERS and "depth" in spec:
        return asked_of_model_run(run, spec)
    return None


class RunProgressQuerySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME, help_text="The run's name.")


class RunProgressSerializer(TupleSerializer[JobProgress]):
    """Progress of a run. `is_begun` is false until a worker starts on it; `error` says why it
    failed.

    `is_worked_on` is false when no worker has any of it in hand, nor had a moment ago.
    """
