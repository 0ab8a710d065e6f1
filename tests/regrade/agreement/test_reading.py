from __future__ import annotations

import math

import pytest

from regrade.agreement.reading import read_kappa


@pytest.mark.parametrize(
    ("kappa", "landis_koch", "mchugh"),
    [
        (-0.2, "poor", "none"),
        (0.0, "slight", "none"),
        (0.2, "slight", "none"),
        (0.204, "slight", "none"),
        (0.206, "fair", "minimal"),
        (0.4, "fair", "weak"),
        (0.5, "moderate", "weak"),
        (0.6, "moderate", "moderate"),
        (0.8, "substantial", "strong"),
        (0.9, "almost perfect", "strong"),
        (0.91, "almost perfect", "almost perfect"),
        (1.0, "almost perfect", "almost perfect"),
    ],
)
def test_read_kappa_takes_the_published_bands(kappa: float, landis_koch: str, mchugh: str) -> None:
    reading = read_kappa(kappa)
    assert (reading.landis_koch, reading.mchugh) == (landis_koch, mchugh)
    assert "convention" in reading.warning


@pytest.mark.parametrize("kappa", [1.2, -3, math.nan])
def test_read_kappa_of_what_is_no_kappa_is_refused(kappa: float) -> None:
    with pytest.raises(ValueError, match="kappa"):
        read_kappa(kappa)
