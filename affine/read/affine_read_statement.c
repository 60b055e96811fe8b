// A statement computes all that it stores from elements, so a value that is loaded in one place and
// used in another counts as loaded where it is used. Where a store in between may change it, it is
// kept in a scalar of its own instead. A computed value that was stored already is read from its
// element.
#include "affine/read/affine_reader.h"

#include "affine/analysis/affine_numbers.h"
#include "affine/read/affine_simplify.h"
#include <string.h>

typedef struct StatementReader {
  Pool *pool; // of the program
  int event;  // of the store
  MlirValue value;
  AffineStatement *out;
  AffineBody *body;
  int depth; // operations that wait for their operands
  int seen_count;
  MlirValue seen[AFFINE_MAX_NODES];
  int nodes[AFFINE_MAX_NODES];
} StatementReader;

// Whether the array may be written after event `from` and before the use reads it there: between
// them, or anywhere in a loop that holds the use but not `from`.
static bool is_overwritten(const AffineReader *reader, int array, int from, int use) {
  int until = use;
  for (int i = from + 1; i < use; i++)
    if (reader->events[i].end > use) {
      until = reader->events[i].end;
      break;
    }
  for (int i = from + 1; i < until; i++)
    if (i != use && reader->events[i].written == array)
      return true;
  return until > use && reader->events[use].written == array;
}

static Status check_room(int node_count) {
  return node_count < AFFINE_MAX_NODES
             ? STATUS_OK
             : status_fail(STATUS_UNSUPPORTED, "a statement has more than %d operations",
                           AFFINE_MAX_NODES);
}

static Status add_node(StatementReader *statement, AffineNode node, int *out_node) {
  Status status = STATUS_OK;
  TRY(check_room(statement->body->node_count));
  *out_node = statement->body->node_count++;
  statement->body->nodes[*out_node] = node;
cleanup:
  return status;
}

static int add_access(Pool *pool, AffineStatement *statement, const AffineAccess *access) {
  for (int a = 1; a < statement->access_count; a++)
    if (affine_access_equal(&statement->accesses[a], access))
      return a;
  return affine_statement_add_access(pool, statement, access);
}

static bool is_elsewhere(const AffineAccess *a, const AffineAccess *b) {
  for (int d = 0; d < a->rank; d++) {
    AffineForm between = affine_form_add(&a->index[d], &b->index[d], -1);
    if (affine_form_is_constant(&between) && between.constant != 0)
      return true;
  }
  return false;
}

// Whether every store between a load and the use that the same iteration runs through leaves the
// loaded element alone: those beside the load, whose subscript differs by a constant.
static Status passes_by(AffineReader *reader, int load, int use, const AffineAccess *loaded,
                        bool *out) {
  Status status = STATUS_OK;
  *out = false;
  for (int i = load + 1; i < use; i++) {
    const AffineEvent *event = &reader->events[i];
    if (event->end > use && ir_op_is(event->op, "affine.for"))
      goto cleanup; // later iterations of this loop store before the use of the next ones
    if (event->written != loaded->array)
      continue;
    AffineAccess stored;
    if (!affine_reader_op_is_store(event->op) ||
        !mlirBlockEqual(mlirOperationGetBlock(event->op),
                        mlirOperationGetBlock(reader->events[load].op)))
      goto cleanup;
    TRY(affine_read_array_access(reader, event->op, 1, &stored));
    if (!is_elsewhere(&stored, loaded))
      goto cleanup;
  }
  *out = true;
cleanup:
  return status;
}

static Status keep(AffineReader *reader, MlirValue value) {
  reader->kept = pool_grow(reader->pool, reader->kept, reader->kept_count, sizeof *reader->kept);
  reader->kept[reader->kept_count++] = value;
  reader->must_restart = true;
  return STATUS_OK;
}

// The store, before the use and on every way to it, that left the value in an element; or -1.
static int find_store_of(const AffineReader *reader, const StatementReader *statement,
                         MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (!affine_reader_op_is_store(op) || mlirOpOperandGetOperandNumber(use))
      continue;
    int store = affine_read_event_of(reader, op);
    if (store >= 0 && store < statement->event &&
        affine_reader_block_holds(mlirOperationGetBlock(op), reader->events[statement->event].op) &&
        !is_overwritten(reader, reader->events[store].written, store, statement->event))
      return store;
  }
  return -1;
}

// A scalar that is gone can be read as part of a value that is kept where it is made.
static Status keep_stored(AffineReader *reader, const StatementReader *statement) {
  if (!mlirValueIsAOpResult(statement->value) ||
      !affine_reader_op_is_arithmetic(mlirOpResultGetOwner(statement->value)) ||
      affine_read_event_is_kept(reader, statement->value))
    return status_fail(STATUS_UNSUPPORTED, "values that a loop carries are exchanged");
  return keep(reader, statement->value);
}

static Status add_read(StatementReader *statement, const AffineAccess *access, int *out_node) {
  Status status = STATUS_OK;
  AffineNode node = {.kind = AFFINE_NODE_ACCESS,
                     .index = add_access(statement->pool, statement->out, access)};
  for (int n = 0; n < statement->body->node_count; n++)
    if (statement->body->nodes[n].kind == AFFINE_NODE_ACCESS &&
        statement->body->nodes[n].index == node.index) {
      *out_node = n;
      return STATUS_OK;
    }
  TRY(add_node(statement, node, out_node));
cleanup:
  return status;
}

// A value that a scalar of the program holds, or a load.
static Status read_element(AffineReader *reader, StatementReader *statement, MlirValue value,
                           int *out_node) {
  Status status = STATUS_OK;
  AffineAccess access = {0};
  int from = -1;
  for (int i = 0; i < reader->scalar_count; i++)
    if (mlirValueEqual(reader->scalars[i].value, value)) {
      access.array = reader->scalars[i].array;
      from = reader->scalars[i].since;
    }
  bool is_scalar = from >= 0;
  if (!is_scalar) {
    from = affine_read_event_of(reader, mlirOpResultGetOwner(value));
    TRY(affine_read_array_access(reader, mlirOpResultGetOwner(value), 0, &access));
  }
  if (is_overwritten(reader, access.array, from, statement->event)) {
    bool is_untouched = false;
    if (!is_scalar)
      TRY(passes_by(reader, from, statement->event, &access, &is_untouched));
    if (is_scalar)
      TRY(keep_stored(reader, statement));
    else if (!is_untouched)
      TRY(keep(reader, value));
  }
  TRY(add_read(statement, &access, out_node));
cleanup:
  return status;
}

static Status read_stored(AffineReader *reader, StatementReader *statement, int store,
                          int *out_node) {
  Status status = STATUS_OK;
  AffineAccess access;
  TRY(affine_read_array_access(reader, reader->events[store].op, 1, &access));
  TRY(add_read(statement, &access, out_node));
cleanup:
  return status;
}

static bool is_scalar_value(const AffineReader *reader, MlirValue value) {
  for (int i = 0; i < reader->scalar_count; i++)
    if (mlirValueEqual(reader->scalars[i].value, value))
      return true;
  return false;
}

static bool is_iv(const AffineReader *reader, MlirValue value) {
  for (int d = 0; d < reader->depth; d++)
    if (mlirValueEqual(reader->ivs[d], value))
      return true;
  return false;
}

static Status read_value(AffineReader *reader, StatementReader *statement, MlirValue value,
                         int *out_node);

static Status read_index(AffineReader *reader, StatementReader *statement, MlirValue value,
                         int *out_node) {
  Status status = STATUS_OK;
  AffineForm form;
  AffineNode node = {.kind = AFFINE_NODE_INDEX};
  AffineStatement *made = statement->out;
  TRY(affine_read_form_of_value(reader, value, &form));
  made->indices =
      pool_grow(statement->pool, made->indices, made->index_count, sizeof *made->indices);
  node.index = made->index_count;
  made->indices[made->index_count++] = form;
  TRY(add_node(statement, node, out_node));
cleanup:
  return status;
}

// An operand of the nest names the value even when the nest that it comes from is rewritten.
static Status read_outside(AffineReader *reader, StatementReader *statement, MlirValue value,
                           int *out_node) {
  AffineNode node = {.kind = AFFINE_NODE_OUTSIDE, .value = value};
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (affine_reader_op_is_inside(mlirOpOperandGetOwner(use), reader->program)) {
      node.op = mlirOpOperandGetOwner(use);
      node.index = (int)mlirOpOperandGetOperandNumber(use);
      break;
    }
  return add_node(statement, node, out_node);
}

// Recursion: at most AFFINE_MAX_NODES levels, one a node.
static Status read_operation(AffineReader *reader, StatementReader *statement, MlirOperation op,
                             int *out_node) {
  Status status = STATUS_OK;
  AffineNode node = {.kind = AFFINE_NODE_OP, .op = op};
  node.operand_count = (int)mlirOperationGetNumOperands(op);
  TRY(check_room(statement->depth)); // each becomes a node, once its operands are
  statement->depth++;
  for (int i = 0; i < node.operand_count; i++)
    TRY(read_value(reader, statement, mlirOperationGetOperand(op, i), &node.operands[i]));
  statement->depth--;
  TRY(add_node(statement, node, out_node));
cleanup:
  return status;
}

static Status read_value(AffineReader *reader, StatementReader *statement, MlirValue value,
                         int *out_node) {
  Status status = STATUS_OK;
  for (int i = 0; i < statement->seen_count; i++)
    if (mlirValueEqual(statement->seen[i], value)) {
      *out_node = statement->nodes[i];
      return STATUS_OK;
    }
  bool is_result = mlirValueIsAOpResult(value);
  MlirOperation op = is_result ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
  int store =
      is_result && !affine_reader_op_is_load(op) ? find_store_of(reader, statement, value) : -1;
  if (store >= 0) {
    TRY(read_stored(reader, statement, store, out_node));
  } else if (is_scalar_value(reader, value)) {
    TRY(read_element(reader, statement, value, out_node));
  } else if (is_iv(reader, value) || (is_result && ir_op_is(op, "affine.apply"))) {
    TRY(read_index(reader, statement, value, out_node));
  } else if (!is_result || !affine_reader_op_is_inside(op, reader->program)) {
    TRY(read_outside(reader, statement, value, out_node));
  } else if (affine_reader_op_is_load(op)) {
    TRY(read_element(reader, statement, value, out_node));
  } else {
    TRY(read_operation(reader, statement, op, out_node));
  }
  if (statement->seen_count < AFFINE_MAX_NODES) {
    statement->seen[statement->seen_count] = value;
    statement->nodes[statement->seen_count++] = *out_node;
  }
cleanup:
  return status;
}

// The last node must be what is stored; a value that came earlier is a statement of one node.
static Status finish_body(StatementReader *statement, int root) {
  if (root != statement->body->node_count - 1)
    return status_fail(STATUS_UNSUPPORTED, "a statement without a value of its own");
  return STATUS_OK;
}

Status affine_read_statement_add(AffineReader *reader, int event, MlirValue value,
                                 const AffineAccess *target, MlirLocation location) {
  Status status = STATUS_OK;
  AffineProgram *program = reader->program;
  if (program->statement_count == AFFINE_MAX_STORES)
    return status_fail(STATUS_UNSUPPORTED, "more than %d statements", AFFINE_MAX_STORES);
  AffineStatement *made = pool_allocate(program->pool, sizeof *made);
  AffineBody *body = affine_program_add_body(program);
  affine_program_append(program, made);
  *made = (AffineStatement){.id = program->statement_count - 1,
                            .depth = reader->depth,
                            .guard_count = reader->guard_count,
                            .body = body,
                            .update_access = -1,
                            .location = location};
  memcpy(made->loops, reader->loops, sizeof made->loops);
  memcpy(made->position, reader->position, sizeof made->position);
  memcpy(made->guards, reader->guards, sizeof made->guards);
  affine_statement_add_access(program->pool, made, target);
  StatementReader statement = {
      .pool = program->pool, .event = event, .value = value, .out = made, .body = body};
  int root;
  TRY(read_value(reader, &statement, value, &root));
  TRY(finish_body(&statement, root));
  if (!affine_numbers_fit_statement(made))
    return affine_read_form_fail_large();
  affine_simplify_body(body);
  affine_update_find(program->fp, made);
  reader->position[reader->depth]++;
cleanup:
  return status;
}
