"""Real campaigns set up and judged to their end; `benchmarks/campaigns.py` uses it.

Importing the package sets Django up, since its modules go through the services.
"""

from __future__ import annotations

import django

django.setup()
