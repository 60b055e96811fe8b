// See device_entry.h. A C function keeps its parameters in memory and gives their addresses to the
// launcher, with the table of what is launched.
#include "tools/compile/device/device_entry.h"

#include "tools/compile/entry.h"
#include "llvm-c/Core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- constant data

static LLVMValueRef structure(const Entry *entry, LLVMValueRef *fields, int count) {
  return LLVMConstStructInContext(entry->context, fields, (unsigned)count, false);
}

static LLVMValueRef add_constant(const Entry *entry, LLVMValueRef value, const char *name) {
  LLVMValueRef global = LLVMAddGlobal(entry->module, LLVMTypeOf(value), name);
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

// An array of equal structures as a constant; a null pointer for none. Frees `values`.
static LLVMValueRef add_array(const Entry *entry, LLVMValueRef *values, int count,
                              const char *name) {
  LLVMValueRef array = LLVMConstNull(entry->pointer);
  if (count > 0)
    array =
        add_constant(entry, LLVMConstArray2(LLVMTypeOf(values[0]), values, (uint64_t)count), name);
  free(values);
  return array;
}

static LLVMValueRef *room(int count) { return calloc((size_t)count + 1, sizeof(LLVMValueRef)); }

static LLVMValueRef operands_of(const Entry *entry, const LaunchStep *step) {
  LLVMValueRef *values = room(step->operand_count);
  for (int i = 0; i < step->operand_count; i++) {
    LLVMValueRef fields[] = {entry_i32(entry, step->operands[i].parameter),
                             entry_i32(entry, step->operands[i].index),
                             entry_i64(entry, step->operands[i].offset)};
    values[i] = structure(entry, fields, 3);
  }
  return add_array(entry, values, step->operand_count, "operands");
}

static LLVMValueRef three(const Entry *entry, const int32_t *numbers) {
  LLVMValueRef values[3];
  for (int i = 0; i < 3; i++)
    values[i] = entry_i32(entry, numbers[i]);
  return LLVMConstArray2(entry->i32, values, 3);
}

static LLVMValueRef maps_of(const Entry *entry, const LaunchStep *step) {
  LLVMValueRef *values = room(step->map_count);
  for (int m = 0; m < step->map_count; m++) {
    const LaunchMap *map = &step->maps[m];
    LLVMValueRef sizes[LAUNCH_MAP_RANK], strides[LAUNCH_MAP_RANK], boxes[LAUNCH_MAP_RANK];
    for (int d = 0; d < LAUNCH_MAP_RANK; d++) {
      sizes[d] = entry_i64(entry, (int64_t)map->sizes[d]);
      strides[d] = entry_i64(entry, (int64_t)map->strides[d]);
      boxes[d] = entry_i32(entry, (int32_t)map->boxes[d]);
    }
    LLVMValueRef fields[] = {entry_i32(entry, map->operand),
                             entry_i32(entry, map->type),
                             entry_i32(entry, map->rank),
                             entry_i32(entry, map->swizzle),
                             LLVMConstArray2(entry->i64, sizes, LAUNCH_MAP_RANK),
                             LLVMConstArray2(entry->i64, strides, LAUNCH_MAP_RANK),
                             LLVMConstArray2(entry->i32, boxes, LAUNCH_MAP_RANK),
                             entry_i32(entry, 0)};
    values[m] = structure(entry, fields, 8);
  }
  return add_array(entry, values, step->map_count, "maps");
}

static LLVMValueRef steps_of(const Entry *entry, const DeviceFunction *function) {
  LLVMValueRef *values = room(function->count);
  for (int i = 0; i < function->count; i++) {
    const LaunchStep *step = &function->steps[i];
    LLVMValueRef fields[] = {entry_i32(entry, step->kernel),
                             entry_i32(entry, step->operand_count),
                             operands_of(entry, step),
                             entry_i64(entry, step->bytes),
                             three(entry, step->grid),
                             three(entry, step->block),
                             entry_i32(entry, step->shared_bytes),
                             entry_i32(entry, step->number),
                             entry_i32(entry, step->map_count),
                             maps_of(entry, step)};
    values[i] = structure(entry, fields, 10);
  }
  return add_array(entry, values, function->count, "steps");
}

static LLVMValueRef text(const Entry *entry, const char *bytes, size_t size) {
  return LLVMConstStringInContext2(entry->context, bytes, size, false);
}

static LLVMValueRef images_of(const Entry *entry, const DeviceProgram *program,
                              const DeviceImages *images) {
  LLVMValueRef *values = room(images->count);
  for (int i = 0; i < images->count; i++) {
    const DeviceKernel *kernel = &program->kernels[i];
    LLVMValueRef bytes =
        add_constant(entry, text(entry, images->items[i].bytes, images->items[i].size), "image");
    LLVMSetAlignment(bytes, 16);
    LLVMValueRef fields[] = {
        bytes, add_constant(entry, text(entry, kernel->name, strlen(kernel->name)), "kernel"),
        entry_i32(entry, kernel->shared_bytes), entry_i32(entry, 0)};
    values[i] = structure(entry, fields, 4);
  }
  return add_array(entry, values, images->count, "images");
}

static LLVMValueRef weights_of(const Entry *entry, const DeviceProgram *program) {
  char symbol[2 * C_NAME_BYTES];
  LLVMValueRef *values = room(program->weights.count);
  for (int w = 0; w < program->weights.count; w++) {
    const DeviceWeight *weight = &program->weights.items[w];
    device_weights_symbol(entry->interface, w, symbol);
    LLVMValueRef bytes =
        LLVMAddGlobal(entry->module, LLVMInt8TypeInContext(entry->context), symbol);
    LLVMSetVisibility(bytes, LLVMHiddenVisibility);
    LLVMValueRef fields[] = {bytes, entry_i64(entry, weight->size),
                             entry_i64(entry, weight->offset)};
    values[w] = structure(entry, fields, 3);
  }
  return add_array(entry, values, program->weights.count, "weights");
}

static LLVMValueRef make_state(const Entry *entry) {
  LLVMTypeRef type = LLVMArrayType2(entry->i64, sizeof(LaunchState) / sizeof(int64_t));
  LLVMValueRef state = LLVMAddGlobal(entry->module, type, "state");
  LLVMSetInitializer(state, LLVMConstNull(type));
  LLVMSetLinkage(state, LLVMPrivateLinkage);
  LLVMSetAlignment(state, 16);
  return state;
}

static LLVMValueRef make_library(const Entry *entry, const DeviceProgram *program,
                                 const DeviceImages *images) {
  LLVMValueRef fields[] = {images_of(entry, program, images),
                           make_state(entry),
                           weights_of(entry, program),
                           entry_i32(entry, images->count),
                           entry_i32(entry, program->weights.count),
                           entry_i64(entry, program->weights.bytes)};
  return add_constant(entry, structure(entry, fields, 6), "library");
}

// --- parameters

static int parameter_count(const CFunction *c_function) {
  const Signature *signature = &c_function->signature;
  return signature->symbol_count + signature->argument_count + signature->result_count;
}

// NULL of an unknown size, which come first.
static const ValueType *parameter(const CFunction *c_function, int number) {
  const Signature *signature = &c_function->signature;
  number -= signature->symbol_count;
  return number < 0 ? NULL
         : number < signature->argument_count
             ? &signature->arguments[number]
             : &signature->results[number - signature->argument_count];
}

static bool is_buffer(const CFunction *c_function, int number) {
  const ValueType *value = parameter(c_function, number);
  return value && value->is_buffer;
}

static LLVMValueRef kinds_of(const Entry *entry, const CFunction *c_function) {
  int count = parameter_count(c_function);
  uint8_t *kinds = calloc((size_t)count + 1, 1);
  for (int i = 0; i < count; i++)
    kinds[i] = !is_buffer(c_function, i)                            ? LAUNCH_SCALAR
               : value_type_elements(parameter(c_function, i)) == 0 ? LAUNCH_EMPTY_BUFFER
                                                                    : LAUNCH_BUFFER;
  LLVMValueRef value =
      add_constant(entry, text(entry, (const char *)kinds, (size_t)count), "kinds");
  free(kinds);
  return value;
}

static LLVMValueRef numbers_of(const Entry *entry, const DeviceNumbers *numbers) {
  LLVMValueRef *values = room(numbers->count);
  for (int n = 0; n < numbers->count; n++) {
    const LaunchNumber *number = &numbers->items[n];
    LLVMValueRef fields[] = {entry_i32(entry, number->operation), entry_i32(entry, number->left),
                             entry_i32(entry, number->right), entry_i32(entry, 0),
                             entry_i64(entry, number->value)};
    values[n] = structure(entry, fields, 5);
  }
  return add_array(entry, values, numbers->count, "numbers");
}

static LLVMValueRef words_of(const Entry *entry, const int32_t *words, int count) {
  LLVMValueRef *values = room(count);
  for (int i = 0; i < count; i++)
    values[i] = entry_i32(entry, words[i]);
  return add_array(entry, values, count, "words");
}

static LLVMValueRef make_table(const Entry *entry, const CFunction *c_function,
                               const DeviceFunction *function, LLVMValueRef library) {
  const DeviceNumbers *numbers = &function->numbers;
  LLVMValueRef fields[] = {
      library,
      steps_of(entry, function),
      kinds_of(entry, c_function),
      numbers_of(entry, numbers),
      words_of(entry, function->elements, parameter_count(c_function) + numbers->temporary_count),
      words_of(entry, numbers->bytes, numbers->temporary_count),
      entry_i32(entry, function->count),
      entry_i32(entry, parameter_count(c_function)),
      entry_i32(entry, numbers->count),
      entry_i32(entry, numbers->temporary_count),
      entry_i64(entry, c_function->workspace_bytes)};
  return add_constant(entry, structure(entry, fields, 11), "function");
}

// --- functions

static LLVMValueRef call_launcher(const Entry *entry, const char *name, LLVMValueRef *values,
                                  int count) {
  LLVMTypeRef types[4] = {entry->pointer, entry->pointer, entry->pointer, entry->pointer};
  LLVMTypeRef type = LLVMFunctionType(entry->i32, types, (unsigned)count, false);
  LLVMValueRef launcher = LLVMGetNamedFunction(entry->module, name);
  if (!launcher) {
    launcher = LLVMAddFunction(entry->module, name, type);
    LLVMSetVisibility(launcher, LLVMHiddenVisibility);
  }
  return LLVMBuildCall2(entry->builder, type, launcher, values, (unsigned)count, "");
}

// The parameters behind the first `before`, kept in memory: an array of their addresses.
static LLVMValueRef keep_parameters(const Entry *entry, LLVMValueRef function, int before,
                                    int count) {
  LLVMTypeRef type = LLVMArrayType2(entry->pointer, (uint64_t)count + 1);
  LLVMValueRef addresses = LLVMBuildAlloca(entry->builder, type, "");
  for (int i = 0; i < count; i++) {
    LLVMValueRef value = LLVMGetParam(function, (unsigned)(before + i)), at = entry_i32(entry, i);
    LLVMValueRef kept = LLVMBuildAlloca(entry->builder, LLVMTypeOf(value), "");
    LLVMBuildStore(entry->builder, value, kept);
    LLVMBuildStore(entry->builder, kept,
                   LLVMBuildGEP2(entry->builder, entry->pointer, addresses, &at, 1, ""));
  }
  return addresses;
}

// The C function, its first parameters being the stream and, of a function "_in", the workspace.
static void make_function(const Entry *entry, const CFunction *c_function, LLVMValueRef table,
                          bool is_in) {
  char name[C_NAME_BYTES + 16];
  int count = parameter_count(c_function), before = is_in ? 2 : 1;
  LLVMTypeRef *types = calloc((size_t)(before + count), sizeof *types);
  for (int i = 0; i < before + count; i++) {
    const ValueType *value = i < before ? NULL : parameter(c_function, i - before);
    types[i] = i < before || is_buffer(c_function, i - before) ? entry->pointer
               : value ? entry_c_scalar_type(entry, value->type)
                       : entry->i64;
  }
  snprintf(name, sizeof name, "%s%s", c_function->c_name, is_in ? C_IN_SUFFIX : "");
  LLVMValueRef function = entry_add_function(
      entry, name, LLVMFunctionType(entry->i32, types, (unsigned)(before + count), false));
  LLVMValueRef values[4] = {table};
  for (int i = 0; i < before; i++)
    values[1 + i] = LLVMGetParam(function, (unsigned)i);
  values[1 + before] = keep_parameters(entry, function, before, count);
  LLVMBuildRet(entry->builder,
               call_launcher(entry, is_in ? LAUNCHER_RUN_IN : LAUNCHER_RUN, values, 2 + before));
  free(types);
}

static void make_workspace_bytes(const Entry *entry, const CFunction *c_function) {
  char name[C_NAME_BYTES + 32];
  snprintf(name, sizeof name, "%s" C_BYTES_SUFFIX, c_function->c_name);
  entry_add_function(entry, name, LLVMFunctionType(entry->i64, NULL, 0, false));
  LLVMBuildRet(entry->builder, entry_i64(entry, c_function->workspace_bytes));
}

// --- the functions that every library has

static void make_load(const Entry *entry, LLVMValueRef library) {
  char name[C_NAME_BYTES + 16];
  snprintf(name, sizeof name, "%s_load", entry->interface->prefix);
  entry_add_function(entry, name, LLVMFunctionType(entry->i32, NULL, 0, false));
  LLVMBuildRet(entry->builder, call_launcher(entry, LAUNCHER_LOAD, &library, 1));
}

LLVMModuleRef device_entry_create(LLVMContextRef context, const CInterface *interface,
                                  const DeviceProgram *program, const DeviceImages *images) {
  static const EntryStatus statuses[] = {
#define X(name, number, meaning) {number, meaning},
      DEVICE_STATUSES(X)
#undef X
          {-1, NULL}};
  Entry entry = entry_start(context, interface);
  LLVMValueRef library = make_library(&entry, program, images);
  for (int i = 0; i < interface->count; i++) {
    const CFunction *c_function = &interface->functions[i];
    LLVMValueRef table = make_table(&entry, c_function, &program->functions[i], library);
    make_function(&entry, c_function, table, false);
    make_function(&entry, c_function, table, true);
    make_workspace_bytes(&entry, c_function);
  }
  make_load(&entry, library);
  return entry_finish(&entry, statuses);
}
