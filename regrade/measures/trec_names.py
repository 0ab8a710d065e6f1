"""Translate trec_eval's measure names to ours, so that commands accept its -m unchanged."""

from __future__ import annotations

import math
import re

CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
TENTHS = tuple(tenth / 10 for tenth in range(11))

PLAIN = {
    "num_q": "NumQ",
    "num_ret": "NumRet",
    "num_rel": "NumRel",
    "num_rel_ret": "NumRelRet",
    "map": "AP",
    "Rprec": "Rprec",
    "bpref": "Bpref",
    "recip_rank": "RR",
    "infAP": "infAP",
    "ndcg": "nDCG",
    "set_P": "SetP",
    "set_relative_P": "SetP(relative=True)",
    "set_recall": "SetR",
    "set_map": "SetAP",
    "set_F": "SetF",
    "utility": "Utility",
    "11pt_avg": "IPrec",
    "num_nonrel_judged_ret": "NumNonRelRet",
}
# With the values that trec_eval takes where the name gives none.
AT_CUTOFFS: dict[str, tuple[str, tuple[int, ...]]] = {
    "P": ("P@{}", CUTOFFS),
    "recall": ("R@{}", CUTOFFS),
    "success": ("Success@{}", (1, 5, 10)),
    "map_cut": ("AP@{}", CUTOFFS),
    "ndcg_cut": ("nDCG@{}", CUTOFFS),
    "relative_P": ("P(relative=True)@{}", CUTOFFS),
}
AT_SHARES = {
    "iprec_at_recall": ("IPrec@{}", TENTHS),
    "Rprec_mult": ("Rprec(times={})", tuple(fifth / 5 for fifth in range(1, 11))),
}
NICKNAMES = {
    "official": (
        *("num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref"),
        *("recip_rank", "iprec_at_recall", "P"),
    ),
    "set": (
        *("num_q", "num_ret", "num_rel", "num_rel_ret", "utility", "set_P", "set_recall"),
        *("set_relative_P", "set_map", "set_F"),
    ),
    "all_trec": (
        *("num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref"),
        *("recip_rank", "iprec_at_recall", "P", "recall", "infAP", "gm_bpref", "Rprec_mult"),
        *("utility", "11pt_avg", "binG", "G", "ndcg", "ndcg_rel", "Rndcg", "ndcg_cut", "map_cut"),
        *("relative_P", "success", "set_P", "set_relative_P", "set_recall", "set_map", "set_F"),
        "num_nonrel_judged_ret",
    ),
}

WITH_VALUES = re.compile(r"(\w+?)[._]([0-9.,]+)")
WITH_GAINS = re.compile(r"ndcg\.(-?[0-9]+=[0-9.]+(?:,-?[0-9]+=[0-9.]+)*)")
WITH_WORTHS = re.compile(r"utility\.(-?[0-9.]+),(-?[0-9.]+),(-?[0-9.]+),-?[0.]+")
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
WITH_WEIGHT = re.compile(rf"set_F[._]({NUMBER.pattern})")


def translate(name: str) -> tuple[tuple[str, str], ...]:
    """Pairs of trec_eval's name and ours for -m NAME; empty for a name not of trec_eval.

    Nicknames and names without values stand for several measures, as `P` does for P_5, P_10 and
    so on. Values follow a point, as in `P.5,10`, or an underscore, as trec_eval prints them.
    Members of a nickname that we do not offer are left out.
    """
    if name in NICKNAMES:
        return tuple(pair for member in NICKNAMES[name] for pair in translate(member))
    if name in PLAIN:
        return ((name, PLAIN[name]),)
    if pair := _with_parameters(name):
        return (pair,)
    match = WITH_VALUES.fullmatch(name)
    family, values = match.groups() if match else (name, "")
    given = [value for value in values.split(",") if value]
    return _at_cutoffs(family, given) or _at_shares(family, given)


def _with_parameters(name: str) -> tuple[str, str] | None:
    """Measures whose values are not cutoffs: all values together form one measure."""
    label = name.replace(".", "_", 1)
    if match := WITH_GAINS.fullmatch(name):
        return label, f"nDCG({_gains(match[1])})"
    if match := WITH_WORTHS.fullmatch(name):
        found, other, missed = match.groups()
        return label, f"Utility(found={found},other={other},missed={missed})"
    if match := WITH_WEIGHT.fullmatch(name):
        return label, f"SetF(beta={math.sqrt(float(match[1]))})"  # theirs is the square
    return None


def _gains(pairs: str) -> str:
    """Parameters for a table of gains by relevance; the gain of -1 is that of unjudged passages."""
    table = [pair for pair in pairs.split(",") if not pair.startswith("-1=")]
    unjudged = [f"unjudged={pair[3:]}" for pair in pairs.split(",") if pair.startswith("-1=")]
    gains = [f"gains={{{','.join(table).replace('=', ':')}}}"] if table else []
    return ",".join([*gains, *unjudged])


def _at_cutoffs(family: str, given: list[str]) -> tuple[tuple[str, str], ...]:
    if family not in AT_CUTOFFS or not all(value.isdigit() for value in given):
        return ()
    form, usual = AT_CUTOFFS[family]
    cutoffs = sorted({int(value) for value in given}) or usual
    return tuple((f"{family}_{cutoff}", form.format(cutoff)) for cutoff in cutoffs)


def _at_shares(family: str, given: list[str]) -> tuple[tuple[str, str], ...]:
    if family not in AT_SHARES or not all(NUMBER.fullmatch(v) for v in given):
        return ()
    form, usual = AT_SHARES[family]
    shares = sorted({float(value) for value in given}) or usual
    return tuple((f"{family}_{share:.2f}", form.format(share)) for share in shares)
