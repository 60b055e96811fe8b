// Call: functions of every kind of signature give what C computes from the same operands; and the
// parts a call is made of: operands, outputs, the arena, half precision, timing.
#include "base/half.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "runtime/executable.h"
#include "runtime/timing.h"
#include "test/unit/base/check.h"
#include "transforms/lowering/lowering.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static MlirContext context;

typedef struct Function {
  Signature signature;
  Operands operands;
  Executable executable;
  Outputs outputs;
} Function;

// Compiles the first function of `text` and runs it once on seeded operands.
static bool function_run(const char *text, OperandPlacement placement, Function *function) {
  MlirModule module = {NULL};
  *function = (Function){0};
  Status status = compile_parse(context, text, &module);
  if (status == STATUS_OK)
    status = signature_read(module, NULL, &function->signature);
  if (status == STATUS_OK)
    status = operands_create(&function->signature, placement, &function->operands);
  if (status == STATUS_OK) {
    compile_request_wrappers(module);
    status = lower_to_llvm(module, false);
  }
  if (status == STATUS_OK)
    status = executable_create(module, CODE_FULL, NULL, &function->signature, &function->operands,
                               &function->executable);
  operands_fill(&function->operands, 1, 5);
  if (status == STATUS_OK)
    status = executable_run(&function->executable, &function->outputs);
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  CHECK_EQUAL(status, STATUS_OK);
  if (status != STATUS_OK)
    printf("  %s\n", status_text());
  return status == STATUS_OK;
}

static void function_destroy(Function *function) {
  outputs_destroy(&function->outputs);
  executable_destroy(&function->executable);
  operands_destroy(&function->operands);
  signature_destroy(&function->signature);
}

static float f32_at(const Function *function, int output, int64_t i) {
  return ((float *)function->outputs.items[output].values)[i];
}

// A function that lost its type is named as the fault; no pass meets it.
static void test_invalid_module(bool tuned) {
  MlirModule module = {NULL};
  CHECK_EQUAL(compile_parse(context, "func.func @f(%a: f32) { return }", &module), STATUS_OK);
  MlirOperation function = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  mlirOperationRemoveAttributeByName(function, mlirStringRefCreateFromCString("function_type"));
  CHECK_EQUAL(lower_to_llvm(module, tuned), STATUS_LOWERING);
  CHECK(strstr(status_text(), "not valid") && strstr(status_text(), "function_type"));
  mlirModuleDestroy(module);
}

// Scalars of every type, mixed with buffers, and several results of both kinds.
static void test_mixed_signature(void) {
  Function function;
  static const char text[] =
      "func.func @f(%a: tensor<3x5xf32>, %b: f32, %c: i64, %d: index, %e: f64, %g: i1, %h: i8, "
      "%k: i32, %t: tensor<f64>) -> (i64, tensor<3x5xf32>, f64, tensor<f64>, i32) {\n"
      "  %c0 = arith.constant 0 : index\n  %x = tensor.extract %a[%c0, %c0] : tensor<3x5xf32>\n"
      "  %s = arith.addf %x, %b : f32\n"
      "  %r = tensor.insert %s into %a[%c0, %c0] : tensor<3x5xf32>\n"
      "  %i = arith.index_cast %d : index to i64\n  %j = arith.addi %c, %i : i64\n"
      "  %h32 = arith.extsi %h : i8 to i32\n  %k2 = arith.addi %k, %h32 : i32\n"
      "  %k3 = arith.select %g, %k2, %k : i32\n  %v = tensor.extract %t[] : tensor<f64>\n"
      "  %w = arith.mulf %v, %e : f64\n  %u = tensor.from_elements %w : tensor<f64>\n"
      "  return %j, %r, %e, %u, %k3 : i64, tensor<3x5xf32>, f64, tensor<f64>, i32\n}\n";
  if (function_run(text, PLACE_ALIGNED, &function)) {
    const Operand *in = function.operands.items;
    const Output *out = function.outputs.items;
    CHECK_EQUAL(function.outputs.count, 5);
    CHECK_EQUAL(*(int64_t *)out[0].values, in[2].scalar.i64 + in[3].scalar.i64);
    CHECK(f32_at(&function, 1, 0) == ((float *)in[0].data)[0] + in[1].scalar.f32);
    CHECK(f32_at(&function, 1, 14) == ((float *)in[0].data)[14]);
    CHECK(*(double *)out[2].values == in[4].scalar.f64);
    CHECK(*(double *)out[3].values == *(double *)in[8].data * in[4].scalar.f64);
    CHECK_EQUAL(*(int32_t *)out[4].values,
                in[7].scalar.i32 + (in[5].scalar.i8 & 1 ? in[6].scalar.i8 : 0));
  }
  function_destroy(&function);
}

static void test_one_scalar_result(void) {
  Function function;
  if (function_run("func.func @f(%a: f32, %b: f32) -> f32 {\n  %0 = arith.subf %a, %b : f32\n"
                   "  return %0 : f32\n}\n",
                   PLACE_ALIGNED, &function))
    CHECK(f32_at(&function, 0, 0) ==
          function.operands.items[0].scalar.f32 - function.operands.items[1].scalar.f32);
  function_destroy(&function);
}

static void test_no_operands(void) {
  Function function;
  if (function_run("func.func @f() -> tensor<2xi32> {\n"
                   "  %0 = arith.constant dense<[7, 8]> : tensor<2xi32>\n"
                   "  return %0 : tensor<2xi32>\n}\n",
                   PLACE_ALIGNED, &function)) {
    CHECK_EQUAL(function.outputs.count, 1);
    CHECK_EQUAL(((int32_t *)function.outputs.items[0].values)[1], 8);
  }
  function_destroy(&function);
  if (function_run("func.func @f() { return }", PLACE_ALIGNED, &function))
    CHECK_EQUAL(function.outputs.count, 0);
  function_destroy(&function);
}

// Memrefs with gaps, an offset and a transposed layout; their contents afterwards are outputs.
static void test_layouts(void) {
  Function function;
  static const char text[] =
      "func.func @f(%a: memref<3x4xf32, strided<[7, 1], offset: 5>>, "
      "%b: memref<4x3xf32, strided<[1, 4]>>) {\n"
      "  linalg.transpose ins(%a : memref<3x4xf32, strided<[7, 1], offset: 5>>) "
      "outs(%b : memref<4x3xf32, strided<[1, 4]>>) permutation = [1, 0]\n  return\n}\n";
  if (function_run(text, PLACE_GUARDED, &function)) {
    const float *a = function.operands.items[0].data;
    CHECK_EQUAL(function.operands.items[0].data_bytes, 4 * (5 + 2 * 7 + 3 + 1));
    CHECK_EQUAL(function.outputs.count, 2);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++) {
        CHECK(f32_at(&function, 0, 4 * i + j) == a[5 + 7 * i + j]);
        CHECK(f32_at(&function, 1, 3 * j + i) == a[5 + 7 * i + j]);
      }
  }
  function_destroy(&function);
}

static void test_high_rank(void) {
  Function function;
  static const char text[] =
      "func.func @f(%a: tensor<2x1x3x1x2x1x2x1x1x2xf64>) -> tensor<2x1x2x3x1x2x1x1x2x1xf64> {\n"
      "  %e = tensor.empty() : tensor<2x1x2x3x1x2x1x1x2x1xf64>\n"
      "  %r = linalg.transpose ins(%a : tensor<2x1x3x1x2x1x2x1x1x2xf64>) "
      "outs(%e : tensor<2x1x2x3x1x2x1x1x2x1xf64>) permutation = [9, 8, 0, 2, 1, 4, 3, 5, 6, 7]\n"
      "  return %r : tensor<2x1x2x3x1x2x1x1x2x1xf64>\n}\n";
  if (function_run(text, PLACE_ALIGNED, &function)) {
    const double *a = function.operands.items[0].data, *r = function.outputs.items[0].values;
    CHECK_EQUAL(function.outputs.items[0].count, 48);
    CHECK(r[0] == a[0]);
    CHECK(r[24] == a[1]); // the innermost of `a` is the outermost of `r`
    CHECK(r[1] == a[2]);
    CHECK(r[47] == a[47]);
  }
  function_destroy(&function);
}

// 16-bit formats and bits in memory.
static void test_small_types(void) {
  Function function;
  static const char text[] =
      "func.func @f(%a: memref<9xf32>, %b: memref<9xf16>, %c: memref<9xbf16>, %d: memref<9xi1>) {\n"
      "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
      "  %c9 = arith.constant 9 : index\n  %z = arith.constant 0.0 : f32\n"
      "  scf.for %i = %c0 to %c9 step %c1 {\n    %x = memref.load %a[%i] : memref<9xf32>\n"
      "    %h = arith.truncf %x : f32 to f16\n    memref.store %h, %b[%i] : memref<9xf16>\n"
      "    %g = arith.truncf %x : f32 to bf16\n    memref.store %g, %c[%i] : memref<9xbf16>\n"
      "    %p = arith.cmpf ogt, %x, %z : f32\n    memref.store %p, %d[%i] : memref<9xi1>\n  }\n"
      "  return\n}\n";
  if (function_run(text, PLACE_GUARDED, &function))
    for (int i = 0; i < 9; i++) {
      float x = f32_at(&function, 0, i);
      CHECK_EQUAL(((uint16_t *)function.outputs.items[1].values)[i], half_to_f16(x));
      CHECK_EQUAL(((uint16_t *)function.outputs.items[2].values)[i], half_to_bf16(x));
      CHECK_EQUAL(((int8_t *)function.outputs.items[3].values)[i] & 1, x > 0);
    }
  function_destroy(&function);
}

static void test_refused_signatures(void) {
  static const struct {
    const char *text;
    Status status;
  } cases[] = {
      {"func.func @f(%a: tensor<?xf32>) { return }", STATUS_UNSUPPORTED},
      {"func.func @f(%a: tensor<*xf32>) { return }", STATUS_UNSUPPORTED},
      {"func.func @f(%a: vector<4xf32>) { return }", STATUS_UNSUPPORTED},
      {"func.func @f(%a: tensor<2xcomplex<f32>>) { return }", STATUS_UNSUPPORTED},
      {"func.func @f(%a: memref<4x4xf32, affine_map<(d0, d1) -> (d0 + d1, d1)>>) { return }",
       STATUS_UNSUPPORTED},
      {"func.func private @f() { return }", STATUS_USAGE},
      {"func.func private @f()", STATUS_USAGE},
      {"module {}", STATUS_USAGE},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    MlirModule module;
    Signature signature = {0};
    CHECK_EQUAL(compile_parse(context, cases[i].text, &module), STATUS_OK);
    CHECK_EQUAL(signature_read(module, NULL, &signature), cases[i].status);
    CHECK(signature.arguments == NULL);
    mlirModuleDestroy(module);
  }
}

static void test_outputs_compare(void) {
  float values[4] = {1, -2, NAN, 0}, same[4] = {1.00005f, -2, NAN, 0};
  Output a = {.type = ELEMENT_F32, .count = 4, .values = values},
         b = {.type = ELEMENT_F32, .count = 4, .values = same};
  Outputs expected = {1, &a}, actual = {1, &b};
  Comparison comparison = outputs_compare(&expected, &actual, 1.0);
  CHECK(comparison.agrees);
  CHECK(comparison.max_error > 1e-5 && comparison.max_error < 1e-4);
  CHECK(!outputs_compare(&expected, &actual, 0.01).agrees);
  same[3] = NAN;
  comparison = outputs_compare(&expected, &actual, 1.0);
  CHECK(!comparison.agrees);
  CHECK_EQUAL(comparison.nan_count, 1);
  CHECK(strstr(comparison.text, "element 3") != NULL);
  same[3] = INFINITY;
  CHECK(!outputs_compare(&expected, &actual, 1.0).agrees);
  same[3] = values[3] = INFINITY;
  CHECK(outputs_compare(&expected, &actual, 1.0).agrees);
  b.count = 3;
  CHECK(!outputs_compare(&expected, &actual, 1.0).agrees);
  actual.count = 0;
  CHECK(!outputs_compare(&expected, &actual, 1.0).agrees);
  float zeros[2] = {0, NAN};
  Output zero = {.type = ELEMENT_F32, .count = 2, .values = zeros};
  CHECK(!outputs_are_meaningful(&(Outputs){1, &zero}));
  CHECK(outputs_are_meaningful(&expected));
}

static void test_arena(void) {
  arena_take_allocations();
  char *block = arena_malloc(100);
  CHECK_EQUAL((uintptr_t)block % 64, 0);
  memset(block, 1, 100);
  arena_free(block);
  CHECK_EQUAL(arena_take_violations(), 0);
  CHECK(arena_malloc(100) == block); // reused
  block[100] = 7;
  arena_release();
  CHECK_EQUAL(arena_take_violations(), 1);
  char *aligned = arena_aligned_alloc(4096, 10);
  CHECK_EQUAL((uintptr_t)aligned % 4096, 0);
  arena_set_poison(true);
  unsigned char *poisoned = arena_malloc(5000);
  CHECK(poisoned[0] == 0xFF && poisoned[4999] == 0xFF);
  arena_set_poison(false);
  for (size_t size = 0; size < 3000; size += 7) { // every size class holds what it promises
    char *some = arena_malloc(size);
    memset(some, 0, size);
  }
  arena_release();
  CHECK_EQUAL(arena_take_violations(), 0);
  CHECK(arena_take_allocations() > 400);
  CHECK(arena_malloc((size_t)1 << 62) == NULL);
  arena_trim();
}

// All 16-bit patterns survive the way up and back; halfway cases go to even.
static void test_half(void) {
  int wrong = 0;
  for (uint32_t bits = 0; bits < 0x10000; bits++) {
    float f16 = half_from_f16((uint16_t)bits), bf16 = half_from_bf16((uint16_t)bits);
    wrong += !isnan(f16) && half_to_f16(f16) != bits;
    wrong += isnan(f16) && !isnan(half_from_f16(half_to_f16(f16)));
    wrong += !isnan(bf16) && half_to_bf16(bf16) != bits;
    wrong += isnan(bf16) && !isnan(half_from_bf16(half_to_bf16(bf16)));
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(half_to_f16(65504.0f), 0x7bff);
  CHECK_EQUAL(half_to_f16(65519.0f), 0x7bff);
  CHECK_EQUAL(half_to_f16(65520.0f), 0x7c00);
  CHECK_EQUAL(half_to_f16(0x1p-25f), 0);
  CHECK_EQUAL(half_to_f16(0x1.8p-25f), 1);
  CHECK_EQUAL(half_to_f16(1.0f + 0x1p-11f), 0x3c00);
  CHECK_EQUAL(half_to_f16(1.0f + 0x1.8p-10f), 0x3c02);
  CHECK_EQUAL(half_to_bf16(1.0f + 0x1p-8f), 0x3f80);
  CHECK_EQUAL(half_to_bf16(1.0f + 0x1.8p-7f), 0x3f82);
}

// A team is called until it is warm, however small the budget.
static void check_team_warm_up(Call *call, const TimingOptions *options) {
  void *library = dlopen(AUTOTUNE_OPENMP, RTLD_NOW | RTLD_GLOBAL);
  void (*set_threads)(int) = NULL;
  if (library)
    *(void **)&set_threads = dlsym(library, "omp_set_num_threads");
  CHECK(set_threads != NULL);
  if (!set_threads)
    return;
  set_threads(2);
  double start = timing_now();
  CHECK_EQUAL(timing_measure(call, options).repeats, 1);
  CHECK(timing_now() - start >= TIMING_WARM_UP_SECONDS);
  set_threads(1);
}

static void test_timing(void) {
  Function function;
  static const char text[] =
      "func.func @f(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {\n"
      "  %r = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) "
      "outs(%a : tensor<64x64xf32>) -> tensor<64x64xf32>\n  return %r : tensor<64x64xf32>\n}\n";
  if (function_run(text, PLACE_ALIGNED, &function)) {
    TimingOptions options = timing_default_options();
    CHECK(options.repeats >= 5);
    Timing timing = timing_measure(function.executable.call, &options);
    CHECK_EQUAL(timing.repeats, options.repeats);
    CHECK(timing.iterations > 1);
    CHECK(timing_minimum(&timing) > 0 && timing_minimum(&timing) <= timing_median(&timing));
    options.budget_seconds = 1e-9;
    CHECK_EQUAL(timing_measure(function.executable.call, &options).repeats, 1);
    check_team_warm_up(function.executable.call, &options);
  }
  function_destroy(&function);
  Timing sample = {.repeats = 4, .seconds = {4, 1, 3, 2}};
  CHECK(timing_median(&sample) == 2.5 && timing_minimum(&sample) == 1);
}

static void test_operands_depend_on_seed(void) {
  MlirModule module;
  Signature signature;
  Operands a, b;
  CHECK_EQUAL(compile_parse(context,
                            "func.func @f(%a: tensor<50x40xf32>, %b: tensor<50x40xf32>, "
                            "%c: tensor<9xi64>) { return }",
                            &module),
              STATUS_OK);
  CHECK_EQUAL(signature_read(module, "f", &signature), STATUS_OK);
  CHECK_EQUAL(operands_create(&signature, PLACE_GUARDED, &a), STATUS_OK);
  CHECK_EQUAL(operands_create(&signature, PLACE_ALIGNED, &b), STATUS_OK);
  operands_fill(&a, 1, 1);
  operands_fill(&b, 1, 1);
  for (int i = 0; i < 3; i++)
    CHECK(memcmp(a.items[i].data, b.items[i].data, a.items[i].data_bytes) == 0);
  CHECK(memcmp(a.items[0].data, a.items[1].data, 64) != 0);
  operands_fill_data(&b, 1, 2);
  CHECK(memcmp(a.items[0].data, b.items[0].data, 64) != 0);
  CHECK(memcmp(a.items[1].data, b.items[1].data, a.items[1].data_bytes) == 0);
  double sum = 0, squares = 0, weights = 0;
  for (int i = 0; i < 2000; i++) {
    double x = ((float *)a.items[0].data)[i], w = ((float *)a.items[1].data)[i];
    sum += x;
    squares += x * x;
    weights += w * w;
  }
  CHECK(fabs(sum / 2000) < 0.1);
  CHECK(fabs(squares / 2000 - 1) < 0.1);
  CHECK(fabs(weights / 2000 - 2.0 / 40) < 0.01);
  for (int i = 0; i < 9; i++)
    CHECK(((int64_t *)a.items[2].data)[i] >= 0 && ((int64_t *)a.items[2].data)[i] < 8);
  CHECK_EQUAL(operands_bytes(&a), 2 * 8000 + 72);
  operands_destroy(&a);
  operands_destroy(&b);
  signature_destroy(&signature);
  mlirModuleDestroy(module);
}

int main(void) {
  lowering_register();
  context = compile_context_create();
  test_invalid_module(false);
  test_invalid_module(true);
  test_mixed_signature();
  test_one_scalar_result();
  test_no_operands();
  test_layouts();
  test_high_rank();
  test_small_types();
  test_refused_signatures();
  test_outputs_compare();
  test_arena();
  test_half();
  test_timing();
  test_operands_depend_on_seed();
  mlirContextDestroy(context);
  return check_result();
}
