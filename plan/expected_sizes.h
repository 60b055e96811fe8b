// ExpectedSizes: which sizes a dimension of unknown size is expected to have, by the name of the
// dimension (transforms/dim_names.h). Code is right at every size, and made for these.
#ifndef AUTOTUNE_PLAN_EXPECTED_SIZES_H
#define AUTOTUNE_PLAN_EXPECTED_SIZES_H

#include "base/status.h"
#include "base/text.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  DIM_NAME_BYTES = 64,
  EXPECTED_SIZES_MAX = 32, // a range of all sizes has as many
  SIZE_TABLE_MAX = 16,
  EXPECTED_SIZE_MOST = INT32_MAX,
};

typedef struct ExpectedSizes {
  int count;
  int64_t values[EXPECTED_SIZES_MAX]; // ascending
} ExpectedSizes;

// What the option `sizes` says.
typedef struct SizeTable {
  int count;
  struct {
    char name[DIM_NAME_BYTES];
    ExpectedSizes sizes;
  } items[SIZE_TABLE_MAX];
} SizeTable;

// "batch:1,4,8+seq:1..512"; "" is an empty table. STATUS_USAGE says what is wrong.
Status size_table_read(const char *text, SizeTable *out_table);
const ExpectedSizes *size_table_find(const SizeTable *table, const char *name); // NULL: none

// One of them: "512", or "1..512", which stands for both and the powers of two between.
Status expected_sizes_read(TextReader *reader, ExpectedSizes *sizes);
Status expected_sizes_add(ExpectedSizes *sizes, int64_t size);

// Takes a name: letters, digits and "_-.", of fewer than DIM_NAME_BYTES bytes.
Status dim_name_read(TextReader *reader, char out_name[DIM_NAME_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
