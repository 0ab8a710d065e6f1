from __future__ import annotations

from ranking.exceptions import RegradeError


class AnnotationError(RegradeError):
    """Base of every error that this app raises on purpose."""

    code = "annotation_error"
