// Scheduling an AffineProgram. Loops are distributed over the cycles of the dependence graph (Allen
// and Kennedy), outermost loop first:
//
//   for i                                 for i
//     A[i] = 0                              A[i] = 0
//     for j                               for i
//       A[i] += B[i][j] * x[j]              for j
//                                             A[i] += B[i][j] * x[j]
//
// Each cycle is then built in every way of the table that fits, and the one with the best score is
// kept. What stays in loops stays together, in the order of the source.
#include "affine/schedule/affine_schedule.h"

#include "affine/affine_costs.h"
#include "affine/analysis/affine_dependence.h"
#include "affine/schedule/affine_scheduler.h"
#include "affine/schedule/affine_transformations.h"
#include <stdlib.h>
#include <string.h>

// --- the ways

static bool is_always(const AffineScheduler *scheduler, const AffineList *in, int level,
                      bool is_helped) {
  (void)scheduler, (void)in, (void)level, (void)is_helped;
  return true;
}

static bool is_alone(const AffineScheduler *scheduler, const AffineList *in, int level,
                     bool is_helped) {
  (void)scheduler, (void)level, (void)is_helped;
  return in->count == 1;
}

static bool may_tile_triangle(const AffineScheduler *scheduler, const AffineList *in, int level,
                              bool is_helped) {
  (void)in, (void)level, (void)is_helped;
  return scheduler->triangle_tiles < TILE_TRIANGLE_MAX_NESTED;
}

static bool may_split(const AffineScheduler *scheduler, const AffineList *in, int level,
                      bool is_helped) {
  return is_alone(scheduler, in, level, is_helped) &&
         may_tile_triangle(scheduler, in, level, is_helped);
}

// Tiles of time are for loops that nothing else helps.
static bool may_tile_time(const AffineScheduler *scheduler, const AffineList *in, int level,
                          bool is_helped) {
  return (scheduler->random || !is_helped) && in->count <= AFFINE_TILE_TIME_STATEMENTS &&
         affine_scheduler_all_share(in, level) && !scheduler->time_tiles;
}

// In the order in which they are tried; where scores are equal the earlier one is taken.
static const AffineWay ways[] = {
    {"raise all loops that can be", affine_raise_loops_build, is_alone, 1},
    {"keep the loop", affine_schedule_keep_loop, is_always, 1},
    {"pad a triangle of sums to a square", affine_pad_triangle_build, is_alone, 1},
    {"tile a triangle", affine_tile_triangle_build, may_tile_triangle, 1},
    {"split index sets", affine_split_build, may_split, 1},
    {"tile time", affine_tile_time_build, may_tile_time, TILE_TIME_GAIN},
};
enum { WAY_RAISE, WAY_KEEP_LOOP, WAY_COUNT = sizeof ways / sizeof *ways };

bool affine_schedule_keep_loop(AffineScheduler *scheduler, const AffineList *in, int level,
                               int *next) {
  AffineList body = affine_scheduler_copy_list(scheduler, in);
  int zero = 0;
  for (int i = 0; i < body.count; i++)
    body.items[i]->position[level] = *next;
  ++*next;
  affine_schedule_list(scheduler, &body, level + 1, &zero);
  return true;
}

// What the statements become in one way: positions at `level` count from 0 to `used`.
typedef struct Choice {
  int way, used;
  double score; // less than 0: nothing yet
  AffineList list;
} Choice;

// Builds one way; its score, or -1.
static double build_way(AffineScheduler *scheduler, const AffineList *in, int level, int way,
                        Choice *choice) {
  int from = scheduler->out.count;
  choice->used = 0;
  bool is_done = ways[way].build(scheduler, in, level, &choice->used);
  double found = is_done ? affine_score_list(&scheduler->out, from) : -1;
  if (found > 0)
    found *= ways[way].gain;
  choice->way = way;
  choice->list.count = scheduler->out.count - from;
  choice->list.items = scheduler->out.items + from;
  scheduler->out.count = from;
  return found;
}

static bool is_better(const Choice *best, double score) {
  return score > best->score * SCHEDULE_BETTER || (best->score < 0 && score >= 0);
}

static Choice choose_way(AffineScheduler *scheduler, const AffineList *in, int level) {
  Choice best = {.way = WAY_KEEP_LOOP, .score = -1}, choice;
  bool is_helped = false;
  for (int way = 0; way < WAY_COUNT && !scheduler->has_failed; way++) {
    if (!ways[way].when(scheduler, in, level, is_helped))
      continue;
    choice.score = build_way(scheduler, in, level, way, &choice);
    is_helped |= choice.score > 0 && way != WAY_KEEP_LOOP;
    bool is_raised = !scheduler->random && way == WAY_RAISE && choice.score > 0;
    if (scheduler->random && choice.score >= 0)
      choice.score = (double)affine_draw(&scheduler->random, 1000);
    if (is_better(&best, choice.score)) {
      best = choice;
      best.list.items = pool_copy(scheduler->pool, choice.list.items,
                                  (size_t)choice.list.count * sizeof *choice.list.items);
    }
    if (is_raised && !affine_tile_triangle_has_triangle(in, level))
      break;
  }
  return best;
}

static void commit(AffineScheduler *scheduler, const Choice *choice, int level, int *next) {
  for (int i = 0; i < choice->list.count; i++) {
    choice->list.items[i]->position[level] += *next;
    affine_scheduler_append(scheduler, &scheduler->out, choice->list.items[i]);
  }
  *next += choice->used;
}

// --- distribution

// Which statements must come after which, directly or not: reaches[a * count + b].
static bool *find_order(AffineScheduler *scheduler, const AffineList *in, int level) {
  int n = in->count;
  bool *reaches = pool_allocate(scheduler->pool, (size_t)n * (size_t)n);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      reaches[a * n + b] = a != b && affine_dependence_orders(in->items[a], in->items[b], level);
  for (int k = 0; k < n; k++)
    for (int a = 0; a < n; a++)
      for (int b = 0; b < n; b++)
        reaches[a * n + b] |= reaches[a * n + k] && reaches[k * n + b];
  return reaches;
}

// Whether all that statement a must come after has a component, its own cycle aside.
static bool is_ready(const bool *reaches, int n, const int *component, int a) {
  bool is_free = component[a] < 0;
  for (int b = 0; is_free && b < n; b++)
    is_free = component[b] >= 0 || !reaches[b * n + a] || reaches[a * n + b];
  return is_free;
}

// The cycles of the dependence graph in an order that it allows; component[i] is that of statement
// i. Returns how many there are.
static int find_components(AffineScheduler *scheduler, const AffineList *in, int level,
                           int *component) {
  int n = in->count, count = 0;
  const bool *reaches = find_order(scheduler, in, level);
  for (int i = 0; i < n; i++)
    component[i] = -1;
  for (int a = 0; a < n; a++) {
    if (!is_ready(reaches, n, component, a))
      continue;
    for (int b = 0; b < n; b++)
      if (b == a || (reaches[a * n + b] && reaches[b * n + a]))
        component[b] = count;
    count++;
    a = -1; // the first one that is ready comes next
  }
  return count;
}

static void flush(AffineScheduler *scheduler, AffineList *pending, int level, int *next) {
  affine_scheduler_sort(
      pending); // what keeps its loop stays in the order of the source, in one loop
  if (pending->count)
    affine_schedule_keep_loop(scheduler, pending, level, next);
  *pending = (AffineList){0};
}

static bool has_parallel_loop(const AffineList *in, int level) {
  for (int i = 0; i < in->count; i++)
    if (in->items[i]->parallel >> level)
      return true;
  return false;
}

// Schedules the statements of one loop.
static void schedule_loop(AffineScheduler *scheduler, const AffineList *in, int level, int *next) {
  if (has_parallel_loop(in, level)) {
    affine_schedule_keep_loop(scheduler, in, level, next);
    return;
  }
  int *component = pool_allocate(scheduler->pool, (size_t)in->count * sizeof *component);
  int count = find_components(scheduler, in, level, component);
  AffineList pending = {0};
  for (int c = 0; c < count && !scheduler->has_failed; c++) {
    AffineList part = {0};
    for (int i = 0; i < in->count; i++)
      if (component[i] == c)
        affine_scheduler_append(scheduler, &part, in->items[i]);
    Choice choice = choose_way(scheduler, &part, level);
    if (choice.way != WAY_KEEP_LOOP || count == 1) {
      flush(scheduler, &pending, level, next);
      commit(scheduler, &choice, level, next);
    }
    for (int i = 0; choice.way == WAY_KEEP_LOOP && count > 1 && i < part.count; i++)
      affine_scheduler_append(scheduler, &pending, part.items[i]);
  }
  flush(scheduler, &pending, level, next);
}

// Recursion: at most AFFINE_MAX_DEPTH levels, one a loop.
void affine_schedule_list(AffineScheduler *scheduler, const AffineList *in, int level, int *next) {
  for (int i = 0; i < in->count && !scheduler->has_failed;) {
    if (in->items[i]->depth == level) {
      AffineStatement *statement = affine_scheduler_copy(scheduler, in->items[i++]);
      statement->position[level] = (*next)++;
      affine_scheduler_append(scheduler, &scheduler->out, statement);
      continue;
    }
    AffineList group = {0};
    int position = in->items[i]->position[level];
    while (i < in->count && in->items[i]->depth > level &&
           in->items[i]->position[level] == position)
      affine_scheduler_append(scheduler, &group, in->items[i++]);
    schedule_loop(scheduler, &group, level, next);
  }
}

// --- the program

// Statements of the list that store the same as this one of the source, in other iterations.
static int count_parts(const AffineList *list, const AffineStatement *statement) {
  int count = 0;
  for (int i = 0; i < list->count; i++)
    count += list->items[i]->id == statement->id &&
             list->items[i]->accesses[0].array == statement->accesses[0].array;
  return count;
}

// `before`: as it was handed in, where blocks of a parallel loop are parts already.
static void summarize(const AffineList *before, const AffineList *list, AffineSummary *out) {
  for (int i = 0; i < list->count; i++) {
    int parts = count_parts(list, list->items[i]);
    out->raised += list->items[i]->raised != 0;
    out->serial += list->items[i]->raised == 0;
    out->is_split |= parts > 1 && parts > count_parts(before, list->items[i]);
  }
  out->score = affine_score_list(list, 0);
}

static bool schedule(AffineProgram *program, uint64_t seed, AffineSummary *out_summary) {
  const AffineLimits usual_limits = {RAISE_MIN_POINTS, (int64_t)TILE_TRIANGLE_MIN_TRIPS,
                                     (int64_t)TILE_VARYING, (int64_t)TILE_VARYING_MIN_MULTIPLE,
                                     (int64_t)TILE_TRIANGLE_MAX};
  const AffineLimits small_limits = {2, 3, 4, 2, 4};
  AffineScheduler scheduler = {.program = program,
                               .pool = pool_create(program->pool),
                               .limits = seed ? &small_limits : &usual_limits,
                               .random = seed};
  AffineList all = {.count = program->statement_count, .items = program->statements};
  int next = 0;
  affine_schedule_list(&scheduler, &all, program->parameter_count, &next);
  *out_summary = (AffineSummary){.is_exhausted = scheduler.has_failed};
  if (!scheduler.has_failed)
    summarize(&all, &scheduler.out, out_summary);
  bool is_done = !scheduler.has_failed &&
                 (seed || affine_score_coverage(&scheduler.out, scheduler.has_time_tiles) >
                              SCHEDULE_MIN_COVERAGE);
  if (is_done)
    affine_program_set_statements(program, scheduler.out.items, scheduler.out.count);
  pool_destroy(scheduler.pool);
  return is_done;
}

// Work times the loops of the op that does it: sums in registers where scores are equal.
static double raised_loops(const AffineProgram *program) {
  double sum = 0;
  for (int i = 0; i < program->statement_count; i++) {
    const AffineStatement *statement = program->statements[i];
    for (int d = 0; d < statement->depth; d++)
      sum += (statement->raised >> d & 1) ? affine_score_points(statement) : 0;
  }
  return sum;
}

static bool is_worth_mirroring(const AffineProgram *mirrored, const AffineSummary *with,
                               const AffineProgram *program, const AffineSummary *without) {
  return with->score > SCHEDULE_BETTER * without->score ||
         (with->score >= without->score &&
          raised_loops(mirrored) > SCHEDULE_BETTER * raised_loops(program));
}

bool affine_schedule_program(AffineProgram *program, uint64_t seed, AffineSummary *out_summary) {
  AffineProgram mirrored = affine_program_copy(program);
  AffineSummary with = {0};
  bool is_mirrored = affine_mirror_arrays(&mirrored, seed != 0) && schedule(&mirrored, seed, &with);
  bool is_done = schedule(program, seed, out_summary);
  bool is_better =
      is_mirrored &&
      (!is_done || (seed ? seed % 2 : is_worth_mirroring(&mirrored, &with, program, out_summary)));
  if (is_better) {
    AffineProgram worse = *program;
    *program = mirrored;
    mirrored = worse;
    *out_summary = with;
  }
  affine_program_destroy(&mirrored);
  return is_done || is_better;
}
