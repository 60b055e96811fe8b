// Other programs: their output, exit code and first line of errors; those that take too long are
// ended with all that they have started.
#include "tools/process/program.h"

#include "runtime/timing.h"
#include "test/unit/base/check.h"

#include <errno.h>
#include <string.h>

static ProgramOutput run(const char *script, bool is_shielded, double most_seconds) {
  ProgramOutput output = {0};
  char *const arguments[] = {"sh", "-c", (char *)script, NULL};
  CHECK_EQUAL(program_run(&(ProgramRun){arguments, is_shielded, most_seconds}, &output), 0);
  return output;
}

static void test_end(void) {
  ProgramOutput output = run("echo one; echo two >&2; echo three >&2; exit 3", false, 0);
  CHECK(!strcmp(output.text, "one\n"));
  CHECK(!strcmp(output.failure, "two"));
  CHECK_EQUAL(output.code, 3);
  program_output_destroy(&output);
  output = run("echo one", true, 60);
  CHECK_EQUAL(output.code, 0);
  CHECK(!output.is_late);
  program_output_destroy(&output);
}

static void test_late(bool is_shielded) {
  double start = timing_now();
  ProgramOutput output = run("echo one; exec sleep 60", is_shielded, 0.2);
  CHECK(timing_now() - start < 30);
  CHECK(output.is_late);
  CHECK_EQUAL(output.code, -1);
  program_output_destroy(&output);
}

static void test_missing(void) {
  ProgramOutput output;
  char *const arguments[] = {"no-program-of-this-name", NULL};
  CHECK_EQUAL(program_run(&(ProgramRun){.arguments = arguments}, &output), ENOENT);
}

int main(void) {
  test_end();
  test_late(false);
  test_late(true);
  test_missing();
  return check_result();
}
