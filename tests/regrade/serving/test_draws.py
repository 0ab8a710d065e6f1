from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from regrade.serving.draws import draw, share

parts = st.lists(st.integers() | st.text())


def test_draw_is_what_it_always_was() -> None:
    """Stored orders rest on it: halves of BLAKE2b-64 of `["order", 7, 12]` and so on."""
    assert draw("order", 7, 12) == 6194373793368180410
    assert draw() == 4090036724241674979
    assert draw("tōpic", 2**70, -1) == 824733935190815292


@given(parts, parts)
def test_draw_of_other_parts_is_another(some: list[int | str], others: list[int | str]) -> None:
    assert (draw(*some) == draw(*others)) == (some == others)


def test_draw_keeps_parts_apart() -> None:
    alike = (1,), ("1",), ("1", ""), ("", "1"), ("ab",), ("a", "b"), ('a", "b',)
    assert len({draw(*some) for some in alike}) == len(alike)


@given(parts)
def test_draw_fits_a_signed_bigint(some: list[int | str]) -> None:
    assert 0 <= draw(*some) < 2**63


def test_draw_uses_all_of_its_bits() -> None:
    ones = [sum(draw("bit", i) >> bit & 1 for i in range(2000)) for bit in range(63)]
    assert all(800 < n < 1200 for n in ones)


@given(parts)
def test_share_is_the_draw_in_53_bits(some: list[int | str]) -> None:
    """Not `draw / 2**63`, which a float rounds to 1.0 at the upper end."""
    assert share(*some) * 2**53 == draw(*some) >> 10


def test_share_is_uniform() -> None:
    tenths = [int(share("tenth", i) * 10) for i in range(10_000)]
    assert all(850 < tenths.count(tenth) < 1150 for tenth in range(10))
