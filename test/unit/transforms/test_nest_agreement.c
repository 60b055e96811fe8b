// The loop nest computed from a schedule is the one found in the code that is emitted for it.
//
// For every payload, random schedules: legal ones are emitted, must verify and agree
// (nest_agreement.h); damaged ones must either be refused, leaving the payload as it was, or give
// code that verifies and agrees.
//
//   test_nest_agreement [--case NAME] [--schedules N] [--seed N] [--only N] [--print]
#include "affine/raise/affine_raise.h"
#include "plan/rule.h"
#include "plan/schedule/random_schedule.h"
#include "plan/schedule_knobs.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/daily_seed.h"
#include "test/unit/transforms/nest_agreement.h"
#include "transforms/extract/extract.h"
#include "transforms/fp_mode.h"
#include "transforms/ir.h"
#include "transforms/kernel/emit.h"

#include "mlir-c/BuiltinAttributes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  const char *part;
  int schedules, only;
  uint64_t seed, day;
  int daily; // schedules of the seed of the day
  bool print;
} options = {.part = "", .schedules = 60, .only = -1, .seed = 1, .daily = 15};

typedef struct Totals {
  int agreed, refused, damaged_refused, damaged_taken, failures, patches;
  AgreementCounts counts;
} Totals;

typedef struct Text {
  char *items; // owned
  size_t count, capacity;
} Text;

static void append(MlirStringRef part, void *user) {
  Text *text = user;
  if (text->count + part.length + 1 > text->capacity) {
    text->capacity = 2 * (text->count + part.length + 1);
    text->items = realloc(text->items, text->capacity);
    if (!text->items)
      abort();
  }
  memcpy(text->items + text->count, part.data, part.length);
  text->count += part.length;
  text->items[text->count] = 0;
}

static Text print(MlirModule module) {
  Text text = {0};
  mlirOperationPrint(mlirModuleGetOperation(module), append, &text);
  return text;
}

// A module of its own for one function of the file, its affine loops raised.
static MlirModule isolate(MlirOperation function) {
  MlirModule module = mlirModuleCreateEmpty(mlirOperationGetLocation(function));
  // No vectors: loops that stay are left as they are.
  Target target = {.architecture = target_default()->architecture};
  TuneStatistics statistics = {0};
  PassReport report = {.statistics = &statistics};
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), mlirOperationClone(function));
  bool is_open;
  if (affine_raise(mlirModuleGetOperation(module), &target, false, 1, &report, &is_open) !=
      STATUS_OK)
    fprintf(stderr, "raising: %s\n", status_text());
  return module;
}

static void find_anchor(MlirBlock block, MlirOperation *out_op) {
  int best = INT32_MAX;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (op_is_anchor_candidate(op) && op_anchor_rank(op) < best) {
      best = op_anchor_rank(op);
      *out_op = op;
    }
}

static bool extract(MlirModule module, const Fusion *limits, Group *out_group) {
  MlirOperation function = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirOperation anchor = {NULL};
  find_anchor(block, &anchor);
  return !mlirOperationIsNull(anchor) && group_extract(anchor, limits, out_group) == STATUS_OK;
}

static uint64_t draw(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *seed >> 33;
}

static Fusion draw_limits(uint64_t *seed) {
  Fusion limits = FUSION_ALL;
  uint64_t dice = draw(seed);
  limits.init = dice % 8 != 0;
  limits.producers = dice / 8 % 8 != 0;
  limits.pad = dice / 64 % 4 != 0;
  limits.epilogue = dice / 256 % 4 ? 16 : 0;
  return limits;
}

// Operations of one evaluation, a product that is added counting as one with its sum where the
// target can and the mode of the op allows it; -1 where the body is more than the anchor's region.
static int count_operations(const Group *group, const Target *target) {
  int body_statements = 0, count = 0;
  for (int s = 0; s < group->workload.statement_count; s++)
    body_statements += group->workload.statements[s].stage == STAGE_BODY;
  if (body_statements != 1 || ir_op_is(group->anchor, "tensor.pad"))
    return -1;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(group->anchor, 0));
  const FpMode mode = fp_mode_of(group->anchor);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    count += mlirOperationGetNumResults(op) > 0 && !ir_op_is(op, "arith.constant");
    for (int i = 0; i < 2 && target->has_fma && ir_op_is(op, "arith.addf"); i++) {
      MlirValue value = mlirOperationGetOperand(op, i);
      if (mlirValueIsAOpResult(value) && ir_op_is(mlirOpResultGetOwner(value), "arith.mulf") &&
          fp_may_contract(mode, mlirOpResultGetOwner(value), op))
        count--;
    }
  }
  return count;
}

// Changes single numbers, in ways that are mostly illegal.
static void damage(uint64_t *seed, Schedule *schedule) {
  static const int8_t values[] = {0, 1, 2, 3, 5, 8, 16, 64, 127, -1, -2, -128};
  unsigned char *bytes = (unsigned char *)schedule;
  for (uint64_t n = 1 + draw(seed) % 3; n-- > 0;)
    bytes[draw(seed) % sizeof *schedule] =
        (unsigned char)values[draw(seed) % (sizeof values / sizeof *values)];
}

// All results at once in registers, as far as the target allows.
static void enlarge(const Workload *workload, Schedule *schedule) {
  Workload storage;
  const Workload *knobs = rule_workload(schedule->rule, workload, &storage);
  for (int i = 0; i < knobs->iterator_count; i++)
    if (knobs->kinds[i] == ITERATOR_PARALLEL)
      schedule->block[i] = (int32_t)knobs->extents[i];
    else
      schedule->block[i] = 1;
  schedule_normalize(workload, schedule);
}

typedef struct Trial {
  const char *name;
  int number;
  MlirModule module;
  Group *group;
  Schedule schedule;
  const Target *target;
  bool damaged;
  bool is_padding; // the anchor is a tensor.pad
} Trial;

static void report(Totals *totals, const Trial *trial, const Workload *workload,
                   const char *reason) {
  char text[2048];
  schedule_print(workload, &trial->schedule, text, sizeof text);
  printf("FAILED %s, schedule %d%s: %s\n  %s\n", trial->name, trial->number,
         trial->damaged ? " (damaged)" : "", reason, text);
  totals->failures++;
}

static MlirWalkResult count_buffer(MlirOperation op, void *count) {
  *(int *)count += ir_op_is(op, "tensor.empty");
  return MlirWalkResultAdvance;
}

// A padding whose image is packed before all loops is written straight into its result: there is no
// scratch buffer and no loop nest to compare. test/lit/passes/padding_result.mlir runs such code.
static void check_written_once(Totals *totals, const Trial *trial, const Workload *workload) {
  int buffers = 0;
  mlirOperationWalk(mlirModuleGetOperation(trial->module), count_buffer, &buffers,
                    MlirWalkPreOrder);
  if (buffers == 1)
    totals->agreed++;
  else
    report(totals, trial, workload, "the padding has buffers beside its result");
}

static void check_agreement(Totals *totals, const Trial *trial, const NestAnchor *anchor,
                            const Workload *workload, int operations) {
  static NestFromIr found;
  static Workload storage;
  LoopNest nest;
  char reason[512];
  const Workload *knobs = rule_workload(trial->schedule.rule, workload, &storage);
  if (loop_nest_build(workload, &trial->schedule, &nest) != REJECT_NONE) {
    report(totals, trial, workload, "emitted, but there is no nest");
    return;
  }
  if (trial->is_padding && nest.pack_count == 1 && nest.packs[0].is_image &&
      nest.packs[0].depth == 0) {
    check_written_once(totals, trial, workload);
    return;
  }
  uint8_t neighbours[WORKLOAD_MAX_ACCESSES] = {0};
  for (int p = 0; p < nest.pack_count; p++)
    neighbours[nest.packs[p].access] = nest.packs[p].interleave;
  if (trial->schedule.instruction == INSTRUCTION_WIDEN)
    operations = -1; // casts are made while packing
  bool is_im2col = trial->schedule.rule == RULE_IM2COL;
  if (!nest_from_ir(anchor, knobs, is_im2col ? workload : NULL, neighbours, &found)) {
    report(totals, trial, workload, found.error);
  } else if (!nest_agrees(&found, knobs, &trial->schedule, &nest, operations, &totals->counts,
                          reason, sizeof reason)) {
    report(totals, trial, workload, reason);
  } else {
    if (is_im2col && found.patch_matrix == 0)
      report(totals, trial, workload, "no patch matrix");
    totals->patches += found.patch_matrix > 0;
    totals->agreed++;
  }
  nest_from_ir_destroy(&found);
}

static void run_trial(Totals *totals, Trial *trial, const Text *before) {
  NestAnchor anchor;
  Workload *workload = malloc(sizeof *workload); // the group's dies with its ops
  if (!workload)
    abort();
  *workload = trial->group->workload;
  int operations = count_operations(trial->group, trial->target);
  bool noted = nest_anchor_note(trial->group, &anchor);
  Status status = emit_group(trial->group, &trial->schedule, NULL, trial->target);
  if (options.print) {
    Text after = print(trial->module);
    printf("%s", after.items);
    free(after.items);
  }
  if (status != STATUS_OK) {
    Text after = print(trial->module);
    *(trial->damaged ? &totals->damaged_refused : &totals->refused) += 1;
    if (after.count != before->count || memcmp(after.items, before->items, after.count) != 0)
      report(totals, trial, workload, "refused, but the payload has changed");
    free(after.items);
  } else if (!mlirOperationVerify(mlirModuleGetOperation(trial->module))) {
    report(totals, trial, workload, "the module does not verify");
  } else if (!noted) {
    report(totals, trial, workload, "the result of the group is not used");
  } else {
    totals->damaged_taken += trial->damaged;
    check_agreement(totals, trial, &anchor, workload, operations);
  }
  free(workload);
}

// Every other schedule of products that an instruction adds up asks for one, where some draw does.
static bool draw_schedule(const Workload *workload, const Target *target, int number,
                          uint64_t *seed, Schedule *out_schedule) {
  bool wants_dot = workload->factors[0].cast != FACTOR_NONE && number % 2 == 0;
  for (int left = wants_dot ? 60 : 1; left > 0; left--)
    if (!schedule_random(workload, target, seed, out_schedule))
      return false;
    else if (instruction_dot((InstructionChoice)out_schedule->instruction) != NULL)
      break;
  return true;
}

static void run_schedule(Totals *totals, MlirModule original, const Text *before, const char *name,
                         uint64_t base, int number) {
  // The last has more registers than kernels may hold: some are given up when half built.
  static const char *const targets[] = {"x86-64-v3",
                                        "x86-64-v4",
                                        "x86-64-v2",
                                        "x86-64-v3",
                                        "x86-64-v4,has_dot_i8=1,has_dot_bf16=1",
                                        "x86-64-v4,vector_registers=1000"};
  uint64_t seed = base * 1000003 + (uint64_t)number * 7919;
  for (const char *c = name; *c; c++)
    seed = (seed ^ (unsigned char)*c) * UINT64_C(1099511628211);
  Target target;
  if (target_parse(targets[number % 6], &target) != STATUS_OK)
    abort();
  Trial trial = {.name = name, .number = number, .target = &target};
  trial.group = malloc(sizeof *trial.group);
  if (!trial.group)
    abort();
  trial.module = mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(original)));
  Fusion limits = draw_limits(&seed);
  if (!extract(trial.module, &limits, trial.group)) {
    printf("FAILED %s: no group: %s\n", name, status_text());
    totals->failures++;
  } else if (draw_schedule(&trial.group->workload, &target, number, &seed, &trial.schedule)) {
    trial.damaged = draw(&seed) % 4 == 0;
    if (trial.damaged)
      damage(&seed, &trial.schedule);
    else if (number % 6 == 5 && draw(&seed) % 2)
      enlarge(&trial.group->workload, &trial.schedule);
    trial.is_padding = ir_op_is(trial.group->anchor, "tensor.pad");
    run_trial(totals, &trial, before);
  }
  mlirModuleDestroy(trial.module);
  free(trial.group);
}

static void run_case(Totals *totals, MlirOperation function) {
  char name[128];
  MlirAttribute symbol =
      mlirOperationGetAttributeByName(function, mlirStringRefCreateFromCString("sym_name"));
  MlirStringRef text = mlirStringAttrGetValue(symbol);
  snprintf(name, sizeof name, "%.*s", (int)text.length, text.data);
  if (!strstr(name, options.part))
    return;
  MlirModule module = isolate(function);
  Text before = print(module);
  int agreed = totals->agreed;
  for (int n = 0; n < options.schedules; n++)
    if (options.only < 0 || options.only == n)
      run_schedule(totals, module, &before, name, options.seed, n);
  for (int n = 0; n < options.daily; n++)
    if (options.only < 0)
      run_schedule(totals, module, &before, name, options.day, n);
  if (options.only < 0 && totals->agreed == agreed) {
    printf("FAILED %s: no schedule was compared\n", name);
    totals->failures++;
  }
  free(before.items);
  mlirModuleDestroy(module);
}

static void read_arguments(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--print")) {
      options.print = true;
      continue;
    }
    if (!strcmp(argv[i], "--case"))
      options.part = value;
    else if (!strcmp(argv[i], "--schedules"))
      options.schedules = atoi(value);
    else if (!strcmp(argv[i], "--only"))
      options.only = atoi(value);
    else if (!strcmp(argv[i], "--seed"))
      options.seed = strtoull(value, NULL, 10), options.daily = 0;
    else {
      fprintf(stderr, "test_nest_agreement: bad argument %s\n", argv[i]);
      exit(2);
    }
    i++;
  }
}

typedef struct Floor {
  const char *name;
  long count, least;
} Floor;

// Each thing is compared about a third as often as it was when the floors were set, or more often:
// a comparison that stops to apply fails. Only for the default arguments.
static void check_floors(Totals *totals) {
  const AgreementCounts *c = &totals->counts;
  const Floor floors[] = {
      {"schedules", totals->agreed, 1200},
      {"patch matrices", totals->patches, 140},
      {"damaged, taken", totals->damaged_taken, 180},
      {"damaged, refused", totals->damaged_refused, 150},
      {"loops", c->loops, 140000},
      {"trips", c->trips, 1000000},
      {"fills", c->fills, 28000},
      {"strides", c->strides, 2400000},
      {"footprints", c->footprints, 2400000},
      {"kernels", c->kernels, 700000},
      {"accumulators", c->accumulators, 600000},
      {"evaluations", c->evaluations, 600000},
      {"reads", c->reads, 1200000},
      {"sweeps", c->sweeps, 4000},
      {"produced", c->produced, 400},
      {"interleaved", c->interleaved, 200},
      {"kernels of dot products", c->dots, 4000},
      {"sums", c->sums, 3000},
  };
  for (size_t i = 0; i < sizeof floors / sizeof *floors; i++) {
    if (floors[i].count >= floors[i].least)
      continue;
    printf("FAILED: %s: %ld compared, expected at least %ld\n", floors[i].name, floors[i].count,
           floors[i].least);
    totals->failures++;
  }
}

int main(int argc, char **argv) {
  Totals totals = {0};
  read_arguments(argc, argv);
  options.day = daily_seed();
  MlirContext context = compile_context_create();
  MlirModule file;
  if (compile_parse_file(context, "test/unit/runtime/agreement_cases.mlir", &file) != STATUS_OK) {
    printf("%s\n", status_text());
    return 2;
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(file));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    run_case(&totals, op);
  mlirModuleDestroy(file);
  mlirContextDestroy(context);
  if (argc == 1)
    check_floors(&totals);
  const AgreementCounts *c = &totals.counts;
  printf("%d schedules agree (%d with a patch matrix, %d of damaged schedules), %d refused, "
         "%d damaged ones refused, %d failures\n",
         totals.agreed, totals.patches, totals.damaged_taken, totals.refused,
         totals.damaged_refused, totals.failures);
  printf("compared: %ld loops, %ld trips, %ld fills, %ld strides, %ld footprints, %ld kernels, "
         "%ld accumulators, %ld evaluations, %ld reads, %ld sweeps, %ld produced, %ld interleaved, "
         "%ld kernels of dot products, %ld sums\n",
         c->loops, c->trips, c->fills, c->strides, c->footprints, c->kernels, c->accumulators,
         c->evaluations, c->reads, c->sweeps, c->produced, c->interleaved, c->dots, c->sums);
  return totals.failures != 0;
}
