// Which elements of rows a mask takes away is asked of the ops: a part of the elements, of some
// rows, may be left out where every sum over it stays as it is. The parts of both ends grow by
// halving what is in question.
#include "transforms/chain/chain_masked.h"

#include "transforms/chain/chain.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"

#include <stdio.h>
#include <stdlib.h>

enum {
  MIN_ROWS = 64, // of a part: fewer share too little of what each reads
  GRAIN = 16,    // the elements of a part begin and end at a multiple of it
};
static const double WORTH_PARTS = 0.85; // of all elements that are left

// --- the loops of the elements

static bool set_loop(Masked *masked, int number, int loop) {
  int *loops = masked->element_loops;
  const SizedOp *op = &masked->found->group.block->ops[number];
  if (loop < 0 || masked->found->group.loops[number] < 0 ||
      loop == masked->found->group.loops[number] || op->extents[loop] != masked->elements ||
      op->result_count != 1 || (loops[number] >= 0 && loops[number] != loop))
    return false;
  loops[number] = loop;
  return true;
}

bool chain_masked_has(const Masked *masked, int number) {
  return number >= 0 && masked->found->group.loops[number] >= 0;
}

static bool follow_operands(Masked *masked, int number, bool *grows) {
  const SizedBlock *block = masked->found->group.block;
  const SizedOp *op = &block->ops[number];
  bool fits = true;
  for (int i = 0; i < op->operand_count && fits; i++) {
    LoopUse use = sized_op_use(op, i, masked->element_loops[number]);
    int maker = sized_block_maker(block, mlirOperationGetOperand(op->op, i));
    fits = use.access == LOOP_ACCESS_NONE || use.access == LOOP_ACCESS_DIM;
    if (!fits || use.access == LOOP_ACCESS_NONE || !chain_masked_has(masked, maker))
      continue;
    const SizedOp *made = &block->ops[maker];
    *grows |= masked->element_loops[maker] < 0;
    fits = set_loop(masked, maker, sized_op_loop_of(made, made->input_count, use.dim));
  }
  return fits;
}

static bool follow_users(Masked *masked, int number, bool *grows) {
  const SizedBlock *block = masked->found->group.block;
  const SizedOp *op = &block->ops[number];
  LoopUse use = sized_op_use(op, op->input_count, masked->element_loops[number]);
  bool fits = true;
  if (use.access == LOOP_ACCESS_NONE)
    return op->is_reduction[masked->element_loops[number]];
  for (MlirOpOperand at = mlirValueGetFirstUse(mlirOperationGetResult(op->op, 0));
       !mlirOpOperandIsNull(at) && fits; at = mlirOpOperandGetNextUse(at)) {
    int user = sized_block_find(block, mlirOpOperandGetOwner(at));
    if (!chain_masked_has(masked, user))
      return false;
    *grows |= masked->element_loops[user] < 0;
    fits = set_loop(
        masked, user,
        sized_op_loop_of(&block->ops[user], (int)mlirOpOperandGetOperandNumber(at), use.dim));
  }
  return fits;
}

// From the sum to all that the elements go through. False: some are read by others, or in another
// way.
static bool find_element_loops(Masked *masked, int seed, int loop) {
  bool fits = set_loop(masked, seed, loop);
  for (bool grows = true; grows && fits;) {
    grows = false;
    for (int i = masked->found->group.first; i <= masked->found->group.last && fits; i++)
      if (masked->element_loops[i] >= 0)
        fits = follow_operands(masked, i, &grows) && follow_users(masked, i, &grows);
  }
  return fits;
}

// --- what is left out

static bool is_known(const SizedOp *op) {
  bool is = op->result_count == 1 && fp_mode_of(op->op) >= FP_REASSOC;
  for (int i = 0; i < op->operand_count && is; i++)
    is = !ir_type_is_open(mlirValueGetType(mlirOperationGetOperand(op->op, i)));
  return is;
}

static Fact fact_of(const Masked *masked, int number, const Fact *facts, const Range *loops) {
  const SizedBlock *block = masked->found->group.block;
  const SizedOp *op = &block->ops[number];
  Fact *operands = ir_zeroed((size_t)op->operand_count, sizeof *operands);
  for (int i = 0; i < op->operand_count; i++) {
    int maker = sized_block_maker(block, mlirOperationGetOperand(op->op, i));
    operands[i] =
        chain_masked_has(masked, maker) ? facts[maker] : chain_fact_of_operand(op, i, loops);
  }
  if (op->is_reduction[masked->element_loops[number]])
    operands[op->input_count] = (Fact){.kind = FACT_SUM};
  Fact fact = chain_fact_of_result(op, operands, loops);
  free(operands);
  return fact;
}

static void loops_of(const Masked *masked, int number, Range rows, Range elements, Range *out) {
  const SizedOp *op = &masked->found->group.block->ops[number];
  for (int l = 0; l < op->loop_count; l++)
    out[l] = (Range){0, op->extents[l]};
  out[masked->found->group.loops[number]] = rows;
  out[masked->element_loops[number]] = elements;
}

// Whether all sums of the rows stay as they are without these elements.
static bool may_leave_out(const Masked *masked, Range rows, Range elements) {
  const SizedGroup *group = &masked->found->group;
  Fact *facts = ir_zeroed((size_t)group->block->count, sizeof *facts);
  bool may = true;
  for (int i = group->first; i <= group->last && may; i++) {
    Range loops[WORKLOAD_MAX_ITERATORS];
    if (masked->element_loops[i] < 0)
      continue;
    loops_of(masked, i, rows, elements, loops);
    facts[i] = fact_of(masked, i, facts, loops);
    if (group->block->ops[i].is_reduction[masked->element_loops[i]]) {
      may = facts[i].kind == FACT_SUM;
      facts[i] = (Fact){.kind = FACT_NONE};
    }
  }
  free(facts);
  return may;
}

// The least begin from which on all others may be left out, at least one.
static int64_t end_of(const Masked *masked, Range rows) {
  int64_t taken = 0, left = masked->elements; // [left, elements) may be left out
  while (left - taken > 1) {
    int64_t middle = taken + (left - taken) / 2;
    if (may_leave_out(masked, rows, (Range){middle, masked->elements}))
      left = middle;
    else
      taken = middle;
  }
  int64_t whole = (left + GRAIN - 1) / GRAIN * GRAIN;
  return whole < masked->elements ? whole : masked->elements;
}

// Of those before `end`, how many may be left out at the begin.
static int64_t begin_of(const Masked *masked, Range rows, int64_t end) {
  int64_t left = 0, taken = end;
  while (taken - left > 1) {
    int64_t middle = left + (taken - left) / 2;
    if (may_leave_out(masked, rows, (Range){0, middle}))
      left = middle;
    else
      taken = middle;
  }
  return left / GRAIN * GRAIN;
}

// --- parts

static bool divide_rows(Masked *masked) {
  int64_t count = masked->rows / MIN_ROWS, kept = 0;
  masked->part_count = (int)(count < MASKED_MAX_PARTS ? count : MASKED_MAX_PARTS);
  if (masked->part_count < 2)
    return false;
  int64_t size = masked->rows / masked->part_count / GRAIN * GRAIN;
  for (int p = 0; p < masked->part_count; p++) {
    bool is_last = p + 1 == masked->part_count;
    Range rows = {p * size, is_last ? masked->rows : (p + 1) * size};
    int64_t end = end_of(masked, rows), begin = begin_of(masked, rows, end);
    masked->parts[p] = (MaskedPart){rows, {begin, end}};
    kept += (rows.high - rows.low) * (end - begin);
  }
  return (double)kept < WORTH_PARTS * (double)masked->rows * (double)masked->elements;
}

static int element_loop_of(const SizedOp *sum) {
  int found = -1;
  for (int l = 0; l < sum->loop_count; l++)
    if (sum->is_reduction[l] && sum->extents[l] > 1) {
      if (found >= 0)
        return -1;
      found = l;
    }
  return found;
}

bool chain_masked_read(const ChainGroup *found, int seed, Masked *out) {
  const SizedGroup *group = &found->group;
  int loop = element_loop_of(&group->block->ops[seed]);
  *out = (Masked){.found = found, .rows = group->extent};
  out->element_loops = ir_zeroed((size_t)group->block->count, sizeof *out->element_loops);
  for (int i = 0; i < group->block->count; i++)
    out->element_loops[i] = -1;
  if (loop < 0)
    return false;
  out->elements = group->block->ops[seed].extents[loop];
  bool is_tuned = out->rows <= INT32_MAX && out->elements <= INT32_MAX; // larger ones never are
  bool fits = is_tuned && out->elements > 2 * GRAIN && find_element_loops(out, seed, loop);
  for (int i = group->first; i <= group->last && fits; i++)
    fits = group->loops[i] < 0 || is_known(&group->block->ops[i]);
  return fits && divide_rows(out);
}

void chain_masked_destroy(Masked *masked) { free(masked->element_loops); }

// --- the blocks of a function

static void tell(const PassReport *report, MlirOperation op, const Masked *masked) {
  char text[128];
  int64_t kept = 0;
  for (int p = 0; p < masked->part_count; p++) {
    const MaskedPart *part = &masked->parts[p];
    kept += (part->rows.high - part->rows.low) * (part->seen.high - part->seen.low);
  }
  snprintf(text, sizeof text,
           "in %d parts its rows read the %.0f %% of their elements that a mask leaves",
           masked->part_count,
           100 * (double)kept / ((double)masked->rows * (double)masked->elements));
  pass_report_say(report, REMARK_REWRITTEN, op, text);
}

// Returns the op behind the chain of the sum; null: it is none of which a mask leaves a part.
static MlirOperation divide_chain(const SizedBlock *block, int seed, const PassReport *report) {
  const SizedOp *sum = &block->ops[seed];
  MlirOperation next = {NULL};
  for (int l = 0; l < sum->loop_count && mlirOperationIsNull(next); l++) {
    if (sum->is_reduction[l] || !chain_can_cut(sum, l))
      continue;
    Masked masked;
    ChainGroup found = chain_group_grow(block, seed, l);
    bool divides = chain_masked_read(&found, seed, &masked) && chain_group_goes_back(&found);
    if (divides) {
      tell(report, sum->op, &masked);
      next = mlirOperationGetNextInBlock(block->ops[found.group.last].op);
      chain_masked_build(&masked);
    }
    chain_masked_destroy(&masked);
    chain_group_destroy(&found);
  }
  return next;
}

static bool divide_in_block(MlirBlock block, const PassReport *report) {
  MlirOperation from = mlirBlockGetFirstOperation(block);
  bool is_any = false, goes_on = true;
  while (goes_on) {
    SizedBlock read = sized_block_read_known(block, &chain_group_filter);
    goes_on = false;
    for (int i = 0; i < read.count && !goes_on; i++) {
      if (mlirOperationIsBeforeInBlock(read.ops[i].op, from) || !chain_is_sum(&read.ops[i]))
        continue;
      MlirOperation next = divide_chain(&read, i, report);
      goes_on = !mlirOperationIsNull(next);
      from = goes_on ? next : from;
    }
    is_any |= goes_on;
    sized_block_destroy(&read);
  }
  return is_any;
}

bool chains_leave_masked(MlirOperation function, const PassReport *report) {
  bool is_any = false;
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(function); r++)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      is_any |= divide_in_block(block, report);
      for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
           op = mlirOperationGetNextInBlock(op))
        if (!linalg_op_is_structured(op))
          is_any |= chains_leave_masked(op, report);
    }
  return is_any;
}
