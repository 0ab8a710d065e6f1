"""Mutation tests: one small fault at a time in a copy of the sources must fail a guarding test."""

from __future__ import annotations

import ast
import contextlib
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import NamedTuple

from launcher.checks import ONE_THREAD, Checks, n_cores, prepare_tests
from launcher.home import ROOT, must_succeed
from launcher.messages import Trouble, say, step
from launcher.processes import call, started, wait_until
from launcher.stack import Stack, main_stack, stack_of_tests

FOLDER = ROOT / "tests" / "mutants"
FAILED_TESTS = 1  # pytest's exit code; others say that it could not run them
SUMMARY = re.compile(r"^\d+ failed", re.MULTILINE)
MOST_S = 300
N_COPIES = 2  # each has a database and a process of its own


class Mutant(NamedTuple):
    """One fault: replaces the text `old`, which occurs once in `file`, by `new`.

    `tests` are node ids of fast tests of which at least one must fail.
    """

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    subject: str


class Outcome(NamedTuple):
    mutant: Mutant
    problem: str  # empty where a test failed, as it should
    seconds: float


def mutants(args: list[str]) -> int:
    """./dev mutants [NAME...]

    Breaks a rule in a copy of the sources, runs the tests that guard it and expects one to
    fail; then the next rule. With NAMEs only these. The list lies in tests/mutants: each entry
    names a file, a text in it, what takes its place, and fast tests. An entry whose tests
    pass, are thorough or are gone, or whose text is gone, is an error. The exit code is 1 if
    there is any.
    """
    chosen = choose(read_mutants(), args)
    problems = [f"{mutant.name}: {flaw}" for mutant in chosen for flaw in flaws(mutant)]
    if problems:
        raise Trouble("The list of mutants does not fit:\n  " + "\n  ".join(problems))
    main = main_stack()
    stack = stack_of_tests(main)
    with stack.home.lock("test.lock"):
        try:
            env = prepare(main, stack)
            return report(Bench(stack, env).run(chosen))
        finally:
            stack.stop()


def read_mutants(folder: Path = FOLDER) -> list[Mutant]:
    """All mutants in the folder, one file per subject."""
    import tomllib  # noqa: PLC0415  # the Python that the launcher begins under may lack it

    found = []
    for path in sorted(folder.glob("*.toml")):
        for entry in tomllib.loads(path.read_text("utf-8"))["mutant"]:
            tests = tuple(entry.pop("tests"))
            found.append(Mutant(**entry, tests=tests, subject=path.stem))
    return found


def choose(known: Sequence[Mutant], names: Sequence[str]) -> list[Mutant]:
    if unknown := sorted(set(names) - {mutant.name for mutant in known}):
        listed = ", ".join(mutant.name for mutant in known)
        raise Trouble(f"There is no mutant {', '.join(unknown)}; there are {listed}.")
    return [mutant for mutant in known if not names or mutant.name in names]


def flaws(mutant: Mutant, root: Path = ROOT) -> Iterator[str]:
    """Errors in an entry that show without running anything."""
    path = root / mutant.file
    if not path.is_file():
        yield f"there is no file {mutant.file}"
    elif (n := path.read_text("utf-8").count(mutant.old)) != 1:
        yield f"{mutant.file} holds its text {n} times, not once"
    if mutant.old == mutant.new:
        yield "it changes nothing"
    if not mutant.tests:
        yield "it names no test"
    for test in mutant.tests:
        if flaw := flaw_of_test(test, root):
            yield f"{test} {flaw}"


def flaw_of_test(node_id: str, root: Path = ROOT) -> str:
    """Reason why a test cannot guard a rule: it is gone, or in the thorough tier; else ""."""
    file, _, rest = node_id.partition("::")
    if not (root / file).is_file():
        return "is in a file that is gone"
    tree = ast.parse((root / file).read_text("utf-8"))
    marks = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
    ]
    if rest:
        name = rest.partition("[")[0]
        functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
        test = next((node for node in functions if node.name == name), None)
        if test is None:
            return "is gone"
        marks += [mark for mark in test.decorator_list if "parametrize" not in ast.unparse(mark)]
    return "is thorough" if any("thorough" in ast.unparse(mark) for mark in marks) else ""


def is_of(node_id: str, named: str) -> bool:
    """Whether a collected test is the named one, or one of its cases, or in the named file."""
    return node_id == named or node_id.startswith((f"{named}[", f"{named}::"))


def prepare(main: Stack, stack: Stack) -> dict[str, str]:
    """Prepare environment, servers and the database to copy; returns the tests' variables."""
    browser = prepare_tests(main, stack, build=True)
    return Checks(stack).env | browser | ONE_THREAD | stack.ensure_template()


def report(outcomes: Sequence[Outcome]) -> int:
    """Print the table; returns the exit status of `./dev mutants`."""
    for outcome in outcomes:
        verdict = outcome.problem or "caught"
        print(f"{outcome.mutant.subject:<14} {outcome.mutant.name:<46} {verdict}")
    n_bad = sum(bool(outcome.problem) for outcome in outcomes)
    print(f"{len(outcomes) - n_bad} of {len(outcomes)} mutants caught", flush=True)
    return int(bool(n_bad))


class Copy:
    """A copy of the current sources, with a database name of its own."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder, self.clock = folder, time.time_ns()
        # pytest-django puts it behind the name of the test database.
        own = {"PYTHONPATH": str(folder), "TOX_PARALLEL_ENV": f"mutants{folder.name}"}
        self.env = {**env, **own}

    def make(self) -> None:
        """Copy tracked and unignored files from the working tree."""
        shutil.rmtree(self.folder, ignore_errors=True)
        argv = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(argv, cwd=ROOT, capture_output=True, check=False)
        if listed.returncode:
            why = listed.stderr.decode(errors="replace").strip()
            raise Trouble(f"git cannot list the files to copy: {why}")
        for name in listed.stdout.decode().split("\0"):
            if name and (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                copied = Path(shutil.copy2(ROOT / name, self.folder / name))
                copied.chmod(copied.stat().st_mode & 0o700)  # a home is closed to others

    @contextlib.contextmanager
    def with_fault(self, mutant: Mutant) -> Iterator[None]:
        """The copy with the fault applied; bytecode compiled before is stale."""
        path = self.folder / mutant.file
        text, before = path.read_text("utf-8"), path.stat()
        path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
        self.clock += 2_000_000_000
        os.utime(path, ns=(self.clock, self.clock))
        try:
            yield
        finally:
            path.write_text(text, "utf-8")
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def pytest(self, python: Path, *args: str) -> list[str]:
        quiet = ("-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:randomly")
        own = f"--basetemp={self.folder}.tmp"  # runs beside it clear what they take for garbage
        return [str(python), "-m", "pytest", *quiet, own, *args]

    def env_for(self, mutant: Mutant) -> dict[str, str]:
        """Environment of the tests; with a faulty migration they migrate from scratch."""
        applies = "/migrations/" in mutant.file
        return {k: v for k, v in self.env.items() if not (applies and k == "REGRADE_TEST_TEMPLATE")}


def problem_of(code: int | None, log: Path) -> str:
    """Why a mutant whose tests ended with this code was not caught; "" if it was."""
    if code is None:
        return f"its tests did not end within {MOST_S} s"
    if code == FAILED_TESTS and SUMMARY.search(log.read_text("utf-8", errors="replace")):
        return ""
    if code == 0:
        return "SURVIVES: its tests pass"
    return f"its tests do not run (pytest ended with {code}; {log})"


class Bench:
    """Runs mutants in copies of the sources, several in parallel."""

    def __init__(self, stack: Stack, env: dict[str, str]) -> None:
        self.stack, self.python = stack, stack.environment.python
        self.logs = stack.home.logs / "mutants"
        folder = stack.home.path / "mutants"
        n = min(N_COPIES, n_cores())
        self.is_over = Event()
        self.copies = [Copy(folder / str(number), env) for number in range(1, n + 1)]

    def run(self, chosen: Sequence[Mutant]) -> list[Outcome]:
        with step("Copying the sources"):
            for copy in self.copies:
                copy.make()
        shutil.rmtree(self.logs, ignore_errors=True)
        self.logs.mkdir(parents=True)
        self.check_unbroken(chosen)
        return self.judge_all(chosen)

    def judge_all(self, chosen: Sequence[Mutant]) -> list[Outcome]:
        """Judge each mutant on whichever copy is free."""
        free, numbers = SimpleQueue[Copy](), count(1)
        for copy in self.copies:
            free.put(copy)

        def work(mutant: Mutant) -> Outcome:
            copy = free.get()
            try:
                outcome = self.judge(copy, mutant)
            finally:
                free.put(copy)
            if not self.is_over.is_set():
                verdict = f"{outcome.problem or 'caught'} ({outcome.seconds:.0f} s)"
                say(f"{next(numbers)} of {len(chosen)}: {mutant.name}: {verdict}")
            return outcome

        with ThreadPoolExecutor(len(self.copies)) as pool:
            try:
                return list(pool.map(work, chosen))
            finally:
                self.is_over.set()  # an interruption ends what still runs

    def check_unbroken(self, chosen: Sequence[Mutant]) -> None:
        """Check that every named test is in the fast tier and passes without a fault."""
        tests = list(dict.fromkeys(test for mutant in chosen for test in mutant.tests))
        with step(f"Collecting {len(tests)} tests"):
            collected = self.pytest("collected", "--collect-only", *tests).splitlines()
        if absent := [test for test in tests if not any(is_of(line, test) for line in collected)]:
            raise Trouble("These are no fast tests:\n  " + "\n  ".join(absent))
        with step("Running them with nothing broken"):
            self.pytest("unbroken", "-n", str(len(self.copies)), "--dist", "worksteal", *tests)

    def pytest(self, name: str, *args: str) -> str:
        """Output of pytest in the first copy; raises Trouble if it fails."""
        copy, log = self.copies[0], self.logs / f"{name}.log"
        with log.open("wb") as sink:
            output = {"stdout": sink, "stderr": subprocess.STDOUT}
            argv = copy.pytest(self.python, *args)
            code = call(argv, cwd=copy.folder, env=copy.env, **output)
        must_succeed("pytest, with nothing broken,", code, log)
        return log.read_text("utf-8")

    def judge(self, copy: Copy, mutant: Mutant) -> Outcome:
        """Run its tests on a broken copy; what still runs at the end is ended."""
        began, code, log = time.monotonic(), None, self.logs / f"{mutant.name}.log"
        argv, env = copy.pytest(self.python, "-x", *mutant.tests), copy.env_for(mutant)
        with copy.with_fault(mutant), log.open("wb") as sink, contextlib.suppress(TimeoutError):
            output = {"stdout": sink, "stderr": subprocess.STDOUT}
            with started(argv, cwd=copy.folder, env=env, **output) as child:
                wait_until(
                    lambda: self.is_over.is_set() or child.poll() is not None, MOST_S, pause=0.1
                )
                code = child.returncode
                if code is None:
                    raise TimeoutError
        return Outcome(mutant, problem_of(code, log), time.monotonic() - began)
