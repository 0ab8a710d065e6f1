from __future__ import annotations

import pytest

from benchmarks.stopping.comparing import OraclesMissing, compare


@pytest.mark.thorough
def test_rules_stop_where_buscarpy_and_tarexp_stop() -> None:
    try:
        found = compare(lambda line: None)
    except OraclesMissing as error:
        pytest.skip(f"The oracles cannot be installed here: {error}")
    assert {rule.rule: rule.n_equal for rule in found.rules} == {
        rule.rule: rule.n for rule in found.rules
    }
    assert all(rule.n_stopped for rule in found.rules)
    assert found.n_p > 5000
    assert found.furthest_p < 1e-9
    assert found.n_certain
    assert found.p_where_certain == 0
