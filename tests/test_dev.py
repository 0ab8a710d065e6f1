"""The launcher's own logic; what installs packages is tried by running it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import psycopg
import pytest

ROOT = Path(__file__).resolve().parent.parent


def load_launcher() -> ModuleType:
    loader = SourceFileLoader("dev", str(ROOT / "dev"))
    spec = importlib.util.spec_from_loader("dev", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


dev: Any = load_launcher()


@pytest.fixture
def home(tmp_path: Path) -> Any:
    home = dev.Home(tmp_path / "home")
    home.make()
    return home


@pytest.fixture
def open_home() -> Iterator[Any]:
    """A home that every user can reach, as PostgreSQL needs it when root runs the tests."""
    folder = Path(tempfile.mkdtemp(prefix="regrade-"))
    folder.chmod(0o755)
    home = dev.Home(folder / "home")
    home.make()
    yield home
    shutil.rmtree(folder)


@pytest.fixture
def environment(open_home: Any) -> Any:
    """The packages that run these tests, in place of an environment made for the home."""
    environment = dev.Environment(open_home)
    environment.packages = Path(sysconfig.get_path("purelib"))
    return environment


@pytest.fixture
def run_service(home: Any) -> Iterator[Callable[..., Any]]:
    """Starts a shell script as a service and sees to its end."""
    children = []

    def run(script: str) -> Any:
        service = dev.Service(home, "sleeper")
        service.patience = 0.5
        children.append(service.start(["/bin/sh", "-c", script]))
        return service

    yield run
    for child in children:
        for pid in dev.session_members(child.pid):
            os.kill(pid, signal.SIGKILL)
        child.wait()


# --- Processes ---


def test_stop_of_a_service_with_children_ends_them_all(run_service: Callable[..., Any]) -> None:
    service = run_service("sleep 60 & sleep 60 & wait")
    assert dev.wait_until(lambda: len(service.members()) == 3, 5)
    service.stop()
    assert service.members() == []
    assert not service.is_noted()


def test_stop_when_the_leader_was_killed_ends_its_children(run_service: Callable[..., Any]) -> None:
    service = run_service("sleep 60 & wait")
    assert dev.wait_until(lambda: len(service.members()) == 2, 5)
    os.kill(service.pid, signal.SIGKILL)
    assert dev.wait_until(lambda: len(service.members()) == 1, 5)
    (orphan,) = service.members()
    service.stop()
    assert dev.process(orphan) is None


def test_stop_of_a_service_that_ignores_requests_kills_it(run_service: Callable[..., Any]) -> None:
    service = run_service("trap '' TERM QUIT; while :; do sleep 0.1; done")
    time.sleep(0.2)
    service.stop()
    assert service.members() == []


def test_stop_with_a_reused_process_id_leaves_the_stranger_alone(home: Any) -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as stranger:
        home.write("sleeper", pid=stranger.pid, started=1, boot=dev.boot())
        dev.Service(home, "sleeper").stop()
        assert stranger.poll() is None
        stranger.kill()


def test_members_after_a_reboot_are_none(home: Any) -> None:
    _, started = dev.process(os.getpid())
    home.write("sleeper", pid=os.getsid(0), started=started, boot="another")
    assert dev.Service(home, "sleeper").members() == []


def test_a_service_that_ended_by_itself_is_noted_but_not_alive(
    run_service: Callable[..., Any],
) -> None:
    service = run_service("exit 3")
    assert dev.wait_until(lambda: not service.is_alive(), 5)
    assert service.is_noted()


def test_call_when_interrupted_ends_the_grandchildren(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGUSR1)).start()
    before = signal.signal(signal.SIGUSR1, dev.interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            dev.call(["/bin/sh", "-c", f"sleep 60 & echo $! > {note}; wait"])
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert dev.process(int(note.read_text())) is None


# --- The home ---


def test_secret_is_drawn_once_and_closed_to_others(home: Any) -> None:
    first = home.secret("secret_key").read_text()
    assert len(first) >= 50
    assert home.secret("secret_key").read_text() == first
    assert home.secret("secret_key").stat().st_mode & 0o777 == 0o600


def test_port_is_remembered_until_it_is_taken(home: Any) -> None:
    port = home.port("redis")
    assert home.port("redis") == port
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", port))
        stranger.listen()
        assert home.port("redis") != port


def test_read_of_a_damaged_record_is_empty(home: Any) -> None:
    (home.records / "ports.json").write_text("{")
    assert home.read("ports") == {}


def test_make_in_a_place_that_is_no_folder_names_it(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(dev.Trouble, match="file/home cannot be written"):
        dev.Home(tmp_path / "file" / "home").make()


def test_lock_held_by_another_is_waited_for(home: Any, capfd: pytest.CaptureFixture[str]) -> None:
    order = []

    def second() -> None:
        with home.lock():
            order.append("second")

    with home.lock():
        thread = threading.Thread(target=second)
        thread.start()
        assert dev.wait_until(lambda: "Waiting for another ./dev" in capfd.readouterr().err, 5)
        order.append("first")
    thread.join(5)
    assert order == ["first", "second"]


def test_run_of_a_failing_step_shows_its_output_and_the_log(home: Any) -> None:
    with pytest.raises(dev.Trouble) as trouble:
        home.run("Breaking", ["/bin/sh", "-c", "echo out; echo err >&2; exit 4"])
    assert "Breaking failed (exit code 4)" in str(trouble.value)
    assert str(home.logs / "setup.log") in str(trouble.value)
    assert str(trouble.value).endswith("out\nerr")


# --- Python ---


def test_clean_environment_keeps_the_network_and_drops_the_noise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noise = ["PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_TARGET", "PIP_USER", "NODE_ENV"]
    noise += ["PIP_REQUIRE_VIRTUALENV", "UV_PYTHON", "UV_SYSTEM_PYTHON", "DJANGO_SETTINGS_MODULE"]
    wanted = ["PIP_INDEX_URL", "PIP_CERT", "PIP_FIND_LINKS", "UV_INDEX_URL", "NODE_EXTRA_CA_CERTS"]
    for name in noise + wanted:
        monkeypatch.setenv(name, "x")
    kept = dev.clean_environment()
    assert [name for name in noise if name in kept] == []
    assert [name for name in wanted if name not in kept] == []


@pytest.mark.parametrize("path", ["", "/nearly/empty"])
def test_clean_environment_finds_a_shell_on_any_path(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", path)
    assert shutil.which("sh", path=dev.clean_environment()["PATH"])


class RecordingEnvironment(dev.Environment):  # type: ignore[misc]
    """Notes what would be installed; the network is the edge that cannot be had here."""

    steps: list[str]

    def _make_bare(self) -> None:
        self.steps.append("bare")
        self.folder.mkdir(exist_ok=True)

    def _install(self, requirements: Path) -> None:
        self.steps.append(requirements.name)


@pytest.fixture
def recording(home: Any) -> RecordingEnvironment:
    environment = RecordingEnvironment(home)
    environment.steps = []
    return environment


def test_environment_that_is_whole_is_left_alone(recording: RecordingEnvironment) -> None:
    recording.ensure()
    recording.ensure()
    assert recording.steps == ["bare", "requirements.txt"]


def test_environment_with_dev_requirements_serves_both(recording: RecordingEnvironment) -> None:
    recording.ensure()
    recording.ensure(dev=True)
    recording.ensure()
    assert recording.steps == ["bare", "requirements.txt", "requirements-dev.txt"]


def test_environment_that_was_interrupted_is_made_from_scratch(
    recording: RecordingEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_requirements: Path) -> None:
        raise KeyboardInterrupt

    recording.ensure()
    with monkeypatch.context() as patch:
        patch.setattr(recording, "_install", fail)
        with pytest.raises(KeyboardInterrupt):
            recording.ensure(dev=True)
    recording.ensure()
    assert recording.steps == ["bare", "requirements.txt", "bare", "requirements.txt"]


def test_environment_after_a_change_of_the_lock_is_made_anew(
    recording: RecordingEnvironment, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    recording.ensure()
    (tmp_path / "requirements.txt").write_text("other\n")
    recording.ensure()
    assert recording.steps.count("bare") == 2


def test_torch_choices_with_a_local_wheel_take_it(tmp_path: Path) -> None:
    (tmp_path / "torch-2.13.0+cpu-cp311-cp311-manylinux_2_28_x86_64.whl").touch()
    assert dev.torch_choices({"UV_FIND_LINKS": f"/absent,{tmp_path}"}) == [[]]


def test_torch_choices_without_a_wheel_ask_for_one_build_and_fall_back(tmp_path: Path) -> None:
    first, second = dev.torch_choices({"UV_FIND_LINKS": str(tmp_path)})
    assert first in (["--torch-backend", "cpu"], ["--torch-backend", "auto"])
    assert second == []


@pytest.mark.parametrize("name", ["python3.11", "python3"])
def test_launcher_starts_with_whichever_python_there_is(name: str, tmp_path: Path) -> None:
    (tmp_path / name).symlink_to(Path(sys.executable).resolve())
    shown = subprocess.run(
        [ROOT / "dev", "help"], env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert "./dev demo" in shown.stdout


# --- Servers ---


def crash(service: Any) -> None:
    """Kill a server outright and wait until nothing is left of it but a zombie."""
    os.kill(service.pid, signal.SIGKILL)
    assert dev.wait_until(lambda: not service.is_alive(), 10)


def test_redis_after_a_crash_starts_again(open_home: Any, environment: Any) -> None:
    redis = dev.Redis(environment, open_home)
    redis.ensure()
    first = redis.pid
    redis.ensure()
    assert redis.pid == first
    crash(redis)
    redis.ensure()
    assert redis.pid != first
    second = redis.pid
    redis.stop()
    assert dev.process(second) is None


def test_postgres_after_a_crash_starts_with_its_data(open_home: Any, environment: Any) -> None:
    postgres = dev.Postgres(environment, open_home)
    try:
        postgres.ensure()
        with psycopg.connect(postgres.url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        crash(postgres)
        postgres.ensure()
        with psycopg.connect(postgres.url) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
    finally:
        postgres.stop()
    assert not postgres.is_noted()


def test_postgres_without_its_password_is_closed(open_home: Any, environment: Any) -> None:
    postgres = dev.Postgres(environment, open_home)
    try:
        postgres.ensure()
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(postgres.url.replace(postgres.password, "guessed"))
    finally:
        postgres.stop()


def test_postgres_lock_file_naming_another_program_is_removed(
    open_home: Any, environment: Any
) -> None:
    postgres = dev.Postgres(environment, open_home)
    postgres.data.mkdir()
    lock = postgres.data / "postmaster.pid"
    lock.write_text(f"{os.getpid()}\n{postgres.data}\n")
    postgres._drop_stale_lock()
    assert not lock.exists()


def test_is_open_to_all_sees_a_closed_parent(open_home: Any) -> None:
    inner = open_home.path / "inner"
    inner.mkdir(mode=0o755)
    assert dev.is_open_to_all(inner)
    open_home.path.chmod(0o700)
    assert not dev.is_open_to_all(inner)


def test_open_to_all_keeps_programs_apart_from_data(tmp_path: Path) -> None:
    (tmp_path / "program").touch(mode=0o700)
    (tmp_path / "data").touch(mode=0o600)
    dev.open_to_all(tmp_path)
    assert (tmp_path / "program").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o644


# --- The web server's port ---


@pytest.fixture
def stack(home: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("REGRADE_HOME", str(home.path))
    return dev.main_stack()


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        yield stranger.getsockname()[1]


def test_choose_port_that_was_asked_for_and_is_taken_says_so(
    stack: Any, taken_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGRADE_PORT", str(taken_port))
    with pytest.raises(dev.Trouble, match=f"Port {taken_port} is taken"):
        dev.choose_port(stack)


def test_choose_port_that_is_no_number_says_so(stack: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGRADE_PORT", "http")
    with pytest.raises(dev.Trouble, match="must be a port number; it is 'http'"):
        dev.choose_port(stack)


def test_choose_port_by_default_passes_over_taken_ones(
    stack: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REGRADE_PORT", raising=False)
    monkeypatch.setattr(dev, "port_is_free", lambda port: port == 8003)
    assert dev.choose_port(stack) == 8003


# --- Variables and commands ---


def test_variables_name_the_embedded_servers_unless_others_are_given(
    home: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGRADE_HOME", str(home.path))
    for name in ("DATABASE_URL", "REDIS_URL", "REGRADE_SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(f"{name}_FILE", raising=False)
    monkeypatch.setenv("PGHOST", "elsewhere")
    embedded = dev.main_stack()
    assert embedded.variables()["DATABASE_URL"] == embedded.postgres.url
    assert "PGHOST" not in embedded.variables()
    monkeypatch.setenv("DATABASE_URL", "postgresql://served/regrade")
    served = dev.main_stack()
    assert served.variables()["DATABASE_URL"] == "postgresql://served/regrade"
    assert served.data_services() == [served.redis]


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for name in dev.COMMANDS:
        assert dev.dispatch([name, "--help"]) == 0
        usage, _, text = capsys.readouterr().out.partition("\n\n")
        assert usage.startswith(f"./dev {name}")
        assert text.strip()


def test_unknown_command_is_one_sentence_and_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(dev.Trouble, match="no command 'dmeo'"):
        dev.dispatch(["dmeo"])


def test_frontend_copy_follows_its_sources_and_keeps_what_was_made(
    stack: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source, copy = tmp_path / "frontend", stack.frontend.folder
    (source / "src").mkdir(parents=True)
    (source / "src" / "kept.ts").write_text("1")
    (source / "src" / "dropped.ts").write_text("2")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    stack.frontend._copy_sources()
    first = stack.frontend._sources_hash()
    (copy / "node_modules").mkdir()
    (copy / "node_modules" / "package.js").touch()
    (source / "src" / "dropped.ts").unlink()
    stack.frontend._copy_sources()
    assert {path.name for path in copy.rglob("*.*")} == {"kept.ts", "package.js"}
    assert stack.frontend._sources_hash() != first


def test_count_tests_counts_errors_as_failures_and_skipped_as_neither(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    suite = '<testsuite tests="10" failures="2" errors="1" skipped="3"/>'
    report.write_text(f"<testsuites>{suite}</testsuites>")
    assert dev.count_tests(report) == (4, 3)


def test_locks_name_no_registry_and_no_local_build() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        lines = (ROOT / name).read_text().splitlines()
        assert "torch==2.13.0" in lines
        assert [line for line in lines if "://" in line or line.startswith("-")] == []
