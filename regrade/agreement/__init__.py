"""Inter-assessor agreement, without Django."""

from __future__ import annotations

from regrade.agreement.coefficients.cohen import CohenKappa, cohen_kappa, cohen_kappa_quadratic
from regrade.agreement.coefficients.fleiss import FleissKappa, fleiss_kappa
from regrade.agreement.coefficients.gwet import GwetAC, gwet_ac1, gwet_ac2
from regrade.agreement.coefficients.krippendorff import KrippendorffAlpha, krippendorff_alpha
from regrade.agreement.coefficients.percent import PercentAgreement, percent_agreement
from regrade.agreement.coefficients.statistic import Mean
from regrade.agreement.counting.vote_table import count_votes
from regrade.agreement.intervals.bootstrap import bootstrap_interval
from regrade.agreement.report import Agreement, agreement_report

__all__ = [
    "Agreement",
    "CohenKappa",
    "FleissKappa",
    "GwetAC",
    "KrippendorffAlpha",
    "Mean",
    "PercentAgreement",
    "agreement_report",
    "bootstrap_interval",
    "cohen_kappa",
    "cohen_kappa_quadratic",
    "count_votes",
    "fleiss_kappa",
    "gwet_ac1",
    "gwet_ac2",
    "krippendorff_alpha",
    "percent_agreement",
]
