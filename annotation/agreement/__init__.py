"""Agreement between assessors; knows nothing of Django."""

from __future__ import annotations

from annotation.agreement.cohen import cohen_kappa, cohen_kappa_quadratic
from annotation.agreement.fleiss import fleiss_kappa
from annotation.agreement.krippendorff import krippendorff_alpha
from annotation.agreement.percent import percent_agreement
from annotation.agreement.report import Agreement, agreement_report

__all__ = [
    "Agreement",
    "agreement_report",
    "cohen_kappa",
    "cohen_kappa_quadratic",
    "fleiss_kappa",
    "krippendorff_alpha",
    "percent_agreement",
]
