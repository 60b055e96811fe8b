"""A C program that calls all functions of a header which autotune compile wrote, on operands that it draws, and writes
what they leave in every array to a file; and the reading of that file."""
import math
import re
import struct

FORMATS = {"float": "f", "double": "d", "int8_t": "b", "int16_t": "h", "int32_t": "i", "int64_t": "q", "uint8_t": "B",
           "f16": "e", "bf16": "bf16"}
SIZES = (37, 1, 130)  # of dimensions that a call tells
HELPERS = """#include "HEADER"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned state;
static double draw(void) { state = state * 1664525u + 1013904223u; return (double)(int)(state >> 8 & 0xffff) / 32768. - 1.; }
static uint16_t f16(double value) {
  int exponent = 14;
  double size = value < 0 ? -value : value;
  if (size < 1. / 16384) return 0;
  while (size < 1) size *= 2, exponent--;
  return (uint16_t)((value < 0) << 15 | (exponent + 1) << 10 | (int)((size - 1) * 1024));
}
static uint16_t bf16(double value) { float single = (float)value; uint32_t bits; memcpy(&bits, &single, 4); return (uint16_t)(bits >> 16); }
"""


# What code for several threads calls of libomp, by a team of two.
TEAM = """#include <pthread.h>
#include <stdarg.h>
#include <unistd.h>
static int teams;
static pthread_barrier_t meeting;
static _Thread_local int number, team_size = 1;
typedef void Task(int *, int *, ...);
typedef struct Member { Task *task; void *with[8]; int number; } Member;
static void *take_part(void *data) {
  Member *member = data;
  int here = member->number;
  number = here, team_size = 2;
  member->task(&here, &here, member->with[0], member->with[1], member->with[2], member->with[3], member->with[4], member->with[5],
               member->with[6], member->with[7]);
  number = 0, team_size = 1;
  return NULL;
}
void __kmpc_fork_call(void *place, int count, Task *task, ...) {
  pthread_t second;
  Member members[2] = {{.task = task}, {.task = task, .number = 1}};
  va_list list;
  va_start(list, task);
  if (count > 8) _exit(3);
  for (int n = 0; n < count; n++) members[0].with[n] = members[1].with[n] = va_arg(list, void *);
  va_end(list);
  if (team_size == 2 || pthread_barrier_init(&meeting, NULL, 2) || pthread_create(&second, NULL, take_part, &members[1])) _exit(4);
  take_part(&members[0]);
  pthread_join(second, NULL);
  teams++;
}
void __kmpc_barrier(void *place, int thread) { if (team_size == 2) pthread_barrier_wait(&meeting); }
int __kmpc_global_thread_num(void *place) { return number; }
int __kmpc_bound_thread_num(void) { return number; }
int __kmpc_bound_num_threads(void) { return team_size; }
void __kmpc_push_num_threads(void *place, int number, int threads) {}
int omp_get_active_level(void) { return team_size > 1; }
int omp_get_max_active_levels(void) { return 1; }
int omp_get_max_threads(void) { return 2; }
"""


def arrays_of(lines, sizes):
    """(C type, kind, elements) of every array that a function of the header takes."""
    for line in lines:
        found = re.match(r"//   (?:arg|result)\d+: (\w+)((?:\[\w+\])*)(, the bits of (bf16|IEEE binary16))?", line)
        if found:
            kind = {"bf16": "bf16", "IEEE binary16": "f16", None: found[1]}[found[4]]
            yield found[1], kind, math.prod(sizes.get(size) or int(size) for size in re.findall(r"\w+", found[2]))


def functions_of(header):
    """The name in C, the sizes and the arrays of every function, of one with unknown sizes once for each size."""
    for block in header.split("\n// @")[1:]:
        lines = block.splitlines()
        name = next(re.match(r"int (\w+)\(", line)[1] for line in lines if re.match(r"int \w+\(", line))
        unknown = [found[1] for found in (re.match(r"//   (n_\w+): size of dimension", line) for line in lines) if found]
        for size in SIZES if unknown else SIZES[:1]:
            sizes = dict.fromkeys(unknown, size)
            yield name, list(sizes.values()), list(arrays_of(lines, sizes))


def drawn(kind, scale):
    if kind in ("f16", "bf16"):
        return f"{kind}(draw() * {scale})"
    return f"({kind})(draw() * {scale if kind in ('float', 'double') else 100})"


def program_text(header_name, header, prefix, has_team):
    text = [TEAM if has_team else "", HELPERS.replace("HEADER", header_name), "int main(int count, char **arguments) {",
            '  FILE *file = fopen(arguments[count - 1], "wb");', "  int status = 0;", "  if (!file) return 2;"]
    for number, (name, sizes, arrays) in enumerate(functions_of(header)):
        text.append(f"  state = {number + 1}u;")
        for a, (ctype, kind, size) in enumerate(arrays):
            scale = 1 if a == 0 or size < 1 << 16 else 0.02  # large weights, so that sums of many stay small
            text += [f"  {ctype} *x{number}_{a} = malloc({size} * sizeof({ctype}));",
                     f"  for (long i = 0; i < {size}; i++) x{number}_{a}[i] = {drawn(kind, scale)};"]
        call = ", ".join([*map(str, sizes), *(f"x{number}_{a}" for a in range(len(arrays)))])
        text += [f"  if (!status) status = {name}({call});"]
        a, (ctype, kind, size) = len(arrays) - 1, arrays[-1]
        text.append(f"  fwrite(x{number}_{a}, sizeof({ctype}), {size}, file);")
    if has_team:
        text += ['  if (!teams) puts("no team was started"), status = 9;']
    text += [f"  if (status) puts({prefix}_status_text(status));", "  return fclose(file) || status;", "}"]
    return "\n".join(text) + "\n"


def values_of(kind, data):
    if kind == "bf16":
        return [struct.unpack("<f", b"\0\0" + data[i:i + 2])[0] for i in range(0, len(data), 2)]
    return list(struct.unpack(f"<{len(data) // struct.calcsize(FORMATS[kind])}{FORMATS[kind]}", data))


def results_of(header, data):
    """The bytes, and the kind of number, that every function left in its last array."""
    at = 0
    for name, _, arrays in functions_of(header):
        ctype, kind, size = arrays[-1]
        width = 2 if kind in ("f16", "bf16") else struct.calcsize(FORMATS[ctype])
        yield name, kind, data[at:at + size * width]
        at += size * width


def error_of(kind, one, other):
    """The largest difference, in parts of the largest value."""
    left, right = values_of(kind, one), values_of(kind, other)
    if any(math.isnan(a) != math.isnan(b) for a, b in zip(left, right)):
        return math.inf
    pairs = [(a, b) for a, b in zip(left, right) if not math.isnan(a) and a != b]
    largest = max((abs(a) for a in left if math.isfinite(a)), default=0)
    return max((abs(a - b) for a, b in pairs), default=0) / (largest or 1)
