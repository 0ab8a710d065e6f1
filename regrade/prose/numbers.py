from __future__ import annotations


def signed(value: float) -> str:
    """A difference to three decimals with its sign; exactly 0 has none."""
    return _bare(f"{value:+.3f}") if value else ".000"


def unsigned(value: float) -> str:
    """An end of an interval to three decimals."""
    return _bare(f"{value + 0.0:.3f}").replace("-.000", ".000")


def p_text(p: float) -> str:
    """A p-value as written in a sentence."""
    if p < 0.001:
        return "p < .001"
    return "p > .999" if p > 0.9995 else f"p = {_bare(f'{p:.3f}')}"


def percent(share: float) -> str:
    """A share in whole percent; only exact values give 0% or 100%."""
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    return f"{min(max(round(100 * share), 1), 99)}%"


def _bare(text: str) -> str:
    """The number without the zero before the decimal point."""
    return text.replace("0.", ".", 1) if text.lstrip("+-").startswith("0.") else text
