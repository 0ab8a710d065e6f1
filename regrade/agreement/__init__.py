"""Inter-assessor agreement, without Django."""

from __future__ import annotations

from regrade.agreement.coefficients.cohen import CohenKappa
from regrade.agreement.coefficients.fleiss import FleissKappa
from regrade.agreement.coefficients.gwet import GwetAC
from regrade.agreement.coefficients.krippendorff import KrippendorffAlpha
from regrade.agreement.coefficients.percent import PercentAgreement
from regrade.agreement.coefficients.statistic import Mean, compute
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
    "compute",
    "count_votes",
]
