"""Outcomes of tests of two runs, computed or read from a frozen comparison."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.exceptions import SignificanceRefused, refused_as
from regrade.code_version import code_version
from regrade.significance import (
    BARE_TESTS,
    DEFAULTS,
    EFFECT_SIZES,
    TESTS,
    TESTS_OF_MANY,
    USUAL_TEST,
    Corrected,
    CorrectionName,
    EffectSize,
    Estimate,
    PairedTest,
    PairOptions,
    correct,
)
from regrade.significance.pairs import paired_differences, without_answer

SIGNIFICANCE_ENGINE = f"regrade {code_version('regrade/significance')}"

UNTESTED = "not tested"
VALUES_AT_ONCE = 1 << 17  # of the runs; a megabyte of them stays in cache

Values = NDArray[np.float64]


class Method(NamedTuple):
    """A test's name, a key of TESTS, and all its options."""

    test: str = USUAL_TEST
    options: PairOptions = DEFAULTS
    effect_sizes: bool = False


class Outcome(NamedTuple):
    """One test of a run against a baseline; `effects` only if requested."""

    test: PairedTest
    effects: tuple[EffectSize, ...] = ()


def work_out(baseline: Values, run: Values, method: Method) -> Outcome:
    """Test values of the same topics in the same order.

    Raises:
        SignificanceRefused: a value that is no finite number, or options that the test refuses.
    """
    return next(work_out_each([(baseline, run)], method))


def work_out_each(pairs: Iterable[tuple[Values, Values]], method: Method) -> Iterator[Outcome]:
    """`work_out` of pairs that are all over the same topics: many at once where the test can.

    Raises:
        SignificanceRefused: as `work_out` says, when it comes to that pair.
    """
    options, sizes = method.options, EFFECT_SIZES.values() if method.effect_sizes else ()
    left = iter(pairs)
    with refused_as(SignificanceRefused, f"The {method.test} test: ", code="test_impossible"):
        for first in left:
            block = [first, *islice(left, VALUES_AT_ONCE // max(first[0].size, 1))]
            for test, pair in zip(_tests(block, method), block, strict=True):
                yield Outcome(test, tuple(size(*pair, options=options) for size in sizes))


def _tests(pairs: Sequence[tuple[Values, Values]], method: Method) -> Iterable[PairedTest]:
    options = method.options
    if test_many := TESTS_OF_MANY.get(method.test):
        baselines, runs = (np.stack(values) for values in zip(*pairs, strict=True))
        return test_many(baselines, runs, options=options)
    return (TESTS[method.test](*pair, options=options) for pair in pairs)


def p_value(baseline: Values, run: Values, method: Method) -> float | None:
    """The p-value that `work_out` finds, without what else it would work out.

    Raises:
        SignificanceRefused: as `work_out`.
    """
    try:
        return BARE_TESTS[method.test](baseline, run, options=method.options).p_value
    except ValueError as error:
        raise SignificanceRefused(
            f"The {method.test} test: {error}.", code="test_impossible"
        ) from error


def leave_untested(baseline: Values, run: Values, method: Method) -> Outcome:
    """The difference without a test, for a measure that does not say how good a run is."""
    test = without_answer(method.test, paired_differences(baseline, run))
    names = EFFECT_SIZES if method.effect_sizes else ()
    level = method.options.confidence
    return Outcome(
        test._replace(method=UNTESTED),
        tuple(EffectSize(name, None, None, level, test.n, UNTESTED) for name in names),
    )


def correct_together(p_values: Sequence[float | None], correction: CorrectionName) -> Corrected:
    """`correct` for one family of tests.

    Raises:
        SignificanceRefused: they cannot be corrected.
    """
    with refused_as(SignificanceRefused, "These tests cannot be corrected: ", code="not_corrected"):
        return correct(p_values, correction)


def to_text(outcomes: list[Outcome]) -> str:
    """As JSON with infinite numbers, which a statistic may be."""
    return json.dumps(
        [
            {
                "test": _test_as_json(outcome.test),
                "effects": [each._asdict() for each in outcome.effects],
            }
            for outcome in outcomes
        ]
    )


def from_text(text: str) -> list[Outcome]:
    return [
        Outcome(
            _paired_test(outcome["test"]),
            tuple(EffectSize(**_tuples(each)) for each in outcome["effects"]),
        )
        for outcome in json.loads(text)
    ]


def _test_as_json(test: PairedTest) -> dict[str, Any]:
    return {**test._asdict(), "estimate": test.estimate and test.estimate._asdict()}


def _paired_test(stored: dict[str, Any]) -> PairedTest:
    estimate = stored["estimate"] and Estimate(**_tuples(stored["estimate"]))
    return PairedTest(**{**_tuples(stored), "estimate": estimate})


def _tuples(stored: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(v) if isinstance(v, list) else v for key, v in stored.items()}
