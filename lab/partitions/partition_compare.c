// Comparing ways to spend a budget of measuring on the partitions of one function: few of those
// that the model proposes, or annealing on measurements alone, from the greedy partition and from a
// random one.
#include "lab/partitions/partition_compare.h"

#include "base/array.h"
#include "search/partition/partition_measured.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 16 };        // measurements of one partition by one way
static const double NEAR = 0.1; // of the start: what the model finds worth measuring

// All measurements of one partition.
typedef struct Known {
  char *text;      // owned
  int count, used; // used: by the way at hand
  double seconds[DEPTH_MAX], costs[DEPTH_MAX];
} Known;

typedef struct Comparing {
  PartitionTask *task;
  PartitionWorker *worker;
  const CompareOptions *options;
  Known *known;          // owned
  int known_count, paid; // paid: measurements of the way at hand
  Partition starts[START_COUNT];
  char *found[START_COUNT][WAY_COUNT]; // owned; texts, NULL: nothing ran well
} Comparing;

// --- measurements

static Known *find_known(Comparing *comparing, const char *text) {
  for (int n = 0; n < comparing->known_count; n++)
    if (!strcmp(comparing->known[n].text, text))
      return &comparing->known[n];
  Known known = {.text = strdup(text)};
  if (!known.text || !array_grow(&comparing->known, comparing->known_count, sizeof known)) {
    free(known.text);
    return NULL;
  }
  comparing->known[comparing->known_count] = known;
  return &comparing->known[comparing->known_count++];
}

static Status measure_shared(void *user, const char *text, double *out_seconds, double *out_cost) {
  Comparing *comparing = user;
  Known *known = find_known(comparing, text);
  if (!known)
    return status_fail(STATUS_SYSTEM, "no memory for %d partitions", comparing->known_count);
  int place = known->used < DEPTH_MAX ? known->used++ : DEPTH_MAX - 1;
  if (place == known->count) {
    Status status = partition_worker_measure(comparing->worker, text, &known->seconds[place],
                                             &known->costs[place]);
    if (status != STATUS_OK)
      return status;
    known->count++;
  }
  *out_seconds = known->seconds[place];
  *out_cost = known->costs[place];
  comparing->paid++;
  return STATUS_OK;
}

static PartitionMeter start_meter(Comparing *comparing, double budget) {
  comparing->paid = 0;
  for (int n = 0; n < comparing->known_count; n++)
    comparing->known[n].used = 0;
  return (PartitionMeter){measure_shared, comparing, budget};
}

static char *text_of(const Partition *partition) {
  size_t size = partition_print(partition, NULL, 0) + 1;
  char *text = malloc(size);
  if (text)
    partition_print(partition, text, size);
  return text;
}

// --- the ways

// The start first, then what a search of the model sees from there.
static Status hybrid(Comparing *comparing, CompareStart start, char **out_found) {
  PartitionTask *task = comparing->task;
  PartitionMeter meter = start_meter(comparing, comparing->options->seconds);
  PartitionWishes wishes = {
      .near = NEAR, .seed = comparing->options->seed, .start = &comparing->starts[start]};
  int best = -1;
  partition_task_clear(task);
  Status status = partition_task_propose(task, &wishes);
  if (status != STATUS_OK)
    return status;
  partition_task_sort(task);
  partition_task_lead(task, "start");
  MeasuredPartition *partitions = calloc((size_t)task->count, sizeof *partitions);
  if (!partitions)
    return status_fail(STATUS_SYSTEM, "no memory for %d partitions", task->count);
  for (int n = 0; n < task->count; n++)
    partitions[n].text = task->proposals[n].text;
  status = partition_measure_proposed(&meter, partitions, task->count, &best);
  if (status == STATUS_OK && best >= 0)
    *out_found = strdup(partitions[best].text);
  free(partitions);
  return status;
}

static bool is_possible(void *user, const Partition *partition) {
  const Comparing *comparing = user;
  return isfinite(partition_price(comparing->task->pricer, partition));
}

static Status anneal(Comparing *comparing, CompareStart start, double budget, char **out_found) {
  PartitionMeter meter = start_meter(comparing, budget);
  PartitionAnneal walk = {.graph = &comparing->task->graph.graph,
                          .seed = comparing->options->seed,
                          .is_possible = is_possible,
                          .user = comparing};
  Partition partition = {0};
  double seconds = INFINITY;
  Status status = partition_copy(&comparing->starts[start], &partition);
  if (status == STATUS_OK)
    status = partition_measure_annealed(&meter, &walk, &partition, &seconds);
  if (status == STATUS_OK && isfinite(seconds))
    *out_found = text_of(&partition);
  partition_destroy(&partition);
  return status;
}

static Status go(Comparing *comparing, CompareStart start, CompareWay way) {
  const CompareOptions *options = comparing->options;
  double budget = options->seconds * (way == WAY_ANNEAL_MORE ? options->times : 1);
  char **found = &comparing->found[start][way];
  return way == WAY_HYBRID ? hybrid(comparing, start, found)
                           : anneal(comparing, start, budget, found);
}

// --- judging

static Status judge(Comparing *comparing, const char *text, double *seconds) {
  double again, cost;
  Status status = partition_worker_measure(comparing->worker, text, &again, &cost);
  if (status == STATUS_OK)
    *seconds = partition_seconds_after(*seconds, again);
  return status;
}

// What several ways found is measured for the first of them.
typedef struct Finalists {
  const char *texts[START_COUNT * (WAY_COUNT + 1)];
  double seconds[START_COUNT * (WAY_COUNT + 1)];
  int count;
} Finalists;

static int finalist_of(Finalists *finalists, const char *text) {
  int place = 0;
  while (place < finalists->count && strcmp(finalists->texts[place], text) != 0)
    place++;
  if (place == finalists->count) {
    finalists->texts[place] = text;
    finalists->seconds[place] = 0;
    finalists->count++;
  }
  return place;
}

static double seconds_of(Finalists *finalists, const char *text) {
  return text ? finalists->seconds[finalist_of(finalists, text)] : INFINITY;
}

static Status judge_all(Comparing *comparing, char *const starts[START_COUNT],
                        PartitionComparison *comparison) {
  Finalists finalists = {.count = 0};
  for (int s = 0; s < START_COUNT; s++) {
    finalist_of(&finalists, starts[s]);
    for (int w = 0; w < WAY_COUNT; w++)
      if (comparing->found[s][w])
        finalist_of(&finalists, comparing->found[s][w]);
  }
  for (int round = 0; round < comparing->options->rounds; round++)
    for (int n = 0; n < finalists.count; n++) {
      Status status = judge(comparing, finalists.texts[n], &finalists.seconds[n]);
      if (status != STATUS_OK)
        return status;
    }
  for (int s = 0; s < START_COUNT; s++) {
    comparison->start[s] = seconds_of(&finalists, starts[s]);
    for (int w = 0; w < WAY_COUNT; w++)
      comparison->found[s][w] = seconds_of(&finalists, comparing->found[s][w]);
  }
  return STATUS_OK;
}

Status partition_compare(PartitionTask *task, PartitionWorker *worker,
                         const CompareOptions *options, PartitionComparison *out_comparison) {
  Status status = STATUS_OK;
  Comparing comparing = {.task = task, .worker = worker, .options = options};
  PartitionComparison comparison = {.distinct = 0};
  Rng rng = {options->seed};
  char *starts[START_COUNT] = {NULL};
  TRY(partition_task_greedy(task, &comparing.starts[START_GREEDY]));
  TRY(partition_task_draw(task, &rng, &comparing.starts[START_RANDOM]));
  for (int s = 0; s < START_COUNT; s++) {
    starts[s] = text_of(&comparing.starts[s]);
    if (!starts[s])
      TRY(status_fail(STATUS_SYSTEM, "no memory for the text of a partition"));
    for (int w = 0; w < WAY_COUNT; w++) {
      TRY(go(&comparing, (CompareStart)s, (CompareWay)w));
      comparison.measured[s][w] = comparing.paid;
    }
  }
  TRY(judge_all(&comparing, starts, &comparison));
  comparison.distinct = comparing.known_count;
  *out_comparison = comparison;
cleanup:
  for (int n = 0; n < comparing.known_count; n++)
    free(comparing.known[n].text);
  free(comparing.known);
  for (int s = 0; s < START_COUNT; s++) {
    for (int w = 0; w < WAY_COUNT; w++)
      free(comparing.found[s][w]);
    partition_destroy(&comparing.starts[s]);
    free(starts[s]);
  }
  return status;
}
