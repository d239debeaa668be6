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
from labgrid.driver import ExecutionError, ExternalConsoleDriver
from labgrid.strategy import Strategy, StrategyError
from pexpect import TIMEOUT

BLOCK = 4096  # bytes; a read of one byte, the default, takes longer than a byte on the line
WAIT = 0.2  # seconds; SerialDriver waits for so long if fewer bytes come

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
    unclosed = attr.ib(default=None)  # why the console could not be closed
    gone = attr.ib(default=False)  # the console has ended

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
        """A console that cannot be closed is no failure of the switch; its error is in `unclosed`.
        An emulator whose console has ended has ended too."""
        self.target.activate(self.power)
        try:
            self.power.off()
        except Exception:
            if not (self.gone and self.console is self.power):
                raise
        if self.console is not self.power:
            try:
                self.target.deactivate(self.console)
            except Exception as error:  # pylint: disable=broad-except # any kind of driver
                self.unclosed = error

    def boot(self):
        """Switches off first, so that the machine boots. Opens the line before the power is on."""
        self.log, self.result, self.unclosed, self.gone = b"", None, None, False
        self.target.activate(self.power)
        self.target.activate(self.console)
        self.power.cycle()

    def read(self):
        """Returns the next bytes, or none after a while. Sets `gone` at the end of the console."""
        external = isinstance(self.console, ExternalConsoleDriver)
        try:
            data = self.console.read(size=BLOCK, timeout=WAIT)
        except TIMEOUT:
            return b""
        except ExecutionError:
            if not external:
                raise
            # labgrid 0.4.1 does not read what the program wrote before it ended
            self.gone = True
            return self.console._child.stdout.read() or b""  # pylint: disable=protected-access
        if not data and external:  # its timeout is in milliseconds (labgrid 0.4.1)
            time.sleep(WAIT)
        elif not data:
            self.gone = True
        return data

    def listen(self):
        heard = began = time.monotonic()
        while not self.result:
            data = self.read()
            self.log += data
            heard = time.monotonic() if data else heard
            if done := DONE.search(self.log, max(0, len(self.log) - 16384)):
                self.result = done[1].decode()
            elif self.gone:
                raise StrategyError(f"{self.target.name}: the console has ended")
            elif time.monotonic() - heard > self.silence:
                raise StrategyError(f"{self.target.name}: silent for {self.silence:g} s")
            elif time.monotonic() - began > self.bound:
                raise StrategyError(f"{self.target.name}: not done after {self.bound:g} s")
