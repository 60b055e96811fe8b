// Descriptors and the call interface, laid out once per Call so that an
// invocation is one ffi_call.
#include "runtime/call.h"

#include "base/array.h"
#include <ffi.h>
#include <stdlib.h>
#include <string.h>

// A memref descriptor: the head, then `rank` sizes, then `rank` strides.
typedef struct Descriptor {
  void *allocated, *aligned;
  int64_t offset;
  int64_t sizes_and_strides[2 * VALUE_MAX_RANK];
} Descriptor;

// One set of operands as C arguments.
typedef struct Binding {
  void **values;           // pointers to the C arguments
  Descriptor *descriptors; // one per argument
  void **pointers;         // the C arguments that are pointers: descriptors, and the result's last
} Binding;

struct Call {
  const Signature *signature;
  const Operands *operands; // of the first binding
  void (*entry)(void);
  ffi_cif cif;
  ffi_type **types; // of the C arguments
  Binding *bindings;
  int binding_count, next; // next: that of the next call
  char *results;           // the result struct, or room for a scalar
};

// libffi's type of a scalar; NULL when it cannot be passed.
static ffi_type *scalar_type(ElementType type) {
  switch (type) {
  case ELEMENT_F64:
    return &ffi_type_double;
  case ELEMENT_F32:
    return &ffi_type_float;
  case ELEMENT_I64:
  case ELEMENT_INDEX:
    return &ffi_type_sint64;
  case ELEMENT_I32:
    return &ffi_type_sint32;
  case ELEMENT_I16:
    return &ffi_type_sint16;
  case ELEMENT_I8:
    return &ffi_type_sint8;
  case ELEMENT_I1:
    return &ffi_type_uint8;
  default:
    return NULL;
  }
}

static size_t descriptor_bytes(const ValueType *type) {
  return offsetof(Descriptor, sizes_and_strides) + 2 * sizeof(int64_t) * (size_t)type->rank;
}

// Offset of result `i` in the result struct; with i = result_count the size of it.
static size_t result_offset(const Signature *signature, int i) {
  size_t offset = 0, largest = 1;
  for (int k = 0; k <= i; k++) {
    bool is_end = k == signature->result_count;
    const ValueType *type = &signature->results[k];
    size_t scalar = is_end ? 0 : (size_t)element_type_bytes(type->type);
    size_t align = is_end ? largest : type->is_buffer ? sizeof(int64_t) : scalar;
    largest = align > largest ? align : largest;
    offset = (offset + align - 1) / align * align;
    if (k < i)
      offset += type->is_buffer ? descriptor_bytes(type) : scalar;
  }
  return offset;
}

static bool results_by_pointer(const Signature *signature) {
  return signature->result_count > 1 ||
         (signature->result_count == 1 && signature->results[0].is_buffer);
}

static void fill_descriptor(const Operand *operand, Descriptor *descriptor) {
  const ValueType *type = &operand->type;
  descriptor->allocated = descriptor->aligned = operand->data;
  descriptor->offset = type->offset;
  memcpy(descriptor->sizes_and_strides, type->shape, sizeof(int64_t) * (size_t)type->rank);
  memcpy(descriptor->sizes_and_strides + type->rank, type->strides,
         sizeof(int64_t) * (size_t)type->rank);
}

static Status fill_binding(Call *call, const Operands *operands, Binding *binding,
                           unsigned *out_count) {
  const Signature *signature = call->signature;
  unsigned count = 0;
  if (results_by_pointer(signature)) {
    binding->pointers[signature->argument_count] = call->results;
    call->types[count] = &ffi_type_pointer;
    binding->values[count++] = &binding->pointers[signature->argument_count];
  }
  for (int i = 0; i < signature->argument_count; i++) {
    const Operand *operand = &operands->items[i];
    if (operand->type.is_buffer) {
      fill_descriptor(operand, &binding->descriptors[i]);
      binding->pointers[i] = &binding->descriptors[i];
      call->types[count] = &ffi_type_pointer;
      binding->values[count++] = &binding->pointers[i];
    } else {
      call->types[count] = scalar_type(operand->type.type);
      binding->values[count] = operand->data;
      if (!call->types[count++])
        return status_fail(STATUS_UNSUPPORTED, "argument %d: a scalar %s cannot be passed", i,
                           element_type_name(operand->type.type));
    }
  }
  *out_count = count;
  return STATUS_OK;
}

static Status add_binding(Call *call, const Operands *operands, unsigned *out_count) {
  size_t arguments = (size_t)call->signature->argument_count + 1; // the result's pointer may be one
  if (!array_grow(&call->bindings, call->binding_count, sizeof *call->bindings))
    return status_fail(STATUS_SYSTEM, "no memory for a call");
  Binding *binding = &call->bindings[call->binding_count++];
  binding->values = calloc(arguments, sizeof *binding->values);
  binding->descriptors = calloc(arguments, sizeof *binding->descriptors);
  binding->pointers = calloc(arguments, sizeof *binding->pointers);
  if (!binding->values || !binding->descriptors || !binding->pointers)
    return status_fail(STATUS_SYSTEM, "no memory for a call");
  return fill_binding(call, operands, binding, out_count);
}

Status call_create(const Signature *signature, void *entry, const Operands *operands,
                   Call **out_call) {
  Status status = STATUS_OK;
  unsigned count = 0;
  ffi_type *result = &ffi_type_void;
  Call *call = calloc(1, sizeof *call);
  call->signature = signature;
  call->operands = operands;
  memcpy(&call->entry, &entry, sizeof entry);
  call->types = calloc((size_t)signature->argument_count + 1, sizeof *call->types);
  call->results = calloc(1, result_offset(signature, signature->result_count) + sizeof(ffi_arg));
  TRY(add_binding(call, operands, &count));
  if (signature->result_count == 1 && !signature->results[0].is_buffer)
    result = scalar_type(signature->results[0].type);
  if (!result || ffi_prep_cif(&call->cif, FFI_DEFAULT_ABI, count, result, call->types) != FFI_OK)
    TRY(status_fail(STATUS_UNSUPPORTED, "@%s has a signature that cannot be called",
                    signature->name));
  *out_call = call;
  return STATUS_OK;
cleanup:
  call_destroy(call);
  return status;
}

Status call_rotate(Call *call, const Operands *sets, int count) {
  Status status = STATUS_OK;
  unsigned argument_count;
  for (int n = 0; n < count && status == STATUS_OK; n++)
    status = add_binding(call, &sets[n], &argument_count);
  return status;
}

void call_destroy(Call *call) {
  if (!call)
    return;
  for (int n = 0; n < call->binding_count; n++) {
    free(call->bindings[n].values);
    free(call->bindings[n].descriptors);
    free(call->bindings[n].pointers);
  }
  free(call->bindings);
  free(call->types);
  free(call->results);
  free(call);
}

void call_invoke(Call *call) {
  void **values = call->bindings[call->next].values;
  call->next = call->next + 1 == call->binding_count ? 0 : call->next + 1;
  ffi_call(&call->cif, call->entry, call->results, values);
}

// A result as the callee describes it: its strides and its unknown sizes are its own.
static Output read_result(const Call *call, int i) {
  const char *bytes = call->results + result_offset(call->signature, i);
  ValueType type = call->signature->results[i];
  if (!type.is_buffer)
    return output_copy(&type, bytes);
  Descriptor descriptor = {0};
  memcpy(&descriptor, bytes, descriptor_bytes(&type));
  for (int d = 0; d < type.rank; d++)
    if (type.shape[d] == OPEN_SIZE)
      type.shape[d] = descriptor.sizes_and_strides[d];
  memcpy(type.strides, descriptor.sizes_and_strides + type.rank,
         sizeof(int64_t) * (size_t)type.rank);
  return output_copy(&type, (char *)descriptor.aligned +
                                descriptor.offset * element_type_bytes(type.type));
}

void call_read_outputs(const Call *call, Outputs *out_outputs) {
  const Signature *signature = call->signature;
  Outputs outputs = {0};
  outputs.items =
      calloc((size_t)(signature->result_count + signature->argument_count) + 1, sizeof(Output));
  for (int i = 0; i < signature->result_count; i++)
    outputs.items[outputs.count++] = read_result(call, i);
  for (int i = 0; i < signature->argument_count; i++) {
    const ValueType *type = &signature->arguments[i];
    if (type->is_memref)
      outputs.items[outputs.count++] =
          output_copy(type, (char *)call->operands->items[i].data +
                                type->offset * element_type_bytes(type->type));
  }
  *out_outputs = outputs;
}
