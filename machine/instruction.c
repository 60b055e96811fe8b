// The table of instructions, and what its rows say of one target.
#include "machine/instruction.h"

#include "machine/architecture.h"

#include <string.h>

#define NEEDS(key) offsetof(Target, key)
#define NO_KEY SIZE_MAX
#define NEEDS_NOTHING NO_KEY
#define MEASURED(key) offsetof(Target, key)
#define NOT_MEASURED NO_KEY
#define PANEL(...) {__VA_ARGS__}
static const Instruction rows[] = {
#define INSTRUCTION(name, factors, sums, products, mlir_op, needs, in_slot, rate_key, latency_key, \
                    registers_key, bits_key, dims)                                                 \
  {.operand = ELEMENT_##factors,                                                                   \
   .accumulator = ELEMENT_##sums,                                                                  \
   .k = products,                                                                                  \
   .rows = 1,                                                                                      \
   .groups = 1,                                                                                    \
   .operations = in_slot,                                                                          \
   .op = mlir_op,                                                                                  \
   .panel = dims,                                                                                  \
   .feature = needs,                                                                               \
   .measured = NO_KEY,                                                                             \
   .rate = offsetof(TargetWidth, rate_key),                                                        \
   .latency = offsetof(Target, latency_key),                                                       \
   .registers = offsetof(Target, registers_key),                                                   \
   .bits = offsetof(Target, bits_key)},
#include "machine/instructions.def"
};
#define INTRINSICS(...) {__VA_ARGS__}
static const Instruction dots[] = {
#define DOT(name, factors, sums, products, left, right, needs, slots, rate_key, latency_key,       \
            registers_key, bits_key, names, adds_sums)                                             \
  {.operand = ELEMENT_##factors,                                                                   \
   .accumulator = ELEMENT_##sums,                                                                  \
   .sign = {INSTRUCTION_##left, INSTRUCTION_##right},                                              \
   .k = products,                                                                                  \
   .rows = 1,                                                                                      \
   .groups = 1,                                                                                    \
   .operations = 1 / (double)(slots),                                                              \
   .intrinsics = names,                                                                            \
   .adds = adds_sums,                                                                              \
   .panel = {INSTRUCTION_LANES},                                                                   \
   .feature = needs,                                                                               \
   .rate = offsetof(TargetWidth, fma_per_cycle),                                                   \
   .measured = rate_key,                                                                           \
   .latency = offsetof(Target, latency_key),                                                       \
   .registers = offsetof(Target, registers_key),                                                   \
   .bits = offsetof(Target, bits_key)},
#define TILE(name, factors, sums, products, left, right, needs, slots, rate_key, cycles,           \
             matrix_rows, group_count, tile_count, registers_key, bits_key, intrinsic)             \
  {.operand = ELEMENT_##factors,                                                                   \
   .accumulator = ELEMENT_##sums,                                                                  \
   .sign = {INSTRUCTION_##left, INSTRUCTION_##right},                                              \
   .k = products,                                                                                  \
   .rows = matrix_rows,                                                                            \
   .groups = group_count,                                                                          \
   .tiles = tile_count,                                                                            \
   .latency_cycles = cycles,                                                                       \
   .operations = 1 / (double)(slots),                                                              \
   .intrinsics = {intrinsic},                                                                      \
   .adds = true,                                                                                   \
   .panel = {INSTRUCTION_LANES},                                                                   \
   .feature = needs,                                                                               \
   .measured = NO_KEY,                                                                             \
   .rate = offsetof(TargetWidth, rate_key),                                                        \
   .latency = NO_KEY,                                                                              \
   .registers = offsetof(Target, registers_key),                                                   \
   .bits = offsetof(Target, bits_key)},
#include "machine/instructions.def"
};
#undef NEEDS
#undef NEEDS_NOTHING
#undef MEASURED
#undef NOT_MEASURED
#undef PANEL
#undef INTRINSICS

const char instruction_choice_names[] = "auto|widen"
#define DOT(name, ...) "|" #name
#define TILE(name, ...) "|" #name
#include "machine/instructions.def"
#define MMA(name, ...) "|" #name
#include "machine/instructions.def"
    ;

static const void *key_of(const void *target, size_t key) { return (const char *)target + key; }

static bool has_types(const Instruction *row, ElementType operand, ElementType accumulator) {
  return (row->operand == ELEMENT_ANY || row->operand == operand) &&
         (row->accumulator == ELEMENT_ANY || row->accumulator == accumulator);
}

static bool is_of_architecture(const Instruction *dot, const Architecture *architecture) {
  return strncmp(dot->intrinsics[0], architecture->intrinsics, strlen(architecture->intrinsics)) ==
         0;
}

bool instruction_is_there(const Instruction *row, const Target *target) {
  bool is_dot = row->intrinsics[0] != NULL;
  return row->feature == NO_KEY || (*(const bool *)key_of(target, row->feature) &&
                                    (!is_dot || is_of_architecture(row, target->architecture)) &&
                                    target->architecture->can_add_up(target, row->feature));
}

const Instruction *instruction_dot(InstructionChoice choice) {
  return choice > INSTRUCTION_WIDEN && choice < INSTRUCTION_CHOICES
             ? &dots[choice - INSTRUCTION_WIDEN - 1]
             : NULL;
}

const Instruction *instruction_of(const Target *target, ElementType operand,
                                  ElementType accumulator) {
  const Instruction *row = rows;
  while (!has_types(row, operand, accumulator) || !instruction_is_there(row, target))
    row++;
  return row;
}

const InstructionDim *instruction_panel(ElementType operand, ElementType accumulator) {
  const Instruction *row = rows;
  while (!has_types(row, operand, accumulator))
    row++;
  return row->panel;
}

double instruction_rate(const Instruction *instruction, const Target *target, int width) {
  const double *measured =
      instruction->measured == NO_KEY ? NULL : key_of(target, instruction->measured);
  return measured && measured[width] > 0
             ? measured[width] / instruction->operations
             : *(const double *)key_of(&target->widths[width], instruction->rate);
}

int32_t instruction_latency(const Instruction *instruction, const Target *target) {
  return instruction->latency == NO_KEY ? instruction->latency_cycles
                                        : *(const int32_t *)key_of(target, instruction->latency);
}

int32_t instruction_registers(const Instruction *instruction, const Target *target) {
  return *(const int32_t *)key_of(target, instruction->registers);
}

int instruction_lanes(const Instruction *instruction, const Target *target,
                      ElementType accumulator) {
  int32_t bits = *(const int32_t *)key_of(target, instruction->bits);
  int64_t lanes = bits / 8 / element_type_bytes(accumulator);
  return lanes > 0 ? (int)lanes : 1;
}

// As many as a vector has sums of f32 or i32, where values are narrower.
int instruction_lane_values(const Target *target, ElementType type, int k) {
  int64_t bytes = element_type_bytes(type) * k;
  int64_t lanes = target->architecture->lane_bits / 8 / (bytes < 4 ? 4 : bytes);
  return lanes > 0 ? (int)lanes : 1;
}

double instruction_peak_flops(const Instruction *instruction, const Target *target,
                              ElementType accumulator) {
  int widest = target_width(target, target->vector_bits);
  bool is_dot = instruction->intrinsics[0] != NULL;
  double products = instruction->k * (is_dot ? instruction->operations : 1);
  return 2.0 * products * instruction_rate(instruction, target, widest) *
         instruction_lanes(instruction, target, accumulator) * target->clock_ghz * 1e9;
}
