// autotune-lab threads: kernels measured on one thread and on several, and how well that is
// predicted.
#include "base/file/output_file.h"
#include "base/file/timing_lock.h"
#include "base/text.h"
#include "lab/figures/figure_row.h"
#include "lab/lab_commands.h"
#include "lab/threads/thread_collect.h"
#include "lab/threads/thread_evaluate.h"
#include "lab/threads/thread_learning.h"
#include "tools/command_actions.h"
#include "tools/train/judged_contractions.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 2, RUNS = 5, LEAST_MICROSECONDS = 2 };

typedef struct ThreadsCommand {
  const char *paths[2];
  const char *modules, *corpus, *lock, *judges;
  int64_t draws, threads, runs, seed;
  double least_microseconds;
  OutputFlags output;
} ThreadsCommand;

// --- collect

static void tell_kernel(void *user, const char *source, const char *kernel, const char *reason) {
  const ThreadsCommand *command = user;
  if (reason)
    output_warning("threads collect", "%s: %s: %s", source, kernel, reason);
  else
    output_note(&command->output, "threads collect", "%s: %s", source, kernel);
}

static Status check_sources(const ThreadsCommand *command) {
  if (!command->modules && !command->corpus)
    return status_fail(STATUS_USAGE,
                       "no kernels: name files and folders by --modules, layers by --corpus");
  if (!command->corpus != (command->draws == 0))
    return status_fail(STATUS_USAGE, "--corpus FILE and --draws N belong together");
  return STATUS_OK;
}

static void warn_of_few_cores(void *user) {
  const ThreadsCommand *command = user;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) < command->threads)
    output_warning("threads collect", "%d threads on fewer cores: they take turns",
                   (int)command->threads);
}

static Status report_collected(const ThreadsCommand *command, const ThreadCollected *collected) {
  if (command->output.is_json) {
    Json *json = json_make_object();
    json_put_integer(json, "measured", collected->measured);
    json_put_integer(json, "known", collected->known);
    json_put_integer(json, "uncut", collected->uncut);
    json_put_integer(json, "failed", collected->failed);
    return output_json(json);
  }
  printf("%s: %d kernels measured, %d were there already, nothing of %d can be cut, %d failed\n",
         command->paths[0], collected->measured, collected->known, collected->uncut,
         collected->failed);
  return STATUS_OK;
}

static Status collect(void *values) {
  ThreadsCommand *command = values;
  TuneOptions tune;
  ThreadCollected collected;
  Status status = check_sources(command);
  if (status == STATUS_OK)
    status = output_measuring(&command->output, "threads collect", &command->lock);
  if (status == STATUS_OK)
    status = command_line_host(&command->output, "threads collect", &tune);
  if (status != STATUS_OK)
    return status;
  ThreadCollect request = {.path = command->paths[0],
                           .modules = command->modules,
                           .corpus = command->corpus,
                           .lock = command->lock,
                           .draws = command->draws,
                           .threads = command->threads,
                           .runs = command->runs,
                           .seed = command->seed,
                           .least_seconds = 1e-6 * command->least_microseconds,
                           .tune = &tune,
                           .tell = tell_kernel,
                           .begin = warn_of_few_cores,
                           .user = command};
  status = thread_collect(&request, &collected);
  if (status == STATUS_OK && collected.failed > 0 && collected.measured + collected.known == 0)
    status = status_fail(STATUS_WORKER, "no kernel could be measured; the warnings say why");
  return status == STATUS_OK ? report_collected(command, &collected) : status;
}

// --- evaluate

static const Figure figures[] = {
    {"error of the gain", "gain_error", " %", offsetof(ThreadFigures, gain_error), 1},
    {"of chosen splits", "choice_error", " %", offsetof(ThreadFigures, choice_error), 1},
    {"predicted gain / measured", "gain_bias", "", offsetof(ThreadFigures, gain_bias), 3},
    {"error of seconds", "seconds_error", " %", offsetof(ThreadFigures, seconds_error), 1},
    {"tau", "tau", "", offsetof(ThreadFigures, tau), 3},
    {"tau of ways", "tau_of_ways", "", offsetof(ThreadFigures, tau_ways), 3},
    {"choice over best", "choice_over_best", " %", offsetof(ThreadFigures, loss), 2},
};
enum { FIGURES = sizeof figures / sizeof *figures };

// A table of one line for each of what predicts.
typedef struct Report {
  const ThreadTable *table;
  const uint8_t *is_judged; // NULL: all
  double *seconds;          // owned; room for the predictions of all ways
  Json *json;               // owned; NULL: text
  bool has_head;
} Report;

static void print_head(Report *report, const ThreadFigures *values) {
  if (report->has_head)
    return;
  report->has_head = true;
  if (report->json) {
    json_put_integer(report->json, "kernels", values->kernels);
    json_put_integer(report->json, "splits", values->splits);
    return;
  }
  printf("%d kernels, %d ways to split them\n\n| by |", values->kernels, values->splits);
  figure_row_names(figures, FIGURES);
  printf(" slower than one thread | needlessly on one |\n|---|");
  for (int f = 0; f < FIGURES + 2; f++)
    printf("---:|");
  printf("\n");
}

static void print_figures(Report *report, const char *by, const ThreadFigures *values) {
  if (!report->json) {
    printf("| %s |", by);
    figure_row_print(figures, FIGURES, values);
    printf(" %d | %d |\n", values->slower, values->unused);
    return;
  }
  Json *json = json_make_object();
  for (int f = 0; f < FIGURES; f++)
    json_put_number(json, figures[f].key, figure_of(values, &figures[f]));
  json_put_integer(json, "slower", values->slower);
  json_put_integer(json, "needlessly_on_one", values->unused);
  json_put(report->json, by, json);
}

static Status judge(Report *report, const char *by, bool are_runs) {
  ThreadPredictions predictions = {report->seconds, are_runs, !are_runs};
  ThreadFigures values;
  Status status = thread_evaluate(report->table, report->is_judged, &predictions, &values);
  if (status != STATUS_OK)
    return status;
  if (values.kernels == 0)
    return status_fail(STATUS_USAGE, "no kernel of the file computes what the modules of --judges "
                                     "do; name others, or none");
  print_head(report, &values);
  print_figures(report, by, &values);
  return STATUS_OK;
}

static Status judge_all(Report *report, uint32_t seed) {
  const ThreadTable *table = report->table;
  Status status = STATUS_OK;
  for (int w = 0; w < table->way_count; w++)
    report->seconds[w] = table->ways[w].price.seconds;
  TRY(judge(report, "model of threads", false));
  if (report->is_judged) {
    TRY(thread_learning_predict(table, report->is_judged, seed, report->seconds));
    TRY(judge(report, "with trees", false));
  }
  for (int w = 0; w < table->way_count; w++)
    report->seconds[w] = table_way_half(table, w, true);
  TRY(judge(report, "noise: half of the runs", true));
cleanup:
  return status;
}

static Status find_judged(const ThreadsCommand *command, const ThreadTable *table,
                          uint8_t **out_judged) {
  ContractionList list = {0};
  uint8_t *judged = calloc((size_t)table->file.count, 1);
  Status status = judged ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for the kernels");
  if (status == STATUS_OK)
    status =
        judged_contractions_read("--judges", command->judges, table->file.kernels[0].target, &list);
  for (int k = 0; k < table->file.count && status == STATUS_OK; k++)
    judged[k] = contraction_is_listed(&list, table->kernels[k].contraction);
  free(list.keys);
  *out_judged = judged;
  return status;
}

static Status read_table(const ThreadsCommand *command, ThreadTable *table) {
  LearnedModel *shipped = NULL;
  Status status = learned_model_is_shipped() ? learned_model_shipped(&shipped) : STATUS_OK;
  return status == STATUS_OK ? thread_table_read(command->paths[0], shipped, table) : status;
}

static Status evaluate(void *values) {
  const ThreadsCommand *command = values;
  ThreadTable table = {.kernels = NULL};
  uint8_t *judged = NULL;
  Report report = {.table = &table};
  Status status = STATUS_OK;
  TRY(read_table(command, &table));
  if (command->judges)
    TRY(find_judged(command, &table, &judged));
  report.is_judged = judged;
  report.seconds = malloc(((size_t)table.way_count + 1) * sizeof *report.seconds);
  if (!report.seconds)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d ways", table.way_count));
  report.json = command->output.is_json ? json_make_object() : NULL;
  TRY(judge_all(&report, (uint32_t)command->seed));
  if (report.json) {
    Json *taken = report.json;
    report.json = NULL;
    TRY(output_json(taken));
  }
cleanup:
  json_free(report.json);
  free(report.seconds);
  free(judged);
  thread_table_destroy(&table);
  return status;
}

// --- export

static Status export_rows(void *values) {
  const ThreadsCommand *command = values;
  ThreadTable table = {.kernels = NULL};
  Status status = output_file_check(command->paths[1]);
  if (status != STATUS_OK)
    return status;
  TRY(read_table(command, &table));
  TRY(thread_table_write(command->paths[1], &table));
  if (command->output.is_json) {
    Json *json = json_make_object();
    json_put_text(json, "file", command->paths[1]);
    json_put_integer(json, "rows", table.way_count);
    TRY(output_json(json));
  } else {
    printf("%s: %d rows of %d kernels\n", TEXT_LINE(command->paths[1]), table.way_count,
           table.file.count);
  }
cleanup:
  thread_table_destroy(&table);
  return status;
}

// --- the actions

static const Flag collect_flags[] = {
    {"--modules", FLAG_TEXT, offsetof(ThreadsCommand, modules), "PATHS",
     "the kernels of these: files and folders, joined by ','"},
    {"--corpus", FLAG_TEXT, offsetof(ThreadsCommand, corpus), "FILE",
     "table of layers to draw from (data/corpus.tsv)"},
    {"--draws", FLAG_COUNT(1), offsetof(ThreadsCommand, draws), "N",
     "layers drawn from the corpus"},
    {"--threads", FLAG_INTEGER(2, THREADS_MAX), offsetof(ThreadsCommand, threads), "N",
     "beside one; needs as many cores (2)"},
    {"--least", FLAG_SECONDS(0), offsetof(ThreadsCommand, least_microseconds), "US",
     "only kernels predicted to take so many microseconds on one thread, or more (2)"},
    {"--runs", FLAG_INTEGER(2, THREAD_MAX_RUNS), offsetof(ThreadsCommand, runs), "R",
     "of each way, in turn (5)"},
    FLAG_ROW_LOCK(offsetof(ThreadsCommand, lock)),
    {"--seed", FLAG_SEED, offsetof(ThreadsCommand, seed), "N",
     "seed of the layers, schedules and splits that are drawn (0)"},
    {0},
};

static const Flag evaluate_flags[] = {
    {"--judges", FLAG_TEXT, offsetof(ThreadsCommand, judges), "PATHS",
     "modules, joined by ',': only the contractions of their ops judge, whatever is fused with "
     "them, "
     "and trees are trained on all others"},
    {"--seed", FLAG_SEED, offsetof(ThreadsCommand, seed), "N", "seed of the training (0)"},
    {0},
};

static const Flag export_flags[] = {{0}};

static const Action actions[] = {
    {"collect", "threads collect", "FILE [flags]",
     "Measures kernels alone, on one thread and on several, under several schedules and splits, "
     "and "
     "adds\nthem to FILE; what is there already is not measured again.",
     1, collect_flags, collect, true},
    {"evaluate", "threads evaluate", "FILE [flags]",
     "Prints how well the gain of threads is predicted, how good the choices are, and how well "
     "measurements\npredict each other.",
     1, evaluate_flags, evaluate, true},
    {"export", "threads export", "FILE OUT",
     "Writes a table of what was measured, what is predicted and the features, for other programs.",
     2, export_flags, export_rows, true},
};

int command_threads(int argc, char **argv) {
  ThreadsCommand command = {.threads = THREADS,
                            .runs = RUNS,
                            .least_microseconds = LEAST_MICROSECONDS,
                            .lock = TIMING_LOCK_DEFAULT};
  Actions all = {.command = "threads",
                 .items = actions,
                 .count = sizeof actions / sizeof *actions,
                 .values = &command,
                 .output = &command.output,
                 .paths = command.paths};
  return command_actions_run(&all, argc, argv);
}
