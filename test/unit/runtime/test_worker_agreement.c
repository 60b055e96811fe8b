// A worker lets pass what is as near to the exact result as the untouched code, and no more: sums
// in bf16 that round after every term.
#include "test/unit/runtime/worker_case.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

// b[r] = the sum of a[r, :], over `terms`, in what the lines before and after make of it.
#define SUM(type, start, terms, read, write)                                                       \
  "func.func @f(%a: memref<8x4096xbf16>, %b: memref<8xbf16>) {\n"                                  \
  "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"                           \
  "  %c8 = arith.constant 8 : index\n  %n = arith.constant 4096 : index\n"                         \
  "  %most = arith.constant 4091 : index\n  %last = arith.constant 4095 : index\n"                 \
  "  %zero = arith.constant " start " : " type "\n"                                                \
  "  scf.for %r = %c0 to %c8 step %c1 {\n"                                                         \
  "    %sum = scf.for %i = %c0 to " terms " step %c1 iter_args(%s = %zero) -> (" type ") {\n" read \
  "      %t = arith.addf %s, %x : " type "\n      scf.yield %t : " type "\n    }\n" write          \
  "    memref.store %y, %b[%r] : memref<8xbf16>\n  }\n  return\n}\n"
#define FORWARD "      %x = memref.load %a[%r, %i] : memref<8x4096xbf16>\n"
#define BACKWARD                                                                                   \
  "      %k = arith.subi %last, %i : index\n"                                                      \
  "      %x = memref.load %a[%r, %k] : memref<8x4096xbf16>\n"
#define WIDE                                                                                       \
  "      %e = memref.load %a[%r, %i] : memref<8x4096xbf16>\n"                                      \
  "      %x = arith.extf %e : bf16 to f32\n"
#define KEPT "    %y = arith.addf %sum, %zero : bf16\n"
#define ROUNDED "    %y = arith.truncf %sum : f32 to bf16\n"

static const char untouched[] = SUM("bf16", "0.0", "%n", FORWARD, KEPT);

static const WorkerCase cases[] = {
    {"untouched", untouched, VERDICT_OK, ""},
    {"more exact", SUM("f32", "0.0", "%n", WIDE, ROUNDED), VERDICT_OK, ""},
    {"another order", SUM("bf16", "0.0", "%n", BACKWARD, KEPT), VERDICT_OK, ""},
    // Hidden by the rounding of the untouched code.
    {"a few terms less", SUM("f32", "0.0", "%most", WIDE, ROUNDED), VERDICT_WRONG_RESULT,
     "expected"},
    {"nothing", SUM("bf16", "0.0", "%c0", FORWARD, KEPT), VERDICT_WRONG_RESULT, "expected"},
    {"more exact, again", SUM("f32", "0.0", "%n", WIDE, ROUNDED), VERDICT_OK, ""},
};

int main(void) {
  WorkerOptions options = worker_default_options();
  WorkerTask task = {.module = untouched,
                     .pipeline = lowering_reference_text(),
                     .function = "f",
                     .data_count = 1,
                     .seed = 3};
  Worker *worker = NULL;
  CHECK_EQUAL(worker_create(&options, &worker), STATUS_OK);
  if (!worker)
    return check_result();
  CHECK_EQUAL(worker_set_task(worker, &task), STATUS_OK);
  worker_cases_check(worker, cases, sizeof cases / sizeof *cases);
  // What was kept is gone with the process.
  kill((pid_t)worker_process_id(worker), SIGKILL);
  usleep(20000);
  Measurement measurement; // it may not be gone yet
  WorkerCandidate candidate = worker_case_candidate(untouched, 0);
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  worker_cases_check(worker, cases + 1, 3);
  worker_destroy(worker);
  return check_result();
}
