"""What `./dev bench jobs` is made of."""

from __future__ import annotations

import django

django.setup()
