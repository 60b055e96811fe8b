// The arguments that are not packed follow one another as they did, and so do those that are, as
// the results of the function that packs.
#include "runtime/packed_operands.h"

#include "plan/workload.h"
#include "runtime/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void packing_name(const char *name, char *out_name, size_t size) {
  snprintf(out_name, size, "%s" PACKING_FUNCTION_SUFFIX, name);
}

bool packed_operands_are_needed(MlirModule module, const char *name) {
  char packing[512];
  packing_name(name, packing, sizeof packing);
  return signature_is_there(module, packing);
}

static Status lend_constants(PackedOperands *packed, const Signature *before) {
  Operands *constants = &packed->constants;
  constants->items = calloc((size_t)before->argument_count + 1, sizeof(Operand));
  if (!constants->items)
    return status_fail(STATUS_SYSTEM, "no memory for %d operands", before->argument_count);
  for (int i = 0; i < before->argument_count; i++)
    if (before->arguments[i].is_constant)
      constants->items[constants->count++] = packed->unpacked->items[i];
  return STATUS_OK;
}

// What is packed of cold arguments is cold; the candidate need not say so.
static void mark_cold(const Signature *before, Signature *signature) {
  int64_t constant_bytes = 0;
  int next = 0;
  for (int i = 0; i < before->argument_count; i++)
    if (before->arguments[i].is_constant && before->arguments[i].cold_bytes > constant_bytes)
      constant_bytes = before->arguments[i].cold_bytes;
  for (int i = 0; i < signature->argument_count; i++) {
    ValueType *argument = &signature->arguments[i];
    while (!argument->is_packed && next < before->argument_count &&
           before->arguments[next].is_constant)
      next++;
    if (argument->is_packed)
      argument->cold_bytes = constant_bytes;
    else
      argument->cold_bytes =
          next < before->argument_count ? before->arguments[next++].cold_bytes : 0;
  }
}

Status packed_operands_create(MlirModule module, const Signature *before, const Operands *unpacked,
                              OperandPlacement placement, PackedOperands *out_packed) {
  Status status = STATUS_OK;
  PackedOperands packed = {.unpacked = unpacked};
  char name[512];
  packing_name(before->name, name, sizeof name);
  TRY(signature_read(module, name, &packed.packing));
  TRY(signature_read_sized(module, before->name, &before->sizes, &packed.signature));
  mark_cold(before, &packed.signature);
  TRY(operands_create(&packed.signature, placement, &packed.operands));
  TRY(lend_constants(&packed, before));
  if (packed.constants.count != packed.packing.argument_count)
    TRY(status_fail(STATUS_USAGE, "@%s takes %d arguments, and @%s has %d constant ones", name,
                    packed.packing.argument_count, before->name, packed.constants.count));
  *out_packed = packed;
  return STATUS_OK;
cleanup:
  packed_operands_destroy(&packed);
  return status;
}

void packed_operands_destroy(PackedOperands *packed) {
  call_destroy(packed->call);
  free(packed->constants.items);
  operands_destroy(&packed->operands);
  signature_destroy(&packed->packing);
  signature_destroy(&packed->signature);
  *packed = (PackedOperands){0};
}

Status packed_operands_move(PackedOperands *packed, const Signature *before,
                            const Operands *unpacked, OperandPlacement placement) {
  call_destroy(packed->call);
  packed->call = NULL;
  free(packed->constants.items);
  packed->constants = (Operands){0};
  operands_destroy(&packed->operands);
  packed->unpacked = unpacked;
  Status status = operands_create(&packed->signature, placement, &packed->operands);
  return status == STATUS_OK ? lend_constants(packed, before) : status;
}

Status packed_operands_bind(PackedOperands *packed, Jit *jit) {
  void *entry;
  Status status = jit_find(jit, packed->packing.name, &entry);
  return status != STATUS_OK
             ? status
             : call_create(&packed->packing, entry, &packed->constants, &packed->call);
}

static void copy_operand(const Operand *from, Operand *to) {
  if (to->type.is_buffer)
    memcpy(to->data, from->data, to->data_bytes);
  else
    to->scalar = from->scalar;
}

static void distribute(PackedOperands *packed, const Outputs *results) {
  int next_result = 0, next_other = 0;
  for (int i = 0; i < packed->operands.count; i++) {
    Operand *operand = &packed->operands.items[i];
    if (operand->type.is_packed) {
      memcpy(operand->data, results->items[next_result++].values, operand->data_bytes);
      continue;
    }
    while (packed->unpacked->items[next_other].type.is_constant)
      next_other++;
    copy_operand(&packed->unpacked->items[next_other++], operand);
  }
}

Status packed_operands_update(PackedOperands *packed) {
  Outputs results = {0};
  arena_take_violations();
  call_invoke(packed->call);
  call_read_outputs(packed->call, &results);
  arena_release();
  int64_t violations = arena_take_violations();
  if (violations == 0)
    distribute(packed, &results);
  outputs_destroy(&results);
  return violations == 0 ? STATUS_OK
                         : status_fail(STATUS_WORKER,
                                       "the code that packs wrote past the end of %lld of its "
                                       "buffers",
                                       (long long)violations);
}
