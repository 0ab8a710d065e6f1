"""Simulated assessors over HTTP against a server of their own; `benchmarks/judging.py` uses it.

Importing the package sets Django up, since its modules build their database with the models.
"""

from __future__ import annotations

import django

django.setup()
