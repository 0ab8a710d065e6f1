from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Automaton(NamedTuple):
    """A table that reads classes of characters; state 0 is dead, state 1 the start."""

    next_state: NDArray[np.uint8]
    """Shape (n_states, n_classes)."""
    accepts: NDArray[np.bool_]
    """Shape (n_states,): whether what was read so far is a match."""


class Expression:
    """A regular expression over classes of characters; `+` joins, `|` chooses."""

    def __add__(self, other: Expression) -> Expression:
        return other if self == NOTHING else Joined(self, other)

    def __or__(self, other: Expression) -> Expression:
        return Choice(self, other)

    def many(self) -> Expression:
        return Repeated(self)

    def some(self) -> Expression:
        return self + self.many()

    def maybe(self) -> Expression:
        return self | NOTHING

    def matches_nothing(self) -> bool:
        """Whether the empty sequence is a match."""
        raise NotImplementedError

    def after(self, read: int) -> frozenset[Expression]:
        """Expressions that may follow a character of the class `read`: any one of these."""
        raise NotImplementedError


@dataclass(frozen=True)
class Nothing(Expression):
    def matches_nothing(self) -> bool:
        return True

    def after(self, read: int) -> frozenset[Expression]:
        return frozenset()


NOTHING = Nothing()


@dataclass(frozen=True)
class OneOf(Expression):
    classes: frozenset[int]

    def matches_nothing(self) -> bool:
        return False

    def after(self, read: int) -> frozenset[Expression]:
        return frozenset({NOTHING} if read in self.classes else ())


@dataclass(frozen=True)
class Joined(Expression):
    first: Expression
    rest: Expression

    def matches_nothing(self) -> bool:
        return self.first.matches_nothing() and self.rest.matches_nothing()

    def after(self, read: int) -> frozenset[Expression]:
        within_first = frozenset(left + self.rest for left in self.first.after(read))
        if not self.first.matches_nothing():
            return within_first
        return within_first | self.rest.after(read)


@dataclass(frozen=True)
class Choice(Expression):
    one: Expression
    other: Expression

    def matches_nothing(self) -> bool:
        return self.one.matches_nothing() or self.other.matches_nothing()

    def after(self, read: int) -> frozenset[Expression]:
        return self.one.after(read) | self.other.after(read)


@dataclass(frozen=True)
class Repeated(Expression):
    inner: Expression

    def matches_nothing(self) -> bool:
        return True

    def after(self, read: int) -> frozenset[Expression]:
        return frozenset(left + self for left in self.inner.after(read))


def build_automaton(expressions: Collection[Expression], n_classes: int) -> Automaton:
    """The deterministic automaton that accepts what any of the expressions matches.

    A state is the set of expressions of which one must match the rest.

    Source:
        Antimirov, Partial derivatives of regular expressions and finite automaton
        constructions, Theoretical Computer Science 155(2), 1996.
    """
    states: list[frozenset[Expression]] = [frozenset(), frozenset(expressions)]
    numbers = {state: number for number, state in enumerate(states)}
    rows: list[Sequence[int]] = []
    for state in states:  # grows while it is walked
        row = [_follow(state, read) for read in range(n_classes)]
        for target in row:
            if target not in numbers:
                numbers[target] = len(states)
                states.append(target)
        rows.append([numbers[target] for target in row])
    accepts = [any(each.matches_nothing() for each in state) for state in states]
    return Automaton(np.array(rows, dtype=np.uint8), np.array(accepts))


def _follow(state: frozenset[Expression], read: int) -> frozenset[Expression]:
    return frozenset(left for each in state for left in each.after(read))
