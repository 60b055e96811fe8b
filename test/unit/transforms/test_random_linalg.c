// Random modules of linalg ops: tuned code computes what upstream's passes alone make of them.
//
// Each module is compiled twice, each time whole and at -O1: lowered by upstream passes to scalar
// loops, and tuned and lowered by ours. Schedules are the analytical model's or random ones,
// targets in turn. A module runs in a child process, so that one that crashes is reported and the
// rest goes on. Before that the child draws --schedules more schedules for each op, which are built
// and verified, not run.
//
// Sums of 16-bit floats that nearly cancel differ by more than the tolerance when their order does.
// A result a little beyond it is rounding, and no failure, when the same module tuned under
// fp=strict has every bit; few may need that.
//
// With --partitions the functions are graphs, and each has a random legal partition as attribute,
// which must be followed: no group may fall apart. Differences of equal values are rounding there,
// whatever their size.
//
// Three quarters of the modules are of the seeds from 1 on, the others of the seed of the day; all
// are of those from N on with --seed N.
//
//   test_random_linalg [--seed N] [--count N] [--functions N] [--only N] [--schedules N]
//   [--target NAME] [--print] [--partitions]
#include "base/half.h"
#include "base/status.h"
#include "passes/autotune_shim.h"
#include "passes/tune.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/daily_seed.h"
#include "test/unit/plan/random_partition.h"
#include "test/unit/transforms/compare_filled.h"
#include "test/unit/transforms/linalg_random.h"
#include "test/unit/transforms/random_tuning.h"
#include "transforms/extract/fp_marks.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT_BYTES = 1 << 18, MODULE_SECONDS = 120, LEAST_TUNED_PERCENT = 75 };
enum { ROUNDING_TOLERANCES = 8, MOST_ROUNDED_PER_1000 = 5 };

// No pass of ours.
static const char stock_pipeline[] =
    "builtin.module(one-shot-bufferize{bufferize-function-boundaries=1 "
    "function-boundary-type-conversion=identity-layout-map},"
    "func.func(convert-linalg-to-loops),convert-bufferization-to-memref,expand-strided-metadata,"
    "lower-affine,convert-scf-to-cf,arith-expand{include-bf16=true},convert-math-to-llvm,"
    "convert-math-to-libm,convert-arith-to-llvm,convert-index-to-llvm,finalize-memref-to-llvm,"
    "convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)";

// LLVM calls it for upstream's arithmetic on bf16, and libgcc has it from release 13 on. It returns
// bits in the lowest lane of a vector register. What our lowering makes calls nothing of the kind:
// the tests of other programs, which lack it, would fail.
__attribute__((visibility("default"))) _Float16 __truncsfbf2(float value);
_Float16 __truncsfbf2(float value) {
  uint16_t bits = half_to_bf16(value);
  _Float16 result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

// Shared with the children.
typedef struct Progress {
  long functions, ops, drawn, failures, rounded;
  RandomPartitions partitions;
  int function; // being compared
  char phase[32], log[4096];
} Progress;

static struct {
  uint64_t seed;
  int count, functions, only, schedules;
  bool print, partitions;
  const char *target; // NULL: three in turn
} options = {.count = 43, .functions = 6, .only = -1, .schedules = 20};

typedef struct Pair {
  MlirModule original, stock, tuned;
  Jit *stock_code, *tuned_code;
} Pair;

static void count_remark(const TuneRemark *remark, void *progress) {
  Progress *shared = progress;
  shared->ops += remark->kind == REMARK_PASSED;
}

static Status tune_partitioned(MlirOperation root, const TuneOptions *tune_options, uint64_t seed,
                               Progress *progress) {
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed;
  long before = progress->ops;
  RandomPartitions counts = {0};
  if (!random_partition_write(root, &tune_options->target, seed, &counts))
    return status_fail(STATUS_SYSTEM, "no partition");
  Status status =
      tune_payload(root, tune_options, &statistics, count_remark, progress, &changed, &location);
  long tuned = progress->ops - before;
  progress->partitions.groups += counts.groups;
  progress->partitions.members += counts.members;
  if (status == STATUS_OK && tuned > counts.kernels_most)
    status = status_fail(STATUS_LOWERING, "%ld kernels where the partition has %lld at most", tuned,
                         (long long)counts.kernels_most);
  return status;
}

static Status tune(MlirModule module, uint64_t seed, Progress *progress) {
  static const char *const targets[] = {"x86-64-v3", "x86-64-v4", "x86-64-v2"};
  TuneOptions tune_options;
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed;
  OptionTexts texts;
  option_texts_init(&texts);
  texts.target = options.target ? options.target : targets[seed / 2 % 3];
  texts.model = "analytical";
  texts.max_candidates = 100;
  Status status = options_parse(&texts, &tune_options);
  MlirOperation root = mlirModuleGetOperation(module);
  if (status != STATUS_OK)
    return status;
  if (options.partitions)
    return tune_partitioned(root, &tune_options, seed, progress);
  if (seed % 2) {
    RandomTuning tuning = {.target = &tune_options.target, .seed = seed};
    int tuned = random_tuning_apply(root, &tuning, progress->log, sizeof progress->log).anchors;
    progress->ops += tuned > 0 ? tuned : 0;
    return tuned < 0 ? status_fail(STATUS_LOWERING, "the builder failed midway") : STATUS_OK;
  }
  return tune_payload(root, &tune_options, &statistics, count_remark, progress, &changed,
                      &location);
}

static Status compile_stock(Pair *pair) {
  Status status = STATUS_OK;
  compile_request_wrappers(pair->stock);
  TRY(compile_run_pipeline(pair->stock, stock_pipeline));
  TRY(jit_create(pair->stock, CODE_QUICK, NULL, &pair->stock_code));
cleanup:
  return status;
}

static Status compile_tuned(Pair *pair, FpMode mode, uint64_t seed, Progress *progress) {
  Status status = STATUS_OK;
  bool changed = false;
  if (mode == FP_STRICT)
    fp_modes_write(mlirModuleGetOperation(pair->tuned), mode, &changed);
  TRY(tune(pair->tuned, seed, progress));
  if (options.print)
    ir_write(mlirModuleGetOperation(pair->tuned), stdout);
  if (!mlirOperationVerify(mlirModuleGetOperation(pair->tuned)))
    TRY(status_fail(STATUS_LOWERING, "the tuned module does not verify"));
  TRY(module_to_code(pair->tuned, true, &pair->tuned_code));
cleanup:
  return status;
}

// `tolerances`: how many a result may be off; 0: every bit.
static Status compare_function(const Pair *pair, const char *name, double tolerances) {
  Status status = STATUS_OK;
  Signature signature = {0};
  TRY(signature_read(pair->original, name, &signature));
  TRY(compare_filled(&signature, pair->stock_code, pair->tuned_code, 2, tolerances));
cleanup:
  signature_destroy(&signature);
  return status;
}

static void report(uint64_t seed, const Progress *progress, const char *what) {
  printf("FAILED module %llu, %s", (unsigned long long)seed, progress->phase);
  if (progress->function >= 0)
    printf(" @f%d", progress->function);
  printf(": %s\n", what);
  fflush(stdout);
}

static void note_failure(uint64_t seed, Progress *progress) {
  report(seed, progress, status_text());
  progress->failures++;
}

// Whether the function's difference, beyond the tolerance, is the order of its sums.
static bool is_rounding(const Pair *pair, const char *name, uint64_t seed, Progress *progress) {
  long ops = progress->ops;
  Pair strict = *pair;
  strict.tuned = module_clone(pair->original);
  bool is_near =
      options.partitions || compare_function(pair, name, ROUNDING_TOLERANCES) == STATUS_OK;
  bool is_equal = is_near && compile_tuned(&strict, FP_STRICT, seed, progress) == STATUS_OK &&
                  compare_function(&strict, name, 0) == STATUS_OK;
  progress->ops = ops;
  progress->rounded += is_equal;
  return is_equal;
}

// Many more schedules for many more machines, which may have instructions that this one lacks: the
// builder must end, and in a module that verifies.
static Status draw_schedules(const Pair *pair, uint64_t seed, Progress *progress) {
  static const char *const targets[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4",     "zen3",
                                        "zen4",      "zen5",      "sapphirerapids"};
  Status status = STATUS_OK;
  for (int n = 0; n < options.schedules && status == STATUS_OK; n++) {
    Target target;
    MlirModule module = module_clone(pair->original);
    RandomTuning tuning = {.target = &target, .seed = seed * 1000003 + (uint64_t)n};
    progress->log[0] = '\0';
    status = target_parse(targets[n % (int)(sizeof targets / sizeof *targets)], &target);
    RandomTuned tuned = {0};
    if (status == STATUS_OK)
      tuned = random_tuning_apply(mlirModuleGetOperation(module), &tuning, progress->log,
                                  sizeof progress->log);
    if (tuned.anchors < 0 || !mlirOperationVerify(mlirModuleGetOperation(module)))
      status = status_fail(STATUS_LOWERING, "draw %d for %s: %s", n, target.name, progress->log);
    progress->drawn += tuned.anchors;
    mlirModuleDestroy(module);
  }
  progress->log[0] = '\0';
  return status;
}

static void compare_module(Pair *pair, uint64_t seed, Progress *progress) {
  strcpy(progress->phase, "schedules");
  if (draw_schedules(pair, seed, progress) != STATUS_OK) {
    note_failure(seed, progress);
    return;
  }
  strcpy(progress->phase, "stock lowering");
  if (compile_stock(pair) != STATUS_OK) {
    note_failure(seed, progress);
    return;
  }
  strcpy(progress->phase, "tuning");
  if (compile_tuned(pair, FP_MODE_COUNT, seed, progress) != STATUS_OK) {
    note_failure(seed, progress);
    return;
  }
  strcpy(progress->phase, "running");
  for (int n = 0; n < options.functions; n++) {
    char name[16];
    snprintf(name, sizeof name, "f%d", n);
    if (options.only >= 0 && options.only != n)
      continue;
    progress->function = n;
    if (compare_function(pair, name, 1) != STATUS_OK) {
      char what[256];
      snprintf(what, sizeof what, "%s", status_text());
      if (!is_rounding(pair, name, seed, progress)) {
        report(seed, progress, what);
        progress->failures++;
      }
    }
    progress->functions++;
  }
}

static void run_child(MlirContext context, uint64_t seed, Progress *progress) {
  static char text[TEXT_BYTES];
  Pair pair = {0};
  alarm(MODULE_SECONDS);
  strcpy(progress->phase, "parsing");
  if (linalg_random_module(seed, options.partitions ? LINALG_GRAPHS : LINALG_CHAINS,
                           options.functions, text, sizeof text) >= sizeof text) {
    report(seed, progress, "the text is too long");
    progress->failures++;
    return;
  }
  if (options.print)
    printf("%s", text);
  if (compile_parse(context, text, &pair.original) != STATUS_OK) {
    note_failure(seed, progress);
    return;
  }
  pair.stock = module_clone(pair.original);
  pair.tuned = module_clone(pair.original);
  arena_set_poison(true);
  compare_module(&pair, seed, progress);
}

// The child ends without giving anything back: it has the context of its parent.
static void run_module(MlirContext context, uint64_t seed, Progress *progress) {
  int state = 0;
  progress->function = -1;
  progress->log[0] = '\0';
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    run_child(context, seed, progress);
    fflush(stdout);
    _exit(0);
  }
  if (child < 0 || waitpid(child, &state, 0) != child) {
    perror("test_random_linalg");
    exit(2);
  }
  if (state == 0)
    return;
  report(seed, progress, WIFSIGNALED(state) ? strsignal(WTERMSIG(state)) : "the child left early");
  progress->failures++;
}

static void read_arguments(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--print")) {
      options.print = true;
      continue;
    }
    if (!strcmp(argv[i], "--partitions")) {
      options.partitions = true;
      continue;
    }
    if (!strcmp(argv[i], "--seed"))
      options.seed = strtoull(value, NULL, 10);
    else if (!strcmp(argv[i], "--count"))
      options.count = atoi(value);
    else if (!strcmp(argv[i], "--functions"))
      options.functions = atoi(value);
    else if (!strcmp(argv[i], "--schedules"))
      options.schedules = atoi(value);
    else if (!strcmp(argv[i], "--target"))
      options.target = value;
    else if (!strcmp(argv[i], "--only"))
      options.only = atoi(value);
    else {
      fprintf(stderr, "test_random_linalg: bad argument %s\n", argv[i]);
      exit(2);
    }
    i++;
  }
}

static uint64_t module_seed(uint64_t day, int n) {
  int fixed = options.count - options.count / 4;
  if (options.seed)
    return options.seed + (uint64_t)n;
  return n < fixed ? 1 + (uint64_t)n : day + (uint64_t)(n - fixed);
}

int main(int argc, char **argv) {
  read_arguments(argc, argv);
  uint64_t day = daily_seed();
  Progress *progress =
      mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  autotune_register_passes();
  lowering_register();
  MlirContext context = compile_context_create();
  for (int n = 0; n < options.count; n++)
    run_module(context, module_seed(day, n), progress);
  mlirContextDestroy(context);
  printf(
      "%d modules, %ld functions compared, %ld ops tuned, %ld more built, %ld beyond the tolerance "
      "by rounding, %ld failures\n",
      options.count, progress->functions, progress->ops, progress->drawn, progress->rounded,
      progress->failures);
  if (options.partitions) {
    printf("%lld groups of several ops, %lld ops in them beside their anchors\n",
           (long long)progress->partitions.groups, (long long)progress->partitions.members);
    if (3 * progress->partitions.groups < progress->functions) {
      printf("FAILED: fewer groups of several ops than one in three functions\n");
      progress->failures++;
    }
  }
  if (1000 * progress->rounded > MOST_ROUNDED_PER_1000 * progress->functions + 1000) {
    printf("FAILED: more than %d of 1000 results are beyond the tolerance\n",
           MOST_ROUNDED_PER_1000);
    progress->failures++;
  }
  if (100 * progress->ops < LEAST_TUNED_PERCENT * progress->functions) {
    printf("FAILED: fewer than %d ops were tuned in 100 functions\n", LEAST_TUNED_PERCENT);
    progress->failures++;
  }
  return progress->failures != 0 || progress->functions == 0;
}
