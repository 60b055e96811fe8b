#!/usr/bin/env python3
"""Tunes a module by Slurm on virtual nodes of this machine, and breaks things midway.

    run.py PROGRAM MODULE [--nodes N] [--trials N] [--alone]

One node is killed while it measures, daemon and jobs; then the controller is killed, and started again
once the run has noticed. The run has to come to its end, to have submitted the lost shard again, and to
leave a store that has every row that any shard ever measured, those of the killed node among them.
--alone tunes with one node afterwards, without faults, and prints the trials a second of both; nothing
depends on them. Needs the Debian packages slurm-wlm and munge.
"""

import argparse
import glob
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cluster as virtual

UNION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "union.py")
PATIENCE_SECONDS = 900  # of a run that hangs


def read_all(path):
    with open(path) as file:
        return file.read()


class Tune:
    """`autotune tune --slurm` in a folder of its own."""

    def __init__(self, cluster, program, module, folder, nodes, trials):
        os.mkdir(folder)
        self.store, self.error = f"{folder}/store", f"{folder}/error"
        self.start = time.monotonic()
        with open(f"{folder}/output", "w") as output, open(self.error, "w") as error:
            self.process = subprocess.Popen(
                [program, "tune", module, "--records", self.store, "--trials", str(trials), "--batch", "4",
                 "--jobs", "1", "--slurm", str(nodes), "--slurm-rounds", "2"],
                env=cluster.environment, stdout=output, stderr=error, start_new_session=True)
        self.cluster = cluster

    def wait_for(self, condition, what):
        while not (found := condition()):
            if self.process.poll() is not None:
                self.fail(f"the run ended before {what}")
            if time.monotonic() - self.start > PATIENCE_SECONDS:
                self.process.kill()
                self.fail(f"too long without {what}")
            time.sleep(0.2)
        return found

    def fail(self, why):
        sys.exit(f"{why}\n{read_all(self.error)}\n{self.cluster.logs()}")

    def measuring(self):
        """A shard that runs and has measured something, and its node; None: there is none yet."""
        lines = self.cluster.run("squeue", "--noheader", "--array", "--states=RUNNING", "--format=%K %N").stdout
        for line in lines.splitlines():
            shard, node = line.split()
            if any(", best" in read_all(log) for log in glob.glob(f"{self.store}.slurm/*/{shard}.*.log")):
                return shard, node
        return None

    def finish(self):
        try:
            code = self.process.wait(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.fail("the run hangs")
        if code != 0:
            self.fail(f"exit code {code}")
        seconds = time.monotonic() - self.start
        print(subprocess.run([sys.executable, UNION, self.store], check=True, capture_output=True,
                             text=True).stdout, end="")
        return seconds


def with_faults(cluster, tune):
    shard, node = tune.wait_for(tune.measuring, "a shard measured")
    cluster.pause_node(node)  # so that its job does not end before the controller has written of it
    tune.wait_for(cluster.is_saved, "the controller wrote its state")
    cluster.kill_node(node)
    cluster.kill("slurmctld")
    print(f"killed {node}, which measured shard {shard}, and the controller")
    tune.wait_for(lambda: "asking again" in read_all(tune.error), "it noticed that the controller is away")
    cluster.start_controller()
    seconds = tune.finish()
    if f"the job of shard {shard} was lost" not in read_all(tune.error):
        tune.fail(f"shard {shard} was not lost")
    if len(glob.glob(f"{tune.store}.slurm/*/{shard}.*.records")) < 2:
        tune.fail(f"shard {shard} has no second store")
    return seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("module")
    parser.add_argument("--nodes", type=int, default=4)
    parser.add_argument("--trials", type=int, default=160)
    parser.add_argument("--alone", action="store_true")
    options = parser.parse_args()
    if virtual.missing():
        sys.exit(f"{', '.join(virtual.missing())} not found; install the packages slurm-wlm and munge")
    program, module = os.path.abspath(options.program), os.path.abspath(options.module)
    with tempfile.TemporaryDirectory() as folder, virtual.Cluster(options.nodes) as cluster:
        tune = Tune(cluster, program, module, f"{folder}/all", options.nodes, options.trials)
        seconds = with_faults(cluster, tune)
        print(f"{options.nodes} nodes, one of them killed: {options.trials / seconds:.2f} trials a second")
        if list(cluster.job_processes(None)):
            sys.exit(f"processes of jobs are left: {list(cluster.job_processes(None))}")
        if options.alone:
            for nodes in (options.nodes - 1, 1):
                tune = Tune(cluster, program, module, f"{folder}/{nodes}", nodes, options.trials)
                print(f"{nodes} nodes: {options.trials / tune.finish():.2f} trials a second")
    print("ok")


main()
