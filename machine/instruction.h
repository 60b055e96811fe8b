// Instruction: what one machine instruction computes on tiles of values, a row of instructions.def.
// Who has to know how many lanes, how fast, in how many registers, in which layout and by which op
// a body is computed, asks the row.
//
// Invariant: every target has a row for every pair of types, if only that of single operations.
//
// The shape of rows to come. A lane that adds up k products (k = 4 of i8 in vpdpbusd and sdot, k =
// 2 of bf16 in vdpbf16ps) is a row with its k and a panel whose last dimension are the k factors of
// one sum; that dimension is a new InstructionDim, and the schedule, which knows no target, has to
// name the row once two rows of equal types differ in their panel. Sums that form a matrix (2 x 2
// in smmla and bfmmla, 16 x 16 in tdpbssd) add the columns m and n, by which the block of a
// schedule is divided; registers of their own are other keys in `registers` and `bits`. What
// differs between machines (a feature, a rate, a latency) is a key of Target or TargetWidth.
#ifndef AUTOTUNE_MACHINE_INSTRUCTION_H
#define AUTOTUNE_MACHINE_INSTRUCTION_H

#include "machine/element_type.h"
#include "machine/target.h"

#define ELEMENT_ANY ELEMENT_TYPE_COUNT // in a row: every type

enum { INSTRUCTION_MAX_PANEL = 1 };

// A dimension of an operand in packed memory.
typedef enum InstructionDim {
  INSTRUCTION_PANEL_END,
  INSTRUCTION_LANES, // what neighbouring sums need: values for the lanes of a register tile, or
                     // those that are broadcast for its rows
} InstructionDim;

typedef struct Instruction {
  ElementType operand, accumulator;
  int32_t k;
  int32_t operations;
  const char *op; // NULL: none of its own
  InstructionDim panel[INSTRUCTION_MAX_PANEL + 1];
  size_t feature, latency, registers, bits; // where a Target has them; see the functions
  size_t rate;                              // where a TargetWidth has it
} Instruction;

// The row by which the target adds products of `operand` to sums of `accumulator`; never NULL.
// ELEMENT_ANY stands for types that are not known.
const Instruction *instruction_of(const Target *target, ElementType operand,
                                  ElementType accumulator);
// The innermost dimensions of a packed operand, ended by INSTRUCTION_PANEL_END: those of the first
// row of these types, which are the same on every target.
const InstructionDim *instruction_panel(ElementType operand, ElementType accumulator);

// Slots a cycle in vectors of that width, a row of the target's widths.
double instruction_rate(const Instruction *instruction, const Target *target, int width);
int32_t instruction_latency(const Instruction *instruction, const Target *target);
int32_t instruction_registers(const Instruction *instruction, const Target *target);
// Sums of that type in one register of the widest, at least 1.
int instruction_lanes(const Instruction *instruction, const Target *target,
                      ElementType accumulator);
// Products and sums a second, of one core at its best (a product added to a sum counts 2).
double instruction_peak_flops(const Instruction *instruction, const Target *target,
                              ElementType accumulator);

#endif
