#include "plan/dot_product.h"

#include "base/integer.h"
#include "plan/rule.h"

enum { SIGN_BIT_8 = 128 };

// --- the reduction along which a lane adds up neighbours

// Whether the iterator alone moves one dimension of the access, element by element, inside it.
static bool moves_plainly(const Workload *knobs, const Access *access, int iterator) {
  int found = 0;
  for (int d = 0; d < access->rank; d++) {
    if (access->index[d].coefficients[iterator] == 0)
      continue;
    found++;
    for (int i = 0; i < knobs->iterator_count; i++)
      if (access->index[d].coefficients[i] != (i == iterator))
        return false;
    if (access->may_leave_shape && access_leaves_shape(knobs, access, d))
      return false;
  }
  return found == 1;
}

// Whether neighbours along the iterator are those of a vector in memory: a view may have another
// dimension than its last one, or none, without gaps.
static bool lies_in_rows(const Access *access, int iterator) {
  int last = access->rank - 1;
  return last >= 0 && access->strides[last] == 1 && access->index[last].coefficients[iterator] == 1;
}

static bool is_usable(const Workload *knobs, int iterator) {
  return knobs->kinds[iterator] == ITERATOR_REDUCTION && dot_groups_have(knobs, iterator) &&
         moves_plainly(knobs, &knobs->accesses[knobs->factors[0].access], iterator) &&
         moves_plainly(knobs, &knobs->accesses[knobs->factors[1].access], iterator);
}

// The lanes' own reduction; else the one along which most operands are contiguous, the longest.
static int find_iterator(const Workload *knobs, int vector) {
  int best = -1, most = -1;
  if (vector >= 0 && knobs->kinds[vector] == ITERATOR_REDUCTION)
    return is_usable(knobs, vector) && !knobs->scales_products ? vector : -1;
  for (int i = 0; i < knobs->iterator_count; i++) {
    if (!is_usable(knobs, i))
      continue;
    int contiguous = 0;
    for (int f = 0; f < 2; f++)
      contiguous += lies_in_rows(&knobs->accesses[knobs->factors[f].access], i);
    if (contiguous > most || (contiguous == most && knobs->extents[i] > knobs->extents[best]))
      best = i, most = contiguous;
  }
  return best;
}

// --- the operands

static bool factor_suits(const Workload *knobs, const Factor *factor, const Instruction *row) {
  ElementType type = knobs->accesses[factor->access].type;
  switch (row->operand) {
  case ELEMENT_I8:
    return type == ELEMENT_I8 && factor->cast != FACTOR_FLOAT;
  case ELEMENT_I16:
    return (type == ELEMENT_I8 && factor->cast != FACTOR_FLOAT) ||
           (type == ELEMENT_I16 && factor->cast == FACTOR_SIGNED);
  default:
    return type == row->operand && factor->cast == FACTOR_FLOAT;
  }
}

// The groups of a matrix fill an extent that is known.
static bool row_suits(const Workload *knobs, const Instruction *row) {
  return !(row->rows > 1 && knobs->open > 0) && knobs->factors[0].cast != FACTOR_NONE &&
         dot_groups_suit(knobs, row) && knobs->accumulator_count == 1 &&
         (row->k == 1 || workload_can_reassociate(knobs)) &&
         factor_suits(knobs, &knobs->factors[0], row) &&
         factor_suits(knobs, &knobs->factors[1], row);
}

static bool is_read_as(const Workload *knobs, const Factor *factor, InstructionSign sign,
                       const Instruction *row) {
  if (knobs->accesses[factor->access].type != row->operand || sign == INSTRUCTION_FLOAT ||
      factor->halves > 0)
    return true; // what is cast to a wider type has its sign, four bits of a byte have either
  return (factor->cast == FACTOR_SIGNED) == (sign == INSTRUCTION_SIGNED);
}

// Whether both are read with their own signs, `left` as the left operand.
static bool reads_signs(const Workload *knobs, const Instruction *row, int left) {
  return is_read_as(knobs, &knobs->factors[left], row->sign[0], row) &&
         is_read_as(knobs, &knobs->factors[1 - left], row->sign[1], row);
}

// Whether the left and the right operand of tiles can be these factors.
static bool tiles_can_read(const Workload *knobs, const Instruction *row, int left) {
  return !knobs->factors[0].has_zero && !knobs->factors[1].has_zero &&
         reads_signs(knobs, row, left);
}

// Factors that are read with another sign than the row's operands have.
static int flips_of(const Workload *knobs, const Instruction *row) {
  int straight = 0, crossed = 0;
  for (int f = 0; f < 2; f++) {
    straight += !is_read_as(knobs, &knobs->factors[f], row->sign[f], row);
    crossed += !is_read_as(knobs, &knobs->factors[f], row->sign[1 - f], row);
  }
  return straight < crossed ? straight : crossed;
}

// Whether the target has a row for the same types that flips fewer factors, or as many and stands
// before this one.
static bool has_better(const Workload *knobs, InstructionChoice choice, const Target *target) {
  const Instruction *row = instruction_dot(choice);
  for (int other = INSTRUCTION_WIDEN + 1; other < INSTRUCTION_CHOICES; other++) {
    const Instruction *better = instruction_dot((InstructionChoice)other);
    if (better == row || better->operand != row->operand ||
        better->accumulator != row->accumulator || better->rows != row->rows ||
        !instruction_is_there(better, target))
      continue;
    int flips = flips_of(knobs, better) - flips_of(knobs, row);
    if (flips < 0 || (flips == 0 && other < (int)choice))
      return true;
  }
  return false;
}

bool dot_product_suits(const Workload *knobs, InstructionChoice choice, const Target *target) {
  if (choice == INSTRUCTION_BY_TYPES)
    return true;
  if (choice == INSTRUCTION_WIDEN)
    return knobs->factors[0].cast != FACTOR_NONE && !knobs->scales_products;
  const Instruction *row = instruction_dot(choice);
  if (!row_suits(knobs, row) || !instruction_is_there(row, target))
    return false;
  if (row->rows > 1 ? !tiles_can_read(knobs, row, 0) && !tiles_can_read(knobs, row, 1)
                    : has_better(knobs, choice, target))
    return false;
  for (int i = 0; i < knobs->iterator_count; i++)
    if (is_usable(knobs, i))
      return true;
  return false;
}

// Register tiles that a factor has along parallel iterators.
static int64_t points_of(const Workload *knobs, const Schedule *schedule, int factor) {
  int64_t points = 1;
  for (int i = 0; i < knobs->iterator_count; i++)
    if (knobs->kinds[i] == ITERATOR_PARALLEL &&
        access_uses(&knobs->accesses[knobs->factors[factor].access], i))
      points = integer_multiply(points, schedule->block[i]);
  return points;
}

// The factor whose bits are flipped rather than the other's: that which is broadcast, as the sums
// of the other have its lanes; else that with more values in a register tile.
static int flipped_factor(const Workload *knobs, const Schedule *schedule) {
  int vector = schedule->vector_iterator;
  for (int f = 0; f < 2 && vector >= 0; f++)
    if (!access_uses(&knobs->accesses[knobs->factors[f].access], vector))
      return f;
  return points_of(knobs, schedule, 1) > points_of(knobs, schedule, 0);
}

// Which factor is the left operand: each where it is read with its own sign, if only one of them.
static int left_factor(const Workload *knobs, const Schedule *schedule, const Instruction *row) {
  const Factor *factors = knobs->factors;
  if (row->sign[0] == row->sign[1])
    return 0;
  if (factors[0].cast != factors[1].cast)
    return is_read_as(knobs, &factors[0], row->sign[0], row) ? 0 : 1;
  int flipped = flipped_factor(knobs, schedule);
  return is_read_as(knobs, &factors[flipped], row->sign[0], row) ? 1 - flipped : flipped;
}

// Whether the lanes of an operand that is read where it lies are neighbours in memory.
static bool is_mixed(const Workload *knobs, const Schedule *schedule, const DotProduct *dot,
                     int side) {
  const Access *access = &knobs->accesses[dot->operands[side].access];
  int vector = schedule->vector_iterator;
  return vector >= 0 && vector != dot->iterator &&
         schedule->pack[dot->operands[side].access] == PACK_NONE &&
         access_stride(access, vector) == 1 && !access->may_leave_shape &&
         !dot->operands[side].is_flipped;
}

// The parallel iterator of the left operand alone that has the largest block, or else extent.
static int find_row_iterator(const Workload *knobs, const Schedule *schedule, int left) {
  const Access *access = &knobs->accesses[knobs->factors[left].access],
               *other = &knobs->accesses[knobs->factors[1 - left].access];
  int best = -1;
  for (int i = 0; i < knobs->iterator_count; i++) {
    if (knobs->kinds[i] != ITERATOR_PARALLEL || !access_uses(access, i) || access_uses(other, i))
      continue;
    if (best < 0 || schedule->block[i] > schedule->block[best] ||
        (schedule->block[i] == schedule->block[best] && knobs->extents[i] > knobs->extents[best]))
      best = i;
  }
  return best;
}

// A vector has the lanes of one tile, or of whole matrices that fill a register.
static bool lanes_suit(const Instruction *row, int lanes) {
  return row->groups > 1 ? lanes == row->rows
                         : lanes % row->rows == 0 && lanes <= row->rows * row->rows;
}

static DotProduct tiles_of(const Workload *knobs, const Schedule *schedule, const Instruction *row,
                           int iterator) {
  DotProduct none = {.k = 1, .iterator = -1, .row_iterator = -1};
  int vector = schedule->vector_iterator;
  if (vector < 0 || vector == iterator || !lanes_suit(row, schedule->lanes))
    return none;
  int left = !access_uses(&knobs->accesses[knobs->factors[0].access], vector) ? 0 : 1;
  int rows = find_row_iterator(knobs, schedule, left);
  if (rows < 0 || access_uses(&knobs->accesses[knobs->factors[left].access], vector) ||
      !tiles_can_read(knobs, row, left))
    return none;
  DotProduct dot = {.row = row, .k = row->k, .iterator = iterator, .row_iterator = rows};
  for (int o = 0; o < 2; o++) {
    int f = o == 0 ? left : 1 - left;
    dot.operands[o] = (DotOperand){
        .factor = (uint8_t)f, .access = knobs->factors[f].access, .type = row->operand};
  }
  return dot;
}

// One that adds up neighbours along `iterator`.
static DotProduct lanes_of(const Workload *knobs, const Schedule *schedule, const Instruction *row,
                           int iterator) {
  DotProduct dot = {.row = row, .k = row->k, .iterator = iterator, .row_iterator = -1};
  int left = left_factor(knobs, schedule, row);
  bool is_shifted[2];
  for (int o = 0; o < 2; o++) {
    int f = o == 0 ? left : 1 - left;
    const Factor *factor = &knobs->factors[f];
    bool is_flipped = !is_read_as(knobs, factor, row->sign[o], row);
    dot.operands[o] = (DotOperand){.factor = (uint8_t)f,
                                   .access = factor->access,
                                   .is_flipped = is_flipped,
                                   .offset = !is_flipped                     ? 0
                                             : factor->cast == FACTOR_SIGNED ? SIGN_BIT_8
                                                                             : -SIGN_BIT_8,
                                   .type = row->operand};
    is_shifted[o] = is_flipped || factor->has_zero;
  }
  for (int o = 0; o < 2; o++) {
    dot.operands[o].is_summed = is_shifted[1 - o];
    dot.operands[o].is_mixed = is_mixed(knobs, schedule, &dot, o);
  }
  return dot;
}

// Asked several times for every candidate, of which most have no row: what is returned is made in
// its place, as a copy would wait for the stores of what it copies.
DotProduct dot_product_of(const Workload *knobs, const Schedule *schedule) {
  const Instruction *row = instruction_dot(schedule->instruction);
  int iterator =
      row != NULL && row_suits(knobs, row) ? find_iterator(knobs, schedule->vector_iterator) : -1;
  if (iterator < 0)
    return (DotProduct){.k = 1, .iterator = -1, .row_iterator = -1};
  return row->rows > 1 ? tiles_of(knobs, schedule, row, iterator)
                       : lanes_of(knobs, schedule, row, iterator);
}

// --- what follows

int dot_product_interleave(const DotProduct *dot) {
  return dot->row_iterator >= 0 ? dot->k * dot->row->groups : dot->k;
}

int dot_product_group(const DotProduct *dot, const DotOperand *operand) {
  return operand == &dot->operands[0] ? dot_product_interleave(dot) : dot->k;
}

int dot_product_matrices(const DotProduct *dot, const Schedule *schedule) {
  return dot->row_iterator >= 0 ? schedule->lanes / dot->row->rows : 1;
}

int64_t dot_product_step(const DotProduct *dot, const Schedule *schedule, int iterator) {
  int64_t lanes = iterator == schedule->vector_iterator ? schedule->lanes : 1;
  if (dot->row_iterator >= 0 && (iterator == dot->row_iterator || iterator == dot->iterator))
    lanes = iterator == dot->iterator ? dot->row->groups : dot->row->rows;
  return iterator == dot->iterator ? lanes * dot->k : lanes;
}

int64_t dot_product_sums(const DotProduct *dot, const Workload *knobs, const int64_t *points) {
  int64_t sums = 0;
  for (int o = 0; o < 2 && dot->row != NULL; o++) {
    const Access *access = &knobs->accesses[dot->operands[o].access];
    int64_t count = 1;
    for (int i = 0; i < knobs->iterator_count; i++)
      if (access_uses(access, i))
        count = integer_multiply(count, points[i]);
    sums += dot->operands[o].is_summed ? integer_min(count, INT32_MAX) : 0;
  }
  return sums;
}

const DotOperand *dot_product_operand(const DotProduct *dot, int access) {
  for (int o = 0; o < 2 && dot->row != NULL; o++)
    if (dot->operands[o].access == access)
      return &dot->operands[o];
  return NULL;
}

bool dot_product_casts(const Workload *knobs, const Schedule *schedule, const DotProduct *dot,
                       int access, ElementType *out_type, FactorCast *out_cast) {
  const DotOperand *operand = dot_product_operand(dot, access);
  for (int f = 0; f < 2; f++) {
    if (knobs->factors[f].cast == FACTOR_NONE || knobs->factors[f].access != access ||
        knobs->factors[f].halves > 0 || // bytes stay bytes
        (operand == NULL && schedule->instruction != INSTRUCTION_WIDEN))
      continue;
    *out_type = operand != NULL ? operand->type : knobs->accumulator_type;
    *out_cast = (FactorCast)knobs->factors[f].cast;
    return true;
  }
  return false;
}

// Whether the instruction can have the operand from where it lies.
static bool is_readable(const Workload *knobs, const Schedule *schedule, const DotProduct *dot,
                        int side) {
  const Access *access = &knobs->accesses[dot->operands[side].access];
  int vector = schedule->vector_iterator;
  if (dot->row_iterator >= 0)
    return false; // tiles are read from memory whose form is known, and that goes on beyond extents
  if (vector != dot->iterator && access_uses(access, vector))
    return dot->operands[side].is_mixed;
  return lies_in_rows(access, dot->iterator);
}

void dot_product_pack(const Workload *knobs, Schedule *schedule) {
  int vector = schedule->vector_iterator;
  DotProduct dot = dot_product_of(knobs, schedule);
  if (dot.row != NULL)
    dot_groups_cover(knobs, schedule);
  for (int f = 0; f < 2 && schedule->instruction != INSTRUCTION_BY_TYPES; f++) {
    int a = knobs->factors[f].access;
    const Access *access = &knobs->accesses[a];
    int side = dot.row != NULL && dot.operands[1].factor == f;
    bool can_stay = dot.row != NULL ? is_readable(knobs, schedule, &dot, side)
                                    : vector < 0 || !access_uses(access, vector);
    if (!can_stay && schedule->pack[a] == PACK_NONE && !access->may_leave_shape &&
        !access_has_window(access, knobs->iterator_count))
      schedule->pack[a] = 0;
  }
}

// --- legality

static bool is_panel(const Workload *knobs, const Schedule *schedule, int a) {
  const Access *access = &knobs->accesses[a];
  return schedule->pack[a] >= 0 && !access_has_window(access, knobs->iterator_count) &&
         !(access->may_leave_shape && schedule->pad_mode == PAD_PACK);
}

static bool widens_something(const Workload *knobs, const Schedule *schedule) {
  for (int f = 0; f < 2; f++)
    if (knobs->factors[f].cast != FACTOR_NONE &&
        is_panel(knobs, schedule, knobs->factors[f].access))
      return true;
  return false;
}

// What is not a panel is read as it lies.
static bool operand_is_possible(const Workload *knobs, const Schedule *schedule,
                                const DotProduct *dot, int o) {
  const Access *access = &knobs->accesses[dot->operands[o].access];
  if (access->may_leave_shape && schedule->pad_mode == PAD_BORDER &&
      (!access->pad_is_neutral || dot->operands[0].is_summed || dot->operands[1].is_summed))
    return false;
  return is_panel(knobs, schedule, dot->operands[o].access) || is_readable(knobs, schedule, dot, o);
}

// With both operands shifted, the product of the shifts counts once a term: all terms of a sum are
// added up in one visit, so that their number is known.
static bool terms_are_known(const Workload *knobs, const Schedule *schedule,
                            const DotProduct *dot) {
  if (!dot->operands[0].is_summed || !dot->operands[1].is_summed)
    return true;
  if (knobs->scales_products)
    return false; // a group is no visit
  for (int i = 0; i < knobs->iterator_count; i++)
    if (knobs->kinds[i] == ITERATOR_REDUCTION && schedule->tile[1][i] < knobs->extents[i])
      return false;
  return true;
}

// Tiles are numbered: those of the sums, all of the operand that has fewer, and one of the other.
bool dot_product_fits(const Workload *knobs, const Schedule *schedule, const DotProduct *dot) {
  int64_t count[2] = {1, 1};
  for (int i = 0; i < knobs->iterator_count && dot->row_iterator >= 0; i++) {
    int64_t pieces = integer_ceil_div(schedule->block[i], dot_product_step(dot, schedule, i));
    if (i == dot->row_iterator || i == schedule->vector_iterator)
      count[i != dot->row_iterator] =
          i == dot->row_iterator ? pieces : pieces * dot_product_matrices(dot, schedule);
    else if (knobs->kinds[i] == ITERATOR_PARALLEL && schedule->block[i] > 1)
      return false;
  }
  return dot->row_iterator < 0 ||
         integer_multiply(count[0], count[1]) + integer_min(count[0], count[1]) + 1 <=
             dot->row->tiles;
}

bool dot_product_is_possible(const Workload *knobs, const Schedule *schedule) {
  if (schedule->instruction == INSTRUCTION_BY_TYPES)
    return true;
  if (schedule->instruction == INSTRUCTION_WIDEN)
    return !knobs->scales_products && widens_something(knobs, schedule);
  DotProduct dot = dot_product_of(knobs, schedule);
  if (dot.row == NULL || schedule->vector_iterator < 0)
    return false;
  int64_t block = schedule->block[dot.iterator];
  int64_t step = dot_product_step(&dot, schedule, dot.iterator);
  bool is_whole = block % step == 0 || (block == knobs->extents[dot.iterator] &&
                                        dot.iterator != schedule->vector_iterator &&
                                        !workload_is_open(knobs, dot.iterator));
  return is_whole && dot_groups_are_covered(knobs, schedule) &&
         dot_product_fits(knobs, schedule, &dot) && operand_is_possible(knobs, schedule, &dot, 0) &&
         operand_is_possible(knobs, schedule, &dot, 1) && terms_are_known(knobs, schedule, &dot);
}
