// The kernel builder's walk over the loops of a schedule, and what must hold before it starts. See
// emit.h.
#include "transforms/kernel/emit.h"

#include "plan/schedule/schedule_check.h"
#include "transforms/constant_argument.h"
#include "transforms/kernel/emitter.h"

#include <stdlib.h>
#include <string.h>

// Outputs and the scratch buffers that are filled inside loop `depth`.
static void carried_slots(Emitter *emitter, int depth, Carried *out) {
  out->count = 0;
  if (!emitter->group->on_tensors)
    return;
  for (int o = 0; o < emitter->group->output_count; o++)
    out->items[out->count++] = &emitter->outputs[o].value;
  for (int p = 0; p < emitter->nest.pack_count; p++)
    if (emitter->nest.packs[p].depth > depth)
      out->items[out->count++] = &emitter->packs[p].value;
}

static void mark(Emitter *emitter, MlirOperation op) {
  char text[1024];
  schedule_print(&emitter->group->workload, emitter->schedule, text, sizeof(text));
  mlirOperationSetDiscardableAttributeByName(
      op, ir_string("autotune.schedule"), mlirStringAttrGet(emitter->ir.context, ir_string(text)));
}

// The last loop made at the root so far is the nest; packing loops come before it, a sweep after
// it.
static void mark_nest(Emitter *emitter) {
  for (int i = emitter->ir.root_op_count; i-- > 0;)
    if (ir_op_is(emitter->ir.root_ops[i], "scf.for")) {
      mark(emitter, emitter->ir.root_ops[i]);
      return;
    }
}

// Recursion: at most LOOP_NEST_MAX_LOOPS levels, one a loop of the nest.
static void emit_loops(Emitter *emitter, int depth, void *payload) {
  bool ready[LOOP_NEST_MAX_PACKS];
  memcpy(ready, emitter->pack_ready, sizeof(ready));
  if (depth > 0) // what is packed as a whole comes before the pieces of threads
    emit_fill_packs(emitter, depth);
  if (depth == emitter->kernel_depth) {
    emit_kernel(emitter);
  } else {
    const Loop *loop = &emitter->nest.loops[depth];
    Carried carried;
    carried_slots(emitter, depth, &carried);
    if (loop->step == emitter->schedule->block[loop->iterator])
      emit_blocking_loop(emitter, depth, &carried, emit_loops, payload);
    else
      emit_narrowing_loop(emitter, depth, &carried, emit_loops, payload);
  }
  memcpy(emitter->pack_ready, ready, sizeof(ready));
  if (depth > 0 && depth == emitter->nest.sweep_depth)
    emit_sweep(emitter);
}

// The loops in pieces. A scratch buffer that is filled inside them belongs to one piece.
static void emit_pieces(Emitter *emitter) {
  int kept = emitter->scratch_count;
  Forall forall;
  emit_open_threads(emitter, &forall);
  if (emitter->split->copies == COPIES_EACH)
    emit_copies(emitter, LOOP_NEST_MAX_LOOPS);
  else
    emit_allocate_packs(emitter, 1, LOOP_NEST_MAX_LOOPS);
  emit_loops(emitter, 0, NULL);
  emit_free_scratch(emitter, kept);
  mark(emitter, emit_close_threads(emitter, &forall));
}

static void emit_all_loops(Emitter *emitter) {
  int partial = emitter->partial_iterator;
  Carried carried;
  if (partial < 0 || emitter->schedule->block[partial] < emitter->work->extents[partial]) {
    emit_loops(emitter, 0, NULL);
    return;
  }
  carried_slots(emitter, 0, &carried);
  emit_partial_nest(emitter, &carried, emit_loops);
}

static void emit_padded_result(Emitter *emitter) {
  MlirOperation pieces;
  if (emit_padding(emitter, &pieces))
    mark(emitter, pieces);
  else
    mark_nest(emitter);
}

static void emit_nest(Emitter *emitter) {
  if (emit_is_padding(emitter)) {
    emit_padded_result(emitter);
    return;
  }
  emit_constant_packs(emitter);
  if (emitter->split && emitter->split->copies == COPIES_EACH)
    emit_copy_constants(emitter);
  else
    emit_copies(emitter, emitter->split ? 0 : LOOP_NEST_MAX_LOOPS);
  if (emitter->split) {
    emit_pieces(emitter);
  } else {
    emit_all_loops(emitter);
    mark_nest(emitter);
  }
  memset(emitter->pack_ready, 0, sizeof(emitter->pack_ready));
  if (emitter->nest.sweep_depth == 0)
    emit_sweep(emitter);
}

// --- set-up and checks

// Whether iterator `i` needs its tiles classified: it moves the index of a padded input that is
// read in place, and the reduction loops of that index cannot be clamped at run time.
static bool needs_border_split(const Emitter *emitter, int i) {
  if (emitter->work->kinds[i] != ITERATOR_PARALLEL)
    return false;
  for (int a = 0; a < emitter->work->access_count; a++) {
    const Access *access = &emitter->work->accesses[a];
    if (!access->may_leave_shape || emitter->pack_of[a] >= 0)
      continue;
    for (int d = 0; d < access->rank; d++) {
      if (!access->index[d].coefficients[i] || !access_leaves_shape(emitter->work, access, d))
        continue;
      bool has_loop = false;
      for (int k = 0; k < emitter->work->iterator_count; k++)
        has_loop |= emitter->work->kinds[k] == ITERATOR_REDUCTION &&
                    access->index[d].coefficients[k] > 0 &&
                    emitter->schedule->block[k] < emitter->work->extents[k];
      if (i == emitter->schedule->vector_iterator || emitter->schedule->block[i] > 1 || !has_loop)
        return true;
    }
  }
  return false;
}

static Status check_borders(const Emitter *emitter) {
  for (int a = 0; a < emitter->work->access_count; a++) {
    const Access *access = &emitter->work->accesses[a];
    if (!access->may_leave_shape || emitter->pack_of[a] >= 0)
      continue;
    for (int d = 0; d < access->rank; d++)
      for (int i = 0; i < emitter->work->iterator_count; i++) {
        if (!access->index[d].coefficients[i] || !access_leaves_shape(emitter->work, access, d))
          continue;
        if (access->index[d].coefficients[i] < 0)
          return status_fail(STATUS_UNSUPPORTED, "border kernels need forward strides");
        bool loops = emitter->schedule->tile[0][i] < emitter->work->extents[i] ||
                     emitter->schedule->tile[1][i] < emitter->work->extents[i];
        if (loops && (emitter->splits_border[i] || emitter->work->kinds[i] == ITERATOR_REDUCTION))
          return status_fail(STATUS_REJECTED, "%s", reject_reason_text(REJECT_PAD));
        bool reduction_loop = emitter->work->kinds[i] == ITERATOR_REDUCTION &&
                              emitter->schedule->block[i] < emitter->work->extents[i];
        if (reduction_loop && !access->pad_is_neutral)
          return status_fail(STATUS_REJECTED, "%s", reject_reason_text(REJECT_PAD));
      }
  }
  return STATUS_OK;
}

// What the rule makes of the workload, and which operand its prologue makes.
static Status prepare_workload(Emitter *emitter) {
  const Rule *rule = rule_get(emitter->schedule->rule);
  emitter->work =
      rule_workload(emitter->schedule->rule, &emitter->group->workload, &emitter->rewritten);
  emitter->made_operand = rule->rewrite ? rule->made_operand(&emitter->group->workload) : -1;
  return emitter->work
             ? STATUS_OK
             : status_fail(STATUS_REJECTED, "rule '%s' does not apply to this op", rule->name);
}

static void prepare_iterators(Emitter *emitter) {
  for (int i = 0; i < emitter->work->iterator_count; i++) {
    emitter->base[i] = position_at_constant(0);
    emitter->limit[i] = position_at_constant(emitter->work->extents[i]);
    emitter->size[i] = emitter->schedule->block[i];
  }
  emitter->partial_iterator = -1;
  emitter->kernel_depth = emitter->nest.serial_count;
  while (emitter->kernel_depth > 0 &&
         emitter->nest.loops[emitter->kernel_depth - 1].band == BAND_KERNEL)
    emitter->kernel_depth--;
}

static void prepare_packs(Emitter *emitter) {
  for (int a = 0; a < emitter->work->access_count; a++)
    emitter->pack_of[a] = -1;
  memset(emitter->pack_of_statement, -1, sizeof(emitter->pack_of_statement));
  for (int p = 0; p < emitter->nest.pack_count; p++) {
    int access = emitter->nest.packs[p].access;
    if (emitter->nest.packs[p].is_produced)
      emitter->pack_of_statement[emitter->work->accesses[access].produces - 1] = (int8_t)p;
    else
      emitter->pack_of[access] = (int8_t)p;
  }
}

// What only the IR, or only this builder, sets limits to.
static Status check_accumulators(const Emitter *emitter) {
  const Schedule *schedule = emitter->schedule;
  // Whole vectors, and up to 6 for the rest.
  int vector = schedule->vector_iterator;
  if (vector >= 0 && schedule->block[vector] / schedule->lanes + 6 > EMIT_MAX_SEGMENTS)
    return status_fail(STATUS_REJECTED, "more than %d vectors along one iterator",
                       EMIT_MAX_SEGMENTS - 6);
  for (int k = 0; k < emitter->work->accumulator_count; k++) {
    if (rule_get(schedule->rule)->vectorises_reduction &&
        !emit_combiner_supported(emitter->group, k))
      return status_fail(STATUS_REJECTED, "the body's combination has no lane-wise form");
    if ((emitter->nest.splits_reduction || emitter->nest.sweep_depth >= 0) &&
        emitter->group->spill_access[k] < 0)
      return status_fail(STATUS_REJECTED, "%s", reject_reason_text(REJECT_FUSION));
  }
  return STATUS_OK;
}

static Status prepare(Emitter *emitter, const Group *group, const Schedule *schedule,
                      const Target *target) {
  Status status = STATUS_OK;
  memset(emitter, 0, sizeof(*emitter));
  emitter->group = group;
  emitter->schedule = schedule;
  emitter->target = target;
  RejectReason reason = schedule_check(&group->workload, schedule, target);
  if (reason == REJECT_NONE)
    reason = loop_nest_build(&group->workload, schedule, &emitter->nest);
  if (reason != REJECT_NONE)
    TRY(status_fail(STATUS_REJECTED, "%s", reject_reason_text(reason)));
  TRY(prepare_workload(emitter));
  prepare_iterators(emitter);
  prepare_packs(emitter);
  for (int i = 0; i < emitter->work->iterator_count; i++)
    emitter->splits_border[i] = needs_border_split(emitter, i);
  TRY(check_accumulators(emitter));
  TRY(check_borders(emitter));
cleanup:
  return status;
}

Status emit_check(const Group *group, const Schedule *schedule, const Target *target) {
  Emitter *emitter = malloc(sizeof(*emitter));
  if (!emitter)
    return status_fail(STATUS_SYSTEM, "out of memory");
  Status status = prepare(emitter, group, schedule, target);
  free(emitter);
  return status;
}

static void replace(Emitter *emitter, Group *group) {
  for (int o = 0; o < group->output_count; o++) {
    MlirValue old = group->output_result[o];
    if (mlirValueIsNull(old))
      continue;
    MlirValue value = emit_expanded(emitter, group->output_access[o], emitter->outputs[o].value,
                                    mlirValueGetType(old));
    if (constant_result_is_marked(mlirOpResultGetOwner(old)) && mlirValueIsAOpResult(value))
      constant_result_mark(mlirOpResultGetOwner(value));
    mlirValueReplaceAllUsesOfWith(old, value);
  }
  group_erase_dead(group);
}

Status emit_group(Group *group, const Schedule *schedule, const ThreadSplit *split,
                  const Target *target) {
  Emitter *emitter = malloc(sizeof(*emitter));
  if (!emitter)
    return status_fail(STATUS_SYSTEM, "out of memory");
  Status status = prepare(emitter, group, schedule, target);
  if (status != STATUS_OK) {
    free(emitter);
    return status;
  }
  emitter->cache = calloc(EMIT_CACHE_SIZE, sizeof(*emitter->cache));
  if (!emitter->cache) {
    free(emitter);
    return status_fail(STATUS_SYSTEM, "out of memory");
  }
  emitter->generation = 1;
  emitter->split = split && split->count ? split : NULL;
  ir_start(&emitter->ir, group->insertion, mlirOperationGetLocation(group->anchor));
  emit_limit_partial(emitter);
  emit_limit_open(emitter);
  emit_open_buffers(emitter);
  emit_nest(emitter);
  emit_free_scratch(emitter, 0);
  status = emitter->status;
  if (status == STATUS_OK) {
    replace(emitter, group);
    ir_finish(&emitter->ir);
  } else {
    ir_undo(&emitter->ir);
  }
  free(emitter->cache);
  free(emitter);
  return status;
}
