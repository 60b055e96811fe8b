// AffineScheduler: what the ways of scheduling share. Lists of statements.
#include "affine/schedule/affine_scheduler.h"

#include <string.h>

AffineStatement *affine_scheduler_copy(AffineScheduler *scheduler,
                                       const AffineStatement *statement) {
  scheduler->has_failed |= scheduler->copy_count++ == AFFINE_MAX_COPIES;
  return affine_statement_copy(scheduler->pool, statement);
}

void affine_scheduler_append(AffineScheduler *scheduler, AffineList *list,
                             AffineStatement *statement) {
  affine_list_append(scheduler->pool, list, statement);
}

void affine_scheduler_place(AffineStatement *statement, int level, int position) {
  statement->position[level] = position;
  memset(statement->position + level + 1, 0,
         sizeof statement->position - sizeof(int) * (size_t)(level + 1));
}

// Whether all statements share the loop at `level`.
bool affine_scheduler_all_share(const AffineList *in, int level) {
  for (int i = 0; i < in->count; i++)
    if (in->items[i]->depth <= level ||
        affine_statement_shared_loops(in->items[0], in->items[i]) < level + (i > 0))
      return false;
  return true;
}

void affine_scheduler_sort(AffineList *list) {
  for (int i = 1; i < list->count; i++)
    for (int j = i; j > 0; j--) {
      AffineStatement *a = list->items[j - 1], *b = list->items[j];
      int n = affine_statement_shared_loops(a, b);
      if (a->position[n] <= b->position[n])
        break;
      list->items[j - 1] = b;
      list->items[j] = a;
    }
}

AffineList affine_scheduler_copy_list(AffineScheduler *scheduler, const AffineList *in) {
  AffineList copies = {0};
  for (int i = 0; i < in->count; i++)
    affine_scheduler_append(scheduler, &copies, affine_scheduler_copy(scheduler, in->items[i]));
  return copies;
}
