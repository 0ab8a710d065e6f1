"""Models of a crowd: who can be relied on, and what is likely true, from votes alone.

Apart from the coefficients, as they need scipy.
"""

from __future__ import annotations

from regrade.agreement.crowd.dawid_skene import DawidSkene, dawid_skene
from regrade.agreement.crowd.mace import Mace, mace

__all__ = ["DawidSkene", "Mace", "dawid_skene", "mace"]
