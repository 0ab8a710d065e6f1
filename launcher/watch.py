"""Starts again what ends by itself, while a launcher stays in the foreground."""

from __future__ import annotations

import time

from launcher.messages import Trouble, say
from launcher.service import Server, Service
from launcher.stack import Stack


class Watch:
    """Restarts a service that ends by itself, after growing pauses.

    They are its own, and short again once it has stayed up for a while.
    """

    LOOK_S = 1.0
    WINDOW_S = 300.0
    LONGEST_S = 30.0

    def __init__(self, service: Service) -> None:
        self.service, self.falls, self.pause_ends = service, list[float](), 0.0

    def is_due(self) -> bool:
        """Whether to start it now; what waits is said once."""
        if self.service.is_alive():
            self.pause_ends = 0.0
            return False
        now = time.monotonic()
        if not self.pause_ends:
            self.pause_ends = now + self._announce(self.pause_after_a_fall(now))
        if now < self.pause_ends:
            return False
        self.pause_ends = 0.0
        return True

    def _announce(self, pause: float) -> float:
        when = f" in {pause:.0f} s, after {len(self.falls)} ends of late" if pause else ""
        name, log = self.service.name, self.service.log
        say(f"{name} ended by itself; it is started again{when} (log: {log}).")
        return pause

    def pause_after_a_fall(self, now: float) -> float:
        """How long to wait, in seconds: nothing at first, then 1, 2, 4 ... LONGEST_S."""
        self.falls = [fall for fall in (*self.falls, now) if fall > now - self.WINDOW_S]
        n_before = len(self.falls) - 1
        return min(2.0 ** (n_before - 1), self.LONGEST_S) if n_before else 0.0


def follow(stack: Stack, port: int) -> None:
    """Run until interrupted or stopped from elsewhere; restart services that end by themselves.

    Services are independent: each is restarted for as long as it takes. The loader of the demo is
    not restarted.
    """
    watches = [Watch(service) for service in (*stack.apps, *stack.data_services())]
    while stack.is_wanted():
        for watch in watches:
            if watch.is_due():
                start_again(stack, watch.service, port)
        settle_loader(stack)
        time.sleep(Watch.LOOK_S)
    say("Regrade was stopped by another ./dev.")


def settle_loader(stack: Stack) -> None:
    """Forget a loader of the demo that has ended; report one that failed."""
    loader = stack.loader
    # Stopping on purpose ends the wish for services before it ends the loader.
    if loader.pid is None or loader.is_alive() or not stack.is_wanted():
        return
    loader.stop()
    if loader.child and loader.child.returncode:
        code = loader.child.returncode
        say(f"The demo is not complete: loading the rest of it failed (exit code {code}).")
        say("Stop Regrade with Ctrl-C; ./dev demo then goes on from there.")


def start_again(stack: Stack, service: Service, port: int) -> None:
    """Start what ended, unless it was stopped on purpose or runs again meanwhile."""
    try:
        # A deliberate stop holds the lock until all services have ended.
        with stack.home.lock():
            if not stack.is_wanted() or service.is_alive():
                return
            if isinstance(service, Server):
                service.ensure()
            else:
                stack.start_app(service, port)
    except (OSError, Trouble) as reason:
        say(f"{service.name} did not start: {str(reason).splitlines()[0]}")
