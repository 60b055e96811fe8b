#!/usr/bin/env python3
"""Makes kernels of products by `autotune-gpu`, runs them on this CPU with a fiber for each thread of the GPU (fibers.h), in
several orders of the threads, and compares the results with those of the untouched function, bit for bit: the data are small
integers, whose sums are exact. The last line is "N of N agree".

    test/gpu/run.py --opt "mlir-opt-22 --load-pass-plugin=..." [--target sm_80] [--plant barrier|store|guard] [--count N]

--plant makes a mistake in every kernel: its first barrier is left out, its first store to shared memory, or its first test
of a border, which not every kernel needs. Then the last line is "N of M found", of those that have such a place.
"""
import argparse
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
LLVM = pathlib.Path("/usr/lib/llvm-22/bin")
sys.path.insert(0, str(HERE))
import on_cpu  # noqa: E402

TO_LLVM = ("--one-shot-bufferize=bufferize-function-boundaries", "--convert-linalg-to-loops", "--convert-vector-to-scf",
           "--lower-affine", "--convert-scf-to-cf", "--expand-strided-metadata", "--convert-to-llvm",
           "--reconcile-unrealized-casts")
BLOCKS = ((8, 8, 4), (1, 1, 1), (4, 2, 2), (2, 16, 1), (3, 5, 1), (1, 8, 8))  # results of a thread, unrolled steps
THREADS = ((8, 8, 4), (8, 4, 1), (2, 4, 5), (16, 2, 3))  # blocks of these in a tile


def shaped(kind, sizes):
    return f"{kind}<{''.join(f'{size}x' for size in sizes)}f32>"


class Case:
    """A product: its operands' dimensions by letter, as in an einsum, how its sums start, and what becomes of them: on tensors
    "add" and "scale" have a consumer, which a kernel can compute, or cannot as it takes a value from outside."""

    def __init__(self, spec, sizes, start, on_tensors, schedule, end=""):
        self.left, self.right, self.out = spec.replace("->", ",").split(",")
        self.sizes, self.start, self.on_tensors, self.schedule, self.end = sizes, start, on_tensors, schedule, end

    def __str__(self):
        sizes = " ".join(f"{letter}{size}" for letter, size in self.sizes.items())
        return f"{self.left},{self.right}->{self.out} {sizes} {self.start} {'tensors' if self.on_tensors else 'memrefs'} {self.end} {self.schedule}"

    def shapes(self):
        return [[self.sizes[letter] for letter in dims] for dims in (self.left, self.right, self.out)]

    def generic(self, kind, values, result):
        letters = self.out + "".join(each for each in self.left if each not in self.out)
        maps = ", ".join(f"affine_map<({', '.join(letters)}) -> ({', '.join(dims)})>" for dims in (self.left, self.right, self.out))
        iterators = ", ".join(f'"{"parallel" if each in self.out else "reduction"}"' for each in letters)
        types = [shaped(kind, shape) for shape in self.shapes()]
        note = f', autotune.schedule = "{self.schedule}"' if self.schedule else ""
        return (f"{result}linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]{note}}} "
                f"ins({values[0]}, {values[1]} : {types[0]}, {types[1]}) outs({values[2]} : {types[2]}) {{\n"
                "^bb0(%x: f32, %y: f32, %sum: f32):\n%p = arith.mulf %x, %y : f32\n%s = arith.addf %sum, %p : f32\n"
                f"linalg.yield %s : f32\n}}{f' -> {types[2]}' if result else ''}")

    def consumer(self):
        """What is left of %r + %tc: negative ones become 0, or all of them a multiple."""
        out = shaped("tensor", self.shapes()[2])
        identity = f"affine_map<({', '.join(self.out)}) -> ({', '.join(self.out)})>"
        iterators = ", ".join('"parallel"' for _ in self.out)
        last = {"add": "%q = arith.maximumf %p, %zero : f32", "scale": "%q = arith.mulf %p, %scalar : f32"}[self.end]
        return [f"%u = tensor.empty() : {out}",
                f"%v = linalg.generic {{indexing_maps = [{', '.join([identity] * 3)}], iterator_types = [{iterators}]}} "
                f"ins(%r, %tc : {out}, {out}) outs(%u : {out}) {{\n^bb0(%x: f32, %y: f32, %o: f32):\n"
                f"%p = arith.addf %x, %y : f32\n{last}\nlinalg.yield %q : f32\n}} -> {out}"]

    def body(self):
        shapes = self.shapes()
        start = {"three": "%three", "scalar": "%scalar"}.get(self.start)
        if not self.on_tensors:
            fill = f"linalg.fill ins({start} : f32) outs(%c : {shaped('memref', shapes[2])})" if start else ""
            return [fill, self.generic("memref", ["%a", "%b", "%c"], "")]
        lines = [f"%t{v} = bufferization.to_tensor %{v} restrict : {shaped('memref', shape)} to {shaped('tensor', shape)}"
                 for v, shape in zip("abc", shapes)]
        out = shaped("tensor", shapes[2])
        if self.start == "row":  # the first row of the destination, in every row
            ones = ", ".join("1" for _ in self.out)
            zeros, first = ", ".join("0" for _ in self.out), ", ".join(["1"] * (len(self.out) - 1) + [str(shapes[2][-1])])
            row = shaped("tensor", shapes[2][-1:])
            lines += [f"%row = tensor.extract_slice %tc[{zeros}] [{first}] [{ones}] : {out} to {row}", f"%e = tensor.empty() : {out}",
                      f"%f = linalg.broadcast ins(%row : {row}) outs(%e : {out}) dimensions = [{', '.join(map(str, range(len(self.out) - 1)))}]"]
            start = True
        elif start:
            lines += [f"%e = tensor.empty() : {out}", f"%f = linalg.fill ins({start} : f32) outs(%e : {out}) -> {out}"]
        lines.append(self.generic("tensor", ["%ta", "%tb", "%f" if start else "%tc"], "%r = "))
        if self.end:
            lines += self.consumer()
        lines.append(f"bufferization.materialize_in_destination {'%v' if self.end else '%r'} in restrict writable %c : ({out}, {shaped('memref', shapes[2])}) -> ()")
        return lines

    def function(self, name):
        arguments = ", ".join(f"%{v}: {shaped('memref', shape)}" for v, shape in zip("abc", self.shapes()))
        lines = [f"func.func @{name}({arguments}, %scalar: f32) attributes {{llvm.emit_c_interface}} {{",
                 "%three = arith.constant 3.0 : f32", "%zero = arith.constant 0.0 : f32", *self.body(), "return", "}"]
        return "\n".join(lines) + "\n"


def draw_schedule(rng, spec, sizes, end):
    """A schedule for a product of matrices without unit dimensions, whose iterators are those of the op; "": the model's."""
    if "b" in spec or spec[-3:-2] != ">" or 1 in sizes.values() or rng.random() < 0.2:
        return ""
    letters = spec[spec.index(">") + 1:] + "k"
    block = {letter: min(rng.choice(BLOCKS)[d], sizes[letter]) for d, letter in enumerate(letters)}
    block["k"] = max(unrolled for unrolled in range(1, block["k"] + 1) if sizes["k"] % unrolled == 0)
    tile = {letter: min(block[letter] * rng.choice(THREADS)[d], sizes[letter]) for d, letter in enumerate(letters)}
    if tile["k"] % block["k"]:
        tile["k"] = sizes["k"]
    last = letters[1]
    lanes = next(lanes for lanes in (4, 2, 1) if block[last] % lanes == 0)
    vector = f"vector=i1x{lanes}, " if lanes > 1 else ""
    lists = [", ".join(str(each[letter]) for letter in letters) for each in (block, tile)]
    fused = ", epilogue=1" if end == "add" else ""
    return f"direct({vector}block=[{lists[0]}], tile0=[{lists[1]}]{fused})"


def make_cases(count):
    """The named forms at sizes that are odd, prime, one, whole tiles and more, then random ones."""
    rng = random.Random(7)
    specs = ("mk,kn->mn", "km,kn->mn", "mk,nk->mn", "km,nk->nm", "bmk,bkn->bmn", "bmk,kn->bmn", "mbk,nbk->bmn", "bhmk,bhkn->bhmn",
             "mk,kn->nm", "mk,k->m", "k,kn->n", "k,k->")
    fixed = [("mk,kn->mn", dict(m=37, k=50, n=29)), ("mk,kn->mn", dict(m=128, k=32, n=64)), ("mk,kn->mn", dict(m=1, k=17, n=40)),
             ("mk,kn->mn", dict(m=33, k=8, n=1)), ("k,k->", dict(k=50)), ("mk,kn->mn", dict(m=2, k=1, n=3)), ("bmk,bkn->bmn", dict(b=3, m=20, k=12, n=36))]
    cases = [Case(spec, sizes, "destination", False, "") for spec, sizes in fixed]
    while len(cases) < count:
        spec = rng.choice(specs)
        sizes = {letter: rng.choice((1, 2, 3, 5, 8, 16, 17, 31, 32, 40, 64, 67)) for letter in "mnk"}
        sizes |= {letter: rng.choice((1, 2, 3)) for letter in "bh"}
        sizes = {letter: sizes[letter] for letter in sorted(set(spec) & set(sizes))}
        start = rng.choice(("destination", "three", "scalar", "row"))
        on_tensors = start == "row" or rng.random() < 0.6
        start = start if start != "row" or spec[-2:] in ("mn", "nm") else "three"
        end = rng.choice(("", "add", "add", "scale")) if on_tensors else ""
        cases.append(Case(spec, sizes, start, on_tensors, draw_schedule(rng, spec, sizes, end), end))
    return cases[:count]


def call(command, **keywords):
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", **keywords)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")
    if done.returncode != 0:
        sys.exit(f"{' '.join(str(word) for word in command)[:300]}: {done.stderr[-2000:]}")
    return done.stdout


def descriptor(memref):
    rank = len(on_cpu.shape(memref))
    return f"struct {{ float *allocated, *aligned; int64_t offset{f', sizes[{rank}], strides[{rank}]' if rank else ''}; }}"


def driver_of_kernel(kernel):
    """The C function that a launch calls: it keeps the arguments and runs the kernel's body by fibers."""
    values = [(f"a{n}", kind) for n, kind in enumerate(kernel.arguments)]
    shared = [(f"s{n}", kind) for n, kind in enumerate(kernel.shared)]
    kinds = ["float" if kind == "f32" else "void *" for _, kind in values]
    parameters = ", ".join(f"{kind} {name}" for (name, _), kind in zip(values, kinds))
    lines = [f"void _mlir_ciface_{kernel.name}({', '.join(kinds + ['void *'] * len(shared))});"]
    fields = " ".join(f"{kind} {name};" for (name, _), kind in zip(values, kinds))
    lines.append(f"typedef struct {{ {fields} {' '.join(f'void *{name};' for name, _ in shared)} }} Arguments_{kernel.name};")
    passed = ", ".join(f"x->{name}" for name, _ in values + shared)
    lines.append(f"static void body_{kernel.name}(void *p) {{ Arguments_{kernel.name} *x = p; _mlir_ciface_{kernel.name}({passed}); }}")
    lines.append(f"void _mlir_ciface_launch_{kernel.name}({parameters}) {{")
    for name, kind in shared:
        rows, columns = on_cpu.shape(kind)
        lines.append(f"  static float data_{name}[{rows * columns}]; memset(data_{name}, 0xff, sizeof data_{name});")
        lines.append(f"  {descriptor(kind)} {name} = {{data_{name}, data_{name}, 0, {{{rows}, {columns}}}, {{{columns}, 1}}}};")
    given = ", ".join([name for name, _ in values] + [f"&{name}" for name, _ in shared])
    lines.append(f"  Arguments_{kernel.name} arguments = {{{given}}};")
    lines.append(f'  fibers_launch("{kernel.name}", {kernel.blocks}, {kernel.threads}, order, body_{kernel.name}, &arguments);')
    return "\n".join(lines + ["}"])


def driver_of_case(number, case):
    shapes = case.shapes()
    lines = []
    for version in "tr":
        lines.append(f"void _mlir_ciface_{version}{number}(void *, void *, void *, float);")
    lines.append(f"static void case_{number}(void) {{")
    for name, shape in zip("abcd", shapes + [shapes[2]]):
        count = 1
        strides = []
        for size in reversed(shape):
            strides.insert(0, str(count))
            count *= size
        memref, dims, steps = shaped("memref", shape), ", ".join(map(str, shape)), ", ".join(strides)
        lines.append(f"  float *{name} = numbers({count}); {descriptor(memref)} {name}_of = "
                     f"{{{name}, {name}, 0{f', {{{dims}}}, {{{steps}}}' if shape else ''}}};")
    lines.append(f"  memcpy(d, c, {count} * sizeof *c); float *kept = numbers({count}); memcpy(kept, c, {count} * sizeof *c);")
    lines.append(f"  _mlir_ciface_r{number}(&a_of, &b_of, &d_of, 5);")
    lines.append("  for (order = 0; order < 3; order++) {")
    lines.append(f"    memcpy(c, kept, {count} * sizeof *c); _mlir_ciface_t{number}(&a_of, &b_of, &c_of, 5);")
    lines.append(f"    for (int i = 0; i < {count}; i++) if (memcmp(&c[i], &d[i], 4)) {{ printf(\"element %d is %g, not %g\\n\", i, c[i], d[i]); exit(4); }}")
    lines.append("  }")
    return "\n".join(lines + ["}"])


PRELUDE = """#include "fibers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned order, state = 1;
static float *numbers(int count) {
  float *data = aligned_alloc(64, ((size_t)count * sizeof *data + 63) / 64 * 64);
  for (int i = 0; i < count; i++) { state = state * 1664525u + 1013904223u; data[i] = (float)(state >> 24 & 7) - 4; }
  return data;
}
"""


def write_driver(path, kernels, cases):
    parts = [PRELUDE, *map(driver_of_kernel, kernels), *(driver_of_case(number, case) for number, case in enumerate(cases))]
    runs = " ".join(f"case {number}: case_{number}(); break;" for number in range(len(cases)))
    parts.append(f"int main(int argc, char **argv) {{ switch (argc > 1 ? atoi(argv[1]) : -1) {{ {runs} }} return 0; }}")
    path.write_text("\n".join(parts) + "\n")


def build(arguments, cases, folder):
    payload, untouched = folder / "payload.mlir", folder / "untouched.mlir"
    payload.write_text("".join(case.function(f"t{number}") for number, case in enumerate(cases)))
    untouched.write_text("".join(case.function(f"r{number}") for number, case in enumerate(cases)))
    opt = shlex.split(arguments.opt)
    made = call([*opt, payload, f"--autotune-gpu=target={arguments.target}"])
    translator = on_cpu.Translator(arguments.plant)
    (folder / "tuned.mlir").write_text(translator.translate(made))
    objects = []
    for name in ("untouched", "tuned"):
        lowered = call([*opt, folder / f"{name}.mlir", *TO_LLVM])
        (folder / f"{name}.ll").write_text(call([LLVM / "mlir-translate", "--mlir-to-llvmir"], input=lowered))
        call([LLVM / "clang", "-O1", "-w", "-x", "ir", "-c", folder / f"{name}.ll", "-o", folder / f"{name}.o"])
        objects.append(folder / f"{name}.o")
    write_driver(folder / "driver.c", translator.kernels, cases)
    call([LLVM / "clang", "-O1", "-Wall", f"-I{HERE}", folder / "driver.c", HERE / "fibers.c", *objects, "-lm", "-o", folder / "run"])
    return translator


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", default="mlir-opt-22 --load-pass-plugin=build/lib/libautotune.so")
    parser.add_argument("--target", default="sm_80")
    parser.add_argument("--plant", choices=("barrier", "store", "guard"))
    parser.add_argument("--count", type=int, default=40)
    arguments = parser.parse_args()
    if arguments.count < 1:
        parser.error(f"--count {arguments.count}: use 1 or more")
    if not shlex.split(arguments.opt):
        parser.error("--opt: name an mlir-opt with the plugin")
    cases = make_cases(arguments.count)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        translator = build(arguments, cases, folder)
        good = 0
        for number, case in enumerate(cases):
            done = subprocess.run([folder / "run", str(number)], capture_output=True, text=True)
            good += done.returncode == 0
            if done.returncode != 0:
                print(f"{case}: {(done.stdout + done.stderr).strip()[-300:]}")
    kernels = len(translator.kernels)
    if arguments.plant:
        print(f"{len(cases) - good} of {translator.plants_made} found")
        return 0
    print(f"{good} of {len(cases)} agree, {kernels} kernels")
    return good != len(cases)


if __name__ == "__main__":
    sys.exit(main())
