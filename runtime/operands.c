// Filling and comparing buffers, per element type.
#include "runtime/operands.h"

#include "base/integer.h"
#include "runtime/data/elements.h"
#include "runtime/large_memory.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t round_up(size_t value, size_t unit) {
  return (size_t)integer_round_up((int64_t)value, (int64_t)unit);
}

static Status place_guarded(Operand *operand, OperandPlacement placement) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t body = round_up(operand->data_bytes, page);
  operand->mapping_bytes = page + body + page;
  operand->mapping = mmap(NULL, operand->mapping_bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (operand->mapping == MAP_FAILED) {
    operand->mapping = NULL;
    return status_fail(STATUS_SYSTEM, "no memory for an operand of %zu bytes", operand->data_bytes);
  }
  char *first = (char *)operand->mapping + page;
  mprotect(operand->mapping, page, PROT_NONE);
  mprotect(first + body, page, PROT_NONE);
  operand->data = placement == PLACE_GUARDED ? first + body - operand->data_bytes : first;
  return STATUS_OK;
}

static Status place(Operand *operand, OperandPlacement placement) {
  if (!operand->type.is_buffer) {
    operand->data = &operand->scalar;
    return STATUS_OK;
  }
  int64_t elements = operand->type.offset + value_type_span(&operand->type);
  operand->data_bytes = (size_t)(elements * element_type_bytes(operand->type.type));
  if (placement != PLACE_ALIGNED)
    return place_guarded(operand, placement);
  operand->data = large_memory_allocate(64, round_up(operand->data_bytes + 1, 64));
  if (operand->data)
    return STATUS_OK;
  return status_fail(STATUS_SYSTEM, "no memory for an operand of %zu bytes", operand->data_bytes);
}

Status operands_create(const Signature *signature, OperandPlacement placement,
                       Operands *out_operands) {
  Status status = STATUS_OK;
  Operands operands = {.count = signature->argument_count, .weight_gain = 1};
  operands.items = calloc((size_t)operands.count + 1, sizeof(Operand));
  for (int i = 0; i < operands.count; i++) {
    operands.items[i].type = signature->arguments[i];
    TRY(place(&operands.items[i], placement));
  }
  *out_operands = operands;
  return STATUS_OK;
cleanup:
  operands_destroy(&operands);
  return status;
}

void operands_destroy(Operands *operands) {
  for (int i = 0; i < operands->count; i++) {
    Operand *operand = &operands->items[i];
    if (operand->mapping)
      munmap(operand->mapping, operand->mapping_bytes);
    else if (operand->type.is_buffer)
      free(operand->data);
  }
  free(operands->items);
  *operands = (Operands){0};
}

static double scale_of(const ValueType *type, bool is_data) {
  if (is_data)
    return 1.0;
  if (type->rank < 2)
    return 0.1;
  return sqrt(2.0 * (double)type->shape[0] / (double)value_type_elements(type));
}

static void fill_operand(const Operands *operands, int i, bool is_data, uint64_t seed) {
  Operand *operand = &operands->items[i];
  const ValueType *type = &operand->type;
  Rng rng = {seed * 0x2545f4914f6cdd1du + (uint64_t)i * 0x9e3779b97f4a7c15u};
  int64_t count =
      type->is_buffer ? (int64_t)operand->data_bytes / element_type_bytes(type->type) : 1;
  double scale =
      operands->is_exact ? 0 : scale_of(type, is_data) * (is_data ? 1.0 : operands->weight_gain);
  draw_fill(&type->draw, type->type, operand->data, count, scale, &rng);
}

void operands_fill(Operands *operands, int data_count, uint64_t seed) {
  for (int i = 0; i < operands->count; i++)
    fill_operand(operands, i, i < data_count, seed);
}

void operands_refill(Operands *operands, int data_count, uint64_t seed) {
  for (int i = 0; i < operands->count; i++)
    if (operands->items[i].type.is_written)
      fill_operand(operands, i, i < data_count, seed);
}

void operands_fill_data(Operands *operands, int data_count, uint64_t seed) {
  for (int i = 0; i < operands->count && i < data_count; i++)
    fill_operand(operands, i, true, seed);
}

int64_t operands_bytes(const Operands *operands) {
  int64_t bytes = 0;
  for (int i = 0; i < operands->count; i++)
    bytes += (int64_t)operands->items[i].data_bytes;
  return bytes;
}

int64_t output_bytes(const Output *output) {
  return output->count * element_type_bytes(output->type);
}

void outputs_destroy(Outputs *outputs) {
  for (int i = 0; i < outputs->count; i++)
    free(outputs->items[i].values);
  free(outputs->items);
  *outputs = (Outputs){0};
}

// Copies between a strided buffer, from its element 0,0,... on, and a dense one.
static void copy_rows(const ValueType *type, char *strided, char *dense, bool to_dense) {
  size_t bytes = (size_t)element_type_bytes(type->type);
  int64_t index[VALUE_MAX_RANK] = {0}, count = value_type_elements(type);
  int64_t row = type->rank ? type->shape[type->rank - 1] : 1;
  int64_t row_stride = type->rank ? type->strides[type->rank - 1] : 1;
  for (int64_t done = 0; done < count; done += row) {
    int64_t from = 0;
    for (int d = 0; d + 1 < type->rank; d++)
      from += index[d] * type->strides[d];
    for (int64_t i = 0; i < row; i++, dense += bytes) {
      char *element = strided + (size_t)(from + i * row_stride) * bytes;
      memcpy(to_dense ? dense : element, to_dense ? element : dense, bytes);
    }
    for (int d = type->rank - 2; d >= 0 && ++index[d] == type->shape[d]; d--)
      index[d] = 0;
  }
}

Output output_copy(const ValueType *type, const void *data) {
  Output output = {.type = type->type, .count = value_type_elements(type), .rank = type->rank};
  memcpy(output.shape, type->shape, sizeof output.shape);
  output.values = malloc((size_t)output.count * (size_t)element_type_bytes(type->type) + 1);
  copy_rows(type, (char *)data, output.values, true);
  return output;
}

void operand_store(Operand *operand, const void *values) {
  const ValueType *type = &operand->type;
  int64_t offset = type->is_buffer ? type->offset * element_type_bytes(type->type) : 0;
  copy_rows(type, (char *)operand->data + offset, (char *)values, false);
}

static double tolerance_of(ElementType type) {
  return !element_type_is_float(type) ? 0.0
         : element_type_is_half(type) ? 1e-2
         : type == ELEMENT_F32        ? 1e-4
                                      : 1e-10;
}

static double largest_magnitude(const Output *output) {
  double largest = 0;
  for (int64_t i = 0; i < output->count; i++) {
    double value = fabs(element_get(output->type, output->values, i));
    if (isfinite(value) && value > largest)
      largest = value;
  }
  return largest;
}

// Compares one output; returns the element that is furthest off, -1 when none differs.
static int64_t compare_one(const Output *expected, const Output *actual, bool is_exact,
                           Comparison *comparison, double *out_error) {
  double sum = 0;
  double largest = largest_magnitude(expected);
  int64_t worst = -1;
  *out_error = 0;
  for (int64_t i = 0; i < expected->count; i++) {
    double want = element_get(expected->type, expected->values, i);
    double got = element_get(actual->type, actual->values, i);
    bool is_other_zero = is_exact && want == got && signbit(want) != signbit(got);
    if ((want == got && !is_other_zero) || (isnan(want) && isnan(got)))
      continue;
    comparison->nan_count += isnan(got);
    double error = isfinite(want) && isfinite(got) && !is_other_zero
                       ? fabs(want - got) / (largest > 0 ? largest : 1.0)
                       : INFINITY;
    sum += error;
    if (worst < 0 || error > *out_error) {
      worst = i;
      *out_error = error;
    }
  }
  if (worst >= 0)
    comparison->mean_error = fmax(comparison->mean_error, sum / (double)expected->count);
  return worst;
}

Comparison outputs_compare(const Outputs *expected, const Outputs *actual, double tolerance_scale) {
  Comparison comparison = {.agrees = expected->count == actual->count};
  if (!comparison.agrees)
    snprintf(comparison.text, sizeof comparison.text, "%d outputs, expected %d", actual->count,
             expected->count);
  for (int k = 0; comparison.agrees && k < expected->count; k++) {
    const Output *want = &expected->items[k], *got = &actual->items[k];
    if (want->type != got->type || want->count != got->count) {
      comparison.agrees = false;
      snprintf(comparison.text, sizeof comparison.text, "output %d has another type or size", k);
      break;
    }
    double error;
    int64_t worst = compare_one(want, got, tolerance_scale == 0, &comparison, &error);
    if (error > comparison.max_error)
      comparison.max_error = error;
    if (error > tolerance_of(want->type) * tolerance_scale) {
      comparison.agrees = false;
      snprintf(comparison.text, sizeof comparison.text,
               "output %d element %lld is %.7g, expected %.7g", k, (long long)worst,
               element_get(got->type, got->values, worst),
               element_get(want->type, want->values, worst));
    }
  }
  return comparison;
}

bool outputs_are_meaningful(const Outputs *outputs) {
  for (int k = 0; k < outputs->count; k++)
    if (largest_magnitude(&outputs->items[k]) > 0)
      return true;
  return false;
}
