from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from regrade.measures import Columns, evaluate, parse_measures, score_measures
from regrade.measures.judge_scores import judge_scores
from tests.regrade.measures.cases import CASES, DOC_IDS, Case
from tests.regrade.measures.oracle import can_be_asked, trec_eval, trec_names
from tests.regrade.measures.rankings import pack
from tests.tiers import examples

CUTOFFS = (1, 3, 10, 20)
NAMES = trec_names(CUTOFFS)
MEASURES = parse_measures(",".join(NAMES))


@examples(2000, fast=200)
@given(CASES)
def test_every_measure_of_trec_eval_equals_it_on_random_cases(case: Case) -> None:
    """Ties, missing topics, negative relevance, empty rankings, runs longer and shorter than the
    cutoff, thresholds that nothing reaches."""
    asked = can_be_asked(case.qrels, case.run)
    assume(asked)
    expected = trec_eval(case.qrels, case.run, cutoffs=CUTOFFS, level=case.level)
    ours = score_measures(MEASURES, pack(case.qrels, case.run, min_relevance=case.level))
    rows = [list(case.qrels).index(topic) for topic in asked]
    is_off = np.abs(np.array([ours[name][rows] for name in NAMES]) - expected) > 1e-9
    assert not [name for name, off in zip(NAMES, is_off, strict=True) if off.any()]


@examples(300)
@given(CASES)
def test_dictionaries_and_packed_rankings_give_the_same_hits(case: Case) -> None:
    """Both ways into the measures, whose values follow from the hits alone."""
    scored = judge_scores(case.qrels, case.run, min_relevance=case.level)
    packed = pack(case.qrels, case.run, min_relevance=case.level)
    for one, other in zip(scored.hits[:3], packed.hits[:3], strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(scored.n_retrieved, packed.n_retrieved)


@given(CASES)
def test_dictionaries_and_packed_rankings_give_the_same_values(case: Case) -> None:
    assume(case.qrels.keys() & case.run.keys())
    scored = evaluate(case.qrels, case.run, MEASURES, min_relevance=case.level, max_relevance=4)
    packed = score_measures(MEASURES, pack(case.qrels, case.run, min_relevance=case.level))
    for name, values in scored.values.items():
        np.testing.assert_array_equal(values, packed[name], err_msg=name)


@given(CASES, st.randoms(use_true_random=False))
def test_columns_in_any_order_give_what_dictionaries_give(case: Case, random: Random) -> None:
    assume(any(case.qrels.get(topic) and case.run[topic] for topic in case.run))
    labelled = {topic: labels for topic, labels in case.qrels.items() if labels}
    expected = evaluate(labelled, case.run, MEASURES)
    given = evaluate(_columns(labelled, random), _columns(case.run, random), MEASURES)
    for name, values in expected.values.items():
        ours = dict(zip(given.query_ids, given.values[name].tolist(), strict=True))
        assert ours == dict(zip(expected.query_ids, values.tolist(), strict=True)), name


@given(CASES, st.permutations(range(4)))
def test_values_do_not_depend_on_the_order_of_topics_in_labels(
    case: Case, order: list[int]
) -> None:
    shuffled = {str(i): case.qrels[str(i)] for i in order if str(i) in case.qrels}
    straight = score_measures(MEASURES, judge_scores(case.qrels, case.run))
    mixed = score_measures(MEASURES, judge_scores(shuffled, case.run))
    rows = [list(shuffled).index(topic) for topic in case.qrels]
    for name, values in straight.items():
        np.testing.assert_array_equal(values, mixed[name][rows], err_msg=name)


@given(CASES)
def test_values_do_not_depend_on_what_passages_are_called(case: Case) -> None:
    """As long as the new names sort as the old ones did, since they decide ties."""
    names = {doc_id: f"doc-{i:02}" for i, doc_id in enumerate(sorted(DOC_IDS))}
    qrels = {t: {names[doc]: v for doc, v in of.items()} for t, of in case.qrels.items()}
    run = {t: {names[doc]: v for doc, v in of.items()} for t, of in case.run.items()}
    before = score_measures(MEASURES, judge_scores(case.qrels, case.run))
    after = score_measures(MEASURES, pack(qrels, run))
    for name, values in before.items():
        np.testing.assert_array_equal(values, after[name], err_msg=name)


def _columns(topics: Mapping[str, Mapping[str, float]], random: Random) -> Columns:
    lines = [(topic, doc, value) for topic, of in topics.items() for doc, value in of.items()]
    random.shuffle(lines)
    query_ids, doc_ids, values = zip(*lines, strict=True)
    return Columns(query_ids, doc_ids, values)
