// See simt_gather.h. Places are computed in the 32 bits that an index has in a kernel: what is in a
// tensor has fewer.
#include "transforms/simt/simt_gather.h"

#include "base/integer.h"
#include "base/text.h"
#include "transforms/element_types.h"
#include "transforms/fp_mode.h"
#include "transforms/simt/simt_emitter.h"
#include "transforms/simt/simt_host.h"
#include "transforms/simt/simt_math.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Linalg.h"

enum { MAX_VALUES = 64, MAX_ARGUMENTS = 16, TEXT_BYTES = 8 << 10 };

// --- what can be made

static bool is_read_only_tensor(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  int64_t elements = 1;
  if (!mlirTypeIsATensor(type) || !mlirShapedTypeHasStaticShape(type) ||
      mlirShapedTypeGetRank(type) > WORKLOAD_MAX_RANK)
    return false;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    elements = integer_multiply(elements, mlirShapedTypeGetDimSize(type, d));
  ElementType element = element_type_of(mlirShapedTypeGetElementType(type));
  return elements > 0 && elements <= INT32_MAX && element < ELEMENT_TYPE_COUNT &&
         element != ELEMENT_INDEX;
}

static MlirAffineMap map_of(MlirOperation op, intptr_t operand) {
  return mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(mlirLinalgGetIndexingMapsAttribute(op), operand));
}

static bool is_number_of_loop(MlirValue value) { return ir_is_made_by(value, "linalg.index"); }

// Whether it computes the same with an index of 32 bits: with the number of a loop, or none.
static bool fits_narrow_index(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (mlirTypeIsAIndex(mlirValueGetType(value)) &&
        !(ir_op_is(op, "arith.index_cast") && is_number_of_loop(value)))
      return false;
  }
  return true;
}

static bool is_known_op(MlirOperation op, FpMode mode) {
  if (ir_op_is(op, "linalg.index"))
    return true;
  if (ir_op_is(op, "tensor.extract"))
    return is_read_only_tensor(mlirOperationGetOperand(op, 0));
  return ir_op_is(op, "arith.index_cast") || ir_op_is(op, "arith.index_castui") ||
         ir_op_is(op, "arith.constant") ||
         (ir_op_begins(op, "arith.") && simt_op_is_known(op, mode));
}

static bool has_known_operands(MlirOperation op, MlirBlock body) {
  bool reads = ir_op_is(op, "tensor.extract");
  for (intptr_t i = reads; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    MlirBlock block = mlirValueIsABlockArgument(value)
                          ? mlirBlockArgumentGetOwner(value)
                          : mlirOperationGetBlock(mlirOpResultGetOwner(value));
    if (!mlirBlockEqual(block, body) && mlirAttributeIsNull(simt_constant_of(value)))
      return false;
  }
  return true;
}

static Status check_op(MlirOperation op, MlirBlock body, FpMode mode) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool reads = ir_op_is(op, "tensor.extract");
  if (!reads && !fits_narrow_index(op))
    return status_fail(STATUS_REJECTED,
                       "an index of a GPU has fewer bits than that of %.*s; compute with i32 or "
                       "i64, and cast then",
                       (int)name.length, name.data);
  if (!is_known_op(op, mode) || mlirOperationGetNumResults(op) != 1)
    return status_fail(STATUS_REJECTED,
                       reads ? "%.*s reads a tensor of unknown sizes, without elements, or with "
                               "2^31 or more"
                             : "no thread of a GPU computes %.*s",
                       (int)name.length, name.data);
  return has_known_operands(op, body)
             ? STATUS_OK
             : status_fail(STATUS_REJECTED, "its body takes a value from outside");
}

static Status read_body(MlirOperation op) {
  Status status = STATUS_OK;
  MlirBlock body = ir_body(op);
  MlirOperation last = mlirBlockGetTerminator(body);
  int reads = 0, values = (int)mlirBlockGetNumArguments(body);
  for (MlirOperation each = mlirBlockGetFirstOperation(body); !mlirOperationEqual(each, last);
       each = mlirOperationGetNextInBlock(each)) {
    TRY(check_op(each, body, fp_mode_of(op)));
    reads += ir_op_is(each, "tensor.extract");
    values++;
  }
  if (!has_known_operands(last, body))
    TRY(status_fail(STATUS_REJECTED, "its body takes a value from outside"));
  if (reads >= MAX_ARGUMENTS / 2 || reads + values > MAX_VALUES)
    TRY(status_fail(STATUS_REJECTED, "it reads too many tensors, or computes too much"));
cleanup:
  return status;
}

static bool reads_tensors(MlirOperation op) {
  MlirOperation each = mlirBlockGetFirstOperation(ir_body(op));
  while (!mlirOperationIsNull(each) && !ir_op_is(each, "tensor.extract"))
    each = mlirOperationGetNextInBlock(each);
  return !mlirOperationIsNull(each);
}

static bool has_plain_maps(MlirOperation op) {
  intptr_t inputs = mlirOperationGetNumOperands(op) - 1;
  for (intptr_t i = 0; i < inputs; i++)
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map_of(op, i)); r++)
      if (!mlirAffineExprIsADim(mlirAffineMapGetResult(map_of(op, i), r)))
        return false;
  return mlirAffineMapIsIdentity(map_of(op, inputs)) &&
         !ir_is_used(mlirBlockGetArgument(ir_body(op), inputs));
}

Status simt_gather_read(MlirOperation op) {
  intptr_t operands = mlirOperationGetNumOperands(op);
  if (!ir_op_is(op, "linalg.generic") || !reads_tensors(op))
    return status_fail(STATUS_UNSUPPORTED, "it reads no tensor at computed places");
  if (mlirOperationGetNumResults(op) != 1 || operands > MAX_ARGUMENTS / 2)
    return status_fail(STATUS_REJECTED,
                       "of ops that read tensors at computed places those with one result, a "
                       "tensor, become kernels");
  for (intptr_t i = 0; i < operands; i++)
    if (!is_read_only_tensor(mlirOperationGetOperand(op, i)))
      return status_fail(STATUS_REJECTED,
                         "an operand is no tensor of known sizes of numbers that a GPU has");
  if (!has_plain_maps(op))
    return status_fail(STATUS_REJECTED,
                       "it reads tensors at computed places, and adds up or moves its results");
  return read_body(op);
}

// --- the kernel

// Values of the body, and tensors, with what stands for them in the kernel.
typedef struct Values {
  MlirValue from[MAX_VALUES], to[MAX_VALUES];
  int count;
} Values;

static void add(Values *values, MlirValue from, MlirValue to) {
  values->from[values->count] = from;
  values->to[values->count++] = to;
}

static MlirValue find(IrBuilder *ir, const Values *values, MlirValue value) {
  for (int v = 0; v < values->count; v++)
    if (mlirValueEqual(values->from[v], value))
      return values->to[v];
  return ir_constant(ir, mlirValueGetType(value), simt_constant_of(value));
}

static MlirValue load(IrBuilder *ir, MlirValue buffer, int rank, const MlirValue *index) {
  MlirValue operands[1 + WORKLOAD_MAX_RANK] = {buffer};
  for (int d = 0; d < rank; d++)
    operands[1 + d] = index[d];
  return ir_value(ir, "memref.load", mlirShapedTypeGetElementType(mlirValueGetType(buffer)),
                  1 + rank, operands, 0, NULL);
}

static MlirValue compute(IrBuilder *ir, MlirOperation op, const Values *values,
                         const MlirValue *at) {
  MlirValue operands[1 + WORKLOAD_MAX_RANK];
  MlirNamedAttribute attributes[8];
  int count = (int)mlirOperationGetNumOperands(op);
  int attribute_count = (int)mlirOperationGetNumAttributes(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (ir_op_is(op, "linalg.index"))
    return at[mlirIntegerAttrGetValueInt(
        mlirOperationGetInherentAttributeByName(op, ir_string("dim")))];
  for (int i = 0; i < count; i++)
    operands[i] = find(ir, values, mlirOperationGetOperand(op, i));
  if (ir_op_is(op, "tensor.extract"))
    return load(ir, operands[0], count - 1, operands + 1);
  if (!mlirAttributeIsNull(simt_constant_of(mlirOperationGetResult(op, 0))))
    return ir_constant(ir, type, simt_constant_of(mlirOperationGetResult(op, 0)));
  for (int i = 0; i < attribute_count && i < 8; i++)
    attributes[i] = mlirOperationGetAttribute(op, i);
  return ir_value(ir, mlirIdentifierStr(mlirOperationGetName(op)).data, type, count, operands,
                  attribute_count < 8 ? attribute_count : 8, attributes);
}

// Of the thread's element; the result's buffer is the last argument.
static void compute_element(IrBuilder *ir, MlirOperation op, Values *values, const MlirValue *at,
                            MlirBlock kernel) {
  intptr_t inputs = mlirOperationGetNumOperands(op) - 1;
  MlirBlock body = ir_body(op);
  MlirOperation last = mlirBlockGetTerminator(body);
  MlirValue index[WORKLOAD_MAX_RANK];
  for (intptr_t i = 0; i < inputs; i++) {
    MlirAffineMap map = map_of(op, i);
    int rank = (int)mlirAffineMapGetNumResults(map);
    for (int r = 0; r < rank; r++)
      index[r] = at[mlirAffineDimExprGetPosition(mlirAffineMapGetResult(map, r))];
    add(values, mlirBlockGetArgument(body, i),
        load(ir, mlirBlockGetArgument(kernel, i), rank, index));
  }
  for (MlirOperation each = mlirBlockGetFirstOperation(body); !mlirOperationEqual(each, last);
       each = mlirOperationGetNextInBlock(each))
    add(values, mlirOperationGetResult(each, 0), compute(ir, each, values, at));
  int rank = (int)mlirAffineMapGetNumResults(map_of(op, inputs));
  MlirValue operands[2 + WORKLOAD_MAX_RANK] = {
      find(ir, values, mlirOperationGetOperand(last, 0)),
      mlirBlockGetArgument(kernel, mlirBlockGetNumArguments(kernel) - 1)};
  for (int d = 0; d < rank; d++)
    operands[2 + d] = at[d];
  ir_op(ir, "memref.store", 0, NULL, 2 + rank, operands, 0, NULL);
}

static void fill_kernel(MlirOperation op, MlirBlock kernel, int64_t elements, Values *values) {
  SimtEmitter emitter = {.group = NULL};
  MlirValue at[WORKLOAD_MAX_RANK] = {{NULL}};
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
  ir_start(&emitter.ir, mlirBlockGetTerminator(kernel), mlirOperationGetLocation(op));
  MlirValue block = simt_identity(&emitter.ir, "gpu.block_id");
  MlirValue rest = simt_sum(&emitter, simt_multiply(&emitter, block, SIMT_GATHER_THREADS),
                            simt_identity(&emitter.ir, "gpu.thread_id"));
  MlirOperation branch =
      ir_open_if(&emitter.ir, simt_below(&emitter, rest, elements, false), 0, NULL);
  int64_t bound = elements;
  for (int d = (int)mlirShapedTypeGetRank(result); d-- > 0;) {
    int64_t size = mlirShapedTypeGetDimSize(result, d);
    at[d] = simt_rest(&emitter, rest, size, bound);
    rest = simt_quotient(&emitter, rest, size, bound);
    bound /= size;
  }
  compute_element(&emitter.ir, op, values, at, kernel);
  ir_else(&emitter.ir, branch, 0, NULL);
  ir_close_if(&emitter.ir, branch, 0, NULL, NULL);
  ir_finish(&emitter.ir);
}

// --- the host's side

// The inputs, then tensors that are read, then the result. Returns their number.
static int collect_arguments(IrBuilder *host, MlirOperation op, MlirValue *out_arguments,
                             MlirValue *out_tensors) {
  int count = 0;
  MlirBlock body = ir_body(op);
  for (intptr_t i = 0; i + 1 < mlirOperationGetNumOperands(op); i++)
    out_tensors[count++] = mlirOperationGetOperand(op, i);
  for (MlirOperation each = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(each);
       each = mlirOperationGetNextInBlock(each))
    if (ir_op_is(each, "tensor.extract") && count < MAX_ARGUMENTS - 1)
      out_tensors[count++] = mlirOperationGetOperand(each, 0);
  for (int a = 0; a < count; a++)
    out_arguments[a] = simt_buffer_of(host, out_tensors[a]);
  out_arguments[count] = simt_allocate(
      host, simt_buffer_type(mlirValueGetType(mlirOperationGetResult(op, 0))), (MlirValue){NULL});
  return count + 1;
}

static MlirOperation make_module(MlirContext context, const char *name, const Device *device,
                                 const MlirValue *arguments, int count, int64_t blocks) {
  char text[TEXT_BYTES];
  TextWriter writer = text_writer(text, sizeof text);
  simt_write_module(&writer, name, device, arguments, count);
  text_write(&writer,
             " kernel attributes {known_block_size = array<i32: %d, 1, 1>, known_grid_size = "
             "array<i32: %lld, 1, 1>} { gpu.return } }",
             SIMT_GATHER_THREADS, (long long)blocks);
  return mlirOperationCreateParse(context, ir_string(text), ir_string("kernel"));
}

void simt_gather_emit(MlirOperation op, const Device *device, MlirOperation module) {
  char name[64];
  IrBuilder host;
  MlirValue arguments[MAX_ARGUMENTS], tensors[MAX_ARGUMENTS];
  MlirValue old = mlirOperationGetResult(op, 0);
  MlirContext context = mlirOperationGetContext(module);
  int64_t elements = 1;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(mlirValueGetType(old)); d++)
    elements *= mlirShapedTypeGetDimSize(mlirValueGetType(old), d);
  int64_t blocks = integer_ceil_div(elements, SIMT_GATHER_THREADS);
  simt_name_module(module, name, sizeof name);
  ir_start(&host, op, mlirOperationGetLocation(op));
  int count = collect_arguments(&host, op, arguments, tensors);
  MlirOperation kernel = make_module(context, name, device, arguments, count, blocks);
  MlirBlock body = ir_body(mlirBlockGetFirstOperation(ir_body(kernel)));
  Values values = {.count = 0};
  for (int a = (int)mlirOperationGetNumOperands(op) - 1; a < count - 1; a++)
    add(&values, tensors[a], mlirBlockGetArgument(body, a));
  fill_kernel(op, body, elements, &values);
  mlirBlockAppendOwnedOperation(ir_body(module), kernel);
  mlirOperationSetDiscardableAttributeByName(module, ir_string("gpu.container_module"),
                                             mlirUnitAttrGet(context));
  simt_launch(&host, name, ir_index(&host, blocks), SIMT_GATHER_THREADS, 0, count, arguments,
              "direct()");
  mlirValueReplaceAllUsesOfWith(old,
                                simt_tensor_of(&host, arguments[count - 1], mlirValueGetType(old)));
  mlirOperationDestroy(op);
  ir_finish(&host);
}
