// Every op of the dialects arith, math and index in the body of a linalg op, in every element type:
// what lowers as it is lowers tuned too, and computes the same; what is left untouched has a
// remark.
//
// The ops are those that the dialects register, so that a new one fails here until body_ops.def has
// a row for it. Each row runs in a child process, its functions together in one module; a module
// that does not compile is halved until the function that is to blame stands alone.
//
//   test_body_ops [--shard I/N] [--op NAME] [--print]
#include "mlir-c/Diagnostics.h"
#include "passes/autotune_shim.h"
#include "passes/tune.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "runtime/jit.h"
#include "test/unit/transforms/body_case.h"
#include "test/unit/transforms/registered_ops_shim.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const BodyOp ops[] = {
#define BODY_OP(...) {__VA_ARGS__},
#include "test/unit/transforms/body_ops.def"
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static const char *const dialects[] = {"arith", "math", "index"};
static const char *const targets[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"};
// What kernels are made for.
static const char kernel_types[] = " f64 f32 f16 bf16 i64 i32 i16 i8 i1 index ";

// How each op is used; the short list serves further variants and pairs of types. The targets take
// turns.
static const struct {
  BodyForm form;
  int rows, columns;
  bool is_short;
} uses[] = {
    {FORM_TENSORS, 1, 1, false},   {FORM_TENSORS, 1, 5, false},   {FORM_MEMREFS, 1, 16, false},
    {FORM_TENSORS, 1, 37, true},   {FORM_TENSORS, 1, 130, false}, {FORM_TRANSPOSED, 5, 19, false},
    {FORM_REDUCTION, 6, 29, true},
};

enum { ROW_SECONDS = 240, MAX_FUNCTIONS = 2048 };

typedef struct Function {
  BodyCase body;
  int number;
  bool parses, lowers;
  void *operands[BODY_MAX_OPERANDS], *expected; // owned
  int tuned, left;                              // remarks of the last run of the pass
  char schedule[160];                           // of the last run, the beginning of it
} Function;

// Shared with the children.
typedef struct Progress {
  int tuned, left;  // functions
  int without_form; // types for which the op does not exist, or has no untuned lowering
  int failures, row_tuned, row_left, row_varied;
  char phase[200];
} Progress;

static Progress *progress;
static MlirContext context;
static bool prints;

// --- modules

static char *write_module(Function *const *functions, int count) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (int i = 0; i < count; i++)
    body_case_write(&functions[i]->body, functions[i]->number, out);
  fclose(out);
  return text;
}

static void fail(const Function *function, const char *target, const char *what) {
  printf("FAILED ");
  body_case_print(&function->body, stdout);
  printf(", %s: %s\n  %s\n", target ? target : "untuned", what, function->schedule);
  if (prints) {
    body_case_write(&function->body, function->number, stdout);
  }
  progress->failures++;
}

typedef struct Tuning {
  Function *const *functions;
  int count;
} Tuning;

static void hear(const TuneRemark *remark, void *user) {
  const Tuning *tuning = user;
  if (!mlirStringRefEqual(remark->op, mlirStringRefCreateFromCString("linalg.generic")))
    return; // a fill, or the module
  int number = atoi(remark->function.data + 1);
  for (int i = 0; i < tuning->count; i++)
    if (tuning->functions[i]->number == number) {
      if (remark->kind == REMARK_PASSED)
        snprintf(tuning->functions[i]->schedule, sizeof tuning->functions[i]->schedule, "%s",
                 remark->schedule);
      tuning->functions[i]->tuned += remark->kind == REMARK_PASSED;
      tuning->functions[i]->left += remark->kind == REMARK_MISSED && remark->reason[0];
    }
}

static Status tune(MlirModule module, const char *target, Function *const *functions, int count) {
  Status status = STATUS_OK;
  OptionTexts texts;
  TuneOptions options;
  TuneStatistics statistics = {0};
  bool has_changed;
  MlirLocation location;
  Tuning tuning = {functions, count};
  option_texts_init(&texts);
  texts.target = target;
  texts.model = "analytical";
  texts.max_candidates = 60;
  for (int i = 0; i < count; i++)
    functions[i]->tuned = functions[i]->left = 0;
  TRY(options_parse(&texts, &options));
  TRY(tune_payload(mlirModuleGetOperation(module), &options, &statistics, hear, &tuning,
                   &has_changed, &location));
  if (!mlirOperationVerify(mlirModuleGetOperation(module)))
    TRY(status_fail(STATUS_LOWERING, "the tuned module does not verify"));
cleanup:
  return status;
}

// `target` null: untuned.
static Status compile(Function *const *functions, int count, const char *target, Jit **out_jit) {
  Status status = STATUS_OK;
  MlirModule module = {NULL};
  char *text = write_module(functions, count);
  snprintf(progress->phase, sizeof progress->phase, "compiling %d from %d on, %s", count,
           functions[0]->number, target ? target : "untuned");
  TRY(compile_parse(context, text, &module));
  if (target)
    TRY(tune(module, target, functions, count));
  if (prints)
    ir_write(mlirModuleGetOperation(module), stdout);
  TRY(lower_to_llvm(module, true));
  TRY(jit_create(module, CODE_SCHEDULED, NULL, out_jit));
cleanup:
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  free(text);
  return status;
}

// --- runs

static const BodyType *result_type(const Function *function) { return function->body.result; }

static size_t result_bytes(const Function *function) {
  return (size_t)(body_case_result_count(&function->body) * result_type(function)->bytes);
}

static void create_operands(Function *function) {
  const BodyCase *body = &function->body;
  for (int i = 0; i < body->operand_count; i++) {
    int64_t count = body_case_operand_count(body, i);
    char domain = body->op->domains[i];
    // The maximum over a row that holds a NaN or an infinity says nothing of the others.
    if (domain == 'x' && body->form == FORM_REDUCTION && body->operands[i]->kind == BODY_FLOAT)
      domain = 'f';
    function->operands[i] = malloc((size_t)(count * body->operands[i]->bytes));
    body_values_fill(body->operands[i], domain, (uint64_t)(i + 1), count, function->operands[i]);
  }
}

static Status run(Jit *jit, Function *function, void *out_result) {
  Status status = STATUS_OK;
  char name[16];
  void *entry;
  size_t bytes = result_bytes(function);
  snprintf(name, sizeof name, "f%d", function->number);
  snprintf(progress->phase, sizeof progress->phase, "running %s", name);
  memset(out_result, 0xA5, bytes);
  TRY(jit_find(jit, name, &entry));
  void *result = body_case_call(&function->body, entry, function->operands, out_result);
  memmove(out_result, result, bytes);
  arena_release();
  if (arena_take_violations())
    TRY(status_fail(STATUS_WORKER, "wrote past the end of a buffer"));
cleanup:
  return status;
}

static void compare(Function *function, const char *target, const void *actual) {
  char expected_text[32], actual_text[32], text[128];
  int64_t position = 0;
  int64_t apart = body_values_distance(result_type(function), function->expected, actual,
                                       body_case_result_count(&function->body), &position);
  if (apart <= function->body.op->ulps)
    return;
  body_value_print(result_type(function), function->expected, position, expected_text);
  body_value_print(result_type(function), actual, position, actual_text);
  snprintf(text, sizeof text, "element %" PRId64 " is %s, expected %s", position, actual_text,
           expected_text);
  fail(function, target, text);
}

static void run_expected(Jit *jit, Function *function) {
  create_operands(function);
  function->expected = malloc(result_bytes(function));
  function->lowers = run(jit, function, function->expected) == STATUS_OK;
  progress->row_varied += body_values_vary(result_type(function), function->expected,
                                           body_case_result_count(&function->body));
}

static bool has_kernel(const BodyCase *body) {
  char word[24];
  bool is_known = true;
  for (int i = -1; i < body->operand_count; i++) {
    snprintf(word, sizeof word, " %s ", (i < 0 ? body->result : body->operands[i])->name);
    is_known &= strstr(kernel_types, word) != NULL;
  }
  return is_known;
}

static void run_tuned(Jit *jit, Function *function, const char *target) {
  BodyOutcome outcome = has_kernel(&function->body) ? function->body.op->outcome : LEFT;
  bool is_tuned = function->tuned > 0;
  if (!is_tuned && function->left == 0)
    fail(function, target, "left untouched without a remark");
  else if (is_tuned != (outcome == TUNED))
    fail(function, target, is_tuned ? "is tuned, unlike its row says" : "is left untouched");
  *(is_tuned ? &progress->tuned : &progress->left) += 1;
  *(is_tuned ? &progress->row_tuned : &progress->row_left) += 1;
  void *actual = malloc(result_bytes(function));
  if (run(jit, function, actual) == STATUS_OK)
    compare(function, target, actual);
  else
    fail(function, target, status_text());
  free(actual);
}

static void try_functions(Function **functions, int count, const char *target) {
  Jit *jit = NULL;
  if (count == 0)
    return;
  if (compile(functions, count, target, &jit) == STATUS_OK) {
    for (int i = 0; i < count; i++)
      if (target)
        run_tuned(jit, functions[i], target);
      else
        run_expected(jit, functions[i]);
    jit_destroy(jit);
  } else if (count == 1) {
    if (target)
      fail(functions[0], target, status_text());
    else if (prints)
      printf("untuned: %s\n", status_text());
  } else {
    try_functions(functions, count / 2, target);
    try_functions(functions + count / 2, count - count / 2, target);
  }
}

// --- rows

static bool parses(Function *function) {
  MlirModule module;
  char *text = write_module(&function, 1);
  Status status = compile_parse(context, text, &module);
  free(text);
  if (status != STATUS_OK && prints)
    printf("%s\n", status_text());
  if (status == STATUS_OK)
    mlirModuleDestroy(module);
  return status == STATUS_OK;
}

// Adds the functions for one type, pair of types or variant.
static int add_functions(BodyCase body, bool is_short, Function *functions, int count) {
  body_case_resolve(&body);
  for (int i = 0; i < COUNT(uses); i++) {
    Function *function = &functions[count];
    body.form = uses[i].form;
    body.rows = uses[i].rows;
    body.columns = uses[i].columns;
    if ((is_short && !uses[i].is_short) || !body_case_is_possible(&body))
      continue;
    *function = (Function){.body = body, .number = count};
    if (parses(function))
      count++;
    else
      progress->without_form++;
  }
  return count;
}

static int row_functions(const BodyOp *op, Function *functions) {
  int count = 0;
  bool is_short = op->others[0] || op->variants[0];
  BodyWord none = {NULL, 0}, type = none, other, variant;
  while ((type = body_word_next(op->types, type)).text)
    for (other = none; (other = body_word_next(op->others, other)).text;)
      for (variant = none; (variant = body_word_next(op->variants, variant)).text;) {
        BodyCase body = {.op = op,
                         .variant = variant,
                         .type = body_type_find(type.text, type.length),
                         .other = body_type_find(other.text, other.length)};
        if (count + COUNT(uses) > MAX_FUNCTIONS || !body.type) {
          printf("FAILED %s: the row is too long or has an unknown type\n", op->name);
          progress->failures++;
          return count;
        }
        count = add_functions(body, is_short, functions, count);
      }
  return count;
}

// Those of the functions that lower as they are and are tuned for that target.
static int keep_for_target(Function *functions, int count, int target, Function **out) {
  int kept = 0;
  for (int i = target; i < count; i += COUNT(targets)) {
    if (functions[i].lowers)
      out[kept++] = &functions[i];
    else
      progress->without_form++;
  }
  return kept;
}

static void run_row(const BodyOp *op) {
  static Function functions[MAX_FUNCTIONS];
  static Function *list[MAX_FUNCTIONS];
  alarm(ROW_SECONDS);
  arena_set_poison(true);
  int count = row_functions(op, functions);
  for (int i = 0; i < count; i++)
    list[i] = &functions[i];
  try_functions(list, count, NULL);
  for (int i = 0; i < COUNT(targets); i++)
    try_functions(list, keep_for_target(functions, count, i, list), targets[i]);
}

static void row_fail(const BodyOp *op, const char *what) {
  printf("FAILED %s on %s: %s\n", op->name, op->types, what);
  progress->failures++;
}

static void fork_row(const BodyOp *op) {
  int state = 0;
  progress->row_tuned = progress->row_left = progress->row_varied = 0;
  int failures = progress->failures;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    run_row(op);
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, &state, 0);
  if (!WIFEXITED(state) || WEXITSTATUS(state) != 0) {
    printf("%s\n", progress->phase);
    row_fail(op, "the process ended");
  }
  if (progress->failures > failures)
    return;
  if (op->outcome == TUNED && progress->row_tuned == 0)
    row_fail(op, "nothing was tuned");
  if (op->outcome == LEFT && progress->row_left == 0)
    row_fail(op, "nothing was run");
  if (op->outcome == ABSENT && progress->row_left + progress->row_tuned > 0)
    row_fail(op, "lowers as it is: say TUNED or LEFT");
  if (op->outcome != ABSENT && op->operands[0] && progress->row_varied == 0)
    row_fail(op, "every result is constant");
}

static void check_listed(MlirStringRef name, void *user) {
  bool is_listed = false;
  for (int i = 0; i < COUNT(ops); i++)
    is_listed |= strlen(ops[i].name) == name.length && !memcmp(ops[i].name, name.data, name.length);
  *(int *)user += 1;
  if (is_listed)
    return;
  printf("FAILED %.*s has no row in body_ops.def\n", (int)name.length, name.data);
  progress->failures++;
}

// Failures are reported through Status, also those of the translation to LLVM IR.
static MlirLogicalResult keep_quiet(MlirDiagnostic diagnostic, void *user) {
  (void)diagnostic;
  (void)user;
  return mlirLogicalResultSuccess();
}

int main(int argc, char **argv) {
  int shard = 0, shards = 1, op_count = 0;
  const char *only = NULL;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--print"))
      prints = true;
    else if (i + 1 < argc && !strcmp(argv[i], "--op"))
      only = argv[++i];
    else if (i + 1 < argc && !strcmp(argv[i], "--shard") &&
             sscanf(argv[i + 1], "%d/%d", &shard, &shards) == 2)
      i++;
    else
      return fprintf(stderr, "test_body_ops: bad argument %s\n", argv[i]), 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0); // what a child says is kept when it dies
  progress =
      mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  autotune_register_passes();
  lowering_register();
  context = compile_context_create();
  mlirContextAttachDiagnosticHandler(context, keep_quiet, NULL, NULL);
  for (int i = 0; i < COUNT(dialects); i++)
    registered_ops_visit(context, dialects[i], check_listed, &op_count);
  for (int i = 0; i < COUNT(ops); i++)
    if (only ? !strncmp(ops[i].name, only, strlen(only)) : i % shards == shard)
      fork_row(&ops[i]);
  mlirContextDestroy(context);
  printf("%d ops: %d functions tuned, %d left with a remark, %d without a form, %d failures\n",
         op_count, progress->tuned, progress->left, progress->without_form, progress->failures);
  return progress->failures != 0;
}
