#!/usr/bin/env python3
"""Slurm's commands sbatch, squeue and scancel as this program needs them, without Slurm: the jobs are
processes of this machine.

    fake_slurm.py FAULT COMMAND...

runs the command with these in ./bin on PATH and prints what they were called with. FAULT is one of

    none        nothing goes wrong
    lose        the first job of the first array vanishes when it is to start
    damage      the same, and leaves a store that is none
    undead      the first job of the first array is not listed, measures nothing and does not end
    mistake     the jobs of the first array do not find their module
    vain        no job ever does anything
    refuse      sbatch refuses
    old         squeue does not know an option
    silent      squeue does not answer at first
    pause       squeue is slow until all jobs have ended, and then does not answer for a while
    unsure      the first answer of sbatch is lost, though the jobs are there
    interrupt   Ctrl-C once a job has measured something
    deaf        the same, and neither squeue nor scancel answer at first
    kill        SIGKILL then; the jobs go on, and the command is run again
    end         every process of a job gets SIGTERM then, as at a job's time limit

Run in an empty folder, once or several times. No job may be left, and none may count its own end as the
fault of what it measured.
"""

import os
import signal
import sqlite3
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


def start_job(index, arguments):
    if FAULT == "vain" or FAULT in ("lose", "damage") and once("lost"):
        if FAULT == "damage":
            with open(f"{arguments[1]}/{index}.{arguments[2]}.records", "w") as file:
                file.write("no store" * 1000)
        return None
    command = ["sh", *arguments]
    if FAULT == "undead" and once("undead"):
        command = ["sleep", "600"]
    if FAULT == "mistake" and not os.path.exists(f"{ROOT}/mended"):
        command = ["missing.mlir" if word.endswith(".mlir") else word for word in command]
    return subprocess.Popen(command, env={**os.environ, "SLURM_ARRAY_TASK_ID": str(index)},
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, start_new_session=True)


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
        job = start_job(index, arguments)
        if not job:
            continue
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


def await_end_of_jobs():
    """Whether all jobs end within a minute."""
    for _ in range(600):
        if not list(jobs()):
            return True
        time.sleep(0.1)
    return False


def terminate(process):
    """The job, where it has not just ended."""
    try:
        os.killpg(process, signal.SIGTERM)
    except ProcessLookupError:
        pass


def is_hidden(process):
    """Whether squeue does not list the process: it stands for a job that nobody sees, or has just ended."""
    try:
        with open(f"/proc/{process}/cmdline") as file:
            return file.read().startswith("sleep")
    except OSError:
        return True


def option(arguments, name):
    return next(word[len(name) + 1:] for word in arguments if word.startswith(name + "="))


def is_silent():
    if FAULT == "pause":  # the end of a round is never between two questions
        await_end_of_jobs()
    is_time = (FAULT == "silent" or FAULT == "deaf" and os.path.exists(f"{ROOT}/interrupted")
               or FAULT == "pause" and os.path.exists(f"{ROOT}/jobs"))
    return is_time and any(once(f"silent-{n}") for n in range(4))


def squeue(arguments):
    if FAULT == "old":
        sys.exit("squeue: unrecognized option '--me'")
    if is_silent():
        sys.exit("slurm_load_jobs error: Unable to contact slurm controller (connect failure)")
    for index, process in jobs(option(arguments, "--name")):
        if not is_hidden(process):
            print(f"{index}|RUNNING|None")


def scancel(arguments):
    if FAULT == "deaf" and once("deaf"):
        sys.exit("scancel: error: Unable to contact slurm controller (connect failure)")
    with open(f"{ROOT}/calls", "a") as file:
        file.write("scancel\n")
    for _, process in jobs(option(arguments, "--name")):
        terminate(process)


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
    open("interrupted", "w").close()
    if FAULT == "end":
        for _, job in jobs():
            terminate(job)
    else:
        os.killpg(process.pid, signal.SIGKILL if FAULT == "kill" else signal.SIGINT)
    code = process.wait(timeout=300)
    return subprocess.run(command, env=environment).returncode if FAULT == "kill" else code


def check():
    if not await_end_of_jobs():  # what was cancelled ends soon
        sys.exit(f"jobs are left: {list(jobs())}")
    if os.path.exists("store"):
        store = sqlite3.connect("store")
        if store.execute("SELECT count(*) FROM row WHERE reason LIKE '%signal 15%'").fetchone() != (0,):
            sys.exit("a schedule is blamed for the end of its job")


def run(fault, command):
    global FAULT
    FAULT = fault
    os.makedirs("bin", exist_ok=True)
    for name in ("sbatch", "squeue", "scancel"):
        if not os.path.lexists(f"bin/{name}"):
            os.symlink(os.path.abspath(__file__), f"bin/{name}")
    environment = {**os.environ, "PATH": f"{ROOT}/bin:{os.environ['PATH']}", "FAKE_SLURM": ROOT,
                   "FAKE_FAULT": fault}
    if fault in ("interrupt", "deaf", "kill", "end"):
        code = stop_midway(command, environment)
    else:
        code = subprocess.run(command, env=environment).returncode
    check()
    if os.path.exists("calls"):
        with open("calls") as file:
            print(file.read(), end="")
    return code


COMMANDS = {"sbatch": sbatch, "squeue": squeue, "scancel": scancel}
called = os.path.basename(sys.argv[0])
if called not in COMMANDS:
    sys.exit(run(sys.argv[1], sys.argv[2:]))
if any(name.startswith(("SQUEUE_", "SCANCEL_")) for name in os.environ):
    sys.exit("what is listed and cancelled depends on the user's environment")
if sys.argv[1:] != ["--version"]:
    COMMANDS[called](sys.argv[1:])
