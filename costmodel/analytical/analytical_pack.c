// Analytical model: filling packs.
#include "costmodel/analytical/analytical_internal.h"

// What one element costs: it depends on whether source and buffer are contiguous along the same
// dimension, along different ones, or the source along none.
static double pack_element_cycles(const Candidate *candidate, const PackedBuffer *pack) {
  const AnalyticalContext *context = candidate->context;
  const AnalyticalAccess *access = &context->accesses[pack->access];
  if (pack->rank == 0)
    return PACK_SCALAR_CYCLES;
  const PackDim *last = &pack->dims[pack->rank - 1];
  double by_vectors =
      PACK_VECTOR_CYCLES * access->element_bytes * 8 / context->target->vector_bits +
      PACK_RUN_CYCLES / (double)last->size;
  if (pack->is_image)
    return last->kind == PACK_DIM_INDEX ? by_vectors : PACK_TRANSPOSE_CYCLES;
  if (last->kind != PACK_DIM_TILE && access->stride[last->source] == 1)
    return by_vectors;
  for (int i = 0; i < context->iterator_count; i++)
    if (access->stride[i] == 1)
      return PACK_TRANSPOSE_CYCLES;
  return PACK_SCALAR_CYCLES;
}

// Evaluating producers for one element of a panel, in vectors where the packing uses them.
static double produce_cycles(const Candidate *candidate, const PackedBuffer *pack) {
  const AnalyticalContext *context = candidate->context;
  double slots = 0;
  for (uint32_t left = context->produced_by[pack->access]; left != 0; left &= left - 1)
    slots += context->statement_slots[__builtin_ctz(left)];
  bool by_vectors = pack_element_cycles(candidate, pack) < PACK_SCALAR_CYCLES;
  double lanes = by_vectors ? (double)candidate->lanes : 1;
  return slots /
         (instruction_rate(context->instruction, context->target, candidate->width) * lanes);
}

// What producers read beside the operand that their panel stands for.
static void touch_produced(const Candidate *candidate, const PackedBuffer *pack,
                           const int64_t *span, Touch *sum) {
  const AnalyticalContext *context = candidate->context;
  for (int a = 0; a < context->access_count; a++) {
    const AnalyticalAccess *access = &context->accesses[a];
    if (a == pack->access || access->is_output ||
        !(context->produced_by[pack->access] >> access->statement & 1u))
      continue;
    Touch touch = touch_access(context->target, access, span);
    sum->bytes += touch.bytes;
    sum->runs += touch.runs;
  }
}

// Before all runs, as nothing but constants goes into it.
bool pack_is_constant(const AnalyticalAccess *access, const PackedBuffer *pack) {
  return access->is_constant && pack->depth == 0 && !pack->is_produced;
}

double pack_cycles(const Candidate *candidate, const PackedBuffer *pack) {
  const AnalyticalContext *context = candidate->context;
  const Target *target = context->target;
  const AnalyticalAccess *access = &context->accesses[pack->access];
  const LoopNest *nest = candidate->nest;
  if (pack_is_constant(access, pack))
    return 0;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  double times = 1;
  for (int i = 0; i < context->iterator_count; i++)
    span[i] = context->extents[i];
  for (int l = 0; l < pack->depth; l++) {
    span[nest->loops[l].iterator] = nest->loops[l].step;
    times *= candidate->trips[l];
  }
  Touch source = touch_access(target, access, span);
  double bytes = (double)pack->bytes;
  double elements = bytes / (double)element_type_bytes(pack->type);
  double work = elements * pack_element_cycles(candidate, pack);
  if (pack->is_produced) {
    work += elements * produce_cycles(candidate, pack);
    touch_produced(candidate, pack, span, &source);
  }
  work += source.runs * PACK_RUN_CYCLES;
  double read =
      source.bytes / memory_bandwidth(target, memory_level_of(target, access->buffer_bytes));
  double write = bytes / memory_write_bandwidth(target, memory_level_of(target, bytes));
  return times * (number_max(work, read + write) + PACK_CALL_CYCLES);
}
