"""Several rankings of a topic fused into one, by ranks or by scores."""

from __future__ import annotations

from regrade.fusion.fusing import Fusion, Scored, fuse
from regrade.fusion.values import METHODS, NORMALIZATIONS

__all__ = ["METHODS", "NORMALIZATIONS", "Fusion", "Scored", "fuse"]
