// Worker: every way a candidate can end is a verdict, and the parent and the
// next candidate are none the worse.
#include "runtime/worker/worker.h"

#include "runtime/worker/confine.h"
#include "runtime/worker/protocol.h"
#include "test/unit/runtime/worker_case.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

// The body of a function b[i] = f(a[i]), between the lines that all candidates share.
#define FUNCTION(body)                                                                             \
  "func.func @f(%a: memref<64xf32>, %b: memref<64xf32>) {\n"                                       \
  "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"                           \
  "  %c64 = arith.constant 64 : index\n  %one = arith.constant 1.0 : f32\n" body "  return\n}\n"
#define LOOP(value)                                                                                \
  "  scf.for %i = %c0 to %c64 step %c1 {\n"                                                        \
  "    %x = memref.load %a[%i] : memref<64xf32>\n"                                                 \
  "    %y = " value "\n    memref.store %y, %b[%i] : memref<64xf32>\n  }\n"
#define GOOD LOOP("arith.addf %x, %one : f32")
// An index that the compiler cannot know.
#define UNKNOWN                                                                                    \
  "  %u = memref.load %a[%c0] : memref<64xf32>\n  %v = math.absf %u : f32\n"                       \
  "  %w = arith.fptosi %v : f32 to i64\n  %n = arith.index_cast %w : i64 to index\n"
// Stores to m[0, bound) and then reads it backwards, so that no store can be left out.
#define FILL_AND_READ(type, bound)                                                                 \
  "  %bound = arith.addi %n, " bound " : index\n"                                                  \
  "  scf.for %i = %c0 to %bound step %c1 {\n    %r = arith.remui %i, %c64 : index\n"               \
  "    %x = memref.load %a[%r] : memref<64xf32>\n"                                                 \
  "    memref.store %x, %m[%i] : " type "\n  }\n"                                                  \
  "  scf.for %i = %c0 to %c64 step %c1 {\n    %k = arith.subi %bound, %i : index\n"                \
  "    %j = arith.remui %k, %bound : index\n    %x = memref.load %m[%j] : " type "\n"              \
  "    memref.store %x, %b[%i] : memref<64xf32>\n  }\n"
#define ENDLESS                                                                                    \
  FUNCTION("  scf.while : () -> () {\n    %t = arith.constant true\n    scf.condition(%t)\n"       \
           "  } do {\n    memref.store %one, %b[%c1] : memref<64xf32>\n    scf.yield\n  }\n")

static const char good[] = FUNCTION(GOOD);

// One row per way to end.
static const WorkerCase cases[] = {
    {"good", good, VERDICT_OK, ""},
    {"other value", FUNCTION(LOOP("arith.subf %x, %one : f32")), VERDICT_WRONG_RESULT, "expected"},
    {"nothing written", FUNCTION(""), VERDICT_WRONG_RESULT, "expected"},
    {"null store",
     FUNCTION("  %p = llvm.mlir.zero : !llvm.ptr\n"
              "  llvm.store volatile %one, %p : f32, !llvm.ptr\n" GOOD),
     VERDICT_CRASH, "step run"},
    {"read past the end",
     FUNCTION("  %c300 = arith.constant 300 : index\n"
              "  %r = memref.reinterpret_cast %a to offset: [0], sizes: [512], strides: [1]"
              " : memref<64xf32> to memref<512xf32>\n"
              "  %x0 = memref.load %r[%c300] : memref<512xf32>\n"
              "  memref.store %x0, %b[%c0] : memref<64xf32>\n"),
     VERDICT_CRASH, "step run"},
    {"write past an allocation",
     FUNCTION(UNKNOWN
              "  %m = memref.alloc() : memref<16xf32>\n"
              "  %c20 = arith.constant 20 : index\n" FILL_AND_READ("memref<16xf32>", "%c20")),
     VERDICT_WRONG_RESULT, "past the end"},
    {"read of fresh memory",
     FUNCTION(UNKNOWN "  %m = memref.alloc() : memref<16xf32>\n"
                      "  memref.store %one, %m[%c1] : memref<16xf32>\n" GOOD
                      "  %y0 = memref.load %m[%n] : memref<16xf32>\n"
                      "  memref.store %y0, %b[%c0] : memref<64xf32>\n"),
     VERDICT_WRONG_RESULT, "nan"},
    {"endless loop", ENDLESS, VERDICT_TIMEOUT, "step run"},
    {"huge array on the stack",
     FUNCTION(UNKNOWN "  %m = memref.alloca() : memref<8388608xf32>\n" FILL_AND_READ(
         "memref<8388608xf32>", "%c64")),
     VERDICT_CRASH, "stack overflow"},
    {"endless recursion",
     "func.func private @g(%m: memref<?xf32>, %n: index) -> f32 {\n"
     "  %k = arith.addi %n, %n : index\n  %s = memref.alloca(%n) : memref<?xf32>\n"
     "  %x = func.call @g(%s, %k) : (memref<?xf32>, index) -> f32\n"
     "  %y = memref.load %m[%n] : memref<?xf32>\n  %z = arith.divf %x, %y : f32\n"
     "  memref.store %z, %s[%n] : memref<?xf32>\n  return %z : f32\n}\n" FUNCTION(
         "  %d = memref.cast %a : memref<64xf32> to memref<?xf32>\n"
         "  %x0 = func.call @g(%d, %c1) : (memref<?xf32>, index) -> f32\n"
         "  memref.store %x0, %b[%c0] : memref<64xf32>\n"),
     VERDICT_CRASH, "stack overflow"},
    {"more memory than allowed",
     FUNCTION(UNKNOWN "  %m = memref.alloc() : memref<16000000000xf32>\n"
                      "  memref.store %one, %m[%n] : memref<16000000000xf32>\n"
                      "  %y0 = memref.load %m[%c1] : memref<16000000000xf32>\n"
                      "  memref.store %y0, %b[%c0] : memref<64xf32>\n"),
     VERDICT_MEMORY_LIMIT, "memory"},
    {"text that does not parse", "func.func @f( {", VERDICT_COMPILE_ERROR, "parse"},
    {"op that does not verify", FUNCTION("  %q = arith.addf %one, %c0 : f32\n"),
     VERDICT_COMPILE_ERROR, "parse"},
    {"op that is not lowered",
     FUNCTION("  %q = builtin.unrealized_conversion_cast %one : f32 to tensor<2xf32>\n"
              "  %e = tensor.extract %q[%c0] : tensor<2xf32>\n"
              "  memref.store %e, %b[%c0] : memref<64xf32>\n"),
     VERDICT_COMPILE_ERROR, ""},
    {"unknown function called",
     "func.func private @nowhere_to_be_found()\n" FUNCTION(
         "  func.call @nowhere_to_be_found() : () -> ()\n"),
     VERDICT_COMPILE_ERROR, ""},
    {"another function only", "func.func @g() { return }", VERDICT_COMPILE_ERROR, "@f"},
    {"good at the end", good, VERDICT_OK, ""},
};

static WorkerTask task_of(const char *module) {
  return (WorkerTask){.module = module,
                      .pipeline = lowering_reference_text(),
                      .function = "f",
                      .data_count = 1,
                      .seed = 3};
}

static Worker *start_worker(const WorkerOptions *options) {
  Worker *worker = NULL;
  WorkerTask task = task_of(good);
  CHECK_EQUAL(worker_create(options, &worker), STATUS_OK);
  if (!worker) {
    printf("%s\n", status_text());
    exit(check_result());
  }
  CHECK_EQUAL(worker_set_task(worker, &task), STATUS_OK);
  return worker;
}

static void test_verdicts(Worker *worker) {
  worker_cases_check(worker, cases, sizeof cases / sizeof *cases);
}

static void test_timing(Worker *worker) {
  Measurement measurement;
  WorkerCandidate candidate = worker_case_candidate(good, 9);
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  CHECK_EQUAL(measurement.timing.repeats, 9);
  CHECK(measurement.compile_seconds > 0);
  for (int i = 0; i < measurement.timing.repeats; i++) {
    double seconds = measurement.timing.seconds[i];
    CHECK(seconds > 0 && seconds < 0.01);
    CHECK(seconds * (double)measurement.timing.iterations > 0.0002);
  }
  candidate.timing.flush_cache = true;
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  CHECK_EQUAL(measurement.timing.iterations, 1);
  candidate.timing.repeats = 0;
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  CHECK_EQUAL(measurement.verdict, VERDICT_OK);
  CHECK_EQUAL(measurement.timing.repeats, 0);
}

// The module may be lowered already, or the pipeline may be nonsense.
static void test_pipelines(Worker *worker) {
  static const char lowered[] =
      "llvm.func @f(%p: !llvm.ptr) { llvm.return }\n"
      "llvm.func @_mlir_ciface_f(%a: !llvm.ptr, %b: !llvm.ptr) { llvm.return }\n";
  Measurement measurement;
  WorkerCandidate candidate = worker_case_candidate(lowered, 1);
  candidate.pipeline = "";
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  CHECK_EQUAL(measurement.verdict, VERDICT_WRONG_RESULT);
  candidate.pipeline = "builtin.module(no-such-pass)";
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  CHECK_EQUAL(measurement.verdict, VERDICT_COMPILE_ERROR);
}

static void test_killed_while_idle(Worker *worker) {
  Measurement measurement;
  WorkerCandidate candidate = worker_case_candidate(good, 1);
  int restarts = worker_restart_count(worker);
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  kill((pid_t)worker_process_id(worker), SIGKILL);
  usleep(20000);
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  CHECK(measurement.verdict == VERDICT_OK || measurement.verdict == VERDICT_CRASH);
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  CHECK_EQUAL(measurement.verdict, VERDICT_OK);
  CHECK_EQUAL(worker_restart_count(worker), restarts + 1);
}

static void *kill_soon(void *worker) {
  usleep(300000);
  kill((pid_t)worker_process_id(worker), SIGKILL);
  return NULL;
}

static void test_killed_while_running(Worker *worker) {
  Measurement measurement;
  pthread_t thread;
  WorkerCandidate candidate = worker_case_candidate(ENDLESS, 1);
  CHECK_EQUAL(pthread_create(&thread, NULL, kill_soon, worker), 0);
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  pthread_join(thread, NULL);
  CHECK_EQUAL(measurement.verdict, VERDICT_CRASH);
  CHECK(strstr(measurement.text, "signal 9") != NULL);
}

// Vectors of thousands of lanes keep LLVM busy for minutes.
static void test_compile_deadline(void) {
  static const char slow[] =
      FUNCTION("  %p = memref.reinterpret_cast %a to offset: [0], sizes: [16384], strides: [1]"
               " : memref<64xf32> to memref<16384xf32>\n"
               "  %u = vector.load %p[%c0] : memref<16384xf32>, vector<16384xf32>\n"
               "  %w = vector.shape_cast %u : vector<16384xf32> to vector<128x128xf32>\n"
               "  %t = vector.transpose %w, [1, 0] : vector<128x128xf32> to vector<128x128xf32>\n"
               "  %v = vector.shape_cast %t : vector<128x128xf32> to vector<16384xf32>\n"
               "  %s = math.exp %v : vector<16384xf32>\n"
               "  vector.store %s, %p[%c0] : memref<16384xf32>, vector<16384xf32>\n");
  WorkerOptions options = worker_default_options();
  Measurement measurement;
  WorkerCandidate candidate = worker_case_candidate(slow, 1);
  options.compile_seconds = 1.5;
  Worker *worker = start_worker(&options);
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  CHECK_EQUAL(measurement.verdict, VERDICT_TIMEOUT);
  CHECK_TEXT(measurement.text, "step compile took longer than 1.5 s");
  worker_destroy(worker);
}

static void test_bad_reference(Worker *worker) {
  WorkerTask task = task_of(cases[3].module);
  Measurement measurement;
  WorkerCandidate candidate = worker_case_candidate(good, 1);
  CHECK_EQUAL(worker_set_task(worker, &task), STATUS_WORKER);
  CHECK(strstr(status_text(), "crash") != NULL);
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_WORKER);
  task = task_of(good);
  CHECK_EQUAL(worker_set_task(worker, &task), STATUS_OK);
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  CHECK_EQUAL(measurement.verdict, VERDICT_OK);
}

// Right only where neither a file nor a socket can be made, and a file can be looked at.
static const char confined[] =
    "llvm.func @creat(!llvm.ptr, i32) -> i32\nllvm.func @socket(i32, i32, i32) -> i32\n"
    "llvm.func @access(!llvm.ptr, i32) -> i32\n"
    "llvm.mlir.global internal constant @root(\"/\\00\")\n" FUNCTION(
        "  %p = llvm.mlir.addressof @path : !llvm.ptr\n"
        "  %r = llvm.mlir.addressof @root : !llvm.ptr\n"
        "  %z = arith.constant 0 : i32\n  %u = arith.constant 1 : i32\n"
        "  %f = llvm.call @creat(%p, %z) : (!llvm.ptr, i32) -> i32\n"
        "  %s = llvm.call @socket(%u, %u, %z) : (i32, i32, i32) -> i32\n"
        "  %o = llvm.call @access(%r, %z) : (!llvm.ptr, i32) -> i32\n"
        "  %both = arith.andi %f, %s : i32\n  %none = arith.cmpi slt, %both, %z : i32\n"
        "  %seen = arith.cmpi eq, %o, %z : i32\n  %good = arith.andi %none, %seen : i1\n"
        "  %zero = arith.constant 0.0 : f32\n"
        "  %add = arith.select %good, %one, %zero : f32\n" LOOP("arith.addf %x, %add : f32"));

static void test_confined(Worker *worker) {
  char path[] = "/tmp/test-worker-XXXXXX/file", module[4096];
  char *slash = strrchr(path, '/');
  *slash = 0;
  CHECK(mkdtemp(path) != NULL);
  *slash = '/';
  snprintf(module, sizeof module, "llvm.mlir.global internal constant @path(\"%s\\00\")\n%s", path,
           confined);
  Measurement measurement;
  WorkerCandidate candidate = worker_case_candidate(module, 1);
  CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
  if (confine_is_offered())
    CHECK_TEXT(verdict_name(measurement.verdict), verdict_name(VERDICT_OK));
  CHECK(access(path, F_OK) != 0 || !confine_is_offered());
  unlink(path);
  *slash = 0;
  CHECK_EQUAL(rmdir(path), 0);
}

// Programs that are not workers.
static void test_bad_programs(void) {
  static const char *const programs[] = {"/no/such/program", "/bin/true", "/bin/cat"};
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    WorkerOptions options = worker_default_options();
    Worker *worker = NULL;
    options.program = programs[i];
    CHECK_EQUAL(worker_create(&options, &worker), STATUS_WORKER);
    CHECK(strstr(status_text(), programs[i]) != NULL);
    CHECK(worker == NULL);
  }
}

static void test_packets(void) {
  float values[3] = {1, 2, 3};
  Output output = {.type = ELEMENT_F32, .count = 3, .values = values};
  Outputs outputs = {1, &output};
  Packet packet = {0};
  packet_put_integer(&packet, -5);
  packet_put_number(&packet, 0.5);
  packet_put_text(&packet, "text");
  packet_put_outputs(&packet, &outputs);
  size_t whole = packet.size;
  CHECK_EQUAL(packet_get_integer(&packet), -5);
  CHECK(packet_get_number(&packet) == 0.5);
  CHECK_TEXT(packet_get_text(&packet), "text");
  Outputs copy = packet_get_outputs(&packet);
  CHECK(!packet.bad);
  CHECK(outputs_compare(&outputs, &copy, 1).agrees);
  outputs_destroy(&copy);
  for (size_t size = 0; size < whole; size++) { // every truncation is noticed
    packet.size = size;
    packet.at = 0;
    packet.bad = false;
    packet_get_integer(&packet);
    packet_get_number(&packet);
    packet_get_text(&packet);
    copy = packet_get_outputs(&packet);
    CHECK(packet.bad);
    CHECK_EQUAL(copy.count, 0);
    outputs_destroy(&copy);
  }
  packet_destroy(&packet);
}

static void test_frames(void) {
  int ends[2];
  MessageKind kind;
  Packet packet = {0}, received = {0};
  CHECK_EQUAL(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  packet_put_text(&packet, "hello");
  CHECK_EQUAL(frame_send(ends[0], MESSAGE_TASK, &packet), STATUS_OK);
  CHECK_EQUAL(frame_receive(ends[1], -1, &kind, &received), STATUS_OK);
  CHECK_EQUAL(kind, MESSAGE_TASK);
  CHECK_TEXT(packet_get_text(&received), "hello");
  CHECK_EQUAL(frame_receive(ends[1], 0, &kind, &received), STATUS_REJECTED);
  FrameHeader header = frame_header(MESSAGE_TASK, 4);
  header.version++;
  CHECK_EQUAL(send(ends[0], &header, sizeof header, 0), sizeof header);
  CHECK_EQUAL(frame_receive(ends[1], -1, &kind, &received), STATUS_WORKER);
  close(ends[0]);
  CHECK_EQUAL(frame_receive(ends[1], -1, &kind, &received), STATUS_WORKER);
  CHECK_EQUAL(frame_send(ends[1], MESSAGE_TASK, &packet), STATUS_WORKER);
  close(ends[1]);
  packet_destroy(&packet);
  packet_destroy(&received);
}

// The address sanitizer would rather end the worker than let an allocation fail.
static void let_allocations_fail(void) {
  char options[1024];
  const char *before = getenv("ASAN_OPTIONS");
  snprintf(options, sizeof options, "%s%sallocator_may_return_null=1", before ? before : "",
           before ? ":" : "");
  setenv("ASAN_OPTIONS", options, 1);
}

int main(void) {
  let_allocations_fail();
  WorkerOptions options = worker_default_options();
  options.run_seconds = 2;
  options.memory_bytes = (int64_t)2 << 30;
  test_packets();
  test_frames();
  Worker *worker = start_worker(&options);
  test_verdicts(worker);
  test_timing(worker);
  test_confined(worker);
  test_pipelines(worker);
  test_killed_while_idle(worker);
  test_killed_while_running(worker);
  test_bad_reference(worker);
  worker_destroy(worker);
  test_compile_deadline();
  test_bad_programs();
  return check_result();
}
