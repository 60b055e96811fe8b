// StatisticsFile: what all runs of this process have counted, as a file of JSON, for the option
// `statistics`. Counts are sums, so the order in which threads come does not matter.
#include "passes/statistics/statistics_file.h"

#include "base/file/output_file.h"
#include "plan/family.h"
#include "plan/rule.h"
#include "records/json.h"
#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// --- as JSON

// "rejected-code-size" of CODE_SIZE, the name that the statistic of the pass has.
static void name_rejected(const char *reason, char *name, size_t size) {
  snprintf(name, size, "rejected-%s", reason);
  for (; *name; name++)
    *name = *name == '_' ? '-' : (char)tolower((unsigned char)*name);
}

static void put_rejected(Json *json, const TuneStatistics *statistics) {
  static const char *const reasons[REJECT_COUNT] = {
#define X(name, text) [REJECT_##name] = #name,
      REJECT_REASONS(X)
#undef X
  };
  char name[64];
  for (int reason = REJECT_NONE + 1; reason < REJECT_COUNT; reason++) {
    name_rejected(reasons[reason], name, sizeof name);
    json_put_integer(json, name, statistics->rejected[reason]);
  }
}

static Json *rules_json(const int64_t counts[RULE_COUNT]) {
  Json *json = NULL;
  for (int rule = 0; rule < RULE_COUNT; rule++) {
    if (counts[rule] == 0)
      continue;
    if (!json)
      json = json_make_object();
    json_put_integer(json, rule_get(rule)->name, counts[rule]);
  }
  return json;
}

static Json *tuned_json(const TuneStatistics *statistics) {
  Json *json = json_make_object();
  for (int family = 0; family < FAMILY_COUNT; family++) {
    Json *rules = rules_json(statistics->tuned[family]);
    if (rules)
      json_put(json, workload_family_name((WorkloadFamily)family), rules);
  }
  return json;
}

static Json *statistics_json(const TuneStatistics *statistics) {
  Json *json = json_make_object();
#define X(field, name, meaning) json_put_integer(json, name, statistics->field);
  TUNE_STATISTICS(X)
#undef X
  put_rejected(json, statistics);
  json_put(json, "tuned", tuned_json(statistics));
  json_put_number(json, "choose-seconds", statistics->choose_seconds);
  json_put_number(json, "emit-seconds", statistics->emit_seconds);
  return json;
}

static bool write_statistics(FILE *file, const void *user) {
  enum { DIGITS = 6, INDENT = 1 };
  Json *json = statistics_json(user);
  bool is_written = json_write(json, file, INDENT, DIGITS) && fputc('\n', file) != EOF;
  json_free(json);
  return is_written;
}

// --- the sums of this process

typedef struct Sum Sum;
struct Sum {
  char *path; // owned
  TuneStatistics statistics;
  Sum *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Sum *sums; // kept until the process ends

// NULL: no memory.
static Sum *find_sum(const char *path) {
  for (Sum *sum = sums; sum; sum = sum->next)
    if (!strcmp(sum->path, path))
      return sum;
  Sum *sum = calloc(1, sizeof *sum);
  char *copy = strdup(path);
  if (!sum || !copy) {
    free(sum);
    free(copy);
    return NULL;
  }
  *sum = (Sum){.path = copy, .next = sums};
  return sums = sum;
}

Status statistics_file_add(const char *path, const TuneStatistics *run) {
  Status status = STATUS_OK;
  pthread_mutex_lock(&lock);
  Sum *sum = find_sum(path);
  if (sum) {
    statistics_add(&sum->statistics, run);
    status = output_file_write(path, write_statistics, &sum->statistics);
  }
  pthread_mutex_unlock(&lock);
  if (!sum)
    return status_fail(STATUS_SYSTEM, "no memory for the statistics");
  return status == STATUS_OK ? STATUS_OK
                             : status_fail(STATUS_USAGE, "option 'statistics': %s", status_text());
}
