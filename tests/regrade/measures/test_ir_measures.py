"""Names and values as ir_measures has them, measure by measure."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from itertools import chain

import numpy as np
import pytest

from regrade.measures import MeasureError, evaluate, parse_measure
from regrade.measures.registry import BY_SYMBOL, FAMILIES
from tests.oracles import ir_measures
from tests.refusals import refused
from tests.tiers import THOROUGH

IS_READ_THERE = sys.version_info < (3, 14)
if not IS_READ_THERE:
    pytest.skip("ir_measures reads names by what Python 3.14 gave up", allow_module_level=True)

THEIRS = ir_measures.measures.registry
# The measures of C/W/L and others that nobody asked for yet.
NOT_OFFERED = {
    *("Accuracy", "BPM", "INSQ", "INST", "NERR8", "NERR9", "NERR10", "NERR11", "SDCG"),
}
VALUES = {
    "cutoff": "7",
    "rel": "2",
    "judged_only": "True",
    "dcg": "'exp-log2'",
    "gains": "{0:1,1:3}",
    "p": "0.5",
    "beta": "0.25",
    "alpha": "0.25",
    "recall": "0.3",
    "relative": "True",
    "normalize": "False",
}
# What we print where ir_measures prints the same measure otherwise, and why.
DIFFERENCES = {
    "NumRelRet": "NumRelRet",  # NumRet(rel=1) there; ours goes by the label set's threshold
    "NumRelRet(rel=2)": "NumRelRet(rel=2)",  # NumRet(rel=2) there, which is a name of ours too
    "P(rel=1)@5": "P(rel=1)@5",  # P@5 there; rel left out is the label set's threshold here
    "RBP(p=0.8)": "RBP(p=0.8)",  # RBP there; tools differ in the default of p
    "RBP(rel=2,p=0.8)": "RBP(rel=2,p=0.8)",
    "P(judged_only=True,rel=2)@5": "P(rel=2,judged_only=True)@5",  # as typed there
    "SetRelP(rel=2)": "SetP(rel=2,relative=True)",
    "nDCG(gains={1:1,2:3})@10": "nDCG(gains={1:1,2:3})@10",  # they hide 1:1
}
SEEDS = range(20 if THOROUGH else 2)
LACKS = re.compile(
    r"RBP(?!.*p=)|(P|R|Precision|Recall|Success|n?ERR_IA|\w+_n?DCG|P_IA|StRecall)\b[^@]*$"
)


def names() -> Iterator[str]:
    """What ir_measures knows: with no parameter and with each alone, with and without an @."""
    for symbol, measure in THEIRS.items():
        at = measure.AT_PARAM
        settable = measure.SUPPORTED_PARAMS.keys() - measure.params.keys() - {at}
        inner = ["", *(f"({name}={VALUES[name]})" for name in sorted(settable & VALUES.keys()))]
        ends = ["", f"@{VALUES[at]}"] if at in measure.SUPPORTED_PARAMS else [""]
        if measure.NAME not in NOT_OFFERED:
            yield from (symbol + parameters + end for parameters in inner for end in ends)


def printed_there(name: str) -> str:
    return str(ir_measures.parse_measure(name))


def test_names_of_ir_measures_print_as_they_do_there() -> None:
    whole = [name for name in names() if not LACKS.match(name)]
    ours = {name: parse_measure(name).name for name in whole}
    assert ours == {name: DIFFERENCES.get(name, printed_there(name)) for name in whole}
    assert len(whole) > 100


def test_names_that_lack_what_decides_the_measure_are_refused() -> None:
    lacking = list(filter(LACKS.match, names()))
    assert len(lacking) > 10
    for name in lacking:
        with refused(MeasureError, "bad_parameter"):
            parse_measure(name)


def test_names_that_print_otherwise_do_so_for_a_reason() -> None:
    for name, ours in DIFFERENCES.items():
        assert printed_there(name) != ours == parse_measure(name).name


def test_measures_that_are_not_offered_are_refused() -> None:
    for name in NOT_OFFERED:
        with refused(MeasureError, "unknown_measure"):
            parse_measure(name)


def is_known_there(name: str) -> bool:
    try:
        measure = ir_measures.parse_measure(name)
    except (NameError, ValueError):
        return False
    return bool(measure.params.keys() <= measure.SUPPORTED_PARAMS.keys())


def test_examples_that_ir_measures_knows_print_the_same_there() -> None:
    examples = chain.from_iterable(family.examples for family in FAMILIES)
    both = [name for name in examples if is_known_there(name) and name not in DIFFERENCES]
    assert [printed_there(name) for name in both] == both


def test_every_measure_that_both_have_goes_by_one_name() -> None:
    assert {measure.NAME for measure in THEIRS.values()} - NOT_OFFERED <= BY_SYMBOL.keys()


COMPUTED = [
    *("RR", "RR@10", "RR(rel=2)@10", "P@5", "P(rel=2)@5", "P(judged_only=True)@5", "R@10"),
    *("R(rel=2)@10", "R(judged_only=True)@10", "AP", "AP@10", "AP(rel=2)@10"),
    *("AP(judged_only=True)",),
    *("nDCG", "nDCG@10", "nDCG(gains={0:1,1:3})@10", "nDCG(judged_only=True)@10", "Rprec"),
    *("Rprec(rel=2)", "Rprec(judged_only=True)", "Success@5", "Success(rel=2)@5", "Bpref"),
    *("Bpref(rel=2)", "infAP", "infAP(rel=2)", "IPrec@0.3", "SetP", "SetP(rel=2)", "SetR"),
    *("SetP(relative=True)", "SetF", "SetF(rel=2)", "SetAP", "Judged@5", "NumRet", "NumRet(rel=2)"),
]


@pytest.mark.parametrize("name", COMPUTED)
def test_values_equal_those_of_ir_measures(name: str) -> None:
    """Without ties, which it ranks in two ways; each measure alone, as together they interfere."""
    for seed in SEEDS:
        qrels, run = random_case(seed)
        expected = values_there(name, qrels, run)
        found = evaluate(qrels, run, name).values[parse_measure(name).name]
        assert found.tolist() == pytest.approx([expected[topic] for topic in qrels], abs=1e-9), seed


@pytest.mark.parametrize("parameters", ["", "(p=0.8)", "(p=0.8,normalize=False)"])
def test_compat_down_to_the_longer_list_equals_that_of_ir_measures(parameters: str) -> None:
    """Where theirs ends, list by list; ours goes on to rank 1000 by default."""
    for seed in SEEDS:
        qrels, run = random_case(seed)
        expected = values_there(f"Compat{parameters}", qrels, run)
        for topic in qrels:
            depth = max(len(run[topic]), sum(grade > 0 for grade in qrels[topic].values()))
            name = f"Compat{parameters}@{depth}"
            found = evaluate(qrels, run, name).per_topic(name)[topic]
            assert found == pytest.approx(expected[topic], abs=1e-9)


@pytest.mark.skipif(shutil.which("perl") is None, reason="gdeval.pl needs perl")
@pytest.mark.parametrize("name", ["ERR@20", "nDCG(dcg='exp-log2')@20"])
def test_values_equal_those_of_gdeval(name: str) -> None:
    """It prints five decimals, and takes a scale that ends at 4 for granted."""
    qrels, run = random_case(7)
    expected = values_there(name, qrels, run)
    found = evaluate(qrels, run, name, max_relevance=4).values[name]
    assert found.tolist() == pytest.approx([expected[topic] for topic in qrels], abs=6e-6)


def values_there(
    name: str, qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]
) -> dict[str, float]:
    measure = ir_measures.parse_measure(name)
    return {metric.query_id: metric.value for metric in measure.iter_calc(qrels, run)}


def random_case(seed: int) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Two topics with graded labels; the run finds some of them among unjudged passages."""
    rng = np.random.default_rng(seed)
    pool = [f"d{i}" for i in range(25)]
    qrels, run = {}, {}
    for topic in ("1", "2"):
        labelled = rng.permutation(pool)[: rng.integers(3, 20)].tolist()
        qrels[topic] = {doc_id: int(rng.integers(0, 4)) for doc_id in labelled} | {labelled[0]: 1}
        retrieved = rng.permutation(pool)[: rng.integers(6, 25)].tolist()
        run[topic] = {doc_id: 100.0 - rank for rank, doc_id in enumerate(retrieved)}
    return qrels, run
