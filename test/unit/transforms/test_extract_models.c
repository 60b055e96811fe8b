// Reads a module, takes groups out of it as the pass does, and stands a placeholder op in for
// the kernel of each, so that the verifier finds operands that do not dominate. Prints what could
// not be taken. Usage: test_extract_models [-v] [FILE...]; without files, the networks of
// test/models, each of which must give the numbers of extract_models.def.
#include "plan/workload.h"
#include "test/unit/base/read_file.h"
#include "test/unit/transforms/all_dialects.h"
#include "transforms/extract/extract.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPS_MAX = 8192 };

typedef struct OpList {
  int count;
  MlirOperation ops[OPS_MAX];
} OpList;

typedef struct Tally {
  int ops, groups, covered, refused;
} Tally;

// What a network of test/models must give.
static const struct {
  const char *name;
  Tally tally;
} expected[] = {
#define EXTRACT_MODEL(name, ops, groups, refused) {#name, {ops, groups, ops - refused, refused}},
#include "test/unit/transforms/extract_models.def"
};

enum { EXPECTED_COUNT = sizeof expected / sizeof *expected };

static bool is_verbose;

static MlirWalkResult collect(MlirOperation op, void *list_pointer) {
  OpList *list = list_pointer;
  if (!op_is_anchor_candidate(op))
    return MlirWalkResultAdvance;
  if (list->count < OPS_MAX)
    list->ops[list->count++] = op;
  return MlirWalkResultSkip;
}

static bool is_unused(MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r) {
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, r))))
      return false;
  }
  return true;
}

static void forget(OpList *list, MlirOperation op, Tally *tally) {
  for (int i = 0; i < list->count; ++i) {
    if (!mlirOperationEqual(list->ops[i], op))
      continue;
    list->ops[i] = (MlirOperation){NULL};
    tally->covered += 1;
  }
}

// Adds the values from outside that the bodies of the group's statements use.
static void add_captured(const Group *group, MlirValue *operands, int *count) {
  for (int s = 0; s < group->workload.statement_count; ++s) {
    const GroupStatement *statement = &group->statements[s];
    for (int i = 0; i < statement->argument_count; ++i) {
      if (statement->arguments[i].kind == SOURCE_VALUE)
        operands[(*count)++] = statement->arguments[i].value;
    }
  }
  for (int k = 0; k < group->workload.accumulator_count; ++k) {
    if (group->init[k].kind == SOURCE_VALUE)
      operands[(*count)++] = group->init[k].value;
  }
}

// Puts one unregistered op in the place of the group.
static void replace_group(Group *group, OpList *list, Tally *tally) {
  MlirOperationState state = mlirOperationStateGet(mlirStringRefCreateFromCString("test.group"),
                                                   mlirOperationGetLocation(group->anchor));
  MlirValue operands[2 * WORKLOAD_MAX_ACCESSES + WORKLOAD_MAX_STATEMENTS * GROUP_MAX_ARGUMENTS];
  MlirType results[GROUP_MAX_RESULTS];
  int count = 0;
  for (int a = 0; a < group->workload.access_count; ++a) {
    if (!mlirValueIsNull(group->accesses[a].value))
      operands[count++] = group->accesses[a].value;
    if (!mlirValueIsNull(group->accesses[a].pad_value))
      operands[count++] = group->accesses[a].pad_value;
  }
  add_captured(group, operands, &count);
  for (int o = 0; o < group->output_count; ++o)
    results[o] = mlirValueGetType(group->output_result[o]);
  mlirOperationStateAddOperands(&state, count, operands);
  mlirOperationStateAddResults(&state, group->output_count, results);
  MlirOperation made = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(group->insertion), group->insertion,
                                      made);
  for (int o = 0; o < group->output_count; ++o)
    mlirValueReplaceAllUsesOfWith(group->output_result[o], mlirOperationGetResult(made, o));
  for (int i = group->op_count - 1; i >= 0; --i) {
    if (!is_unused(group->ops[i]))
      continue;
    forget(list, group->ops[i], tally);
    mlirOperationDestroy(group->ops[i]);
  }
}

static void report_refusal(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  printf("  refused: %.*s at ", (int)name.length, name.data);
  mlirLocationPrint(mlirOperationGetLocation(op), all_dialects_print_text, NULL);
  printf(": %s\n", status_text());
}

static void take_group(MlirOperation op, OpList *list, Tally *tally) {
  static Group group;
  char text[4096];
  Fusion limits = FUSION_ALL;
  if (is_unused(op) && mlirOperationGetNumResults(op) > 0) {
    forget(list, op, tally);
    mlirOperationDestroy(op);
    return;
  }
  if (group_extract(op, &limits, &group) != STATUS_OK) {
    report_refusal(op);
    tally->refused += 1;
    return;
  }
  tally->groups += 1;
  workload_print(&group.workload, text, sizeof text);
  if (is_verbose) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    printf("  %.*s: init %d producers %d pad %d epilogue %d, %d ops\n    %s\n", (int)name.length,
           name.data, group.fusion.init, group.fusion.producers, group.fusion.pad,
           group.fusion.epilogue, group.op_count, text);
  }
  replace_group(&group, list, tally);
}

static bool tally_is_expected(const char *path, const Tally *tally) {
  const char *name = strrchr(path, '/') + 1;
  size_t length = strcspn(name, ".");
  for (int i = 0; i < EXPECTED_COUNT; i++) {
    const Tally *row = &expected[i].tally;
    if (strlen(expected[i].name) != length || strncmp(expected[i].name, name, length) != 0)
      continue;
    if (!memcmp(row, tally, sizeof *row))
      return true;
    printf("FAILED %s: expected %d ops, %d groups cover %d, %d refused\n", path, row->ops,
           row->groups, row->covered, row->refused);
    return false;
  }
  printf("FAILED %s: no row in extract_models.def\n", path);
  return false;
}

static bool run_module(MlirContext context, const char *path, const char *source,
                       Tally *out_tally) {
  static OpList list;
  Tally tally = {0};
  list.count = 0;
  MlirOperation module = mlirOperationCreateParse(context, mlirStringRefCreateFromCString(source),
                                                  mlirStringRefCreateFromCString(path));
  if (mlirOperationIsNull(module))
    return false;
  mlirOperationWalk(module, collect, &list, MlirWalkPreOrder);
  tally.ops = list.count;
  for (int rank = 0; rank <= 3; ++rank) {
    for (int i = 0; i < list.count; ++i) {
      if (!mlirOperationIsNull(list.ops[i]) && op_anchor_rank(list.ops[i]) == rank)
        take_group(list.ops[i], &list, &tally);
    }
  }
  bool is_valid = mlirOperationVerify(module);
  printf("%s: %d ops, %d groups cover %d, %d refused%s\n", path, tally.ops, tally.groups,
         tally.covered, tally.refused, is_valid ? "" : ", INVALID");
  mlirOperationDestroy(module);
  *out_tally = tally;
  return is_valid && tally.covered + tally.refused == tally.ops;
}

static bool run_file(MlirContext context, const char *path, Tally *out_tally) {
  char *source = read_file(path);
  bool is_good = source != NULL && run_module(context, path, source, out_tally);
  if (source == NULL)
    printf("%s: cannot be read\n", path);
  free(source);
  return is_good;
}

// Every network of test/models has its row, and every row its network.
static bool run_models(MlirContext context) {
  glob_t models = {0};
  bool all_good = glob("test/models/*.mlir", 0, NULL, &models) == 0;
  if (models.gl_pathc != EXPECTED_COUNT)
    printf("FAILED: %zu networks, %d rows\n", models.gl_pathc, EXPECTED_COUNT);
  all_good &= models.gl_pathc == EXPECTED_COUNT;
  for (size_t i = 0; i < models.gl_pathc; ++i) {
    Tally tally = {0};
    all_good &= run_file(context, models.gl_pathv[i], &tally);
    all_good &= tally_is_expected(models.gl_pathv[i], &tally);
  }
  globfree(&models);
  return all_good;
}

int main(int argc, char **argv) {
  MlirContext context = context_of_all_dialects();
  mlirContextSetAllowUnregisteredDialects(context, true);
  bool all_good = true;
  int first = 1;
  if (argc > 1 && strcmp(argv[1], "-v") == 0) {
    is_verbose = true;
    first = 2;
  }
  for (int i = first; i < argc; ++i) {
    Tally tally;
    all_good &= run_file(context, argv[i], &tally);
  }
  if (first >= argc)
    all_good &= run_models(context);
  mlirContextDestroy(context);
  return all_good ? 0 : 1;
}
