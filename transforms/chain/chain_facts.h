// What is known of the numbers that an op computes in a part of its loops, from the constants that
// it reads and the numbers of its loops: where a mask leaves nothing of the scores of an attention,
// these are minus infinity, their exponentials zero, and what is added up stays as it is.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_FACTS_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_FACTS_H

#include "transforms/chain/chain_ops.h"

typedef enum FactKind {
  FACT_NONE,     // any number
  FACT_LOWEST,   // minus infinity
  FACT_ZERO,     // of either sign
  FACT_POSITIVE, // one finite number above zero
  FACT_INTEGER,  // from `low` to `high`
  FACT_SUM,      // what the destination held before
} FactKind;

typedef struct Fact {
  FactKind kind;
  int64_t low, high; // of FACT_INTEGER
} Fact;

// Steps of a loop: from `low` to before `high`, at least one.
typedef struct Range {
  int64_t low, high;
} Range;

// Of every element that operand `operand` has in these steps of the loops. A tensor that is no
// constant of the module has FACT_NONE.
Fact chain_fact_of_operand(const SizedOp *op, int operand, const Range *loops);
// Of all that the body yields for its only result. `operands`: what is known of each operand.
Fact chain_fact_of_result(const SizedOp *op, const Fact *operands, const Range *loops);

#endif
