// Batches: some layers are planned, their schedules measured, then those that the model holds to be
// fastest, because that is where it would go: the model as it is adapted by the rows so far, whose
// mistakes are those to mend.
#include "tools/calibrate/panel_run.h"

#include "base/file/path_kind.h"
#include "base/file/progress_line.h"
#include "base/file/terminal.h"
#include "base/text.h"
#include "runtime/codegen/compile.h"
#include "runtime/timing.h"
#include "tools/calibrate/adapt.h"
#include "tools/calibrate/panel_layers.h"
#include "tools/collect/child.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BATCH_LAYERS = 12, TASK_PROMISING = 4, MOST_LAYERS = 1 << 14 };
static const double TASK_SECONDS = 10;
static const char ENDED[] = "the process that plans was ended from outside or by a crash; the same "
                            "command goes on";

// What the processes that plan leave for the next.
typedef struct PanelOrder {
  int count, planned; // planned: by the last of them
  PanelLayer layers[MOST_LAYERS];
} PanelOrder;

typedef struct PanelRun {
  const PanelRunOptions *options;
  PanelOrder *order;      // shared
  LearnedModel *adapted;  // owned; NULL: the base is not adapted yet
  int64_t known, read_at; // rows of the store when it was read last; `rows` then
  int64_t rows, last;     // measured before the step at hand, and by it
  PanelDrift drift, last_drift;
  int64_t fastest_nanoseconds;
  double shown;
} PanelRun;

// --- the model

static const LearnedModel *model_of(const PanelRun *run) {
  return run->adapted ? run->adapted : run->options->base;
}

static Status take_model(PanelRun *run, const Adapted *adapted) {
  LearnedModel *model;
  Status status = learned_model_load(adapted->model, adapted->model_bytes, &model);
  if (status != STATUS_OK)
    return status;
  learned_model_destroy(run->adapted);
  run->adapted = model;
  return STATUS_OK;
}

// Adapts the base again when there is half as much more to learn from: so all of it takes no more
// than three times as long as the last.
static Status learn(PanelRun *run) {
  const PanelRunOptions *options = run->options;
  Adapted adapted = {0};
  Dataset rows = {0};
  Status status = STATUS_OK;
  int64_t more = run->rows - run->read_at;
  if (!options->base || 2 * more < run->known || timing_now() >= options->deadline)
    return STATUS_OK;
  TRY(adapt_read(options->store, &rows));
  TRY(adapt_model(&rows, options->target, options->base, &adapted));
  run->known = adapted.rows;
  run->read_at = run->rows;
  if (adapted.model)
    TRY(take_model(run, &adapted));
cleanup:
  free(adapted.model);
  dataset_destroy(&rows);
  return status;
}

// --- planning

static Status find_order(void *user) {
  const PanelRun *run = user;
  Corpus corpus = {0};
  Status status = corpus_read_shipped(&corpus);
  if (status == STATUS_OK && corpus.count > MOST_LAYERS)
    status = status_fail(STATUS_SYSTEM, "the corpus has more than %d layers", MOST_LAYERS);
  if (status == STATUS_OK)
    status = panel_layers_order(&corpus, run->order->layers, &run->order->count);
  corpus_destroy(&corpus);
  return status;
}

// The layer as it is, whatever its place: orders differ between corpora.
static Status number_of(const CorpusRow *row, uint64_t *out_number) {
  char *text;
  Status status = corpus_module(row, &text);
  if (status != STATUS_OK)
    return status;
  *out_number = text_hash(TEXT_HASH_START, text, strlen(text));
  free(text);
  return STATUS_OK;
}

// Unless it was planned before. A kill leaves all tasks of the layer or none.
static Status plan_layer(CollectPlan *plan, MlirContext context, const CorpusRow *row,
                         int *planned) {
  uint64_t number;
  bool is_there;
  Status status = number_of(row, &number);
  if (status == STATUS_OK)
    status = store_has_layer(*plan->store, collect_cpu(), number, &is_there);
  if (status != STATUS_OK || is_there)
    return status;
  TRY(store_begin(*plan->store));
  TRY(collect_plan_layer(plan, context, row));
  TRY(store_add_layer(*plan->store, collect_cpu(), number));
  TRY(store_commit(*plan->store));
  ++*planned;
cleanup:
  return status;
}

static Status plan_batch(void *user) {
  const PanelRun *run = user;
  PanelOrder *order = run->order;
  char target[TARGET_TEXT_BYTES];
  Corpus corpus = {0};
  Store *store = NULL;
  OptionTexts texts;
  CollectPlan plan = {.path = run->options->store, .store = &store, .limit = "", .rng = {1}};
  MlirContext context = compile_context_create();
  Status status = STATUS_OK;
  order->planned = 0;
  target_print(run->options->target, target, sizeof target);
  option_texts_init(&texts);
  texts.target = target;
  TRY(options_parse(&texts, &plan.tune));
  if (model_of(run))
    plan.tune.model.learned = model_of(run);
  TRY(corpus_read_shipped(&corpus));
  TRY(store_open(plan.path, &store));
  for (int n = 0; n < order->count && order->planned < BATCH_LAYERS; n++) {
    plan.trials = order->layers[n].trials;
    TRY(plan_layer(&plan, context, &corpus.rows[order->layers[n].row], &order->planned));
  }
cleanup:
  store_close(store);
  corpus_destroy(&corpus);
  mlirContextDestroy(context);
  return status;
}

// --- measuring

static void show(const CollectProgress *progress, void *user) {
  PanelRun *run = user;
  bool is_terminal = terminal_is_live(stderr);
  double now = timing_now(), left = run->options->deadline - now;
  run->last = progress->rows + progress->failed;
  run->last_drift = (PanelDrift){progress->drift.looks, progress->drift.slow_looks,
                                 progress->drift.worst_permil, progress->again};
  run->fastest_nanoseconds = progress->drift.fastest_nanoseconds;
  if (run->options->is_quiet || now - run->shown < (is_terminal ? 1 : 30))
    return;
  run->shown = now;
  progress_line_show(stderr, "panel: %" PRId64 " schedules measured, %.0f s left",
                     run->rows + run->last, left > 0 ? left : 0);
}

static void add_up(PanelRun *run) {
  run->rows += run->last;
  run->drift.looks += run->last_drift.looks;
  run->drift.slow_looks += run->last_drift.slow_looks;
  run->drift.again += run->last_drift.again;
  if (run->last_drift.worst_permil > run->drift.worst_permil)
    run->drift.worst_permil = run->last_drift.worst_permil;
  run->last = 0;
  run->last_drift = (PanelDrift){0};
}

static Status measure(PanelRun *run, int64_t promising) {
  const PanelRunOptions *options = run->options;
  bool is_done;
  double left = options->deadline - timing_now();
  if (left <= 0)
    return STATUS_OK;
  CollectOptions collect = {.store = options->store,
                            .jobs = options->jobs,
                            .core = options->core,
                            .lock = options->lock,
                            .seconds = left,
                            .task_seconds = TASK_SECONDS,
                            .random = 50,
                            .promising = promising,
                            .model = model_of(run),
                            .seed = 1,
                            .is_quiet = true,
                            .fastest_nanoseconds = run->fastest_nanoseconds,
                            .show = show,
                            .user = run};
  Status status = collect_run(&collect, &is_done);
  add_up(run);
  return status;
}

// --- all of it

static Status make_store(const char *path) {
  Store *store = NULL;
  Status status = store_open(path, &store);
  store_close(store);
  return status;
}

static Status measure_batches(PanelRun *run) {
  Status status = STATUS_OK;
  while (timing_now() < run->options->deadline) {
    TRY(measure(run, 0)); // what was left over too
    TRY(learn(run));
    if (model_of(run))
      TRY(measure(run, TASK_PROMISING));
    if (timing_now() >= run->options->deadline)
      break;
    TRY(child_run(plan_batch, run, ENDED));
    if (run->order->planned == 0) // all of the corpus is measured
      break;
  }
cleanup:
  return status;
}

Status panel_run(const PanelRunOptions *options, PanelDrift *out_drift) {
  PanelRun run = {.options = options};
  Status status = STATUS_OK;
  run.order =
      mmap(NULL, sizeof *run.order, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (run.order == MAP_FAILED)
    return status_fail(STATUS_SYSTEM, "no shared memory");
  TRY(make_store(options->store));
  if (timing_now() < options->deadline)
    TRY(child_run(find_order, &run, ENDED));
  TRY(measure_batches(&run));
  *out_drift = run.drift;
cleanup:
  if (!options->is_quiet && run.shown > 0)
    progress_line_end(stderr);
  learned_model_destroy(run.adapted);
  munmap(run.order, sizeof *run.order);
  return status;
}

// A byte far from those that SQLite locks.
Status panel_run_lock(const char *store, int *out_lock) {
  struct flock place = {
      .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = INT64_C(1) << 40, .l_len = 1};
  Status status = path_check(store, PATH_UPDATE);
  if (status != STATUS_OK)
    return status;
  *out_lock = open(store, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (*out_lock < 0)
    return status_fail(STATUS_USAGE, "cannot write %s: %s", store, strerror(errno));
  if (fcntl(*out_lock, F_OFD_SETLK, &place) && (errno == EAGAIN || errno == EACCES))
    return status_fail(STATUS_USAGE,
                       "%s: another autotune calibrate measures into it; wait for that one, or "
                       "name another file with --output",
                       store);
  return STATUS_OK;
}
