# SPDX-License-Identifier: MIT
"""A labgrid strategy for a machine that boots Bareprobe from its own medium: power on, read its
serial line until the record `done`, power off.

It needs a driver for the power (PowerProtocol) and one for the line (ConsoleProtocol); one driver
can be both, as QEMUDriver is."""
import enum
import re
import time

import attr
from labgrid import step, target_factory
from labgrid.strategy import Strategy, StrategyError
from pexpect import TIMEOUT

DONE = re.compile(rb"^BP seq=\d+ ev=done [^\n]*\bstatus=(\w+)[^\n]*\n", re.M)


class Status(enum.Enum):
    unknown = 0
    off = 1
    booted = 2  # powered on, and the serial line is open
    measured = 3  # the run has ended, and `log` contains it


@target_factory.reg_driver
@attr.s(eq=False)
class BareprobeStrategy(Strategy):
    """Args:
        silence (float): seconds without a byte after which the machine has failed
        bound (float): maximum seconds of a whole run, including the boot
    """
    bindings = {"power": "PowerProtocol", "console": "ConsoleProtocol"}

    silence = attr.ib(default=120.0, validator=attr.validators.instance_of(float))
    bound = attr.ib(default=3600.0, validator=attr.validators.instance_of(float))
    status = attr.ib(default=Status.unknown)
    log = attr.ib(default=b"")  # output since the machine was last switched on
    result = attr.ib(default=None)  # "ok" or "failed": status of the run

    @step(args=["status"])
    def transition(self, status, *, step):  # pylint: disable=redefined-outer-name
        status = status if isinstance(status, Status) else Status[status]
        if status == self.status:
            step.skip("nothing to do")
        elif status == Status.off:
            self.switch_off()
        elif status == Status.booted:
            self.boot()
        elif status == Status.measured:
            if self.status != Status.booted:
                self.boot()
            self.listen()
        else:
            raise StrategyError(f"there is no transition from {self.status} to {status}")
        self.status = status

    def switch_off(self):
        self.target.activate(self.power)
        self.power.off()
        if self.console is not self.power:
            self.target.deactivate(self.console)

    def boot(self):
        """Switches off first, so that the machine boots. Opens the line before the power is on."""
        self.log, self.result = b"", None
        self.target.activate(self.power)
        self.target.activate(self.console)
        self.power.cycle()

    def listen(self):
        heard = began = time.monotonic()
        while not self.result:
            try:
                self.log += self.console.read(timeout=1.0)
                heard = time.monotonic()
            except TIMEOUT:
                pass
            if done := DONE.search(self.log, max(0, len(self.log) - 16384)):
                self.result = done[1].decode()
            elif time.monotonic() - heard > self.silence:
                raise StrategyError(f"{self.target.name}: silent for {self.silence:g} s")
            elif time.monotonic() - began > self.bound:
                raise StrategyError(f"{self.target.name}: not done after {self.bound:g} s")
