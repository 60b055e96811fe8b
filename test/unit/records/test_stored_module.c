// Stored modules: what planning writes of every case of extraction passes the check, and nothing
// that does more.
#include "tools/ops/stored_module.h"

#include "plan/cold_argument.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"
#include "test/unit/base/read_file.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/isolate.h"
#include "transforms/ir.h"

#include <stdlib.h>
#include <string.h>

#define CASES "test/unit/transforms/extract_cases.mlir"

typedef struct StoredCase {
  const char *module;
  const char *reason; // a part of it; NULL: it passes
} StoredCase;

#define HEAD "(%a: tensor<8x8xf32>) -> tensor<8x8xf32> "
#define TAIL "  return %a : tensor<8x8xf32>\n}\n"
#define OP(body) "func.func @op" HEAD "{\n" body TAIL
#define EMPTY "  %e = tensor.empty() : tensor<4xf32>\n"
#define SUM(map)                                                                                   \
  "  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (" map ")>, "                      \
  "affine_map<(i, j) -> (i)>], iterator_types = [\"parallel\", \"reduction\"]} "                   \
  "ins(%a : tensor<8x8xf32>) outs(%e : tensor<4xf32>) {\n  ^b(%x: f32, %y: f32):\n"                \
  "    %s = arith.addf %x, %y : f32\n    linalg.yield %s : f32\n  } -> tensor<4xf32>\n"
#define PAD(low, result)                                                                           \
  "  %z = arith.constant 0.0 : f32\n  %p = tensor.pad %a low[" low ", 0] high[0, 0] {\n"           \
  "  ^b(%i: index, %j: index):\n    tensor.yield %z : f32\n  } : tensor<8x8xf32> to " result "\n"

static const StoredCase cases[] = {
    {OP(""), NULL},
    {OP(EMPTY SUM("i + 4, j")), NULL},
    {OP(EMPTY SUM("i + 5, j")), "parse"},
    {OP(EMPTY SUM("j - i, j")), "outside of an operand"}, // its first and last points are inside
    {OP(PAD("2", "tensor<10x8xf32>")), NULL},
    {OP(PAD("-2", "tensor<6x8xf32>")), "outside of an operand"},
    {"func.func @op(%a: tensor<8xf32> {" COLD_ARGUMENT_ATTRIBUTE " = 64 : i64, autotune.constant}) "
     "{ return }",
     NULL},
    {"func.func @op(%a: memref<8xf32> {llvm.noalias}) { return }", "argument"},
    {"func.func @op() attributes {passthrough = [\"x\"]} { return }", "attributes"},
    {"func.func @op() -> (i32 {a.b}) { %r = arith.constant 1 : i32\n return %r : i32 }",
     "attributes"},
    {"func.func @other() { return }", "@op"},
    {"func.func private @op()", "@op"},
    {"func.func @op() { return }\nfunc.func private @system(i64) -> i32", "@op"},
    {"module { module { func.func @op() { return } } }", "alone"},
    {"module attributes {a.b} { func.func @op() { return } }", "attributes"},
    {"", "alone"},
    {OP("  %r = func.call @op(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>\n"), "func.call"},
    {OP("  llvm.inline_asm \"nop\", \"\" : () -> ()\n"), "llvm.inline_asm"},
    {OP("  %p = llvm.mlir.zero : !llvm.ptr\n"), "llvm.mlir.zero"},
    {OP("  %m = memref.alloc() : memref<4xf32>\n"), "memref.alloc"},
    {OP("  %c = arith.constant 9 : index\n  %x = tensor.extract %a[%c, %c] : tensor<8x8xf32>\n"),
     "tensor.extract"},
    {OP("  %c = arith.constant 4 : index\n  %d = tensor.empty(%c) : tensor<?xf32>\n"), "dynamic"},
    {"func.func @op(", "parse"},
};

static void check_case(MlirContext context, const StoredCase *stored) {
  const StoreTask task = {.workload = "", .target = "zen3", .module = (char *)stored->module};
  MlirModule module;
  Status status = stored_module_parse(context, &task, &module);
  CHECK_EQUAL(status, stored->reason ? STATUS_USAGE : STATUS_OK);
  bool is_right = !stored->reason || strstr(status_text(), stored->reason);
  CHECK(is_right);
  if (!is_right)
    printf("%s\n  %s\n", stored->module, status_text());
  if (status == STATUS_OK)
    mlirModuleDestroy(module);
}

// A target is a row of the table, never a file; what is not measured is not looked at.
static void check_tasks(MlirContext context) {
  StoreTask task = {.workload = "", .target = "/etc/passwd", .module = OP("")};
  CHECK_EQUAL(stored_task_check(&task, context.ptr), STATUS_USAGE);
  task.target = "zen3";
  CHECK_EQUAL(stored_task_check(&task, context.ptr), STATUS_OK);
  task.module = "llvm.func @f()";
  CHECK_EQUAL(stored_task_check(&task, context.ptr), STATUS_USAGE);
  task.workload = STORE_SCRIPT_PREFIX "0123";
  CHECK_EQUAL(stored_task_check(&task, context.ptr), STATUS_OK);
  task = (StoreTask){.workload = "", .target = "zen3", .module = ""};
  CHECK_EQUAL(stored_task_check(&task, context.ptr), STATUS_OK);
}

static int isolated_count;

static MlirWalkResult check_isolated(MlirOperation op, void *unused) {
  static Group group;
  MlirModule module;
  (void)unused;
  if (!op_is_anchor_candidate(op) || group_extract(op, &FUSION_ALL, &group) != STATUS_OK ||
      isolate_group(&group, &module) != STATUS_OK)
    return MlirWalkResultAdvance;
  Status status = stored_module_check(module);
  CHECK_EQUAL(status, STATUS_OK);
  if (status != STATUS_OK)
    printf("  %s\n", status_text());
  isolated_count++;
  mlirModuleDestroy(module);
  return MlirWalkResultSkip;
}

int main(void) {
  MlirContext context = compile_context_create();
  char *text = read_file(CASES);
  MlirModule module = {NULL};
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++)
    check_case(context, &cases[n]);
  check_tasks(context);
  CHECK(text && compile_parse(context, text, &module) == STATUS_OK);
  if (!mlirModuleIsNull(module)) {
    mlirOperationWalk(mlirModuleGetOperation(module), check_isolated, NULL, MlirWalkPreOrder);
    mlirModuleDestroy(module);
  }
  CHECK(isolated_count > 50);
  free(text);
  mlirContextDestroy(context);
  return check_result();
}
