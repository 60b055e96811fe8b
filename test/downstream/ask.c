// ask MODULE.mlir MODEL: a compiler that asks, about a module and with a model from memory. It
// links libautotune.a and calls include/autotune.h from C: options, predictions, candidates, one op
// tuned in place, the passes in a pass manager of its own. It prints what it finds and exits 1 when
// something is not as it should be.
#include "autotune.h"

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "line %d: " #condition ": %s\n", __LINE__, autotuneErrorText());             \
      failures++;                                                                                  \
    }                                                                                              \
  } while (0)

static bool is(MlirStringRef text, const char *other) {
  return text.length == strlen(other) && !memcmp(text.data, other, text.length);
}

// --- what we hear

static void hear_remark(const AutotuneRemark *remark, void *user) {
  int *tuned = user;
  *tuned += remark->kind == AUTOTUNE_REMARK_TUNED;
  if (remark->kind == AUTOTUNE_REMARK_TUNED)
    printf("tuned %.*s in @%.*s: %s, %.2e s by the %s\n", (int)remark->op.length, remark->op.data,
           (int)remark->function.length, remark->function.data, remark->text, remark->seconds,
           remark->source);
}

static void hear_error(AutotuneResult result, const char *text, void *user) {
  printf("error %d: %s\n", result, text);
  ++*(int *)user;
}

typedef struct Candidates {
  int count;
  double first, last;
} Candidates;

static void hear_candidate(MlirOperation op, const AutotunePrediction *prediction, void *user) {
  Candidates *candidates = user;
  (void)op;
  if (candidates->count++ == 0)
    candidates->first = prediction->seconds;
  candidates->last = prediction->seconds;
  printf("candidate %.2e s: %s\n", prediction->seconds, prediction->schedule);
}

// --- asking

static MlirWalkResult find_matmul(MlirOperation op, void *out_found) {
  if (!is(mlirIdentifierStr(mlirOperationGetName(op)), "linalg.matmul"))
    return MlirWalkResultAdvance;
  *(MlirOperation *)out_found = op;
  return MlirWalkResultInterrupt;
}

static MlirOperation matmul_of(MlirModule module) {
  MlirOperation found = {NULL};
  mlirOperationWalk(mlirModuleGetOperation(module), find_matmul, &found, MlirWalkPreOrder);
  return found;
}

static void ask(MlirModule module, const AutotuneOptions *options) {
  AutotunePrediction chosen, plain, again;
  Candidates candidates = {0};
  double partition = 0;
  MlirOperation op = matmul_of(module);
  EXPECT(autotunePredictChosen(op, options, &chosen) == AUTOTUNE_OK);
  EXPECT(autotunePredictDefault(op, options, &plain) == AUTOTUNE_OK);
  EXPECT(autotunePredictSchedule(op, options, chosen.schedule, &again) == AUTOTUNE_OK);
  printf("chosen  %.2e s: %s\ndefault %.2e s: %s\n", chosen.seconds, chosen.schedule, plain.seconds,
         plain.schedule);
  // Equal where both are predicted at the peak of the target.
  EXPECT(chosen.seconds > 0 && chosen.seconds <= plain.seconds);
  EXPECT(again.seconds == chosen.seconds && !strcmp(again.schedule, chosen.schedule));
  EXPECT(autotuneListCandidates(op, options, 3, hear_candidate, &candidates) == AUTOTUNE_OK);
  EXPECT(candidates.count == 3 && candidates.first == chosen.seconds);
  EXPECT(autotunePredictPartition(mlirModuleGetOperation(module), options, NULL, NULL,
                                  &partition) == AUTOTUNE_OK);
  EXPECT(partition >= chosen.seconds);
}

static void make_mistakes(MlirModule module, AutotuneOptions *options, const int *errors) {
  AutotunePrediction prediction;
  AutotuneModel *model = NULL;
  MlirOperation op = matmul_of(module);
  EXPECT(autotuneOptionsSet(options, "colour", "blue") == AUTOTUNE_MISTAKE && *errors == 1);
  EXPECT(autotuneOptionsSet(options, "seed", "many") == AUTOTUNE_OK);
  EXPECT(autotuneOptionsCheck(options) == AUTOTUNE_MISTAKE && *errors == 2);
  EXPECT(autotuneOptionsSet(options, "seed", "0") == AUTOTUNE_OK);
  EXPECT(autotunePredictSchedule(op, options, "direct(vector=i9x16)", &prediction) != AUTOTUNE_OK);
  EXPECT(autotunePredictSchedule(op, options, "nonsense", &prediction) != AUTOTUNE_OK);
  EXPECT(autotunePredictChosen(mlirModuleGetOperation(module), options, &prediction) ==
         AUTOTUNE_UNSUPPORTED);
  EXPECT(autotuneTuneOp(mlirModuleGetOperation(module), options) == AUTOTUNE_UNSUPPORTED);
  EXPECT(*errors == 6);
  EXPECT(autotuneModelLoad("no model", 8, &model) == AUTOTUNE_MISTAKE && !model);
}

// --- tuning

static void count(MlirStringRef piece, void *user) {
  char **text = user;
  size_t length = *text ? strlen(*text) : 0;
  char *longer = realloc(*text, length + piece.length + 1);
  if (!longer)
    abort();
  memcpy(longer + length, piece.data, piece.length);
  longer[length + piece.length] = 0;
  *text = longer;
}

static bool prints(MlirModule module, const char *words) {
  char *text = NULL;
  mlirOperationPrint(mlirModuleGetOperation(module), count, &text);
  bool has = text && strstr(text, words);
  free(text);
  return has;
}

static void tune_one(MlirModule module, const AutotuneOptions *options, const int *tuned) {
  EXPECT(autotuneTuneOp(matmul_of(module), options) == AUTOTUNE_OK);
  EXPECT(*tuned == 1 && mlirOperationIsNull(matmul_of(module)));
  EXPECT(mlirOperationVerify(mlirModuleGetOperation(module)) && prints(module, "vector.fma"));
}

static void lower(MlirModule module, const AutotuneOptions *options, const int *tuned) {
  int before = *tuned;
  MlirContext context = mlirModuleGetContext(module);
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(manager, autotuneCreatePass(options));
  EXPECT(autotuneAddLowering(mlirPassManagerGetAsOpPassManager(manager)) == AUTOTUNE_OK);
  EXPECT(
      mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  EXPECT(*tuned > before && prints(module, "llvm.func @matmul"));
  mlirPassManagerDestroy(manager);
}

// --- what is read

// Ends in a zero.
static char *read_file(const char *path, size_t *size) {
  enum { ROOM = 64 << 20 };
  FILE *file = fopen(path, "rb");
  char *bytes = calloc(1, ROOM);
  if (!file || !bytes || !(*size = fread(bytes, 1, ROOM - 1, file)))
    exit(2);
  fclose(file);
  return bytes;
}

static AutotuneModel *read_model(const char *path) {
  size_t size;
  AutotuneModel *model = NULL;
  char *bytes = read_file(path, &size);
  EXPECT(autotuneModelLoad(bytes, size, &model) == AUTOTUNE_OK);
  free(bytes);
  return model;
}

static MlirContext make_context(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);
  return context;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  int tuned = 0, errors = 0;
  size_t size;
  char *text = read_file(argv[1], &size);
  AutotuneModel *model = read_model(argv[2]);
  MlirContext context = make_context();
  AutotuneOptions *options = autotuneOptionsCreate();
  EXPECT(autotuneOptionsSet(options, "target", "zen4") == AUTOTUNE_OK);
  EXPECT(autotuneOptionsSet(options, "max-candidates", "300") == AUTOTUNE_OK);
  EXPECT(autotuneOptionsSet(options, "model", "analytical") == AUTOTUNE_OK);
  autotuneOptionsSetModel(options, model);
  autotuneOptionsSetRemarkCallback(options, hear_remark, &tuned);
  autotuneOptionsSetErrorCallback(options, hear_error, &errors);
  for (int round = 0; round < 2; round++) {
    MlirModule module = mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
    if (round == 0) {
      ask(module, options);
      make_mistakes(module, options, &errors);
      tune_one(module, options, &tuned);
    } else {
      lower(module, options, &tuned);
    }
    mlirModuleDestroy(module);
  }
  autotuneOptionsDestroy(options);
  autotuneModelDestroy(model);
  mlirContextDestroy(context);
  free(text);
  printf("autotune %s: %d failures\n", autotuneVersion(), failures);
  return failures != 0;
}
