// A list that grows.
#include "transforms/simt/point_record.h"

#include "transforms/ir.h"

#include <stdlib.h>
#include <string.h>

PointRecord *point_records_add(PointRecords *records) {
  if (records->count == records->capacity) {
    records->capacity = records->capacity ? 2 * records->capacity : 16;
    records->items = ir_resized(records->items, (size_t)records->capacity * sizeof *records->items);
  }
  PointRecord *record = &records->items[records->count++];
  memset(record, 0, sizeof *record);
  return record;
}

void point_records_destroy(PointRecords *records) {
  free(records->items);
  *records = (PointRecords){.items = NULL};
}
