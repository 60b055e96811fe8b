// Layouts of tensors that lie in a larger one: what a reshape makes of their strides.
#include "test/unit/base/check.h"
#include "transforms/lowering/join/join_layout.h"

#include <string.h>

static JoinLayout layout(int rank, const int64_t *extents, const int64_t *strides) {
  JoinLayout made = {.rank = rank};
  memcpy(made.extents, extents, (size_t)rank * sizeof *extents);
  if (strides)
    memcpy(made.strides, strides, (size_t)rank * sizeof *strides);
  return made;
}

#define LAYOUT(rank, ...) layout(rank, (const int64_t[]){__VA_ARGS__}, NULL)
#define EXTENTS(...) ((const int64_t[]){__VA_ARGS__})

static void check_strides(const JoinLayout *made, const int64_t *strides) {
  for (int d = 0; d < made->rank; d++)
    if (made->extents[d] > 1)
      CHECK_EQUAL(made->strides[d], strides[d]);
}

// Three rows of 5 in rows of 7.
static const int64_t rows[2] = {3, 5}, apart[2] = {7, 1};

static void test_expand(void) {
  JoinLayout from = layout(2, rows, apart);
  JoinLayout to = LAYOUT(4, 3, 1, 5, 1);
  CHECK(join_layout_reshape(&from, &to));
  check_strides(&to, EXTENTS(7, 0, 1, 0));
  JoinLayout wide = layout(2, EXTENTS(6, 12), EXTENTS(20, 1));
  JoinLayout split = LAYOUT(4, 2, 3, 3, 4);
  CHECK(join_layout_reshape(&wide, &split));
  check_strides(&split, EXTENTS(60, 20, 4, 1));
}

// Rows with something between them are no single row.
static void test_collapse(void) {
  JoinLayout from = layout(2, rows, apart), line = LAYOUT(1, 15);
  CHECK(!join_layout_reshape(&from, &line));
  JoinLayout piece = layout(2, rows, EXTENTS(5, 1));
  CHECK(join_layout_reshape(&piece, &line));
  check_strides(&line, EXTENTS(1));
  JoinLayout deep = layout(3, EXTENTS(2, 3, 5), EXTENTS(21, 7, 1)), flat = LAYOUT(2, 6, 5);
  CHECK(join_layout_reshape(&deep, &flat));
  check_strides(&flat, EXTENTS(7, 1));
  JoinLayout torn = layout(3, EXTENTS(2, 3, 5), EXTENTS(40, 7, 1));
  CHECK(!join_layout_reshape(&torn, &flat));
}

// 3x5 as 5x3 would need rows of 3 across rows of 5.
static void test_crossing(void) {
  JoinLayout from = layout(2, rows, apart), to = LAYOUT(2, 5, 3);
  CHECK(!join_layout_reshape(&from, &to));
}

static void test_units(void) {
  JoinLayout from = layout(3, EXTENTS(1, 1, 1), EXTENTS(9, 9, 9)), to = LAYOUT(2, 1, 1);
  CHECK(join_layout_reshape(&from, &to));
  CHECK(join_layout_is_contiguous(&from) && join_layout_has_rows(&from));
  CHECK_EQUAL(join_layout_span(&from), 1);
  JoinLayout one = layout(0, EXTENTS(1), NULL), none = {.rank = 0};
  CHECK(join_layout_reshape(&one, &none) && join_layout_has_rows(&one));
}

static void test_properties(void) {
  JoinLayout part = layout(2, rows, apart), column = layout(2, EXTENTS(3, 1), EXTENTS(7, 1));
  CHECK(!join_layout_is_contiguous(&part) && join_layout_has_rows(&part));
  CHECK(!join_layout_has_rows(&column));
  CHECK_EQUAL(join_layout_span(&part), 2 * 7 + 5);
  JoinLayout same = part;
  same.strides[0] = 8;
  CHECK(!join_layout_equal(&part, &same));
  JoinLayout first = layout(2, EXTENTS(1, 5), EXTENTS(7, 1));
  same = first;
  same.strides[0] = 8; // nobody takes a step there
  CHECK(join_layout_equal(&first, &same) && join_layout_is_contiguous(&first));
}

int main(void) {
  test_expand();
  test_collapse();
  test_crossing();
  test_units();
  test_properties();
  return check_result();
}
