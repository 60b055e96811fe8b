// MachineReader: kernels whose sums fit into the registers and kernels whose sums do not are told
// apart by what LLVM made of them, on every architecture; equal texts give equal readings.
#include "runtime/codegen/machine_reader.h"

#include "test/unit/base/check.h"
#include "transforms/lowering/lowering.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 16 };

typedef struct Case {
  const char *target;
  const char *type; // of elements
  int lanes, sums;
  bool spills;
} Case;

// Registers: 32, of AVX2 16.
static const Case cases[] = {
    {"zen4", "f32", 16, 24, false},       {"zen4", "f32", 16, 48, true},
    {"zen4", "f64", 8, 16, false},        {"zen4", "f64", 8, 40, true},
    {"zen3", "f32", 8, 12, false},        {"zen3", "f32", 8, 24, true},
    {"neoverse-n1", "f32", 4, 16, false}, {"neoverse-n1", "f32", 4, 48, true},
    {"cortex-a53", "f64", 2, 12, false},  {"cortex-a53", "f64", 2, 40, true},
};

__attribute__((format(printf, 2, 3))) static void append(char *text, const char *format, ...) {
  size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, TEXT_BYTES - used, format, arguments);
  va_end(arguments);
}

// %name0, %name1, ... or the type for each.
static void append_list(char *text, int count, const char *name, const char *suffix) {
  for (int n = 0; n < count; n++) {
    append(text, "%s%s", n ? ", " : "", name);
    if (*suffix == '#')
      append(text, "%d", n);
    else if (*suffix)
      append(text, "%d%s", n, suffix);
  }
}

// for k: sum[n] += a[k, n] * b[k, :], and the sums stored after it. `out` never overlaps.
static void write_kernel(const Case *at, char *text) {
  char vector[32];
  snprintf(vector, sizeof vector, "vector<%dx%s>", at->lanes, at->type);
  text[0] = '\0';
  append(text,
         "func.func @op(%%a: memref<64x%dx%s>, %%b: memref<64x%dx%s>, %%out: memref<%dx%dx%s>) {\n"
         "  %%c0 = arith.constant 0 : index\n  %%c1 = arith.constant 1 : index\n"
         "  %%c64 = arith.constant 64 : index\n  %%zero = arith.constant dense<0.0> : %s\n"
         "  %%pad = arith.constant 0.0 : %s\n",
         at->sums, at->type, at->lanes, at->type, at->sums, at->lanes, at->type, vector, at->type);
  append(text, "  %%r:%d = scf.for %%k = %%c0 to %%c64 step %%c1 iter_args(", at->sums);
  append_list(text, at->sums, "%s", " = %zero");
  append(text, ") -> (");
  append_list(text, at->sums, vector, "");
  append(text,
         ") {\n    %%v = vector.transfer_read %%b[%%k, %%c0], %%pad {in_bounds = [true]} : "
         "memref<64x%dx%s>, %s\n",
         at->lanes, at->type, vector);
  for (int n = 0; n < at->sums; n++)
    append(text,
           "    %%i%d = arith.constant %d : index\n"
           "    %%x%d = memref.load %%a[%%k, %%i%d] : memref<64x%dx%s>\n"
           "    %%w%d = vector.broadcast %%x%d : %s to %s\n"
           "    %%t%d = vector.fma %%w%d, %%v, %%s%d : %s\n",
           n, n, n, n, at->sums, at->type, n, n, at->type, vector, n, n, n, vector);
  append(text, "    scf.yield ");
  append_list(text, at->sums, "%t", "#");
  append(text, " : ");
  append_list(text, at->sums, vector, "");
  append(text, "\n  }\n");
  for (int n = 0; n < at->sums; n++)
    append(text,
           "  %%o%d = arith.constant %d : index\n"
           "  vector.transfer_write %%r#%d, %%out[%%o%d, %%c0] {in_bounds = [true]} : %s, "
           "memref<%dx%dx%s>\n",
           n, n, n, n, vector, at->sums, at->lanes, at->type);
  append(text, "  return\n}\n");
}

static Status read_text(const char *text, const Case *at, CodeReading *out_reading) {
  Target target;
  CHECK(target_find(at->target, strlen(at->target), &target));
  return machine_reader_read(text, lowering_pipeline_text(), &target, out_reading);
}

static void check_kernel(const Case *at, char *text) {
  CodeReading reading = {0}, again = {0};
  int bytes = at->lanes * (strcmp(at->type, "f64") ? 4 : 8);
  write_kernel(at, text);
  CHECK_EQUAL(read_text(text, at, &reading), STATUS_OK);
  CHECK(reading.loops > 0);
  CHECK_EQUAL(reading.arithmetic, at->sums);
  CHECK_EQUAL(reading.arithmetic_bytes, at->sums * bytes);
  CHECK(reading.updates <= at->sums && (at->spills || reading.updates == at->sums));
  CHECK(reading.loads > 0 && reading.loads <= reading.instructions);
  CHECK(reading.micro_ops >= reading.arithmetic && reading.bytes >= 2 * reading.instructions);
  CHECK(reading.registers > 2 && reading.registers <= 32);
  CHECK(reading.chain_cycles >= 1);
  CHECK((reading.spills > 0) == at->spills);
  CHECK((reading.reloads > 0) == at->spills);
  if (check_failures)
    printf("  for %s, %d sums of %s: %d arithmetic, %d updates, %d spills, %d reloads\n",
           at->target, at->sums, at->type, reading.arithmetic, reading.updates, reading.spills,
           reading.reloads);
  CHECK_EQUAL(read_text(text, at, &again), STATUS_OK);
  CHECK(!memcmp(&reading, &again, sizeof reading));
}

static void test_refused(void) {
  CodeReading reading = {0};
  CHECK_EQUAL(read_text("func.func @op() { nothing }", &cases[0], &reading), STATUS_USAGE);
  CHECK_EQUAL(read_text("func.func @op() { return }", &cases[0], &reading), STATUS_OK);
  CHECK(reading.loops == 0 && reading.instructions == 0);
}

int main(void) {
  char *text = malloc(TEXT_BYTES);
  lowering_register();
  for (size_t n = 0; text && n < sizeof cases / sizeof *cases; n++)
    check_kernel(&cases[n], text);
  test_refused();
  free(text);
  return check_result();
}
