// The panel: keeps its budget, takes what is allowed alone, gives every family its turn, spreads
// over sizes, and depends on its arguments alone.
#include "test/unit/base/check.h"
#include "tools/corpus/panel.h"

#include "plan/family.h"
#include <stdlib.h>

enum { PRODUCTS = 60, MAPS = 30, CONVS = 10, COUNT = PRODUCTS + MAPS + CONVS, MOST = 12 };

static Workload workloads[COUNT];
static PanelCandidate candidates[COUNT];

// Products of sizes from tiny to large, odd ones among them, sums of two tensors, and convolutions.
static void make_workloads(void) {
  char text[400];
  for (int n = 0; n < COUNT; n++) {
    int k = n < PRODUCTS ? n : n - PRODUCTS;
    int a = 3 + 5 * k, b = 2 << k % 10, c = 7 + 11 * (k % 13);
    if (n < PRODUCTS)
      snprintf(text, sizeof text,
               "p%d p%d r%d | f32[%d,%d](i0,i2)@0 f32[%d,%d](i2,i1)@0 f32[%d,%d](i0,i1)@0!out | "
               "body*:f32(fma=1) | add f32 x1 split",
               a, b, c, a, c, c, b, a, b);
    else if (n < PRODUCTS + MAPS)
      snprintf(text, sizeof text,
               "p%d p%d | f32[%d,%d](i0,i1)@0 f32[%d,%d](i0,i1)@0 f32[%d,%d](i0,i1)@0!out | "
               "body*:f32(add=1) | none f32 x1",
               a, b, a, b, a, b, a, b);
    else
      snprintf(text, sizeof text,
               "p%d p9 p9 r5 r3 r3 | f32[5,11,11](i3,i1+i4,i2+i5)@0 f32[%d,5,3,3](i0,i3,i4,i5)@0 "
               "f32[%d,9,9](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv split",
               a, a, a);
    CHECK(workload_parse(text, &workloads[n]));
    candidates[n] = (PanelCandidate){&workloads[n], MOST};
  }
  CHECK_EQUAL(workload_family(&workloads[0]), FAMILY_MATMUL);
  CHECK_EQUAL(workload_family(&workloads[PRODUCTS]), FAMILY_ELEMENTWISE);
  CHECK_EQUAL(workload_family(&workloads[COUNT - 1]), FAMILY_CONV);
}

static size_t choose(size_t rows, size_t workload_rows, uint32_t seed, PanelPick *picks) {
  size_t count = 0;
  PanelOptions options = {rows, workload_rows, seed};
  CHECK_EQUAL(panel_choose(candidates, COUNT, &options, picks, &count), STATUS_OK);
  return count;
}

static size_t rows_of(const PanelPick *picks, size_t count) {
  size_t rows = 0;
  for (size_t n = 0; n < count; n++)
    rows += picks[n].rows;
  return rows;
}

static void test_budget(void) {
  static const size_t budgets[] = {0, 1, 2, 3, 7, 64, 100, 331, 600, COUNT * MOST, 100000};
  PanelPick picks[COUNT];
  for (size_t n = 0; n < sizeof budgets / sizeof *budgets; n++)
    for (size_t each = 1; each <= MOST + 1; each += 3) {
      bool is_picked[COUNT] = {false};
      size_t count = choose(budgets[n], each, 1, picks);
      size_t most = COUNT * MOST < budgets[n] ? COUNT * MOST : budgets[n];
      CHECK_EQUAL(rows_of(picks, count), most);
      for (size_t p = 0; p < count; p++) {
        CHECK(!is_picked[picks[p].candidate] && picks[p].rows > 0 && picks[p].rows <= MOST);
        CHECK(picks[p].rows <= each || count == COUNT);
        is_picked[picks[p].candidate] = true;
      }
    }
}

static void test_allowed(void) {
  PanelPick picks[COUNT];
  for (int n = 0; n < COUNT; n++)
    candidates[n].most_rows = n % 3 ? 0 : (size_t)(n % 5);
  size_t count = choose(100000, 2, 1, picks), all = 0;
  for (int n = 0; n < COUNT; n++)
    all += candidates[n].most_rows;
  CHECK_EQUAL(rows_of(picks, count), all);
  for (size_t p = 0; p < count; p++)
    CHECK(picks[p].candidate % 3 == 0 && picks[p].rows <= candidates[picks[p].candidate].most_rows);
  for (int n = 0; n < COUNT; n++)
    candidates[n].most_rows = 0;
  CHECK_EQUAL(choose(100, 2, 1, picks), 0);
  for (int n = 0; n < COUNT; n++)
    candidates[n].most_rows = MOST;
}

// Every beginning has all families, and more of those of which there are more.
static void test_families(void) {
  PanelPick picks[COUNT];
  size_t count = choose(COUNT * MOST, 8, 1, picks), found[FAMILY_COUNT] = {0};
  CHECK_EQUAL(count, COUNT);
  for (size_t p = 0; p < count; p++) {
    found[workload_family(&workloads[picks[p].candidate])]++;
    if (p == 5)
      CHECK(found[FAMILY_MATMUL] && found[FAMILY_ELEMENTWISE] && found[FAMILY_CONV]);
    if (p == 19)
      CHECK(found[FAMILY_MATMUL] > found[FAMILY_CONV] && found[FAMILY_CONV] >= 4);
  }
}

static void test_seeds(void) {
  PanelPick first[COUNT], again[COUNT], other[COUNT];
  size_t count = choose(200, 4, 1, first), moved = 0;
  CHECK_EQUAL(choose(200, 4, 1, again), count);
  choose(200, 4, 2, other);
  for (size_t p = 0; p < count; p++) {
    CHECK(first[p].candidate == again[p].candidate && first[p].rows == again[p].rows);
    moved += first[p].candidate != other[p].candidate;
  }
  CHECK(moved > 0);
  // A smaller panel is the beginning of a larger one.
  size_t fewer = choose(100, 4, 1, again);
  for (size_t p = 0; p + 1 < fewer; p++)
    CHECK_EQUAL(again[p].candidate, first[p].candidate);
}

// One of a hundred equal workloads is enough: the others come after all that differ.
static void test_diversity(void) {
  PanelPick picks[COUNT];
  Workload kept[PRODUCTS];
  memcpy(kept, workloads, sizeof kept);
  for (int n = 10; n < PRODUCTS; n++)
    workloads[n] = workloads[9];
  size_t count = choose(COUNT * MOST, 8, 1, picks), products = 0, repeated = 0;
  for (size_t p = 0; p < count && products < 10; p++)
    if (picks[p].candidate < PRODUCTS) {
      products++;
      repeated += picks[p].candidate >= 9;
    }
  CHECK_EQUAL(products, 10);
  CHECK_EQUAL(repeated, 1);
  CHECK(picks[0].candidate >= PRODUCTS || picks[0].candidate >= 9); // the most common one first
  memcpy(workloads, kept, sizeof kept);
}

int main(void) {
  make_workloads();
  test_budget();
  test_allowed();
  test_families();
  test_seeds();
  test_diversity();
  return check_result();
}
