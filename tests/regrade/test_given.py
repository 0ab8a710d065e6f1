"""Calls of the library with arguments of another kind answer in a sentence of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from importlib import import_module
from itertools import count
from pathlib import Path
from traceback import extract_tb
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from regrade.aggregation import AggregationPolicy, aggregate
from regrade.agreement import (
    CohenKappa,
    FleissKappa,
    GwetAC,
    KrippendorffAlpha,
    agreement_report,
    compute,
)
from regrade.agreement.counting.vote_table import count_votes
from regrade.agreement.crowd import dawid_skene, mace
from regrade.agreement.highlights.conventions import (
    CONVENTIONS,
    agreement_by_conventions,
    span_agreement,
)
from regrade.agreement.highlights.in_depth import HighlightedPair, agreement_on_highlights
from regrade.agreement.intervals.bootstrap import bootstrap_interval
from regrade.bm25.build import build_index
from regrade.bm25.search import bag_of_words, search
from regrade.documents import (
    DocumentLabel,
    DocumentPattern,
    relevance_by_position,
    roll_up_labels,
    tenths,
)
from regrade.exceptions import Coded
from regrade.files.judging import read_qrels
from regrade.given import explained, whole_array
from regrade.highlights import answer_spans, count_words, needed_assessors
from regrade.labels import combine, label_columns
from regrade.measures import (
    Columns,
    JudgedTopics,
    Rankings,
    evaluate,
    pack_labels,
    parse_measure,
    parse_measures,
    score_bounds,
)
from regrade.pooling import PooledRuns, leave_out
from regrade.serving.rotation import rotated
from regrade.serving.schedule import plan_for
from regrade.significance import (
    EFFECT_SIZES,
    SYSTEM_TESTS,
    TESTS,
    PairOptions,
    RankOptions,
    SystemOptions,
    correct,
    correlate_systems,
    mean_interval,
    power_of,
    stars,
    topics_needed,
    two_way_anova,
    watch_mean,
)
from regrade.text.analyzer import ENGLISH
from regrade.text.answer_types import classify_query
from regrade.variants import recipe_of, vary
from regrade.verdict import Finding, reach_verdict
from regrade.votes import Vote, pack
from tests.source_tree import ROOT

Call = Callable[..., object]
pd = import_module("pandas")  # has no types here
INF, NAN = float("inf"), float("nan")
ODD = {
    "None": None,
    "a list": [1, 2],
    "texts": ["a", "b"],
    "a Series": pd.Series({"a": 1.0, "b": 2.0}),
    "a DataFrame": pd.DataFrame({"a": [1.0, 2.0], "b": [0.5, 0.1]}),
    "infinite": INF,
    "NaN": NAN,
    "a number": 7,
    "a text": "x",
    "a dictionary": {"a": 1},
    "with infinite": [INF, 1.0, 2.0],
    "with NaN": [NAN, 1.0, 2.0],
    "an array": np.array([1.0, 2.0]),
}
QRELS, RUN = {"1": {"a": 1, "b": 0}}, {"1": {"a": 1.0, "b": 2.0}}
OLD, NEW = np.array([0.1, 0.2, 0.3, 0.5]), np.array([0.2, 0.1, 0.4, 0.5])
TABLE = np.array([[0.1, 0.2, 0.3], [0.2, 0.5, 0.1], [0.3, 0.3, 0.4]])
RANKED = Rankings(np.array([0, 2]), np.array([1, 2]))
JUDGED = JudgedTopics(np.array([0, 2]), np.array([1, 2]), np.array([0, 1]))
P_AT_2 = parse_measures("P@2")
VOTES = [Vote("q1", pair, name, grade) for pair, name, grade in [(0, "a", 1), (0, "b", 0)]]
SCALE = np.arange(3)
SCALED: list[int] = [0, 1, 2]
GRADES = np.array([[0, 0, 0], [2, 2, 1], [1, 1, 2], [2, 2, NAN]])
COUNTS = count_votes(GRADES, SCALE)
TOPICS = np.array([0, 0, 1, 1])
MEDIAN = AggregationPolicy(aggregate="median", decisions="vote")
RECIPE = recipe_of({"kind": "swap_words", "amount": "ones"})
LABELS = label_columns([(0, [3, 7], [2, 0])])
FINDING = Finding("nist", "bm25", "dot", "P@10", "P", TESTS["t"](OLD, NEW))
BOUNDED = PairOptions(bounds=(-0.1, 0.1))
SPANS = [[(0, 1)], []]
HIGHLIGHTED = [HighlightedPair("q1", "a b c", SPANS)]


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def aggregated(fallback: Any, topics: Any, assessors: Any, decisions: Any) -> object:
    chosen = {"only_topics": topics, "only_assessors": assessors, "decisions": decisions}
    return aggregate(VOTES, MEDIAN, scale=range(3), fallback=fallback, **chosen)


CALLS: dict[str, tuple[Call, list[Any]]] = {
    "evaluate": (evaluate, [QRELS, RUN, "AP"]),
    "the topic of a run": (lambda topic: evaluate(QRELS, {"1": topic}, "AP"), [{"a": 1.0}]),
    "the topic of labels": (lambda topic: evaluate({"1": topic}, RUN, "AP"), [{"a": 1}]),
    "a score": (lambda score: evaluate(QRELS, {"1": {"a": score}}, "AP"), [1.0]),
    "a relevance": (lambda grade: evaluate({"1": {"a": grade}}, RUN, "AP"), [1]),
    "min_relevance": (lambda least: evaluate(QRELS, RUN, "AP", min_relevance=least), [1]),
    "max_relevance": (lambda most: evaluate(QRELS, RUN, "AP", max_relevance=most), [1]),
    "labels in columns": (
        lambda *columns: evaluate(Columns(*columns), RUN, "AP"),
        [["1"], ["a"], [1]],
    ),
    "a run in columns": (
        lambda *columns: evaluate(QRELS, Columns(*columns), "AP"),
        [["1"], ["a"], [1]],
    ),
    "pack_labels": (pack_labels, [QRELS]),
    "parse_measure": (parse_measure, ["AP"]),
    "parse_measures": (parse_measures, ["AP"]),
    "score_bounds": (score_bounds, [P_AT_2[0], RANKED, JUDGED]),
    **{name: (test, [OLD, NEW]) for name, test in TESTS.items() if name != "equivalence"},
    "equivalence": (lambda *pair: TESTS["equivalence"](*pair, options=BOUNDED), [OLD, NEW]),
    **{name: (effect, [OLD, NEW]) for name, effect in EFFECT_SIZES.items()},
    **{name: (test, [TABLE]) for name, test in SYSTEM_TESTS.items()},
    "correlate_systems": (correlate_systems, [TABLE, TABLE, "tau-b"]),
    "two_way_anova": (two_way_anova, [TABLE]),
    "watch_mean": (watch_mean, [OLD]),
    "correct": (correct, [[0.1, 0.2], "holm"]),
    "mean_interval": (mean_interval, [OLD]),
    "stars": (stars, [0.1]),
    "power_of": (power_of, [0.5, 20]),
    "topics_needed": (topics_needed, [0.1, 0.5]),
    "PairOptions": (
        lambda seed, n, level: PairOptions(seed=seed, n_resamples=n, confidence=level),
        [1, 10, 0.9],
    ),
    "RankOptions": (
        lambda seed, n, p: RankOptions(seed=seed, n_resamples=n, p=p),
        [1, 10, 0.9],
    ),
    "SystemOptions": (lambda row: SystemOptions(baseline=row), [0]),
    "PooledRuns": (lambda *pooled: leave_out(P_AT_2, PooledRuns(*pooled)), [[RANKED], JUDGED, 2]),
    "leave_out": (leave_out, [P_AT_2, PooledRuns([RANKED], JUDGED, 2)]),
    "reach_verdict": (reach_verdict, [[FINDING]]),
    "pack": (pack, [VOTES]),
    "agreement_report": (agreement_report, [VOTES]),
    "CohenKappa": (CohenKappa, [SCALE, "linear"]),
    "GwetAC": (GwetAC, [SCALE, "linear"]),
    "KrippendorffAlpha": (KrippendorffAlpha, ["ordinal", SCALE]),
    "compute": (compute, [FleissKappa(3), COUNTS]),
    "count_votes": (count_votes, [GRADES, SCALE]),
    "bootstrap_interval": (
        lambda *drawn: bootstrap_interval(*drawn, rng=rng()),
        [KrippendorffAlpha("ordinal", SCALE), COUNTS, TOPICS],
    ),
    "dawid_skene": (dawid_skene, [GRADES, SCALE]),
    "mace": (lambda *votes: mace(*votes, rng=rng()), [GRADES, SCALE]),
    "aggregate": (lambda votes, scale: aggregate(votes, MEDIAN, scale=scale), [VOTES, SCALED]),
    "a policy": (lambda policy: aggregate(VOTES, policy, scale=SCALED), [MEDIAN]),
    "what aggregate keeps": (aggregated, [{"q1": [0]}, {"q1"}, {"a"}, {("q1", 0): 1}]),
    "combine": (combine, [[LABELS, LABELS], "union"]),
    "label_columns": (lambda *topic: label_columns([topic]), [0, [3, 7], [2, 0]]),
    "count_words": (count_words, ["a b c", SPANS]),
    "answer_spans": (answer_spans, ["a b c", SPANS, 1]),
    "needed_assessors": (needed_assessors, [3, Fraction(1, 2)]),
    "span_agreement": (span_agreement, [HIGHLIGHTED, "cast-strict"]),
    "agreement_by_conventions": (agreement_by_conventions, [HIGHLIGHTED, CONVENTIONS]),
    "agreement_on_highlights": (agreement_on_highlights, [HIGHLIGHTED]),
    "roll_up_labels": (roll_up_labels, [[DocumentLabel("q", "d", 1)], "max"]),
    "DocumentPattern": (DocumentPattern, ["(.)"]),
    "place": (DocumentPattern("(.)").place, ["a"]),
    "relevance_by_position": (relevance_by_position, [np.array([1, 2]), np.array([True, False])]),
    "tenths": (tenths, [np.array([1, 2]), np.array([10, 20])]),
    "rotated": (rotated, ["a b c", 1]),
    "plan_for": (
        lambda seed, n: plan_for(
            seed=seed,
            assessor=7,
            quota=None,
            n_overlap=n,
            overlap_every=6,
            gold_every=4,
            repeat_every=None,
        ),
        [1, 2],
    ),
    "recipe_of": (recipe_of, [{"kind": "swap_words", "amount": "ones"}]),
    "vary": (lambda *text: vary(*text, seed=3, key="d7"), [RECIPE, "a b"]),
    "seed and key": (lambda seed, key: vary(RECIPE, "a b", seed=seed, key=key), [3, "d7"]),
    "analyze": (ENGLISH.analyze, ["a b"]),
    "classify_query": (classify_query, ["how long"]),
    "bag_of_words": (bag_of_words, [ENGLISH, "a b"]),
}


def answer(call: Call, arguments: Sequence[Any]) -> None:
    """Answers, or raises a ValueError or an error with a code from a line that says `raise`."""
    with suppress(ValueError, Coded), own_errors():
        call(*arguments)


@contextmanager
def own_errors() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        last = extract_tb(error.__traceback__)[-1]
        is_ours = Path(last.filename).is_relative_to(ROOT / "regrade")
        if not (is_ours and (last.line or "").startswith("raise ")):
            raise AssertionError(f"{type(error).__name__} from inside: {error}") from error
        raise


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore")
def test_a_call_with_something_else_answers_in_a_sentence(name: str) -> None:
    call, arguments = CALLS[name]
    call(*arguments)
    for place in range(len(arguments)):
        for odd in ODD.values():
            answer(call, [*arguments[:place], odd, *arguments[place + 1 :]])


@pytest.mark.filterwarnings("ignore")
def test_files_and_an_index_answer_in_a_sentence(tmp_path: Path) -> None:
    numbers = count()
    index = build_index(tmp_path / "index", enumerate(["a bridge", "a fish"]))
    query = bag_of_words(ENGLISH, "bridge")
    for odd in ODD.values():
        answer(lambda path: list(read_qrels(path)), [odd])
        answer(lambda texts: build_index(tmp_path / f"{next(numbers)}", texts), [odd])
        answer(lambda *asked: search(*asked, k=2), [odd, [query]])
        answer(lambda *asked: search(*asked, k=2), [index, odd])
        answer(lambda k: search(index, [query], k=k), [odd])


@explained
def taker(  # fails, whatever it is given
    runs: Mapping[str, Mapping[str, float]] | Columns,
    names: Sequence[str] = (),
    rule: Literal["one", "two"] = "one",
    pair: tuple[int, str] = (1, "a"),
    values: NDArray[np.float64] | None = None,
    numbers: ArrayLike = (),
    rest: Iterator[int] | None = None,
) -> None:
    raise TypeError("from inside")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"runs": None}, "runs is None; it takes a dictionary or Columns"),
        ({"runs": {"1": {"a": "x"}}}, r"runs\['1'\]\['a'\] is 'x'; it takes a number"),
        ({"runs": {"1": ODD["a Series"]}}, r"runs\['1'\] is a Series; it takes a dictionary"),
        ({"runs": {1: {}}}, "a key of runs is 1; it takes a text"),
        ({"names": "ab"}, "names is 'ab'; it takes a list"),
        ({"names": ["a", 1]}, r"names\[1\] is 1; it takes a text"),
        ({"rule": "three"}, "rule is 'three'; it takes one of one, two"),
        ({"pair": (1, 2)}, r"pair\[1\] is 2; it takes a text"),
        ({"values": [1.0]}, "values is a list; it takes an array of numbers or None"),
        ({"values": [1.0], "rule": "x"}, "rule is 'x'; it takes one of one, two"),
        ({"numbers": [0.5, "a"]}, r"numbers\[1\] is 'a'; it takes a number"),
        ({"numbers": [[1], [np.str_("a")]]}, r"numbers\[1\]\[0\] is 'a'; it takes a number"),
        ({"numbers": [[1], [1, 2]]}, "numbers is a list; it takes an array of numbers"),
        ({"names": np.array(1.5)}, "names is an ndarray; it takes a list"),
        ({"names": np.float64(1.5)}, "names is 1.5; it takes a list"),
        ({"numbers": object()}, "numbers is an object; it takes an array of numbers"),
    ],
)
def test_the_first_part_that_does_not_fit_is_named(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^taker: {sentence}$"):
        taker(**{"runs": {}, **given})


def test_a_failure_of_good_arguments_stays_what_it_was() -> None:
    rest = iter([1, 2])
    with pytest.raises(TypeError, match=r"^from inside$"):
        taker({"1": {"a": 1}}, ["a"], values=np.zeros(2), numbers=[1], rest=rest)
    assert list(rest) == [1, 2]
    with pytest.raises(TypeError, match="missing 1 required"):
        taker()  # type: ignore[call-arg]


def test_evaluate_takes_measures_by_name_one_by_one() -> None:
    listed = evaluate(QRELS, RUN, ["AP", parse_measure("P@2")])
    assert listed.values == evaluate(QRELS, RUN, "AP P@2").values
    wrong: list[tuple[Any, str]] = [
        (None, "evaluate: measures is None; it takes a text or a list"),
        (["AP", 1], "measures are given as names or measures, not as 1"),
    ]
    for measures, sentence in wrong:
        with pytest.raises(ValueError, match=f"^{sentence}$"):
            evaluate(QRELS, RUN, measures)


def test_unsigned_numbers_are_whole_and_those_beyond_64_bits_are_refused() -> None:
    assert whole_array(np.array([1, 255], np.uint8), "ranks").tolist() == [1, 255]
    for odd in (1e300, -1e19, np.array([2**63], np.uint64), INF, NAN):
        with pytest.raises(ValueError, match="ranks are whole numbers of at most 64 bits, got"):
            whole_array(odd, "ranks")


def test_a_call_of_a_module_without_a_name_raises_what_it_raised() -> None:
    nameless: dict[str, Any] = {}
    exec("def fails(n: int) -> None: n.x", nameless)
    with pytest.raises(ValueError, match="n is 'a'; it takes a whole number"):
        explained(nameless["fails"])("a")


def test_a_sentence_of_the_call_about_a_list_stays() -> None:
    values: Any = [0.1, 0.2]
    with pytest.raises(ValueError, match=r"^values of the same topics"):
        TESTS["t"](values, values[:1])
