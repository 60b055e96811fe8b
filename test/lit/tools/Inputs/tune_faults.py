"""Faults around `autotune tune`; every one has to leave a whole store and no process behind.

    tune_faults.py FAULT PROGRAM MODULE [COUNT [FLAG...]]

kill       the parent, a round or a worker is killed (SIGKILL) at COUNT random moments; nothing that was
           measured is lost, and the same command comes to its end
interrupt  Ctrl-C: exit code 3, and the same command goes on; what is not tested by then is tested later
early      Ctrl-C while the module is read: the same
ignored    whoever starts it ignores the ends of children
together   two runs share a store
full       the disk is full (a limit on the size of files)
readonly   the store may not be written to, or not even its folder
clock      the clock of the day jumps, while runs go on
memory     the parent does not grow, over COUNT trials; FLAGs of `autotune tune` come after those given here.
           memory.txt has a line a second: seconds, trials and the largest size in bytes in that second,
           which scripts/memory_curve draws

Run in an empty folder. Prints "ok", or fails with what is wrong.
"""

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time

fault, program, module = sys.argv[1:4]
count = int(sys.argv[4]) if len(sys.argv) > 4 else 3
STORE = os.path.abspath("store")


def command(trials, *more, store=STORE):
    return [program, "tune", module, "--records", store, "--trials", str(trials), "--batch", "4",
            "--jobs", "2", "--lock", "lock", *more]


def start(trials, *more, **options):
    return subprocess.Popen(command(trials, *more), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, start_new_session=True, **options)


def finish(process, *codes):
    out, error = process.communicate(timeout=600)
    if process.returncode not in codes:
        sys.exit(f"exit code {process.returncode}, not one of {codes}\n{out}{error}")
    return out + error


def rows(store=STORE):
    database = sqlite3.connect(store)
    found = {row for row in database.execute("SELECT number, task, schedule, seconds FROM row")}
    whole = database.execute("PRAGMA integrity_check").fetchall()
    database.close()
    if whole != [("ok",)]:
        sys.exit(f"the store is damaged: {whole}")
    return found


def session_processes(session):
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            yield int(name)


def check_none_left(session):
    for _ in range(200):
        if not list(session_processes(session)):
            return
        time.sleep(0.1)
    sys.exit(f"left behind: {list(session_processes(session))}")


def check_growth(before):
    now = rows()
    if not before <= now:
        sys.exit(f"{len(before - now)} of {len(before)} rows are lost")
    return now


def kill():
    random.seed(7)
    known = set()
    for n in range(count):
        process = start(100000)
        time.sleep(random.uniform(0.3, 2.5))
        if n % 2 and os.path.exists(STORE):  # what was committed by now must stay
            known = check_growth(known)
        victims = list(session_processes(process.pid))
        victim = process.pid if n % 3 == 0 or not victims else random.choice(victims)
        os.kill(victim, signal.SIGKILL)
        if victim != process.pid:
            time.sleep(0.3)
            os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        check_none_left(process.pid)
        if os.path.exists(STORE):
            known = check_growth(known)
    finish(start(4), 0)
    check_growth(known)


def stop(process):
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    text = finish(process, 3)
    if "the same command goes on" not in text:
        sys.exit(text)
    check_none_left(process.pid)


def stop_in_trials():
    process = start(100000)
    while " trials" not in process.stderr.readline():
        if process.poll() is not None:
            sys.exit(f"exit code {process.returncode} before there was a trial")
    stop(process)


def untested():
    return sqlite3.connect(STORE).execute("SELECT count(*) FROM task WHERE winner = ''").fetchone()[0]


def interrupt():
    stop_in_trials()
    known = rows()
    finish(start(len(known) + 8), 0)
    if len(check_growth(known)) == len(known):
        sys.exit("the same command did not go on")
    before = untested()
    stop_in_trials()
    if untested() <= before:
        sys.exit("a winner stays, though there are schedules that it was not tested against")
    finish(start(1), 0)  # no trial is left
    if untested() != before:
        sys.exit("what was measured before Ctrl-C is not tested later")


def early():
    process = start(4)
    while len(list(session_processes(process.pid))) < 2 and process.poll() is None:
        time.sleep(0.002)
    stop(process)
    finish(start(4), 0)


def ignored():
    finish(start(4, preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)), 0)


def together():
    both = [start(12), start(12, "--seed", "2")]
    for process in both:
        finish(process, 0)
        check_none_left(process.pid)
    if len(rows()) < 12:
        sys.exit("rows are missing")


def full():
    finish(start(4), 0)
    known, size = rows(), os.path.getsize(STORE)

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 8192, size + 8192))

    process = start(400, preexec_fn=limit)
    text = finish(process, 1)
    if "disk" not in text:
        sys.exit(text)
    check_none_left(process.pid)
    check_growth(known)
    finish(start(len(known) + 4), 0)


def readonly():
    os.chmod(".", 0o777)
    finish(start(4), 0)
    known = rows()
    for name in os.listdir("."):
        os.chmod(name, 0o444)
    os.chmod(".", 0o555)

    def nobody():
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)

    process = start(40, "--lock", "none", preexec_fn=nobody)
    text = finish(process, 1, 2)
    os.chmod(".", 0o755)
    if "writ" not in text:
        sys.exit(text)
    check_growth(known)


def clock():
    with open("clock.c", "w") as file:
        file.write("""
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static int calls;
static long jump(void) { return (calls++ % 5 - 2) * 100000000L; }
time_t time(time_t *out) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  time_t moved = now.tv_sec + jump();
  return out ? *out = moved : moved;
}
int clock_gettime(clockid_t clock, struct timespec *now) {
  int code = (int)syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_REALTIME)
    now->tv_sec += jump();
  return code;
}
""")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "clock.so", "clock.c"], check=True)
    preloaded = [*filter(None, [os.environ.get("SANITIZER_RUNTIME")]), os.path.abspath("clock.so")]  # that one first
    process = start(12, env={**os.environ, "LD_PRELOAD": ":".join(preloaded)})
    finish(process, 0)
    times = [row[0] for row in sqlite3.connect(STORE).execute("SELECT measured_unix_seconds FROM row")]
    if len(times) < 12 or times == sorted(times):
        sys.exit(f"the clock did not jump: {times}")


def resident(process):
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * 4096


def spent_trials():
    """Of all rounds that ended; none before the store is made."""
    try:
        with sqlite3.connect(f"file:{STORE}?mode=ro", uri=True) as database:
            return database.execute("SELECT coalesce(sum(trials), 0) FROM tuning").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def sizes_of(process, log):
    """The process's resident bytes, 20 times a second, until it ends; `log` gets a line a second."""
    sizes, start, written = [], time.monotonic(), 0
    while process.poll() is None:
        try:
            sizes.append(resident(process.pid))
        except OSError:
            break
        if len(sizes) - written == 20:
            print(f"{time.monotonic() - start:.1f}", spent_trials(), max(sizes[written:]), file=log, flush=True)
            written = len(sizes)
        time.sleep(0.05)
    print(f"{time.monotonic() - start:.1f}", spent_trials(), max(sizes[written:] or sizes[-1:]), file=log)
    return sizes


def memory():
    with open("memory.txt", "w") as log:
        process = start(count, "--quiet", *sys.argv[5:])
        sizes = sizes_of(process, log)
    finish(process, 0)
    settled = sizes[len(sizes) // 3:]
    growth = max(settled) - settled[0]
    if growth > 1 << 20:
        sys.exit(f"the parent grew by {growth} bytes: {settled[::max(1, len(settled) // 20)]}")


globals()[fault]()
print("ok")
