"""Commands that set Regrade up, start it and stop it."""

from __future__ import annotations

import fcntl
import os
import signal
from typing import NoReturn

from launcher.home import ROOT, Home
from launcher.messages import Trouble, no_arguments, say, step
from launcher.processes import become, port_is_free
from launcher.stack import Stack, main_stack, prepare_data, stack_of_tests
from launcher.watch import follow


def run_foreground(*, demo: bool, detach: bool = False) -> int:
    """Start everything in the foreground; its end stops all that it started."""
    stack = main_stack()
    stack.home.make()
    with (stack.home.records / "foreground.lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            address = f"http://127.0.0.1:{stack.home.read('address').get('port', 8000)}/"
            say(f"Regrade already runs, or is starting, at {address}; ./dev stop ends it.")
            return 1
        port = choose_port(stack)
        try:
            bring_up(stack, port, demo=demo)
            if detach:
                return 0
            say(f"Ctrl-C stops it. Logs: {stack.home.logs}")
            follow(stack, port)
        except BaseException as reason:
            stop_undisturbed(stack)
            if isinstance(reason, KeyboardInterrupt):
                return 0
            raise
    return stop_undisturbed(stack)


def choose_port(stack: Stack) -> int:
    """REGRADE_PORT if it is set, else 8000 or the next free one."""
    wanted = os.environ.get("REGRADE_PORT")
    # Its workers may have outlived a web server that was killed: they are ended before the start.
    ours = stack.home.read("address").get("port") if stack.apps[0].members() else None
    if wanted:
        if not wanted.isdigit() or not 0 < int(wanted) < 65536:
            raise Trouble(f"REGRADE_PORT must be a port number; it is {wanted!r}.")
        if int(wanted) != ours and not port_is_free(int(wanted)):
            raise Trouble(f"Port {wanted} is taken; set REGRADE_PORT to a free one.")
        return int(wanted)
    for port in range(8000, 8100):
        if port == ours or port_is_free(port):
            if port != 8000:
                say(f"Port 8000 is taken; using {port}.")
            return port
    raise Trouble("Ports 8000 to 8099 are all taken; set REGRADE_PORT to a free one.")


def bring_up(stack: Stack, port: int, *, demo: bool) -> None:
    """Everything from an empty folder to a page that answers."""
    address = f"http://127.0.0.1:{port}"
    with stack.home.lock():
        stack.environment.ensure()
        stack.frontend.ensure()
        stack.ensure_data()
        stack.migrate()
        stack.start_apps(port)
    if demo:
        say(f"Regrade answers at {address}/ while the demo is loaded.")
        stack.load_demo(address)
    print(f"Regrade is at {address}/", flush=True)


def stop_undisturbed(stack: Stack) -> int:
    """Stop everything; a second Ctrl-C does not interrupt that."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with step("Stopping Regrade"):
        stack.stop()
    return 0


def setup(args: list[str]) -> None:
    """./dev setup

    Makes the Python environment and builds the frontend, and starts nothing. The other
    commands do this by themselves when it is needed.
    """
    no_arguments(args)
    stack = main_stack()
    with stack.home.lock():
        stack.environment.ensure()
        stack.frontend.ensure()
    say(f"Regrade is set up in {stack.home.path}.")


def up(args: list[str]) -> int:
    """./dev up [--detach]

    Sets up missing parts, starts everything and stays until Ctrl-C, which stops it. It
    starts PostgreSQL, Valkey, the worker, the scheduler and the web server, and prints the
    address. With --detach it returns and leaves them running until ./dev stop.

    REGRADE_PORT    the web server's port (default: 8000, or the next free one)
    """
    detach = args == ["--detach"]
    no_arguments([] if detach else args)
    return run_foreground(demo=False, detach=detach)


def worker(args: list[str]) -> NoReturn:
    """./dev worker [--queues rank.cpu] [--concurrency 1] [CELERY-OPTIONS]

    Sets up missing parts and starts one more worker, here or on another machine, until Ctrl-C.
    It finishes the work in hand first. Its queues are steps, rank.cpu and rank.gpu by default.
    A worker on another machine needs to know where the installation is:

    DATABASE_URL, REDIS_URL    its servers
    REGRADE_STORAGE            its storage root; any other folder is refused
    """
    stack = main_stack()
    prepare_data(stack, migrate=False)
    # A name of its own for each, to identify its progress.
    usual = f"--queues steps,rank.cpu,rank.gpu --concurrency 1 --hostname joined-{os.getpid()}@%h"
    celery = f"-m celery -A config worker --loglevel INFO {usual}"
    env = {**stack.variables(), "REGRADE_JOINS": "true"}
    os.chdir(ROOT)
    become([stack.environment.python, *celery.split(), *args], env)


def demo(args: list[str]) -> int:
    """./dev demo

    Like ./dev up, with a demo to try. It loads a collection, topics, runs and campaigns, and
    prints accounts to sign in with. What was judged in it stays for the next time.

    REGRADE_PORT    the web server's port (default: 8000, or the next free one)
    """
    no_arguments(args)
    return run_foreground(demo=True)


def stop(args: list[str]) -> None:
    """./dev stop

    Ends everything that runs for this REGRADE_HOME and touches nothing else. That is the web
    server, the worker, the scheduler, Valkey and PostgreSQL, and those of a test run.
    """
    no_arguments(args)
    main = main_stack()
    if not main.home.path.exists():
        say("Nothing was running.")
        return
    # A run of `test --python` that was killed leaves its servers in a home of its own.
    others = [stack_of_tests(main_stack(Home(path))) for path in main.home.path.glob("python3.*")]
    with main.home.lock():
        stopped = [name for stack in (main, stack_of_tests(main), *others) for name in stack.stop()]
    say(f"Stopped {', '.join(stopped)}." if stopped else "Nothing was running.")
