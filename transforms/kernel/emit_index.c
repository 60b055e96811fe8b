// Index arithmetic of the kernel builder: sums of loop positions become affine.apply, and equal
// ones are made once in a scope. Invariant: a cached value is valid in the scope (generation) it
// was made in.
#include "transforms/kernel/emitter.h"

#include "base/integer.h"

#include <string.h>

void emit_new_scope(Emitter *emitter) { emitter->generation++; }

CacheEntry *emit_cache_find(Emitter *emitter, const int64_t *key) {
  uint64_t hash = 1469598103934665603u;
  for (int i = 0; i < 12; i++)
    hash = (hash ^ (uint64_t)key[i]) * 1099511628211u;
  hash ^= hash >> 29;
  CacheEntry *victim = NULL;
  for (unsigned i = 0; i < 16; i++) {
    CacheEntry *entry = &emitter->cache[(hash + i) % EMIT_CACHE_SIZE];
    if (entry->generation != emitter->generation) {
      victim = victim ? victim : entry;
      continue;
    }
    if (memcmp(entry->key, key, sizeof(entry->key)) == 0)
      return entry;
  }
  if (!victim) // a full neighbourhood only costs a repeated load, which CSE removes
    victim = &emitter->cache[hash % EMIT_CACHE_SIZE];
  memcpy(victim->key, key, sizeof(victim->key));
  victim->generation = emitter->generation;
  victim->value = (MlirValue){NULL};
  return victim;
}

void linear_add(Linear *linear, Position position, int64_t factor) {
  linear->constant += factor * position.constant;
  if (mlirValueIsNull(position.value) || factor == 0)
    return;
  for (int i = 0; i < linear->count; i++)
    if (mlirValueEqual(linear->values[i], position.value)) {
      linear->factors[i] += factor;
      return;
    }
  linear->values[linear->count] = position.value;
  linear->factors[linear->count++] = factor;
}

MlirAffineExpr emit_linear_expression(Emitter *emitter, const Linear *linear, MlirValue *out_dims,
                                      int *out_count) {
  MlirContext c = emitter->ir.context;
  MlirAffineExpr sum = mlirAffineConstantExprGet(c, linear->constant);
  int count = 0;
  for (int i = 0; i < linear->count; i++) {
    if (linear->factors[i] == 0)
      continue;
    MlirAffineExpr term = mlirAffineMulExprGet(mlirAffineDimExprGet(c, count),
                                               mlirAffineConstantExprGet(c, linear->factors[i]));
    sum = mlirAffineAddExprGet(term, sum);
    out_dims[count++] = linear->values[i];
  }
  *out_count = count;
  return sum;
}

static MlirValue apply(Emitter *emitter, MlirAffineExpr expression, int count,
                       const MlirValue *dims) {
  return ir_affine(&emitter->ir, "affine.apply",
                   mlirAffineMapGet(emitter->ir.context, count, 0, 1, &expression), count, dims);
}

MlirValue emit_linear(Emitter *emitter, const Linear *linear) {
  MlirValue dims[2 * WORKLOAD_MAX_ITERATORS];
  int count;
  MlirAffineExpr sum = emit_linear_expression(emitter, linear, dims, &count);
  if (count == 0)
    return ir_index(&emitter->ir, linear->constant);
  if (count == 1 && mlirAffineExprIsADim(sum))
    return dims[0];
  int64_t key[12] = {-1, linear->constant};
  for (int i = 0, k = 2; i < linear->count && k + 1 < 12; i++)
    if (linear->factors[i]) {
      key[k++] = (int64_t)(intptr_t)linear->values[i].ptr;
      key[k++] = linear->factors[i];
    }
  CacheEntry *entry = count <= 5 ? emit_cache_find(emitter, key) : NULL;
  if (entry && !mlirValueIsNull(entry->value))
    return entry->value;
  MlirValue value = apply(emitter, sum, count, dims);
  if (entry)
    entry->value = value;
  return value;
}

MlirValue emit_linear_divide(Emitter *emitter, const Linear *linear, int64_t factor, bool modulo) {
  bool divisible = true;
  for (int i = 0; i < linear->count; i++)
    divisible &= linear->factors[i] % factor == 0;
  int64_t quotient = integer_floor_div(linear->constant, factor);
  if (divisible) {
    Linear folded = *linear;
    folded.constant = modulo ? linear->constant - quotient * factor : quotient;
    folded.count = modulo ? 0 : linear->count;
    for (int i = 0; i < folded.count; i++)
      folded.factors[i] /= factor;
    return emit_linear(emitter, &folded);
  }
  MlirValue dims[2 * WORKLOAD_MAX_ITERATORS];
  int count;
  MlirAffineExpr sum = emit_linear_expression(emitter, linear, dims, &count);
  MlirAffineExpr by = mlirAffineConstantExprGet(emitter->ir.context, factor);
  return apply(emitter, modulo ? mlirAffineModExprGet(sum, by) : mlirAffineFloorDivExprGet(sum, by),
               count, dims);
}
