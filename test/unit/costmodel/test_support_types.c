// Support: which types count where. A machine and a workload are what their features say.
#include "costmodel/support.h"
#include "test/unit/base/check.h"

#include <math.h>
#include <string.h>

typedef enum Type {
  F32,
  F64,
  I64,
  I32,
  I8_IN_I32,
  I8,
  I8_IN_F32,
  F16_IN_F32,
  BF16_IN_F32,
  F16,
  BF16,
  TYPE_COUNT
} Type;

// Bytes of the sums, then whether they are floats, a half or a bf16 is read, and how often operands
// are halved; and what is expected of it.
static const struct {
  float bytes, is_float, is_half, is_bf16, narrow;
  bool is_left_to_arithmetic, is_of_own_machine, is_chosen_worse;
} types[TYPE_COUNT] = {
    [F32] = {4, 1, 0, 0, 0, false, false, false},
    [F64] = {8, 1, 0, 0, 0, false, false, false},
    [I64] = {8, 0, 0, 0, 0, false, false, false},
    [I32] = {4, 0, 0, 0, 0, true, false, false},
    [I8_IN_I32] = {4, 0, 0, 0, 2, false, true, false},
    [I8] = {1, 0, 0, 0, 0, false, true, true},
    [I8_IN_F32] = {4, 1, 0, 0, 2, true, true, false},
    [F16_IN_F32] = {4, 1, 1, 0, 1, true, true, false},
    [BF16_IN_F32] = {4, 1, 1, 1, 1, false, true, true},
    [F16] = {2, 1, 1, 0, 0, true, true, false},
    [BF16] = {2, 1, 1, 1, 0, true, true, false},
};

// On the machine of that vendor and with a last cache of 2^l3 bytes.
static void make_row(Type type, float vendor, float l3, float row[FEATURE_COUNT]) {
  memset(row, 0, FEATURE_COUNT * sizeof *row);
  row[FEATURE_TARGET_VENDOR] = vendor;
  row[FEATURE_TARGET_L3_BYTES] = l3;
  row[FEATURE_WORK_ELEMENT_BYTES] = types[type].bytes;
  row[FEATURE_WORK_FLOAT] = types[type].is_float;
  row[FEATURE_WORK_HALF] = types[type].is_half;
  row[FEATURE_WORK_BF16] = types[type].is_bf16;
  row[FEATURE_WORK_NARROW] = types[type].narrow;
}

static Trust trust_of(const Support *support, Type type, float vendor, float l3) {
  float row[FEATURE_COUNT];
  make_row(type, vendor, l3, row);
  return support_trust(support, row);
}

static Support *make_support(Type type) {
  float row[FEATURE_COUNT];
  Support *support = NULL;
  make_row(type, 0, 25, row);
  CHECK_EQUAL(support_create(&support), STATUS_OK);
  CHECK_EQUAL(support_add(support, row), STATUS_OK);
  CHECK_EQUAL(support_add(support, row), STATUS_OK); // kept once
  return support;
}

// At home, beside it, and where only the last cache is eight times as large.
static void test_type(Type type) {
  Support *support = make_support(type);
  bool counts = !types[type].is_left_to_arithmetic;
  CHECK_EQUAL(support_count(support), counts ? 1 : 0);
  counts = counts && !types[type].is_chosen_worse; // kept, but not asked for
  for (Type other = 0; other < TYPE_COUNT; other++) {
    Trust trust = trust_of(support, other, 0, 25);
    CHECK(trust.total == (counts && other == type ? 1 : 0));
    CHECK(isfinite(trust.machine_distance) == (counts && other == type));
  }
  CHECK((trust_of(support, type, 0, 28).total > 0.9) == counts);
  Trust away = trust_of(support, type, 1, 25);
  bool carries = counts && !types[type].is_of_own_machine;
  CHECK(carries ? away.total > 0.5 && away.total < 1 : away.total == 0);
  CHECK(isfinite(away.machine_distance) == carries);
  support_destroy(support);
}

// A machine adapted to knows what the base knows of any machine.
static void test_add_all(Type type) {
  Support *base = make_support(type);
  bool counts = !types[type].is_left_to_arithmetic;
  for (int vendor = 0; vendor < 2; vendor++) {
    float row[FEATURE_COUNT];
    Support *adapted = NULL;
    bool is_kept =
        counts && !types[type].is_chosen_worse && !(vendor && types[type].is_of_own_machine);
    make_row(F32, (float)vendor, 25, row);
    CHECK_EQUAL(support_create(&adapted), STATUS_OK);
    CHECK_EQUAL(support_add_all(adapted, base, row), STATUS_OK);
    CHECK_EQUAL(support_count(adapted), is_kept ? 1 : 0);
    CHECK(trust_of(adapted, type, (float)vendor, 25).total == (is_kept ? 1 : 0));
    support_destroy(adapted);
  }
  Support *copy = NULL;
  CHECK_EQUAL(support_create(&copy), STATUS_OK);
  CHECK_EQUAL(support_add_all(copy, base, NULL), STATUS_OK); // on their own machines
  CHECK_EQUAL(support_count(copy), support_count(base));
  support_destroy(copy);
  support_destroy(base);
}

int main(void) {
  for (Type type = 0; type < TYPE_COUNT; type++) {
    test_type(type);
    test_add_all(type);
  }
  return check_result();
}
