from __future__ import annotations

DECIMALS = 3


def signed(value: float, decimals: int = DECIMALS) -> str:
    """A difference with its sign, to three decimals by default; exactly 0 has none."""
    return _bare(f"{value:+.{decimals}f}") if value else f".{'0' * decimals}"


def unsigned(value: float, decimals: int = DECIMALS) -> str:
    """An end of an interval, to three decimals by default."""
    text = _bare(f"{value + 0.0:.{decimals}f}")
    return text.removeprefix("-") if not float(text) else text


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
