// Which groups become kernels of points, the kernel as a symbol of the module, and its launch.
#include "transforms/simt/point_emit.h"

#include "base/text.h"
#include "transforms/element_types.h"
#include "transforms/simt/point_emitter.h"
#include "transforms/simt/simt_host.h"
#include "transforms/simt/simt_math.h"
#include "transforms/simt/simt_unknown.h"

#include <stdlib.h>
#include <string.h>

enum {
  MAX_ARGUMENTS = 2 * WORKLOAD_MAX_ACCESSES + GROUP_MAX_RESULTS + 1,
  TEXT_BYTES = 24 << 10,
  NONE = -1,
};

// --- what can be made

static Status check_access(const Group *group, int a) {
  const Access *access = &group->workload.accesses[a];
  const GroupAccess *buffer = &group->accesses[a];
  if (access->type == ELEMENT_INDEX || access->type >= ELEMENT_TYPE_COUNT)
    return status_fail(STATUS_UNSUPPORTED, "a type of its operands is not supported on a GPU");
  if (!mlirValueIsNull(buffer->value) && !simt_is_plain(buffer->value))
    return status_fail(STATUS_UNSUPPORTED,
                       "a memref has strides or a memory space; copy it to a plain one");
  if (access_elements(access) > INT32_MAX)
    return status_fail(STATUS_UNSUPPORTED, "a buffer has 2^31 elements or more; split the op");
  if (access->may_leave_shape && buffer->collapse_rank > 0)
    return status_fail(STATUS_UNSUPPORTED, "dimensions of a padded operand are joined");
  return STATUS_OK;
}

static bool can_share(const Group *group) {
  bool shares = group->workload.accumulator_count > 0;
  for (int k = 0; k < group->workload.accumulator_count; k++)
    shares &= !mlirOperationIsNull(point_joiner(group, k));
  return shares && workload_can_reassociate(&group->workload);
}

static Status check_source(const Group *group, const ValueSource *source) {
  if (source->kind == SOURCE_VALUE && mlirAttributeIsNull(simt_constant_of(source->value)))
    return status_fail(STATUS_UNSUPPORTED, "it takes a value from outside that is no constant");
  if (source->kind == SOURCE_ACCESS && source->index >= group->workload.access_count)
    return status_fail(STATUS_UNSUPPORTED, "it reads what is not known");
  return STATUS_OK;
}

static Status check_sources(const Group *group) {
  Status status = STATUS_OK;
  for (int s = 0; s < group->workload.statement_count; s++)
    for (int a = 0; a < group->statements[s].argument_count; a++)
      TRY(check_source(group, &group->statements[s].arguments[a]));
  for (int k = 0; k < group->workload.accumulator_count; k++)
    TRY(check_source(group, &group->init[k]));
  for (int o = 0; o < group->output_count; o++)
    TRY(check_source(group, &group->output_source[o]));
cleanup:
  return status;
}

Status point_group_read(const Group *group, bool *out_can_share) {
  Status status = STATUS_OK;
  TRY(simt_unknown_check(group));
  TRY(point_body_is_known(group));
  TRY(check_sources(group));
  for (int a = 0; a < group->workload.access_count; a++)
    TRY(check_access(group, a));
  for (int i = 0; i < group->workload.iterator_count; i++)
    if (group->workload.extents[i] < 1 || group->workload.extents[i] > INT32_MAX)
      TRY(status_fail(STATUS_UNSUPPORTED, "a loop has no iterations, or 2^31 or more"));
  *out_can_share = can_share(group);
cleanup:
  return status;
}

// --- the host's side

typedef struct Launch {
  MlirValue arguments[MAX_ARGUMENTS];
  MlirType types[MAX_ARGUMENTS]; // as they are in the kernel
  int count;
  MlirValue extent; // the last argument is that; null: all extents are known
  int16_t read[WORKLOAD_MAX_ACCESSES], pad[WORKLOAD_MAX_ACCESSES]; // arguments; NONE: there is none
  int16_t written[GROUP_MAX_RESULTS];
  MlirValue results[GROUP_MAX_RESULTS]; // buffers
} Launch;

static int16_t add_argument(Launch *launch, MlirValue value) {
  for (int a = 0; a < launch->count; a++)
    if (mlirValueEqual(launch->arguments[a], value))
      return (int16_t)a;
  launch->arguments[launch->count] = value;
  return (int16_t)launch->count++;
}

static bool reads(const ValueSource *source, int access) {
  return source->kind == SOURCE_ACCESS && source->index == access;
}

// What an output held before may be read as well.
static bool is_read(const Group *group, int access) {
  bool is = !group->workload.accesses[access].is_output;
  for (int s = 0; s < group->workload.statement_count; s++)
    for (int a = 0; a < group->statements[s].argument_count; a++)
      is |= reads(&group->statements[s].arguments[a], access);
  for (int k = 0; k < group->workload.accumulator_count; k++)
    is |= reads(&group->init[k], access);
  return is && !mlirValueIsNull(group->accesses[access].value);
}

static void prepare_reads(IrBuilder *host, const Group *group, Launch *launch) {
  for (int a = 0; a < group->workload.access_count; a++) {
    MlirValue pad = group->accesses[a].pad_value;
    bool is_padded = group->workload.accesses[a].may_leave_shape;
    launch->read[a] = launch->pad[a] = NONE;
    if (!is_read(group, a))
      continue;
    MlirValue value = group->accesses[a].value;
    for (int other = 0; other < a && launch->read[a] == NONE; other++)
      if (launch->read[other] != NONE && mlirValueEqual(group->accesses[other].value, value))
        launch->read[a] = launch->read[other];
    if (launch->read[a] == NONE && (mlirTypeIsAShaped(mlirValueGetType(value)) ||
                                    mlirAttributeIsNull(simt_constant_of(value))))
      launch->read[a] = add_argument(launch, simt_buffer_of(host, value));
    if (is_padded && mlirAttributeIsNull(simt_constant_of(pad)))
      launch->pad[a] = add_argument(launch, pad);
  }
}

static void prepare_results(IrBuilder *host, const Group *group, Launch *launch) {
  for (int o = 0; o < group->output_count; o++) {
    MlirValue buffer = group->accesses[group->output_access[o]].value;
    if (group->on_tensors)
      buffer = simt_allocate(host, simt_buffer_type(mlirValueGetType(group->output_result[o])),
                             launch->extent);
    launch->results[o] = buffer;
    launch->written[o] = add_argument(launch, buffer);
  }
}

static void prepare_launch(IrBuilder *host, const Group *group, Launch *launch) {
  launch->extent = simt_unknown_extent(host, group);
  prepare_reads(host, group, launch);
  prepare_results(host, group, launch);
  launch->count =
      simt_unknown_pass(host, launch->extent, launch->count, launch->arguments, launch->types);
}

// The parallel iterator of unknown extent, by which the number of blocks is; -1: there is none, but
// maybe a reduction.
static int open_iterator(const Workload *workload) {
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload_is_unknown(workload, i) && workload->kinds[i] == ITERATOR_PARALLEL)
      return i;
  return -1;
}

static MlirOperation launch_kernel(IrBuilder *host, const Group *group, const PointNest *nest,
                                   const Launch *launch, const char *name, const char *schedule) {
  int64_t blocks = point_block_count(nest);
  int i = open_iterator(&group->workload);
  MlirValue extent = i < 0 ? (MlirValue){NULL} : launch->extent;
  MlirOperation guard = simt_unknown_open(host, extent);
  MlirValue grid =
      i < 0 ? ir_index(host, blocks)
            : simt_unknown_blocks(host, extent, 1, point_tile(nest, i), blocks / nest->grid[i]);
  MlirOperation launched = simt_launch(host, name, grid, point_thread_count(nest), 0, launch->count,
                                       launch->arguments, schedule);
  simt_unknown_close(host, guard);
  return launched;
}

// --- the kernel

static void write_shared(TextWriter *writer, const Group *group, const PointNest *nest) {
  if (nest->turned >= 0) {
    text_write(writer, " workgroup(%%tile: memref<%lldx%lldx",
               (long long)nest->threads[nest->order[0]], (long long)nest->pitch);
    simt_write_type(writer, mlirShapedTypeGetElementType(simt_access_type(group, nest->turned)));
    text_write(writer, ", #gpu.address_space<workgroup>> {llvm.align = 16 : i64})");
  }
  if (nest->sharers == 1)
    return;
  text_write(writer, " workgroup(");
  long long shares = nest->sharers, results = point_thread_count(nest) / nest->sharers;
  for (int k = 0; k < group->workload.accumulator_count; k++) {
    text_write(writer, "%s%%shared%d: memref<%lldx%lldx", k > 0 ? ", " : "", k,
               nest->shares_first ? results : shares, nest->shares_first ? shares : results);
    simt_write_type(writer, point_accumulator_type(group, k));
    text_write(writer, ", #gpu.address_space<workgroup>> {llvm.align = 16 : i64}");
  }
  text_write(writer, ")");
}

// A module with an empty kernel.
static MlirOperation make_module(MlirContext context, const char *name, const Group *group,
                                 const Launch *launch, const PointNest *nest,
                                 const Device *device) {
  char text[TEXT_BYTES];
  TextWriter writer = text_writer(text, sizeof text);
  simt_write_module(&writer, name, device, launch->arguments, launch->count);
  write_shared(&writer, group, nest);
  text_write(&writer, " kernel attributes {known_block_size = array<i32: %lld, 1, 1>",
             (long long)point_thread_count(nest));
  if (mlirValueIsNull(launch->extent))
    text_write(&writer, ", known_grid_size = array<i32: %lld, 1, 1>",
               (long long)point_block_count(nest));
  text_write(&writer, "} { gpu.return } }");
  return mlirOperationCreateParse(context, ir_string(text), ir_string("kernel"));
}

static MlirValue argument(const MlirValue *arguments, int number) {
  return number == NONE ? (MlirValue){NULL} : arguments[number];
}

static MlirValue constant_of(IrBuilder *ir, MlirValue value) {
  return ir_constant(ir, mlirValueGetType(value), simt_constant_of(value));
}

static void fill_module(MlirOperation gpu_module, const Group *group, const Launch *launch,
                        const PointNest *nest) {
  MlirBlock body = ir_body(mlirBlockGetFirstOperation(ir_body(gpu_module)));
  PointEmitter *emitter = ir_zeroed(1, sizeof *emitter);
  IrBuilder *ir = &emitter->base.ir;
  emitter->base.group = group;
  emitter->base.work = &group->workload;
  emitter->nest = nest;
  ir_start(ir, mlirBlockGetTerminator(body), mlirOperationGetLocation(group->anchor));
  MlirValue arguments[MAX_ARGUMENTS];
  emitter->base.extent =
      simt_unknown_receive(ir, body, launch->extent, launch->count, launch->types, arguments);
  for (int a = 0; a < group->workload.access_count; a++) {
    const GroupAccess *access = &group->accesses[a];
    emitter->read[a] = argument(arguments, launch->read[a]);
    emitter->pad[a] = argument(arguments, launch->pad[a]);
    if (launch->read[a] == NONE && is_read(group, a))
      emitter->read[a] = constant_of(ir, access->value);
    if (launch->pad[a] == NONE && group->workload.accesses[a].may_leave_shape)
      emitter->pad[a] = constant_of(ir, access->pad_value);
  }
  for (int o = 0; o < group->output_count; o++)
    emitter->written[o] = argument(arguments, launch->written[o]);
  for (int k = 0; nest->sharers > 1 && k < group->workload.accumulator_count; k++)
    emitter->shared[k] = mlirBlockGetArgument(body, launch->count + k);
  if (nest->turned >= 0)
    emitter->tile = mlirBlockGetArgument(body, launch->count);
  point_kernel(emitter);
  ir_finish(ir);
  free(emitter);
  simt_math_lower(gpu_module);
}

static void keep(const Group *group, const PointNest *nest, const Launch *launch,
                 MlirOperation launched, MlirOperation kernel, PointRecord *record) {
  record->workload = group->workload;
  record->nest = *nest;
  record->launch = launched;
  record->module = kernel;
  memcpy(record->operands, launch->read, sizeof record->operands);
  for (int o = 0; group->on_tensors && o < group->output_count; o++)
    record->written[group->output_access[o]] = launch->results[o];
}

void point_emit(Group *group, const PointNest *nest, const Schedule *schedule, const Device *device,
                MlirOperation module, PointRecords *records) {
  char name[64], text[SCHEDULE_TEXT_BYTES];
  IrBuilder host;
  Launch launch = {.count = 0};
  MlirContext context = mlirOperationGetContext(module);
  simt_name_module(module, name, sizeof name);
  schedule_print(&group->workload, schedule, text, sizeof text);
  ir_start(&host, group->insertion, mlirOperationGetLocation(group->anchor));
  prepare_launch(&host, group, &launch);
  MlirOperation kernel = make_module(context, name, group, &launch, nest, device);
  fill_module(kernel, group, &launch, nest);
  mlirBlockAppendOwnedOperation(ir_body(module), kernel);
  mlirOperationSetDiscardableAttributeByName(module, ir_string("gpu.container_module"),
                                             mlirUnitAttrGet(context));
  MlirOperation launched = launch_kernel(&host, group, nest, &launch, name, text);
  if (mlirValueIsNull(launch.extent))
    keep(group, nest, &launch, launched, kernel, point_records_add(records));
  for (int o = 0; o < group->output_count; o++)
    simt_replace(&host, group, o, launch.results[o]);
  group_erase_dead(group);
  ir_finish(&host);
}
