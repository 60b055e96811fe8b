// Code as loops with accesses and operations: what a cost model needs to know of code that any
// transformation made. One walk, from outside to inside.
#include "transforms/code/code_read.h"

#include "transforms/code/code_reader.h"

enum { CARRIED = 1 << 20 }; // source number of the first value that a loop carries

static Status read_block(CodeReader *reader, MlirBlock block);

Status code_read_enter(CodeReader *reader, const CodeTrips *trips, MlirBlock block) {
  CodeNest *nest = reader->nest;
  if (reader->depth + 1 == CODE_MAX_DEPTH || nest->loop_count == CODE_MAX_LOOPS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d loops around one another or %d in all",
                       CODE_MAX_DEPTH - 1, CODE_MAX_LOOPS - 1);
  nest->loops = pool_grow(reader->pool, nest->loops, nest->loop_count, sizeof *nest->loops);
  CodeLoop loop = {.parent = (int16_t)(code_reader_loop(reader) - nest->loops),
                   .depth = (int16_t)(reader->depth + 1),
                   .is_exact = trips->is_exact,
                   .trips = trips->mean};
  nest->loops[nest->loop_count] = loop;
  reader->frames[reader->depth++] = (CodeFrame){.loop = nest->loop_count++,
                                                .block = block,
                                                .lower = trips->lower,
                                                .upper = trips->upper,
                                                .step = trips->step,
                                                .trips = trips->most};
  if (!mlirValueIsNull(trips->lower))
    reader->frames[reader->depth - 1].variable = mlirBlockGetArgument(block, 0);
  return STATUS_OK;
}

void code_read_leave(CodeReader *reader) { reader->depth--; }

// What it hands from trip to trip: how long that takes, and how many registers it fills.
static void read_carried(CodeReader *reader, MlirOperation op, MlirBlock block) {
  CodeLoop *loop = code_reader_loop(reader);
  MlirOperation yield = mlirBlockGetTerminator(block);
  for (int i = 0; i < mlirOperationGetNumResults(op); i++) {
    int64_t bytes, lanes = code_value_lanes(mlirOperationGetResult(op, i), &bytes);
    const CodeChain *chain =
        code_work_chain(reader, mlirOperationGetOperand(yield, i), CARRIED + i);
    if (mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetResult(op, i))))
      continue;
    loop->carried_bytes += (double)(lanes * bytes);
    if (!chain || chain->length <= loop->chain)
      continue;
    loop->chain = chain->length;
    loop->chain_adds = chain->adds;
    loop->chain_multiplies = chain->multiplies;
  }
}

static Status read_for(CodeReader *reader, MlirOperation op) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  CodeTrips trips = {.lower = mlirOperationGetOperand(op, 0),
                     .upper = mlirOperationGetOperand(op, 1),
                     .step = mlirOperationGetOperand(op, 2)};
  CodeChain *chains = reader->chains;
  int chain_count = reader->chain_count;
  Status status = code_number_trips(reader, &trips);
  if (status != STATUS_OK)
    return status;
  TRY(code_read_enter(reader, &trips, block));
  reader->chains = NULL;
  reader->chain_count = 0;
  for (int i = 0; i < mlirOperationGetNumResults(op); i++)
    code_work_begin_chain(reader, mlirBlockGetArgument(block, i + 1), CARRIED + i);
  TRY(read_block(reader, block));
  read_carried(reader, op, block);
  code_read_leave(reader);
cleanup:
  reader->chains = chains;
  reader->chain_count = chain_count;
  return status;
}

// Both branches are loops of less than one trip.
static Status read_if(CodeReader *reader, MlirOperation op) {
  CodeTrips trips = {.condition = mlirOperationGetOperand(op, 0)};
  Status status = code_number_trips(reader, &trips);
  for (int r = 0; status == STATUS_OK && r < mlirOperationGetNumRegions(op); r++) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    const CodeTrips part = {.mean = r == 0 ? trips.mean : 1 - trips.mean, .most = 1};
    if (mlirBlockIsNull(block))
      continue;
    TRY(code_read_enter(reader, &part, block));
    TRY(read_block(reader, block));
    code_read_leave(reader);
  }
cleanup:
  return status;
}

// The longest way from a load of the element that is stored to the store.
static void find_update(CodeReader *reader, MlirValue stored, CodeAccess *store) {
  for (int n = 0; n < reader->chain_count; n++) {
    const CodeChain *chain = &reader->chains[n];
    if (chain->source >= CARRIED || !mlirValueEqual(chain->value, stored) ||
        chain->length <= store->update ||
        !code_access_is_same(&reader->nest->accesses[chain->source], store))
      continue;
    store->update = chain->length;
    store->update_adds = chain->adds;
    store->update_multiplies = chain->multiplies;
  }
}

// Whether something stands in the block that stores to the memref.
static bool is_stored_in(MlirBlock block, MlirValue memref) {
  CodePlace place;
  bool is_store;
  for (MlirOpOperand use = mlirValueGetFirstUse(memref); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (mlirBlockEqual(mlirOperationGetBlock(op), block) &&
        code_access_place(op, &place, &is_store) && is_store)
      return true;
  }
  return false;
}

// What is stored to nearby may be another value in each trip.
static int read_home(const CodeReader *reader, MlirOperation op, const CodeAccess *access) {
  int depth = reader->depth;
  MlirValue memref = mlirOperationGetOperand(op, 0);
  if (access->is_store || is_stored_in(mlirOperationGetBlock(op), memref))
    return depth;
  for (; depth > 0; depth--)
    for (int d = 0; d < WORKLOAD_MAX_RANK; d++)
      if (access->step[depth][d])
        return depth;
  return 0;
}

static Status read_access(CodeReader *reader, MlirOperation op, const CodePlace *place,
                          bool is_store) {
  CodeAccess *access;
  Status status = code_access(reader, place, is_store, &access);
  if (status != STATUS_OK)
    return status;
  code_work_set_home(reader, op, read_home(reader, op, access));
  if (is_store)
    find_update(reader, mlirOperationGetOperand(op, 0), access);
  else if (is_stored_in(mlirOperationGetBlock(op), place->memref))
    code_work_begin_chain(reader, mlirOperationGetResult(op, 0), reader->nest->access_count - 1);
  return STATUS_OK;
}

static Status read_op(CodeReader *reader, MlirOperation op) {
  CodePlace place;
  bool is_store;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (ir_op_is(op, "scf.for"))
    return read_for(reader, op);
  if (ir_op_is(op, "scf.if"))
    return read_if(reader, op);
  if (ir_op_is(op, "memref.copy"))
    return code_access_copy(reader, op);
  if (code_access_place(op, &place, &is_store))
    return read_access(reader, op, &place, is_store);
  if (mlirOperationGetNumRegions(op) > 0)
    return status_fail(STATUS_UNSUPPORTED, "the cost of %.*s is not known", (int)name.length,
                       name.data);
  Status status = code_work(reader, op);
  if (status == STATUS_OK)
    code_work_follow(reader, op, !ir_op_is(op, "vector.extract") && !ir_op_is(op, "vector.insert"));
  return status;
}

// Recursion: at most CODE_MAX_DEPTH levels, one a loop or a condition.
static Status read_block(CodeReader *reader, MlirBlock block) {
  Status status = STATUS_OK;
  code_reader_loop(reader)->live_bytes = code_live_bytes(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       status == STATUS_OK && !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    status = read_op(reader, op);
  return status;
}

Status code_read(Pool *pool, MlirOperation function, CodeNest *out_nest) {
  CodeReader reader = {.nest = out_nest, .pool = pool};
  MlirRegion body = mlirOperationGetRegion(function, 0);
  MlirBlock block = mlirRegionGetFirstBlock(body);
  *out_nest = (CodeNest){.pool = pool, .loop_count = 1};
  out_nest->loops = pool_grow(pool, NULL, 0, sizeof *out_nest->loops);
  out_nest->loops[0] = (CodeLoop){.parent = -1, .is_exact = true, .trips = 1};
  if (mlirBlockIsNull(block) || !mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
    return status_fail(STATUS_UNSUPPORTED, "a function with jumps between blocks");
  return read_block(&reader, block);
}
