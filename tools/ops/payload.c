// Reading, tuning and compiling modules for the commands.
#include "tools/ops/payload.h"

#include "base/file/terminal.h"
#include "base/text.h"
#include "machine/architecture.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/autotune_shim.h"
#include "passes/target/target_table.h"
#include "records/args_file.h"
#include "runtime/codegen/compile.h"
#include "transforms/dim_join.h"
#include "transforms/foreign/packed_integers.h"
#include "transforms/foreign/shape.h"
#include "transforms/foreign/tosa.h"
#include "transforms/ir.h"
#include "transforms/lowering/bufferize.h"
#include "transforms/lowering/lowering.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Runs the pipeline where the module has what it lowers.
static Status lower_foreign(MlirModule module, MlirOperation found, const char *pipeline,
                            const char *what) {
  Status status = STATUS_OK;
  char reason[400];
  if (!mlirOperationIsNull(found))
    status = compile_run_pipeline(module, pipeline);
  if (status == STATUS_OK)
    return status;
  snprintf(reason, sizeof reason, "%s", status_text());
  return status_fail(status, "%s: %s", what, reason);
}

Status payload_parse(MlirContext context, const char *path, MlirModule *out_module) {
  MlirModule module;
  autotune_register_passes();
  lowering_register();
  Status status = compile_parse_file(context, path, &module);
  if (status != STATUS_OK)
    return status;
  MlirOperation root = mlirModuleGetOperation(module);
  status = lower_foreign(module, tosa_first(root), tosa_pipeline_text(),
                         "TOSA cannot be lowered to linalg");
  if (status == STATUS_OK)
    status =
        lower_foreign(module, packed_integers_first(root), "builtin.module(" PACK_INTEGERS_PASS ")",
                      "integers of 2 and 4 bits cannot be packed in bytes");
  if (status == STATUS_OK)
    status = lower_foreign(module, shape_first(root), shape_constraints_text(),
                           "constraints of shapes cannot become assertions");
  if (status == STATUS_OK)
    *out_module = module;
  else
    mlirModuleDestroy(module);
  return status;
}

static bool is_open_call(MlirOperation op) {
  bool is_open = false;
  for (intptr_t i = 0; ir_op_is(op, "func.call") && i < mlirOperationGetNumOperands(op); i++)
    is_open |= ir_type_is_open(mlirValueGetType(mlirOperationGetOperand(op, i)));
  return is_open;
}

static void join_names(MlirModule module) {
  IrOps calls = ir_collect(mlirModuleGetOperation(module), is_open_call);
  MlirModule read = calls.count > 0 ? payload_clone(module) : module;
  if (calls.count == 0 || compile_run_pipeline(read, "builtin.module(inline)") == STATUS_OK)
    dim_names_join(module, read);
  if (calls.count > 0)
    mlirModuleDestroy(read);
  free(calls.ops);
}

Status payload_read(const char *path, TuneOptions *options, Payload *out_payload) {
  Payload payload = {.path = path};
  Status status = args_file_read(path, &payload.data_count);
  if (status != STATUS_OK)
    return status;
  if (options)
    options->data_arguments = payload.data_count;
  payload.context = compile_context_create();
  status = payload_parse(payload.context, path, &payload.module);
  if (status != STATUS_OK) {
    mlirContextDestroy(payload.context);
    return status;
  }
  MlirOperation root = mlirModuleGetOperation(payload.module);
  bufferize_mark_destinations(root);
  join_names(payload.module);
  status = lower_foreign(payload.module, shape_first(root), shape_arithmetic_text(),
                         "arithmetic of shapes cannot be lowered");
  if (status != STATUS_OK) {
    payload_destroy(&payload);
    return status;
  }
  *out_payload = payload;
  return STATUS_OK;
}

void payload_destroy(Payload *payload) {
  mlirModuleDestroy(payload->module);
  mlirContextDestroy(payload->context);
}

MlirModule payload_clone(MlirModule module) {
  return mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
}

static void hash_fragment(MlirStringRef text, void *user) {
  uint64_t *hash = user;
  *hash = text_hash(*hash, text.data, text.length);
}

uint64_t payload_hash(uint64_t hash, MlirModule module) {
  mlirOperationPrint(mlirModuleGetOperation(module), hash_fragment, &hash);
  return hash;
}

// Texts of a module are in the reason, too.
static void print_remark(TuneRemark *remark) {
  char function[TEXT_SYMBOL_BYTES], reason[TEXT_LINE_BYTES];
  snprintf(function, sizeof function, "%.*s", (int)remark->function.length, remark->function.data);
  remark->reason = text_line(remark->reason ? remark->reason : "", reason, sizeof reason);
  if (remark->kind == REMARK_TARGET || remark->kind == REMARK_SCRIPT) {
    fprintf(stderr, "%s\n", remark->reason);
    return;
  }
  fprintf(stderr, "%s%.*s @%s:%s ", terminal_style(stderr, STYLE_NAME), (int)remark->op.length,
          remark->op.data, TEXT_SYMBOL(function), terminal_style(stderr, STYLE_NONE));
  if (remark->kind == REMARK_PASSED)
    fprintf(stderr, "%s (%s, predicted %.3g ms)\n", remark->schedule, remark->source,
            remark->seconds * 1e3);
  else if (remark->kind == REMARK_RAISED)
    fprintf(stderr, "raised: %s\n", remark->reason);
  else if (remark->kind == REMARK_REWRITTEN)
    fprintf(stderr, "rewritten: %s\n", remark->reason);
  else if (remark->kind == REMARK_REFUSED)
    fprintf(stderr, "%s\n", remark->reason);
  else
    fprintf(stderr, "untouched: %s\n", remark->reason);
}

void payload_hear(const TuneRemark *remark, void *user) {
  TuneReport *report = user;
  if (remark->kind == REMARK_PASSED) {
    report->tuned++;
    report->forced += !strcmp(remark->source, "forced");
  } else if (remark->kind == REMARK_MISSED) {
    report->missed++;
  }
  if (remark->kind == REMARK_REFUSED)
    snprintf(report->refused, sizeof report->refused, "%.*s %s", (int)remark->op.length,
             remark->op.data, remark->reason);
  if (report->told)
    report->told(remark, report->told_user);
  TuneRemark shown = *remark;
  if (report->verbose)
    print_remark(&shown);
}

Status payload_tune(MlirModule module, const TuneOptions *options, const char *pipeline,
                    TuneReport *report) {
  if (*pipeline)
    return compile_run_pipeline(module, pipeline);
  TuneStatistics statistics = {0};
  bool changed;
  MlirLocation location;
  Status status = tune_payload(mlirModuleGetOperation(module), options, &statistics, payload_hear,
                               report, &changed, &location);
  if (status == STATUS_OK && options->script[0] && statistics.functions_scripted == 0)
    fprintf(stderr, "warning: --script %s changes nothing\n", options->script);
  return status;
}

// What the scope of a module names and the host does not have.
static Status check_scope(const TargetScope *scope, const Target *host, const char *path) {
  const ModuleTarget *named = &scope->named;
  if (named->foreign[0])
    return status_fail(STATUS_USAGE,
                       "%s is not for this machine: %s (%s); --target host tunes it "
                       "for this one",
                       path, named->foreign, named->origin);
  const char *lack = target_lack(&named->target, host);
  if (!named->origin[0] || !lack)
    return STATUS_OK;
  return status_fail(STATUS_USAGE,
                     "%s is for %s (%s), and this machine has no %s; --target host tunes it for "
                     "this one",
                     path, named->target.llvm_cpu, named->origin, lack);
}

Status payload_check_target(const TuneOptions *options) {
  const Target *target = &options->target;
  if (!options->has_target || target->architecture == architecture_host())
    return STATUS_OK;
  return status_fail(STATUS_USAGE,
                     "--target %s is a processor of %s, whose code this machine cannot run; "
                     "autotune compile makes a library for it",
                     target->name, target->architecture->name);
}

Status payload_check_host(const Payload *payload, const TuneOptions *options) {
  TargetTable table = {0};
  Target host;
  if (options->has_target)
    return payload_check_target(options);
  if (target_probe_host(&host) != STATUS_OK)
    return STATUS_OK;
  Status status =
      target_table_create(mlirModuleGetOperation(payload->module), (MlirOperation){NULL}, &table);
  for (int i = 0; i < table.count && status == STATUS_OK; i++)
    status = check_scope(&table.scopes[i], &host, payload->path);
  target_table_destroy(&table);
  return status;
}

Status payload_fail_untuned(const Payload *payload, const TuneOptions *options) {
  TuneReport report = {.verbose = true};
  TuneOptions on_clone = *options;
  on_clone.emit = EMIT_IR; // with the loops that are read before any op
  on_clone.script[0] = '\0';
  MlirModule clone = payload_clone(payload->module);
  Status status = payload_tune(clone, &on_clone, "", &report);
  mlirModuleDestroy(clone);
  return status != STATUS_OK
             ? status
             : status_fail(STATUS_USAGE, "%s has no op that is tuned", payload->path);
}

Status payload_compile(MlirModule module, bool tuned, const char *cpu, const Signature *signature,
                       const Operands *operands, Executable *out_executable) {
  compile_request_wrappers(module);
  Status status = lower_to_llvm(module, tuned);
  if (status == STATUS_OK)
    status = executable_create(module, CODE_FULL, cpu, signature, operands, out_executable);
  mlirModuleDestroy(module);
  return status;
}
