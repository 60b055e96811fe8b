#!/usr/bin/env python3
"""Makes kernels of products by `autotune-gpu`, runs them on this CPU with a fiber for each thread of the GPU (fibers.h), in
several orders of the threads, and compares the results with those of the untouched function, bit for bit: the data are small
integers, whose sums are exact. The last line is "N of N agree".

    test/gpu/run.py --opt "mlir-opt-22 --load-pass-plugin=..." [--target sm_80] [--plant NAME] [--count N]

--plant makes a mistake in every kernel: its first "barrier" is left out, its first "store" to shared memory, its first "wait" for
copies, or its first test of a border ("guard"), which not every kernel needs; of products of warpgroups the first fence of registers
("order"), that of what threads have written ("publish"), the waits for them ("done"), all waits but the last ("overwrite", which matters where
buffers are filled again), or the swizzle is another one; of bulk copies the first wait has the other "parity", or half of the "bytes" are expected. Then the last line is "N of M found", of those that have such a place.
"""
import argparse
import math
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
LLVM = pathlib.Path("/usr/lib/llvm-22/bin")
sys.path.insert(0, str(HERE))
import bulk_cases  # noqa: E402
import on_cpu  # noqa: E402
import on_cpu_group  # noqa: E402

TO_LLVM = ("--one-shot-bufferize=bufferize-function-boundaries", "--convert-linalg-to-loops", "--convert-vector-to-scf",
           "--expand-strided-metadata", "--lower-affine", "--convert-scf-to-cf", "--convert-math-to-libm", "--convert-to-llvm",
           "--reconcile-unrealized-casts")
TYPES = ("f32", "f16-f32", "f16", "bf16-f32", "bf16", "i8-i32", "u8-i32", "f64", "tf32")  # of factors and results
C_TYPES = {"f32": "float", "f64": "double", "f16": "_Float16", "bf16": "uint16_t", "i8": "int8_t", "i32": "int32_t"}
MATRICES = {"f16": ("mma_f16", 16), "bf16": ("mma_bf16", 16), "i8": ("mma_i8", 32), "tf32": ("mma_tf32", 8)}  # terms at once
OLD_MATRICES = {"f16": ("mma_f16_k8", 8), "i8": ("mma_i8_k16", 16)}  # of sm_75
GROUP_MATRICES = {factor: (f"wg{name}", terms) for factor, (name, terms) in MATRICES.items()}  # of sm_90a
WARPS = ((32, 32), (16, 8), (64, 16), (16, 64))  # results of a warp
GROUPS = ((64, 32), (64, 8), (128, 16), (64, 64), (64, 24), (64, 96))  # and of a warpgroup
BLOCKS = ((8, 8, 4), (1, 1, 1), (4, 2, 2), (2, 16, 1), (3, 5, 1), (1, 8, 8))  # results of a thread, unrolled steps
THREADS = ((8, 8, 4), (8, 4, 1), (2, 4, 5), (16, 2, 3))  # blocks of these in a tile


def shaped(kind, sizes, element):
    return f"{kind}<{''.join(f'{size}x' for size in sizes)}{element}>"


class Case:
    """A product: its operands' dimensions by letter, as in an einsum, how its sums start, and what becomes of them: on tensors
    "add" and "scale" have a consumer, which a kernel can compute, or cannot as it takes a value from outside. `types`: one of
    TYPES; tf32 is f32 under fp=relaxed, u8 is i8 that is read without a sign."""

    def __init__(self, spec, sizes, start, on_tensors, schedule, end="", types="f32"):
        self.left, self.right, self.out = spec.replace("->", ",").split(",")
        self.types = types
        self.factor, self.result = (part.replace("tf32", "f32").replace("u8", "i8") for part in (types + "-" + types).split("-")[:2])
        self.sizes, self.start, self.on_tensors, self.schedule, self.end = sizes, start, on_tensors, schedule, end

    def __str__(self):
        sizes = " ".join(f"{letter}{size}" for letter, size in self.sizes.items())
        return f"{self.types} {self.left},{self.right}->{self.out} {sizes} {self.start} {'tensors' if self.on_tensors else 'memrefs'} {self.end} {self.schedule}"

    def shapes(self):
        return [[self.sizes[letter] for letter in dims] for dims in (self.left, self.right, self.out)]

    def shaped(self, kind):
        """The types of both operands and the results."""
        return [shaped(kind, shape, element) for shape, element in zip(self.shapes(), (self.factor, self.factor, self.result))]

    def cast(self):
        """The op that makes a factor one of the results' type; "": it is one."""
        if self.factor == self.result:
            return ""
        return "arith.extui" if self.types.startswith("u8") else "arith.extsi" if self.factor == "i8" else "arith.extf"

    def op(self, name):
        """Of arithmetic: of integers or floats."""
        return f"arith.{name}{'i' if self.result == 'i32' else 'f'}"

    def constant(self, value):
        return f"arith.constant {value}{'' if self.result == 'i32' else '.0'} : {self.result}"

    def generic(self, kind, values, result):
        letters = self.out + "".join(each for each in self.left if each not in self.out)
        maps = ", ".join(f"affine_map<({', '.join(letters)}) -> ({', '.join(dims)})>" for dims in (self.left, self.right, self.out))
        iterators = ", ".join(f'"{"parallel" if each in self.out else "reduction"}"' for each in letters)
        types = self.shaped(kind)
        note = f', autotune.schedule = "{self.schedule}"' if self.schedule else ""
        note += ', autotune.fp = "relaxed"' if self.types == "tf32" else ""
        casts = [f"%{value}w = {self.cast()} %{value} : {self.factor} to {self.result}" for value in "xy" if self.cast()]
        suffix = "w" if casts else ""
        return (f"{result}linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]{note}}} "
                f"ins({values[0]}, {values[1]} : {types[0]}, {types[1]}) outs({values[2]} : {types[2]}) {{\n"
                + "\n".join([f"^bb0(%x: {self.factor}, %y: {self.factor}, %sum: {self.result}):", *casts,
                             f"%p = {self.op('mul')} %x{suffix}, %y{suffix} : {self.result}", f"%s = {self.op('add')} %sum, %p : {self.result}",
                             f"linalg.yield %s : {self.result}"]) + f"\n}}{f' -> {types[2]}' if result else ''}")

    def consumer(self):
        """What is left of %r + %tc: negative ones become 0, or all of them a multiple."""
        out, element = self.shaped("tensor")[2], self.result
        identity = f"affine_map<({', '.join(self.out)}) -> ({', '.join(self.out)})>"
        iterators = ", ".join('"parallel"' for _ in self.out)
        most = "arith.maxsi" if element == "i32" else "arith.maximumf"
        last = {"add": f"%q = {most} %p, %zero : {element}", "scale": f"%q = {self.op('mul')} %p, %scalar : {element}"}[self.end]
        return [f"%u = tensor.empty() : {out}",
                f"%v = linalg.generic {{indexing_maps = [{', '.join([identity] * 3)}], iterator_types = [{iterators}]}} "
                f"ins(%r, %tc : {out}, {out}) outs(%u : {out}) {{\n^bb0(%x: {element}, %y: {element}, %o: {element}):\n"
                f"%p = {self.op('add')} %x, %y : {element}\n{last}\nlinalg.yield %q : {element}\n}} -> {out}"]

    def body(self):
        shapes = self.shapes()
        start = {"three": "%three", "scalar": "%scalar"}.get(self.start)
        if not self.on_tensors:
            fill = f"linalg.fill ins({start} : {self.result}) outs(%c : {self.shaped('memref')[2]})" if start else ""
            return [fill, self.generic("memref", ["%a", "%b", "%c"], "")]
        lines = [f"%t{v} = bufferization.to_tensor %{v} restrict : {memref} to {tensor}"
                 for v, memref, tensor in zip("abc", self.shaped("memref"), self.shaped("tensor"))]
        out = self.shaped("tensor")[2]
        if self.start == "row":  # the first row of the destination, in every row
            ones = ", ".join("1" for _ in self.out)
            zeros, first = ", ".join("0" for _ in self.out), ", ".join(["1"] * (len(self.out) - 1) + [str(shapes[2][-1])])
            row = shaped("tensor", shapes[2][-1:], self.result)
            lines += [f"%row = tensor.extract_slice %tc[{zeros}] [{first}] [{ones}] : {out} to {row}", f"%e = tensor.empty() : {out}",
                      f"%f = linalg.broadcast ins(%row : {row}) outs(%e : {out}) dimensions = [{', '.join(map(str, range(len(self.out) - 1)))}]"]
            start = True
        elif start:
            lines += [f"%e = tensor.empty() : {out}", f"%f = linalg.fill ins({start} : {self.result}) outs(%e : {out}) -> {out}"]
        lines.append(self.generic("tensor", ["%ta", "%tb", "%f" if start else "%tc"], "%r = "))
        if self.end:
            lines += self.consumer()
        lines.append(f"bufferization.materialize_in_destination {'%v' if self.end else '%r'} in restrict writable %c : ({out}, {self.shaped('memref')[2]}) -> ()")
        return lines

    def has_scalar(self):
        """Whether the function takes a number; C has none of the smaller floats."""
        return self.result in ("f32", "f64", "i32")

    def function(self, name):
        arguments = ", ".join(f"%{v}: {memref}" for v, memref in zip("abc", self.shaped("memref")))
        scalar = f", %scalar: {self.result}" if self.has_scalar() else ""
        lines = [f"func.func @{name}({arguments}{scalar}) attributes {{llvm.emit_c_interface}} {{",
                 f"%three = {self.constant(3)}", f"%zero = {self.constant(0)}", *self.body(), "return", "}"]
        return "\n".join(lines) + "\n"


def draw_matrices(rng, maps, letters, sizes, name, terms, fused, target):
    """A schedule by products of matrices: whole ones, but for those that reach beyond the extents."""
    is_group = name.startswith("wg")
    name += "_tma" if is_group and maps.random() < 0.6 else ""
    warp = dict(zip(letters.lstrip("bh"), rng.choice(GROUPS if is_group else WARPS)), k=terms * rng.choice((1, 2, 4) if is_group else (1, 2)))
    if letters.lstrip("bh")[0] == "n":  # rows of matrices are those of the results' other operand
        warp["m"], warp["n"] = warp["n"], warp["m"]
    warp |= {letter: 1 for letter in letters if letter in "bh"}
    block = {letter: min(warp[letter], sizes[letter]) for letter in letters}
    tile = {letter: 1 if letter in "bh" else min(warp[letter] * rng.choice((1, 2)), sizes[letter]) for letter in letters}
    lists = [", ".join(str(each[letter]) for letter in letters) for each in (block, tile)]
    return f"direct(block=[{lists[0]}], tile0=[{lists[1]}], instruction={name}{fused}{draw_stages(rng, sizes['k'], tile['k'], target)})"


def draw_stages(rng, terms, tile, target):
    """Buffers that copies fill ahead: at most as many as there are stages."""
    stages = min(rng.choice((0, 2, 3, 4)), -(-terms // tile))
    return f", stages={stages}" if stages > 1 and target != "sm_75" else ""


def draw_schedule(rng, maps, spec, sizes, end, types, target):
    """A schedule for a product of matrices without unit dimensions, whose iterators are those of the op; "": the model's."""
    has_batches = "b" in spec
    if (has_batches and (target != "sm_90a" or spec == "bmk,kn->bmn" or maps.random() < 0.3)) or (not has_batches and spec[-3:-2] != ">") or 1 in sizes.values() or rng.random() < 0.2:
        return ""
    letters = spec[spec.index(">") + 1:] + "k"
    fused = ", epilogue=1" if end == "add" else ""
    factor = types.split("-")[0].replace("u8", "i8")
    matrices = OLD_MATRICES if target == "sm_75" else GROUP_MATRICES if target == "sm_90a" and rng.random() < 0.75 else MATRICES
    if factor in matrices and rng.random() < 0.75:
        return draw_matrices(rng, maps, letters, sizes, *matrices[factor], fused, target)
    if has_batches:
        return ""
    block = {letter: min(rng.choice(BLOCKS)[d], sizes[letter]) for d, letter in enumerate(letters)}
    block["k"] = max(unrolled for unrolled in range(1, block["k"] + 1) if sizes["k"] % unrolled == 0)
    tile = {letter: min(block[letter] * rng.choice(THREADS)[d], sizes[letter]) for d, letter in enumerate(letters)}
    if tile["k"] % block["k"]:
        tile["k"] = sizes["k"]
    last = letters[1]
    lanes = next(lanes for lanes in (4, 2, 1) if block[last] % lanes == 0 and (lanes < 4 or types != "f64"))
    vector = f"vector=i1x{lanes}, " if lanes > 1 else ""
    lists = [", ".join(str(each[letter]) for letter in letters) for each in (block, tile)]
    return f"direct({vector}block=[{lists[0]}], tile0=[{lists[1]}]{fused}{draw_stages(rng, sizes['k'], tile['k'], target)})"


def in_parts(rng, schedule, loops):
    """The schedule with terms in equal parts of a loop of them, where some have whole stages of it; else as it is."""
    terms = math.prod(loops)
    block, tile = (int(re.search(rf"{name}=\[[^\]]*?(\d+)\]", schedule).group(1)) for name in ("block", "tile0"))
    counts = [count for count in (2, 3, 4, 5, 8, 16, 48) if any(size % count == 0 and size >= 2 * count for size in loops)
              and terms // count >= tile and terms // count % block == 0]
    if not counts:
        return schedule
    count = rng.choice(counts)
    stages = re.search(r"stages=(\d)", schedule)
    if stages and -(-terms // count // tile) < int(stages.group(1)):
        schedule = schedule.replace(f", {stages.group(0)}", "")
    return schedule.replace(")", f", split={count})")


def make_cases(count, target, has_parts=True):
    """The named forms at sizes that are odd, prime, one, whole tiles and more, then random ones, of which some have terms in parts."""
    rng, parts, maps = random.Random(7), random.Random(8), random.Random(9)
    specs = ("mk,kn->mn", "km,kn->mn", "mk,nk->mn", "km,nk->nm", "bmk,bkn->bmn", "bmk,kn->bmn", "mbk,nbk->bmn", "bhmk,bhkn->bhmn",
             "mk,kn->nm", "mk,k->m", "k,kn->n", "k,k->")
    fixed = [("mk,kn->mn", dict(m=37, k=50, n=29)), ("mk,kn->mn", dict(m=128, k=32, n=64)), ("mk,kn->mn", dict(m=1, k=17, n=40)),
             ("mk,kn->mn", dict(m=33, k=8, n=1)), ("k,k->", dict(k=50)), ("mk,kn->mn", dict(m=2, k=1, n=3)), ("bmk,bkn->bmn", dict(b=3, m=20, k=12, n=36))]
    cases = [Case(spec, sizes, "destination", False, "") for spec, sizes in fixed]
    cases += [Case(spec, sizes, "three", False, f"direct({text})", types=types) for types, spec, sizes, text in bulk_cases.FORMS if target == "sm_90a"]
    while len(cases) < count:
        spec = rng.choice(specs)
        sizes = {letter: rng.choice((1, 2, 3, 5, 8, 16, 17, 31, 32, 40, 64, 67)) for letter in "mnk"}
        sizes["k"] = rng.choice((sizes["k"], 96, 100, 128, 144))  # several stages
        sizes |= {letter: rng.choice((1, 2, 3)) for letter in "bh"}
        sizes = bulk_cases.aligned(spec, sizes) if target == "sm_90a" and maps.random() < 0.6 else sizes
        sizes = {letter: sizes[letter] for letter in sorted(set(spec) & set(sizes))}
        start = rng.choice(("destination", "three", "scalar", "row"))
        on_tensors = start == "row" or rng.random() < 0.6
        start = start if start != "row" or spec[-2:] in ("mn", "nm") else "three"
        end = rng.choice(("", "add", "add", "scale")) if on_tensors else ""
        types = TYPES[len(cases) % len(TYPES)]
        if types in ("f16", "bf16"):
            start, end = start.replace("scalar", "three"), end.replace("scale", "add")
        schedule = draw_schedule(rng, maps, spec, sizes, end, types, target)
        if has_parts and schedule and on_tensors:
            schedule = in_parts(parts, schedule, [sizes["k"]])
        cases.append(Case(spec, sizes, start, on_tensors, schedule, end, types))
    return cases[:count]


def call(command, **keywords):
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", **keywords)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")
    if done.returncode != 0:
        sys.exit(f"{' '.join(str(word) for word in command)[:300]}: {done.stderr[-2000:]}")
    return done.stdout


def descriptor(rank):
    return f"struct {{ void *allocated, *aligned; int64_t offset{f', sizes[{rank}], strides[{rank}]' if rank else ''}; }}"


def filled_descriptor(name, data, sizes):
    steps = [math.prod(sizes[d + 1:]) for d in range(len(sizes))]
    dims = f", {{{', '.join(map(str, sizes))}}}, {{{', '.join(map(str, steps))}}}" if sizes else ""
    return f"{descriptor(len(sizes))} {name} = {{{data}, {data}, 0{dims}}};"


def driver_of_kernel(kernel):
    """The C function that a launch calls: it keeps the arguments and runs the kernel's body by fibers."""
    values = [(f"a{n}", kind) for n, kind in enumerate(kernel.arguments)]
    shared = [(f"s{n}", kind) for n, kind in enumerate(kernel.shared)]
    kinds = [C_TYPES.get(kind, "void *") for _, kind in values]
    parameters = ", ".join(f"{kind} {name}" for (name, _), kind in zip(values, kinds))
    lines = [f"void _mlir_ciface_{kernel.name}({', '.join(kinds + ['void *'] * len(shared))});"]
    fields = " ".join(f"{kind} {name};" for (name, _), kind in zip(values, kinds))
    lines.append(f"typedef struct {{ {fields} {' '.join(f'void *{name};' for name, _ in shared)} }} Arguments_{kernel.name};")
    passed = ", ".join(f"x->{name}" for name, _ in values + shared)
    lines.append(f"static void body_{kernel.name}(void *p) {{ Arguments_{kernel.name} *x = p; _mlir_ciface_{kernel.name}({passed}); }}")
    lines.append(f"void _mlir_ciface_launch_{kernel.name}(int64_t blocks, {parameters}) {{")
    for (name, kind), place in zip(shared, kernel.places):
        sizes, bytes_each = on_cpu.shape(kind), on_cpu.BYTES[on_cpu.element(kind)]
        lines.append(f"  static _Alignas(16) char data_{name}[{math.prod(sizes) * bytes_each}]; memset(data_{name}, 0xff, sizeof data_{name});")
        lines.append(f"  {filled_descriptor(name, f'data_{name}', sizes)}")
        lines.append(f"  fibers_shared({name[1:]}, {place}, data_{name}, sizeof data_{name}, {bytes_each});")
    for number, (name, kind) in enumerate(values):
        if kind.startswith("memref"):
            rows = f" * {values[-1][0]}" if number in kernel.rows else ""
            lines.append(f"  fibers_memory(((void **){name})[1], {math.prod(on_cpu.shape(kind)) * on_cpu.BYTES[on_cpu.element(kind)]}{rows});")
    lines += on_cpu_group.map_lines(kernel.maps, kernel.arguments)
    given = ", ".join([name for name, _ in values] + [f"&{name}" for name, _ in shared])
    lines.append(f"  Arguments_{kernel.name} arguments = {{{given}}};")
    lines.append(f'  fibers_launch("{kernel.name}", blocks, {kernel.threads}, order, body_{kernel.name}, &arguments);')
    return "\n".join(lines + ["}"])


def driver_of_case(number, case):
    shapes = case.shapes()
    lines = []
    for version in "tr":
        lines.append(f"void _mlir_ciface_{version}{number}(void *, void *, void *{', ' + C_TYPES[case.result] if case.has_scalar() else ''});")
    lines.append(f"static void case_{number}(void) {{")
    scalar = ", 5" if case.has_scalar() else ""
    ones = int(case.types == "bf16")  # sums that every rounding keeps
    for name, shape, element in zip("abcd", shapes + [shapes[2]], (case.factor, case.factor, case.result, case.result)):
        make = f"numbers_{element}({(count := math.prod(shape))}, {ones})"
        lines.append(f"  {C_TYPES[element]} *{name} = {make}; {filled_descriptor(f'{name}_of', name, shape)}")
    lines.append(f"  memcpy(d, c, {count} * sizeof *c); {C_TYPES[case.result]} *kept = {make}; memcpy(kept, c, {count} * sizeof *c);")
    lines.append(f"  _mlir_ciface_r{number}(&a_of, &b_of, &d_of{scalar});")
    lines.append("  for (order = 0; order < 3; order++) {")
    lines.append(f"    memcpy(c, kept, {count} * sizeof *c); _mlir_ciface_t{number}(&a_of, &b_of, &c_of{scalar});")
    lines.append(f"    for (int i = 0; i < {count}; i++) if (memcmp(&c[i], &d[i], sizeof *c)) {{ printf(\"element %d is %g, not %g\\n\", i, (double)c[i], (double)d[i]); exit(4); }}")
    lines.append("  }")
    return "\n".join(lines + ["}"])


PLANTS = ("barrier", "store", "guard", "wait", "order", "publish", "done", "overwrite", "swizzle", "parity", "bytes")

PRELUDE = """#include "fibers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned order, state = 1;
// Small integers; with `ones` from -1 to 1.
static int number(int ones) { state = state * 1664525u + 1013904223u; return ones ? (int)(state >> 24) % 3 - 1 : (int)(state >> 24 & 7) - 4; }
// What compilers call where the processor has no such instruction: to nearest, ties to even; no NaN is asked for.
__bf16 __truncsfbf2(float value) {
  uint32_t bits; __bf16 result;
  memcpy(&bits, &value, 4); bits += 0x7fff + (bits >> 16 & 1); bits >>= 16; memcpy(&result, &bits, 2);
  return result;
}
static uint16_t bf16(float value) { uint32_t bits; memcpy(&bits, &value, 4); return (uint16_t)(bits >> 16); }
#define NUMBERS(name, type, made) static type *numbers_##name(int count, int ones) { \\
  type *data = aligned_alloc(64, ((size_t)count * sizeof *data + 63) / 64 * 64); \\
  for (int i = 0; i < count; i++) data[i] = made(number(ones)); \\
  return data; }
NUMBERS(f32, float, (float)) NUMBERS(f64, double, (double)) NUMBERS(f16, _Float16, (_Float16)) NUMBERS(bf16, uint16_t, bf16)
NUMBERS(i8, int8_t, (int8_t)) NUMBERS(i32, int32_t, (int32_t))
"""


def write_driver(path, prelude, driver_of_case, kernels, cases):
    parts = ['#include "driver/tensor_map.h"', prelude, *map(driver_of_kernel, kernels), *(driver_of_case(number, case) for number, case in enumerate(cases))]
    runs = " ".join(f"case {number}: case_{number}(); break;" for number in range(len(cases)))
    parts.append(f"int main(int argc, char **argv) {{ switch (argc > 1 ? atoi(argv[1]) : -1) {{ {runs} }} return 0; }}")
    path.write_text("\n".join(parts) + "\n")


def build(arguments, cases, folder, prelude, driver_of_case):
    """Makes folder/run, whose argument is the number of a case. Returns the translator, and the module with the kernels."""
    payload, untouched = folder / "payload.mlir", folder / "untouched.mlir"
    payload.write_text("".join(case.function(f"t{number}") for number, case in enumerate(cases)))
    untouched.write_text("".join(case.function(f"r{number}") for number, case in enumerate(cases)))
    opt = shlex.split(arguments.opt)
    made = call([*opt, payload, f"--autotune-gpu=target={arguments.target} tensor-maps=true"])
    translator = on_cpu.Translator(arguments.plant)
    (folder / "tuned.mlir").write_text(translator.translate(made))
    objects = []
    for name in ("untouched", "tuned"):
        lowered = call([*opt, folder / f"{name}.mlir", *TO_LLVM])
        (folder / f"{name}.ll").write_text(call([LLVM / "mlir-translate", "--mlir-to-llvmir"], input=lowered))
        call([LLVM / "clang", "-O1", "-w", "-x", "ir", "-c", folder / f"{name}.ll", "-o", folder / f"{name}.o"])
        objects.append(folder / f"{name}.o")
    write_driver(folder / "driver.c", prelude, driver_of_case, translator.kernels, cases)
    call([LLVM / "clang", "-O1", "-w", f"-I{HERE}", folder / "driver.c", *sorted(HERE.glob("fibers*.c")), HERE / "driver/tensor_map.c", *objects, "-lm", "-o", folder / "run"])
    return translator, made


def read_arguments(description, count):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", default="mlir-opt-22 --load-pass-plugin=build/lib/libautotune.so")
    parser.add_argument("--target", default="sm_80")
    parser.add_argument("--plant", choices=PLANTS)
    parser.add_argument("--count", type=int, default=count)
    arguments = parser.parse_args()
    if arguments.count < 1:
        parser.error(f"--count {arguments.count}: use 1 or more")
    if not shlex.split(arguments.opt):
        parser.error("--opt: name an mlir-opt with the plugin")
    return arguments


def run_cases(arguments, cases, prelude, driver_of_case):
    """How many of them agree, and what build() returns; the others are told."""
    good = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        built = build(arguments, cases, folder, prelude, driver_of_case)
        for number, case in enumerate(cases):
            done = subprocess.run([folder / "run", str(number)], capture_output=True, text=True)
            good += done.returncode == 0
            if done.returncode != 0:
                print(f"{case}: {(done.stdout + done.stderr).strip()[-300:]}")
    return good, *built


def main():
    arguments = read_arguments(__doc__, 40)
    # A case of two kernels has two mistakes, and is found once.
    cases = make_cases(arguments.count, arguments.target, not arguments.plant)
    good, translator, made = run_cases(arguments, cases, PRELUDE, driver_of_case)
    if arguments.plant:
        print(f"{len(cases) - good} of {len(translator.plants_made)} found")
        return 0
    parts = sum(body.count("gpu.launch_func") == 2 for body in re.split(r"func\.func @t\d+\(", made))
    bulk = f", {sum(kernel.copies_bulk for kernel in translator.kernels)} with bulk copies" if arguments.target == "sm_90a" else ""
    print(f"{good} of {len(cases)} agree, {len(translator.kernels)} kernels, {parts} of terms in parts{bulk}")
    return good != len(cases)


if __name__ == "__main__":
    sys.exit(main())
