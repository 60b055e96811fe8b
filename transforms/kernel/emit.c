// The kernel builder's walk over the loops of a schedule, and what must hold before it starts. See
// emit.h.
#include "transforms/kernel/emit.h"

#include "core/schedule/schedule_check.h"
#include "transforms/kernel/emitter.h"

#include <stdlib.h>
#include <string.h>

// Outputs and the scratch buffers that are filled inside loop `depth`.
static void carried_slots(Emitter *e, int depth, Carried *out) {
  out->count = 0;
  if (!e->group->on_tensors)
    return;
  for (int o = 0; o < e->group->output_count; o++)
    out->items[out->count++] = &e->outputs[o].value;
  for (int p = 0; p < e->nest.pack_count; p++)
    if (e->nest.packs[p].depth > depth)
      out->items[out->count++] = &e->packs[p].value;
}

static void mark(Emitter *e, MlirOperation op) {
  char text[1024];
  schedule_print(&e->group->workload, e->schedule, text, sizeof(text));
  mlirOperationSetDiscardableAttributeByName(op, ir_string("autotune.schedule"),
                                             mlirStringAttrGet(e->ir.context, ir_string(text)));
}

// The last loop made at the root so far is the nest; packing loops come before it, a sweep after
// it.
static void mark_nest(Emitter *e) {
  for (int i = e->ir.root_op_count; i-- > 0;)
    if (ir_op_is(e->ir.root_ops[i], "scf.for")) {
      mark(e, e->ir.root_ops[i]);
      return;
    }
}

static void emit_loops(Emitter *e, int depth, void *payload) {
  bool ready[LOOP_NEST_MAX_PACKS];
  memcpy(ready, e->pack_ready, sizeof(ready));
  for (int p = 0; p < e->nest.pack_count; p++)
    if (e->nest.packs[p].depth == depth) {
      memcpy(e->pack_origin[p], e->base, sizeof(e->base));
      if (!e->pack_is_constant[p])
        emit_pack(e, p);
      e->pack_ready[p] = true;
    }
  if (depth == e->kernel_depth) {
    emit_kernel(e);
  } else {
    const Loop *loop = &e->nest.loops[depth];
    Carried carried;
    carried_slots(e, depth, &carried);
    if (loop->step == e->schedule->block[loop->iterator])
      emit_blocking_loop(e, depth, &carried, emit_loops, payload);
    else
      emit_narrowing_loop(e, depth, &carried, emit_loops, payload);
  }
  memcpy(e->pack_ready, ready, sizeof(ready));
  if (depth == 0)
    mark_nest(e);
  if (depth == e->nest.sweep_depth)
    emit_sweep(e);
}

// --- set-up and checks

// Whether iterator `i` needs its tiles classified: it moves the index of a padded input that is
// read in place, and the reduction loops of that index cannot be clamped at run time.
static bool needs_border_split(const Emitter *e, int i) {
  if (e->work->kinds[i] != ITERATOR_PARALLEL)
    return false;
  for (int a = 0; a < e->work->access_count; a++) {
    const Access *access = &e->work->accesses[a];
    if (!access->may_leave_shape || e->pack_of[a] >= 0)
      continue;
    for (int d = 0; d < access->rank; d++) {
      if (!access->index[d].coefficients[i] || !access_leaves_shape(e->work, access, d))
        continue;
      bool has_loop = false;
      for (int k = 0; k < e->work->iterator_count; k++)
        has_loop |= e->work->kinds[k] == ITERATOR_REDUCTION &&
                    access->index[d].coefficients[k] > 0 &&
                    e->schedule->block[k] < e->work->extents[k];
      if (i == e->schedule->vector_iterator || e->schedule->block[i] > 1 || !has_loop)
        return true;
    }
  }
  return false;
}

static Status check_borders(const Emitter *e) {
  for (int a = 0; a < e->work->access_count; a++) {
    const Access *access = &e->work->accesses[a];
    if (!access->may_leave_shape || e->pack_of[a] >= 0)
      continue;
    for (int d = 0; d < access->rank; d++)
      for (int i = 0; i < e->work->iterator_count; i++) {
        if (!access->index[d].coefficients[i] || !access_leaves_shape(e->work, access, d))
          continue;
        if (access->index[d].coefficients[i] < 0)
          return status_fail(STATUS_UNSUPPORTED, "border kernels need forward strides");
        bool loops = e->schedule->tile[0][i] < e->work->extents[i] ||
                     e->schedule->tile[1][i] < e->work->extents[i];
        if (loops && (e->splits_border[i] || e->work->kinds[i] == ITERATOR_REDUCTION))
          return status_fail(STATUS_REJECTED, "%s", reject_reason_text(REJECT_PAD));
        bool reduction_loop =
            e->work->kinds[i] == ITERATOR_REDUCTION && e->schedule->block[i] < e->work->extents[i];
        if (reduction_loop && !access->pad_is_neutral)
          return status_fail(STATUS_REJECTED, "%s", reject_reason_text(REJECT_PAD));
      }
  }
  return STATUS_OK;
}

// What the rule makes of the workload, and which operand its prologue makes.
static Status prepare_workload(Emitter *e) {
  const Rule *rule = rule_get(e->schedule->rule);
  e->work = rule_workload(e->schedule->rule, &e->group->workload, &e->rewritten);
  e->made_operand = rule->rewrite ? rule->made_operand(&e->group->workload) : -1;
  return e->work ? STATUS_OK
                 : status_fail(STATUS_REJECTED, "rule '%s' does not apply to this op", rule->name);
}

static void prepare_iterators(Emitter *e) {
  for (int i = 0; i < e->work->iterator_count; i++) {
    e->base[i] = position_at_constant(0);
    e->limit[i] = position_at_constant(e->work->extents[i]);
    e->size[i] = e->schedule->block[i];
  }
  e->kernel_depth = e->nest.serial_count;
  while (e->kernel_depth > 0 && e->nest.loops[e->kernel_depth - 1].band == BAND_KERNEL)
    e->kernel_depth--;
}

static void prepare_packs(Emitter *e) {
  for (int a = 0; a < e->work->access_count; a++)
    e->pack_of[a] = -1;
  memset(e->pack_of_statement, -1, sizeof(e->pack_of_statement));
  for (int p = 0; p < e->nest.pack_count; p++) {
    int access = e->nest.packs[p].access;
    if (e->nest.packs[p].is_produced)
      e->pack_of_statement[e->work->accesses[access].produces - 1] = (int8_t)p;
    else
      e->pack_of[access] = (int8_t)p;
  }
}

// What only the IR, or only this builder, sets limits to.
static Status check_accumulators(const Emitter *e) {
  const Schedule *schedule = e->schedule;
  // Whole vectors, and up to 6 for the rest.
  int vector = schedule->vector_iterator;
  if (vector >= 0 && schedule->block[vector] / schedule->lanes + 6 > EMIT_MAX_SEGMENTS)
    return status_fail(STATUS_REJECTED, "more than %d vectors along one iterator",
                       EMIT_MAX_SEGMENTS - 6);
  for (int k = 0; k < e->work->accumulator_count; k++) {
    if (rule_get(schedule->rule)->vectorises_reduction && !emit_combiner_supported(e->group, k))
      return status_fail(STATUS_REJECTED, "the body's combination has no lane-wise form");
    if ((e->nest.splits_reduction || e->nest.sweep_depth >= 0) && e->group->spill_access[k] < 0)
      return status_fail(STATUS_REJECTED, "%s", reject_reason_text(REJECT_FUSION));
  }
  return STATUS_OK;
}

static Status prepare(Emitter *e, const Group *group, const Schedule *schedule,
                      const Target *target) {
  Status status = STATUS_OK;
  memset(e, 0, sizeof(*e));
  e->group = group;
  e->schedule = schedule;
  e->target = target;
  RejectReason reason = schedule_check(&group->workload, schedule, target);
  if (reason == REJECT_NONE)
    reason = loop_nest_build(&group->workload, schedule, &e->nest);
  if (reason != REJECT_NONE)
    TRY(status_fail(STATUS_REJECTED, "%s", reject_reason_text(reason)));
  TRY(prepare_workload(e));
  prepare_iterators(e);
  prepare_packs(e);
  for (int i = 0; i < e->work->iterator_count; i++)
    e->splits_border[i] = needs_border_split(e, i);
  TRY(check_accumulators(e));
  TRY(check_borders(e));
cleanup:
  return status;
}

Status emit_check(const Group *group, const Schedule *schedule, const Target *target) {
  Emitter *e = malloc(sizeof(*e));
  if (!e)
    return status_fail(STATUS_SYSTEM, "out of memory");
  Status status = prepare(e, group, schedule, target);
  free(e);
  return status;
}

static bool is_unused(MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, r))))
      return false;
  return true;
}

static void replace(Emitter *e, Group *group) {
  for (int o = 0; o < group->output_count; o++) {
    MlirValue old = group->output_result[o];
    if (mlirValueIsNull(old))
      continue;
    MlirValue value =
        emit_expanded(e, group->output_access[o], e->outputs[o].value, mlirValueGetType(old));
    mlirValueReplaceAllUsesOfWith(old, value);
  }
  for (int i = group->op_count; i-- > 0;)
    if (!group->on_tensors || is_unused(group->ops[i])) {
      mlirOperationDestroy(group->ops[i]);
      group->ops[i] = (MlirOperation){NULL};
    }
}

// Of rules that run nothing before the nest.
void emit_no_prologue(Emitter *e) { (void)e; }

static void (*const prologues[RULE_COUNT])(Emitter *e) = {
#define RULE(enumerator, name, cost, prologue) prologue,
#include "core/rules.def"
#undef RULE
};

Status emit_group(Group *group, const Schedule *schedule, const Target *target) {
  Emitter *e = malloc(sizeof(*e));
  if (!e)
    return status_fail(STATUS_SYSTEM, "out of memory");
  Status status = prepare(e, group, schedule, target);
  if (status != STATUS_OK) {
    free(e);
    return status;
  }
  e->cache = calloc(EMIT_CACHE_SIZE, sizeof(*e->cache));
  if (!e->cache) {
    free(e);
    return status_fail(STATUS_SYSTEM, "out of memory");
  }
  e->generation = 1;
  ir_start(&e->ir, group->insertion, mlirOperationGetLocation(group->anchor));
  emit_open_buffers(e);
  prologues[schedule->rule](e);
  emit_allocate_packs(e);
  emit_loops(e, 0, NULL);
  emit_free_scratch(e);
  status = e->status;
  if (status == STATUS_OK) {
    replace(e, group);
    ir_finish(&e->ir);
  } else {
    ir_undo(&e->ir);
  }
  free(e->cache);
  free(e);
  return status;
}
