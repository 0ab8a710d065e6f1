from __future__ import annotations

from difflib import get_close_matches

from regrade.measures.aliases import ALIASES
from regrade.measures.registry import BY_SYMBOL
from regrade.measures.trec_names import translate


def no_form(name: str) -> str:
    """Why a name is none, with what may have been meant."""
    if not name:
        return "no name is given"
    return _in_trec_eval(name) or "a measure is written as in nDCG@10 or P(rel=2)@5"


def nearest_names(name: str, symbol: str) -> str:
    """Why a measure's symbol is unknown, with what may have been meant."""
    if reason := _in_trec_eval(name):
        return reason
    by_lower = {known.lower(): known for known in (*ALIASES, *BY_SYMBOL) if known.isascii()}
    if symbol.lower() in by_lower:
        return f"{symbol} is unknown, the nearest is {by_lower[symbol.lower()]}"
    near = [by_lower[match] for match in get_close_matches(symbol.lower(), by_lower)]
    if not near:
        return f"{symbol} is unknown, there are {', '.join(BY_SYMBOL)}"
    return f"{symbol} is unknown, the nearest {'are' if near[1:] else 'is'} {', '.join(near)}"


def _in_trec_eval(name: str) -> str:
    written = ", ".join(measure for _, measure in translate(name))
    return f"{name} is trec_eval's name, here it is {written}" if written else ""
