#!/usr/bin/env python3
"""Slurm's commands sbatch, squeue and scancel as this program needs them, without Slurm: the jobs are
processes of this machine.

    fake_slurm.py FAULT COMMAND...

runs the command with these in ./bin on PATH and prints what they were called with. FAULT is one of

    none        nothing goes wrong
    lose        the first job of the first array vanishes when it is to start
    vain        no job ever does anything
    refuse      sbatch refuses
    silent      squeue does not answer at first
    unsure      the first answer of sbatch is lost, though the jobs are there
    interrupt   Ctrl-C once a job has measured something; no job may be left
    kill        SIGKILL then; the jobs go on, and the command is run again

Run in an empty folder, once or several times.
"""

import os
import signal
import subprocess
import sys
import time

ROOT = os.path.abspath(os.environ.get("FAKE_SLURM", "."))
FAULT = os.environ.get("FAKE_FAULT")


def once(name):
    """Whether it is the first time in this folder."""
    try:
        os.close(os.open(f"{ROOT}/once-{name}", os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def indices(text):
    for piece in text.split(","):
        first, _, last = piece.partition("-")
        yield from range(int(first), int(last or first) + 1)


def sbatch(arguments):
    options = {}
    while arguments[0].startswith("-"):
        name, _, value = arguments.pop(0).partition("=")
        options[name] = value
    with open(f"{ROOT}/calls", "a") as file:
        file.write("sbatch " + " ".join(f"{name}={options[name]}" for name in sorted(options)
                                        if name != "--job-name") + "\n")
    if FAULT == "refuse":
        sys.exit("sbatch: error: Batch job submission failed: Invalid partition name specified")
    for index in indices(options["--array"]):
        if FAULT == "vain" or FAULT == "lose" and once("lost"):
            continue
        job = subprocess.Popen(["sh", *arguments], env={**os.environ, "SLURM_ARRAY_TASK_ID": str(index)},
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
        with open(f"{ROOT}/jobs", "a") as file:
            file.write(f"{options['--job-name']} {index} {job.pid}\n")
    if FAULT == "unsure" and once("unsure"):
        sys.exit("sbatch: error: Batch job submission failed: Socket timed out on send/recv operation")
    print("Submitted batch job 1")


def is_alive(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def jobs(name=None):
    if not os.path.exists(f"{ROOT}/jobs"):
        return
    with open(f"{ROOT}/jobs") as file:
        for line in file:
            array, index, process = line.split()
            if name in (None, array) and is_alive(int(process)):
                yield int(index), int(process)


def option(arguments, name):
    return next(word[len(name) + 1:] for word in arguments if word.startswith(name + "="))


def squeue(arguments):
    if FAULT == "silent" and (once("silent-1") or once("silent-2")):
        sys.exit("slurm_load_jobs error: Unable to contact slurm controller (connect failure)")
    for index, _ in jobs(option(arguments, "--name")):
        print(f"{index}|RUNNING|None")


def scancel(arguments):
    with open(f"{ROOT}/calls", "a") as file:
        file.write("scancel\n")
    for _, process in jobs(option(arguments, "--name")):
        os.killpg(process, signal.SIGTERM)


def has_measured():
    for folder, _, names in os.walk(ROOT):
        for name in names:
            if name.endswith(".log"):
                with open(os.path.join(folder, name)) as file:
                    if ", best" in file.read():
                        return True
    return False


def stop_midway(command, environment):
    process = subprocess.Popen(command, env=environment, start_new_session=True)
    while process.poll() is None and not has_measured():
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT if FAULT == "interrupt" else signal.SIGKILL)
    code = process.wait(timeout=300)
    if FAULT == "kill":
        return subprocess.run(command, env=environment).returncode
    if list(jobs()):
        sys.exit(f"jobs are left: {list(jobs())}")
    return code


def run(fault, command):
    global FAULT
    FAULT = fault
    os.makedirs("bin", exist_ok=True)
    for name in ("sbatch", "squeue", "scancel"):
        if not os.path.lexists(f"bin/{name}"):
            os.symlink(os.path.abspath(__file__), f"bin/{name}")
    environment = {**os.environ, "PATH": f"{ROOT}/bin:{os.environ['PATH']}", "FAKE_SLURM": ROOT,
                   "FAKE_FAULT": fault}
    if fault in ("interrupt", "kill"):
        code = stop_midway(command, environment)
    else:
        code = subprocess.run(command, env=environment).returncode
    with open("calls") as file:
        print(file.read(), end="")
    return code


COMMANDS = {"sbatch": sbatch, "squeue": squeue, "scancel": scancel}
called = os.path.basename(sys.argv[0])
if called not in COMMANDS:
    sys.exit(run(sys.argv[1], sys.argv[2:]))
if sys.argv[1:] != ["--version"]:
    COMMANDS[called](sys.argv[1:])
