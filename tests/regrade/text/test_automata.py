from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from regrade.text.automata import Automaton, Expression, OneOf, build_automaton

A, B, ANY = OneOf(frozenset({0})), OneOf(frozenset({1})), OneOf(frozenset({0, 1, 2}))
PAIRS: list[tuple[Expression, str]] = [
    (A + B, "ab"),
    ((A | B).many() + A, "[ab]*a"),
    ((A + B.maybe()).some(), "(ab?)+"),
    ((A.many() + B).many() + ANY + ANY, "(a*b)*.."),
]


def accepts(automaton: Automaton, classes: list[int]) -> bool:
    state = 1
    for each in classes:
        state = automaton.next_state[state][each]
    return bool(automaton.accepts[state])


@given(st.sampled_from(PAIRS), st.lists(st.integers(0, 2), max_size=8))
def test_build_automaton_accepts_what_the_regular_expression_matches(
    pair: tuple[Expression, str], classes: list[int]
) -> None:
    expression, pattern = pair
    text = "".join("abc"[each] for each in classes)
    automaton = build_automaton([expression], 3)
    assert accepts(automaton, classes) == bool(re.fullmatch(pattern, text))


def test_build_automaton_of_several_accepts_what_any_of_them_matches() -> None:
    automaton = build_automaton([A + A, B], 3)
    assert [accepts(automaton, each) for each in ([0, 0], [1], [0])] == [True, True, False]
