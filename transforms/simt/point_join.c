// Makes one kernel of two that may follow one another, again and again.
#include "transforms/simt/point_join.h"

#include "base/text.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"
#include "transforms/simt/point_parts.h"
#include "transforms/simt/simt_emitter.h"
#include "transforms/simt/simt_host.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 32 << 10 };

// --- joining

typedef struct Arguments {
  MlirValue values[POINT_MAX_ARGUMENTS];
  int count;
} Arguments;

static int add_argument(Arguments *arguments, MlirValue value) {
  for (int a = 0; a < arguments->count; a++)
    if (mlirValueEqual(point_buffer_behind(arguments->values[a]), point_buffer_behind(value)))
      return a;
  // A buffer that has been a tensor in between is the one that is written.
  MlirValue buffer = point_buffer_behind(value);
  arguments->values[arguments->count] =
      mlirTypeIsAMemRef(mlirValueGetType(buffer)) ? buffer : value;
  return arguments->count++;
}

static MlirBlock kernel_body(MlirOperation gpu_module) {
  return ir_body(mlirBlockGetFirstOperation(ir_body(gpu_module)));
}

static void write_shared(TextWriter *writer, MlirBlock body, int first, int *number) {
  for (int b = first; b < mlirBlockGetNumArguments(body); b++, (*number)++) {
    text_write(writer, "%s%%shared%d: ", *number > 0 ? ", " : " workgroup(", *number);
    simt_write_type(writer, mlirValueGetType(mlirBlockGetArgument(body, b)));
    text_write(writer, " {llvm.align = 16 : i64}");
  }
}

typedef struct Sides {
  MlirOperation launch[2], module[2];
  int64_t blocks, threads[2];
} Sides;

static MlirOperation make_module(const Sides *sides, const Arguments *arguments, int64_t threads) {
  char text[TEXT_BYTES];
  int shared = 0;
  TextWriter writer = text_writer(text, sizeof text);
  MlirStringRef name = ir_symbol(sides->module[0]);
  text_write(&writer, "gpu.module @%.*s { gpu.func @kernel(", (int)name.length, name.data);
  for (int a = 0; a < arguments->count; a++) {
    text_write(&writer, "%s%%argument%d: ", a > 0 ? ", " : "", a);
    simt_write_type(&writer, mlirValueGetType(arguments->values[a]));
  }
  text_write(&writer, ")");
  for (int s = 0; s < 2; s++)
    write_shared(&writer, kernel_body(sides->module[s]), point_launch_arguments(sides->launch[s]),
                 &shared);
  text_write(&writer,
             "%s kernel attributes {known_block_size = array<i32: %lld, 1, 1>, "
             "known_grid_size = array<i32: %lld, 1, 1>} { gpu.return } }",
             shared > 0 ? ")" : "", (long long)threads, (long long)sides->blocks);
  MlirContext context = mlirOperationGetContext(sides->module[0]);
  MlirOperation made = mlirOperationCreateParse(context, ir_string(text), ir_string("kernel"));
  mlirOperationSetInherentAttributeByName(
      made, ir_string("targets"),
      mlirOperationGetInherentAttributeByName(sides->module[0], ir_string("targets")));
  return made;
}

// The ops of one kernel at the end of the new one, for its threads alone where there are more.
static void move_body(IrBuilder *ir, MlirOperation from, MlirOperation before, int64_t threads,
                      int64_t all) {
  MlirBlock body = kernel_body(from);
  if (threads == all) {
    ir_move_body(body, before);
    return;
  }
  MlirValue thread = simt_identity(ir, "gpu.thread_id");
  MlirValue exists = ir_compare_index(ir, INTEGER_UNSIGNED_LESS, thread, ir_index(ir, threads));
  MlirOperation branch = ir_open_if(ir, exists, 0, NULL);
  ir_else(ir, branch, 0, NULL);
  ir_close_if(ir, branch, 0, NULL, NULL);
  ir_move_body(body, mlirBlockGetTerminator(ir_body(branch)));
}

// Of one that was a buffer: no launch takes it, as that one is taken (add_argument).
static bool is_buffer_of_tensor(MlirOperation op) {
  MlirValue tensor =
      ir_op_is(op, "bufferization.to_buffer") ? mlirOperationGetOperand(op, 0) : (MlirValue){NULL};
  return !mlirValueIsNull(tensor) && ir_is_made_by(tensor, "bufferization.to_tensor");
}

// Its results are there only after the joined kernel, and so are buffers that the caller takes of
// them.
static void move_results(MlirOperation launch, MlirOperation made) {
  MlirOperation after = made;
  MlirOperation next = {NULL};
  for (MlirOperation op = mlirOperationGetNextInBlock(launch); !mlirOperationEqual(op, made);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (ir_op_is(op, "bufferization.to_buffer") && !ir_op_is_used(op))
      mlirOperationDestroy(op);
  }
  for (MlirOperation op = mlirOperationGetNextInBlock(launch); !mlirOperationEqual(op, made);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!ir_op_is(op, "bufferization.to_tensor") && !is_buffer_of_tensor(op))
      continue;
    mlirOperationMoveAfter(op, after);
    after = op;
  }
}

static void join(Sides *sides, const char *schedule) {
  Arguments arguments = {.count = 0};
  int64_t most = sides->threads[0] > sides->threads[1] ? sides->threads[0] : sides->threads[1];
  int place[2][POINT_MAX_ARGUMENTS], shared = 0;
  for (int s = 0; s < 2; s++)
    for (int a = 0; a < point_launch_arguments(sides->launch[s]); a++)
      place[s][a] = add_argument(
          &arguments, mlirOperationGetOperand(sides->launch[s], POINT_FIRST_ARGUMENT + a));
  MlirOperation made = make_module(sides, &arguments, most);
  MlirBlock body = kernel_body(made);
  MlirOperation end = mlirBlockGetTerminator(body);
  for (int s = 0; s < 2; s++) {
    IrBuilder ir;
    MlirBlock old = kernel_body(sides->module[s]);
    int given = point_launch_arguments(sides->launch[s]);
    for (int b = 0; b < mlirBlockGetNumArguments(old); b++)
      mlirValueReplaceAllUsesOfWith(
          mlirBlockGetArgument(old, b),
          mlirBlockGetArgument(body,
                               b < given ? place[s][b] : arguments.count + shared + b - given));
    shared += (int)mlirBlockGetNumArguments(old) - given;
    ir_start(&ir, end, mlirOperationGetLocation(sides->launch[s]));
    if (s == 1)
      simt_barrier(&ir);
    move_body(&ir, sides->module[s], end, sides->threads[s], most);
    ir_finish(&ir);
  }
  IrBuilder host;
  char name[64];
  MlirStringRef symbol = ir_symbol(sides->module[0]);
  snprintf(name, sizeof name, "%.*s", (int)symbol.length, symbol.data);
  MlirBlock modules = mlirOperationGetBlock(sides->module[0]);
  mlirBlockInsertOwnedOperationBefore(modules, sides->module[0], made);
  ir_start(&host, sides->launch[1], mlirOperationGetLocation(sides->launch[0]));
  MlirOperation launch = simt_launch(&host, name, ir_index(&host, sides->blocks), most, 0,
                                     arguments.count, arguments.values, schedule);
  ir_finish(&host);
  mlirOperationDestroy(sides->launch[1]);
  move_results(sides->launch[0], launch);
  mlirOperationDestroy(sides->launch[0]);
  mlirOperationDestroy(sides->module[0]);
  mlirOperationDestroy(sides->module[1]);
  sides->launch[0] = launch;
  sides->module[0] = made;
  sides->threads[0] = most;
}

// --- all of them

// What may stand between two launches: it neither reads nor writes what they do.
static bool is_passed(MlirOperation op) {
  static const char *const names[] = {"arith.constant", "tensor.empty", "memref.alloc",
                                      "bufferization.to_buffer", "bufferization.to_tensor"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (ir_op_is(op, names[n]))
      return true;
  return false;
}

static int record_of(const PointRecords *records, MlirOperation launch) {
  for (int r = 0; r < records->count; r++)
    if (!mlirOperationIsNull(records->items[r].launch) &&
        mlirOperationEqual(records->items[r].launch, launch))
      return r;
  return -1;
}

// The next launch after `op`; null where something else comes first.
static MlirOperation next_launch(MlirOperation op) {
  do
    op = mlirOperationGetNextInBlock(op);
  while (!mlirOperationIsNull(op) && is_passed(op));
  return !mlirOperationIsNull(op) && ir_op_is(op, "gpu.launch_func") ? op : (MlirOperation){NULL};
}

static void write_schedules(const MlirOperation launch[2], char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  for (int s = 0; s < 2; s++) {
    MlirAttribute schedule =
        mlirOperationGetDiscardableAttributeByName(launch[s], ir_string(SCHEDULE_ATTRIBUTE));
    MlirStringRef each = mlirStringAttrGetValue(schedule);
    text_write(&writer, "%s%.*s", s > 0 ? "; " : "", (int)each.length, each.data);
  }
}

static PointParts parts_of(const PointRecords *records, int first) {
  const PointRecord *part = &records->items[first];
  return (PointParts){.items = {first},
                      .count = 1,
                      .threads = point_thread_count(&part->nest),
                      .shared = point_shared_count(part),
                      .arguments = point_launch_arguments(part->launch)};
}

// Joins the next kernel to those of `parts`, whose launch is that of the first.
static bool join_next(PointRecords *records, PointParts *parts) {
  char schedule[TEXT_BYTES];
  PointRecord *first = &records->items[parts->items[0]];
  MlirOperation launch = next_launch(first->launch);
  int n = mlirOperationIsNull(launch) ? -1 : record_of(records, launch);
  if (n < 0 || !point_may_follow(records, parts, &records->items[n]))
    return false;
  PointRecord *next = &records->items[n];
  Sides sides = {.launch = {first->launch, launch},
                 .module = {first->module, next->module},
                 .blocks = point_block_count(&first->nest),
                 .threads = {parts->threads, point_thread_count(&next->nest)}};
  write_schedules(sides.launch, schedule, sizeof schedule);
  join(&sides, schedule);
  first->launch = sides.launch[0];
  first->module = sides.module[0];
  next->launch = next->module = (MlirOperation){NULL};
  parts->items[parts->count++] = n;
  parts->threads = sides.threads[0];
  parts->shared += point_shared_count(next);
  parts->arguments = point_launch_arguments(first->launch);
  return true;
}

// The record of the kernel that follows at once; -1: none does.
static int record_after(const PointRecords *records, int r) {
  MlirOperation next = next_launch(records->items[r].launch);
  return mlirOperationIsNull(next) ? -1 : record_of(records, next);
}

// Kernels that follow one another, from the first of them on: what is joined is then always one
// that has no parts yet. Returns how many there are less.
static int join_run(PointRecords *records, int first) {
  int joined = 0;
  for (int r = first; r >= 0; r = record_after(records, r)) {
    if (!point_works_by_rows(&records->items[r]) || !point_makes_tensors(&records->items[r]))
      continue;
    PointParts parts = parts_of(records, r);
    while (join_next(records, &parts))
      joined++;
  }
  return joined;
}

int point_records_join(PointRecords *records) {
  int joined = 0;
  bool *follows = ir_zeroed((size_t)records->count + 1, sizeof *follows);
  // Records are in the order in which kernels were decided, not in that of the block.
  for (int r = 0; r < records->count; r++) {
    int next = record_after(records, r);
    if (next >= 0)
      follows[next] = true;
  }
  for (int r = 0; r < records->count; r++)
    if (!follows[r])
      joined += join_run(records, r);
  free(follows);
  return joined;
}
