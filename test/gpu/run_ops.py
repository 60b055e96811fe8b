#!/usr/bin/env python3
"""The ops that are no products of matrices, as run.py does for those: convolutions, pooling, elementwise ops, transposes, paddings,
reductions, softmaxes and norms, of all types, as kernels of `autotune-gpu` on this CPU. Results agree bit for bit with those of the untouched
function, as the data are small integers; those of functions such as exp to some digits. The last line is "N of N agree".

    test/gpu/run_ops.py --opt "mlir-opt-22 --load-pass-plugin=..." [--target sm_80] [--plant barrier|store|guard|wait] [--count N]
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from op_cases import make_cases  # noqa: E402
from op_text import C_TYPES  # noqa: E402
from run import filled_descriptor, read_arguments, run_cases  # noqa: E402


def driver_of_case(number, case):
    tensors = case.inputs + [case.output]
    lines = [f"void _mlir_ciface_{version}{number}({', '.join(['void *'] * len(tensors))});" for version in "tr"]
    lines.append(f"static void case_{number}(void) {{")
    count = 1
    for size in case.output[0]:
        count *= size
    kind = C_TYPES[case.output[1]]
    for n, (sizes, element) in enumerate(tensors + [case.output]):
        elements = 1
        for size in sizes:
            elements *= size
        lines.append(f"  {C_TYPES[element]} *b{n} = numbers_{element}({elements}); {filled_descriptor(f'd{n}', f'b{n}', sizes)}")
    inputs, last = len(case.inputs), len(case.inputs) + 1
    passed = "".join(f"&d{n}, " for n in range(inputs))
    lines.append(f"  {kind} *kept = b{last}, *want = numbers_{case.output[1]}({count}); memcpy(want, kept, {count} * sizeof *kept);")
    lines.append(f"  d{last}.allocated = d{last}.aligned = want; _mlir_ciface_r{number}({passed}&d{last});")
    lines.append(f"  for (order = 0; order < 3; order++) {{\n    memcpy(b{inputs}, kept, {count} * sizeof *kept); _mlir_ciface_t{number}({passed}&d{inputs});")
    lines.append(f"    for (int i = 0; i < {count}; i++) if (differ_{case.output[1]}(b{inputs}[i], want[i], {case.tolerance})) "
                 f"{{ printf(\"element %d is %g, not %g\\n\", i, (double)b{inputs}[i], (double)want[i]); exit(4); }}")
    return "\n".join(lines + ["  }", "}"])


PRELUDE = """#include "fibers.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned order, state = 1;
static int number(void) { state = state * 1664525u + 1013904223u; return (int)(state >> 24 & 7) - 4; }
static uint32_t bits_of(float value) { uint32_t bits; memcpy(&bits, &value, 4); return bits; }
static uint16_t f16(int value) { static const uint16_t of[] = {0xc400, 0xc200, 0xc000, 0xbc00, 0, 0x3c00, 0x4000, 0x4200}; return of[value + 4]; }
static uint16_t bf16(int value) { return (uint16_t)(bits_of((float)(value % 2)) >> 16); }  // sums stay exact
// What compilers call where the processor has no such instruction: to nearest, ties to even; no NaN is asked for.
__bf16 __truncsfbf2(float value) {
  uint32_t bits = bits_of(value); __bf16 result;
  bits += 0x7fff + (bits >> 16 & 1); bits >>= 16; memcpy(&result, &bits, 2);
  return result;
}
double rsqrt(double x) { return 1 / sqrt(x); }  // which C libraries lack
float rsqrtf(float x) { return 1 / sqrtf(x); }
// A copy between strided buffers, as MLIR's runner has it: descriptors are pointers, an offset, sizes and strides.
typedef struct { int64_t rank; struct { char *allocated, *aligned; int64_t offset, sizes[]; } *of; } Unranked;
void memrefCopy(int64_t bytes, Unranked *from, Unranked *to) {
  int64_t count = 1, rank = from->rank, *sizes = from->of->sizes;
  for (int64_t d = 0; d < rank; d++) count *= sizes[d];
  for (int64_t n = 0; n < count; n++) {
    int64_t rest = n, a = from->of->offset, b = to->of->offset;
    for (int64_t d = rank; d-- > 0; rest /= sizes[d]) { a += rest % sizes[d] * sizes[rank + d]; b += rest % sizes[d] * to->of->sizes[rank + d]; }
    memcpy(to->of->aligned + b * bytes, from->of->aligned + a * bytes, (size_t)bytes);
  }
}
#define NUMBERS(name, type, made) \\
  static type *numbers_##name(int count) { \\
    type *data = aligned_alloc(64, ((size_t)count * sizeof *data + 64) / 64 * 64); \\
    for (int i = 0; i < count; i++) data[i] = made(number()); \\
    return data; \\
  } \\
  static int differ_##name(type a, type b, double tolerance) { \\
    if (tolerance == 0) return memcmp(&a, &b, sizeof a) != 0; \\
    return a != b && !(fabs((double)a - (double)b) <= tolerance * fabs((double)b) + tolerance / 100) && !(a != a && b != b); \\
  }
#define BIT(value) ((value) & 1)
NUMBERS(f64, double, (double)) NUMBERS(f32, float, (float)) NUMBERS(f16, uint16_t, f16) NUMBERS(bf16, uint16_t, bf16)
NUMBERS(i64, int64_t, (int64_t)) NUMBERS(i32, int32_t, (int32_t)) NUMBERS(i16, int16_t, (int16_t)) NUMBERS(i8, int8_t, (int8_t)) NUMBERS(i1, uint8_t, BIT)
"""


def run_counted(arguments, cases, driver, count_more):
    """Runs the cases and tells how many agree, or, of planted mistakes, are found; the exit status. `count_more` gives a text of the
    functions' launches and bodies."""
    good, translator, made = run_cases(arguments, cases, PRELUDE, driver)
    bodies = re.split(r"func\.func @t\d+\(", made)[1:]
    launches = [re.findall(r"gpu\.launch_func +@(\w+)", body) for body in bodies]
    if arguments.plant:
        planted = sum(not translator.plants_made.isdisjoint(launched) for launched in launches)
        print(f"{len(cases) - good} of {planted} found")
        return 0
    copies, matrices = (sum(getattr(kernel, what) for kernel in translator.kernels) for what in ("copies_ahead", "multiplies_matrices"))
    print(f"{good} of {len(cases)} agree, {len(translator.kernels)} kernels, {copies} with copies ahead, {matrices} of matrices, {count_more(launches, bodies)}")
    return good != len(cases)


def main():
    arguments = read_arguments(__doc__, 60)
    # A case of several kernels has several mistakes, and is found once.
    cases = [case for case in make_cases(arguments.count, arguments.target) if not arguments.plant or case.name != "chain"]

    def joined(launches, _):
        return f"{sum(len(launched) == 1 for case, launched in zip(cases, launches) if case.name in ('softmax', 'norm'))} rows joined"

    return run_counted(arguments, cases, driver_of_case, joined)


if __name__ == "__main__":
    sys.exit(main())
