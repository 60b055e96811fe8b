// The loop nest of a schedule is the one found in the kernel and the launch that are emitted for
// it: loops over outer tiles are blocks and stages, those over register tiles threads or warps, the
// kernel loop and what it unrolls are the steps.
#include "base/rng.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"
#include "transforms/extract/extract.h"
#include "transforms/ir.h"
#include "transforms/simt/simt_emit.h"

#include "mlir-c/BuiltinAttributes.h"
#include <stdio.h>
#include <stdlib.h>

enum { TRIALS = 400, TEXT_BYTES = 1 << 10 };

static int64_t draw(Rng *rng, const int *values, int count) {
  return values[rng_below(rng, count)];
}

#define DRAW(rng, ...)                                                                             \
  draw(rng, (const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

// --- what the loop nest says

typedef struct Counts {
  int64_t blocks, threads, stages, steps, products; // products: ops that add some up, in a step
} Counts;

static Counts of_nest(const LoopNest *nest, const DeviceMma *mma, int64_t columns) {
  enum { K = 2 };
  Counts counts = {.blocks = 1, .threads = 1, .stages = 1, .steps = 1};
  for (int l = 0; l < nest->serial_count; l++) {
    const Loop *loop = &nest->loops[l];
    if (loop->band == BAND_TILE_OUTER)
      *(loop->iterator == K ? &counts.stages : &counts.blocks) *= loop->trips;
    else if (loop->band == BAND_REGISTER)
      counts.threads *= loop->trips;
    else if (loop->band == BAND_KERNEL)
      counts.steps *= loop->trips;
  }
  counts.products = nest->kernel_points;
  if (mma == NULL)
    return counts;
  counts.threads *= (int64_t)DEVICE_WARP_LANES * mma->warps;
  counts.products /= mma->m * (mma->warps > 1 ? columns : mma->n) * mma->k;
  return counts;
}

// --- what the code says

static bool is_for(MlirOperation op) { return ir_op_is(op, "scf.for"); }
static bool is_launch(MlirOperation op) { return ir_op_is(op, "gpu.launch_func"); }
static bool is_product(MlirOperation op) {
  return ir_op_is(op, "vector.fma") || ir_op_is(op, "nvvm.mma.sync") ||
         ir_op_is(op, "nvvm.wgmma.mma_async");
}

// -1: it is no constant.
static int64_t constant(MlirOperation op, int operand) {
  MlirValue value = mlirOperationGetOperand(op, operand);
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return -1;
  return mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value")));
}

static bool is_inside_loop(MlirOperation op) {
  op = mlirOperationGetParentOperation(op);
  while (!ir_op_is(op, "gpu.func") && !is_for(op))
    op = mlirOperationGetParentOperation(op);
  return is_for(op);
}

// Steps of a stage whose end is computed, as the last stage has fewer, are those of the others.
static Counts of_code(MlirOperation module, int64_t tile, bool has_stages) {
  Counts counts = {.stages = 1, .steps = 1};
  IrOps launches = ir_collect(module, is_launch), loops = ir_collect(module, is_for),
        products = ir_collect(module, is_product);
  CHECK_EQUAL(launches.count, 1);
  if (launches.count == 1) {
    counts.blocks = constant(launches.ops[0], 0);
    counts.threads = constant(launches.ops[0], 3);
  }
  for (int l = 0; l < loops.count; l++) {
    int64_t end = constant(loops.ops[l], 1), step = constant(loops.ops[l], 2);
    bool is_stages = has_stages && !is_inside_loop(loops.ops[l]);
    *(is_stages ? &counts.stages : &counts.steps) *= ((end < 0 ? tile : end) + step - 1) / step;
  }
  counts.products = products.count;
  free(launches.ops);
  free(loops.ops);
  free(products.ops);
  return counts;
}

// --- trials

typedef struct Trial {
  int m, n, k;
  const char *factor, *result, *instruction;
  char schedule[TEXT_BYTES];
  int64_t tile, columns; // terms of a stage; columns of a block
} Trial;

// Blocks and tiles that a matrix divides where there is one; sizes are any.
static Trial draw_trial(Rng *rng) {
  Trial trial = {.m = (int)DRAW(rng, 64, 96, 37, 128),
                 .n = (int)DRAW(rng, 64, 128, 48, 70),
                 .k = (int)DRAW(rng, 32, 64, 144, 96)};
  bool has_matrices = rng_below(rng, 2) == 1, is_half = has_matrices || rng_below(rng, 2) == 1;
  bool has_groups = has_matrices && rng_below(rng, 2) == 1, is_bulk = has_groups && trial.m < 100;
  trial.factor = is_half ? "f16" : "f32";
  trial.result = "f32";
  int64_t m = has_groups ? 64 : has_matrices ? DRAW(rng, 16, 32) : DRAW(rng, 1, 2, 4, 8);
  int64_t n = has_matrices ? DRAW(rng, 8, 16, 32) : DRAW(rng, 4, 8);
  int64_t k = has_matrices ? DRAW(rng, 16, 32) : DRAW(rng, 1, 2, 4);
  trial.tile = k * DRAW(rng, 1, 2, 4);
  if (trial.tile > trial.k)
    trial.tile = trial.k;
  if (has_groups && trial.m < m)
    trial.m = (int)m; // of whole matrices, as the counts are
  int stages = (int)rng_below(rng, 4);
  trial.columns = n;
  snprintf(trial.schedule, sizeof trial.schedule,
           "direct(%sblock=[%lld,%lld,%lld], tile0=[%lld,%lld,%lld]%s, stages=%d)",
           has_matrices ? "" : "vector=i1x4, ", (long long)m, (long long)n, (long long)k,
           (long long)(m * DRAW(rng, 1, 2)), (long long)(n * DRAW(rng, 1, 2)),
           (long long)trial.tile,
           is_bulk        ? ", instruction=wgmma_f16_tma"
           : has_groups   ? ", instruction=wgmma_f16"
           : has_matrices ? ", instruction=mma_f16"
                          : "",
           stages);
  return trial;
}

static MlirModule parse(MlirContext context, const Trial *trial) {
  char a[64], b[64], c[64], text[TEXT_BYTES];
  snprintf(a, sizeof a, "memref<%dx%dx%s>", trial->m, trial->k, trial->factor);
  snprintf(b, sizeof b, "memref<%dx%dx%s>", trial->k, trial->n, trial->factor);
  snprintf(c, sizeof c, "memref<%dx%dx%s>", trial->m, trial->n, trial->result);
  snprintf(text, sizeof text,
           "func.func @f(%%a: %s, %%b: %s, %%c: %s) {\n"
           "linalg.matmul ins(%%a, %%b : %s, %s) outs(%%c : %s)\nreturn\n}",
           a, b, c, a, b, c);
  return mlirModuleCreateParse(context, ir_string(text));
}

static bool is_matmul(MlirOperation op) { return ir_op_is(op, "linalg.matmul"); }

// Whether the schedule is legal, and so was compared.
static bool run(MlirContext context, const Trial *trial, Group *group) {
  static SimtView view;
  Schedule schedule;
  SimtRoles roles;
  SimtNest nest;
  LoopNest loops;
  const Device *device = device_find("sm_90a", 6);
  Fusion fusion = {.init = true};
  MlirModule module = parse(context, trial);
  MlirOperation root = mlirModuleGetOperation(module);
  CHECK_EQUAL(group_extract(ir_first(root, is_matmul), &fusion, group), STATUS_OK);
  group->workload.can_split_reduction = true;
  CHECK_EQUAL(simt_group_read(group, &view, &roles), STATUS_OK);
  const Workload *workload = &view.product;
  CHECK_EQUAL(schedule_parse(workload, trial->schedule, &schedule), STATUS_OK);
  bool is_legal = simt_nest_build(workload, &roles, &schedule, device, &nest) == REJECT_NONE;
  if (is_legal) {
    CHECK_EQUAL(loop_nest_build(workload, &schedule, &loops), REJECT_NONE);
    simt_emit(group, &view, &nest, &schedule, device, root);
    CHECK(mlirOperationVerify(root));
    Counts expected = of_nest(&loops, device_mma(device, schedule.instruction), trial->columns);
    Counts found = of_code(root, trial->tile, expected.stages > 1);
    CHECK_EQUAL(found.blocks, expected.blocks);
    CHECK_EQUAL(found.threads, expected.threads);
    CHECK_EQUAL(found.stages, expected.stages);
    CHECK_EQUAL(found.steps, expected.steps);
    CHECK_EQUAL(found.products, expected.products);
  }
  mlirModuleDestroy(module);
  return is_legal;
}

int main(void) {
  Rng rng = {1};
  int compared = 0;
  MlirContext context = compile_context_create();
  Group *group = malloc(sizeof *group);
  if (group == NULL)
    abort();
  for (int t = 0; t < TRIALS; t++) {
    Trial trial = draw_trial(&rng);
    compared += run(context, &trial, group);
  }
  CHECK(compared >= TRIALS / 4);
  free(group);
  mlirContextDestroy(context);
  return check_result();
}
