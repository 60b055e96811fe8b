"""A Slurm cluster on this machine: munged, slurmctld and a slurmd per virtual node, all of this user's
and in one folder, ended with the `with` block.

    cluster.py NODES COMMAND...     runs the command with the cluster's commands (sbatch, squeue, ...) at hand

Needs the Debian packages slurm-wlm and munge.
"""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo")
SEARCH = os.environ["PATH"] + ":/usr/sbin:/sbin"
START_SECONDS = 120  # a cluster that is not up by then never will be


def missing():
    return [name for name in NEEDED if not shutil.which(name, path=SEARCH)]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Cluster:
    def __init__(self, nodes):
        self.nodes = [f"node{n}" for n in range(nodes)]
        self.folder = tempfile.mkdtemp(prefix="slurm")
        self.processes = {}
        self.environment = {**os.environ, "PATH": SEARCH, "SLURM_CONF": f"{self.folder}/slurm.conf"}

    def __enter__(self):
        try:
            self.write_configuration()
            self.start_munge()
            self.start_controller()
            for name in self.nodes:
                self.start_node(name)
            self.wait_for(lambda: self.states() == ["idle"] * len(self.nodes), "the nodes are not idle")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for name in list(self.processes):
            self.kill(name)
        self.signal_jobs(None, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def write_configuration(self):
        ports = free_ports(len(self.nodes) + 1)
        lines = [
            "ClusterName=virtual",
            "SlurmctldHost=localhost(127.0.0.1)",
            f"SlurmUser={getpass.getuser()}",
            f"SlurmdUser={getpass.getuser()}",
            f"AuthInfo=socket={self.folder}/munge.socket",
            f"SlurmctldPort={ports[0]}",
            f"StateSaveLocation={self.folder}/state",
            f"SlurmdSpoolDir={self.folder}/spool.%n",
            f"SlurmctldPidFile={self.folder}/slurmctld.pid",
            f"SlurmdPidFile={self.folder}/%n.pid",
            f"SlurmctldLogFile={self.folder}/slurmctld.log",
            f"SlurmdLogFile={self.folder}/%n.log",
            "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none", "SwitchType=switch/none",
            "JobAcctGatherType=jobacct_gather/none", "MpiDefault=none",
            "SelectType=select/cons_tres", "SchedulerParameters=batch_sched_delay=0,sched_interval=2",
            "SlurmdParameters=config_overrides", "ReturnToService=2",
            # What takes minutes on a real cluster: a node that is silent is down after these seconds.
            "SlurmdTimeout=10", "KillWait=5", "MinJobAge=5",
        ]
        for name, port in zip(self.nodes, ports[1:]):
            lines.append(f"NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=1")
        lines.append("PartitionName=all Nodes=ALL Default=YES State=UP")
        os.mkdir(f"{self.folder}/state")
        for name in self.nodes:
            os.mkdir(f"{self.folder}/spool.{name}")
        with open(f"{self.folder}/slurm.conf", "w") as file:
            file.write("\n".join(lines) + "\n")

    def start(self, name, *command):
        log = open(f"{self.folder}/{name}.out", "ab")
        self.processes[name] = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                                env=self.environment, start_new_session=True)
        log.close()

    def start_munge(self):
        key = f"{self.folder}/munge.key"
        with open(key, "wb") as file:
            file.write(os.urandom(128))
        os.chmod(key, 0o400)
        os.chmod(self.folder, 0o755)
        self.start("munged", "munged", "--foreground", "--force", f"--key-file={key}",
                   f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munged.pid",
                   f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munge.seed")
        self.wait_for(lambda: os.path.exists(f"{self.folder}/munge.socket"), "munged does not start")

    def start_controller(self):
        self.start("slurmctld", "slurmctld", "-D")
        self.wait_for(lambda: self.states() is not None, "slurmctld does not answer")

    def start_node(self, name):
        self.start(name, "slurmd", "-D", "-N", name)

    def run(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True)

    def states(self):
        """Of the nodes, in their order; None while the controller does not answer."""
        run = self.run("sinfo", "--noheader", "--Node", "--format=%T")
        return run.stdout.split() if run.returncode == 0 else None

    def wait_for(self, condition, otherwise):
        end = time.monotonic() + START_SECONDS
        while not condition():
            if time.monotonic() > end:
                sys.exit(f"{otherwise}\n{self.logs()}")
            time.sleep(0.1)

    def logs(self):
        text = ""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith((".log", ".out")):
                with open(f"{self.folder}/{name}", errors="replace") as file:
                    text += f"--- {name}\n" + "".join(file.readlines()[-20:])
        return text

    def kill(self, name):
        """A daemon ends as if by a failure of its power."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def is_saved(self):
        """Whether the controller's files know of all jobs that run; a controller that is killed earlier
        starts them twice and then drains the node."""
        starts = self.run("squeue", "--noheader", "--states=RUNNING", "--format=%S").stdout.split()
        try:
            saved = os.path.getmtime(f"{self.folder}/state/job_state")
        except FileNotFoundError:
            return False
        return all(time.mktime(time.strptime(start, "%Y-%m-%dT%H:%M:%S")) + 1 < saved for start in starts)

    def pause_node(self, name):
        self.signal_jobs(name, signal.SIGSTOP)

    def kill_node(self, name):
        """The daemon and all processes of its jobs."""
        self.kill(name)
        self.signal_jobs(name, signal.SIGKILL)

    def signal_jobs(self, node, number):
        for process in set(self.job_processes(node)):
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def job_processes(self, node):
        """Of jobs of this cluster, on one node or on all: those whose environment says so, and the
        slurmstepd that started them."""
        for process in os.listdir("/proc"):
            try:
                with open(f"/proc/{process}/environ", "rb") as file:
                    variables = dict(text.split(b"=", 1) for text in file.read().split(b"\0") if b"=" in text)
                with open(f"/proc/{process}/stat") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
                with open(f"/proc/{parent}/comm") as file:
                    is_first = file.read().startswith("slurmstepd")
            except OSError:
                continue
            where = variables.get(b"SLURMD_NODENAME", b"").decode()
            is_ours = variables.get(b"SLURM_CONF") == self.environment["SLURM_CONF"].encode()
            if is_ours and where and node in (None, where):
                yield int(process)
                if is_first:
                    yield parent


if __name__ == "__main__":
    if missing():
        sys.exit(f"cluster.py: {', '.join(missing())} not found; install the packages slurm-wlm and munge")
    with Cluster(int(sys.argv[1])) as cluster:
        sys.exit(subprocess.run(sys.argv[2:], env=cluster.environment).returncode)
