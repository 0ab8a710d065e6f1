"""trec_eval through pytrec_eval, as the oracle of our measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from tests.oracles import pytrec_eval

Qrels = Mapping[str, Mapping[str, int]]
Run = Mapping[str, Mapping[str, float]]

UNCUT = {
    "RR": "recip_rank",
    "AP": "map",
    "nDCG": "ndcg",
    "Rprec": "Rprec",
    "Bpref": "bpref",
    "infAP": "infAP",
    "IPrec": "11pt_avg",
    "SetP": "set_P",
    "SetP(relative=True)": "set_relative_P",
    "SetR": "set_recall",
    "SetAP": "set_map",
    "SetF": "set_F",
    "Utility": "utility",
    "NumQ": "num_q",
    "NumRet": "num_ret",
    "NumRel": "num_rel",
    "NumRelRet": "num_rel_ret",
    "NumNonRelRet": "num_nonrel_judged_ret",
    **{f"IPrec@{tenth / 10}": f"iprec_at_recall_{tenth / 10:.2f}" for tenth in range(11)},
    **{f"Rprec(times={n / 5:g})": f"Rprec_mult_{n / 5:.2f}" for n in range(1, 11) if n != 5},
}
CUT = {
    "P@{}": "P",
    "P(relative=True)@{}": "relative_P",
    "R@{}": "recall",
    "AP@{}": "map_cut",
    "nDCG@{}": "ndcg_cut",
    "Success@{}": "success",
}


def trec_names(cutoffs: Iterable[int]) -> dict[str, str]:
    """Every measure that we and pytrec_eval both have: our name and what it prints."""
    cut = {ours.format(k): f"{theirs}_{k}" for ours, theirs in CUT.items() for k in cutoffs}
    return {**UNCUT, **cut}


def requests(cutoffs: Iterable[int]) -> set[str]:
    """Measures to request from pytrec_eval."""
    listed = ",".join(map(str, cutoffs))
    families = {"iprec_at_recall", "Rprec_mult", *(name for name in UNCUT.values() if _plain(name))}
    return families | {f"{family}.{listed}" for family in CUT.values()}


def can_be_asked(qrels: Qrels, run: Run) -> list[str]:
    """Topics that pytrec_eval scores; it crashes where no relevance is 0 or more."""
    is_scored = {topic: max(labels.values(), default=-1) >= 0 for topic, labels in qrels.items()}
    return [topic for topic in qrels if run.get(topic) and is_scored[topic]]


def trec_eval(
    qrels: Qrels, run: Run, *, cutoffs: tuple[int, ...], level: int = 1
) -> NDArray[np.float64]:
    """shape (n_names, n_topics): the topics that can be asked for, in the order of the qrels."""
    topics = can_be_asked(qrels, run)
    asked = {topic: dict(qrels[topic]) for topic in topics}
    evaluator = pytrec_eval.RelevanceEvaluator(asked, requests(cutoffs), relevance_level=level)
    printed = evaluator.evaluate({topic: dict(run[topic]) for topic in topics})
    names = trec_names(cutoffs).values()
    return np.array([[printed[topic][name] for topic in topics] for name in names], np.float64)


def _plain(name: str) -> bool:
    return not name.startswith(("iprec_at_recall_", "Rprec_mult_"))
