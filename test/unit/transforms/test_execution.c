// Execution: tuned code computes what the untouched lowering computes.
//
// Every case runs under the choice of the analytical and of the learned model, the default schedule
// and several random ones, for all its types; each must tune an op. Operands lie against unmapped
// pages, fresh buffers hold NaN. Each case runs in a child process; one that crashes is reported
// and the rest goes on.
//
//   test_execution [--shard I/N] [--case PART] [--schedules N] [--only K] [--fp MODE]
//                  [--threads] [--count N] [--race] [--print]
//
// With --fp strict every bit must be that of the untouched code. With --threads every kernel is
// split over 2, 3, 7, 16 and 64 threads, or N alone, and every bit must be that of one thread;
// OMP_NUM_THREADS says how many there are. Built for the thread sanitizer (preset `tsan`), whose
// reports end a child, this shows that threads share nothing unguarded; --race runs a race instead,
// which it has to report.
#include "costmodel/learned_model.h"
#include "passes/autotune_shim.h"
#include "passes/tune.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "runtime/executable.h"
#include "runtime/packed_operands.h"
#include "test/unit/base/daily_seed.h"
#include "test/unit/transforms/compare_filled.h"
#include "test/unit/transforms/random_tuning.h"
#include "transforms/decompose_shim.h"
#include "transforms/extract/fp_marks.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"
#include "transforms/prepack/prepack.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Template {
  const char *name, *text;
} Template;

static const Template templates[] = {
#define EXECUTION_TEMPLATE(name, text) {#name, text},
#include "test/unit/transforms/execution_templates.def"
};

typedef struct Case {
  const char *template_name, *parameters, *types;
  const char *schedule; // the only one; NULL: the models', the default, random ones
} Case;

static const Case cases[] = {
#define EXECUTION_CASE(name, parameters, types) {#name, parameters, types, NULL},
#define EXECUTION_SCHEDULE(name, parameters, types, schedule) {#name, parameters, types, schedule},
#include "test/unit/transforms/execution_cases.def"
};

// Row: spelling, zero, lowest, highest.
static const struct {
  const char *name, *zero, *lowest, *highest;
} type_words[] = {
    {"f32", "0.0", "0xFF800000", "0x7F800000"},
    {"f64", "0.0", "0xFFF0000000000000", "0x7FF0000000000000"},
    {"i32", "0", "-2147483648", "2147483647"},
    {"i1", "0", "0", "1"},
};

enum { TEXT_BYTES = 1 << 15, COMBINATION_SECONDS = 60, FIRST_RANDOM = 3, DAILY = 5 };

// Shared with the children.
typedef struct Progress {
  int schedule;     // being run
  int combinations; // done, of ops that were tuned
  int shared;       // kernels whose threads share copies
  int failures;
  char phase[32];
  char log[2048]; // schedules in use
} Progress;

static struct {
  int shard, shards, schedules, only;
  const char *part, *fp;
  int count; // of threads, alone; 0: all
  bool print, threads, race;
  uint64_t day; // see daily_seed.h
} options = {.shards = 1, .schedules = 6, .only = -1, .part = "", .fp = "auto"};

// --- templates

static const char *skip_expression(const char *text, const Case *values, long *out_value);

static long parameter_get(const char *parameters, char name) {
  for (const char *at = parameters; *at; at++)
    if (*at == name && at[1] == '=')
      return strtol(at + 2, NULL, 10);
  fprintf(stderr, "parameter %c is missing in '%s'\n", name, parameters);
  exit(2);
}

static const char *skip_factor(const char *text, const Case *values, long *out_value) {
  if (*text == '(')
    return skip_expression(text + 1, values, out_value) + 1;
  if (isdigit((unsigned char)*text)) {
    char *end;
    *out_value = strtol(text, &end, 10);
    return end;
  }
  *out_value = parameter_get(values->parameters, *text);
  return text + 1;
}

static const char *skip_term(const char *text, const Case *values, long *out_value) {
  text = skip_factor(text, values, out_value);
  while (*text == '*' || *text == '/') {
    char operator = *text;
    long value;
    text = skip_factor(text + 1, values, &value);
    *out_value = operator == '*' ? *out_value * value : *out_value / value;
  }
  return text;
}

// Stops at the closing parenthesis.
static const char *skip_expression(const char *text, const Case *values, long *out_value) {
  text = skip_term(text, values, out_value);
  while (*text == '+' || *text == '-') {
    char operator = *text;
    long value;
    text = skip_term(text + 1, values, &value);
    *out_value += operator == '+' ? value : -value;
  }
  return text;
}

typedef struct TypePair {
  char input[8], result[8];
} TypePair;

static const char *word_of(char letter, const TypePair *pair) {
  if (letter == 'T')
    return pair->input;
  if (letter == 'A')
    return pair->result;
  for (size_t i = 0; i < sizeof type_words / sizeof *type_words; i++)
    if (!strcmp(type_words[i].name, pair->result))
      return letter == 'z'   ? type_words[i].zero
             : letter == 'n' ? type_words[i].lowest
                             : type_words[i].highest;
  return "?";
}

static void expand(const char *text, const Case *values, const TypePair *pair, char *out) {
  for (; *text; text++) {
    long value;
    if (*text != '$') {
      *out++ = *text;
    } else if (text[1] == '(') {
      text = skip_expression(text + 2, values, &value);
      out += sprintf(out, "%ld", value);
    } else {
      out += sprintf(out, "%s", word_of(*++text, pair));
    }
  }
  *out = 0;
}

static void case_text(const Case *values, const TypePair *pair, char *out) {
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
    if (!strcmp(templates[i].name, values->template_name)) {
      expand(templates[i].text, values, pair, out);
      return;
    }
  fprintf(stderr, "no template %s\n", values->template_name);
  exit(2);
}

// --- one case

typedef struct Subject {
  MlirModule module;
  Signature signature;
  Operands operands;
  Outputs expected;
  const char *schedule;
  Progress *progress;
} Subject;

static void keep_schedule(const TuneRemark *remark, void *progress) {
  Progress *shared = progress;
  if (remark->kind == REMARK_PASSED)
    snprintf(shared->log, sizeof shared->log, "%s", remark->schedule);
}

// With every dot product; those that the host does not have are emulated.
#define DOTS_512 "x86-64-v4,has_dot_i8=1,has_dot_bf16=1,has_dot_i8_alike=1,has_tiles=1"

static Status read_options(const Subject *subject, int schedule, TuneOptions *out_options) {
  static const char *const targets[] = {"x86-64-v3", DOTS_512, "x86-64-v2"};
  static const char *const models[FIRST_RANDOM] = {"analytical", "none", "shipped"};
  OptionTexts texts;
  option_texts_init(&texts);
  texts.target = targets[schedule < FIRST_RANDOM ? 0 : schedule % 3];
  texts.model = schedule < FIRST_RANDOM ? models[schedule] : "analytical";
  texts.max_candidates = 300;
  texts.fp = options.fp;
  if (subject->schedule) {
    texts.target = DOTS_512;
    texts.schedule = subject->schedule;
  }
  return options_parse(&texts, out_options);
}

// Schedule 0 is the analytical model's or the forced one, 1 the default, 2 the learned model's; the
// others are random, for targets in turn: number DAILY by the seed of the day.
static Status tune(const Subject *subject, MlirModule module, int schedule, uint64_t seed,
                   int *out_tuned) {
  TuneOptions tune_options;
  TuneStatistics statistics = {0};
  bool changed;
  MlirLocation location;
  Progress *progress = subject->progress;
  MlirOperation root = mlirModuleGetOperation(module);
  Status status = read_options(subject, schedule, &tune_options);
  progress->log[0] = 0;
  if (status != STATUS_OK)
    return status;
  if (schedule >= FIRST_RANDOM) {
    if (tune_options.has_fp)
      fp_marks_write(root, tune_options.fp);
    if (schedule == DAILY)
      seed ^= options.day;
    RandomTuning tuning = {.target = &tune_options.target, .seed = seed + (uint64_t)schedule};
    *out_tuned = random_tuning_apply(root, &tuning, progress->log, sizeof progress->log).anchors;
    if (*out_tuned < 0)
      return status_fail(STATUS_LOWERING, "the builder failed midway");
    TuneStatistics statistics = {0};
    PassReport report = {.statistics = &statistics};
    prepack_split(root, &report);
    return STATUS_OK;
  }
  status =
      tune_payload(root, &tune_options, &statistics, keep_schedule, progress, &changed, &location);
  *out_tuned = (int)statistics.ops_tuned;
  bool is_free = !strcmp(options.fp, "auto"); // else its order may be what a mode forbids
  if (status == STATUS_OK && subject->schedule && statistics.by_force == 0 && is_free)
    return status_fail(STATUS_REJECTED, "not accepted: %s", subject->schedule);
  return status;
}

static Status run_lowered(MlirModule module, bool tuned, Subject *subject, Outputs *out_outputs) {
  Status status = STATUS_OK;
  Executable executable = {0};
  PackedOperands packed = {0};
  Operands *operands = &subject->operands;
  const Signature *signature = &subject->signature;
  bool packs = packed_operands_are_needed(module, signature->name);
  strcpy(subject->progress->phase, "compiling");
  if (packs)
    TRY(packed_operands_create(module, signature, operands, PLACE_GUARDED, &packed));
  compile_request_wrappers(module);
  TRY(lower_to_llvm(module, tuned));
  TRY(executable_create(module, CODE_SCHEDULED, NULL, packs ? &packed.signature : signature,
                        packs ? &packed.operands : operands, &executable));
  strcpy(subject->progress->phase, "running");
  operands_fill(operands, 2, 7);
  if (packs) {
    TRY(packed_operands_bind(&packed, executable.jit));
    TRY(packed_operands_update(&packed));
  }
  TRY(executable_run(&executable, out_outputs));
cleanup:
  packed_operands_destroy(&packed);
  executable_destroy(&executable);
  return status;
}

// STATUS_OK when the tuned code agrees.
static Status run_schedule(Subject *subject, int schedule, uint64_t seed) {
  Status status = STATUS_OK;
  Progress *progress = subject->progress;
  Outputs outputs = {0};
  MlirModule module = module_clone(subject->module);
  int tuned = 0;
  strcpy(progress->phase, "tuning");
  TRY(tune(subject, module, schedule, seed, &tuned));
  if (options.print)
    ir_write(mlirModuleGetOperation(module), stdout);
  if (!mlirOperationVerify(mlirModuleGetOperation(module)))
    TRY(status_fail(STATUS_LOWERING, "the tuned module does not verify"));
  TRY(run_lowered(module, true, subject, &outputs));
  Comparison comparison =
      outputs_compare(&subject->expected, &outputs, strcmp(options.fp, "strict") ? 1.0 : 0.0);
  if (!comparison.agrees)
    TRY(status_fail(STATUS_WORKER, "max error %.2g: %s", comparison.max_error, comparison.text));
  if (!tuned && strcmp(options.fp, "strict") != 0) // strict leaves what would change a bit
    TRY(status_fail(STATUS_REJECTED, "no op was tuned: untouched code agrees with itself"));
  progress->combinations += tuned > 0;
cleanup:
  outputs_destroy(&outputs);
  mlirModuleDestroy(module);
  return status;
}

// --- several threads

// Tunes for so many threads, each kernel split that can be, and runs. `out_split` kernels were.
static Status run_on(Subject *subject, int threads, int schedule, uint64_t seed, int *out_split,
                     Outputs *out_outputs) {
  Status status = STATUS_OK;
  TuneOptions tune_options;
  Progress *progress = subject->progress;
  MlirModule module = module_clone(subject->module);
  snprintf(progress->phase, sizeof progress->phase, "tuning for %d threads", threads);
  progress->log[0] = 0;
  TRY(read_options(subject, FIRST_RANDOM + schedule, &tune_options));
  RandomTuning tuning = {.target = &tune_options.target,
                         .seed = seed + (uint64_t)schedule,
                         .schedule = subject->schedule,
                         .threads = threads};
  RandomTuned tuned = random_tuning_apply(mlirModuleGetOperation(module), &tuning, progress->log,
                                          sizeof progress->log);
  *out_split = tuned.split;
  progress->shared += tuned.shared;
  if (tuned.anchors < 0)
    TRY(status_fail(STATUS_LOWERING, "the builder failed midway"));
  if (options.print)
    ir_write(mlirModuleGetOperation(module), stdout);
  if (!mlirOperationVerify(mlirModuleGetOperation(module)))
    TRY(status_fail(STATUS_LOWERING, "the tuned module does not verify"));
  if (threads == 1 || tuned.split > 0)
    TRY(run_lowered(module, true, subject, out_outputs));
cleanup:
  mlirModuleDestroy(module);
  return status;
}

// Every number of threads gives the bits of one.
static Status run_threads(Subject *subject, int schedule, uint64_t seed) {
  static const int counts[] = {2, 3, 7, 16, 64};
  Status status = STATUS_OK;
  Outputs expected = {0}, outputs = {0};
  int split;
  TRY(run_on(subject, 1, schedule, seed, &split, &expected));
  int only = options.count, number = only ? 1 : (int)(sizeof counts / sizeof *counts);
  for (int i = 0; i < number; i++) {
    int threads = only ? only : counts[i];
    TRY(run_on(subject, threads, schedule, seed, &split, &outputs));
    if (split == 0)
      continue;
    Comparison comparison = outputs_compare(&expected, &outputs, 0.0);
    outputs_destroy(&outputs);
    if (!comparison.agrees)
      TRY(status_fail(STATUS_WORKER, "%d threads, max error %.2g: %s", threads,
                      comparison.max_error, comparison.text));
    subject->progress->combinations++;
  }
cleanup:
  outputs_destroy(&expected);
  return status;
}

// A module whose threads all write one element.
static int run_race(MlirContext context) {
  Status status = STATUS_OK;
  Subject subject = {0};
  Executable executable = {0};
  TRY(compile_parse_file(context, "test/threads/race.mlir", &subject.module));
  TRY(signature_read(subject.module, NULL, &subject.signature));
  TRY(operands_create(&subject.signature, PLACE_GUARDED, &subject.operands));
  TRY(lower_to_llvm(subject.module, true));
  TRY(executable_create(subject.module, CODE_SCHEDULED, NULL, &subject.signature, &subject.operands,
                        &executable));
  TRY(executable_run(&executable, &subject.expected));
cleanup:
  if (status != STATUS_OK)
    printf("%s\n", status_text());
  executable_destroy(&executable);
  return status != STATUS_OK;
}

static Status subject_create(MlirContext context, const char *text, Progress *progress,
                             Subject *subject) {
  Status status = STATUS_OK;
  *subject = (Subject){.progress = progress};
  TRY(compile_parse(context, text, &subject->module));
  TRY(signature_read(subject->module, NULL, &subject->signature));
  TRY(operands_create(&subject->signature, PLACE_GUARDED, &subject->operands));
  arena_set_poison(true);
  MlirModule module = module_clone(subject->module);
  aggregates_decompose(mlirModuleGetOperation(module));
  status = run_lowered(module, false, subject, &subject->expected);
  mlirModuleDestroy(module);
  if (status == STATUS_OK && !outputs_are_meaningful(&subject->expected))
    status = status_fail(STATUS_WORKER, "the reference is all zero");
cleanup:
  return status;
}

static void report(const Case *values, const TypePair *pair, int schedule, const Progress *progress,
                   const char *what) {
  printf("FAILED %s(%s) %s, schedule %d, %s: %s\n  %s\n", values->template_name, values->parameters,
         pair->input, schedule, progress->phase, what, progress->log);
  fflush(stdout);
}

static uint64_t hash(const char *text) {
  uint64_t value = 14695981039346656037u;
  for (; *text; text++)
    value = (value ^ (unsigned char)*text) * 1099511628211u;
  return value;
}

static int schedule_count(const Case *values) { return values->schedule ? 1 : options.schedules; }

// In the child: all schedules from progress->schedule on.
static void run_child(MlirContext context, const Case *values, const TypePair *pair,
                      Progress *progress) {
  static char text[TEXT_BYTES];
  Subject subject;
  case_text(values, pair, text);
  if (options.print)
    printf("%s", text);
  uint64_t seed = hash(text);
  alarm(COMBINATION_SECONDS);
  if (subject_create(context, text, progress, &subject) != STATUS_OK) {
    report(values, pair, -1, progress, status_text());
    progress->failures++;
    progress->schedule = schedule_count(values);
    return;
  }
  subject.schedule = values->schedule;
  for (; progress->schedule < schedule_count(values); progress->schedule++) {
    if (options.only >= 0 && options.only != progress->schedule)
      continue;
    alarm(COMBINATION_SECONDS);
    Status status = options.threads ? run_threads(&subject, progress->schedule, seed)
                                    : run_schedule(&subject, progress->schedule, seed);
    if (status == STATUS_OK)
      continue;
    report(values, pair, progress->schedule, progress, status_text());
    progress->failures++;
  }
}

// What is wrong with how a child ended, NULL: nothing is.
static const char *child_failure(int state, const Progress *progress, int schedules) {
  static char text[64];
  if (WIFSIGNALED(state))
    return strsignal(WTERMSIG(state));
  if (WEXITSTATUS(state) != 0)
    snprintf(text, sizeof text, "the child ended with exit status %d", WEXITSTATUS(state));
  else if (progress->schedule < schedules)
    snprintf(text, sizeof text, "the child ended after %d of %d schedules", progress->schedule,
             schedules);
  else
    return NULL;
  return text;
}

// A child that dies is replaced by one that goes on after the schedule that killed it.
static void run_case(MlirContext context, const Case *values, const TypePair *pair,
                     Progress *progress) {
  int schedules = schedule_count(values);
  for (progress->schedule = 0; progress->schedule < schedules; progress->schedule++) {
    fflush(stdout);
    strcpy(progress->phase, "starting");
    pid_t child = fork();
    if (child == 0) {
      run_child(context, values, pair, progress);
      fflush(stdout);
      _exit(0);
    }
    int state = 0;
    if (child < 0 || waitpid(child, &state, 0) != child) {
      perror("test_execution");
      exit(2);
    }
    const char *failure = child_failure(state, progress, schedules);
    if (!failure)
      return;
    report(values, pair, progress->schedule, progress, failure);
    progress->failures++;
  }
}

static void run_types(MlirContext context, const Case *values, Progress *progress, int *position) {
  TypePair pair;
  int length;
  for (const char *at = values->types;
       sscanf(at, " %7[a-z0-9]:%7[a-z0-9]%n", pair.input, pair.result, &length) == 2;
       at += length) {
    char name[512];
    snprintf(name, sizeof name, "%s(%s) %s", values->template_name, values->parameters, pair.input);
    if (options.threads && at != values->types)
      return; // the type makes no difference to what threads share
    if ((*position)++ % options.shards == options.shard && strstr(name, options.part))
      run_case(context, values, &pair, progress);
  }
}

static void read_arguments(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--print"))
      options.print = true;
    else if (!strcmp(argv[i], "--threads"))
      options.threads = true;
    else if (!strcmp(argv[i], "--race"))
      options.race = true;
    else if (!strcmp(argv[i], "--count") && sscanf(value, "%d", &options.count) == 1 &&
             options.count > 1)
      i++;
    else if (!strcmp(argv[i], "--shard") &&
             sscanf(value, "%d/%d", &options.shard, &options.shards) == 2)
      i++;
    else if (!strcmp(argv[i], "--case"))
      options.part = argv[++i];
    else if (!strcmp(argv[i], "--schedules"))
      options.schedules = atoi(argv[++i]);
    else if (!strcmp(argv[i], "--fp"))
      options.fp = argv[++i];
    else if (!strcmp(argv[i], "--only"))
      options.only = atoi(argv[++i]);
    else {
      fprintf(stderr, "test_execution: bad argument %s\n", argv[i]);
      exit(2);
    }
  }
}

int main(int argc, char **argv) {
  int position = 0;
  read_arguments(argc, argv);
  options.day = daily_seed();
  Progress *progress =
      mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  autotune_register_passes();
  lowering_register();
  MlirContext context = compile_context_create();
  if (options.race)
    return run_race(context);
  LearnedModel *model; // read once, for all children
  if (learned_model_shipped(&model) != STATUS_OK) {
    printf("%s\n", status_text());
    return 2;
  }
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    run_types(context, &cases[i], progress, &position);
  mlirContextDestroy(context);
  printf("%d combinations agree, %d failures\n", progress->combinations, progress->failures);
  bool is_thin = !options.threads || options.part[0] || options.shards > 8;
  if (options.threads)
    printf("%d kernels whose threads share copies\n", progress->shared);
  return progress->failures != 0 || progress->combinations == 0 ||
         (!is_thin && progress->shared == 0);
}
