// Analytical model, the register kernel: what operands and results of a register tile add to the
// ports.
#include "base/integer.h"
#include "costmodel/analytical/analytical_tile.h"
#include "machine/architecture.h"
#include "plan/lane_operand.h"

// Distinct values of the sum of two arithmetic progressions of n1 and n2 values with steps c1, c2.
static double distinct_sums(double n1, double c1, double n2, double c2) {
  if (c1 > c2) {
    double n = n1, c = c1;
    n1 = n2, c1 = c2, n2 = n, c2 = c;
  }
  double range = (n1 - 1) + (n2 - 1) * (c2 / c1) + 1;
  double product = n1 * n2;
  return number_min(product, range);
}

// Distinct positions of the access over the tile; `mask` selects the iterators that move.
double distinct_positions(const Candidate *candidate, int a, const Tile *tile, uint16_t mask) {
  const AnalyticalAccess *access = &candidate->context->accesses[a];
  double total = 1;
  for (int d = 0; d < access->rank; d++) {
    const AnalyticalDim *dim = &access->dims[d];
    double n = 1, c = 1;
    for (int t = dim->first; t < dim->first + dim->count; t++) {
      int i = access->terms[t].iterator;
      if (!(mask & (1u << i)) || tile->count[i] <= 1)
        continue;
      double step = access->terms[t].coefficient;
      if (i == candidate->vector_iterator)
        step *= (double)candidate->lanes;
      if (n > 1) {
        double sums = distinct_sums(n, c, tile->count[i], step);
        c = number_min(c, step);
        n = sums;
      } else {
        n = tile->count[i];
        c = step;
      }
    }
    total *= n;
  }
  return total;
}

void ports_add_slots(double slots, Ports *ports) {
  ports->slots += slots;
  ports->ops += slots;
}

static double mask_ops(const Candidate *candidate) {
  return candidate->context->target->has_masks ? MASK_OPS : MASK_OPS_WITHOUT;
}

static void ports_add_shuffles(double shuffles, Ports *ports) {
  ports->shuffles += shuffles;
  ports->ops += shuffles;
}

// Of the vectors along the vector iterator, those that are whole and may be columns of squares.
// What is left is a narrower vector, which is whole where it is a power of two, or one for every
// bit.
static double columns_of_squares(const Candidate *candidate, const Tile *tile) {
  int64_t rest = tile->rest;
  bool peels = candidate->schedule->remainder == REMAINDER_PEEL;
  bool is_masked = !(candidate->context->parallel >> candidate->vector_iterator & 1u);
  double pieces = vector_pieces(rest, candidate->lanes, !peels);
  double squares = 0;
  for (int64_t width = SQUARE_LEAST_LANES; width <= rest && !is_masked; width *= 2)
    squares += peels ? (double)((rest & width) != 0) : (double)(width == rest);
  return tile->count[candidate->vector_iterator] - pieces + squares;
}

// The part of the lanes that lie apart which is read by rows of squares, each of as many rows as a
// vector has lanes, and transposed (transforms/kernel/emit_access.c). Narrower vectors, which are
// what a rest becomes, are counted by the rows of whole ones. Operands that nests of dot products
// multiply are left out.
static double part_in_squares(const Candidate *candidate, int a, const Tile *tile) {
  const AnalyticalContext *context = candidate->context;
  const AnalyticalAccess *access = &context->accesses[a];
  double lanes = (double)candidate->lanes, vectors = tile->count[candidate->vector_iterator];
  bool is_multiplied = candidate->nest->dot.row != NULL && access->stage == STAGE_BODY;
  if (candidate->packs[a] || access->may_leave_shape || is_multiplied ||
      !lanes_make_squares(candidate->lanes))
    return 0;
  for (int i = 0; i < context->iterator_count; i++)
    if (i != candidate->vector_iterator && access->stride[i] == 1 && tile->count[i] >= lanes)
      return columns_of_squares(candidate, tile) / vectors *
             (1 - fmod(tile->count[i], lanes) / tile->count[i]);
  return 0;
}

void ports_add_loads(const Candidate *candidate, int a, const Tile *tile, double count,
                     Ports *ports) {
  double lanes = (double)candidate->lanes, loads = candidate->load_cost[a];
  AccessMode mode = candidate->modes[a];
  double squares = mode == MODE_GATHER ? part_in_squares(candidate, a, tile) : 0;
  loads -= squares * (loads - 1);
  bool has_padding = tile->at_border && candidate->context->accesses[a].may_leave_shape;
  if (has_padding && mode == MODE_DEINTERLEAVE) { // then lane by lane
    mode = MODE_GATHER;
    loads = lanes;
  }
  ports->loads += count * loads;
  ports->ops += count * loads;
  switch (mode) {
  case MODE_BROADCAST:
    return;
  case MODE_VECTOR:
    ports_add_shuffles(has_padding ? count * BORDER_SHUFFLES : 0, ports);
    break;
  case MODE_DEINTERLEAVE:
    ports_add_shuffles(count * loads * DEINTERLEAVE_SHUFFLES, ports);
    break;
  case MODE_GATHER:
    ports_add_shuffles(count * squares * log2(lanes), ports);
    ports_add_shuffles(count * (1 - squares) * lanes * GATHER_SHUFFLES, ports);
    break;
  }
  ports_add_slots(tile->masked * count * mask_ops(candidate), ports);
}

void ports_add_stores(const Candidate *candidate, int a, const Tile *tile, double count,
                      Ports *ports) {
  double pieces = candidate->modes[a] == MODE_GATHER ? (double)candidate->lanes : 1;
  ports->stores += count * pieces;
  ports->ops += count * pieces;
  if (pieces > 1)
    ports_add_shuffles(count * pieces * GATHER_SHUFFLES, ports);
  ports_add_slots(tile->masked * count * mask_ops(candidate), ports);
}

// The part of the values of an operand that are loaded, where the others are lanes of these.
static double loaded_part(const Candidate *candidate, int a, const Tile *tile, bool *out_in_step) {
  const AnalyticalContext *context = candidate->context;
  const AnalyticalAccess *access = &context->accesses[a];
  *out_in_step = false;
  if (context->target->architecture->lane_bits == 0 || candidate->modes[a] != MODE_BROADCAST)
    return 1;
  LaneAccess read = {access->type, access->may_leave_shape, context->iterator_count,
                     access->uses, context->parallel,       access->neighbours};
  LaneOperand operand = lane_operand_of(&read, candidate->schedule, candidate->nest,
                                        candidate->packs[a], context->target);
  if (operand.iterator < 0)
    return 1;
  int values = (int)tile->count[operand.iterator], lanes = operand.lanes;
  *out_in_step = context->parallel & 1u << operand.iterator;
  return (double)(values / lanes + values % lanes) / values;
}

void operands_count(const Candidate *candidate, const Tile *tile, double unroll, Operands *out) {
  const AnalyticalContext *context = candidate->context;
  int v = candidate->vector_iterator;
  uint16_t step_mask = context->parallel | (uint16_t)(v >= 0 ? 1u << v : 0);
  out->per_step = out->largest = out->shared = 0;
  for (int a = 0; a < context->access_count; a++) {
    const AnalyticalAccess *access = &context->accesses[a];
    out->step[a] = out->all[a] = 0;
    if (access->stage != STAGE_BODY || access->is_output || (candidate->packed_only >> a & 1u))
      continue;
    bool lanes_in_step;
    out->loads[a] = loaded_part(candidate, a, tile, &lanes_in_step);
    out->step[a] = distinct_positions(candidate, a, tile, step_mask);
    out->all[a] = unroll > 1 ? distinct_positions(candidate, a, tile, UINT16_MAX) : out->step[a];
    double registers = out->step[a] * (lanes_in_step ? out->loads[a] : 1);
    out->per_step += registers;
    out->largest = number_max(out->largest, registers);
    if (out->all[a] < out->step[a] * unroll)
      out->shared += out->all[a];
  }
}

// Vectors that are stored on the stack and loaded again. Wide ones are not aligned there.
static void ports_add_spills(const Candidate *candidate, double count, Ports *ports) {
  ports->loads += count;
  ports->stores += count * (candidate->width > 0 ? SPILL_STORES : 1);
  ports->ops += 2 * count;
}

// Of steps that are not whole rows of a few elements the compiler loads what all of them broadcast
// before the first. Where only the run knows how far apart rows are, it goes from row to row and
// loads what all steps broadcast of each, and spills where registers do not hold that of one row.
static bool is_loaded_ahead(const Candidate *candidate, int a, double unroll,
                            double free_registers) {
  const AnalyticalAccess *access = &candidate->context->accesses[a];
  int64_t run = access->collapsed_run, steps = (int64_t)unroll;
  bool is_ahead = run > 1 && steps % run != 0;
  is_ahead |= access->has_run_strides && (double)steps - 1 > free_registers;
  return is_ahead && steps > 1 && !candidate->packs[a] && candidate->modes[a] == MODE_BROADCAST;
}

double analytical_factor_slots(const AnalyticalContext *context, const LoopNest *nest, int a,
                               const PackedBuffer *pack) {
  const DotOperand *operand = dot_product_operand(&nest->dot, a);
  bool is_cast = pack != NULL && pack->cast != FACTOR_NONE;
  bool is_flipped = operand == NULL || !operand->is_flipped || (pack != NULL && pack->is_flipped);
  if (operand != NULL)
    is_cast |= element_type_bytes(operand->type) == context->accesses[a].element_bytes;
  return (is_cast ? 0 : context->factor_slots[a]) + (operand ? context->half_slots[a] : 0) +
         (is_flipped ? 0 : INTEGER_OPS);
}

// Vectors of all neighbours that a dot product adds up, and what mixes them.
static void ports_add_mixing(const Candidate *candidate, int a, const Tile *tile, double count,
                             Ports *ports) {
  const DotOperand *operand = dot_product_operand(&candidate->nest->dot, a);
  double neighbours = candidate->nest->dot.k;
  if (operand == NULL || !operand->is_mixed || neighbours == 1)
    return;
  ports_add_loads(candidate, a, tile, count * (neighbours - 1), ports);
  ports_add_shuffles(count * neighbours, ports);
}

// Neighbours that are broadcast are one number in memory; where the extent ends within them, they
// are put together one by one in registers of 128 bits, but in panels, which hold zeros there.
static void ports_add_partial_groups(const Candidate *candidate, int a, double count,
                                     Ports *ports) {
  const DotProduct *dot = &candidate->nest->dot;
  const DotOperand *operand = dot_product_operand(dot, a);
  const PackedBuffer *pack = candidate->packs[a];
  if (operand == NULL || candidate->modes[a] != MODE_BROADCAST ||
      (pack != NULL && pack->interleave > 1))
    return;
  int64_t extent = candidate->context->extents[dot->iterator];
  double groups = (double)integer_ceil_div(extent, dot->k);
  double wide = candidate->width == 2 ? 0.5 : 1; // shuffles of 512 bits in the time of one
  ports_add_shuffles(extent % dot->k == 0 ? 0 : count / groups * dot->k * wide, ports);
}

// Vectors that are loaded for one of an operand: those of tiles come row by row, and a vector of
// lanes is one for each matrix beside another.
static double rows_of(const Candidate *candidate, int a) {
  const DotProduct *dot = &candidate->nest->dot;
  if (dot->row_iterator < 0 || dot_product_operand(dot, a) == NULL)
    return 1;
  if (dot->row->groups > 1)
    return dot->row->rows;
  return candidate->modes[a] == MODE_VECTOR ? dot_product_matrices(dot, candidate->schedule) : 1;
}

// A value that several steps use is loaded once and, unless it finds a register meanwhile, stored
// and loaded again for each: the compiler does not go back to the operand.
void ports_add_operands(const Candidate *candidate, const Tile *tile, const Operands *operands,
                        double unroll, double free_registers, Ports *ports) {
  const AnalyticalContext *context = candidate->context;
  bool stays = operands->shared <= free_registers;
  for (int a = 0; a < context->access_count; a++) {
    if (operands->step[a] == 0)
      continue;
    double uses = operands->step[a] * unroll;
    ports_add_loads(candidate, a, tile,
                    operands->all[a] * operands->loads[a] * rows_of(candidate, a), ports);
    ports_add_mixing(candidate, a, tile, operands->all[a], ports);
    ports_add_partial_groups(candidate, a, operands->all[a], ports);
    ports_add_slots(operands->all[a] *
                        (candidate_producer_slots(candidate, a) +
                         analytical_factor_slots(context, candidate->nest, a, candidate->packs[a])),
                    ports);
    if (is_loaded_ahead(candidate, a, unroll, free_registers))
      ports_add_spills(candidate, number_max(0, uses - number_max(0, free_registers)), ports);
    else if (!stays && operands->all[a] < uses) {
      ports->loads += uses - operands->all[a];
      ports->stores += operands->all[a];
      ports->ops += uses;
    }
  }
}
