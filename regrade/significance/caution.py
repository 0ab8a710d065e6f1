"""Caution about means of reciprocal-rank measures, which are disputed.

Fuhr (SIGIR Forum 51(3), 2017) holds that reciprocal ranks are ordinal: 1 to 1/2 is one rank, and
so is 1/2 to 1/3, though the numbers are not as far apart. A mean, a t-test and a mean difference
would then say nothing, and he offers the mean rank of the first relevant passage (MFR), whose
steps are equal, in its place. Ferrante, Ferro and Fuhr (IEEE Access 9, 2021) carry the argument
to most measures, AP, nDCG and RBP among them.

Sakai (SIGIR Forum 54(1), 2020) replies that this is one view among several, and no rule for
everyone. Moffat (IEEE Access 10, 2022) argues that a measure assigns numbers to rankings for how
useful they are, and that these numbers, where there is a reason for each, may be averaged like
any others; the distance of ranks is not the distance of usefulness.

Neither view is the house's. What it does: MFR is offered beside RR, and this is said where RR is
tested. MFR has a cost of its own: it must give "not found" a rank, its cutoff plus 1. The sign
test needs no distances at all; Wilcoxon's test ranks the sizes of differences, and so needs some.
"""

from __future__ import annotations

CAUTIONS = {
    "RR": (
        "RR is disputed as a basis for means and tests of means. Fuhr (2017) holds reciprocal"
        " ranks to be ordinal, so that their mean would say nothing; Sakai (2020) and Moffat"
        " (2022) reply that they are gains, which may be averaged. MFR, the mean rank of the first"
        " relevant passage, is offered beside it; the sign test needs neither view."
    ),
    "ERR": (
        "ERR is disputed as a basis for means and tests of means. Fuhr (2017) counts it with RR"
        " among the ordinal measures, whose mean would say nothing; Sakai (2020) and Moffat (2022)"
        " reply that its values are gains, which may be averaged. The sign test needs neither view."
    ),
}


def caution_for(symbol: str) -> str | None:
    """Caution beside tests of this measure, or None.

    Args:
        symbol: the measure's symbol without parameters or cutoff, as "RR".
    """
    return CAUTIONS.get(symbol)
