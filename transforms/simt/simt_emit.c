// The kernel as a symbol of the module, the host's side of it, and the group's end.
#include "transforms/simt/simt_emit.h"

#include "base/text.h"
#include "transforms/annotation.h"
#include "transforms/simt/simt_emitter.h"
#include "transforms/simt/simt_host.h"
#include "transforms/simt/simt_math.h"
#include "transforms/simt/simt_unknown.h"

enum { MAX_ARGUMENTS = SIMT_OPERANDS + 3 + WORKLOAD_MAX_ACCESSES, TEXT_BYTES = 16 << 10 };

// What the kernel is launched with, in the order of its arguments.
typedef struct Launch {
  MlirValue arguments[MAX_ARGUMENTS];
  MlirType types[MAX_ARGUMENTS]; // as they are in the kernel
  int count;
  MlirValue extent;                    // the last argument is that; null: all extents are known
  MlirValue result;                    // the buffer of the results
  int8_t extra[WORKLOAD_MAX_ACCESSES]; // arguments that consumers read, by access; 0: none
  int initial;                         // argument that sums start from; -1: a constant
  MlirAttribute start;                 // the constant
} Launch;

static MlirType type_of(MlirContext context, ElementType type) {
  return mlirTypeParseGet(context, ir_string(element_type_name(type)));
}

// --- the host's side

static void prepare_start(IrBuilder *host, const Group *group, MlirValue destination,
                          MlirType result, Launch *launch) {
  const ValueSource *init = &group->init[0];
  launch->initial = -1;
  launch->start = ir_zero(result);
  MlirAttribute constant =
      init->kind == SOURCE_VALUE ? simt_constant_of(init->value) : mlirAttributeGetNull();
  if (!mlirAttributeIsNull(constant))
    launch->start = constant;
  if (init->kind == SOURCE_NONE || !mlirAttributeIsNull(constant))
    return;
  if (!mlirValueIsNull(destination) && mlirValueEqual(destination, launch->result)) {
    launch->initial = SIMT_OPERANDS; // the results' own buffer
    return;
  }
  launch->initial = launch->count;
  launch->arguments[launch->count++] =
      init->kind == SOURCE_VALUE ? init->value : simt_buffer_of(host, destination);
}

static void prepare_launch(IrBuilder *host, const Group *group, const SimtRoles *roles,
                           Launch *launch) {
  int start = simt_start_access(group);
  MlirValue destination = start >= 0 ? group->accesses[start].value : (MlirValue){NULL};
  launch->extent = simt_unknown_extent(host, group);
  for (int o = 0; o < SIMT_OPERANDS; o++)
    launch->arguments[launch->count++] =
        simt_buffer_of(host, group->accesses[roles->operand[o]].value);
  launch->result =
      group->on_tensors
          ? simt_allocate(host, simt_buffer_type(mlirValueGetType(group->output_result[0])),
                          launch->extent)
          : group->accesses[roles->output].value;
  launch->arguments[launch->count++] = launch->result;
  prepare_start(host, group, destination, type_of(host->context, roles->result), launch);
  for (int a = 0; a < group->workload.access_count; a++) {
    const Access *access = &group->workload.accesses[a];
    if (access->is_output || group->workload.statements[access->statement].stage != STAGE_EPILOGUE)
      continue;
    launch->extra[a] = (int8_t)launch->count;
    launch->arguments[launch->count++] = simt_buffer_of(host, group->accesses[a].value);
  }
  launch->count =
      simt_unknown_pass(host, launch->extent, launch->count, launch->arguments, launch->types);
}

static MlirValue blocks_of(IrBuilder *host, const Group *group, const SimtNest *nest,
                           const Launch *launch) {
  const SimtRoles *roles = &nest->roles;
  int64_t blocks = simt_block_count(nest), expected = group->fusion.unknown;
  if (mlirValueIsNull(launch->extent))
    return ir_index(host, blocks);
  for (int role = 0; role < SIMT_K; role++)
    if (roles->is_unknown[role])
      return simt_unknown_blocks(host, launch->extent, roles->extent[role] / expected,
                                 nest->tile[role], blocks / nest->grid[role]);
  return simt_unknown_blocks(host, launch->extent, 1, 1, blocks / expected); // batches
}

// What the host makes the maps of.
static void describe_maps(MlirOperation launch, const SimtView *view, const SimtNest *nest) {
  char text[1024];
  const char *before = "[";
  TextWriter writer = text_writer(text, sizeof text);
  int64_t bytes = simt_factor_bytes(nest);
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    SimtMap map;
    if (!nest->is_bulk[o] || !simt_map_read(&view->product, nest, o, &map))
      continue;
    text_write(&writer, "%sarray<i64: %d, %lld", before, o, (long long)(map.box[0] * bytes));
    for (int d = 0; d < map.rank; d++)
      text_write(&writer, ", %lld, %lld, %lld", (long long)map.size[d],
                 (long long)(map.stride[d] * bytes), (long long)map.box[d]);
    text_write(&writer, ">");
    before = ", ";
  }
  if (!simt_has_bulk(nest))
    return;
  text_write(&writer, "]");
  mlirOperationSetDiscardableAttributeByName(
      launch, ir_string(TENSOR_MAPS_ATTRIBUTE),
      mlirAttributeParseGet(mlirOperationGetContext(launch), ir_string(text)));
}

// --- the kernel

static void write_buffer_type(TextWriter *writer, const SimtNest *nest, int operand) {
  text_write(writer, "memref<%lldx%lldx%s, #gpu.address_space<workgroup>>",
             (long long)(nest->lines[operand] * nest->stages), (long long)nest->pitch[operand],
             element_type_name(nest->roles.factor));
}

static void write_buffers(TextWriter *writer, const SimtNest *nest) {
  for (int o = 0; o < SIMT_OPERANDS && !simt_asks_host(nest); o++) {
    text_write(writer, "%s%%shared%d: ", o > 0 ? ", " : " workgroup(", o);
    write_buffer_type(writer, nest, o);
    text_write(writer, " {llvm.align = 16 : i64}%s", o + 1 < SIMT_OPERANDS ? "" : ")");
  }
}

static MlirType bytes_type(MlirContext context, const char *count) {
  char text[96];
  snprintf(text, sizeof text, "memref<%sxi8, #gpu.address_space<workgroup>>", count);
  return mlirTypeParseGet(context, ir_string(text));
}

// The part of memory from its first multiple of SIMT_PANEL_BYTES on.
static MlirValue aligned(SimtEmitter *emitter, MlirValue all) {
  char count[32];
  MlirContext context = emitter->ir.context;
  snprintf(count, sizeof count, "%lld",
           (long long)(emitter->nest->shared_bytes - SIMT_PANEL_BYTES));
  MlirValue base = ir_unary(&emitter->ir, "memref.extract_aligned_pointer_as_index",
                            mlirIndexTypeGet(context), all);
  MlirValue over = simt_rest(emitter, base, SIMT_PANEL_BYTES, INT64_MAX);
  over = ir_binary(&emitter->ir, "arith.subi", ir_index(&emitter->ir, SIMT_PANEL_BYTES), over);
  MlirValue operands[] = {all, over};
  return ir_value(&emitter->ir, "memref.view", bytes_type(context, count), 2, operands, 0, NULL);
}

// The buffers one after the other in what the host asks for.
static void view_buffers(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  MlirContext context = emitter->ir.context;
  char text[128];
  int64_t bytes = 0;
  MlirValue all = ir_value(&emitter->ir, "gpu.dynamic_shared_memory", bytes_type(context, "?"), 0,
                           NULL, 0, NULL);
  if (simt_has_warpgroups(nest))
    all = aligned(emitter, all);
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    TextWriter writer = text_writer(text, sizeof text);
    write_buffer_type(&writer, nest, o);
    MlirValue operands[] = {all, ir_index(&emitter->ir, bytes)};
    emitter->shared[o] = ir_value(&emitter->ir, "memref.view",
                                  mlirTypeParseGet(context, ir_string(text)), 2, operands, 0, NULL);
    bytes += nest->lines[o] * nest->stages * nest->pitch[o] * simt_factor_bytes(nest);
  }
  if (!simt_has_bulk(nest))
    return;
  snprintf(text, sizeof text, "memref<%dxi64, #gpu.address_space<workgroup>>", nest->stages);
  MlirValue operands[] = {all, ir_index(&emitter->ir, bytes)};
  emitter->barriers = ir_value(&emitter->ir, "memref.view",
                               mlirTypeParseGet(context, ir_string(text)), 2, operands, 0, NULL);
}

// The arguments in whose place the kernel takes tensor maps by value.
static void write_map_arguments(TextWriter *writer, const SimtNest *nest) {
  const char *before = ", " TENSOR_MAPS_ATTRIBUTE " = array<i32: ";
  for (int o = 0; o < SIMT_OPERANDS; o++)
    if (nest->is_bulk[o]) {
      text_write(writer, "%s%d", before, o);
      before = ", ";
    }
  text_write(writer, simt_has_bulk(nest) ? ">" : "");
}

// A module with an empty kernel.
static MlirOperation make_module(MlirContext context, const char *name, const Launch *launch,
                                 const SimtNest *nest, const Device *device) {
  char text[TEXT_BYTES];
  TextWriter writer = text_writer(text, sizeof text);
  simt_write_module(&writer, name, device, launch->arguments, launch->count);
  write_buffers(&writer, nest);
  text_write(&writer,
             " kernel attributes {known_block_size = array<i32: %lld, 1, 1>, nvvm.minctasm = %d : "
             "i32",
             (long long)simt_thread_count(nest),
             device_resident_blocks(device, (int)simt_thread_count(nest), nest->registers,
                                    nest->shared_bytes));
  if (mlirValueIsNull(launch->extent))
    text_write(&writer, ", known_grid_size = array<i32: %lld, 1, 1>",
               (long long)simt_block_count(nest));
  write_map_arguments(&writer, nest);
  text_write(&writer, "} { gpu.return } ");
  // The memory that the host asks for by a name that MLIR's lowering takes when there is one of
  // this alignment, and else makes up as one byte of the module's own. Panels are aligned by the
  // kernel itself.
  if (simt_asks_host(nest))
    text_write(&writer,
               "llvm.mlir.global external @shared() {addr_space = 3 : i32, "
               "alignment = %d : i64} : !llvm.array<0 x i8> ",
               SIMT_COPY_BYTES);
  text_write(&writer, "}");
  return mlirOperationCreateParse(context, ir_string(text), ir_string("kernel"));
}

static void fill_module(MlirOperation gpu_module, const Group *group, const SimtView *view,
                        const Launch *launch, const SimtNest *nest) {
  MlirOperation function = mlirBlockGetFirstOperation(ir_body(gpu_module));
  MlirBlock body = ir_body(function);
  SimtEmitter emitter = {.group = group, .view = view, .work = &view->product, .nest = nest};
  ir_start(&emitter.ir, mlirBlockGetTerminator(body), mlirOperationGetLocation(group->anchor));
  MlirValue arguments[MAX_ARGUMENTS];
  emitter.extent = simt_unknown_receive(&emitter.ir, body, launch->extent, launch->count,
                                        launch->types, arguments);
  emitter.factor = type_of(emitter.ir.context, nest->roles.factor);
  emitter.sum = type_of(emitter.ir.context, nest->roles.sum);
  emitter.result = type_of(emitter.ir.context, nest->roles.result);
  for (int o = 0; o < SIMT_OPERANDS; o++) {
    emitter.buffers[o] = arguments[o];
    if (!simt_asks_host(nest))
      emitter.shared[o] = mlirBlockGetArgument(body, launch->count + o);
  }
  if (simt_asks_host(nest))
    view_buffers(&emitter);
  for (int a = 0; a < emitter.work->access_count; a++)
    if (launch->extra[a] > 0)
      emitter.extra[a] = arguments[launch->extra[a]];
  emitter.output = arguments[SIMT_OPERANDS];
  emitter.initial = launch->initial >= 0 ? arguments[launch->initial]
                                         : ir_constant(&emitter.ir, emitter.result, launch->start);
  simt_kernel(&emitter);
  ir_finish(&emitter.ir);
  simt_math_lower(gpu_module);
}

// --- the whole

void simt_emit(Group *group, const SimtView *view, const SimtNest *nest, const Schedule *schedule,
               const Device *device, MlirOperation module) {
  char name[64], text[SCHEDULE_TEXT_BYTES];
  IrBuilder host;
  Launch launch = {.count = 0};
  MlirContext context = mlirOperationGetContext(module);
  simt_name_module(module, name, sizeof name);
  schedule_print(&view->product, schedule, text, sizeof text);
  ir_start(&host, group->insertion, mlirOperationGetLocation(group->anchor));
  prepare_launch(&host, group, &nest->roles, &launch);
  MlirOperation kernel = make_module(context, name, &launch, nest, device);
  fill_module(kernel, group, view, &launch, nest);
  mlirBlockAppendOwnedOperation(ir_body(module), kernel);
  mlirOperationSetDiscardableAttributeByName(module, ir_string("gpu.container_module"),
                                             mlirUnitAttrGet(context));
  MlirOperation guard = simt_unknown_open(&host, launch.extent);
  MlirOperation op = simt_launch(
      &host, name, blocks_of(&host, group, nest, &launch), simt_thread_count(nest),
      simt_asks_host(nest) ? nest->shared_bytes : 0, launch.count, launch.arguments, text);
  describe_maps(op, view, nest);
  simt_unknown_close(&host, guard);
  simt_replace(&host, group, 0, launch.result);
  group_erase_dead(group);
  ir_finish(&host);
}
