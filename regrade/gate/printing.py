"""Results of a gate in its three formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from regrade.counted import counted
from regrade.gate.gating import Gated
from regrade.gate.options import GateOptions
from regrade.json_text import json_text
from regrade.prose.numbers import DECIMALS, percent, signed, unsigned
from regrade.significance import NonInferiority
from regrade.verdict import how_unjudged_counts

MOST_DECIMALS = 15


def render(gates: Sequence[Gated], options: GateOptions) -> str:
    """The results, ending with a line end."""
    if options.style == "json":
        return json_text(_json(gates, options))
    if options.style == "github":
        return "".join(f"{_annotation(gated, len(options.qrels) > 1)}\n" for gated in gates)
    return "".join(f"{line}\n" for line in _lines(gates, len(options.qrels) > 1))


def _lines(gates: Sequence[Gated], names_qrels: bool) -> Iterator[str]:
    for gated in gates:
        yield sentence(gated, names_qrels=names_qrels)
        for caution in cautions(gated):
            yield f"  {caution}"
    n_failed = sum(not gated.has_passed for gated in gates)
    yield f"Failed: {n_failed} of {counted(len(gates), 'test')}." if n_failed else "Passed."


def sentence(gated: Gated, *, names_qrels: bool = False) -> str:
    """Outcome of a test with its numbers, as a sentence."""
    tested, places = gated.tested, _decimals(gated.tested)
    margin = unsigned(-tested.margin, places)
    by = f"than {gated.baseline.name} by more than {margin} in {gated.printed.label}"
    claim = {
        "not worse": f"{gated.run.name} is not worse {by}",
        "worse": f"{gated.run.name} is worse {by}",
        "not shown": f"The topics do not show whether {gated.run.name} is worse {by}",
    }[tested.outcome]
    under = f" under {gated.qrels}" if names_qrels else ""
    return f"{claim}{under}: {_figures(gated, places)}.{_need(gated)}"


def _figures(gated: Gated, places: int) -> str:
    tested = gated.tested
    topics = counted(tested.n, "topic")
    if tested.interval is None or tested.improvement is None:
        return f"{topics}, and a test needs two"
    low, high = (unsigned(end, places) for end in tested.interval)
    turned = " (turned, since lower is better)" if gated.printed.measure.lower_is_better else ""
    return f"{signed(tested.improvement, places)} [{low}, {high}]{turned}, {topics}"


def _need(gated: Gated) -> str:
    tested = gated.tested
    if tested.outcome != "not shown" or tested.n_needed is None:
        return ""
    needed = f"{tested.n_needed:,} topics"
    if tested.n_needed > tested.n:
        return f" A run as good as the baseline needs {needed} to pass four times in five."
    return (
        f" The topics suffice: a run as good as the baseline passes four times in five on {needed}."
    )


def cautions(gated: Gated) -> Iterator[str]:
    """Sentences that weaken the outcome."""
    for side in (gated.baseline, gated.run):
        if side.n_missing:
            lacks = f"{side.name} lacks {side.n_missing} of {counted(gated.tested.n, 'topic')}"
            yield f"{lacks}: counted with the measure's worst value."
    if sides := [side for side in (gated.run, gated.baseline) if side.unjudged]:
        cutoff = gated.printed.measure.cutoff
        depth = "" if cutoff is None else f" down to rank {cutoff:,}"
        shares = " and ".join(f"{percent(side.unjudged)} of {side.name}" for side in sides)
        effect = how_unjudged_counts(gated.printed.measure)
        yield f"Without a label{depth}: {shares}; such a passage {effect}."
    if gated.tested.n and gated.tested.n_zero == gated.tested.n:
        yield f"Both runs have the same {gated.printed.label} on every topic."


def _decimals(tested: NonInferiority) -> int:
    """One decimal more than the margin has; more where an end of the interval looks equal to it."""
    margin = tested.margin
    written = f"{margin:.{MOST_DECIMALS}f}".rstrip("0").partition(".")[2]
    places = max(DECIMALS, len(written) + 1)
    ends = [end for end in tested.interval or () if end != margin]
    while places < MOST_DECIMALS and any(round(end - margin, places) == 0 for end in ends):
        places += 1
    return places


def _json(gates: Sequence[Gated], options: GateOptions) -> dict[str, Any]:
    return {
        "passed": all(gated.has_passed for gated in gates),
        "fail_on": options.fail_on,
        "alpha": options.alpha,
        "min_relevance": options.min_relevance,
        "single_precision": options.single_precision,
        "tests": [_test(gated, len(options.qrels) > 1) for gated in gates],
    }


def _test(gated: Gated, names_qrels: bool) -> dict[str, Any]:
    tested = gated.tested
    return {
        "qrels": gated.qrels,
        "measure": gated.printed.label,
        "better": gated.printed.better,
        "passed": gated.has_passed,
        "outcome": tested.outcome,
        "margin": tested.margin,
        "improvement": tested.improvement,
        "interval": tested.interval,
        "confidence": tested.confidence,
        "p_value": tested.p_value,
        "n_topics": tested.n,
        "n_topics_needed": tested.n_needed,
        "baseline": gated.baseline._asdict(),
        "run": gated.run._asdict(),
        "sentence": sentence(gated, names_qrels=names_qrels),
        "cautions": list(cautions(gated)),
    }


def _annotation(gated: Gated, names_qrels: bool) -> str:
    """A line by which GitHub Actions shows a result beside the workflow."""
    passed = "notice" if gated.tested.outcome == "not worse" else "warning"
    kind = passed if gated.has_passed else "error"
    text = " ".join([sentence(gated, names_qrels=names_qrels), *cautions(gated)])
    return f"::{kind} title=regrade gate::{_escaped(text)}"


def _escaped(text: str) -> str:
    """Text as GitHub's workflow commands read it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
