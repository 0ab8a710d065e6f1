"""What an assessor is served next, and how it is counted; knows nothing of Django."""

from __future__ import annotations
