// Cold operands: weights that come from memory at every run of a function.
//
// Between two runs of one kernel all weights of its function pass through the caches. Where they
// are more than the last of them holds, none is left when the kernel runs again, while kernels that
// are measured by themselves find theirs there.
#ifndef AUTOTUNE_TRANSFORMS_COLD_COLD_OPERANDS_H
#define AUTOTUNE_TRANSFORMS_COLD_COLD_OPERANDS_H

#include "machine/target.h"
#include "transforms/extract/isolate.h"
#include "transforms/extract/variants.h"

// Bytes of the weights of known size that the function around `op`, or `op` itself, reads:
// arguments that are weights (value_is_weight), and constants. A table of which single elements are
// read, by a gather, does not pass through the caches. 0 where there is no function.
double function_weight_bytes(MlirOperation op, int data_count);

// Of the functions of a payload, before anything in them is rewritten.
typedef struct WeightTable {
  struct FunctionWeights *items; // owned
  int count, data_count;
} WeightTable;

// Every func.func at or below `root`, or else the one around it. STATUS_SYSTEM without memory. The
// table is to be destroyed in any case.
Status weight_table_create(MlirOperation root, int data_count, WeightTable *out_table);
void weight_table_destroy(WeightTable *table); // of zeros: does nothing
// Of the function around `op`; 0 when it has none.
double weight_table_bytes(const WeightTable *table, MlirOperation op);
double weight_table_sum(const WeightTable *table); // of all its functions

// How an op is timed between two calls of which so many bytes of weights are read: copies of its
// own take as many, but no more than twice the last cache, which keeps nothing of that.
ColdWeights cold_weights_of(double weight_bytes, int data_count, const Target *target);

// Sets Access.is_cold of the weights and constants that the group reads, where the weights of its
// function, `weight_bytes`, are more than the last cache of the target holds, unless the arithmetic
// of the group hides them or they are a small part of its operands; of weights of unknown size
// where those with a guess of these are more. weight_bytes 0: none is cold.
void group_mark_cold(Group *group, double weight_bytes, int data_count, const Target *target);
// The same of all variants.
void variants_mark_cold(Variants *variants, double weight_bytes, int data_count,
                        const Target *target);

#endif
