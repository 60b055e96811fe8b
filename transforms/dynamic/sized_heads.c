// Finds products with batches of known size around loops of unknown extent, and cuts all that is
// computed batch by batch into a part for each thread.
#include "transforms/dynamic/sized_heads.h"

#include "transforms/dynamic/sized_build.h"
#include "transforms/dynamic/sized_expected.h"
#include "transforms/ir.h"

#include <stdio.h>

// Threads start in the time of so many terms of sums, of which they have to save some.
enum { LEAST_TERMS = 1 << 17 };

static bool is_taken(const SizedGroup *group, int beside, int number, int loop, void *context) {
  (void)beside;
  const int64_t *extent = context;
  const SizedOp *op = &group->block->ops[number];
  return sized_op_is_open(op) && op->extents[loop] == *extent && !op->is_reduction[loop] &&
         sized_op_can_cut(op, loop);
}

// Whether every operand has a place of its own for each step of the loop.
static bool is_batch(const SizedOp *op, int loop) {
  bool is = op->extents[loop] > 1 && !op->is_reduction[loop] && sized_op_can_cut(op, loop);
  for (int i = 0; i < op->operand_count && is; i++)
    is = sized_op_use(op, i, loop).access == LOOP_ACCESS_DIM;
  return is;
}

static double terms_of(const SizedOp *op) {
  double terms = 1;
  for (int l = 0; l < op->loop_count; l++) {
    ExpectedSizes sizes;
    if (op->extents[l] >= 0)
      terms *= (double)op->extents[l];
    else
      terms *= sized_op_expected(op, l, &sizes) ? (double)sizes.values[sizes.count - 1]
                                                : SIZED_USUAL_EXTENT;
  }
  return terms;
}

// Two products or more, with as much to compute as is worth threads.
static bool is_worth_it(const SizedGroup *group) {
  int products = 0;
  double terms = 0;
  for (int i = group->first; i <= group->last; i++)
    if (group->loops[i] >= 0 && sized_op_is_product(&group->block->ops[i])) {
      products++;
      terms += terms_of(&group->block->ops[i]);
    }
  return products >= 2 && terms >= LEAST_TERMS;
}

static void tell(const SizedGroup *group, int threads, PassReport *report) {
  char text[96];
  snprintf(text, sizeof text, "each of %d threads has its part of %lld batches", threads,
           (long long)group->extent);
  for (int i = group->first; i <= group->last; i++)
    if (group->loops[i] >= 0)
      pass_report_say(report, REMARK_REWRITTEN, group->block->ops[i].op, text);
}

// Cuts what is computed beside the op by the loop, where that is worth it.
static bool share_group(MlirBlock block, MlirOperation seed, int loop, int64_t extent, int threads,
                        PassReport *report) {
  SizedFilter filter = {is_taken, &extent};
  SizedBlock read = sized_block_read_known(block, &filter);
  int number = sized_block_find(&read, seed);
  bool is_cut = false;
  if (number >= 0) {
    SizedGroup group = sized_group_grow(&read, number, loop);
    SizedLadder ladder = {.count = 1, .sizes = {extent / threads}};
    is_cut = is_worth_it(&group);
    if (is_cut) {
      report->changed = true;
      tell(&group, threads, report);
      sized_build_group(&group, &ladder, threads);
    }
    sized_group_destroy(&group);
  }
  sized_block_destroy(&read);
  return is_cut;
}

bool sized_share_heads(MlirBlock block, int threads, PassReport *report) {
  SizedBlock read = sized_block_read(block);
  bool is_shared = false;
  for (int i = 0; i < read.count && !is_shared; i++) {
    const SizedOp *op = &read.ops[i];
    for (int l = 0; l < op->loop_count && !is_shared; l++)
      is_shared = sized_op_is_product(op) && sized_op_is_open(op) && is_batch(op, l) &&
                  op->extents[l] % threads == 0 &&
                  share_group(block, op->op, l, op->extents[l], threads, report);
  }
  sized_block_destroy(&read);
  return is_shared;
}
