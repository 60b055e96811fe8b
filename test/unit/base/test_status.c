// Status: one line per thread, cut at the newline, kept while forwarded.
#include "base/status.h"

#include "test/unit/base/check.h"
#include <pthread.h>
#include <stdbool.h>

static Status fail_deeply(int value) {
  return value > 0 ? STATUS_OK
                   : status_fail(STATUS_STORE, "record %d is damaged; remove it", value);
}

static Status forward(int value, bool *out_cleaned) {
  Status status = STATUS_OK;
  TRY(fail_deeply(value));
  TRY(fail_deeply(value - 1));
cleanup:
  *out_cleaned = true;
  return status;
}

static void *run_thread(void *result) {
  *(bool *)result = status_text()[0] == '\0';
  status_fail(STATUS_MODEL, "text of the thread");
  return NULL;
}

int main(void) {
  bool cleaned = false, starts_empty = false;
  CHECK_TEXT(status_text(), "");
  CHECK_EQUAL(forward(2, &cleaned), STATUS_OK);
  CHECK(cleaned);
  CHECK_EQUAL(forward(1, &cleaned), STATUS_STORE);
  CHECK_TEXT(status_text(), "record 0 is damaged; remove it");

  status_fail(STATUS_USAGE, "first line\nsecond line");
  CHECK_TEXT(status_text(), "first line");
  status_fail(STATUS_USAGE, "again: %s", status_text());
  CHECK_TEXT(status_text(), "again: first line");

  char line[2000];
  memset(line, 'x', sizeof(line) - 1);
  line[sizeof(line) - 1] = '\0';
  status_fail(STATUS_SYSTEM, "%s", line);
  CHECK_EQUAL(strlen(status_text()), 511);

  pthread_t thread;
  status_fail(STATUS_USAGE, "text of main");
  CHECK_EQUAL(pthread_create(&thread, NULL, run_thread, &starts_empty), 0);
  pthread_join(thread, NULL);
  CHECK(starts_empty);
  CHECK_TEXT(status_text(), "text of main");
  return check_result();
}
