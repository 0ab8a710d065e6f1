from __future__ import annotations

from pathlib import Path

from launcher.junit import N_SLOWEST, read_report

WHY = '<skipped type="pytest.skip" message="no GPU here"/>'


def test_read_report_counts_tests_and_finds_the_slowest(tmp_path: Path) -> None:
    """An error is a failure; a skipped test is neither that nor a success."""
    case = '<testcase classname="tests.x" name="test_a[{0}]@x.py 0" time="{0}.5">{1}</testcase>'
    cases = "".join(case.format(n, WHY * (n < 2)) for n in range(12))
    counts = 'tests="12" failures="1" errors="2" skipped="2"'
    report = tmp_path / "report.xml"
    report.write_text(f"<testsuites><testsuite {counts}>{cases}</testsuite></testsuites>")
    found = read_report(report)
    assert (found.n_passed, found.n_failed) == (7, 3)
    assert found.skipped == {"tests.x.test_a: no GPU here": 2}
    assert found.slowest[0] == (11.5, "tests.x.test_a[11]")
    assert len(found.slowest) == N_SLOWEST
