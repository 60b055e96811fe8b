// OpCountRow: what of OpCounts has which name, and how many flops each is.
#ifndef AUTOTUNE_PLAN_OP_COUNTS_H
#define AUTOTUNE_PLAN_OP_COUNTS_H

#include "plan/workload.h"

typedef struct OpCountRow {
  const char *name;
  size_t offset;
  int flops;
} OpCountRow;

enum { OP_COUNT_ROWS = 8 };
extern const OpCountRow op_count_rows[OP_COUNT_ROWS];

static inline uint16_t op_count(const OpCounts *ops, const OpCountRow *row) {
  return *(const uint16_t *)((const char *)ops + row->offset);
}

static inline void op_count_set(OpCounts *ops, const OpCountRow *row, uint16_t count) {
  *(uint16_t *)((char *)ops + row->offset) = count;
}

#endif
