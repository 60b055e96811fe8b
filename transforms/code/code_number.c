// Index arithmetic, computed.
#include "base/integer.h"
#include "transforms/code/code_reader.h"

#include <limits.h>
#include <stddef.h>

enum { MOST_OPS = 20000, MOST_SAMPLES = 1000 };

// Index values wrap, as they do where the code runs; nothing is divided by 0 there.
static int64_t add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static int64_t subtract(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static int64_t multiply(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
static int64_t divide(int64_t a, int64_t b) { return b > 0 ? a / b : 0; }
static int64_t divide_down(int64_t a, int64_t b) { return b > 0 ? integer_floor_div(a, b) : 0; }
static int64_t divide_up(int64_t a, int64_t b) { return b > 0 ? integer_ceil_div(a, b) : 0; }
static int64_t rest(int64_t a, int64_t b) { return b > 0 ? a % b : 0; }
static int64_t both(int64_t a, int64_t b) { return a & b; }
static int64_t either(int64_t a, int64_t b) { return a | b; }
static int64_t unlike(int64_t a, int64_t b) { return a ^ b; }

// What index arithmetic is made of, when affine maps are lowered.
static const struct {
  const char *name;
  int64_t (*compute)(int64_t a, int64_t b);
} binary_rows[] = {
    {"arith.addi", add},
    {"arith.subi", subtract},
    {"arith.muli", multiply},
    {"arith.divsi", divide},
    {"arith.divui", divide},
    {"arith.floordivsi", divide_down},
    {"arith.ceildivsi", divide_up},
    {"arith.ceildivui", divide_up},
    {"arith.remsi", rest},
    {"arith.remui", rest},
    {"arith.minsi", integer_min},
    {"arith.minui", integer_min},
    {"arith.maxsi", integer_max},
    {"arith.maxui", integer_max},
    {"arith.andi", both},
    {"arith.ori", either},
    {"arith.xori", unlike},
};

static const char *const cast_rows[] = {"arith.index_cast", "arith.index_castui", "arith.extsi",
                                        "arith.extui", "arith.trunci"};

static bool compare(IntegerPredicate predicate, int64_t a, int64_t b) {
  switch (predicate) {
  case INTEGER_EQUAL:
    return a == b;
  case INTEGER_NOT_EQUAL:
    return a != b;
  case INTEGER_LESS:
  case INTEGER_UNSIGNED_LESS:
    return a < b;
  case INTEGER_LESS_EQUAL:
  case INTEGER_UNSIGNED_LESS_EQUAL:
    return a <= b;
  case INTEGER_GREATER:
  case INTEGER_UNSIGNED_GREATER:
    return a > b;
  default:
    return a >= b;
  }
}

static Status operand(CodeReader *reader, MlirOperation op, int n, int64_t *out_number) {
  return code_number(reader, mlirOperationGetOperand(op, n), out_number);
}

static Status number_of_compare(CodeReader *reader, MlirOperation op, int64_t *out_number) {
  int64_t a, b;
  Status status = STATUS_OK;
  IntegerPredicate predicate = (IntegerPredicate)mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(op, ir_string("predicate")));
  TRY(operand(reader, op, 0, &a));
  TRY(operand(reader, op, 1, &b));
  *out_number = compare(predicate, a, b);
cleanup:
  return status;
}

static Status number_of_select(CodeReader *reader, MlirOperation op, int64_t *out_number) {
  int64_t condition;
  Status status = operand(reader, op, 0, &condition);
  return status == STATUS_OK ? operand(reader, op, condition ? 1 : 2, out_number) : status;
}

static Status number_of_binary(CodeReader *reader, MlirOperation op,
                               int64_t (*compute)(int64_t, int64_t), int64_t *out_number) {
  int64_t a, b;
  Status status = STATUS_OK;
  TRY(operand(reader, op, 0, &a));
  TRY(operand(reader, op, 1, &b));
  *out_number = compute(a, b);
cleanup:
  return status;
}

static Status number_of_metadata(CodeReader *reader, MlirOperation op, MlirValue value,
                                 int64_t *out_number) {
  CodeView view;
  Status status = code_view(reader, mlirOperationGetOperand(op, 0), &view);
  if (status != STATUS_OK)
    return status;
  intptr_t result = mlirOpResultGetResultNumber(value);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  if (result == 1)
    *out_number = view.offset;
  else if (result < 2 + view.rank)
    *out_number = mlirShapedTypeGetDimSize(type, result - 2);
  else
    *out_number = view.strides[result - 2 - view.rank];
  return STATUS_OK;
}

static Status fail(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  return status_fail(STATUS_UNSUPPORTED,
                     "an index or a number of trips that comes from %.*s is not known before the "
                     "code runs",
                     (int)name.length, name.data);
}

static Status number_of_op(CodeReader *reader, MlirOperation op, MlirValue value,
                           int64_t *out_number) {
  if (ir_op_is(op, "arith.constant")) {
    MlirAttribute attribute = mlirOperationGetAttributeByName(op, ir_string("value"));
    if (!mlirAttributeIsAInteger(attribute))
      return fail(op);
    *out_number = mlirIntegerAttrGetValueInt(attribute);
    return STATUS_OK;
  }
  if (ir_op_is(op, "arith.cmpi"))
    return number_of_compare(reader, op, out_number);
  if (ir_op_is(op, "arith.select"))
    return number_of_select(reader, op, out_number);
  if (ir_op_is(op, "memref.extract_strided_metadata"))
    return number_of_metadata(reader, op, value, out_number);
  for (size_t n = 0; n < sizeof cast_rows / sizeof *cast_rows; n++)
    if (ir_op_is(op, cast_rows[n]))
      return operand(reader, op, 0, out_number);
  for (size_t n = 0; n < sizeof binary_rows / sizeof *binary_rows; n++)
    if (ir_op_is(op, binary_rows[n].name))
      return number_of_binary(reader, op, binary_rows[n].compute, out_number);
  return fail(op);
}

Status code_number_begin(CodeReader *reader) {
  if (reader->levels == 0)
    reader->budget = MOST_OPS;
  if (reader->levels == CODE_MAX_LEVELS)
    return status_fail(STATUS_UNSUPPORTED, "an index is made of a chain of more than %d operations",
                       CODE_MAX_LEVELS);
  if (reader->budget-- <= 0)
    return status_fail(STATUS_UNSUPPORTED, "an index is made of more than %d operations", MOST_OPS);
  reader->levels++;
  return STATUS_OK;
}

static Status number_of_argument(CodeReader *reader, MlirValue value, int64_t *out_number) {
  for (int f = 0; f < reader->depth; f++)
    if (mlirValueEqual(reader->frames[f].variable, value)) {
      reader->used |= 1u << f;
      *out_number = reader->frames[f].value;
      return STATUS_OK;
    }
  return status_fail(STATUS_UNSUPPORTED,
                     "an index or a number of trips that comes from an argument or from trip to "
                     "trip is not known before the code runs");
}

// Recursion: at most CODE_MAX_LEVELS levels, one an op.
Status code_number(CodeReader *reader, MlirValue value, int64_t *out_number) {
  Status status = code_number_begin(reader);
  if (status != STATUS_OK)
    return status;
  status = mlirValueIsAOpResult(value)
               ? number_of_op(reader, mlirOpResultGetOwner(value), value, out_number)
               : number_of_argument(reader, value, out_number);
  reader->levels--;
  return status;
}

static Status set_first(CodeReader *reader, int f) {
  CodeFrame *frame = &reader->frames[f];
  return mlirValueIsNull(frame->variable) ? STATUS_OK
                                          : code_number(reader, frame->lower, &frame->value);
}

Status code_number_start(CodeReader *reader) {
  Status status = STATUS_OK;
  for (int f = 0; status == STATUS_OK && f < reader->depth; f++)
    status = set_first(reader, f);
  return status;
}

// --- trips

static Status count_trips(CodeReader *reader, const CodeTrips *trips, int64_t *out_count) {
  int64_t lower, upper, step;
  Status status = STATUS_OK;
  if (!mlirValueIsNull(trips->condition)) {
    TRY(code_number(reader, trips->condition, out_count));
    *out_count = *out_count != 0;
    return STATUS_OK;
  }
  TRY(code_number(reader, trips->lower, &lower));
  TRY(code_number(reader, trips->upper, &upper));
  TRY(code_number(reader, trips->step, &step));
  *out_count = upper > lower && step > 0 ? integer_ceil_div(upper - lower, step) : 0;
cleanup:
  return status;
}

// The frames of `mask` at trip number `index` of all of theirs; out_exists: there is such a trip.
static Status go_to(CodeReader *reader, uint32_t mask, int64_t index, bool *out_exists) {
  Status status = STATUS_OK;
  *out_exists = true;
  for (int f = 0; f < reader->depth; f++) {
    CodeFrame *frame = &reader->frames[f];
    int64_t step, upper;
    if (mlirValueIsNull(frame->variable))
      continue;
    TRY(set_first(reader, f));
    if (!(mask >> f & 1u))
      continue;
    TRY(code_number(reader, frame->step, &step));
    TRY(code_number(reader, frame->upper, &upper));
    frame->value += index % integer_max(frame->trips, 1) * step;
    index /= integer_max(frame->trips, 1);
    *out_exists &= frame->value < upper;
  }
cleanup:
  return status;
}

Status code_number_trips(CodeReader *reader, CodeTrips *trips) {
  int64_t count, seen = 0, sum = 0, all = 1, least = INT64_MAX;
  Status status = STATUS_OK;
  reader->used = 0;
  TRY(code_number_start(reader));
  reader->used = 0;
  TRY(count_trips(reader, trips, &count));
  uint32_t mask = reader->used;
  for (int f = 0; f < reader->depth; f++)
    if (mask >> f & 1u && all < INT64_MAX / 1024 / integer_max(reader->frames[f].trips, 1))
      all *= integer_max(reader->frames[f].trips, 1);
  int64_t samples = integer_min(all, MOST_SAMPLES);
  trips->most = 0;
  for (int64_t s = 0; s < samples; s++) {
    bool exists;
    TRY(go_to(reader, mask, (int64_t)((double)s / (double)samples * (double)all), &exists));
    if (!exists)
      continue;
    TRY(count_trips(reader, trips, &count));
    seen++, sum += count;
    trips->most = integer_max(trips->most, count);
    least = integer_min(least, count);
  }
  trips->mean = seen ? (double)sum / (double)seen : 0;
  trips->is_exact = seen > 0 && least == trips->most;
cleanup:
  return status;
}
