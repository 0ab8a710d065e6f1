from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.measures import JudgedRankings, Measure, parse_measure
from regrade.measures.measure_texts import parse_asked
from regrade.measures.scoring import geometric_mean
from regrade.measures.trec_names import NICKNAMES, translate

USUAL, MS_MARCO = "official", "RR@10"
# trec_eval prints these over all topics alone, from the values of another measure.
GEOMETRIC = {"gm_map": "AP", "gm_bpref": "Bpref"}
SUMMARY_ONLY = {"num_q", *GEOMETRIC}


# With these trec_eval prints the run's tag first.
NAMES_RUN = {"official", "all_trec", "runid"}


class Printed(NamedTuple):
    """A measure and its printed label.

    Attributes:
        label: trec_eval's name if requested by it, else ours.
        measure: the measure to compute.
    """

    label: str
    measure: Measure

    @property
    def has_topics(self) -> bool:
        """Whether values per topic are printed too."""
        return self.label not in SUMMARY_ONLY

    @property
    def is_tested(self) -> bool:
        """Whether it is tested, unlike counts, geometric means and properties of the labels."""
        return self.measure.is_tested and self.label not in GEOMETRIC

    def seen(self, rankings: JudgedRankings, judged_only: bool) -> JudgedRankings:
        """The rankings it reads: with judged_only condensed ones, unless the measure refuses."""
        return rankings.condensed if judged_only and not self.measure.no_judged_only else rankings

    def summary(self, values: NDArray[np.float64]) -> float:
        """The value over all topics: a mean, or the total of a count."""
        if self.label in GEOMETRIC:
            return geometric_mean(values)
        return float(values.sum() if self.measure.is_count else values.mean())


def parse_printed(texts: Sequence[str]) -> tuple[Printed, ...]:
    """The measures of all -m options of the command line, each label once.

    Raises:
        MeasureError: a name that cannot be used.
    """
    found = (printed for text in texts for printed in _parse(text))
    return tuple({printed.label: printed for printed in found}.values())


def names_run(texts: Sequence[str]) -> bool:
    """Whether trec_eval prints the run's tag for these arguments of -m."""
    return bool(NAMES_RUN.intersection(word for text in texts for word in text.split()))


def left_out(texts: Sequence[str]) -> tuple[str, ...]:
    """Measures in these trec_eval nicknames that we do not offer."""
    members = (name for text in texts for word in text.split() for name in NICKNAMES.get(word, ()))
    return tuple(name for name in dict.fromkeys(members) if not _member(name))


def _parse(text: str) -> Iterator[Printed]:
    words = text.split()
    if not {*NICKNAMES, *GEOMETRIC}.intersection(words):
        yield from (Printed(*asked) for asked in parse_asked([text]))
        return
    for word in words:
        if word in NICKNAMES:
            yield from (printed for name in NICKNAMES[word] for printed in _member(name))
        else:
            yield from _member(word) or (Printed(*asked) for asked in parse_asked([word]))


def _member(name: str) -> list[Printed]:
    """Measures of a trec_eval name; empty if we have none."""
    if name in GEOMETRIC:
        return [Printed(name, parse_measure(GEOMETRIC[name]))]
    return [Printed(label, parse_measure(ours)) for label, ours in translate(name)]
