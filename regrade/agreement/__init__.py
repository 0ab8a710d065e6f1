"""Inter-assessor agreement, without Django."""

from __future__ import annotations

from regrade.agreement.cohen import cohen_kappa, cohen_kappa_quadratic
from regrade.agreement.fleiss import fleiss_kappa
from regrade.agreement.gwet import gwet_ac1, gwet_ac2
from regrade.agreement.krippendorff import krippendorff_alpha
from regrade.agreement.percent import percent_agreement
from regrade.agreement.report import Agreement, agreement_report

__all__ = [
    "Agreement",
    "agreement_report",
    "cohen_kappa",
    "cohen_kappa_quadratic",
    "fleiss_kappa",
    "gwet_ac1",
    "gwet_ac2",
    "krippendorff_alpha",
    "percent_agreement",
]
