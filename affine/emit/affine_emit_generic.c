// A linalg.generic from its operands, maps and body.
#include "affine/emit/affine_raised.h"
#include "transforms/extract/aliasing.h"
#include "transforms/fp_mode.h"

MlirBlock affine_emit_generic_open(Emitter *emitter, const RaisedStatement *raised) {
  MlirType types[AFFINE_MAX_OPERANDS];
  MlirLocation locations[AFFINE_MAX_OPERANDS];
  for (int i = 0; i < raised->operand_count; i++) {
    types[i] = mlirShapedTypeGetElementType(mlirValueGetType(raised->operands[i]));
    locations[i] = raised->statement->location;
  }
  MlirBlock block = mlirBlockCreate(raised->operand_count, types, locations);
  ir_open_region(&emitter->ir, block);
  return block;
}

MlirAttribute affine_emit_generic_iterator(Emitter *emitter, bool is_parallel) {
  return mlirAttributeParseGet(emitter->ir.context,
                               ir_string(is_parallel ? "#linalg.iterator_type<parallel>"
                                                     : "#linalg.iterator_type<reduction>"));
}

void affine_emit_generic_close(Emitter *emitter, const RaisedStatement *raised,
                               MlirAttribute iterators, bool is_disjoint, MlirValue result,
                               MlirBlock block) {
  MlirContext context = emitter->ir.context;
  MlirAttribute maps[AFFINE_MAX_OPERANDS];
  ir_op(&emitter->ir, "linalg.yield", 0, NULL, 1, &result, 0, NULL);
  for (int i = 0; i < raised->operand_count; i++)
    maps[i] = mlirAffineMapAttrGet(raised->maps[i]);
  int32_t segments[2] = {raised->operand_count - 1, 1};
  MlirNamedAttribute attributes[5] = {
      ir_attribute(&emitter->ir, "indexing_maps",
                   mlirArrayAttrGet(context, raised->operand_count, maps)),
      ir_attribute(&emitter->ir, "iterator_types", iterators),
      ir_attribute(&emitter->ir, "operandSegmentSizes", mlirDenseI32ArrayGet(context, 2, segments)),
  };
  int count = 3;
  if (is_disjoint)
    attributes[count++] = ir_attribute(&emitter->ir, DISJOINT_ATTRIBUTE, mlirUnitAttrGet(context));
  if (emitter->program->fp != FP_DEFAULT_OF_LINALG)
    attributes[count++] =
        ir_attribute(&emitter->ir, FP_ATTRIBUTE,
                     mlirStringAttrGet(context, ir_string(fp_mode_text(emitter->program->fp))));
  ir_close_region(&emitter->ir, "linalg.generic", raised->operand_count, raised->operands, count,
                  attributes, block);
}
