// Check: the few lines every unit test needs. A failed check prints where and goes on; main returns
// check_result(), which is also not 0 when nothing was checked.
#ifndef AUTOTUNE_TEST_UNIT_BASE_CHECK_H
#define AUTOTUNE_TEST_UNIT_BASE_CHECK_H

#include <stdio.h>
#include <string.h>

static int check_count, check_failures;

#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(actual, expected)                                                              \
  check_equal((long long)(actual), (long long)(expected), #actual, __FILE__, __LINE__)
#define CHECK_TEXT(actual, expected) check_text((actual), (expected), __FILE__, __LINE__)

static inline void check_that(int condition, const char *text, const char *file, int line) {
  check_count++;
  if (condition)
    return;
  check_failures++;
  printf("%s:%d: failed: %s\n", file, line, text);
}

static inline void check_equal(long long actual, long long expected, const char *text,
                               const char *file, int line) {
  check_count++;
  if (actual == expected)
    return;
  check_failures++;
  printf("%s:%d: %s is %lld, expected %lld\n", file, line, text, actual, expected);
}

static inline void check_text(const char *actual, const char *expected, const char *file,
                              int line) {
  check_count++;
  if (strcmp(actual, expected) == 0)
    return;
  check_failures++;
  printf("%s:%d: text is\n  %s\nexpected\n  %s\n", file, line, actual, expected);
}

static inline int check_result(void) {
  printf("%d checks, %d failures\n", check_count, check_failures);
  return check_failures != 0 || check_count == 0;
}

#endif
