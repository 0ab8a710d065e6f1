"""Corrections of p-values within a family of tests: those that one conclusion rests on.

Own formulas: statsmodels collects the garbage of the whole process at each call, and counts NaN.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained

CorrectionName = Literal["bonferroni", "holm", "bh", "by"]
FamilyName = Literal["column", "measure", "table"]
FAMILIES: dict[str, str] = {
    "column": "one measure under one label set",
    "measure": "one measure under all label sets",
    "table": "the whole table",
}
CORRECTIONS: dict[str, str] = {
    "bonferroni": "Bonferroni",
    "holm": "Holm",
    "bh": "Benjamini-Hochberg",
    "by": "Benjamini-Yekutieli",
}
LEVELS = ((0.0001, "****"), (0.001, "***"), (0.01, "**"), (0.05, "*"))


class Corrected(NamedTuple):
    """The adjusted p-values of a family, or of several that are corrected one by one.

    Attributes:
        method: key in CORRECTIONS.
        p_values: in the order given; None where there was none.
        n_tests: m, the p-values that were corrected for one another; of the largest family.
        n_untested: how many had none, which are no part of m.
        n_repeated: how many tests repeat another of their family, or compare values that are the
            same on every topic; they are no part of m either.
        family: key in FAMILIES, "" for one family without a name.
        sizes: m of each test's own family, None where it is no part of one; empty for one family.
    """

    method: CorrectionName
    p_values: tuple[float | None, ...]
    n_tests: int
    n_untested: int
    n_repeated: int = 0
    family: FamilyName | Literal[""] = ""
    sizes: tuple[int | None, ...] = ()

    @property
    def is_most(self) -> bool:
        """Whether other families have fewer tests."""
        return len({*self.sizes} - {None}) > 1

    @property
    def explained(self) -> str:
        """A sentence that can stand under the family's table."""
        most = "up to " if self.is_most else ""
        tests = "test" if self.n_tests == 1 else "tests"
        text = f"p-values corrected by {CORRECTIONS[self.method]} for {most}{self.n_tests} {tests}"
        text += f" of {FAMILIES[self.family]}" if self.family else ""
        text += f"; {self.n_untested} without a p-value left out" if self.n_untested else ""
        if not self.n_repeated:
            return f"{text}."
        repeat = "repeats" if self.n_repeated == 1 else "repeat"
        return (
            f"{text}; {self.n_repeated} that {repeat} another, or find no difference, not counted."
        )


@explained
def correct(
    p_values: Sequence[float | None], method: CorrectionName, names: Sequence[str] = ()
) -> Corrected:
    """Adjusted p-values of a family, to be compared with the same level as a single one.

    With p_(1) <= ... <= p_(m):  Bonferroni  min(1, m p);
    Holm  max_{j <= i} min(1, (m - j + 1) p_(j));
    Benjamini-Hochberg  min_{j >= i} min(1, m p_(j) / j);
    Benjamini-Yekutieli  the same times 1 + 1/2 + ... + 1/m

    Bonferroni and Holm bound the chance of any false discovery, Benjamini-Hochberg the expected
    share of false ones among the discoveries, for tests that are independent or positively
    dependent (runs against one baseline are); Benjamini-Yekutieli does so under any dependence
    (all pairs of runs).

    Args:
        p_values: the whole family, in any order; None where no test was possible.
        method: key in CORRECTIONS.
        names: of the tests, for the error's text; by default they are numbered from 0.

    Returns:
        In the order given. None stays None and is not counted in m; no test at all gives none.

    Raises:
        ValueError: NaN or a number outside [0, 1], naming the test; an unknown method; names of
            another number.

    Source:
        Dunn, JASA 56(293), 1961; Holm, Scandinavian Journal of Statistics 6(2), 1979; Benjamini
        and Hochberg, JRSS B 57(1), 1995; Benjamini and Yekutieli, Annals of Statistics 29(4),
        2001. The same as statsmodels' multipletests.
    """
    _check_family(p_values, method, names)
    tested = np.array([p_value for p_value in p_values if p_value is not None], np.float64)
    adjusted = iter(_adjusted(tested, method))
    text = tuple(None if p_value is None else next(adjusted) for p_value in p_values)
    return Corrected(method, text, tested.size, len(p_values) - tested.size)


@explained
def correct_families(
    p_values: Sequence[float | None],
    method: CorrectionName,
    family: FamilyName,
    *,
    members: Sequence[Hashable],
    tests: Sequence[Hashable],
) -> Corrected:
    """Correct each family by itself; tests that repeat another of their family count once.

    Args:
        p_values: of all tests that a table shows; None where no test was possible.
        method: key in CORRECTIONS.
        family: key in FAMILIES, for the text under the table.
        members: for each test, the family that it belongs to.
        tests: for each test, the key that `differences_key` gives; None where nothing differs:
            that is no test, and its p-value stays.

    Returns:
        In the order given. A test that repeats another has the other one's adjusted p-value.

    Raises:
        ValueError: as `correct` says; sequences of other lengths than the p-values.
    """
    families: dict[Hashable, dict[Hashable, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place, (p, member, test) in enumerate(zip(p_values, members, tests, strict=True)):
        if p is not None and test is not None:
            families[member][test].append(place)
    adjusted = list(p_values)
    sizes: list[int | None] = [None] * len(p_values)
    for found in families.values():
        firsts = [p_values[places[0]] for places in found.values()]
        corrected = correct(firsts, method).p_values
        for places, p in zip(found.values(), corrected, strict=True):
            for place in places:
                adjusted[place], sizes[place] = p, len(firsts)
    n_tests = max(map(len, families.values()), default=0)
    n_untested = sum(p is None for p in p_values)
    n_repeated = len(p_values) - n_untested - sum(map(len, families.values()))
    return Corrected(method, tuple(adjusted), n_tests, n_untested, n_repeated, family, tuple(sizes))


def _check_family(
    p_values: Sequence[float | None], method: CorrectionName, names: Sequence[str]
) -> None:
    if method not in get_args(CorrectionName):
        raise ValueError(f"a correction is one of {', '.join(CORRECTIONS)}, got {method!r}")
    if names and len(names) != len(p_values):
        raise ValueError(f"{len(names)} names for {len(p_values)} tests")
    for index, p_value in enumerate(p_values):
        _check(p_value, f"test {names[index] if names else index}")


def _check(p_value: float | None, test: str) -> None:
    if p_value is None:
        return
    if math.isnan(p_value):
        raise ValueError(f"the p-value of {test} is NaN; a test that was not possible has None")
    if not 0.0 <= p_value <= 1.0:
        raise ValueError(f"the p-value of {test} is {p_value}, not between 0 and 1")


def _adjusted(p_values: NDArray[np.float64], method: CorrectionName) -> list[float]:
    m = p_values.size
    order = np.argsort(p_values, kind="stable")
    p, place = p_values[order], np.arange(1, m + 1)
    if method == "bonferroni":
        whole = m * p
    elif method == "holm":
        whole = np.maximum.accumulate((m - place + 1) * p)
    else:
        factor = m if method == "bh" else m * np.sum(1 / place)
        whole = np.minimum.accumulate((factor * p / place)[::-1])[::-1]
    adjusted = np.empty(m)
    adjusted[order] = np.minimum(whole, 1.0)
    return adjusted.tolist()


@explained
def stars(p_value: float | None) -> str:
    """The usual marks of a p-value: * below .05, ** .01, *** .001, **** .0001; else none."""
    if p_value is None:
        return ""
    return next((mark for level, mark in LEVELS if p_value < level), "")
