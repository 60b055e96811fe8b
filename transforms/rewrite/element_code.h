// ElementCode: an element of a factor of a product as operations on elements of other tensors, seen
// through elementwise ops and reshapes. Where it is integers, floats that hold integers among them,
// their range is known, and those of constants can be computed while compiling.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_ELEMENT_CODE_H
#define AUTOTUNE_TRANSFORMS_REWRITE_ELEMENT_CODE_H

#include "transforms/extract/structured_op.h"
#include "transforms/fp_mode.h"

enum { CODE_MAX_STEPS = 48, CODE_MAX_LEAVES = 12 };

// A tensor, or a number, that is read at a place which the loops of the product name.
typedef struct CodeLeaf {
  StructuredOperand operand;
} CodeLeaf;

// One operation, after those that it reads.
typedef struct CodeStep {
  int leaf;               // -1: none
  MlirAttribute constant; // null: none
  MlirOperation op;       // of a body, with one result; null of the others
  MlirType type;
  int operand_count, operands[2]; // steps
  unsigned loops;                 // of the product that it depends on
  bool is_integer;                // it holds integers of the range, floats too
  int64_t low, high;
} CodeStep;

typedef struct ElementCode {
  const StructuredOp *product;
  int leaf_count, step_count;
  CodeLeaf leaves[CODE_MAX_LEAVES];
  CodeStep steps[CODE_MAX_STEPS];
} ElementCode;

// Reads a value of the body of the product. The step that it is; -1: it is none of that kind. Ops
// on floats that allow less than `least` are not seen through.
int element_code_read(const StructuredOp *product, MlirValue value, FpMode least,
                      ElementCode *out_code);

// Whether the step is made of that leaf.
bool element_code_reads(const ElementCode *code, int step, int leaf);
// The leaf of i8 that the step only widens; -1: there is none.
int element_code_widened(const ElementCode *code, int step);

// The operations of a step in a body whose argument for leaf l is arguments[l].
MlirValue element_code_build(IrBuilder *ir, const ElementCode *code, int step,
                             const MlirValue *arguments);
// Whether all that the integer step reads are elements of the module.
bool element_code_is_known(const ElementCode *code, int step);
// Its elements less `subtracted`, as i8 in row-major order of the loops, which are those that it
// depends on; it is known, and the range of these is one of i8 or u8.
MlirValue element_code_evaluate(IrBuilder *ir, const ElementCode *code, int step,
                                int64_t subtracted);

#endif
