// TargetTable: the functions of a payload and the machines that the attributes around each name. A
// payload in which all say the same, which most are, is never searched.
#include "passes/target/target_table.h"

#include "base/array.h"
#include "base/text.h"
#include "mlir-c/BuiltinAttributes.h"
#include "transforms/ir.h"

#include <stdlib.h>
#include <string.h>

static bool is_function(MlirOperation op) {
  return !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string("function_type")));
}

static uint64_t text_key(uint64_t key, const char *text) {
  return text_hash(key, text, strlen(text) + 1);
}

static uint64_t key_of(const ModuleTarget *named) {
  uint64_t key = text_key(TEXT_HASH_START, named->foreign);
  key = text_key(key, named->origin);
  key = text_key(key, named->ignored);
  return named->foreign[0] ? key : text_key(key, target_text(&named->target).bytes);
}

static Status add_scope(TargetTable *table, MlirOperation op, MlirOperation outer) {
  if (!array_grow(&table->scopes, table->count, sizeof *table->scopes))
    return status_fail(STATUS_SYSTEM, "out of memory for the targets of functions");
  TargetScope *scope = &table->scopes[table->count++];
  *scope = (TargetScope){.op = op};
  module_target_read(op, outer, &scope->named);
  scope->key = key_of(&scope->named);
  table->is_uniform &= scope->key == table->scopes[0].key;
  return STATUS_OK;
}

Status target_table_create(MlirOperation root, MlirOperation outer, TargetTable *out_table) {
  *out_table = (TargetTable){.is_uniform = true};
  IrOps functions = ir_collect(root, is_function);
  Status status = add_scope(out_table, root, outer);
  for (int i = 0; i < functions.count && status == STATUS_OK; i++)
    if (!mlirOperationEqual(functions.ops[i], root))
      status = add_scope(out_table, functions.ops[i], outer);
  free(functions.ops);
  return status;
}

void target_table_destroy(TargetTable *table) {
  free(table->scopes);
  *table = (TargetTable){0};
}

TargetScope *target_table_find(const TargetTable *table, MlirOperation op) {
  while (!table->is_uniform && !mlirOperationIsNull(op) && !is_function(op))
    op = mlirOperationGetParentOperation(op);
  for (int i = 1; !table->is_uniform && i < table->count; i++)
    if (mlirOperationEqual(table->scopes[i].op, op))
      return &table->scopes[i];
  return &table->scopes[0];
}
