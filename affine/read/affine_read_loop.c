// Bounds of loops.
#include "affine/read/affine_reader.h"

#include "affine/analysis/affine_numbers.h"
#include "mlir-c/BuiltinAttributes.h"

static Status read_bounds(AffineReader *reader, MlirOperation loop, const char *name, int first,
                          int count, AffineForm *out_forms, int *out_count) {
  Status status = STATUS_OK;
  MlirAffineMap map = mlirAffineMapAttrGetValue(
      mlirOperationGetAttributeByName(loop, mlirStringRefCreateFromCString(name)));
  *out_count = (int)mlirAffineMapGetNumResults(map);
  if (*out_count > AFFINE_MAX_BOUNDS)
    return status_fail(STATUS_UNSUPPORTED, "a loop has more than %d bounds", AFFINE_MAX_BOUNDS);
  const MlirValue *operands = affine_reader_operands(reader->pool, loop, first, count);
  for (int i = 0; i < *out_count; i++)
    TRY(affine_read_form_of_map(reader, map, i, operands, &out_forms[i]));
cleanup:
  return status;
}

// A loop of another step counts its iterations.
Status affine_read_loop_bounds(AffineReader *reader, MlirOperation loop) {
  Status status = STATUS_OK;
  AffineForm lower[AFFINE_MAX_BOUNDS], upper[AFFINE_MAX_BOUNDS];
  int lower_count, upper_count;
  AffineLoop *out = &reader->loops[reader->depth];
  MlirAttribute segments =
      mlirOperationGetAttributeByName(loop, mlirStringRefCreateFromCString("operandSegmentSizes"));
  MlirAttribute step_attribute =
      mlirOperationGetAttributeByName(loop, mlirStringRefCreateFromCString("step"));
  int64_t step = mlirIntegerAttrGetValueInt(step_attribute);
  int lower_operands = mlirDenseI32ArrayGetElement(segments, 0);
  int upper_operands = mlirDenseI32ArrayGetElement(segments, 1);
  TRY(read_bounds(reader, loop, "lowerBoundMap", 0, lower_operands, lower, &lower_count));
  TRY(read_bounds(reader, loop, "upperBoundMap", lower_operands, upper_operands, upper,
                  &upper_count));
  *out = (AffineLoop){.lower_count = (uint8_t)lower_count, .upper_count = (uint8_t)upper_count};
  reader->iv_forms[reader->depth] = affine_form_loop(reader->depth);
  for (int i = 0; i < lower_count; i++)
    out->lower[i] = affine_bound(lower[i]);
  for (int i = 0; i < upper_count; i++)
    out->upper[i] = affine_bound(upper[i]);
  if (step == 1)
    return STATUS_OK;
  if (affine_numbers_is_large(step))
    return affine_read_form_fail_large();
  if (lower_count != 1)
    return status_fail(STATUS_UNSUPPORTED, "a loop with a step has several lower bounds");
  AffineForm counter = affine_form_loop(reader->depth);
  reader->iv_forms[reader->depth] = lower[0];
  TRY(affine_read_form_add(&reader->iv_forms[reader->depth], &counter, step));
  out->lower[0] = affine_bound(affine_form_constant(0));
  for (int i = 0; i < upper_count; i++) {
    AffineForm span = upper[i];
    TRY(affine_read_form_add(&span, &lower[0], -1));
    if (affine_form_is_constant(&span))
      out->upper[i] = affine_bound(
          affine_form_constant(span.constant <= 0 ? 0 : (span.constant + step - 1) / step));
    else
      out->upper[i] = (AffineBound){.dividend = span, .divisor = (int32_t)step, .multiplier = 1};
  }
cleanup:
  return status;
}
