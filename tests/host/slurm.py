# SPDX-License-Identifier: MIT
"""A Slurm of Debian's packages on the loopback interface: munged, slurmctld and two slurmd of two
processors each. Nothing is installed."""
import contextlib
import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess

from debian_packages import fetch
from processes import is_running, wait_for

VERSION = "slurm-wlm 22.05.8 of Debian 12"
NAMES = ("slurmctld", "slurmd", "slurm-client", "slurm-wlm-basic-plugins", "munge", "libmunge2",
         "libhwloc15", "liblua5.1-0")
NODES = ("node1", "node2")
KILL_WAIT = 30  # seconds, the default


def free_ports(count):
    with contextlib.ExitStack() as sockets:
        ports = []
        for _ in range(count):
            one = sockets.enter_context(socket.socket())
            one.bind(("127.0.0.1", 0))
            ports.append(one.getsockname()[1])
    return ports


class Slurm:
    """A context; run() executes a client, kill_node() and start_node() a node."""

    def __init__(self, folder):
        self.folder = folder
        self.root = fetch("slurm", *NAMES)
        library = self.root / "usr/lib/x86_64-linux-gnu"
        self.plugins = library / "slurm-wlm"
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf"),
                            "LD_LIBRARY_PATH": f"{library}:{self.plugins}",
                            "PATH": f"{self.root}/usr/bin:{os.environ['PATH']}"}
        self.daemons = {}

    def start(self, name, *words):
        with (self.folder / f"{name}.out").open("w") as output:
            self.daemons[name] = subprocess.Popen(  # pylint: disable=consider-using-with
                [self.root / "usr/sbin" / words[0], *words[1:]], stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, env=self.environment, cwd=self.folder)

    def start_node(self, node):
        """The node has forgotten its tasks, as if its spool directory were in memory."""
        shutil.rmtree(self.folder / "spool" / node, ignore_errors=True)
        (self.folder / "spool" / node).mkdir(parents=True)
        self.start(node, "slurmd-wlm", "-D", "-N", node, "-f", self.folder / "slurm.conf", "-d",
                   self.root / "usr/sbin/slurmstepd-wlm")

    def processes_of(self, node):
        """The processes of the node's tasks, and the slurmstepd of each."""
        wanted = {f"SLURMD_NODENAME={node}", f"SLURM_CONF={self.folder}/slurm.conf"}
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if wanted <= set((path / "environ").read_text(errors="replace").split("\0")):
                    parent = (path / "stat").read_text().rsplit(")")[1].split()[1]
                    if "slurmstepd" in pathlib.Path("/proc", parent, "cmdline").read_text():
                        yield int(parent)
                    yield int(path.name)

    def kill_node(self, node):
        """As a power failure: the daemon first, then the tasks."""
        daemon = self.daemons.pop(node)
        daemon.kill()
        daemon.wait()
        for process in list(self.processes_of(node)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def run(self, *words, shell=False, **more):
        done = subprocess.run(words[0] if shell else words, shell=shell, env=self.environment,
                              capture_output=True, text=True, timeout=60, check=False, **more)
        assert done.returncode == 0, (VERSION, words, done.stdout + done.stderr)
        return done.stdout

    def states(self):
        """The states of the nodes, such as "idle" or "down*"."""
        return dict(line.split() for line in
                    self.run("sinfo", "-h", "-N", "-o", "%N %t").splitlines())

    def queue(self):
        return self.run("squeue", "-h", "-r", "-o", "%i %T %N %r").splitlines()

    def configure(self):
        host, ports = socket.gethostname(), free_ports(1 + len(NODES))
        nodes = "".join(
            f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 "
            "State=UNKNOWN\n" for node, port in zip(NODES, ports[1:]))
        (self.folder / "slurm.conf").write_text(f"""\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={getpass.getuser()}
SlurmdUser={getpass.getuser()}
SlurmctldPort={ports[0]}
AuthInfo=socket={self.folder}/munge/socket
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool/%n
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/%n.pid
PluginDir={self.plugins}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=5
KillWait={KILL_WAIT}
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
{nodes}PartitionName=all Nodes=ALL Default=YES State=UP MaxTime=INFINITE
""")

    def __enter__(self):
        for name in ("munge", "state", "spool"):
            (self.folder / name).mkdir(mode=0o700)
        key = self.folder / "munge/key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.configure()
        files = [f"--{name}-file={self.folder}/munge/{name}" for name in ("key", "pid", "log",
                                                                        "seed")]
        self.start("munged", "munged", "--force", "--foreground", *files,
                   f"--socket={self.folder}/munge/socket")
        self.start("slurmctld", "slurmctld-wlm", "-D", "-f", self.folder / "slurm.conf")
        for node in NODES:
            self.start_node(node)
        try:
            wait_for(self.is_up)
        except BaseException:
            self.__exit__()
            raise
        return self

    def is_up(self):
        ended = [name for name, daemon in self.daemons.items() if daemon.poll() is not None]
        assert not ended, (VERSION, ended, (self.folder / f"{ended[0]}.out").read_text())
        done = subprocess.run(["sinfo", "-h", "-o", "%t"], env=self.environment, text=True,
                              capture_output=True, timeout=60, check=False)
        return done.stdout.split() == ["idle"]

    def __exit__(self, *_):
        for node in NODES:
            if node in self.daemons:
                self.kill_node(node)
        for daemon in self.daemons.values():
            daemon.terminate()
        for daemon in self.daemons.values():
            daemon.wait(60)
        assert not any(is_running(process) for node in NODES for process in self.processes_of(node))
