// Instruction: what one machine instruction computes on tiles of values, a row of instructions.def.
// Who has to know how many lanes, how fast, in how many registers, in which layout and by which op
// a body is computed, asks the row.
//
// Invariant: every target has a row for every pair of types, if only that of single operations.
//
// What differs between machines (a feature, a rate, a latency) is a key of Target or TargetWidth.
#ifndef AUTOTUNE_MACHINE_INSTRUCTION_H
#define AUTOTUNE_MACHINE_INSTRUCTION_H

#include "machine/element_type.h"
#include "machine/target.h"

#define ELEMENT_ANY ELEMENT_TYPE_COUNT // in a row: every type

enum { INSTRUCTION_MAX_PANEL = 1 };

// How a schedule says by what its products are added up.
typedef enum InstructionChoice {
  INSTRUCTION_BY_TYPES, // the first row of the types that the target has
  INSTRUCTION_WIDEN,    // the same on packed operands that were cast when they were packed
#define DOT(name, ...) INSTRUCTION_##name,
#define TILE(name, ...) INSTRUCTION_##name,
#include "machine/instructions.def"
  INSTRUCTION_CHOICES, // that a Target may have; those of a Device follow
  INSTRUCTION_LAST_OF_TARGETS = INSTRUCTION_CHOICES - 1,
#define MMA(name, ...) INSTRUCTION_##name,
#include "machine/instructions.def"
  INSTRUCTION_ALL_CHOICES
} InstructionChoice;

// "auto|widen|..." in the order of InstructionChoice: the options of the schedule's knob.
extern const char instruction_choice_names[];

// A dimension of an operand in packed memory.
typedef enum InstructionDim {
  INSTRUCTION_PANEL_END,
  INSTRUCTION_LANES, // what neighbouring sums need: values for the lanes of a register tile, or
                     // those that are broadcast for its rows
} InstructionDim;

// How the bits of an operand are read.
typedef enum InstructionSign {
  INSTRUCTION_ANY_SIGN,
  INSTRUCTION_SIGNED,
  INSTRUCTION_UNSIGNED,
  INSTRUCTION_FLOAT,
} InstructionSign;

typedef struct Instruction {
  ElementType operand, accumulator;
  InstructionSign sign[2];                   // of its operands
  int32_t k;                                 // neighbours along a reduction that one lane adds up
  double operations;                         // of a body that one slot of its rate does
  const char *op;                            // NULL: none of its own
  const char *intrinsics[TARGET_MAX_WIDTHS]; // of a dot product, by width
  bool adds;                                 // the dot product to the sums itself
  int32_t rows;           // of a matrix of sums, and as many lanes; 1: there is none
  int32_t groups;         // of k neighbours that it adds up; 1: a vector register holds it
  int32_t tiles;          // registers for such matrices
  int32_t latency_cycles; // where `latency` is no key
  InstructionDim panel[INSTRUCTION_MAX_PANEL + 1];
  size_t feature, latency, registers, bits; // where a Target has them; see the functions
  size_t rate;                              // where a TargetWidth has it
  size_t measured; // where a Target has that of the instruction itself, by width
} Instruction;

// The row by which the target adds products of `operand` to sums of `accumulator`; never NULL.
// ELEMENT_ANY stands for types that are not known.
const Instruction *instruction_of(const Target *target, ElementType operand,
                                  ElementType accumulator);
// The row of a dot product; NULL: the choice is none, or a device's.
const Instruction *instruction_dot(InstructionChoice choice);
bool instruction_is_there(const Instruction *instruction, const Target *target);
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
// Lanes of `k` values of a type that one load brings, each of which can be a factor of all
// products; 1: a factor is loaded alone, into every lane.
int instruction_lane_values(const Target *target, ElementType type, int k);
// Products and sums a second, of one core at its best (a product added to a sum counts 2).
double instruction_peak_flops(const Instruction *instruction, const Target *target,
                              ElementType accumulator);

#endif
