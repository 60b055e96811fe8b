// Affine nests: every schedule computes what the source computes.
//
// Random programs are read, scheduled or rewritten at random and run statement by statement in C,
// with raised loops run backwards, beside the program as it was read. Some go the whole way:
// through the pass and machine code, beside the untouched lowering. Every program is checked twice:
// on integers, whose sums are equal in every order, and on floats under fp=source and strict, where
// every bit must be that of the source. Then raised loops over the terms of one sum run forwards.
// Once more it has ends of loops that are parameters, whose values leave out iterations.
//
// One program of eight is of the seed of the day, the others are of the seeds from 0 on; all are of
// those from N on with --seed N.
//
//   test_affine [--programs N] [--compiled N] [--seed N] [--print]
#include "affine/affine_costs.h"
#include "affine/affine_program.h"
#include "affine/emit/affine_emit.h"
#include "affine/loop_rules/loop_rules.h"
#include "affine/read/affine_read.h"
#include "affine/schedule/affine_fuse.h"
#include "affine/schedule/affine_parallel.h"
#include "affine/schedule/affine_schedule.h"
#include "affine/schedule/affine_transformations.h"
#include "passes/autotune_shim.h"
#include "passes/tune.h"
#include "runtime/codegen/compile.h"
#include "runtime/executable.h"
#include "test/unit/affine/affine_random.h"
#include "test/unit/affine/affine_shapes.h"
#include "test/unit/base/daily_seed.h"
#include "transforms/extract/structured_op.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/predicates.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Schedules of a nest, how often the rules for nests that stay loops are tried on it, and how often
// neighbours are fused, and loops made parallel.
enum {
  TEXT_BYTES = 1 << 15,
  FLOAT_TEXT_BYTES = TEXT_BYTES / 4 * 5,
  SCHEDULES = 3,
  RULE_TRIALS = 3,
  FUSIONS = 6,
  PARALLELS = 9
};

static struct {
  int programs, compiled;
  uint64_t seed;
  bool print, has_seed;
} options = {.programs = 300, .compiled = 8};

// --- running an AffineProgram

// Of programs that have parameters: the values of both, one set a run. Trips become less than 0.
static const int64_t parameter_values[][AFFINE_RANDOM_OPEN] = {
    {AFFINE_RANDOM_FIRST, AFFINE_RANDOM_SECOND},
    {AFFINE_RANDOM_FIRST, 1},
    {13, AFFINE_RANDOM_SECOND},
    {7, 2},
    {3, AFFINE_RANDOM_SECOND},
    {-19, 0},
};
enum { PARAMETER_VALUES = sizeof parameter_values / sizeof *parameter_values };

typedef struct Memory {
  int32_t *arrays[AFFINE_MAX_ARRAYS]; // owned
  int64_t shape[AFFINE_MAX_ARRAYS][AFFINE_MAX_RANK];
  int64_t elements[AFFINE_MAX_ARRAYS];
} Memory;

typedef struct Machine {
  const AffineProgram *program;
  Memory *memory;
  int64_t loops[AFFINE_MAX_DEPTH];
  bool is_bad; // something lay outside its array
} Machine;

static int64_t form_at(const Machine *m, const AffineForm *form) {
  int64_t sum = form->constant;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    sum += form->coefficients[d] * m->loops[d];
  return sum;
}

static int64_t bound_at(const Machine *m, const AffineBound *bound) {
  int64_t value = form_at(m, &bound->form);
  if (bound->divisor) {
    int64_t dividend = form_at(m, &bound->dividend);
    value +=
        bound->multiplier * (dividend / bound->divisor + (dividend % bound->divisor > 0 ? 1 : 0));
  }
  return value;
}

static int32_t *element(Machine *m, const AffineAccess *access) {
  static int32_t nowhere;
  const int64_t *shape = m->memory->shape[access->array];
  int64_t at = 0;
  for (int d = 0; d < access->rank; d++) {
    int64_t index = form_at(m, &access->index[d]);
    if (index < 0 || index >= shape[d]) {
      m->is_bad = true;
      return &nowhere;
    }
    at = at * shape[d] + index;
  }
  return &m->memory->arrays[access->array][at];
}

static float as_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint32_t as_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint32_t constant(MlirOperation op) {
  MlirAttribute value =
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("value"));
  return mlirAttributeIsAFloat(value) ? as_bits((float)mlirFloatAttrGetValueDouble(value))
                                      : (uint32_t)mlirIntegerAttrGetValueInt(value);
}

static int predicate(MlirOperation op) {
  return (int)mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("predicate")));
}

static float maximum(float a, float b) {
  if (a != a || b != b)
    return NAN;
  return a == b ? (signbit(a) ? b : a) : a > b ? a : b;
}

// Of an op on floats; false: it is none.
static bool float_operation(const AffineNode *node, const uint32_t *operands, uint32_t *out_bits) {
  float a = as_float(operands[0]), b = as_float(operands[1]);
  if (affine_node_is(node, "arith.addf"))
    *out_bits = as_bits(a + b);
  else if (affine_node_is(node, "arith.subf"))
    *out_bits = as_bits(a - b);
  else if (affine_node_is(node, "arith.mulf"))
    *out_bits = as_bits(a * b);
  else if (affine_node_is(node, "arith.maximumf"))
    *out_bits = as_bits(maximum(a, b));
  else if (affine_node_is(node, "arith.cmpf")) // olt or oge
    *out_bits = predicate(node->op) == FLOAT_ORDERED_LESS ? a < b : a >= b;
  else
    return false;
  return true;
}

static uint32_t operation(const AffineNode *node, const uint32_t *operands) {
  MlirOperation op = node->op;
  if (node->kind == AFFINE_NODE_OUTSIDE) // the programs have constants only
    return constant(mlirOpResultGetOwner(node->value));
  if (ir_op_is(op, "arith.constant"))
    return constant(op);
  uint32_t bits;
  if (float_operation(node, operands, &bits))
    return bits;
  if (affine_node_is(node, "arith.addi"))
    return operands[0] + operands[1];
  if (affine_node_is(node, "arith.subi"))
    return operands[0] - operands[1];
  if (affine_node_is(node, "arith.muli"))
    return operands[0] * operands[1];
  bool is_less = (int32_t)operands[0] < (int32_t)operands[1];
  if (affine_node_is(node, "arith.cmpi")) // slt or sge
    return is_less == (predicate(op) == INTEGER_LESS);
  if (affine_node_is(node, "arith.select"))
    return operands[operands[0] ? 1 : 2];
  return is_less == affine_node_is(node, "arith.minsi") ? operands[0] : operands[1];
}

static void execute(Machine *m, const AffineStatement *s) {
  uint32_t values[AFFINE_MAX_NODES];
  for (int g = 0; g < s->guard_count; g++)
    if (form_at(m, &s->guards[g].form) < 0)
      return;
  for (int n = 0; n < s->body->node_count; n++) {
    const AffineNode *node = &s->body->nodes[n];
    uint32_t operands[4] = {0};
    for (int i = 0; i < node->operand_count; i++)
      operands[i] = values[node->operands[i]];
    values[n] = node->kind == AFFINE_NODE_ACCESS ? (uint32_t)*element(m, &s->accesses[node->index])
                                                 : operation(node, operands);
  }
  *element(m, &s->accesses[0]) = (int32_t)values[s->body->node_count - 1];
}

static void run_range(Machine *m, int from, int to, int level) {
  while (from < to) {
    const AffineStatement *s = m->program->statements[from];
    if (s->depth == level) {
      execute(m, s);
      from++;
      continue;
    }
    int end = from + 1;
    while (end < to && m->program->statements[end]->depth > level &&
           m->program->statements[end]->position[level] == s->position[level])
      end++;
    int64_t low = INT64_MIN, high = INT64_MAX;
    for (int i = 0; i < s->loops[level].lower_count; i++) {
      int64_t bound = bound_at(m, &s->loops[level].lower[i]);
      low = bound > low ? bound : low;
    }
    for (int i = 0; i < s->loops[level].upper_count; i++) {
      int64_t bound = bound_at(m, &s->loops[level].upper[i]);
      high = bound < high ? bound : high;
    }
    bool is_ordered = s->is_ordered && affine_update_repeats(s, level);
    uint32_t turned = s->lanes | s->parallel | (is_ordered ? 0 : s->raised);
    bool is_backwards = turned >> level & 1;
    for (int64_t i = low; i < high; i++) {
      m->loops[level] = is_backwards ? high - 1 - (i - low) : i;
      run_range(m, from, end, level + 1);
    }
    m->loops[level] = 0;
    from = end;
  }
}

// Numbers whose sums depend on the order, or small integers.
static int32_t start_value(const AffineArray *array, int a, int64_t e) {
  int32_t value = (int32_t)(e * 7 + a * 13) % 11 - 3;
  return mlirTypeIsAFloat(array->element) ? (int32_t)as_bits((float)value / 7.3f) : value;
}

static int64_t extent_of(const Machine *m, const AffineArray *array, int d) {
  if (array->shape[d] != AFFINE_UNKNOWN)
    return array->shape[d];
  int64_t extent = form_at(m, &array->extents[d]);
  return !mlirValueIsNull(array->memref) ? AFFINE_RANDOM_EXTENT : extent > 0 ? extent : 0;
}

static Memory run_program(const AffineProgram *program, int shown, int values, bool *out_is_bad) {
  Memory memory = {0};
  Machine machine = {.program = program, .memory = &memory};
  for (int d = 0; d < program->parameter_count; d++) // after the four arrays
    machine.loops[d] =
        parameter_values[values][mlirBlockArgumentGetArgNumber(program->parameters[d]) - 4];
  for (int a = 0; a < program->array_count; a++) {
    int64_t elements = 1;
    for (int d = 0; d < program->arrays[a].rank; d++)
      elements *= memory.shape[a][d] = extent_of(&machine, &program->arrays[a], d);
    memory.elements[a] = elements;
    memory.arrays[a] = malloc((size_t)elements * sizeof(int32_t) + 1);
    for (int64_t e = 0; e < elements; e++) // what is not shown holds garbage
      memory.arrays[a][e] = a < shown ? start_value(&program->arrays[a], a, e) : -77777;
  }
  run_range(&machine, 0, program->statement_count, program->parameter_count);
  for (int a = 0; a < program->array_count; a++) {
    int origin = program->arrays[a].origin;
    if (origin >= 0) // the last copy is put back
      memcpy(memory.arrays[origin], memory.arrays[a] + memory.elements[a] - memory.elements[origin],
             (size_t)memory.elements[origin] * sizeof(int32_t));
  }
  *out_is_bad = machine.is_bad;
  return memory;
}

static void memory_destroy(Memory *memory) {
  for (int a = 0; a < AFFINE_MAX_ARRAYS; a++)
    free(memory->arrays[a]);
}

static void print_form(const AffineForm *form) {
  printf("%lld", (long long)form->constant);
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if (form->coefficients[d])
      printf("%+di%d", form->coefficients[d], d);
}

static void print_bounds(const AffineBound *bounds, int count, const char *name) {
  for (int i = 0; i < count; i++) {
    printf(" %s ", name);
    print_form(&bounds[i].form);
    if (bounds[i].divisor) {
      printf("+%d*ceil((", bounds[i].multiplier);
      print_form(&bounds[i].dividend);
      printf(")/%d)", bounds[i].divisor);
    }
  }
}

static void print_program(const AffineProgram *program) {
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *s = program->statements[i];
    printf("statement %d at", s->id);
    for (int d = 0; d <= s->depth; d++)
      printf(" %d", s->position[d]);
    for (int d = 0; d < s->depth; d++) {
      printf("\n  i%d%s", d,
             s->raised >> d & 1     ? " raised"
             : s->lanes >> d & 1    ? " lanes"
             : s->parallel >> d & 1 ? " parallel"
                                    : "");
      print_bounds(s->loops[d].lower, s->loops[d].lower_count, "from");
      print_bounds(s->loops[d].upper, s->loops[d].upper_count, "to");
    }
    for (int a = 0; a < s->access_count; a++) {
      printf("\n  %s array %d", a ? "reads" : "writes", s->accesses[a].array);
      for (int d = 0; d < s->accesses[a].rank; d++) {
        printf(" [");
        print_form(&s->accesses[a].index[d]);
        printf("]");
      }
    }
    printf("\n");
  }
}

// --- random schedules of one nest

static int checked, opened, rewritten, fused, parallel, peeled, shared, waves, refused, failures;
static int compiled_programs;

// The rules for nests that stay loops, and how many nests each of them has changed.
static struct {
  const char *name;
  int hits;
} rules[] = {{"interchanged", 0}, {"side by side", 0}, {"wavefront", 0}, {"vectors along", 0},
             {"jammed", 0},       {"sums", 0},         {"rows of", 0},   {"meet themselves", 0}};
enum { RULES = sizeof rules / sizeof *rules };

static void count_rules(const char *text) {
  for (int i = 0; i < RULES; i++)
    rules[i].hits += strstr(text, rules[i].name) != NULL;
}

// What only the nest uses is not seen by anybody else, but what its outermost loop carries is.
static bool is_visible(const AffineArray *array) {
  return !mlirValueIsNull(array->result) || (!mlirValueIsNull(array->memref) && !array->is_local);
}

// The same bits; any NaN is like another.
static bool elements_agree(const AffineArray *array, const int32_t *a, const int32_t *b,
                           int64_t count) {
  bool agree = true;
  for (int64_t e = 0; e < count && agree; e++) {
    float x = as_float((uint32_t)a[e]), y = as_float((uint32_t)b[e]);
    agree = a[e] == b[e] || (mlirTypeIsAFloat(array->element) && x != x && y != y);
  }
  return agree;
}

static bool memories_agree(const AffineProgram *program, const Memory *a, const Memory *b,
                           int shown) {
  for (int i = 0; i < shown; i++)
    if (is_visible(&program->arrays[i]) &&
        !elements_agree(&program->arrays[i], a->arrays[i], b->arrays[i], a->elements[i]))
      return false;
  return true;
}

// What a nest, or a run of them, leaves in memory.
typedef struct Reference {
  AffineProgram source;
  int runs; // one, or one for each set of values of parameters
  Memory expected[PARAMETER_VALUES];
  bool is_bad;
  const char *text; // lent
  uint64_t seed;
} Reference;

static bool reference_create(const MlirOperation *roots, int count, const char *text, uint64_t seed,
                             Reference *out) {
  if (affine_read_neighbours(NULL, roots, count, target_default(), &out->source) != STATUS_OK)
    return false;
  out->text = text;
  out->seed = seed;
  out->runs = out->source.parameter_count ? PARAMETER_VALUES : 1;
  out->is_bad = false;
  for (int v = 0; v < out->runs; v++) {
    bool is_bad;
    out->expected[v] = run_program(&out->source, out->source.array_count, v, &is_bad);
    out->is_bad |= is_bad;
  }
  return true;
}

static void reference_destroy(Reference *reference) {
  for (int v = 0; v < reference->runs; v++)
    memory_destroy(&reference->expected[v]);
  affine_program_destroy(&reference->source);
}

static void compare_run(const Reference *reference, const AffineProgram *program, int values,
                        const char *what, int which) {
  int shown = reference->source.array_count;
  bool is_bad;
  Memory actual = run_program(program, shown, values, &is_bad);
  if (reference->is_bad || is_bad ||
      !memories_agree(&reference->source, &reference->expected[values], &actual, shown)) {
    failures++;
    printf("FAILED seed %llu, %s %d, values %d%s\n%s", (unsigned long long)reference->seed, what,
           which, values, is_bad ? ", outside an array" : "", reference->text);
    print_program(program);
  }
  memory_destroy(&actual);
}

static void compare(const Reference *reference, const AffineProgram *program, const char *what,
                    int which) {
  checked++;
  opened += program->parameter_count > 0;
  for (int v = 0; v < reference->runs; v++)
    compare_run(reference, program, v, what, which);
}

static void check_nest(MlirOperation loop, const char *text, uint64_t seed) {
  Reference reference;
  if (!reference_create(&loop, 1, text, seed, &reference)) {
    refused++;
    return;
  }
  for (int k = 0; k < SCHEDULES + RULE_TRIALS; k++) {
    AffineProgram program;
    AffineSummary summary;
    LoopRulesText done;
    bool has_rules = k >= SCHEDULES;
    if (affine_read_nest(NULL, loop, target_default(), &program) != STATUS_OK)
      break;
    if (k > 0)
      affine_forward_scalars(&program);
    if (k > 0 && !has_rules)
      affine_terms_separate(&program);
    if (k & 1)
      affine_expand_arrays(&program, EXPAND_MAX_BYTES);
    uint64_t draw = k == 2 || k == 5 ? 0 : seed * SCHEDULES + (uint64_t)k + 1;
    bool is_changed = !has_rules && affine_schedule_program(&program, draw, &summary);
    bool is_rewritten =
        (has_rules || (is_changed && k == 1)) && loop_rules_apply(&program, draw, &done);
    is_changed |= is_rewritten;
    if (is_changed) {
      rewritten += is_rewritten;
      if (is_rewritten)
        count_rules(done.done);
      compare(&reference, &program, "schedule", k);
    }
    affine_program_destroy(&program);
  }
  reference_destroy(&reference);
}

// Neighbours, or one nest: fused at random or where it pays, some of them in tiles, some with the
// rules for nests that stay loops after it.
static void check_fusion(const MlirOperation *roots, int count, const char *text, uint64_t seed) {
  Reference reference;
  if (!reference_create(roots, count, text, seed, &reference))
    return;
  for (int k = 0; k < FUSIONS; k++) {
    AffineProgram program;
    LoopRulesText done;
    uint64_t draw = k == 1 || k == 5 ? 0 : seed * FUSIONS + (uint64_t)k + 1;
    int64_t tile = k > 3 ? 2 + (int64_t)(seed % 3) : 0;
    if (affine_read_neighbours(NULL, roots, count, target_default(), &program) != STATUS_OK)
      break;
    if (k > 0)
      affine_forward_scalars(&program);
    if (k & 1)
      affine_expand_arrays(&program, EXPAND_MAX_BYTES);
    AffineFuseOptions how = {.tile = tile, .is_shallow = k == 1, .seed = draw};
    if (affine_fuse_program(&program, &how, NULL)) {
      if (k > 1)
        (void)loop_rules_apply(&program, draw, &done);
      fused++;
      compare(&reference, &program, "fusion", k);
    }
    affine_program_destroy(&program);
  }
  reference_destroy(&reference);
}

// Blocks of the outermost parallel loops, whose insides are scheduled or rewritten at random; or
// the parallel loops of what has been scheduled, or waves of its outermost loops; or blocks of the
// whole nest, one for each thread.
static void check_parallel(MlirOperation loop, const char *text, uint64_t seed) {
  Reference reference;
  if (!reference_create(&loop, 1, text, seed, &reference))
    return;
  for (int k = 0; k < PARALLELS; k++) {
    AffineProgram program;
    AffineSummary summary;
    LoopRulesText done;
    uint64_t draw = seed * PARALLELS + (uint64_t)k + 1;
    if (affine_read_nest(NULL, loop, target_default(), &program) != STATUS_OK)
      break;
    affine_forward_scalars(&program);
    if (k & 1 || k == 4)
      affine_expand_arrays(&program, k == 4 ? (double)(8 << seed % 6) : EXPAND_MAX_BYTES);
    bool is_shared = (k == 5 || k == 6) && affine_parallel_share(&program, 2, draw);
    bool is_parallel =
        is_shared || (k != 3 && k < 5 && affine_parallel_cut(&program, AFFINE_MAX_DEPTH, draw));
    if (k >= 2 && k != 6)
      (void)affine_schedule_program(&program, draw, &summary);
    if (k == 1 || k == 6)
      (void)loop_rules_apply(&program, draw, &done);
    bool is_wave = k > 6 && affine_parallel_wave(&program, 2 + (int)(draw % 3), draw);
    is_parallel |= is_wave || (k == 3 && affine_parallel_mark(&program, draw));
    if (is_parallel && affine_parallel_settle(&program, done.done, sizeof done.done)) {
      parallel++;
      shared += is_shared;
      waves += is_wave;
      for (int a = 0; a < program.array_count; a++)
        peeled += program.arrays[a].is_left_apart;
      compare(&reference, &program, "parallel", k);
    }
    affine_program_destroy(&program);
  }
  reference_destroy(&reference);
}

static bool is_nest(MlirOperation op) {
  return ir_op_is(op, "affine.for") && ir_op_is(mlirOperationGetParentOperation(op), "func.func");
}

static void check_schedules(MlirContext context, const char *text, uint64_t seed, bool is_open) {
  MlirModule module;
  if (compile_parse(context, text, &module) != STATUS_OK) {
    failures++;
    printf("FAILED seed %llu: %s\n%s", (unsigned long long)seed, status_text(), text);
    return;
  }
  IrOps nests = ir_collect(mlirModuleGetOperation(module), is_nest);
  for (int i = 0; i < nests.count; i++)
    check_nest(nests.ops[i], text, seed);
  for (int i = 0; i < nests.count && !is_open; i++) // neither of which is done with parameters
    check_parallel(nests.ops[i], text, seed);
  if (!is_open) // only loops stand between the first and the last
    check_fusion(nests.ops, nests.count, text, seed);
  free(nests.ops);
  mlirModuleDestroy(module);
}

// --- the whole way

static void ignore(const TuneRemark *remark, void *user) {
  (void)remark;
  (void)user;
}

static Status run_compiled(MlirModule module, bool tuned, const Signature *signature,
                           Operands *operands, Outputs *out_outputs) {
  Status status = STATUS_OK;
  Executable executable = {0};
  compile_request_wrappers(module);
  TRY(lower_to_llvm(module, tuned));
  TRY(executable_create(module, CODE_SCHEDULED, NULL, signature, operands, &executable));
  operands_fill(operands, 2, 7);
  TRY(executable_run(&executable, out_outputs));
cleanup:
  executable_destroy(&executable);
  mlirModuleDestroy(module);
  return status;
}

// Runs both modules, which go with them.
static Status compare_modules(MlirModule module, MlirModule tuned) {
  Status status = STATUS_OK;
  Signature signature;
  Operands operands;
  Outputs expected = {0}, actual = {0};
  TRY(signature_read(module, NULL, &signature));
  TRY(operands_create(&signature, PLACE_GUARDED, &operands));
  if (!mlirOperationVerify(mlirModuleGetOperation(tuned)))
    TRY(status_fail(STATUS_LOWERING, "the tuned module does not verify"));
  TRY(run_compiled(module, false, &signature, &operands, &expected));
  TRY(run_compiled(tuned, true, &signature, &operands, &actual));
  Comparison comparison = outputs_compare(&expected, &actual, 0.0);
  if (!comparison.agrees)
    status = status_fail(STATUS_WORKER, "%s", comparison.text);
  outputs_destroy(&expected);
  outputs_destroy(&actual);
  operands_destroy(&operands);
  signature_destroy(&signature);
cleanup:
  return status;
}

static Status parse_twice(MlirContext context, const char *text, MlirModule *out_module,
                          MlirModule *out_copy) {
  Status status = compile_parse(context, text, out_module);
  if (status == STATUS_OK)
    *out_copy = mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(*out_module)));
  return status;
}

static Status compare_compiled(MlirContext context, const char *text, const char *fp) {
  Status status = STATUS_OK;
  MlirModule module, tuned;
  OptionTexts texts;
  TuneOptions tune_options;
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed;
  TRY(parse_twice(context, text, &module, &tuned));
  option_texts_init(&texts);
  texts.max_candidates = 20;
  texts.fp = fp;
  texts.target = "x86-64-v2"; // vectors short enough for several of them in the small arrays
  TRY(options_parse(&texts, &tune_options));
  TRY(tune_payload(mlirModuleGetOperation(tuned), &tune_options, &statistics, ignore, NULL,
                   &changed, &location));
  status = compare_modules(module, tuned);
cleanup:
  return status;
}

// Every nest under random rules for loops, of half of the programs after a random schedule.
static Status compare_rewritten(MlirContext context, const char *text, uint64_t seed) {
  Status status = STATUS_OK;
  MlirModule module, tuned;
  TRY(parse_twice(context, text, &module, &tuned));
  IrOps nests = ir_collect(mlirModuleGetOperation(tuned), is_nest);
  for (int i = 0; i < nests.count && status == STATUS_OK; i++) {
    AffineProgram program;
    LoopRulesText done;
    if (affine_read_nest(NULL, nests.ops[i], target_default(), &program) != STATUS_OK)
      continue;
    affine_forward_scalars(&program);
    if (seed & 1)
      affine_expand_arrays(&program, EXPAND_MAX_BYTES);
    AffineSummary summary;
    bool is_scheduled = (seed & 2) && affine_schedule_program(&program, seed + 1, &summary);
    if (loop_rules_apply(&program, seed + 1, &done) || is_scheduled)
      status = affine_emit_program(&program);
    affine_program_destroy(&program);
  }
  free(nests.ops);
  TRY(status);
  if (options.print)
    ir_write(mlirModuleGetOperation(tuned), stdout);
  status = compare_modules(module, tuned);
cleanup:
  return status;
}

// Sweeps over more than the cache holds, a number of steps that no tile divides: time is tiled, and
// the result is that of the source.
static void check_time_tiles(MlirContext context) {
  static const char text[] = "func.func @main(%a: memref<331x300xi32>, %b: memref<331x300xi32>) {\n"
                             "  affine.for %t = 0 to 13 {\n"
                             "    affine.for %i = 1 to 330 {\n"
                             "      affine.for %j = 1 to 299 {\n"
                             "        %0 = affine.load %a[%i - 1, %j] : memref<331x300xi32>\n"
                             "        %1 = affine.load %a[%i + 1, %j - 1] : memref<331x300xi32>\n"
                             "        %2 = affine.load %a[%i, %j + 1] : memref<331x300xi32>\n"
                             "        %3 = arith.addi %0, %1 : i32\n"
                             "        %4 = arith.subi %3, %2 : i32\n"
                             "        affine.store %4, %b[%i, %j] : memref<331x300xi32>\n"
                             "      }\n"
                             "    }\n"
                             "    affine.for %i = 1 to 330 {\n"
                             "      affine.for %j = 1 to 299 {\n"
                             "        %0 = affine.load %b[%i, %j] : memref<331x300xi32>\n"
                             "        affine.store %0, %a[%i, %j] : memref<331x300xi32>\n"
                             "      }\n"
                             "    }\n"
                             "  }\n"
                             "  return\n"
                             "}\n";
  static char floats[2 * sizeof text];
  affine_random_floats(text, floats, sizeof floats);
  if (compare_compiled(context, text, "auto") != STATUS_OK ||
      compare_compiled(context, floats, "auto") != STATUS_OK) {
    failures++;
    printf("FAILED tiles of time: %s\n", status_text());
  }
}

static bool parse_arguments(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--print"))
      options.print = true;
    else if (!strcmp(argv[i], "--programs"))
      options.programs = atoi(value), i++;
    else if (!strcmp(argv[i], "--compiled"))
      options.compiled = atoi(value), i++;
    else if (!strcmp(argv[i], "--seed"))
      options.seed = strtoull(value, NULL, 10), options.has_seed = true, i++;
    else {
      fprintf(stderr, "test_affine: bad argument %s\n", argv[i]);
      return false;
    }
  }
  return true;
}

static void check_text(MlirContext context, const char *text, uint64_t seed, bool is_compiled) {
  if (options.print)
    printf("%s", text);
  check_schedules(context, text, seed, false);
  if (is_compiled && (compare_compiled(context, text, seed & 1 ? "auto" : "strict") != STATUS_OK ||
                      compare_rewritten(context, text, seed) != STATUS_OK)) {
    failures++;
    printf("FAILED seed %llu, compiled: %s\n%s", (unsigned long long)seed, status_text(), text);
  }
}

static void check_program(MlirContext context, uint64_t seed, bool is_compiled) {
  static char text[TEXT_BYTES], floats[FLOAT_TEXT_BYTES], open[3 * FLOAT_TEXT_BYTES];
  compiled_programs += is_compiled;
  affine_random_module(seed, text, sizeof text);
  affine_random_floats(text, floats, sizeof floats);
  check_text(context, text, seed, is_compiled);
  check_text(context, floats, seed, is_compiled);
  affine_random_open(seed & 2 ? floats : text, seed, open, sizeof open);
  if (options.print)
    printf("%s", open);
  check_schedules(context, open, seed, true);
}

// Rows computed in an argument, which every iteration of the outermost loop writes before it reads
// it: odd, prime, tiny and unit sizes. The seed limits the copies, so that one iteration of the
// outermost loop has them and not all.
static void check_left(MlirContext context) {
  static const struct {
    int rows, columns, width;
    uint64_t seed;
  } cases[] = {{3, 1, 1, 0},  {4, 1, 3, 1}, {5, 2, 2, 1},
               {11, 1, 7, 2}, {7, 5, 3, 3}, {13, 4, 8, 4}};
  static char text[TEXT_BYTES], floats[FLOAT_TEXT_BYTES];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    affine_shape_left(cases[i].rows, cases[i].columns, cases[i].width, text, sizeof text);
    affine_random_floats(text, floats, sizeof floats);
    check_schedules(context, text, cases[i].seed, false);
    check_schedules(context, floats, cases[i].seed, false);
  }
}

// Blocks of columns for each thread: odd, prime, tiny and unit sizes. The seed draws the blocks.
static void check_columns(MlirContext context) {
  static const struct {
    int rows, columns;
    uint64_t seed;
  } cases[] = {{1, 1, 0}, {2, 3, 1}, {1, 7, 2},  {7, 2, 3},   {5, 5, 4},
               {9, 8, 5}, {7, 9, 6}, {13, 4, 7}, {11, 13, 8}, {24, 6, 9}};
  static char text[TEXT_BYTES], floats[FLOAT_TEXT_BYTES];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    affine_shape_columns(cases[i].rows, cases[i].columns, text, sizeof text);
    affine_random_floats(text, floats, sizeof floats);
    check_text(context, text, cases[i].seed, options.compiled > 0);
    check_text(context, floats, cases[i].seed, options.compiled > 0);
  }
}

static void print_counts(void) {
  printf("%d schedules (%d with parameters, %d of loops that stay, %d of neighbours fused, %d "
         "parallel, %d of them in "
         "a block for each thread, %d in waves, %d arrays "
         "left by a last iteration) of %d programs "
         "and %d compiled programs agree, %d nests refused, %d failures\n",
         checked, opened, rewritten, fused, parallel, shared, waves, peeled, options.programs,
         compiled_programs, refused, failures);
  if (!opened) {
    printf("FAILED: no nest with parameters was scheduled\n");
    failures++;
  }
  if (!peeled) {
    printf("FAILED: of no parallel loop the last iteration was peeled off\n");
    failures++;
  }
  if (!shared || (!waves && options.programs >= 300)) {
    printf("FAILED: of no nest each thread had a block, or none ran in waves\n");
    failures++;
  }
  for (int i = 0; i < RULES; i++) {
    printf("%d nests %s\n", rules[i].hits, rules[i].name);
    if (options.programs >= 300 && !rules[i].hits) {
      printf("FAILED: no nest was changed by this rule\n");
      failures++;
    }
  }
}

static void check_programs(MlirContext context, uint64_t seed, int count) {
  for (int i = 0; i < count; i++)
    check_program(context, seed + (uint64_t)i, i < options.compiled);
}

int main(int argc, char **argv) {
  if (!parse_arguments(argc, argv))
    return 2;
  uint64_t day = daily_seed();
  int daily = options.has_seed ? 0 : options.programs / 8;
  setvbuf(stdout, NULL, _IOLBF, 0);
  autotune_register_passes();
  lowering_register();
  MlirContext context = compile_context_create();
  if (options.compiled)
    check_time_tiles(context);
  check_left(context);
  check_columns(context);
  check_programs(context, options.seed, options.programs - daily);
  check_programs(context, day, daily);
  mlirContextDestroy(context);
  print_counts();
  return failures != 0;
}
