// A raised statement as linalg.generic on views of the memrefs: the loops outside choose the view,
// the raised ones are those of the op, from 0 on.
#include "affine/emit/affine_raised.h"

#include "transforms/kept_dims.h"

// The elements that dimension d of an access meets in the raised loops. Returns the subscript in
// these loops alone.
static AffineForm view_dimension(const RaisedStatement *raised, const AffineForm *index, int d,
                                 View *view) {
  const AffineStatement *statement = raised->statement;
  AffineForm linear = {0};
  view->base[d] = *index;
  view->sizes[d] = affine_raised_span(raised, index);
  for (int loop = statement->depth; loop-- > raised->first;) {
    int32_t coefficient = index->coefficients[loop];
    linear.coefficients[loop] = coefficient;
    view->base[d] =
        affine_form_substitute(&view->base[d], loop, &statement->loops[loop].lower[0].form);
    view->is_kept[d] |= coefficient != 0;
  }
  return linear;
}

static void add_operand(Emitter *emitter, RaisedStatement *raised, int a) {
  const AffineStatement *statement = raised->statement;
  const AffineAccess *access = &statement->accesses[a];
  MlirAffineExpr results[AFFINE_MAX_RANK];
  AffineForm linear[AFFINE_MAX_RANK];
  int dims[AFFINE_MAX_DEPTH], kept = 0;
  View view = {0};
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    dims[d] = d - raised->first;
  for (int d = 0; d < access->rank; d++)
    linear[d] = view_dimension(raised, &access->index[d], d, &view);
  kept_dims_add_innermost(mlirValueGetType(emitter->memrefs[access->array]), view.is_kept);
  for (int d = 0; d < access->rank; d++)
    if (view.is_kept[d])
      results[kept++] = affine_emit_index_expression(emitter, &linear[d], dims);
  raised->operand_of[a] = raised->operand_count;
  raised->operands[raised->operand_count] = affine_emit_view(emitter, access->array, &view);
  raised->maps[raised->operand_count++] =
      mlirAffineMapGet(emitter->ir.context, statement->depth - raised->first, 0, kept, results);
}

// Access `factor` reads `buffer` in place of its array; -1: none does.
static void collect_operands(Emitter *emitter, RaisedStatement *raised, int factor,
                             MlirValue buffer) {
  const AffineStatement *statement = raised->statement;
  for (int a = 1; a < statement->access_count; a++) {
    const AffineAccess *access = &statement->accesses[a];
    raised->operand_of[a] = -1;
    if (a == statement->update_access)
      continue;
    MlirValue *memref = &emitter->memrefs[access->array], own = *memref;
    if (a == factor)
      *memref = buffer;
    if (affine_raised_is_scalar(raised, access))
      raised->scalars[a] = affine_emit_element_load(emitter, access);
    else
      add_operand(emitter, raised, a);
    *memref = own;
  }
  add_operand(emitter, raised, 0);
}

static MlirAttribute iterator_types(Emitter *emitter, const RaisedStatement *raised) {
  const AffineStatement *statement = raised->statement;
  MlirAttribute types[AFFINE_MAX_DEPTH];
  int count = 0;
  for (int loop = raised->first; loop < statement->depth; loop++)
    types[count++] =
        affine_emit_generic_iterator(emitter, affine_access_uses(&statement->accesses[0], loop));
  return mlirArrayAttrGet(emitter->ir.context, count, types);
}

void affine_emit_linalg(Emitter *emitter, const AffineStatement *statement,
                        const PremultipliedFactor *factor) {
  RaisedStatement raised = affine_raised_start(statement);
  int access = -1;
  if (!mlirValueIsNull(factor->buffer))
    raised.factor_node = affine_emit_factor_find(&raised, &access);
  collect_operands(emitter, &raised, factor->is_whole ? access : -1, factor->buffer);
  if (access >= 0) {
    raised.factor_operand = raised.operand_of[access];
    MlirValue *operand = &raised.operands[raised.factor_operand];
    if (!factor->is_whole) {
      affine_emit_factor_product(emitter, &raised, access, *operand, factor->buffer);
      *operand = factor->buffer;
    }
  }
  MlirBlock block = affine_emit_generic_open(emitter, &raised);
  MlirValue result = affine_emit_region(emitter, &raised, block);
  affine_emit_generic_close(emitter, &raised, iterator_types(emitter, &raised),
                            affine_statement_reads_stored(statement), result, block);
}
