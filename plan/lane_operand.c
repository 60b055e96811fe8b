// Which operands are loaded as lanes: their neighbours are in the register tile, and the registers
// for them are free.
#include "plan/lane_operand.h"

#include "base/integer.h"

// Beside accumulators and lanes: the vector at hand, and those that are loaded ahead.
enum { OTHER_REGISTERS = 3 };

uint16_t lane_neighbours(const Access *access, int iterator_count) {
  uint16_t along = 0, elsewhere = 0;
  for (int d = 0; d < access->rank; d++)
    for (int i = 0; i < iterator_count; i++) {
      int32_t coefficient = access->index[d].coefficients[i];
      bool is_next = d == access->rank - 1 && access->strides[d] == 1 && coefficient == 1;
      along |= (uint16_t)(is_next << i);
      elsewhere |= (uint16_t)((coefficient != 0 && !is_next) << i);
    }
  return along & (uint16_t)~elsewhere;
}

LaneAccess lane_access_of(const Workload *knobs, int access) {
  const Access *a = &knobs->accesses[access];
  LaneAccess out = {.type = a->type,
                    .may_leave_shape = a->may_leave_shape,
                    .iterator_count = knobs->iterator_count,
                    .neighbours = lane_neighbours(a, knobs->iterator_count)};
  for (int i = 0; i < knobs->iterator_count; i++) {
    out.uses |= (uint16_t)(access_uses(a, i) << i);
    out.parallel |= (uint16_t)((knobs->kinds[i] == ITERATOR_PARALLEL) << i);
  }
  return out;
}

static bool lies_along(const LaneAccess *access, const LoopNest *nest, const PackedBuffer *pack,
                       int iterator) {
  bool is_neighbour = access->neighbours >> iterator & 1u;
  if (pack == NULL)
    return !access->may_leave_shape && is_neighbour &&
           (nest->dot.row == NULL || nest->dot.iterator == iterator);
  if (pack->rank == 0) // of one element
    return false;
  const PackDim *last = &pack->dims[pack->rank - 1];
  if (nest->dot.row == NULL && pack->is_image)
    return last->kind == PACK_DIM_INDEX && is_neighbour;
  return last->kind == PACK_DIM_LANE && last->source == iterator &&
         pack->interleave == nest->dot.k && pack->group == nest->dot.k;
}

// Lanes along a reduction stay in registers for several of its steps, a vector of each row.
static bool has_registers(const LaneAccess *access, const Schedule *schedule, const LoopNest *nest,
                          const Target *target) {
  int64_t rows = 1;
  for (int i = 0; i < access->iterator_count; i++)
    if (access->parallel & access->uses & 1u << i)
      rows = integer_multiply(rows, schedule->block[i]);
  return rows <= target->vector_registers - OTHER_REGISTERS - nest->accumulators;
}

// Of 4 bytes and more, or of those that fmlal multiplies. Of bfdot LLVM makes no form that takes a
// lane.
static bool takes_lanes(const DotProduct *dot, ElementType type) {
  if (dot->row == NULL)
    return element_type_bytes(type) >= 4;
  return dot->row_iterator < 0 && (dot->row->sign[0] != INSTRUCTION_FLOAT || dot->k == 1);
}

LaneOperand lane_operand_of(const LaneAccess *access, const Schedule *schedule,
                            const LoopNest *nest, const PackedBuffer *pack, const Target *target) {
  int vector = schedule->vector_iterator, k = nest->dot.k;
  ElementType type = pack != NULL ? pack->type : access->type;
  int lanes = instruction_lane_values(target, type, k);
  if (lanes > 1 && takes_lanes(&nest->dot, type) && vector >= 0 && !(access->uses & 1u << vector) &&
      (nest->dot.row == NULL || type == access->type))
    for (int i = 0; i < access->iterator_count; i++) {
      int step = i == nest->dot.iterator ? k : 1;
      if (schedule->block[i] >= lanes * step && lies_along(access, nest, pack, i) &&
          ((access->parallel & 1u << i) || has_registers(access, schedule, nest, target)))
        return (LaneOperand){i, lanes, step};
    }
  return (LaneOperand){-1, 1, 1};
}
