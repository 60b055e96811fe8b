// Group: one anchor op of the payload, the ops that may be fused with it, and
// the Workload they make. The bridge between IR and plain data: extracted by
// transforms/extract, consumed by transforms/emit. Lends every IR handle; a group is invalid as
// soon as the payload changes.
#ifndef AUTOTUNE_TRANSFORMS_GROUP_H
#define AUTOTUNE_TRANSFORMS_GROUP_H

#include "mlir-c/IR.h"
#include "plan/workload.h"

enum { GROUP_MAX_ARGUMENTS = 16, GROUP_MAX_RESULTS = 4, GROUP_MAX_OPS = 48 };

// Where a value inside a kernel comes from.
typedef enum SourceKind {
  SOURCE_NONE,        // unused (a block argument nobody reads, an init that is undefined)
  SOURCE_ACCESS,      // element of Workload.accesses[index]
  SOURCE_STATEMENT,   // result `result` of Workload.statements[index]
  SOURCE_ACCUMULATOR, // accumulator `index`: during BODY its running value, during EPILOGUE the
                      // final one
  SOURCE_VALUE,       // the scalar `value` defined outside (operand of linalg.fill)
} SourceKind;

typedef struct ValueSource {
  SourceKind kind;
  int index;
  int result;
  MlirValue value; // SOURCE_VALUE only
} ValueSource;

// IR side of Workload.statements[i]: a structured op whose one-block region is evaluated.
typedef struct GroupStatement {
  // A tensor.pad is the identity of its one argument. So is a null op: it stands for reading the
  // destination, so that this access has a statement of stage INIT.
  MlirOperation op;
  int argument_count;                         // of the block
  ValueSource arguments[GROUP_MAX_ARGUMENTS]; // one per block argument, in order
} GroupStatement;

// IR side of Workload.accesses[i].
typedef struct GroupAccess {
  // The tensor or memref. For an output on tensors: the destination operand whose contents may be
  // read by INIT (the anchor's out), or null when the result is fully overwritten (then a
  // tensor.empty is made).
  MlirValue value;
  // Iterators collapsed during extraction need the buffer's dims collapsed first. When
  // collapse_rank > 0: buffer dim d of the IR type belongs to dim reassociation[d] of the Access;
  // collapse_rank is the rank in the IR. 0: the Access has the IR's own shape.
  uint8_t collapse_rank;
  uint8_t reassociation[WORKLOAD_MAX_RANK];
  MlirValue pad_value; // scalar read outside the shape (may_leave_shape), else null
} GroupAccess;

// What may be fused when a group is extracted; the same numbers as in Schedule.
typedef struct Fusion {
  bool init;      // fill, bias broadcast ... into INIT; else INIT reads the destination
  bool producers; // elementwise producers of inputs into BODY
  bool stored;    // also those that others read: the body of a reduction stores what they make
  bool pad;       // tensor.pad of an input: its access may_leave_shape
  int epilogue;   // at most so many statements in EPILOGUE: consumers, and their producers
  int64_t
      unknown; // an odd number that dimensions of unknown size count for, so that powers of two
               // divide of them what they divide at every size; 0: ops that have any are refused
} Fusion;

// Which ops beside the anchor a group may take.
typedef struct FusionFilter {
  bool (*allows)(MlirOperation op, const void *context);
  const void *context; // lent
} FusionFilter;

typedef struct Group {
  Workload workload;
  Fusion fusion; // what was really fused
  MlirOperation anchor;
  MlirOperation
      insertion; // new code goes before this op: every operand dominates it, it dominates every use
  bool on_tensors; // else memrefs: no results, stores go to the output values
  GroupStatement statements[WORKLOAD_MAX_STATEMENTS];
  GroupAccess accesses[WORKLOAD_MAX_ACCESSES];
  // accumulator k: block argument / yield operand position in the anchor, its initial value.
  int accumulator_result[GROUP_MAX_RESULTS];
  ValueSource init[GROUP_MAX_RESULTS]; // initial value
  int spill_access[GROUP_MAX_RESULTS]; // output access that can hold accumulator k between two
                                       // tiles of a split reduction (same type and index), or -1
  // Outputs, one per access with is_output, in order:
  int output_count;
  int output_access[GROUP_MAX_RESULTS];
  ValueSource output_source[GROUP_MAX_RESULTS]; // what is stored
  MlirValue output_result[GROUP_MAX_RESULTS]; // tensor value that the new result replaces; null on
                                              // memrefs
  // Ops that the rewrite makes dead, in payload order (erased when unused after the rewrite).
  int op_count;
  MlirOperation ops[GROUP_MAX_OPS];
} Group;

// Whether the body stores the output: what a fused producer makes, which others read as well.
static inline bool group_output_is_in_body(const Group *group, int output) {
  const ValueSource *source = &group->output_source[output];
  return source->kind == SOURCE_STATEMENT &&
         group->workload.statements[source->index].stage == STAGE_BODY;
}

// Erases the ops that a rewrite has made dead: group->ops are null then. Those whose results others
// still use stay.
void group_erase_dead(Group *group);

#endif
