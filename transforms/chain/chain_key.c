// The key has the form and the body of every member, where its operands come from, and by which
// other ops its results are read: what kernels may be fused, and so what they take.
#include "transforms/chain/chain_key.h"

#include "base/text.h"

#include <stdlib.h>

static void add_bytes(uint64_t *key, MlirStringRef bytes) {
  *key = text_hash(*key, bytes.data, bytes.length);
}

static void add_number(uint64_t *key, int number) {
  *key = text_hash(*key, &number, sizeof number);
}

// Equal attributes and types are one object of the context.
static void add_object(uint64_t *key, const void *object) {
  *key = text_hash(*key, &object, sizeof object);
}

static void add_form(uint64_t *key, MlirOperation op) {
  add_bytes(key, mlirIdentifierStr(mlirOperationGetName(op)));
  for (intptr_t a = 0; a < mlirOperationGetNumAttributes(op); a++)
    add_object(key, mlirOperationGetAttribute(op, a).attribute.ptr);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    add_object(key, mlirValueGetType(mlirOperationGetOperand(op, i)).ptr);
}

// An argument by its number; the result of an op by how many ops that comes before.
static void add_body_operand(uint64_t *key, MlirOperation reader, MlirValue value) {
  if (mlirValueIsABlockArgument(value)) {
    add_number(key, -1 - (int)mlirBlockArgumentGetArgNumber(value));
    return;
  }
  MlirOperation maker = mlirOpResultGetOwner(value), op = maker;
  int steps = 0;
  if (!mlirBlockEqual(mlirOperationGetBlock(maker), mlirOperationGetBlock(reader))) {
    add_form(key, maker);
    return;
  }
  for (; !mlirOperationEqual(op, reader); op = mlirOperationGetNextInBlock(op))
    steps++;
  add_number(key, steps);
}

static void add_body(uint64_t *key, MlirOperation op) {
  if (mlirOperationGetNumRegions(op) == 0)
    return;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  for (op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    add_form(key, op);
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      add_body_operand(key, op, mlirOperationGetOperand(op, i));
  }
}

typedef struct Members {
  const SizedBlock *block;
  int *places; // of each op of the block, among the members; 0: it is none
} Members;

// A member by its place, another op by its name.
static void add_other(uint64_t *key, const Members *members, MlirOperation other) {
  int number = sized_block_find(members->block, other);
  int place = number >= 0 ? members->places[number] : 0;
  add_number(key, place);
  if (!place)
    add_bytes(key, mlirIdentifierStr(mlirOperationGetName(other)));
}

// Uses are in no order.
static void add_op(uint64_t *key, const Members *members, MlirOperation op) {
  uint64_t uses = 0;
  add_form(key, op);
  add_body(key, op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (mlirValueIsAOpResult(value))
      add_other(key, members, mlirOpResultGetOwner(value));
  }
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      uint64_t one = TEXT_HASH_START;
      add_other(&one, members, mlirOpOperandGetOwner(use));
      uses += one;
    }
  *key = text_hash(*key, &uses, sizeof uses);
}

uint64_t chain_key(const SizedBlock *block, const ChainGroup *found, int loops, const int *parts) {
  uint64_t key = TEXT_HASH_START;
  int count = 0;
  Members members = {block, ir_zeroed((size_t)block->count + 1, sizeof *members.places)};
  for (int i = 0; i < block->count; i++) {
    bool is_member = parts && parts[i] >= 0;
    for (int l = 0; l < loops; l++)
      is_member |= found[l].roles && found[l].group.loops[i] >= 0;
    members.places[i] = is_member ? ++count : 0;
  }
  for (int i = 0; i < block->count; i++) {
    if (!members.places[i])
      continue;
    add_op(&key, &members, block->ops[i].op);
    for (int l = 0; l < loops; l++)
      add_number(&key, found[l].roles ? found[l].group.loops[i] : -1);
    add_number(&key, parts ? parts[i] : -1);
  }
  free(members.places);
  return key;
}
