// Reading a nest of affine loops into an AffineProgram: one statement per store. Values that loops
// carry become scalars, which are written by statements of their own; those of the outermost loop
// are seen by others after the nest.
#include "affine/read/affine_read.h"

#include "affine/read/affine_reader.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/IntegerSet.h"
#include <string.h>

static int scalar_array(const AffineReader *reader, MlirValue value) {
  for (int i = 0; i < reader->scalar_count; i++)
    if (mlirValueEqual(reader->scalars[i].value, value))
      return reader->scalars[i].array;
  return -1;
}

// The events of the writes of carried values stand right before the loop and at its end.
static Status read_carried(AffineReader *reader, MlirOperation loop, bool at_end) {
  Status status = STATUS_OK;
  int carried = affine_reader_carried_count(loop);
  int loop_event = affine_read_event_of(reader, loop), first = loop_event - carried;
  MlirBlock body = affine_reader_block(loop, 0);
  MlirOperation yield = mlirBlockGetTerminator(body);
  if (at_end)
    first = reader->events[loop_event].end - carried;
  int operands = (int)mlirOperationGetNumOperands(loop) - carried;
  const int *order = affine_read_event_order_carried(reader->pool, loop);
  for (int n = 0; n < carried; n++) {
    int i = at_end ? order[n] : n;
    AffineAccess target = {.array = scalar_array(reader, mlirBlockGetArgument(body, 1 + i))};
    MlirValue value =
        at_end ? mlirOperationGetOperand(yield, i) : mlirOperationGetOperand(loop, operands + i);
    if (at_end && mlirValueEqual(value, mlirBlockGetArgument(body, 1 + i)))
      continue;
    TRY(affine_read_statement_add(reader, first + n, value, &target,
                                  mlirOperationGetLocation(loop)));
  }
cleanup:
  return status;
}

static Status read_block(AffineReader *reader, MlirBlock block);

static Status read_loop(AffineReader *reader, MlirOperation loop) {
  Status status = STATUS_OK;
  TRY(read_carried(reader, loop, false));
  if (reader->depth == AFFINE_MAX_DEPTH - 6)
    return status_fail(STATUS_UNSUPPORTED, "more than %d loops around one another",
                       AFFINE_MAX_DEPTH - 6);
  TRY(affine_read_loop_bounds(reader, loop));
  MlirBlock body = affine_reader_block(loop, 0);
  reader->ivs[reader->depth++] = mlirBlockGetArgument(body, 0);
  reader->position[reader->depth] = 0;
  TRY(read_block(reader, body));
  TRY(read_carried(reader, loop, true));
  reader->depth--;
  reader->position[reader->depth]++;
cleanup:
  return status;
}

static Status read_guarded(AffineReader *reader, MlirBlock block, const AffineGuard *guards,
                           int count) {
  Status status = STATUS_OK;
  if (mlirBlockIsNull(block))
    return STATUS_OK;
  if (reader->guard_count + count > AFFINE_MAX_GUARDS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d conditions", AFFINE_MAX_GUARDS);
  memcpy(reader->guards + reader->guard_count, guards, (size_t)count * sizeof *guards);
  reader->guard_count += count;
  TRY(read_block(reader, block));
  reader->guard_count -= count;
cleanup:
  return status;
}

static Status read_if(AffineReader *reader, MlirOperation op) {
  Status status = STATUS_OK;
  MlirIntegerSet set = mlirIntegerSetAttrGetValue(
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("condition")));
  AffineGuard guards[AFFINE_MAX_GUARDS];
  int count = 0, operand_count = (int)mlirOperationGetNumOperands(op);
  const MlirValue *operands = affine_reader_operands(reader->pool, op, 0, operand_count);
  for (intptr_t i = 0; i < mlirIntegerSetGetNumConstraints(set); i++) {
    AffineForm form = affine_form_constant(0), zero = form;
    TRY(affine_read_form_of_expression(reader, mlirIntegerSetGetConstraint(set, i),
                                       (int)mlirIntegerSetGetNumDims(set), operands, 1, &form));
    if (count + 2 > AFFINE_MAX_GUARDS)
      return status_fail(STATUS_UNSUPPORTED, "more than %d conditions", AFFINE_MAX_GUARDS);
    guards[count++].form = form;
    if (mlirIntegerSetIsConstraintEq(set, i))
      guards[count++].form = affine_form_add(&zero, &form, -1); // fits as well as the form
  }
  TRY(read_guarded(reader, affine_reader_block(op, 0), guards, count));
  if (mlirBlockIsNull(affine_reader_block(op, 1)))
    return STATUS_OK;
  if (count != 1)
    return status_fail(STATUS_UNSUPPORTED, "an else after several conditions");
  AffineForm minus_one = affine_form_constant(-1);
  guards[0].form = affine_form_add(&minus_one, &guards[0].form, -1);
  TRY(read_guarded(reader, affine_reader_block(op, 1), guards, 1));
cleanup:
  return status;
}

static Status read_op(AffineReader *reader, MlirOperation op) {
  Status status = STATUS_OK;
  AffineAccess target = {0};
  if (ir_op_is(op, "affine.for"))
    return read_loop(reader, op);
  if (ir_op_is(op, "affine.if"))
    return read_if(reader, op);
  if (affine_reader_op_is_store(op)) {
    TRY(affine_read_array_access(reader, op, 1, &target));
    TRY(affine_read_statement_add(reader, affine_read_event_of(reader, op),
                                  mlirOperationGetOperand(op, 0), &target,
                                  mlirOperationGetLocation(op)));
  } else if (affine_read_event_op_is_kept(reader, op)) {
    // The scalar must be read by others only: hide it while its own value is read.
    MlirValue value = mlirOperationGetResult(op, 0);
    target.array = scalar_array(reader, value);
    for (int i = 0; i < reader->scalar_count; i++)
      if (mlirValueEqual(reader->scalars[i].value, value))
        reader->scalars[i].value = (MlirValue){NULL};
    status = affine_read_statement_add(reader, affine_read_event_of(reader, op), value, &target,
                                       mlirOperationGetLocation(op));
    for (int i = 0; i < reader->scalar_count; i++)
      if (reader->scalars[i].array == target.array)
        reader->scalars[i].value = value;
  }
cleanup:
  return status;
}

// Recursion: at most AFFINE_MAX_NESTING levels, one a loop or a condition.
static Status read_block(AffineReader *reader, MlirBlock block) {
  return affine_reader_each_op(reader, block, read_op);
}

// The loops around all others.
static void enter_parameters(AffineReader *reader) {
  AffineProgram *program = reader->program;
  program->parameter_count = reader->depth = reader->parameter_count;
  program->parameters = pool_copy(program->pool, reader->parameters,
                                  (size_t)reader->parameter_count * sizeof *reader->parameters);
  for (int d = 0; d < reader->parameter_count; d++) {
    reader->ivs[d] = reader->parameters[d];
    reader->iv_forms[d] = affine_form_loop(d);
    reader->loops[d] = affine_loop_of_parameter();
  }
}

static Status read_once(AffineReader *reader) {
  Status status = STATUS_OK;
  const AffineProgram *program = reader->program;
  reader->program->array_count = 0;
  reader->events = NULL;
  reader->scalars = NULL;
  reader->event_count = reader->scalar_count = reader->guard_count = 0;
  memset(reader->position, 0, sizeof reader->position);
  reader->must_restart = reader->has_new_parameter = false;
  enter_parameters(reader);
  for (int i = 0; i < program->root_count; i++)
    TRY(affine_read_event_number(reader, program->roots[i]));
  for (int i = 0; i < program->root_count; i++)
    TRY(read_loop(reader, program->roots[i]));
cleanup:
  return status;
}

// Reads until no more values have to be kept in scalars, and all parameters are known.
static Status read_all(AffineReader *reader, Pool *pool, const MlirOperation *roots) {
  Status status = STATUS_OK;
  do {
    AffineProgram *program = reader->program;
    affine_program_destroy(program);
    *program = (AffineProgram){.pool = pool_create(pool),
                               .target = program->target,
                               .fp = program->fp,
                               .root_count = program->root_count};
    program->roots = pool_copy(program->pool, roots, (size_t)program->root_count * sizeof *roots);
    status = read_once(reader);
    if (!reader->has_new_parameter)
      TRY(status);
  } while (reader->must_restart || reader->has_new_parameter);
  if (reader->program->statement_count == 0)
    status = status_fail(STATUS_UNSUPPORTED, "nothing is stored");
cleanup:
  return status;
}

Status affine_read_neighbours(Pool *pool, const MlirOperation *roots, int count,
                              const Target *target, AffineProgram *out_program) {
  Status status = STATUS_OK;
  *out_program =
      (AffineProgram){.target = target, .fp = fp_mode_of_nest(roots[0]), .root_count = count};
  Pool *scratch = pool_create(pool);
  AffineReader *reader = pool_allocate(scratch, sizeof *reader);
  reader->pool = scratch;
  reader->program = out_program;
  for (int i = 0; i < count && count > 1; i++) // what lies between may use them
    if (mlirOperationGetNumResults(roots[i]))
      TRY(status_fail(STATUS_UNSUPPORTED, "one of several nests has results"));
  for (int i = 1; i < count; i++)
    if (fp_mode_of_nest(roots[i]) != out_program->fp)
      TRY(status_fail(STATUS_UNSUPPORTED, "nests of several floating-point modes"));
  TRY(read_all(reader, pool, roots));
cleanup:
  if (status != STATUS_OK)
    affine_program_destroy(out_program);
  pool_destroy(scratch);
  return status;
}

Status affine_read_nest(Pool *pool, MlirOperation root, const Target *target,
                        AffineProgram *out_program) {
  return affine_read_neighbours(pool, &root, 1, target, out_program);
}
