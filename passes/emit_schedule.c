// The script is written as text and parsed: its ops have no builders in C, and what is
// parsed here is what the user reads in the output.
#include "passes/emit_schedule.h"

#include "transforms/annotation.h"
#include "transforms/decompose_shim.h"
#include "transforms/first_error.h"
#include "transforms/ir.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MlirStringRef string(const char *text) { return mlirStringRefCreateFromCString(text); }

static MlirBlock module_body(MlirOperation module) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
}

// --- annotations

// Entries of the sorted log that belong to one op.
static int entries_of_op(const ScheduleLog *log, int first) {
  int count = 1;
  while (first + count < log->count &&
         log->entries[first + count].index == log->entries[first].index)
    count++;
  return count;
}

// The attribute for `count` entries of one op: a text, or a list of texts for an op with parts.
static MlirAttribute annotation_make(MlirContext context, const ScheduleLogEntry *entries,
                                     int count) {
  MlirAttribute texts[DECOMPOSE_MAX_OPS];
  if (entries[0].part < 0)
    return mlirStringAttrGet(context, string(entries[0].schedule));
  int part_count = entries[count - 1].part + 1;
  for (int part = 0; part < part_count; part++)
    texts[part] = mlirStringAttrGet(context, string(""));
  for (int i = 0; i < count; i++)
    texts[entries[i].part] = mlirStringAttrGet(context, string(entries[i].schedule));
  return mlirArrayAttrGet(context, part_count, texts);
}

void emit_annotations(const AnchorList *anchors, const ScheduleLog *log, bool *out_changed) {
  for (int i = 0; i < log->count; i += entries_of_op(log, i)) {
    MlirOperation op = anchors->items[log->entries[i].index].op;
    MlirContext context = mlirOperationGetContext(op);
    MlirAttribute annotation = annotation_make(context, &log->entries[i], entries_of_op(log, i));
    MlirAttribute old = annotation_get(op);
    if (mlirAttributeEqual(old, annotation))
      continue;
    annotation_set(op, annotation);
    *out_changed = true;
  }
}

// --- the script

// Text that grows; a failed allocation is kept until the end.
typedef struct Text {
  char *bytes; // owned
  size_t length, capacity;
  bool failed;
} Text;

static void text_append(Text *text, const char *bytes, size_t length) {
  if (text->length + length + 1 > text->capacity) {
    size_t capacity = 2 * (text->length + length + 1);
    char *grown = realloc(text->bytes, capacity);
    if (!grown) {
      text->failed = true;
      return;
    }
    text->bytes = grown;
    text->capacity = capacity;
  }
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

static void text_add(Text *text, const char *bytes) { text_append(text, bytes, strlen(bytes)); }

static void text_add_number(Text *text, int number) {
  char digits[16];
  snprintf(digits, sizeof(digits), "%d", number);
  text_add(text, digits);
}

static void text_add_piece(MlirStringRef piece, void *text) {
  text_append(text, piece.data, piece.length);
}

static MlirIdentifier name_of(MlirOperation op) { return mlirOperationGetName(op); }

// What the function around `op` is called as an op, such as func.func: the outermost op around it
// inside a module.
static MlirStringRef function_op_name(MlirOperation op) {
  for (MlirOperation parent = mlirOperationGetParentOperation(op);
       !mlirStringRefEqual(mlirIdentifierStr(name_of(parent)), string("builtin.module"));
       parent = mlirOperationGetParentOperation(op))
    op = parent;
  return mlirIdentifierStr(name_of(op));
}

static bool is_annotated(const ScheduleLog *log, const AnchorList *anchors, MlirIdentifier name) {
  for (int i = 0; i < log->count; i++)
    if (mlirIdentifierEqual(name_of(anchors->items[log->entries[i].index].op), name))
      return true;
  return false;
}

static bool is_named_before(const AnchorList *anchors, int index) {
  for (int i = 0; i < index; i++)
    if (mlirIdentifierEqual(name_of(anchors->items[i].op), name_of(anchors->items[index].op)))
      return true;
  return false;
}

// Matches every op that has the name of an annotated one, then takes the handles apart.
// Writes the number that each anchor has among them to `numbers`, -1 for none.
static void add_match(Text *text, const AnchorList *anchors, const ScheduleLog *log, int *numbers) {
  int count = 0;
  const char *separator = "";
  text_add(text, "%ops = transform.structured.match ops{[");
  for (int i = 0; i < anchors->count; i++) {
    MlirIdentifier name = name_of(anchors->items[i].op);
    numbers[i] = is_annotated(log, anchors, name) ? count++ : -1;
    if (numbers[i] < 0 || is_named_before(anchors, i))
      continue;
    text_add(text, separator);
    text_add(text, "\"");
    text_add_piece(mlirIdentifierStr(name), text);
    text_add(text, "\"");
    separator = ", ";
  }
  text_add(text, "]} in %payload : (!transform.any_op) -> !transform.any_op\n%op:");
  text_add_number(text, count);
  text_add(text, " = transform.split_handle %ops : (!transform.any_op) -> (");
  for (int i = 0; i < count; i++)
    text_add(text, i ? ", !transform.any_op" : "!transform.any_op");
  text_add(text, ")\n");
}

static void add_annotation(Text *text, MlirAttribute annotation, int number) {
  text_add(text, "%schedule_");
  text_add_number(text, number);
  text_add(text, " = transform.param.constant ");
  mlirAttributePrint(annotation, text_add_piece, text);
  text_add(text, " -> !transform.any_param\ntransform.annotate %op#");
  text_add_number(text, number);
  text_add(text, " \"" SCHEDULE_ATTRIBUTE "\" = %schedule_");
  text_add_number(text, number);
  text_add(text, " : !transform.any_op, !transform.any_param\n");
}

static void add_partition(Text *text, MlirOperation function, const char *partition, int number) {
  text_add(text, "%function_");
  text_add_number(text, number);
  text_add(text, " = transform.structured.match ops{[\"func.func\"]} attributes{sym_name = ");
  mlirAttributePrint(mlirOperationGetAttributeByName(function, string("sym_name")), text_add_piece,
                     text);
  text_add(text, "} in %payload : (!transform.any_op) -> !transform.any_op\n%partition_");
  text_add_number(text, number);
  text_add(text, " = transform.param.constant \"");
  text_add(text, partition);
  text_add(text, "\" -> !transform.any_param\ntransform.annotate %function_");
  text_add_number(text, number);
  text_add(text, " \"" PARTITION_ATTRIBUTE "\" = %partition_");
  text_add_number(text, number);
  text_add(text, " : !transform.any_op, !transform.any_param\n");
}

static void add_partitions(Text *text, MlirOperation root, const ScriptPartitions *partitions) {
  IrOps functions = ir_collect(root, ir_is_defined_function);
  for (int f = 0; f < functions.count && f < partitions->count; f++)
    if (partitions->texts[f])
      add_partition(text, functions.ops[f], partitions->texts[f], f);
  free(functions.ops);
}

static void add_threads(Text *text, int threads) {
  if (threads == 0)
    text_add(text, "auto");
  else
    text_add_number(text, threads);
}

// Runs autotune-kernels on the functions: the payload as a whole holds the script itself.
static void add_kernels(Text *text, const AnchorList *anchors, const ScheduleLog *log,
                        const TuneOptions *options) {
  const char *separator = "";
  text_add(text, "%functions = transform.structured.match ops{[");
  for (int i = 0; i < log->count; i++) {
    MlirStringRef name = function_op_name(anchors->items[log->entries[i].index].op);
    bool is_new = true;
    for (int j = 0; j < i && is_new; j++)
      is_new =
          !mlirStringRefEqual(name, function_op_name(anchors->items[log->entries[j].index].op));
    if (!is_new)
      continue;
    text_add(text, separator);
    text_add(text, "\"");
    text_add_piece(name, text);
    text_add(text, "\"");
    separator = ", ";
  }
  text_add(text, "]} in %payload : (!transform.any_op) -> !transform.any_op\n"
                 "%tuned = transform.apply_registered_pass \"autotune-kernels\" "
                 "with options = { \"target\" = \"");
  text_add(text, options->target_text);
  if (options->has_fp) {
    text_add(text, "\", \"fp\" = \"");
    text_add(text, fp_mode_text(options->fp));
  }
  if (options->threads != 1) {
    text_add(text, "\", \"threads\" = \"");
    add_threads(text, options->threads);
  }
  text_add(text, "\" } to %functions : (!transform.any_op) -> !transform.any_op\n");
}

static Status script_write(MlirOperation root, const AnchorList *anchors, const ScheduleLog *log,
                           const ScriptPartitions *partitions, const TuneOptions *options,
                           Text *text) {
  MlirContext context = mlirOperationGetContext(root);
  int *numbers = calloc((size_t)anchors->count + 1, sizeof(*numbers));
  if (!numbers)
    return status_fail(STATUS_SYSTEM, "out of memory for a transform script");
  text_add(text, "module attributes {transform.with_named_sequence} {\n"
                 "transform.named_sequence @__transform_main("
                 "%payload: !transform.any_op {transform.readonly}) {\n");
  if (log->count)
    add_match(text, anchors, log, numbers);
  for (int i = 0; i < log->count; i += entries_of_op(log, i))
    add_annotation(text, annotation_make(context, &log->entries[i], entries_of_op(log, i)),
                   numbers[log->entries[i].index]);
  add_partitions(text, root, partitions);
  if (log->count)
    add_kernels(text, anchors, log, options);
  text_add(text, "transform.yield\n}\n}\n");
  free(numbers);
  return text->failed ? status_fail(STATUS_SYSTEM, "out of memory for a transform script")
                      : STATUS_OK;
}

typedef enum ScriptKind { SCRIPT_NONE, SCRIPT_OURS, SCRIPT_FOREIGN } ScriptKind;

static MlirWalkResult script_find(MlirOperation op, void *out_kind) {
  MlirAttribute name = mlirOperationGetAttributeByName(op, string("sym_name"));
  if (!mlirStringRefEqual(mlirIdentifierStr(name_of(op)), string("transform.named_sequence")) ||
      mlirAttributeIsNull(name) ||
      !mlirStringRefEqual(mlirStringAttrGetValue(name), string("__transform_main")))
    return MlirWalkResultAdvance;
  MlirAttribute mark = annotation_get(op);
  *(ScriptKind *)out_kind = mlirAttributeIsNull(mark) ? SCRIPT_FOREIGN : SCRIPT_OURS;
  return MlirWalkResultInterrupt;
}

// A module that holds sequences has rules of its own: none of its functions may be recursive.
static Status script_verify(MlirOperation root) {
  FirstError error;
  first_error_listen(&error, mlirOperationGetContext(root));
  bool verifies = mlirOperationVerify(root);
  first_error_stop(&error);
  if (verifies)
    return STATUS_OK;
  return status_fail(STATUS_USAGE,
                     "emit=schedule: the module cannot hold a transform script: %s; use "
                     "emit=annotate",
                     error.text.bytes);
}

// Moves the sequence of the script into the module `root` and lets it hold sequences.
static Status script_insert(MlirOperation root, MlirOperation script) {
  MlirStringRef mark = string("transform.with_named_sequence");
  MlirContext context = mlirOperationGetContext(root);
  MlirOperation sequence = mlirBlockGetFirstOperation(module_body(script));
  mlirOperationRemoveFromParent(sequence);
  annotation_set(sequence, mlirUnitAttrGet(context));
  mlirBlockAppendOwnedOperation(module_body(root), sequence);
  mlirOperationSetDiscardableAttributeByName(root, mark, mlirUnitAttrGet(context));
  Status status = script_verify(root);
  if (status != STATUS_OK) {
    mlirOperationRemoveDiscardableAttributeByName(root, mark);
    mlirOperationDestroy(sequence);
  }
  return status;
}

Status emit_schedule(MlirOperation root, const AnchorList *anchors, const ScheduleLog *log,
                     const ScriptPartitions *partitions, const TuneOptions *options,
                     bool *out_changed) {
  if (!mlirStringRefEqual(mlirIdentifierStr(name_of(root)), string("builtin.module")))
    return status_fail(STATUS_USAGE, "emit=schedule adds a transform script to a module: run the "
                                     "pass on builtin.module, not on a function");
  ScriptKind found = SCRIPT_NONE;
  mlirOperationWalk(root, script_find, &found, MlirWalkPreOrder);
  if (found == SCRIPT_FOREIGN)
    return status_fail(STATUS_USAGE, "emit=schedule: the payload has a @__transform_main already; "
                                     "remove it or use emit=annotate");
  if (found == SCRIPT_OURS)
    return STATUS_OK;

  Text text = {0};
  MlirContext context = mlirOperationGetContext(root);
  Status status = script_write(root, anchors, log, partitions, options, &text);
  if (status == STATUS_OK) {
    MlirOperation script = mlirOperationCreateParse(
        context, mlirStringRefCreate(text.bytes, text.length), string("autotune"));
    if (mlirOperationIsNull(script)) {
      status = status_fail(STATUS_LOWERING, "the transform script was refused by MLIR");
    } else {
      status = script_insert(root, script);
      mlirOperationDestroy(script);
      *out_changed |= status == STATUS_OK;
    }
  }
  free(text.bytes);
  return status;
}
