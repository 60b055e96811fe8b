// ColdCopies: how many copies of weights there are, that they hold the same numbers, and that calls
// take them in turn. No clock is read.
#include "runtime/cold_copies.h"

#include "test/unit/base/check.h"

#include <stdlib.h>
#include <string.h>

static void test_count(void) {
  const int64_t mib = 1 << 20;
  const struct {
    int64_t weight_bytes, wanted_bytes;
    int count;
  } cases[] = {
      {0, 64 * mib, 1},            // no weights
      {1, 64 * mib, 64},           // tiny
      {4 * mib + 1, 64 * mib, 16}, // odd: the last copy begins below what is wanted
      {8 * mib, 64 * mib, 8},
      {40 * mib, 64 * mib, 2},
      {100 * mib, 64 * mib, 2},   // more than the caches by themselves
      {100, 1, 2},                // a module with these weights alone
      {256 * mib, 4096 * mib, 2}, // the bound of memory
      {256 * mib + 1, 64 * mib, 1},
      {20 * mib, INT64_MAX, 25},
      {1, INT64_MAX, 64},
  };
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    int count = cold_copies_count(cases[n].weight_bytes, cases[n].wanted_bytes);
    CHECK_EQUAL(count, cases[n].count);
    CHECK(count == 1 || count * cases[n].weight_bytes <= COLD_COPIES_MAX_BYTES);
  }
}

// --- calls

enum { DATA, WEIGHTS, MORE_WEIGHTS, ARGUMENTS, CALLS = 200, ELEMENTS = 19 };

// What the last calls were given.
static struct {
  int count;
  const float *data[ARGUMENTS][CALLS];
} seen;

// The head of a descriptor, as the C interface passes it.
typedef struct Head {
  void *allocated;
  float *aligned;
} Head;

static void record(const Head *data, const Head *weights, const Head *more) {
  const Head *heads[ARGUMENTS] = {data, weights, more};
  for (int i = 0; i < ARGUMENTS; i++)
    seen.data[i][seen.count] = heads[i]->aligned;
  seen.count++;
}

static void *entry_of(void (*function)(const Head *, const Head *, const Head *)) {
  void *entry;
  memcpy(&entry, &function, sizeof entry);
  return entry;
}

// A call of data and weights, of which copies of `cold_bytes` are wanted.
static void test_calls(int64_t cold_bytes, int expected_count) {
  ValueType arguments[ARGUMENTS];
  for (int i = 0; i < ARGUMENTS; i++)
    arguments[i] = (ValueType){.type = ELEMENT_F32,
                               .is_buffer = true,
                               .rank = 1,
                               .shape = {ELEMENTS},
                               .strides = {1},
                               .cold_bytes = i == DATA ? 0 : cold_bytes};
  Signature signature = {.name = "f", .argument_count = ARGUMENTS, .arguments = arguments};
  Operands operands;
  ColdCopies copies;
  Call *call = NULL;
  CHECK_EQUAL(operands_create(&signature, PLACE_ALIGNED, &operands), STATUS_OK);
  operands_fill(&operands, 1, 7);
  CHECK_EQUAL(cold_copies_create(&operands, &copies), STATUS_OK);
  CHECK_EQUAL(copies.count + 1, expected_count);
  CHECK_EQUAL(call_create(&signature, entry_of(record), &operands, &call), STATUS_OK);
  CHECK_EQUAL(call_rotate(call, copies.sets, copies.count), STATUS_OK);
  seen.count = 0;
  for (int n = 0; n < CALLS; n++)
    call_invoke(call);
  CHECK_EQUAL(seen.count, CALLS);
  for (int n = 0; n < CALLS; n++)
    for (int i = 0; i < ARGUMENTS; i++) {
      const Operand *operand = &operands.items[i];
      const float *data = seen.data[i][n];
      bool is_original = i == DATA || n % expected_count == 0;
      CHECK((data == operand->data) == is_original);
      CHECK(n < expected_count || data == seen.data[i][n - expected_count]);
      CHECK((uintptr_t)data % 64 == 0);
      CHECK(!memcmp(data, operand->data, operand->data_bytes));
      for (int earlier = 1; i != DATA && earlier < expected_count && earlier <= n; earlier++)
        CHECK(data != seen.data[i][n - earlier]);
    }
  call_destroy(call);
  cold_copies_destroy(&copies);
  operands_destroy(&operands);
}

int main(void) {
  const int64_t set_bytes = 2 * ELEMENTS * (int64_t)sizeof(float);
  test_count();
  test_calls(0, 1); // nothing is cold
  test_calls(1, 2);
  test_calls(5 * set_bytes - 3, 5);
  test_calls(1000 * set_bytes, COLD_COPIES_MAX);
  return check_result();
}
