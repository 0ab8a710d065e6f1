"""The next pair for an assessor, and counts for the choice; knows nothing of Django."""

from __future__ import annotations
