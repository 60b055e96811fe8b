// Extraction: in each function of extract_cases.mlir, the op marked {anchor} gives the workload and
// the fusion that the function's attributes state, or is refused for the stated reason.
//   expect  the workload as text, or "refused: REASON"
//   fused   what was fused: "init producers pad epilogue=N", and "ops=N" made dead
//   limits  what may be fused, in the same words; everything when absent
// Usage: test_extract [-p] : -p prints what was found instead of comparing.
#include "plan/workload.h"
#include "test/unit/base/check.h"
#include "test/unit/base/read_file.h"
#include "test/unit/transforms/all_dialects.h"
#include "transforms/extract/extract.h"

#include "mlir-c/BuiltinAttributes.h"
#include <stdlib.h>

#define CASES "test/unit/transforms/extract_cases.mlir"
enum { TEXT_SIZE = 4096 };

static bool prints_only;

// Copies a string attribute; false when the op has none of that name.
static bool read_attribute(MlirOperation op, const char *name, char *out_text) {
  MlirAttribute attribute =
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString(name));
  out_text[0] = 0;
  if (mlirAttributeIsNull(attribute))
    return false;
  MlirStringRef text = mlirStringAttrGetValue(attribute);
  snprintf(out_text, TEXT_SIZE, "%.*s", (int)text.length, text.data);
  return true;
}

static Fusion read_limits(MlirOperation function) {
  char text[TEXT_SIZE];
  if (!read_attribute(function, "limits", text))
    return FUSION_ALL;
  const char *epilogue = strstr(text, "epilogue=");
  return (Fusion){.init = strstr(text, "init") != NULL,
                  .producers = strstr(text, "producers") != NULL,
                  .pad = strstr(text, "pad") != NULL,
                  .epilogue = epilogue != NULL ? atoi(epilogue + strlen("epilogue=")) : 0};
}

static void print_fusion(const Group *group, char *out_text) {
  snprintf(out_text, TEXT_SIZE, "%s%s%sepilogue=%d ops=%d", group->fusion.init ? "init " : "",
           group->fusion.producers ? "producers " : "", group->fusion.pad ? "pad " : "",
           group->fusion.epilogue, group->op_count);
}

static MlirWalkResult find_anchor(MlirOperation op, void *out_anchor) {
  if (mlirAttributeIsNull(
          mlirOperationGetDiscardableAttributeByName(op, mlirStringRefCreateFromCString("anchor"))))
    return MlirWalkResultAdvance;
  *(MlirOperation *)out_anchor = op;
  return MlirWalkResultInterrupt;
}

// An anchor is needed at all points, and so much is needed of the others that it is no more work.
static void check_needed_points(const Group *group) {
  const Workload *workload = &group->workload;
  int64_t needed_points[WORKLOAD_MAX_STATEMENTS];
  group_needed_points(group, needed_points);
  CHECK_EQUAL(needed_points[workload->anchor], workload_points(workload));
  for (int s = 0; s < workload->statement_count; ++s)
    CHECK(needed_points[s] >= 1);
  CHECK(workload_useful_flops(workload, needed_points) <= workload_flops(workload));
}

// What every group must satisfy, whatever it computes.
static void check_group(const Group *group) {
  const Workload *workload = &group->workload;
  char text[TEXT_SIZE];
  Workload parsed;
  workload_print(workload, text, sizeof text);
  CHECK(workload_parse(text, &parsed) && workload_key(&parsed) == workload_key(workload));
  check_needed_points(group);
  for (int a = 0; a < workload->access_count; ++a) {
    const GroupAccess *access = &group->accesses[a];
    CHECK(workload->accesses[a].statement < workload->statement_count);
    if (access->collapse_rank > 0)
      CHECK_EQUAL(access->reassociation[access->collapse_rank - 1] + 1, workload->accesses[a].rank);
  }
  for (int i = 1; i < group->op_count; ++i) {
    MlirOperation before = group->ops[i - 1], after = group->ops[i];
    if (mlirBlockEqual(mlirOperationGetBlock(before), mlirOperationGetBlock(after)))
      CHECK(mlirOperationIsBeforeInBlock(before, after));
  }
}

static void check_case(const char *name, MlirOperation function, const char *workload,
                       const char *fusion) {
  char expected_workload[TEXT_SIZE], expected_fusion[TEXT_SIZE];
  read_attribute(function, "expect", expected_workload);
  read_attribute(function, "fused", expected_fusion);
  if (prints_only) {
    printf("%s\n  %s\n  %s\n", name, workload, fusion);
    return;
  }
  if (strcmp(workload, expected_workload) != 0 || strcmp(fusion, expected_fusion) != 0)
    printf("in %s:\n", name);
  CHECK_TEXT(workload, expected_workload);
  CHECK_TEXT(fusion, expected_fusion);
}

static void run_case(MlirOperation function) {
  static Group group;
  char name[TEXT_SIZE], workload[TEXT_SIZE], fusion[TEXT_SIZE] = "";
  MlirOperation anchor = {NULL};
  Fusion limits = read_limits(function);
  read_attribute(function, "sym_name", name);
  mlirOperationWalk(function, find_anchor, &anchor, MlirWalkPreOrder);
  CHECK(!mlirOperationIsNull(anchor) && op_is_anchor_candidate(anchor));
  if (group_extract(anchor, &limits, &group) == STATUS_OK) {
    workload_print(&group.workload, workload, sizeof workload);
    print_fusion(&group, fusion);
    check_group(&group);
  } else {
    snprintf(workload, sizeof workload, "refused: %s", status_text());
  }
  check_case(name, function, workload, fusion);
}

int main(int argc, char **argv) {
  prints_only = argc > 1 && strcmp(argv[1], "-p") == 0;
  MlirContext context = context_of_all_dialects();
  char *source = read_file(CASES);
  CHECK(source != NULL);
  MlirModule module = {NULL};
  if (source != NULL)
    module = mlirModuleCreateParse(context, mlirStringRefCreateFromCString(source));
  CHECK(!mlirModuleIsNull(module));
  if (!mlirModuleIsNull(module)) {
    for (MlirOperation function = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
         !mlirOperationIsNull(function); function = mlirOperationGetNextInBlock(function))
      run_case(function);
    mlirModuleDestroy(module);
  }
  free(source);
  mlirContextDestroy(context);
  return check_result();
}
