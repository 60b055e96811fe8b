"""What all tables share: where things are, what machine and build this is, how a process is timed."""
import hashlib
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import time

import memory_pages

ROOT = pathlib.Path(__file__).resolve().parents[2]
for folder in ("bench/workloads", "bench/peers", "test/polybench"):
    sys.path.insert(0, str(ROOT / folder))

PROGRAM = ROOT / "build" / "bin" / "autotune"
LAB = ROOT / "build" / "bin" / "autotune-lab"
PLUGIN = ROOT / "build" / "lib" / "libautotune.so"
WORK = ROOT / "build" / "results"
NOT_TRAINED_ON = f"{ROOT}/bench/workloads,{ROOT}/data/judging_set.tsv"  # beside the networks of data/judges.txt
KEPT = ROOT / "bench" / "results"
BEST = KEPT / "best"
PEER_PYTHON = ROOT / ".peers" / "bin" / "python"
REPEATS = 9  # of one turn
THREADS = 1  # that the table is of
ISA = None  # of an older processor that the table is of; see older_isa.py
TARGET = "host"  # that ours is compiled for
CPU = None  # whose instructions our code may have, where it is not the processor at hand


def cpu_name():
    """The model's name, and family and model number: clouds hide the former."""
    found = {}
    for line in open("/proc/cpuinfo"):
        if ":" in line and line.split(":")[0].strip() not in found:
            key, value = line.split(":", 1)
            found[key.strip()] = value.strip()
    return (f"{found.get('model name', 'unknown')} (family {found.get('cpu family', '?')}, "
            f"model {found.get('model', '?')})")


def git(*arguments):
    return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True,
                          text=True).stdout.strip()


def commit():
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ":!bench/results", ":!docs", ":!lab/results")
    return git("rev-parse", "--short=10", "HEAD") + (" with changes" if changed else "")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path.exists() else "none"


def training_datasets():
    """What the shipped model was trained on."""
    return [ROOT / line for line in (ROOT / "data/training.txt").read_text().split()]


def about():
    """What a table is a table of: one build on one machine."""
    return {"cpu": cpu_name(), "commit": commit(), "library": digest(PLUGIN),
            "model": digest(ROOT / "data/models/shipped.model"),
            "dataset": " + ".join(digest(path) for path in training_datasets()), "threads": THREADS,
            "pages": memory_pages.pages()}


def training():
    """What a model is trained like: the rows, and the shipped model, which is another one where prices or rounds are."""
    return " ".join(digest(path) for path in (*training_datasets(), ROOT / "data/models/shipped.model"))


def timed(options, command):
    """The command as a process that may be timed: on one core, or on all."""
    pinned = [] if THREADS > 1 else ["taskset", "-c", str(options.core)]
    prefix = shlex.split(options.wrap) if options.wrap else pinned
    return prefix + [str(part) for part in command]


def choose(options, source, destination, flags):
    """Wall seconds of mlir-opt with the pass."""
    start = time.monotonic()
    subprocess.run(timed(options, ["mlir-opt-22", f"--load-pass-plugin={PLUGIN}", source, "-o",
                                          destination, f"--autotune=target=host remarks=none {flags}"]),
                   check=True, capture_output=True)
    return time.monotonic() - start


def schedules_of(path):
    """The text of all schedules of an annotated module."""
    return re.findall(r'autotune\.schedule = "([^"]*)"', path.read_text())


def geomean(values):
    return math.exp(statistics.fmean(math.log(v) for v in values)) if values else float("nan")


def chosen(options, names):
    """Those that --only asks for."""
    found = [name for name in names if not options.only or any(text in name for text in options.only)]
    if not found:
        sys.exit(f"no row's name contains {' or '.join(options.only)}; there are {', '.join(names)}")
    return found


class WrongResult(Exception):
    pass


class Stopped(Exception):
    """--seconds are over; the same command goes on."""


def deadline_of(options):
    """Of time.monotonic()."""
    return time.monotonic() + options.seconds if options.seconds else math.inf


def target_flags():
    """Of `autotune run`, for the machine that the table is of."""
    return ["--target", TARGET, *(["--cpu", CPU] if CPU else [])]


def our_turn(path, *flags, check=True):
    """One short turn of our own code: its least and median seconds. With `check` the process
    compares what it is about to time with the untouched lowering."""
    target = [] if "--target" in flags else target_flags()
    command = [PROGRAM, "run", path, *target, "--time", "--only-tuned", "--repeats",
               str(REPEATS), "--json", *(["--check"] if check else []), *flags]
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if result.returncode:
        raise WrongResult(f"{path}: {result.stdout}{result.stderr}")
    function = json.loads(result.stdout)["functions"][0]
    if check and not function["agrees"]:
        raise WrongResult(f"{path}: {result.stdout}{result.stderr}")
    return function["tuned"]["least_seconds"], function["tuned"]["seconds"]


def take_turns(turns, ours, calls, check=True, fewer=None, **sampling):
    """{name: {"median", "least"}} after so many turns of everybody, one after the other. `ours`:
    arguments of our_turn by name; `calls`: of the peers, `sampling`: how they are sampled; `fewer`:
    turns of those that take fewer."""
    if calls:
        import peers
    kept = {name: ([], []) for name in [*calls, *ours]}
    for turn in range(turns):
        for name, (least, median) in kept.items():
            if fewer and turn >= fewer.get(name, turns):
                continue
            if name in ours:
                one = our_turn(*ours[name], check=check and turn == 0)
            else:
                samples = peers.sample(calls[name].run, **sampling)
                one = min(samples), statistics.median(samples)
            least.append(one[0])
            median.append(one[1])
    return {name: {"median": statistics.median(median), "least": min(least)}
            for name, (least, median) in kept.items()}


def seen(folder):
    """{module: [tuned ops, those whose contraction the shipped model was trained on]} of a folder."""
    judges = (ROOT / "data/judges.txt").read_text().strip()
    first, *others = training_datasets()
    WORK.mkdir(parents=True, exist_ok=True)
    together = WORK / first.name
    shutil.copy(first, together)
    for path in others:
        subprocess.run([PROGRAM, "dataset", "merge", path, together], check=True, stdout=subprocess.DEVNULL)
    result = subprocess.run([LAB, "dataset", "seen", together, folder, "--exclude-networks", judges,
                             "--exclude-modules", NOT_TRAINED_ON], capture_output=True, text=True, check=True)
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    return {pathlib.Path(path).stem: [int(tuned), int(known)] for path, tuned, known in rows}


def in_timed_process(options, table, name, with_peers=True):
    """Measures one row in a pinned process of its own, with the peers' Python; its row or None."""
    WORK.mkdir(parents=True, exist_ok=True)
    out = WORK / "row.json"
    out.unlink(missing_ok=True)
    # OpenBLAS chooses its kernels itself, whatever the caller's environment says.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("OPENBLAS_")}
    environment.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS=str(THREADS))
    if ISA:
        import older_cpu
        environment.update(memory_pages.variables(older_cpu.TUNABLE))
    if with_peers and not PEER_PYTHON.exists():
        sys.exit(f"no peers to compare with in {PEER_PYTHON.parents[1]}: run scripts/peers once")
    command = timed(options, [PEER_PYTHON if with_peers else sys.executable, ROOT / "bench/results.py", table, *(["--threads", THREADS] if THREADS > 1 else []), *(["--isa", ISA] if ISA else []),
                              "--row", name, "--row-to", out])
    if subprocess.run(command, env=environment).returncode or not out.exists():
        return None
    return json.loads(out.read_text())


def peer_calls(make_call, classes=("OpenBlas", "OnnxRuntime", "Iree")):
    """({name: call}, {name: version}, {name: seconds of an empty call}). make_call: function of a
    peer and a variant of it; None where the peer has nothing of the kind."""
    import peers
    calls, versions, overheads = {}, {}, {}
    for make in classes:
        peer = getattr(peers, make)()
        for variant in peer.variants:
            call = make_call(peer, variant)
            if call is None:
                continue
            name = f"{peer.name} const" if variant == "const" else peer.name
            calls[name] = call
            versions[peer.name] = peer.version
        if peer.name in versions:
            overheads[peer.name] = statistics.median(peers.sample(peer.empty_call().run))
    return calls, versions, overheads
