from __future__ import annotations


def shown_p(p: float | None) -> str | None:
    """The p-value with four decimals, never as zero."""
    if p is None:
        return None
    return "<.0001" if p < 0.0001 else f"{p:.4f}"
