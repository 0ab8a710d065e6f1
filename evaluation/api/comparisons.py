"""Comparisons: ask for one, read it as JSON or as a file."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account
from annotation.labels.pool_runs import runs_that_fed
from evaluation.api.access import CompareView, check_blind
from evaluation.api.comparison_serializers import (
    ComparisonJobSerializer,
    ComparisonSerializer,
    LatexQuestionSerializer,
    QuestionSerializer,
)
from evaluation.comparisons.jobs import ask_comparison, find_comparison
from evaluation.comparisons.methods import same_relevant
from evaluation.comparisons.question import Question, question_of
from evaluation.comparisons.results import Block, ComparedRuns, Contrast, baseline_of
from evaluation.exceptions import ComparisonFailed, ComparisonUnderWay, NotComparable
from evaluation.families.letters import letter_comparison, refuse_long_letters
from evaluation.models import ComparisonJob
from evaluation.reports.latex import LatexOptions, comparison_latex
from evaluation.reports.readable import comparison_markdown, comparison_parquet
from evaluation.reports.rows import comparison_table
from evaluation.scores.estimable import sampled
from evaluation.scores.evaluating import cutoffs_of, run_notes
from evaluation.scores.topic_choice import TopicChoice
from ranking.http.downloads import as_file
from ranking.http.formats import FormatsSerializer, in_formats
from ranking.http.request_fields import body_fields, query_fields
from regrade.measures.measure import MAX_CUTOFF
from regrade.significance import EffectSize, caution_for
from regrade.tables import csv_of_rows

LATEX_FIELDS = ("form", "letters")
Answer: TypeAlias = ComparedRuns | ComparisonJob
ANSWERS = {200: ComparisonSerializer, 202: ComparisonJobSerializer}


class ComparisonView(CompareView):
    @extend_schema(
        operation_id="comparison_show",
        parameters=[LatexQuestionSerializer, FormatsSerializer],
        responses=in_formats(ANSWERS, "csv", "tex", "md", "parquet"),
    )
    def get(self, request: Request) -> Response:
        """A requested comparison, or its progress while a worker computes it.

        As a file it is there once it is computed. `form` and `letters` are of LaTeX alone.
        """
        asked = query_fields(request, LatexQuestionSerializer)
        for name in LATEX_FIELDS:
            if name in request.query_params:
                raise ValidationError({name: ["This is for format=tex alone."]})
            asked.pop(name, None)
        return _answer(_find(request, asked), asked)

    @extend_schema(operation_id="comparison_ask", request=QuestionSerializer, responses=ANSWERS)
    def post(self, request: Request) -> Response:
        """Compare runs and freeze the result; workers compute long ones: ask again for those."""
        asked = body_fields(request, QuestionSerializer)
        question = asked_question(request, asked)
        answer = ask_comparison(question=question, asked=asked, asked_by=account(request))
        return _answer(_unfailed(answer), asked)

    def as_csv(self, request: Request) -> HttpResponse:
        return as_file(csv_of_rows(comparison_table(_asked_for(request))), "csv", "comparison")

    def as_md(self, request: Request) -> HttpResponse:
        return as_file(comparison_markdown(_asked_for(request)), "md", "comparison")

    def as_parquet(self, request: Request) -> HttpResponse:
        return as_file(comparison_parquet(_asked_for(request)), "parquet", "comparison")

    def as_tex(self, request: Request) -> HttpResponse:
        asked = query_fields(request, LatexQuestionSerializer)
        form, method, letters = asked.pop("form"), asked.pop("letters", None), None
        compared = found_comparison(request, asked)
        if method is not None:
            refuse_long_letters(compared, method)
            letters = letter_comparison(compared, method)
        return as_file(comparison_latex(compared, LatexOptions(form, letters)), "tex", "comparison")


def asked_question(request: Request, asked: dict[str, Any]) -> Question:
    question = question_of(asked)
    check_blind(request, [*question.all_labels, question.only_topics_of])
    return question


def _find(request: Request, asked: dict[str, Any]) -> Answer:
    return _unfailed(find_comparison(question=asked_question(request, asked), asked=asked))


def _unfailed(answer: Answer) -> Answer:
    if isinstance(answer, ComparisonJob) and answer.failed_at is not None:
        raise ComparisonFailed(answer.error)
    return answer


def _answer(answer: Answer, asked: dict[str, Any]) -> Response:
    if isinstance(answer, ComparisonJob):
        return Response(ComparisonJobSerializer(answer).data, status=status.HTTP_202_ACCEPTED)
    # As the serializer describes it, which would copy it value by value: a test compares the two.
    return Response(comparison_view(answer))


def _asked_for(request: Request) -> ComparedRuns:
    return found_comparison(request, query_fields(request, QuestionSerializer))


def found_comparison(request: Request, asked: dict[str, Any]) -> ComparedRuns:
    answer = _find(request, asked)
    if isinstance(answer, ComparisonJob):
        raise ComparisonUnderWay(
            f"A worker has done {answer.n_done:,} of the {answer.n_tests:,} tests: ask again when"
            " the page shows this comparison."
        )
    return answer


def point_of(compared: ComparedRuns, asked: dict[str, Any]) -> tuple[Contrast, int]:
    """The contrast that a request names, and its measure's place among the measures.

    Raises:
        NotComparable: the comparison has no such run, label set or measure.
    """
    names = [measure.name for measure in compared.measures]
    contrast = _contrast(compared, asked["label_set"], asked["run"])
    if contrast is None or asked["measure"] not in names:
        raise NotComparable(
            "The measure, run or label set is not part of this comparison.",
            code="not_in_comparison",
        )
    return contrast, names.index(asked["measure"])


def _contrast(compared: ComparedRuns, label_set: str, run: str) -> Contrast | None:
    contrasts = (
        contrast
        for block in compared.blocks
        for contrast in block.contrasts
        if (block.label_set.name, contrast.run.run.name) == (label_set, run)
    )
    return next(contrasts, None)


def comparison_view(compared: ComparedRuns) -> dict[str, Any]:
    baseline = baseline_of(compared)
    return {
        "baseline": baseline and baseline.name,
        "baseline_labels": compared.baseline_labels and compared.baseline_labels.name,
        "runs": [contrast.run.run.name for contrast in compared.blocks[0].contrasts],
        "test": compared.test,
        "n_tests": compared.n_tests,
        "correction": compared.corrected.method if compared.corrected else "none",
        "family": compared.corrected and compared.corrected.family,
        "n_corrected": compared.corrected and compared.corrected.n_tests,
        "test_options": _test_options(compared),
        "content_hash": compared.content_hash,
        **precision_view(compared.single_precision),
        "topics": topics_view(compared.topics),
        "same_relevant": [group._asdict() for group in same_relevant(compared)],
        "blocks": [_block(compared, block) for block in compared.blocks],
    }


def topics_view(topics: TopicChoice) -> dict[str, Any]:
    return {
        "n": len(topics.topics),
        "common_to_runs": topics.common_to_runs,
        "n_left_out": topics.n_left_out,
        "only_topics_of": topics.only_topics_of and topics.only_topics_of.name,
    }


def precision_view(single_precision: bool) -> dict[str, bool]:
    """Included only if single precision was requested."""
    return {"single_precision": True} if single_precision else {}


def cutoff_or_none(depth: int) -> int | None:
    """The depth as a cutoff; None for the whole ranking."""
    return None if depth == MAX_CUTOFF else depth


def _block(compared: ComparedRuns, block: Block) -> dict[str, Any]:
    labels = block.label_set
    sample = sampled(labels)
    return {
        "labels": labels.name,
        "sample": sample and sample._asdict(),
        "is_simulated": labels.is_simulated,
        "min_relevance": labels.min_relevance,
        "n_topics": len(compared.topics.topics),
        "pool_runs": runs_that_fed(labels),
        "rows": [_row(compared, block, index) for index in range(len(compared.measures))],
        "unjudged": [
            _unjudged(compared, block, cutoff) for cutoff in cutoffs_of(compared.measures)
        ],
        "notes": run_notes(block.scores, compared.topics),
    }


def _row(compared: ComparedRuns, block: Block, index: int) -> dict[str, Any]:
    measure = compared.measures[index]
    cells = [_cell_view(contrast, index) for contrast in block.contrasts]
    one_baseline = compared.baseline_labels is None
    return {
        "measure": measure.name,
        "lower_is_better": measure.lower_is_better,
        "is_tested": measure.is_tested,
        "caution": caution_for(measure.symbol),
        "baseline_mean": cells[0]["baseline_mean"] if one_baseline else None,
        "baseline_n_missing": block.contrasts[0].baseline.n_missing if one_baseline else None,
        "cells": cells,
    }


def _cell_view(contrast: Contrast, index: int) -> dict[str, Any]:
    cell = contrast.cells[index]
    return {
        "run": contrast.run.run.name,
        "baseline_mean": cell.baseline_mean,
        "mean": cell.run_mean,
        "difference": cell.difference,
        "relative": cell.relative,
        "interval": cell.test.interval,
        "these_topics": cell.these_topics,
        "p_value": cell.test.p_value,
        "p_adjusted": cell.adjusted,
        "n_corrected": cell.n_corrected,
        "stars": cell.stars,
        "effects": [_effect(effect) for effect in cell.effects],
        "n_missing": contrast.run.n_missing,
    }


def _effect(effect: EffectSize) -> dict[str, Any]:
    """An infinite size, of a difference that never varies, has no number in JSON."""
    is_finite = effect.value is not None and math.isfinite(effect.value)
    return {
        "name": effect.name,
        "value": effect.value if is_finite else None,
        "interval": effect.interval,
        "note": effect.note,
    }


def _test_options(compared: ComparedRuns) -> dict[str, Any]:
    options = compared.method.options
    return {
        "seed": options.seed,
        "permutations": options.n_resamples,
        "zero_method": options.zero_method,
        "bound": options.bounds and options.bounds[1],
        "confidence": options.confidence,
    }


def _unjudged(compared: ComparedRuns, block: Block, cutoff: int) -> dict[str, Any]:
    scores = [contrast.run for contrast in block.contrasts]
    if compared.baseline_labels is None:
        scores = [block.contrasts[0].baseline, *scores]
    shares = [{"run": score.run.name, "share": score.unjudged[cutoff]} for score in scores]
    return {"cutoff": cutoff_or_none(cutoff), "shares": shares}
