from __future__ import annotations

from collections import Counter

from benchmarks.whole_campaigns.people import SHARES, draw_people, draw_stand_ins


def test_a_share_of_the_people_leaves_in_each_way() -> None:
    people = draw_people(150, n_each=400, seed=1)
    leaving = Counter(person.leaving for person in people)
    assert {how: leaving[how] for how in SHARES} == {
        how: round(150 * SHARES[how]) for how in SHARES
    }


def test_somebody_leaves_in_each_way_among_few() -> None:
    people = draw_people(6, n_each=10, seed=1)
    assert Counter(person.leaving for person in people) == {None: 2} | dict.fromkeys(SHARES, 1)


def test_who_leaves_does_so_in_the_middle() -> None:
    people = draw_people(50, n_each=100, seed=1)
    assert all(10 <= person.leaves_after <= 90 for person in people)


def test_people_follow_from_the_seed() -> None:
    first, again, other = (draw_people(9, n_each=10, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_stand_ins_stay_and_are_numbered_on() -> None:
    stand_ins = draw_stand_ins(2, first=8, seed=1)
    assert [(person.name, person.leaving) for person in stand_ins] == [
        ("simulated-8", None),
        ("simulated-9", None),
    ]
    assert draw_stand_ins(1, first=9, seed=1) == stand_ins[1:]
