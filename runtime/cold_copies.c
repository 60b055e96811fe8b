// ColdCopies: weights as a network's memory holds them.
#include "runtime/cold_copies.h"

#include "base/integer.h"
#include "runtime/large_memory.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_COPIES = 2 };

int cold_copies_count(int64_t weight_bytes, int64_t wanted_bytes) {
  if (weight_bytes <= 0)
    return 1;
  int64_t count = wanted_bytes / weight_bytes + (wanted_bytes % weight_bytes > 0);
  int64_t most = COLD_COPIES_MAX_BYTES / weight_bytes;
  most = most > COLD_COPIES_MAX ? COLD_COPIES_MAX : most;
  count = count < LEAST_COPIES ? LEAST_COPIES : count;
  count = count > most ? most : count;
  return count < LEAST_COPIES ? 1 : (int)count;
}

static bool is_cold(const Operand *operand) { return operand->type.cold_bytes > 0; }

static int count_sets(const Operands *operands) {
  int64_t weight_bytes = 0, wanted_bytes = 0;
  for (int i = 0; i < operands->count; i++)
    if (is_cold(&operands->items[i])) {
      int64_t wanted = operands->items[i].type.cold_bytes;
      weight_bytes += (int64_t)operands->items[i].data_bytes;
      wanted_bytes = wanted > wanted_bytes ? wanted : wanted_bytes;
    }
  return cold_copies_count(weight_bytes, wanted_bytes) - 1;
}

static Status copy_data(const Operand *from, Operand *to) {
  to->data = large_memory_allocate(64, (size_t)integer_round_up((int64_t)from->data_bytes + 1, 64));
  if (!to->data)
    return status_fail(STATUS_SYSTEM, "no memory for copies of weights of %zu bytes",
                       from->data_bytes);
  memcpy(to->data, from->data, from->data_bytes);
  return STATUS_OK;
}

static Status copy_set(const Operands *operands, Operands *set) {
  Status status = STATUS_OK;
  set->items = calloc((size_t)operands->count + 1, sizeof *set->items);
  if (!set->items)
    return status_fail(STATUS_SYSTEM, "no memory for %d operands", operands->count);
  for (; set->count < operands->count && status == STATUS_OK; set->count++) {
    const Operand *from = &operands->items[set->count];
    set->items[set->count] = *from;
    // Of a scalar `data` is inside of the operand that was copied, which stays.
    if (is_cold(from))
      status = copy_data(from, &set->items[set->count]);
  }
  return status;
}

Status cold_copies_create(const Operands *operands, ColdCopies *out_copies) {
  Status status = STATUS_OK;
  int count = count_sets(operands);
  *out_copies = (ColdCopies){0};
  out_copies->sets = calloc((size_t)count + 1, sizeof *out_copies->sets);
  if (!out_copies->sets)
    return status_fail(STATUS_SYSTEM, "no memory for %d copies of weights", count);
  for (; out_copies->count < count && status == STATUS_OK; out_copies->count++)
    status = copy_set(operands, &out_copies->sets[out_copies->count]);
  return status;
}

void cold_copies_destroy(ColdCopies *copies) {
  for (int n = 0; n < copies->count; n++) {
    for (int i = 0; i < copies->sets[n].count; i++)
      if (is_cold(&copies->sets[n].items[i]))
        free(copies->sets[n].items[i].data);
    free(copies->sets[n].items);
  }
  free(copies->sets);
  *copies = (ColdCopies){0};
}
