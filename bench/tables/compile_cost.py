"""What `autotune compile` costs: seconds and memory from MLIR to a shared library, with weights as
arguments and as constants, beside iree-compile; and whether constants change the results.
"""
import array
import ctypes
import datetime
import itertools
import json
import os
import random
import re
import subprocess
import time

import common
import compile_speed

SPEED_NETWORKS = ("bert_2layer", "resnet50", "efficientnet_b0")  # that clang compiles in half a minute
NETWORKS = ("bert_2layer", "bert_base", "resnet50", "densenet121", "efficientnet_b0")
CONSTANT = "bert_base"
REPORT = common.ROOT / "docs" / "compiling.md"
HEADING = "## What it takes"
FOLDER = common.ROOT / "build" / "compile-cost"
BLOCK = 1 << 18  # random numbers that weights are made of, each from another place on


def model(name):
    return common.ROOT / "test" / "models" / f"{name}.mlir"


def run(command, errors=None):
    """(seconds of the wall clock, peak of memory in bytes, what it prints) of a process."""
    start = time.monotonic()
    with subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise common.WrongResult(f"{command[0]} failed: {process.returncode}")
    return time.monotonic() - start, usage.ru_maxrss * 1024, text


def section_bytes(path):
    """Of the code."""
    text = subprocess.run(["size", "-A", path], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"^\.text +([0-9]+)", text, re.MULTILINE).group(1))


def compile_ours(path, stem):
    out = FOLDER / f"{stem}.so"
    seconds, peak, text = run([common.PROGRAM, "compile", path, "-o", out, "--target", "host", "--quiet", "--json"])
    return {**json.loads(text), "seconds": seconds, "peak": peak, "code": section_bytes(out), "library": out}


def compile_iree(path, stem):
    """None without iree-compile, or where it does not compile the network."""
    program = common.PEER_PYTHON.parent / "iree-compile"
    if not program.exists():
        return None
    try:
        return run([program, path, "-o", FOLDER / f"{stem}.vmfb", "--iree-hal-target-backends=llvm-cpu",
                    "--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3", "--iree-input-type=auto",
                    # BERT needs 73,920 bytes with AVX-512, more than the limit of 32 KiB
                    "--iree-llvmcpu-stack-allocation-limit=131072"], subprocess.DEVNULL)
    except common.WrongResult:
        return None


# --- constant weights

def numbers():
    source = random.Random(0)
    return array.array("f", (source.gauss(0, 0.02) for _ in range(BLOCK))).tobytes()


def weight_bytes(block, index, count):
    start = 4 * (7919 * index % BLOCK)
    rotated = block[start:] + block[:start]
    return (rotated * (4 * count // len(rotated) + 1))[:4 * count]


def arguments(text):
    """[(name, type)] of @main."""
    inside = re.search(r"func\.func @main\((.*?)\) ->", text).group(1)
    return re.findall(r"(%arg[0-9]+): (tensor<[^>]*>)", inside)


def element_count(tensor):
    count = 1
    for size in re.findall(r"([0-9]+)x", tensor):
        count *= int(size)
    return count


def write_constants(name, block):
    """The network with its weights as resources of a bytecode file."""
    made = FOLDER / f"{name}_weights.mlirbc"
    text = model(name).read_text()
    data = json.loads(model(name).with_suffix(".args.json").read_text())["data"]
    found = arguments(text)
    weights = found[data:]
    kept = ", ".join(f"{argument}: {tensor}" for argument, tensor in found[:data])
    lines = "".join(f"\n    {argument} = arith.constant dense_resource<w{index}> : {tensor}"
                    for index, (argument, tensor) in enumerate(weights))
    text = re.sub(r"(func\.func @main\().*?(\) ->.*?\{)$", lambda m: m.group(1) + kept + m.group(2) + lines,
                  text, count=1, flags=re.MULTILINE)
    source = made.with_suffix(".mlir")
    with open(source, "w") as file:
        file.write(text + "\n{-#\n  dialect_resources: {\n    builtin: {\n")
        for index, (_, tensor) in enumerate(weights):
            file.write(f'      w{index}: "0x04000000{weight_bytes(block, index, element_count(tensor)).hex().upper()}"')
            file.write(",\n" if index + 1 < len(weights) else "\n")
        file.write("    }\n  }\n#-}\n")
    subprocess.run(["mlir-opt-22", source, "--emit-bytecode", "-o", made], check=True)
    source.unlink()
    return made


def call(library, inputs, result_bytes):
    results = [ctypes.create_string_buffer(count) for count in result_bytes]
    loaded = ctypes.CDLL(str(library))
    status = getattr(loaded, f"{library.stem}_main")(*inputs, *results)
    if status:
        raise common.WrongResult(f"{library}: status {status}")
    return [array.array("f", bytes(result)) for result in results]


def difference(with_arguments, with_constants, block):
    """Largest difference between the two libraries' results, over the largest result."""
    text = model(CONSTANT).read_text()
    data = json.loads(model(CONSTANT).with_suffix(".args.json").read_text())["data"]
    found = arguments(text)
    results = re.findall(r"tensor<[^>]*>", re.search(r"func\.func @main\(.*?\) -> (.*) \{$", text, re.MULTILINE).group(1))
    ids = array.array("q", (5 + 3 * i for i in range(element_count(found[0][1])))).tobytes()
    weights = [weight_bytes(block, index, element_count(tensor)) for index, (_, tensor) in enumerate(found[data:])]
    sizes = [4 * element_count(tensor) for tensor in results]
    one = call(with_arguments, [ids, *weights], sizes)
    other = call(with_constants, [ids], sizes)
    pairs = list(zip(itertools.chain(*one), itertools.chain(*other)))
    return max(abs(a - b) for a, b in pairs) / max(abs(a) for a, _ in pairs)


# --- the report

def row(name, ours, iree):
    peer = f"{iree[0]:.1f} | {iree[1] / 1e6:.0f}" if iree else "- | -"
    return (f"| {name} | {ours['seconds']:.1f} | {ours['tune_seconds']:.1f} | {ours['lower_seconds']:.1f} | "
            f"{ours['compile_seconds']:.1f} | {ours['link_seconds']:.1f} | {ours['peak'] / 1e6:.0f} | "
            f"{ours['code'] / 1e3:.0f} | {peer} |")


def write():
    FOLDER.mkdir(parents=True, exist_ok=True)
    block = numbers()
    rows, made = [], {}
    for name in NETWORKS:
        made[name] = compile_ours(model(name), name)
        rows.append(row(name, made[name], compile_iree(model(name), name)))
        print(rows[-1], flush=True)
    constants = write_constants(CONSTANT, block)
    weighty = compile_ours(constants, constants.stem)
    rows.append(row(f"{CONSTANT}, weights as constants", weighty, None))
    print(rows[-1], flush=True)
    speed = compile_speed.rows(SPEED_NETWORKS, model, FOLDER, section_bytes)
    about = common.about()
    error = difference(made[CONSTANT]["library"], weighty["library"], block)
    lines = [HEADING, "",
             f"Written by `scripts/results compile`, {datetime.date.today()}, on {about['cpu']}, {os.cpu_count()} processors, "
             f"commit {about['commit']}. Wall clock from the MLIR to the library, seconds of its steps, peak of "
             "memory, size of the code; the last two columns are iree-compile's.", "",
             "| network | s | tune | lower | compile | link | MB | code, kB | IREE, s | MB |", "|---" + "|---:" * 9 + "|", *rows, "",
             f"- 12 layers of BERT take {made['bert_base']['seconds'] / made['bert_2layer']['seconds']:.2f} times as long as 2.",
             f"- With {weighty['weight_bytes'] / 1e6:.0f} MB of constant weights memory peaks at {weighty['peak'] / weighty['weight_bytes']:.1f} times the weights. "
             f"The results of the library with constants and of that with arguments differ by {error:.1e} of the largest one.", "",
             f"The code beside that of the text route, `--autotune-to-llvm=share-kernels=false` of mlir-opt, mlir-translate and clang -O3: the least of {compile_speed.TURNS} "
             "calls of each, in turns in one process on one core, equal bits as results.", "",
             "| network | ms | text route, ms | ratio | code, kB | text route, kB |", "|---" + "|---:" * 5 + "|", *speed]
    head = REPORT.read_text().split(HEADING)[0].rstrip()
    REPORT.write_text(head + "\n\n" + "\n".join(lines) + "\n")
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
