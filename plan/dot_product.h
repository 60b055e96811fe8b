// DotProduct: what the instruction that a schedule asks for means for the workload that its knobs
// speak of: which neighbours one lane adds up, and in which form it wants the two operands.
//
// Sums of products of bytes that are read with other signs than the instruction has come from
// bytes whose highest bit is flipped, which adds `offset` to each value, and zero points are
// subtracted, by sums of the other operand alone:
//
//   sum of (x - z) * y  =  sum of (x + offset) * y  -  (z + offset) * sum of y
//
// All of it is exact: arithmetic of i32 wraps.
//
// A row of tiles multiplies matrices: `rows` iterations along `row_iterator`, which only its left
// operand uses, by as many lanes, and adds up `groups` groups of k neighbours. It reads both
// operands with their own signs, and knows no zero points. Matrices in vector registers lie side by
// side along the lanes of one vector.
#ifndef AUTOTUNE_PLAN_DOT_PRODUCT_H
#define AUTOTUNE_PLAN_DOT_PRODUCT_H

#include "machine/instruction.h"
#include "plan/schedule.h"

// One operand of the instruction.
typedef struct DotOperand {
  uint8_t factor; // of Workload.factors
  uint8_t access;
  bool is_flipped;  // its highest bits are
  bool is_summed;   // the sums of its values are needed, as the other one is flipped or has a zero
  bool is_mixed;    // its lanes lie side by side, not its neighbours: vectors of each are mixed
  int32_t offset;   // that flipping adds to its values
  ElementType type; // in a register
} DotOperand;

typedef struct DotProduct {
  const Instruction *row; // NULL: the schedule asks for none
  int32_t k;              // neighbours that a lane adds up; 1 without a row
  int iterator;           // the reduction that they lie along, -1
  int row_iterator;       // of tiles, -1
  DotOperand operands[2]; // the row's left and right
} DotProduct;

// `knobs` is the workload that the schedule's knobs speak of. Without a row where the schedule asks
// for none, or for one that the workload cannot have.
DotProduct dot_product_of(const Workload *knobs, const Schedule *schedule);
// Whether the workload has the choice on some schedule of the target.
bool dot_product_suits(const Workload *knobs, InstructionChoice choice, const Target *target);
// Neighbours along the reduction that a lane of one panel's row has, and how many of them lie side
// by side: those of tiles lie as the instruction reads them.
int dot_product_interleave(const DotProduct *dot);
int dot_product_group(const DotProduct *dot, const DotOperand *operand);
// Matrices that a vector of sums has a row of; 1 without a matrix.
int dot_product_matrices(const DotProduct *dot, const Schedule *schedule);
// Iterations that one vector covers along the vector iterator, and one evaluation along another.
int64_t dot_product_step(const DotProduct *dot, const Schedule *schedule, int iterator);
// Sums of single operands in a register tile with so many points along each iterator.
int64_t dot_product_sums(const DotProduct *dot, const Workload *knobs, const int64_t *points);
// The operand of that access; NULL: it is none.
const DotOperand *dot_product_operand(const DotProduct *dot, int access);
// Whether a panel of the access holds its values as `out_type`, cast by `out_cast`.
bool dot_product_casts(const Workload *knobs, const Schedule *schedule, const DotProduct *dot,
                       int access, ElementType *out_type, FactorCast *out_cast);
// dot_groups.c: products that the body scales by groups. Whether the row can add up a group;
// whether a group goes along the iterator, where there are some.
bool dot_groups_suit(const Workload *knobs, const Instruction *row);
bool dot_groups_have(const Workload *knobs, int iterator);
// Makes one evaluation of the register tile cover a group; whether it does.
void dot_groups_cover(const Workload *knobs, Schedule *schedule);
bool dot_groups_are_covered(const Workload *knobs, const Schedule *schedule);
// Packs whole, where nothing else is said, operands of the dot product that lie in memory as it
// cannot read them, and the operand with the lanes that is to be cast while it is packed.
void dot_product_pack(const Workload *knobs, Schedule *schedule);
// Whether there are tiles enough for the register tile; vectors always are.
bool dot_product_fits(const Workload *knobs, const Schedule *schedule, const DotProduct *dot);
// Whether the operands lie where and as the instruction can have them.
bool dot_product_is_possible(const Workload *knobs, const Schedule *schedule);

#endif
