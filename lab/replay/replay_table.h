// ReplayTable: all points of a sub-grid of one space, measured once, as a search space of its own.
// Searches on it cost no measuring and are repeated exactly by their seed.
#ifndef AUTOTUNE_LAB_REPLAY_REPLAY_TABLE_H
#define AUTOTUNE_LAB_REPLAY_REPLAY_TABLE_H

#include "search/moves.h"
#include "tools/train/training_data.h"

typedef struct ReplayTable ReplayTable;

enum { REPLAY_MIN_POINTS = 200 };

// Takes the rows of origin grid of the task, each schedule once. *out_table is NULL when there are
// fewer than REPLAY_MIN_POINTS. Lends the data. Destroy with replay_table_destroy.
Status replay_table_create(const TrainingData *data, size_t task, ReplayTable **out_table);
void replay_table_destroy(ReplayTable *table); // NULL is a no-op

// Moves from point to point of the table; a mutation goes to one of the nearest points. Lends the
// table.
SearchMoves replay_table_moves(const ReplayTable *table);

size_t replay_table_count(const ReplayTable *table);
// Row of the training set of point n.
size_t replay_table_row(const ReplayTable *table, size_t point);
double replay_table_best(const ReplayTable *table); // seconds
// The point of the schedule, SIZE_MAX when it is none.
size_t replay_table_find(const ReplayTable *table, const Schedule *schedule);
// Seconds of a point by which who found it is judged. Where it was measured again, those of the
// second time, made comparable by the points that were not measured again for being fast: whoever
// finds the least of thousands of noisy figures has found a lucky one. Infinite for SIZE_MAX.
double replay_table_judged(const ReplayTable *table, size_t point);
// Mean of what measuring a point cost; NAN where that is not known.
double replay_table_cost(const ReplayTable *table);
// Mean of the times of what the pass chose from the whole space; NAN where it was not measured.
double replay_table_free_choice(const ReplayTable *table);
// Seconds of a point, as they were measured; infinite for SIZE_MAX.
double replay_table_seconds(const ReplayTable *table, size_t point);

#endif
