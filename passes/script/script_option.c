// ScriptOption: a user's script as the option `script` names it: read, its point chosen by the
// model, and applied to a module. The script is applied to a clone, whose body then becomes the
// module's: a script that fails may leave its payload half rewritten.
#include "passes/script/script_option.h"

#include "passes/script/script_interpret.h"
#include "passes/script/script_marks.h"
#include "passes/script/script_watch.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_scripted(MlirOperation op) {
  return ir_is_defined_function(op) && annotation_is_of_script(op);
}

static bool was_transformed(MlirOperation root) {
  IrOps functions = ir_collect(root, is_scripted);
  free(functions.ops);
  return functions.count > 0;
}

static Status name_option(Status status) {
  return status == STATUS_OK || status == STATUS_SYSTEM
             ? status
             : status_fail(STATUS_USAGE, "option 'script': %s", status_text());
}

Status script_option_choose(const ScriptPayload *payload, const char *path, int64_t seed,
                            ScriptOption *out_option) {
  Status status = STATUS_OK;
  ScriptSpace *space = &out_option->space;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(payload->root));
  *out_option = (ScriptOption){.path = path, .is_done = was_transformed(payload->root)};
  if (!ir_op_is(payload->root, "builtin.module"))
    TRY(status_fail(STATUS_USAGE,
                    "a script begins at a module, and the pass runs on %.*s; run it on "
                    "builtin.module",
                    (int)name.length, name.data));
  TRY(script_space_read(mlirOperationGetContext(payload->root), path, false, space));
  script_watch(mlirModuleGetOperation(space->script));
  script_point_at(space, 0, &out_option->pick.point);
  if (space->count > 0 && !out_option->is_done) {
    status = script_choose(payload, space, seed, &out_option->pick);
    if (status == STATUS_USAGE)
      status_fail(status, "%s: %s", path, status_text());
  }
cleanup:
  return name_option(status);
}

void script_option_destroy(ScriptOption *option) {
  script_space_destroy(&option->space);
  *option = (ScriptOption){0};
}

// --- applying

static void keep_functions(ScriptOption *option, MlirOperation root, MlirOperation clone) {
  char text[SCRIPT_POINT_BYTES];
  IrOps before = ir_collect(root, ir_is_defined_function);
  IrOps after = ir_collect(clone, ir_is_defined_function);
  MlirAttribute attribute;
  script_point_print(&option->space, &option->pick.point, text);
  attribute = mlirStringAttrGet(mlirOperationGetContext(root), ir_string(text));
  for (int n = 0; n < after.count; n++) {
    int64_t count = 0;
    for (int m = 0; m < before.count; m++)
      if (mlirStringRefEqual(ir_symbol(before.ops[m]), ir_symbol(after.ops[n])))
        count = script_marks_count(before.ops[m]);
    if (!script_marks_are_touched(after.ops[n], count))
      continue;
    option->function_count++;
    option->op_count += script_marks_keep(after.ops[n]);
    mlirOperationSetDiscardableAttributeByName(after.ops[n], ir_string(SCRIPT_ATTRIBUTE),
                                               attribute);
  }
  free(before.ops);
  free(after.ops);
}

// What the script has set on the module itself goes along.
static void take(MlirOperation root, MlirOperation clone) {
  for (intptr_t n = 0; n < mlirOperationGetNumDiscardableAttributes(clone); n++) {
    MlirNamedAttribute attribute = mlirOperationGetDiscardableAttribute(clone, n);
    mlirOperationSetDiscardableAttributeByName(root, mlirIdentifierStr(attribute.name),
                                               attribute.attribute);
  }
  mlirRegionTakeBody(mlirOperationGetRegion(root, 0), mlirOperationGetRegion(clone, 0));
}

Status script_option_apply(ScriptOption *option, MlirOperation root) {
  MlirOperation clone = {NULL};
  option->function_count = option->op_count = 0;
  if (option->is_done)
    return STATUS_OK;
  clone = mlirOperationClone(root);
  script_marks_write(clone);
  Status status = script_interpret(&option->space, &option->pick.point, clone);
  if (status == STATUS_OK) {
    keep_functions(option, root, clone);
    script_marks_remove(clone);
    take(root, clone);
  } else {
    status_fail(status, "%s: %s", option->path, status_text());
  }
  mlirOperationDestroy(clone);
  return name_option(status);
}

// --- the remark

static int print_pick(const ScriptOption *option, char *text, size_t size) {
  const ScriptPick *pick = &option->pick;
  const ScriptSpace *space = &option->space;
  int used = snprintf(text, size, "%d choice%s, %" PRIu64 " point%s: %" PRId64 " priced",
                      space->count, space->count == 1 ? "" : "s", space->size,
                      space->size == 1 ? "" : "s", pick->priced);
  if (pick->unpriced)
    used += snprintf(text + used, size - (size_t)used, ", %" PRId64 " without a price (%s)",
                     pick->unpriced, pick->reason);
  if (pick->seconds > 0)
    used += snprintf(text + used, size - (size_t)used, "; predicted %.3e s", pick->seconds);
  if (pick->seconds > 0 && isfinite(pick->untouched_seconds))
    used +=
        snprintf(text + used, size - (size_t)used, ", untouched %.3e s", pick->untouched_seconds);
  return used;
}

void script_option_print(const ScriptOption *option, char text[SCRIPT_OPTION_TEXT_BYTES]) {
  char point[SCRIPT_POINT_BYTES];
  size_t size = SCRIPT_OPTION_TEXT_BYTES;
  int used = snprintf(text, size, "%.800s: ", option->path);
  if (option->is_done) {
    snprintf(text + used, size - (size_t)used,
             "not applied, as a script has transformed the module already");
    return;
  }
  script_point_print(&option->space, &option->pick.point, point);
  if (option->space.count == 0)
    used += snprintf(text + used, size - (size_t)used, "applied as it is");
  else {
    used += print_pick(option, text + used, size - (size_t)used);
    used += snprintf(text + used, size - (size_t)used, ": %s", point);
  }
  if (option->function_count == 0)
    snprintf(text + used, size - (size_t)used, "; it finds nothing in the module");
  else
    snprintf(text + used, size - (size_t)used, "; %" PRId64 " op%s left to the script",
             option->op_count, option->op_count == 1 ? " is" : "s are");
}
