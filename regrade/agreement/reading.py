from __future__ import annotations

from bisect import bisect
from typing import NamedTuple

# The first band is below the first bound; a figure on a bound is in the band that it begins.
_LANDIS_KOCH = (
    (0.0, 0.21, 0.41, 0.61, 0.81),
    ("poor", "slight", "fair", "moderate", "substantial", "almost perfect"),
)
_MCHUGH = (
    (0.21, 0.40, 0.60, 0.80, 0.91),
    ("none", "minimal", "weak", "moderate", "strong", "almost perfect"),
)
WARNING = (
    "Words for bands of kappa are a convention without a test behind it, and authors draw the "
    "bands differently. Kappa depends on how many grades there are, how common each is and how "
    "disagreements are weighed: compare it only where these are alike, beside percent agreement."
)


class Reading(NamedTuple):
    """Words for a kappa from two authors, and why to distrust them."""

    landis_koch: str
    mchugh: str
    warning: str


def read_kappa(kappa: float) -> Reading:
    """Verbal labels for a kappa by two published scales; an aid to reading, not a test.

    Landis and Koch: poor below 0, slight to .20, fair to .40, moderate to .60, substantial to .80,
    almost perfect above. McHugh, of health research, is stricter: none to .20, minimal to .39,
    weak to .59, moderate to .79, strong to .90, almost perfect above. Their bands have two
    decimals, so kappa is rounded to two first.

    Args:
        kappa: Cohen's or Fleiss' kappa. The bands were not drawn for alpha or AC1, nor for
            weighted kappas, which are mostly higher for the same votes.

    Returns:
        The two words and the warning that belongs beside them.

    Raises:
        ValueError: a kappa above 1 or below -1, or NaN. Where kappa is not defined there is
            nothing to read.

    Source:
        Landis and Koch, Biometrics 33(1), 1977; McHugh, Biochemia Medica 22(3), 2012.
    """
    if not -1 <= kappa <= 1:
        raise ValueError(f"a kappa lies between -1 and 1, got {kappa}")
    rounded = round(kappa, 2)
    landis_koch, mchugh = (
        names[bisect(bounds, rounded)] for bounds, names in (_LANDIS_KOCH, _MCHUGH)
    )
    return Reading(landis_koch, mchugh, WARNING)
