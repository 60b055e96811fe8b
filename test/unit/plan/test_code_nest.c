// Code read into nests, against nests counted by hand: trips, steps, lanes, operations, footprints;
// what cannot be read; and prices that follow what was read.
#include "costmodel/code/code_memory.h"
#include "costmodel/code/code_price.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"
#include "transforms/code/code_read.h"
#include "transforms/ir.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                       \
  "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c2 = arith.constant 2 : "      \
  "index\n%c3 = arith.constant 3 : index\n%c4 = arith.constant 4 : index\n%c5 = arith.constant 5 " \
  ": index\n%c7 = arith.constant 7 : index\n%c10 = arith.constant 10 : index\n%c64 = "             \
  "arith.constant 64 : index\n%zero = arith.constant 0.0 : f32\n"

static const Target *machine; // of cache lines of 64 bytes

// The nest of a function with these arguments and this body, in a pool that ends with the check.
static Status read_text(MlirContext context, Pool *pool, const char *arguments, const char *body,
                        CodeNest *nest) {
  static char text[16384];
  snprintf(text, sizeof text, "func.func @f(%s) {\n%s%s\nreturn\n}\n", arguments, HEAD, body);
  MlirModule module = mlirModuleCreateParse(context, ir_string(text));
  CHECK(!mlirModuleIsNull(module));
  if (mlirModuleIsNull(module))
    return STATUS_SYSTEM;
  Status status = code_read(pool, mlirBlockGetFirstOperation(mlirModuleGetBody(module)), nest);
  mlirModuleDestroy(module);
  return status;
}

// c[5,7] += a[5,3] * b[3,7]
static const char PRODUCT_ARGUMENTS[] =
    "%a: memref<5x3xf32>, %b: memref<3x7xf32>, %c: memref<5x7xf32>";
static const char PRODUCT[] = "scf.for %i = %c0 to %c5 step %c1 {\n"
                              "scf.for %j = %c0 to %c7 step %c1 {\n"
                              "scf.for %k = %c0 to %c3 step %c1 {\n"
                              "  %x = memref.load %a[%i, %k] : memref<5x3xf32>\n"
                              "  %y = memref.load %b[%k, %j] : memref<3x7xf32>\n"
                              "  %z = memref.load %c[%i, %j] : memref<5x7xf32>\n"
                              "  %p = arith.mulf %x, %y : f32\n"
                              "  %s = arith.addf %z, %p : f32\n"
                              "  memref.store %s, %c[%i, %j] : memref<5x7xf32>\n"
                              "}}}\n";

static void test_product(MlirContext context) {
  CodeNest nest;
  Pool *pool = pool_create(NULL);
  CHECK(read_text(context, pool, PRODUCT_ARGUMENTS, PRODUCT, &nest) == STATUS_OK);
  CHECK(nest.loop_count == 4 && nest.access_count == 4 && nest.buffer_count == 3);
  CHECK(nest.loops[1].trips == 5 && nest.loops[2].trips == 7 && nest.loops[3].trips == 3);
  CHECK(nest.loops[3].is_exact && nest.loops[3].parent == 2 && nest.loops[3].depth == 3);
  CHECK(nest.loops[3].work_count == 1 && nest.loops[3].work[0].lanes == 1);
  CHECK(nest.loops[3].work[0].ops.mul == 1 && nest.loops[3].work[0].ops.add == 1);
  CHECK(nest.loops[1].work_count == 0 && nest.loops[2].work_count == 0);
  const CodeAccess *a = &nest.accesses[0], *b = &nest.accesses[1], *c = &nest.accesses[3];
  CHECK(a->step[1][0] == 1 && a->step[3][1] == 1 && a->step[2][0] == 0 && a->step[2][1] == 0);
  CHECK(code_access_stride(&nest, b, 3) == 7 && code_access_stride(&nest, b, 2) == 1);
  CHECK(c->is_store && c->update == 1 && c->update_adds && !c->update_multiplies);
  CHECK(code_access_is_same(&nest.accesses[2], c));
  // Whole operands are what they hold, at least a line: 60, 84 and 140 bytes. In the loop over k, a
  // row of a, a column of b that touches all of its lines, and one element of c.
  CHECK(code_touched_bytes(&nest, machine, 0) == 64 + 84 + 140);
  CHECK(code_touched_bytes(&nest, machine, 3) == 64 + 84 + 64);
  pool_destroy(pool);
}

// Tiles of four of ten: 4, 4 and 2, the third of them below the end of a row of ten.
static void test_remainder(MlirContext context) {
  CodeNest nest;
  Pool *pool = pool_create(NULL);
  CHECK(read_text(context, pool, "%a: memref<10xf32>",
                  "scf.for %i = %c0 to %c10 step %c4 {\n"
                  "  %left = arith.subi %c10, %i : index\n"
                  "  %size = arith.minsi %left, %c4 : index\n"
                  "  scf.for %j = %c0 to %size step %c1 {\n"
                  "    %n = arith.addi %i, %j : index\n"
                  "    memref.store %zero, %a[%n] : memref<10xf32>\n"
                  "  }\n}\n",
                  &nest) == STATUS_OK);
  CHECK(nest.loops[1].trips == 3 && nest.loops[1].is_exact);
  CHECK(fabs(nest.loops[2].trips - 10.0 / 3) < 1e-12 && !nest.loops[2].is_exact);
  CHECK(nest.accesses[0].step[1][0] == 4 && nest.accesses[0].step[2][0] == 1);
  pool_destroy(pool);
}

// A sum of products in registers: 32 bytes, one operation from trip to trip.
static void test_vectors(MlirContext context) {
  CodeNest nest;
  Pool *pool = pool_create(NULL);
  CHECK(read_text(context, pool, "%a: memref<64xf32>, %b: memref<64x8xf32>, %c: memref<7x8xf32>",
                  "%start = arith.constant dense<0.0> : vector<8xf32>\n"
                  "%sum = scf.for %k = %c0 to %c64 step %c2 iter_args(%s = %start) -> "
                  "(vector<8xf32>) {\n"
                  "  %x = memref.load %a[%k] : memref<64xf32>\n"
                  "  %v = vector.broadcast %x : f32 to vector<8xf32>\n"
                  "  %w = vector.transfer_read %b[%k, %c0], %zero {in_bounds = [true]} : "
                  "memref<64x8xf32>, vector<8xf32>\n"
                  "  %n = vector.fma %v, %w, %s : vector<8xf32>\n"
                  "  scf.yield %n : vector<8xf32>\n"
                  "}\n"
                  "vector.store %sum, %c[%c3, %c0] : memref<7x8xf32>, vector<8xf32>\n",
                  &nest) == STATUS_OK);
  CHECK(nest.loop_count == 2 && nest.loops[1].trips == 32);
  CHECK(nest.loops[1].carried_bytes == 32 && nest.loops[1].chain == 1);
  CHECK(nest.loops[1].chain_multiplies && nest.loops[1].work[0].ops.fma == 1);
  CHECK(nest.loops[1].work[0].lanes == 8 && nest.loops[1].shuffles == 0);
  CHECK(nest.accesses[1].lanes == 8 && nest.accesses[1].lane_stride == 1);
  CHECK(nest.accesses[0].step[1][0] == 2 && nest.accesses[1].step[1][0] == 2);
  CHECK(nest.accesses[2].loop == 0 && nest.accesses[2].offset[0] == 3);
  pool_destroy(pool);
}

// A condition that holds for 2 of 5, a copy of a part of a matrix, loops of one trip and of none.
static void test_odd(MlirContext context) {
  CodeNest nest;
  Pool *pool = pool_create(NULL);
  CHECK(read_text(context, pool, "%a: memref<10x7xf32>, %b: memref<2x3xf32>",
                  "scf.for %i = %c0 to %c5 step %c1 {\n"
                  "  %is = arith.cmpi slt, %i, %c2 : index\n"
                  "  scf.if %is { memref.store %zero, %a[%i, %c3] : memref<10x7xf32> }\n"
                  "}\n"
                  "%part = memref.reinterpret_cast %a to offset: [15], sizes: [2, 3], strides: [7, "
                  "1] : memref<10x7xf32> to memref<2x3xf32, strided<[7, 1], offset: 15>>\n"
                  "memref.copy %part, %b : memref<2x3xf32, strided<[7, 1], offset: 15>> to "
                  "memref<2x3xf32>\n"
                  "memref.copy %b, %b : memref<2x3xf32> to memref<2x3xf32>\n"
                  "scf.for %i = %c0 to %c1 step %c1 { memref.store %zero, %b[%c0, %c0] : "
                  "memref<2x3xf32> }\n"
                  "scf.for %i = %c1 to %c1 step %c1 { memref.store %zero, %b[%c0, %c0] : "
                  "memref<2x3xf32> }\n",
                  &nest) == STATUS_OK);
  CHECK(nest.loop_count == 7);
  CHECK(nest.loops[1].trips == 5 && nest.loops[2].trips == 0.4);
  CHECK(nest.loops[3].trips == 2 && nest.loops[4].trips == 3);
  CHECK(nest.loops[5].trips == 1 && nest.loops[6].trips == 0);
  const CodeAccess *source = &nest.accesses[1], *copy = &nest.accesses[2];
  CHECK(!source->is_store && source->offset[0] == 2 && source->offset[1] == 1);
  CHECK(source->step[1][0] == 1 && source->step[2][1] == 1);
  CHECK(copy->is_store && code_access_stride(&nest, copy, 1) == 3);
  CHECK(code_price(&nest, machine, NULL) > 0);
  pool_destroy(pool);
}

// What stands in a loop that never runs, with trips that depend on it.
static void test_never(MlirContext context) {
  CodeNest nest;
  Pool *pool = pool_create(NULL);
  CHECK(read_text(context, pool, "%a: memref<10xf32>",
                  "scf.for %i = %c7 to %c5 step %c1 {\n"
                  "  scf.for %j = %c0 to %i step %c1 {\n"
                  "    memref.store %zero, %a[%j] : memref<10xf32>\n"
                  "  }\n}\n",
                  &nest) == STATUS_OK);
  CHECK(nest.loops[1].trips == 0 && nest.loops[2].trips == 0);
  CHECK(isfinite(code_price(&nest, machine, NULL)));
  pool_destroy(pool);
}

// Rows that are all the same memory.
static void test_still_rows(MlirContext context) {
  CodeNest nest;
  Pool *pool = pool_create(NULL);
  CHECK(
      read_text(context, pool, "%a: memref<4x1xf32, strided<[0, 1]>>, %b: memref<8xf32>",
                "%v = vector.load %a[%c3, %c0] : memref<4x1xf32, strided<[0, 1]>>, vector<1xf32>\n"
                "%w = vector.load %b[%c0] : memref<8xf32>, vector<8xf32>\n",
                &nest) == STATUS_OK);
  CHECK(nest.accesses[0].offset[0] == 0 && nest.accesses[0].offset[1] == 0);
  CHECK(code_price(&nest, machine, NULL) > 0);
  pool_destroy(pool);
}

// Vectors of i1 are the bytes of neighbours; any other gather is refused.
static void test_booleans(MlirContext context) {
  CodeNest nest;
  Pool *pool = pool_create(NULL);
  CHECK(read_text(context, pool, "%a: memref<8x16xi1>, %b: memref<4xi1>",
                  "%n = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>\n"
                  "%all = arith.constant dense<true> : vector<4xi1>\n"
                  "scf.for %i = %c0 to %c5 step %c1 {\n"
                  "  %v = vector.gather %a[%i, %c7] [%n], %all, %all : memref<8x16xi1>, "
                  "vector<4xi32>, vector<4xi1>, vector<4xi1> into vector<4xi1>\n"
                  "  vector.scatter %b[%c0] [%n], %all, %v : memref<4xi1>, vector<4xi32>, "
                  "vector<4xi1>, vector<4xi1>\n}\n",
                  &nest) == STATUS_OK);
  CHECK(nest.accesses[0].lanes == 4 && nest.accesses[0].lane_stride == 1);
  CHECK(nest.accesses[1].lanes == 4 && nest.accesses[1].is_store);
  CHECK(isfinite(code_price(&nest, machine, NULL)));
  pool_destroy(pool);
}

static void refuse(MlirContext context, const char *arguments, const char *body,
                   const char *reason) {
  CodeNest nest;
  Pool *pool = pool_create(NULL);
  CHECK(read_text(context, pool, arguments, body, &nest) == STATUS_UNSUPPORTED);
  CHECK(strstr(status_text(), reason) != NULL);
  pool_destroy(pool);
}

static void test_refused(MlirContext context) {
  refuse(context, "%a: memref<8xf32>, %n: index",
         "scf.for %i = %c0 to %n step %c1 { memref.store %zero, %a[%i] : memref<8xf32> }",
         "comes from an argument");
  refuse(context, "%a: memref<8xf32>, %n: memref<8xindex>",
         "%i = memref.load %n[%c0] : memref<8xindex>\n"
         "memref.store %zero, %a[%i] : memref<8xf32>",
         "comes from memref.load");
  refuse(context, "%a: memref<?xf32>", "memref.store %zero, %a[%c0] : memref<?xf32>",
         "no static shape");
  refuse(context, "%a: memref<8xf32>, %n: vector<4xi32>, %m: vector<4xi1>, %p: vector<4xf32>",
         "%v = vector.gather %a[%c0] [%n], %m, %p : memref<8xf32>, vector<4xi32>, vector<4xi1>, "
         "vector<4xf32> into vector<4xf32>",
         "the cost of vector.gather is not known");
  refuse(context, "%a: memref<8xf32>", "func.call @g() : () -> ()\nreturn\n}\nfunc.func @g() {",
         "the cost of func.call is not known");
  refuse(context, "%a: memref<8xcomplex<f32>>", "%x = memref.load %a[%c0] : memref<8xcomplex<f32>>",
         "another type than numbers");
  refuse(context, "%a: memref<8xf32>",
         "scf.parallel (%i) = (%c0) to (%c4) step (%c1) { scf.reduce }",
         "the cost of scf.parallel is not known");
}

// Twice the work takes longer, vectors less than single elements, a larger machine no longer.
static double price_text(MlirContext context, const char *arguments, const char *body) {
  CodeNest nest;
  Pool *pool = pool_create(NULL);
  CHECK(read_text(context, pool, arguments, body, &nest) == STATUS_OK);
  AnalyticalParts parts;
  double seconds = code_price(&nest, machine, &parts);
  CHECK(seconds == parts.total_seconds && isfinite(seconds) && seconds > 0);
  CHECK(code_price(&nest, machine, NULL) == seconds); // the nest is as it was
  pool_destroy(pool);
  return seconds;
}

static void test_prices(MlirContext context) {
  static const char sums[] = "scf.for %%r = %%c0 to %s step %%c1 {\n"
                             "scf.for %%i = %%c0 to %%n step %%c1 {\n"
                             "  %%x = memref.load %%a[%%i] : memref<4096xf32>\n"
                             "  %%y = arith.addf %%x, %%x : f32\n"
                             "  memref.store %%y, %%b[%s] : memref<4096xf32>\n"
                             "}}\n";
  static const char arguments[] = "%a: memref<4096xf32>, %b: memref<4096xf32>";
  char once[1024], twice[1024], head[] = "%n = arith.constant 4096 : index\n";
  char reduced[2048];
  int used = snprintf(once, sizeof once, "%s", head);
  snprintf(once + used, sizeof once - (size_t)used, sums, "%c5", "%i");
  used = snprintf(twice, sizeof twice, "%s", head);
  snprintf(twice + used, sizeof twice - (size_t)used, sums, "%c10", "%i");
  snprintf(reduced, sizeof reduced,
           "%sscf.for %%r = %%c0 to %%c5 step %%c1 {\n"
           "scf.for %%i = %%c0 to %%n step %%c1 {\n"
           "  %%x = memref.load %%a[%%i] : memref<4096xf32>\n"
           "  %%s = memref.load %%b[%%r] : memref<4096xf32>\n"
           "  %%y = arith.addf %%s, %%x : f32\n"
           "  memref.store %%y, %%b[%%r] : memref<4096xf32>\n"
           "}}\n",
           head);
  double one = price_text(context, arguments, once), two = price_text(context, arguments, twice);
  CHECK(two > 1.8 * one && two < 2.2 * one);
  CHECK(price_text(context, arguments, reduced) > 3 * one); // one addition waits for the other
}

// `step` from %m0 to %m1, from that to %m2 and so on, "#" for the number before and "@" for the
// next, and `last` for the end.
static Status read_chain(MlirContext context, int count, const char *step, const char *last) {
  CodeNest nest;
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  fprintf(stream, "func.func @f(%%m0: memref<8xf32>, %%n0: index) {\n%s", HEAD);
  for (int i = 0; i <= count; i++)
    for (const char *at = i < count ? step : last; *at; at++)
      if (*at == '#' || *at == '@')
        fprintf(stream, "%d", i + (*at == '@'));
      else
        fputc(*at, stream);
  fprintf(stream, "return\n}\n");
  fclose(stream);
  MlirModule module = mlirModuleCreateParse(context, ir_string(text));
  Pool *pool = pool_create(NULL);
  CHECK(!mlirModuleIsNull(module));
  Status status = code_read(pool, mlirBlockGetFirstOperation(mlirModuleGetBody(module)), &nest);
  pool_destroy(pool);
  mlirModuleDestroy(module);
  free(text);
  return status;
}

// Chains as long as the module, and with twice as many ways at each step.
static void test_chains(MlirContext context) {
  static const char load[] = "%x = memref.load %m#[%c0] : memref<8xf32>\n";
  CHECK_EQUAL(
      read_chain(context, 20000, "%m@ = memref.cast %m# : memref<8xf32> to memref<8xf32>\n", load),
      STATUS_OK);
  CHECK_EQUAL(read_chain(context, 20000, "%n@ = arith.addi %n#, %c1 : index\n",
                         "%x = memref.load %m0[%n#] : memref<8xf32>\n"),
              STATUS_UNSUPPORTED);
  CHECK_EQUAL(read_chain(context, 60,
                         "%b#, %o#, %s#, %t# = memref.extract_strided_metadata %m# : memref<8xf32> "
                         "-> memref<f32>, index, index, index\n"
                         "%n@ = arith.addi %o#, %o# : index\n"
                         "%r# = memref.reinterpret_cast %b# to offset: [%n@], sizes: [8], strides: "
                         "[1] : memref<f32> to memref<8xf32, strided<[1], offset: ?>>\n"
                         "%m@ = memref.cast %r# : memref<8xf32, strided<[1], offset: ?>> to "
                         "memref<8xf32>\n",
                         load),
              STATUS_UNSUPPORTED);
}

int main(void) {
  Target target;
  CHECK(target_parse("zen4", &target) == STATUS_OK);
  machine = &target;
  MlirContext context = compile_context_create();
  test_chains(context);
  test_product(context);
  test_remainder(context);
  test_vectors(context);
  test_odd(context);
  test_never(context);
  test_still_rows(context);
  test_booleans(context);
  test_refused(context);
  test_prices(context);
  mlirContextDestroy(context);
  return check_result();
}
