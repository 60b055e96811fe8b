// Analytical model: what all schedules of a workload have in common.
#include "base/integer.h"
#include "costmodel/analytical/analytical_internal.h"
#include "costmodel/analytical/rule_cost.h"
#include "plan/lane_operand.h"
#include "plan/workload_instruction.h"

double ops_slots(const OpCounts *ops, const Instruction *instruction) {
  double one = 1.0 / instruction->operations;
  return (ops->add + ops->mul) * one + ops->fma / (double)instruction->k + ops->div * DIV_OPS +
         ops->compare * COMPARE_OPS + ops->transcendental * TRANSCENDENTAL_OPS +
         ops->cast * CAST_OPS + ops->integer * INTEGER_OPS;
}

// Buffers are taken to begin with a line; so do rows that are whole lines apart. Reductions are
// left as the constants were fitted to them.
static bool keeps_lines(const Access *access, const Workload *workload, const Target *target) {
  bool keeps = !access->may_leave_shape && !access->has_run_strides;
  int neighbours = 0;
  for (int d = 0; d < access->rank; d++)
    keeps &= access->index[d].constant == 0;
  for (int i = 0; i < workload->iterator_count; i++) {
    int64_t stride = access_stride(access, i);
    neighbours += stride == 1;
    keeps &=
        workload->kinds[i] == ITERATOR_PARALLEL &&
        (stride == 1 || stride * element_type_bytes(access->type) % target->cache_line_bytes == 0);
  }
  return keeps && neighbours <= 1;
}

static void prepare_access(const Access *access, const Workload *workload, const Target *target,
                           AnalyticalAccess *out) {
  out->stage = (uint8_t)workload->statements[access->statement].stage;
  out->statement = access->statement;
  out->rank = access->rank;
  out->element_bytes = (uint8_t)element_type_bytes(access->type);
  out->type = access->type;
  out->is_output = access->is_output;
  out->is_constant = access->is_constant;
  out->is_cold = access->is_cold;
  out->has_run_strides = access->has_run_strides;
  out->may_leave_shape = access->may_leave_shape;
  out->is_stored_in_body = access_is_stored_in_body(workload, access);
  out->keeps_lines = keeps_lines(access, workload, target);
  out->uses = 0;
  out->neighbours = lane_neighbours(access, workload->iterator_count);
  out->buffer_bytes = out->element_bytes;
  out->collapsed_run = 0;
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    out->stride[i] = 0;
  int term = 0;
  for (int d = 0; d < access->rank; d++) {
    AnalyticalDim *dim = &out->dims[d];
    dim->first = (uint8_t)term;
    dim->size = (int32_t)access->shape[d];
    dim->stride_bytes = access->strides[d] * out->element_bytes;
    out->buffer_bytes *= (double)access->shape[d];
    for (int i = 0; i < workload->iterator_count; i++) {
      int32_t coefficient = access->index[d].coefficients[i];
      if (coefficient == 0)
        continue;
      out->uses |= (uint16_t)(1u << i);
      out->stride[i] += access->strides[d] * coefficient;
      out->terms[term].iterator = (uint8_t)i;
      out->terms[term].coefficient = coefficient < 0 ? -coefficient : coefficient;
      term++;
    }
    dim->count = (uint8_t)(term - dim->first);
  }
}

// Finds where the window of padded dimension `index` leaves the shape as
// `iterator` moves: below 0 at the first positions, beyond the end at the last.
static void prepare_border(const Workload *workload, const IndexExpr *index, int64_t size,
                           int iterator, AnalyticalBorder *border) {
  int64_t step = index->coefficients[iterator];
  int64_t extent = workload->extents[iterator];
  int64_t reach = 0, taps = 1, tap_step = 0;
  for (int i = 0; i < workload->iterator_count; i++) {
    if (i == iterator || index->coefficients[i] <= 0)
      continue;
    reach += index->coefficients[i] * (workload->extents[i] - 1);
    taps *= workload->extents[i];
    tap_step = index->coefficients[i];
  }
  if (step <= 0 || tap_step == 0)
    return;
  int64_t low = index->constant < 0 ? integer_ceil_div(-index->constant, step) : 0;
  int64_t last_inside = size - 1 - index->constant - reach; // largest step * position
  int64_t high = last_inside < 0 ? extent : extent - 1 - last_inside / step;
  low = integer_min(low, extent);
  high = integer_clamp(high, 0, extent - low);
  double inside = 0;
  for (int64_t n = 0; n < low + high; n++) {
    int64_t position = n < low ? n : extent - 1 - (n - low);
    int64_t start = index->constant + step * position;
    int64_t below = start < 0 ? integer_ceil_div(-start, tap_step) : 0;
    int64_t above = start + reach >= size ? (start + reach - size) / tap_step + 1 : 0;
    double part = 1.0 - (double)(below + above) / (double)taps;
    inside += part > 0 ? part : 0;
  }
  border->low = (int32_t)low;
  border->high = (int32_t)high;
  border->taps = low + high > 0 ? inside / (double)(low + high) : 1.0;
}

static void prepare_borders(const Workload *workload, AnalyticalContext *out) {
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    out->borders[i] = (AnalyticalBorder){0, 0, 1.0};
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    for (int d = 0; access->may_leave_shape && d < access->rank; d++)
      for (int i = 0; i < workload->iterator_count; i++)
        if (workload->kinds[i] == ITERATOR_PARALLEL && access->index[d].coefficients[i] != 0)
          prepare_border(workload, &access->index[d], access->shape[d], i, &out->borders[i]);
  }
}

// What operations on f16 and bf16 take beside themselves where the target has none for the type: a
// vector is as many registers of f32 as it takes, and every result is rounded.
static double rounding_slots(const Statement *statement, const AnalyticalContext *context) {
  const OpCounts *ops = &statement->ops;
  bool is_f16 = statement->type == ELEMENT_F16;
  if ((!is_f16 && statement->type != ELEMENT_BF16) ||
      instruction_of(context->target, statement->type, statement->type)->op)
    return 0;
  double roundings = ops->add + ops->mul + 2.0 * ops->fma + ops->div + ops->compare +
                     ops->transcendental + ops->cast;
  double registers = (double)element_type_bytes(ELEMENT_F32) / context->accumulator_bytes;
  return roundings * registers * (is_f16 ? F16_OPS : BF16_OPS);
}

static double statement_slots(const Statement *statement, const AnalyticalContext *context) {
  return ops_slots(&statement->ops,
                   instruction_of(context->target, statement->type, statement->type)) +
         rounding_slots(statement, context);
}

// Measured on a Zen 5 and on a Xeon, whose multipliers convert.
static double factor_cast_slots(const Target *target) {
  return target->vendor == TARGET_VENDOR_AMD ? CAST_BESIDE * CAST_OPS : CAST_OPS;
}

static void prepare_statements(const Workload *workload, AnalyticalContext *out) {
  for (int a = 0; a < workload->access_count; a++)
    out->access_slots[a] = out->factor_slots[a] = out->half_slots[a] = 0;
  for (int stage = 0; stage < STAGE_COUNT; stage++)
    out->stage_slots[stage] = 0;
  for (int n = 0; n < workload->statement_count; n++) {
    const Statement *statement = &workload->statements[n];
    if (statement->is_anchor) {
      out->anchor_slots = ops_slots(&statement->ops, out->instruction) +
                          statement->ops.compare * (MAXIMUM_OPS - COMPARE_OPS) +
                          rounding_slots(statement, out);
      out->compares = statement->ops.compare > 0;
      out->multiplies = statement->ops.mul + statement->ops.fma > 0;
      for (int f = 0; f < 2 && workload->factors[f].cast != FACTOR_NONE; f++) {
        out->anchor_slots -= CAST_OPS;
        out->factor_slots[workload->factors[f].access] = factor_cast_slots(out->target);
        out->half_slots[workload->factors[f].access] =
            workload->factors[f].halves > 0 ? 3 * INTEGER_OPS : 0; // a mask, and a shift of bytes
      }
      out->scale_slots = workload->scales_products ? CAST_OPS + statement->ops.mul : 0;
      continue;
    }
    double slots = statement_slots(statement, out);
    out->statement_slots[n] = slots;
    int reader = -1; // the access of this statement that moves most
    for (int a = 0; statement->stage == STAGE_BODY && a < workload->access_count; a++)
      if (workload->accesses[a].statement == n && !workload->accesses[a].is_output &&
          (reader < 0 || __builtin_popcount(out->accesses[a].uses) >
                             __builtin_popcount(out->accesses[reader].uses)))
        reader = a;
    out->statement_reader[n] = (int8_t)reader;
    if (reader >= 0)
      out->access_slots[reader] += slots;
    else
      out->stage_slots[statement->stage] += slots;
  }
}

// Whether a statement reads what moves with more than access `a` does: it is evaluated elsewhere.
static bool moves_further(const Workload *workload, const AnalyticalContext *context, int statement,
                          int a) {
  for (int b = 0; b < workload->access_count; b++)
    if (workload->accesses[b].statement == statement && !workload->accesses[b].is_output &&
        (context->accesses[b].uses & ~context->accesses[a].uses))
      return true;
  return false;
}

// Statements are numbered in the order of evaluation, those that a producer reads just before it:
// what is evaluated for one panel lies between the producers of other operands and its own.
static void prepare_produced(const Workload *workload, AnalyticalContext *out) {
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    int first = 0;
    for (int b = 0; b < workload->access_count; b++)
      if (workload->accesses[b].produces < access->produces &&
          (out->accesses[b].uses & ~out->accesses[a].uses) &&
          workload->accesses[b].produces > first)
        first = workload->accesses[b].produces;
    out->produced_by[a] = 0;
    for (int s = first; s < access->produces; s++)
      if (workload->statements[s].stage == STAGE_BODY && !workload->statements[s].is_anchor &&
          !moves_further(workload, out, s, a))
        out->produced_by[a] |= 1u << s;
  }
}

static void prepare_iterators(const Workload *workload, AnalyticalContext *out) {
  out->iterator_count = workload->iterator_count;
  out->has_reduction = false;
  out->parallel = 0;
  for (int i = 0; i < workload->iterator_count; i++) {
    out->extents[i] = workload->extents[i];
    if (workload->kinds[i] == ITERATOR_PARALLEL)
      out->parallel |= (uint16_t)(1u << i);
    else
      out->has_reduction = true;
  }
}

static bool has_slow_ops(const Workload *workload) {
  bool has = false;
  for (int n = 0; n < workload->statement_count; n++)
    has |= workload->statements[n].ops.div + workload->statements[n].ops.transcendental > 0;
  return has;
}

// Whether an access crosses rows: elements of one of them are apart.
static bool is_across(const AnalyticalAccess *access, int row) {
  return access->stride[row] < -1 || access->stride[row] > 1;
}

// Whether a loop along `i` over rows goes on to the next row of what has rows, and to neighbours of
// what crosses them.
static bool goes_from_row_to_row(const AnalyticalContext *context, int row, int i) {
  bool has_next = false;
  for (int a = 0; a < context->access_count; a++) {
    const AnalyticalAccess *access = &context->accesses[a];
    bool has_rows = access->stride[row] == 1;
    int64_t wanted = has_rows ? context->extents[row] : 1;
    if (access->stride[i] != wanted && (access->is_output || access->stride[i] != 0))
      return false;
    has_next |= has_rows && access->stride[i] != 0;
  }
  return has_next;
}

// What rows along an iterator the accesses have.
typedef struct RowUse {
  bool has_rows;   // something lies in rows
  bool is_written; // results do
  bool is_crossed; // something crosses them
} RowUse;

static RowUse row_use(const AnalyticalContext *context, int row) {
  RowUse use = {0};
  for (int a = 0; a < context->access_count; a++) {
    const AnalyticalAccess *access = &context->accesses[a];
    use.has_rows |= access->stride[row] == 1;
    use.is_written |= access->is_output && access->stride[row] == 1;
    use.is_crossed |= is_across(access, row);
  }
  return use;
}

// Rows of a few elements, as where two numbers of four bits are made of a byte, or planes are made
// pixels of three channels, or pixels planes: LLVM makes vectors across such rows of plain scalar
// loops.
static void prepare_short_rows(const Workload *workload, AnalyticalContext *out) {
  out->short_rows = -1;
  out->short_row_bytes = 0;
  out->row_neighbours = 0;
  if (out->has_reduction || has_slow_ops(workload))
    return;
  bool are_bytes = workload->accumulator_type == ELEMENT_I8, is_plain = true;
  for (int a = 0; a < out->access_count; a++) {
    const AnalyticalAccess *access = &out->accesses[a];
    is_plain &= !access->may_leave_shape && access->element_bytes == out->accumulator_bytes;
  }
  for (int i = 0; i < workload->iterator_count; i++) {
    RowUse use = row_use(out, i);
    int64_t extent = workload->extents[i], bytes = extent * out->accumulator_bytes;
    bool is_short =
        extent > 1 && (double)extent <= SHORT_ROW && bytes < out->target->cache_line_bytes;
    bool is_faster =
        is_plain && ((use.has_rows && use.is_crossed) || (use.is_written && extent == 2));
    bool is_preferred = out->short_rows < 0 || use.is_written;
    if (is_short && is_preferred && (is_faster || (are_bytes && use.is_written)))
      out->short_rows = (int8_t)i;
  }
  if (out->short_rows < 0)
    return;
  out->short_row_bytes = are_bytes ? 1 : out->accumulator_bytes;
  for (int i = 0; i < workload->iterator_count; i++)
    if (i != out->short_rows && goes_from_row_to_row(out, out->short_rows, i))
      out->row_neighbours |= (uint16_t)(1u << i);
}

static void prepare_workload(const Workload *workload, const Target *target,
                             AnalyticalContext *out) {
  out->target = target;
  out->instruction = workload_instruction(workload, target);
  out->access_count = workload->access_count;
  out->accumulator_count = workload->accumulator_count > 0 ? workload->accumulator_count : 1;
  out->accumulator_bytes = (uint8_t)element_type_bytes(workload->accumulator_type);
  out->reads_destination = workload->reads_destination;
  out->multiplies = out->compares = false;
  out->prologue_cycles = out->anchor_slots = out->scale_slots = 0;
  prepare_iterators(workload, out);
  for (int a = 0; a < workload->access_count; a++)
    prepare_access(&workload->accesses[a], workload, target, &out->accesses[a]);
  prepare_borders(workload, out);
  prepare_statements(workload, out);
  prepare_produced(workload, out);
  prepare_short_rows(workload, out);
}

// What the rule made one dimension of: several reductions of an operand that is read as it is.
static void prepare_collapsed(const Workload *workload, const Workload *knobs,
                              AnalyticalContext *out) {
  for (int a = 0; a < workload->access_count && knobs != workload; a++) {
    const Access *access = &workload->accesses[a];
    int collapsed = 0;
    for (int d = access->rank - 1; d >= 0 && !access->is_output; d--) {
      bool reduces = false;
      for (int i = 0; i < workload->iterator_count; i++)
        reduces |=
            workload->kinds[i] == ITERATOR_REDUCTION && access->index[d].coefficients[i] != 0;
      if (!reduces || access->shape[d] == 1)
        continue;
      if (collapsed++ == 0)
        out->accesses[a].collapsed_run = (int32_t)access->shape[d];
    }
    if (collapsed < 2 || access_has_window(access, workload->iterator_count))
      out->accesses[a].collapsed_run = 0;
  }
}

// Half of a gain with warm operands is left where arithmetic takes as long as the cold ones. What
// it takes to widen narrow ones the estimate knows less well than trained models do: by its choice
// a decoder layer with weights of four bits took 1.13 times as long. The memory brings next to
// nothing else: what it brings of other operands would count nowhere.
static bool is_streamed(const Workload *workload, const Target *target) {
  enum { WIDE_BYTES = 4 };
  static const double MOST = 0.9;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (access->is_cold && (!access->is_constant || element_type_bytes(access->type) < WIDE_BYTES))
      return false;
  }
  return workload_cold_bytes(workload) > MOST * workload_bytes(workload) &&
         analytical_warm_share(workload, target) < 0.5;
}

bool analytical_prepare(const Workload *workload, ScheduleRule rule, const Target *target,
                        AnalyticalContext *out_context) {
  Workload storage;
  const Workload *knobs = rule_workload(rule, workload, &storage);
  if (knobs == NULL)
    return false;
  prepare_workload(knobs, target, out_context);
  prepare_collapsed(workload, knobs, out_context);
  out_context->is_streamed = is_streamed(workload, target);
  out_context->prologue_cycles = rule_cost(rule)(workload, knobs, target);
  return true;
}
