// CodeReading: what one trip of the busiest innermost loop of machine code does, counted. A
// CodeNest is what the compiler was given, this is what it has made of it.
#ifndef AUTOTUNE_PLAN_CODE_CODE_READING_H
#define AUTOTUNE_PLAN_CODE_CODE_READING_H

#include <stdint.h>

// Row: field, meaning. Counts of one trip; an instruction that computes with an operand in memory
// is both arithmetic and a load.
#define CODE_READING_COUNTS(X)                                                                     \
  X(instructions, "instructions")                                                                  \
  X(micro_ops,                                                                                     \
    "micro-operations by LLVM's model of the processor, instructions where it has none")           \
  X(arithmetic,                                                                                    \
    "vector instructions that compute: those that may raise floating-point exceptions, "           \
    "in code without any those that add to their result")                                          \
  X(updates, "of them, those whose result goes on to the next trip: sums that grow")               \
  X(moves,                                                                                         \
    "vector instructions that neither compute nor touch memory: shuffles, copies, broadcasts")     \
  X(loads, "instructions that read memory, reloads among them")                                    \
  X(stores, "instructions that write memory, spills among them")                                   \
  X(reloads, "vector instructions that read the stack")                                            \
  X(spills, "vector instructions that write to the stack")                                         \
  X(pointer_reloads, "other instructions that read the stack")                                     \
  X(registers, "different vector registers")                                                       \
  X(bytes, "bytes of code")

typedef struct CodeReading {
#define X(field, meaning) int32_t field;
  CODE_READING_COUNTS(X)
#undef X
  int32_t arithmetic_bytes; // of the results of `arithmetic`
  int32_t loops;            // innermost loops of the code, this one included; 0: all else is 0
  double chain_cycles; // from trip to trip: what a trip takes at least however wide the processor
                       // is, since it waits for results of the one before; by LLVM's latencies
} CodeReading;

#endif
