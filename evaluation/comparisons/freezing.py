"""Compare runs and freeze the result: the question, its inputs, and the answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from itertools import repeat
from typing import Any, NamedTuple

from evaluation.comparisons.options import (
    MOST_AT_ONCE,
    affordable_draws,
    draws_of,
    refuse_more,
    steps_of_draws,
)
from evaluation.comparisons.outcomes import (
    SIGNIFICANCE_ENGINE,
    Outcome,
    from_text,
    leave_untested,
    to_text,
    work_out_each,
)
from evaluation.comparisons.question import Question
from evaluation.comparisons.results import (
    Block,
    Cell,
    ComparedRuns,
    Contrast,
    label_sets_of,
    scores_of,
)
from evaluation.comparisons.rows import comparison_rows
from evaluation.estimates.these_topics import AskedIntervals, intervals_for_these_topics
from evaluation.exceptions import NotComparable, SignificanceRefused, refused_as
from evaluation.models import Comparison
from evaluation.scores.evaluating import cutoffs_of
from evaluation.scores.hashes import hash_runs
from evaluation.scores.kept_scores import ENGINE
from evaluation.scores.scoring import RunScores, score_runs
from evaluation.scores.taught import topics_for_runs
from evaluation.scores.topic_choice import TopicChoice
from regrade.measures import Measure
from regrade.significance import (
    Corrected,
    correct_families,
)
from regrade.significance.pairs import difference, differences_key

Sides = tuple[RunScores, RunScores]  # a baseline and a run
Progress = Callable[[int], object]
LONG_MEND = "ask for this comparison by POST first, or name a baseline"
UNCORRECTED = repeat((None, None))


class Prepared(NamedTuple):
    """A question with its topics and all inputs of the answer, before any computation.

    Attributes:
        content_hash: of the spec; by it the answer is found again.
    """

    question: Question
    topics: TopicChoice
    spec: dict[str, Any]
    content_hash: str

    @property
    def n_tests(self) -> int:
        n_tested = sum(1 for measure in self.question.measures if measure.is_tested)
        return len(self.question.runs) * len(self.question.label_sets) * n_tested

    @property
    def frozen(self) -> Comparison | None:
        """Results of the tests, if they were computed before."""
        return Comparison.objects.filter(content_hash=self.content_hash).first()


def prepare(question: Question, *, keeps: bool = True) -> Prepared:
    """Resolve a question's topics and inputs.

    A question without a baseline is that with the run as one that has the best mean by the first
    tested measure under the first label set; where several have, the first of them.

    Args:
        keeps: whether hashes of runs that were not worked out before are stored.

    Raises:
        NotComparable, NoTopics: as `compare_runs` says.
    """
    if question.baseline is not None and question.baseline_labels is not None:
        raise NotComparable(
            "Name a baseline run or baseline labels, and not both.", code="not_one_baseline"
        )
    topics = topics_for_runs(
        question.all_runs,
        question.all_labels,
        only_topics_of=question.only_topics_of,
        common_topics=question.common_topics,
        trained_topics=question.trained_topics,
    )
    question = _without_itself(_with_baseline(question, topics, keeps=keeps))
    spec = _spec(question, topics, hash_runs(runs=question.all_runs, keeps=keeps))
    digest = sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()
    return Prepared(question, topics, spec, digest)


def compare_runs(*, question: Question, progress: Progress = lambda _: None) -> ComparedRuns:
    """Compare runs on the topics that all label sets have, and freeze the result.

    The same question on the same inputs finds the same `Comparison` row again, and its tests
    with it: stored results are not recomputed. Nothing is locked while tests run; scores are stored
    before, and the row appears complete.

    Args:
        progress: called with the number of tests done, after each.

    Raises:
        NotComparable: neither or both kinds of baseline, nothing else to hold against it, or runs
            and labels that do not fit.
        NoTopics, MeasureRefused: as `choose_topics` and `score_runs` say.
        SignificanceRefused: as `work_out` says; no comparison is stored then.
    """
    return compare_prepared(prepare(question), progress)


def compare_prepared(prepared: Prepared, progress: Progress = lambda _: None) -> ComparedRuns:
    """`compare_runs` of a question that was prepared, its hashes kept."""
    sides = _sides(prepared)
    if frozen := prepared.frozen:
        return _assembled(prepared, sides, from_text(frozen.outcomes))
    outcomes = _outcomes(prepared.question, sides, progress)
    compared = _assembled(prepared, sides, outcomes)
    Comparison.objects.get_or_create(
        content_hash=prepared.content_hash,
        defaults={
            "spec": prepared.spec,
            "result": comparison_rows(compared),
            "outcomes": to_text(outcomes),
        },
    )
    return compared


def read_frozen(prepared: Prepared) -> ComparedRuns | None:
    """The frozen comparison; None if there is none. Nothing is written."""
    frozen = prepared.frozen
    if frozen is None:
        return None
    return _assembled(prepared, _sides(prepared, keeps=False), from_text(frozen.outcomes))


def led_by_first(compared: ComparedRuns, measure: Measure) -> ComparedRuns:
    """Runs compared with themselves under other labels, now each with the first of them.

    By one measure under all label sets, with the comparison's test and correction. Nothing is
    stored, and no more is drawn than a page waits for.

    Args:
        compared: with `baseline_labels`, of two runs at least.

    Raises:
        TooMuchAsked: even a thousand draws take longer than a page waits.
    """
    (first, *others), *_ = blocks = scores_of(compared)
    options, corrected = compared.method.options, compared.corrected
    n_topics, n_vectors = len(compared.topics.topics), len(blocks) * len(others)
    n_draws = affordable_draws(options.n_resamples, n_topics, n_vectors)
    n_steps = steps_of_draws(draws_of(compared.test, n_draws), n_topics, n_vectors)
    refuse_more(n_steps, MOST_AT_ONCE)
    question = Question(
        runs=[scores.run for scores in others],
        label_sets=label_sets_of(compared),
        measures=[measure],
        baseline=first.run,
        test=compared.test,
        options=replace(options, n_resamples=min(n_draws, options.n_resamples)),
        correction=corrected.method if corrected else "none",
        family=(corrected and corrected.family) or "table",
        single_precision=compared.single_precision,
    )
    sides = [[(block[0], scores) for scores in block[1:]] for block in blocks]
    outcomes = _outcomes(question, sides, lambda _: None)
    prepared = Prepared(question, compared.topics, {}, compared.content_hash)
    return _assembled(prepared, sides, outcomes)


def _with_baseline(question: Question, topics: TopicChoice, *, keeps: bool) -> Question:
    """The same question; where it names no baseline, with the best run as one."""
    if question.baseline is not None or question.baseline_labels is not None:
        return question
    [measure, *_] = [each for each in question.measures if each.is_tested] or question.measures
    [scores] = score_runs(
        runs=question.runs,
        label_sets=question.label_sets[:1],
        measures=[measure],
        topic_ids=topics.ids,
        cutoffs=cutoffs_of([measure]),
        single_precision=question.single_precision,
        keeps=keeps,
        long_mend=None if keeps else LONG_MEND,
    )
    sign = -1 if measure.lower_is_better else 1
    means = [sign * one.means([measure])[0] for one in scores]
    best = next(
        one for one, mean in zip(scores, means, strict=True) if not difference(mean, max(means))
    )
    return question._replace(baseline=best.run)


def _without_itself(question: Question) -> Question:
    """Nothing is compared with itself: p would be 1, and it would count as a test."""
    if question.baseline is not None:
        runs = [run for run in question.runs if run.pk != question.baseline.pk]
        if not runs:
            raise NotComparable(
                f"{question.baseline} would be compared with itself: name another run.",
                code="only_the_baseline",
            )
        return question._replace(runs=runs)
    old = question.baseline_labels
    label_sets = [each for each in question.label_sets if old is None or each.pk != old.pk]
    if not label_sets:
        raise NotComparable(
            f"{old} are the baseline labels themselves: name other labels.",
            code="only_the_baseline",
        )
    return question._replace(label_sets=label_sets)


def _sides(prepared: Prepared, *, keeps: bool = True) -> list[list[Sides]]:
    """For each label set, every run beside its baseline."""
    question = prepared.question
    scored = score_runs(
        runs=question.all_runs,
        label_sets=question.all_labels,
        measures=question.measures,
        topic_ids=prepared.topics.ids,
        cutoffs=cutoffs_of(question.measures),
        single_precision=question.single_precision,
        keeps=keeps,
    )
    if question.baseline is not None:
        return [[(block[0], run) for run in block[1:]] for block in scored]
    return [list(zip(scored[0], block, strict=True)) for block in scored[1:]]


def _outcomes(
    question: Question, sides: Sequence[Sequence[Sides]], progress: Progress
) -> list[Outcome]:
    """In the order of the table; only measures that say how good a run is are tested."""
    outcomes, n_done, method = list[Outcome](), 0, question.method
    pairs = [
        (measure.is_tested, (baseline.values[measure.name], run.values[measure.name]))
        for block in sides
        for baseline, run in block
        for measure in question.measures
    ]
    tested = work_out_each((values for is_tested, values in pairs if is_tested), method)
    for is_tested, values in pairs:
        outcomes.append(next(tested) if is_tested else leave_untested(*values, method))
        n_done += is_tested
        progress(n_done)
    return outcomes


def _assembled(
    prepared: Prepared, sides: Sequence[Sequence[Sides]], outcomes: Sequence[Outcome]
) -> ComparedRuns:
    question = prepared.question
    corrected = _corrected(question, sides, outcomes)
    adjusted = zip(corrected.p_values, corrected.sizes, strict=True) if corrected else UNCORRECTED
    results = zip(outcomes, adjusted, strict=False)
    blocks = [
        Block(label_set, [_contrast(each, question.measures, results) for each in block])
        for label_set, block in zip(question.label_sets, sides, strict=True)
    ]
    return ComparedRuns(
        prepared.topics,
        question.measures,
        question.method,
        question.baseline_labels,
        [_for_these_topics(prepared, block) for block in blocks],
        prepared.content_hash,
        corrected,
        question.single_precision,
    )


def _for_these_topics(prepared: Prepared, block: Block) -> Block:
    """The block with intervals of estimated differences, where its labels are a sample."""
    question, contrasts = prepared.question, list(block.contrasts)
    if question.baseline is None or not block.label_set.is_sample:
        return block
    for place, measure in enumerate(question.measures):
        asked = AskedIntervals(
            question.runs,
            block.label_set,
            measure,
            prepared.topics.ids,
            question.baseline,
            question.single_precision,
            question.options.confidence,
        )
        for at, found in enumerate(intervals_for_these_topics(asked) or ()):
            cells = list(contrasts[at].cells)
            cells[place] = cells[place]._replace(these_topics=found.difference)
            contrasts[at] = contrasts[at]._replace(cells=cells)
    return block._replace(contrasts=contrasts)


def _corrected(
    question: Question, sides: Sequence[Sequence[Sides]], outcomes: Sequence[Outcome]
) -> Corrected | None:
    if question.correction == "none":
        return None
    tests = [outcome.test for outcome in outcomes]
    values = [
        (place, measure.name, difference(baseline.values[measure.name], run.values[measure.name]))
        for place, block in enumerate(sides)
        for baseline, run in block
        for measure in question.measures
    ]
    parts = {"column": 2, "measure": 1, "table": 0}[question.family]
    members = [(measure, place)[:parts] for place, measure, _ in values]
    keys = [differences_key(test, apart) for test, (*_, apart) in zip(tests, values, strict=True)]
    with refused_as(SignificanceRefused, "These tests cannot be corrected: ", code="not_corrected"):
        return correct_families(
            [test.p_value for test in tests],
            question.correction,
            question.family,
            members=members,
            tests=keys,
        )


def _contrast(
    sides: Sides,
    measures: Sequence[Measure],
    results: Iterator[tuple[Outcome, tuple[float | None, int | None]]],
) -> Contrast:
    baseline, run = sides
    old, new = (side.means(measures) for side in sides)
    means = zip(old.tolist(), new.tolist(), difference(old, new).tolist(), strict=True)
    has_labels = baseline.has_label and run.has_label
    cells = [
        Cell(measure, *mean, *outcome, *adjusted, has_labels)
        # Measures first: an iterator that ends second has lost an item.
        for measure, mean, (outcome, adjusted) in zip(measures, means, results, strict=False)
    ]
    return Contrast(baseline, run, cells)


def _spec(question: Question, topics: TopicChoice, run_hashes: dict[str, str]) -> dict[str, Any]:
    """All that the result follows from, names and contents."""
    method = question.method
    # What was stored before they could be chosen has no word of them in its hash.
    precision = {"single_precision": True} if question.single_precision else {}
    has_family = question.correction != "none" and question.family != "table"
    family = {"family": question.family} if has_family else {}
    return {
        **precision,
        **family,
        "runs": [run.name for run in question.runs],
        "baseline": question.baseline and question.baseline.name,
        "baseline_labels": question.baseline_labels and question.baseline_labels.name,
        "labels": [label_set.name for label_set in question.label_sets],
        "measures": [measure.name for measure in question.measures],
        "test": method.test,
        "options": asdict(method.options),
        "effect_sizes": method.effect_sizes,
        "correction": question.correction,
        "query_ids": [topic.query_id for topic in topics.topics],
        "engine": ENGINE,
        "significance_engine": SIGNIFICANCE_ENGINE,
        "run_hashes": run_hashes,
        "label_hashes": {labels.name: labels.content_hash for labels in question.all_labels},
    }


def steps_of(prepared: Prepared) -> int:
    """The work of the tests; see `evaluation.comparisons.options`."""
    question = prepared.question
    n_draws = draws_of(question.test, question.options.n_resamples)
    return steps_of_draws(n_draws, len(prepared.topics.topics), prepared.n_tests)
