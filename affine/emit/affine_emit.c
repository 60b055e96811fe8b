// From an AffineProgram back to IR. Everything is built before the last root; then the roots go.
#include "affine/emit/affine_emit.h"

#include "affine/affine_costs.h"
#include "affine/emit/affine_raised.h"
#include "mlir-c/BuiltinAttributes.h"
#include "transforms/cut_mark.h"
#include "transforms/predicates.h"
#include "transforms/threads/thread_marks.h"

// --- loops

static void emit_range(Emitter *emitter, int from, int to, int level);

static MlirValue guard_value(Emitter *emitter, const AffineStatement *statement) {
  MlirValue all = {NULL};
  for (int g = 0; g < statement->guard_count; g++) {
    MlirValue zero = ir_index(&emitter->ir, 0);
    MlirValue value = affine_emit_index(emitter, &statement->guards[g].form);
    MlirValue holds = ir_compare_index(&emitter->ir, INTEGER_GREATER_EQUAL, value, zero);
    all = mlirValueIsNull(all) ? holds : ir_binary(&emitter->ir, "arith.andi", all, holds);
  }
  return all;
}

static void emit_statement(Emitter *emitter, int index) {
  const AffineStatement *statement = emitter->program->statements[index];
  emitter->ir.location = statement->location;
  MlirValue guard = guard_value(emitter, statement);
  MlirOperation condition = {NULL};
  if (!mlirValueIsNull(guard))
    condition = ir_open_if(&emitter->ir, guard, 0, NULL);
  if (statement->raised)
    affine_emit_linalg(emitter, statement, &emitter->factors[index]);
  else if (statement->lanes)
    affine_emit_vector(emitter, statement);
  else
    affine_emit_scalar(emitter, statement);
  if (!mlirValueIsNull(guard)) {
    ir_else(&emitter->ir, condition, 0, NULL);
    ir_close_if(&emitter->ir, condition, 0, NULL, NULL);
  }
}

// Whether some iterations may have more to do than others: a loop inside has no constant trip.
static bool is_uneven(const Emitter *emitter, int from, int to, int level) {
  int64_t trip;
  for (int i = from; i < to; i++) {
    const AffineStatement *statement = emitter->program->statements[i];
    for (int d = level + 1; d < statement->depth; d++)
      if (!affine_loop_constant_trip(&statement->loops[d], &trip))
        return true;
  }
  return false;
}

// The last iterations of a loop that was cut into blocks are often too few.
static bool is_worth_threads(const Emitter *emitter, int from, int to, int level) {
  double points = 0;
  for (int i = from; i < to; i++)
    points += affine_statement_points(emitter->program->statements[i], level);
  return points >= PARALLEL_MIN_POINTS;
}

static void emit_parallel(Emitter *emitter, int from, int to, int level, MlirValue low,
                          MlirValue high) {
  MlirType index = mlirIndexTypeGet(emitter->ir.context);
  MlirBlock block = mlirBlockCreate(1, &index, &emitter->ir.location);
  MlirValue operands[3] = {low, high, ir_index(&emitter->ir, 1)};
  int32_t segments[4] = {1, 1, 1, 0};
  MlirNamedAttribute attribute = ir_attribute(
      &emitter->ir, "operandSegmentSizes", mlirDenseI32ArrayGet(emitter->ir.context, 4, segments));
  emitter->ivs[level] = mlirBlockGetArgument(block, 0);
  ir_open_region(&emitter->ir, block);
  emit_range(emitter, from, to, level + 1);
  ir_op(&emitter->ir, "scf.reduce", 0, NULL, 0, NULL, 0, NULL);
  MlirOperation loop =
      ir_close_region(&emitter->ir, "scf.parallel", 3, operands, 1, &attribute, block);
  if (emitter->program->threads > 1 && is_worth_threads(emitter, from, to, level))
    thread_mark_write(loop, emitter->program->threads, is_uneven(emitter, from, to, level));
}

// The loop over the lanes of a group, where the loop at `level` is that over groups and has nothing
// else in it; null: it is another loop.
static const AffineLoop *lanes_of(const AffineStatement *statement, int level) {
  bool is_around = statement->depth == level + 2 && statement->lanes >> (level + 1) & 1 &&
                   affine_loop_uses(&statement->loops[level + 1], level);
  return is_around ? &statement->loops[level + 1] : NULL;
}

// Groups of lanes of which only the run knows how many there are.
static bool is_of_open_groups(const AffineStatement *statement, int level) {
  int64_t trip;
  return lanes_of(statement, level) && !affine_loop_constant_trip(&statement->loops[level], &trip);
}

// What the groups of lanes in front of it have left of a loop, one iteration after the other.
static bool is_of_rest(const Emitter *emitter, int index, int level) {
  AffineStatement *const *all = emitter->program->statements;
  const AffineStatement *statement = all[index];
  const AffineLoop *loop = &statement->loops[level];
  return index > 0 && !statement->lanes && statement->depth == level + 1 &&
         loop->lower[loop->lower_count - 1].divisor && is_of_open_groups(all[index - 1], level) &&
         affine_statement_shared_loops(all[index - 1], statement) == level;
}

static void emit_for(Emitter *emitter, int from, int to, int level, MlirValue low, MlirValue high) {
  Promoted *promoted = affine_emit_promoted_start(emitter, from, to, level, low);
  int carried = affine_emit_promoted_count(promoted);
  MlirValue *values = affine_emit_promoted_values(promoted);
  emitter->ivs[level] =
      ir_open_for(&emitter->ir, low, high, ir_index(&emitter->ir, 1), carried, values);
  affine_emit_promoted_enter(promoted);
  emit_range(emitter, from, to, level + 1);
  affine_emit_promoted_leave(emitter, promoted);
  MlirOperation loop = ir_close_for(&emitter->ir, carried, values);
  // Pieces of an unknown extent: LLVM leaves them rolled, and no later run of the passes raises
  // them.
  if (is_of_open_groups(emitter->program->statements[from], level) ||
      is_of_rest(emitter, from, level))
    cut_mark_write_loop(loop);
  affine_emit_promoted_finish(emitter, promoted);
}

// The group of the last lanes: there is one, or none.
static void emit_last_group(Emitter *emitter, int from, int to, int level, MlirValue low,
                            MlirValue high) {
  MlirValue runs = ir_compare_index(&emitter->ir, INTEGER_LESS, low, high);
  MlirOperation condition = ir_open_if(&emitter->ir, runs, 0, NULL);
  emitter->ivs[level] = low;
  emit_range(emitter, from, to, level + 1);
  ir_else(&emitter->ir, condition, 0, NULL);
  ir_close_if(&emitter->ir, condition, 0, NULL, NULL);
}

static void emit_serial(Emitter *emitter, int from, int to, int level, MlirValue low,
                        MlirValue high) {
  const AffineLoop *lanes = lanes_of(emitter->program->statements[from], level);
  if (lanes && lanes->upper_count > 1) {
    emit_last_group(emitter, from, to, level, low, high);
    return;
  }
  if (!affine_emit_promoted_asks(emitter, from, to, level)) {
    emit_for(emitter, from, to, level, low, high);
    return;
  }
  MlirValue runs = ir_compare_index(&emitter->ir, INTEGER_LESS, low, high);
  MlirOperation condition = ir_open_if(&emitter->ir, runs, 0, NULL);
  emitter->is_behind_condition = true;
  emit_for(emitter, from, to, level, low, high);
  emitter->is_behind_condition = false;
  ir_else(&emitter->ir, condition, 0, NULL);
  ir_close_if(&emitter->ir, condition, 0, NULL, NULL);
}

static void emit_loop(Emitter *emitter, int from, int to, int level) {
  const AffineStatement *first = emitter->program->statements[from];
  const AffineLoop *loop = &first->loops[level];
  emitter->ir.location = first->location;
  MlirValue low = affine_emit_index_bounds(emitter, loop->lower, loop->lower_count, "affine.max");
  if (first->lanes >> level & 1) { // all at once
    emitter->ivs[level] = low;
    emit_range(emitter, from, to, level + 1);
    return;
  }
  MlirValue high = affine_emit_index_bounds(emitter, loop->upper, loop->upper_count, "affine.min");
  if (first->parallel >> level & 1)
    emit_parallel(emitter, from, to, level, low, high);
  else
    emit_serial(emitter, from, to, level, low, high);
}

// Recursion: at most AFFINE_MAX_DEPTH levels, one a loop.
static void emit_range(Emitter *emitter, int from, int to, int level) {
  while (from < to) {
    AffineStatement *const *all = emitter->program->statements;
    int end = affine_loop_end(all, from, to, level);
    if (end == from) {
      emit_statement(emitter, from++);
      continue;
    }
    emit_loop(emitter, from, end, level);
    from = end;
  }
}

// --- the program

// Values from outside may have been replaced since the program was read.
static void refresh_values(AffineProgram *program) {
  for (int i = 0; i < program->body_count; i++)
    for (int n = 0; n < program->bodies[i]->node_count; n++) {
      AffineNode *node = &program->bodies[i]->nodes[n];
      if (node->kind == AFFINE_NODE_OUTSIDE)
        node->value = mlirOperationGetOperand(node->op, node->index);
    }
}

Status affine_emit_program(AffineProgram *program) {
  MlirOperation last = program->roots[program->root_count - 1];
  MlirBlock block = mlirOperationGetBlock(last);
  MlirBlock first = mlirRegionGetFirstBlock(mlirBlockGetParentRegion(block));
  Pool *pool = pool_create(NULL);
  // Other blocks of a function may run many times, and the stack would grow each time.
  Emitter emitter = {.program = program, .pool = pool, .has_stack = mlirBlockEqual(block, first)};
  emitter.memrefs = pool_allocate(pool, (size_t)program->array_count * sizeof *emitter.memrefs);
  emitter.factors = pool_allocate(pool, (size_t)program->statement_count * sizeof *emitter.factors);
  refresh_values(program);
  ir_start(&emitter.ir, last, mlirOperationGetLocation(program->roots[0]));
  for (int d = 0; d < program->parameter_count; d++)
    emitter.ivs[d] = program->parameters[d];
  affine_emit_buffers_allocate(&emitter);
  affine_emit_factor_allocate(&emitter);
  emit_range(&emitter, 0, program->statement_count, program->parameter_count);
  affine_emit_buffers_release(&emitter);
  affine_emit_factor_release(&emitter);
  ir_finish(&emitter.ir);
  for (int i = 0; i < program->root_count; i++)
    mlirOperationDestroy(program->roots[i]);
  pool_destroy(pool);
  return STATUS_OK;
}
