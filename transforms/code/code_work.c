// Ops that compute: what they count as, and which values follow from which.
#include "transforms/code/code_reader.h"
#include "transforms/extract/scalar_body.h"

#include <math.h>
#include <string.h>

enum { MOST_OPS = 30000, MOST_CHAINS = 4 }; // the latter of one value

int64_t code_value_lanes(MlirValue value, int64_t *out_element_bytes) {
  MlirType type = mlirValueGetType(value);
  int64_t lanes = 1;
  if (mlirTypeIsAVector(type)) {
    for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
      lanes *= mlirShapedTypeGetDimSize(type, d);
    type = mlirShapedTypeGetElementType(type);
  }
  ElementType element = element_type_of(type);
  *out_element_bytes = element == ELEMENT_TYPE_COUNT ? 0 : element_type_bytes(element);
  return lanes;
}

// --- with which loop a value moves

void code_work_set_home(CodeReader *reader, MlirOperation op, int depth) {
  for (intptr_t r = 0; depth < reader->depth && r < mlirOperationGetNumResults(op); r++) {
    reader->homes =
        pool_grow(reader->pool, reader->homes, reader->home_count, sizeof *reader->homes);
    reader->homes[reader->home_count++] = (CodeHome){mlirOperationGetResult(op, r), depth};
  }
}

// Loops around the code that a value is defined in.
static int depth_of_definition(const CodeReader *reader, MlirValue value) {
  MlirBlock block = mlirValueIsABlockArgument(value)
                        ? mlirBlockArgumentGetOwner(value)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(value));
  int depth = reader->depth;
  while (depth > 0 && !mlirBlockEqual(reader->frames[depth - 1].block, block))
    depth--;
  return depth;
}

static int home_of(const CodeReader *reader, MlirValue value) {
  if (ir_is_made_by(value, "arith.constant"))
    return 0;
  for (int n = reader->home_count - 1; n >= 0; n--)
    if (mlirValueEqual(reader->homes[n].value, value))
      return reader->homes[n].depth;
  return depth_of_definition(reader, value);
}

int code_work_home(const CodeReader *reader, MlirOperation op) {
  int home = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    int own = home_of(reader, mlirOperationGetOperand(op, i));
    home = own > home ? own : home;
  }
  return home;
}

// --- counting

static bool has_prefix(MlirOperation op, const char *prefix) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  return name.length > strlen(prefix) && !memcmp(name.data, prefix, strlen(prefix));
}

// No instruction of their own, or one that does not count beside the others.
static const char *const free_rows[] = {
    "arith.constant",
    "ub.poison",
    "vector.broadcast",
    "vector.shape_cast",
    "vector.bitcast",
    "vector.step",
    "vector.constant_mask",
    "vector.create_mask",
    "memref.alloc",
    "memref.alloca",
    "memref.dealloc",
    "memref.view",
    "memref.get_global",
    "memref.cast",
    "memref.memory_space_cast",
    "memref.reinterpret_cast",
    "memref.extract_strided_metadata",
    "memref.assume_alignment",
    "memref.dim",
    "memref.prefetch",
    "builtin.unrealized_conversion_cast",
    "scf.yield",
    "func.return",
};

static bool is_free(MlirOperation op) {
  for (size_t n = 0; n < sizeof free_rows / sizeof *free_rows; n++)
    if (ir_op_is(op, free_rows[n]))
      return true;
  return false;
}

// Of one lane at a known place.
static double moved_lanes(MlirOperation op, int64_t value_lanes) {
  MlirAttribute place = mlirOperationGetAttributeByName(op, ir_string("static_position"));
  bool is_first = true;
  for (intptr_t n = 0; n < mlirDenseArrayGetNumElements(place); n++)
    is_first &= mlirDenseI64ArrayGetElement(place, n) == 0;
  return value_lanes > 1 || is_first ? 0 : 1; // whole vectors lie in registers of their own
}

// Whether it only puts whole vectors side by side, element by element.
static bool is_join(MlirOperation op) {
  intptr_t next = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue element = mlirOperationGetOperand(op, i);
    if (!mlirValueIsAOpResult(element) ||
        !ir_op_is(mlirOpResultGetOwner(element), "vector.to_elements"))
      return false;
    intptr_t place = mlirOpResultGetResultNumber(element);
    if (place != next && place != 0)
      return false;
    next = place + 1;
  }
  return true;
}

// Operations that move lanes; -1: it is no such op.
static double shuffles_of(MlirOperation op) {
  enum { LANES = 16 }; // of most registers
  int64_t bytes, in = 1, out = 1;
  if (mlirOperationGetNumOperands(op) > 0)
    in = code_value_lanes(mlirOperationGetOperand(op, 0), &bytes);
  if (mlirOperationGetNumResults(op) > 0)
    out = code_value_lanes(mlirOperationGetResult(op, 0), &bytes);
  if (ir_op_is(op, "vector.extract"))
    return moved_lanes(op, out);
  if (ir_op_is(op, "vector.insert"))
    return moved_lanes(op, in);
  if (ir_op_is(op, "vector.transpose") || (ir_op_is(op, "vector.shuffle") && out > LANES))
    return (double)out / 4; // squares of 16 x 16 take 64
  if (ir_op_is(op, "vector.from_elements"))
    return is_join(op) ? 0 : (double)out;
  if (ir_op_is(op, "vector.to_elements"))
    return 0; // who takes them apart puts them together
  if (ir_op_is(op, "vector.shuffle") || ir_op_is(op, "vector.interleave") ||
      ir_op_is(op, "vector.deinterleave") || ir_op_is(op, "vector.extract_strided_slice") ||
      ir_op_is(op, "vector.insert_strided_slice"))
    return ceil((double)(in > out ? in : out) / LANES);
  return -1;
}

static void count_reduction(CodeLoop *loop, MlirOperation op) {
  int64_t bytes, lanes = code_value_lanes(mlirOperationGetOperand(op, 0), &bytes);
  for (int64_t left = lanes; left > 1; left = (left + 1) / 2) {
    loop->shuffles++;
    code_loop_work(loop, (int32_t)(left / 2), (int32_t)bytes)->ops.add++;
  }
}

// As the lowering makes it: a sum of products along the reduction for every result.
static void count_contraction(CodeLoop *loop, MlirOperation op) {
  int64_t bytes;
  double left = (double)code_value_lanes(mlirOperationGetOperand(op, 0), &bytes);
  double right = (double)code_value_lanes(mlirOperationGetOperand(op, 1), &bytes);
  double results = (double)code_value_lanes(mlirOperationGetOperand(op, 2), &bytes);
  double depth = sqrt(left * right * results) / results;
  OpCounts *ops = &code_loop_work(loop, (int32_t)fmax(depth, 1), (int32_t)bytes)->ops;
  ops->fma = (uint16_t)fmin(ops->fma + results, UINT16_MAX);
  loop->shuffles += results * (1 + log2(fmax(depth, 1)));
}

static bool is_index(MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return mlirTypeIsAIndex(type) ||
         (mlirOperationGetNumOperands(op) > 0 &&
          mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetOperand(op, 0))));
}

static Status count_arithmetic(CodeLoop *loop, MlirOperation op) {
  int64_t bytes, lanes;
  if (mlirOperationGetNumResults(op) != 1)
    return status_fail(STATUS_UNSUPPORTED, "an operation with several results");
  if (is_index(op)) // addresses: the compiler makes increments of them
    return STATUS_OK;
  lanes = code_value_lanes(mlirOperationGetResult(op, 0), &bytes);
  CodeWork *work = code_loop_work(loop, (int32_t)lanes, (int32_t)bytes);
  uint16_t functions = work->ops.transcendental;
  scalar_body_count_op(&work->ops, op);
  if (lanes == 1 && work->ops.transcendental > functions) {
    work->ops.transcendental = functions;
    loop->calls++;
  }
  return STATUS_OK;
}

Status code_work(CodeReader *reader, MlirOperation op) {
  int home = code_work_home(reader, op);
  CodeLoop *loop = &reader->nest->loops[home ? reader->frames[home - 1].loop : 0];
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  code_work_set_home(reader, op, home);
  if (++reader->op_count > MOST_OPS)
    return status_fail(STATUS_UNSUPPORTED, "the code has more than %d operations", MOST_OPS);
  double shuffles = shuffles_of(op);
  if (is_free(op))
    return STATUS_OK;
  if (shuffles >= 0)
    loop->shuffles += shuffles;
  else if (ir_op_is(op, "vector.reduction"))
    count_reduction(loop, op);
  else if (ir_op_is(op, "vector.contract") || ir_op_is(op, "vector.outerproduct"))
    count_contraction(loop, op);
  else if (has_prefix(op, "arith.") || has_prefix(op, "math.") || ir_op_is(op, "vector.fma"))
    return count_arithmetic(loop, op);
  else
    return status_fail(STATUS_UNSUPPORTED, "the cost of %.*s is not known", (int)name.length,
                       name.data);
  return STATUS_OK;
}

// --- chains

static CodeChain *find_chain(const CodeReader *reader, MlirValue value, int source) {
  CodeChain *longest = NULL;
  for (int n = reader->chain_count - 1; n >= 0; n--) {
    CodeChain *chain = &reader->chains[n];
    if (mlirValueEqual(chain->value, value) && (source < 0 || chain->source == source) &&
        (!longest || chain->length > longest->length))
      longest = chain;
  }
  return longest;
}

const CodeChain *code_work_chain(const CodeReader *reader, MlirValue value, int source) {
  return find_chain(reader, value, source);
}

static void add_chain(CodeReader *reader, const CodeChain *chain) {
  int of_value = 0;
  CodeChain *known = find_chain(reader, chain->value, chain->source);
  if (known) {
    if (chain->length > known->length)
      *known = *chain;
    return;
  }
  for (int n = 0; n < reader->chain_count; n++)
    of_value += mlirValueEqual(reader->chains[n].value, chain->value);
  if (of_value == MOST_CHAINS)
    return;
  reader->chains = pool_grow(reader->pool, reader->chains, reader->chain_count, sizeof *chain);
  reader->chains[reader->chain_count++] = *chain;
}

void code_work_begin_chain(CodeReader *reader, MlirValue value, int source) {
  add_chain(reader, &(CodeChain){.value = value, .source = source});
}

static bool is_product(MlirOperation op) {
  return ir_op_is(op, "arith.mulf") || ir_op_is(op, "vector.fma") || ir_op_is(op, "math.fma") ||
         ir_op_is(op, "vector.contract") || ir_op_is(op, "vector.outerproduct");
}

void code_work_follow(CodeReader *reader, MlirOperation op, bool counts) {
  int before = reader->chain_count;
  if (mlirOperationGetNumResults(op) != 1)
    return;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    for (int n = 0; n < before; n++) {
      CodeChain chain = reader->chains[n];
      if (!mlirValueEqual(chain.value, mlirOperationGetOperand(op, i)))
        continue;
      chain.value = mlirOperationGetResult(op, 0);
      chain.length += counts;
      if (counts) {
        chain.multiplies = is_product(op);
        chain.adds = ir_op_is(op, "arith.addf") || ir_op_is(op, "arith.addi");
      }
      add_chain(reader, &chain);
    }
}
