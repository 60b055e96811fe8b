// Tuner: one run of a pass over one payload, shared by the files that make up the driver:
//
//   tune.c             the phases of a run, and runs on a clone
//   tune_aggregates.c  aggregated ops become their parts
//   tune_ahead.c       what a model says of the ops that come next, asked on several threads
//   tune_decide.c      which schedule an op gets, and from where
//   tune_look.c        which ops get a second look at the machine code of candidates
//   tune_anchor.c      one op: decide, rewrite, tell
//   tune_target.c      which machine each function is tuned for
//   tune_partition.c   which ops share a kernel, where that is decided for a function as a whole
//   tune_layout.c      in which layout each function is tuned
//   tune_winograd.c    which convolutions become products of tiles
//   tune_chains.c      which chains of ops are computed in blocks
//   tune_rehearsal.c   what the model says of a clone
#ifndef AUTOTUNE_PASSES_TUNER_H
#define AUTOTUNE_PASSES_TUNER_H

#include "passes/choose/choice_memo.h"
#include "passes/options.h"
#include "passes/script/script_option.h"
#include "passes/target/target_table.h"
#include "records/store.h"
#include "runtime/worker/worker.h"
#include "transforms/cold/cold_operands.h"
#include "transforms/extract/anchors.h"
#include "transforms/extract/variants.h"
#include "transforms/ir.h"
#include "transforms/partition/payload_graph.h"
#include "transforms/report/report.h"
#include "transforms/report/schedule_log.h"
#include "transforms/rewrite/rewrites.h"

// What a rehearsal finds out: how long the ops are predicted to take, in bins.
typedef struct Tuner Tuner;
typedef struct Trial {
  int (*bin_of)(const Tuner *tuner, MlirOperation op); // -1: it is not counted
  double (*times_of)(MlirOperation op);                // how often it runs; null: once
  const void *user;                                    // of the functions
  double *seconds;                                     // of each bin on one thread, added to; lent
  double *shared_seconds; // the same on the threads of the run; lent; null: nobody asks
  int *unpriced;          // ops of each that `seconds` says nothing of; lent
  bool (*skips)(const Tuner *tuner, MlirOperation op); // not looked at; null: none
} Trial;

// Of one function. Without a text its ops are taken one by one.
typedef struct PartitionPlan {
  PayloadGraph payload;
  Partition partition; // owned
  char *text;          // owned
} PartitionPlan;

typedef struct PartitionPlans {
  PartitionPlan *items; // owned; one per function of the root, in their order
  int count;
  bool is_any; // some plan has a text
} PartitionPlans;

// What is tuned.
typedef struct TunePayload {
  MlirOperation root;
  MlirOperation only;       // the one op that is tuned; null: all below root
  MlirOperation outer;      // around the op that root is a clone of; null when there is none
  bool applies_annotations; // autotune-kernels: without annotation, the default schedule
  MlirLocation location;    // of the user's mistake
} TunePayload;

// For which machines: tune_target.c.
typedef struct TuneMachines {
  TargetTable table;      // owned by the run
  WeightTable weights;    // of its functions, owned by the run
  TargetScope *scope;     // of the op at hand; lent by the table
  const Target *target;   // the machine that it is tuned for
  MlirOperation function; // around the last op that might have dot products
  Target limited;         // the machine, without what code for this function cannot have
  TargetText text;        // of the run as the option takes it: "auto" where functions differ
} TuneMachines;

// How the schedule of an op is chosen: tune_ahead.c, tune_decide.c.
typedef struct TuneChoices {
  Variants *variants;        // owned, of the op at hand
  ChoiceMemo memo;           // owned by the caller of tuner_run
  ChoiceMemo ahead;          // owned, of questions that may come
  ChoiceMemo looked;         // owned by the caller of tuner_run: choices after a second look
  double look_least_seconds; // an op that is predicted to take less gets no second look
  Worker *worker;            // owned by the caller of tuner_run; null until something is measured
  Store *records;            // null when none is asked; owned by the run unless the options lend it
} TuneChoices;

// Who hears what was decided.
typedef struct TuneListeners {
  ScheduleLog *log;     // null when nobody reads it
  TuneObserver observe; // null when nobody hears
  void *observer;
  Trial *trial; // null in the run itself
} TuneListeners;

struct Tuner {
  const TuneOptions *options;
  PassReport report;
  TunePayload payload;
  ScriptOption *script; // of the user; null when there is none
  TuneMachines machines;
  AnchorList anchors;   // owned
  PartitionPlans plans; // owned by whoever calls tuner_run
  TuneChoices choices;
  TuneListeners listeners;
};

// What is going to happen to the op at hand.
typedef struct Decision {
  int variant;
  Schedule schedule;
  const char *source;
  bool is_by_model, is_by_record;
  bool misses_record;    // there is none, and a remark says so
  int64_t *counter;      // the statistic of that source; of the reason when there is no schedule
  Choice choice;         // by the model: what it looked at
  double kernel_seconds; // predicted or of the record, without what is left unfused; 0: unknown
} Decision;

// Seconds of the clock, 0 where nobody asks how long anything took.
double tune_clock(const Tuner *tuner);
// The user's mistake or the system's: the run ends. After any other failure the op stays as it is.
static inline bool tune_is_fatal(Status status) {
  return status == STATUS_USAGE || status == STATUS_SYSTEM;
}
// Whether some operand or result has no static shape, but for a loop that stays open: then nothing
// can be said about the op.
bool op_has_dynamic_shape(MlirOperation op);
// Whether nobody uses what it computes, so that there is nothing to say about it.
bool op_is_dead(MlirOperation op);
// The op stays as it is, for the reason in status_text(); `counter` is the statistic of the reason.
// STATUS_USAGE where the options require every op to be tuned.
Status tune_leave(const Tuner *tuner, MlirOperation op, int64_t *counter);

// Finds out which machine every function is for.
Status tune_targets_start(Tuner *tuner);
// Runs the rewrites on everything whose machine can be tuned for.
Status tune_targets_rewrite(Tuner *tuner, RewriteOptions options);
// Sets scope and target to those of `op`. False when they name a machine that cannot be tuned for.
bool tune_targets_enter(Tuner *tuner, MlirOperation op);
// Threads that kernels may be shared by: as the options say, else the cores of the target.
int tune_thread_count(const Tuner *tuner);
// The op stays as it is, because of the machine. STATUS_USAGE where the options require all to be
// tuned.
Status tune_targets_leave(Tuner *tuner, MlirOperation op);
// Tells which machines were tuned for, and which could not be.
void tune_targets_report(Tuner *tuner);
// Of the target at hand.
uint64_t tune_target_key(const Tuner *tuner);
// Bytes of the weights of the function around `op`, before anything was rewritten; 0 where the
// options say that no weights are cold.
double tune_weight_bytes(const Tuner *tuner, MlirOperation op);

// Replaces every aggregated op of the list by its parts, where all of them can be tuned.
Status tune_expand_aggregates(Tuner *tuner);

// Decides which ops of each function share kernels. STATUS_USAGE when an attribute is not legal.
Status tune_partitions_make(Tuner *tuner);
void tune_partitions_destroy(Tuner *tuner);
// What the kernel of the op may take; false where the function has no plan or the op no number.
bool tune_partitions_scope(const Tuner *tuner, MlirOperation op, GroupScope *out_scope);
// Whether the op is to be taken before those that are only repeated or members of a group.
bool tune_partitions_come_first(const Tuner *tuner, MlirOperation op);
// The op of the function was erased.
void tune_partitions_forget(Tuner *tuner, MlirOperation function, MlirOperation op);
// Takes the attributes away: the ops that they count are gone.
void tune_partitions_finish(Tuner *tuner);
// Writes the attributes to the functions of `payload`, of which the root is a clone.
void tune_partitions_write(const Tuner *tuner, MlirOperation payload, bool *out_changed);

// Puts the channels of convolutions last, in every function for which that is predicted to be
// faster.
Status tune_layout(Tuner *tuner);
// Makes products of tiles of the convolutions that fp=relaxed allows it for, where that is
// predicted to be faster.
Status tune_winograd(Tuner *tuner);
// Cuts chains of sums and what lies between them into blocks that stay in a cache, where that is
// predicted to be faster.
Status tune_chains(Tuner *tuner);

// A run on a clone of the payload that finds out what is predicted.
typedef struct Rehearsal {
  Tuner run; // its root is the clone
  TuneOptions options;
  TuneStatistics statistics;
} Rehearsal;
// Fills it and returns the run, whose root may be rewritten before tune_rehearse, which ends it.
Tuner *tune_rehearsal_create(const Tuner *tuner, Rehearsal *out_rehearsal);
// Tunes the clone, adds what is predicted to the trial, and erases the clone.
Status tune_rehearse(Tuner *tuner, Rehearsal *rehearsal, Trial *trial);
// Adds what the kernel of `op` is predicted to take on one thread and on those of the run, if this
// is a rehearsal; 0: nobody knows.
void tune_trial_count(const Tuner *tuner, MlirOperation op, double seconds, double shared_seconds);
// Whether this is a rehearsal that does not look at the op.
bool tune_trial_skips(const Tuner *tuner, MlirOperation op);
// Tunes the ops of a payload that is marked and rewritten already.
Status tune_rewritten(Tuner *tuner);

// Whether asking ahead is of use: several threads, and a model that is asked.
bool tune_asks_ahead(const Tuner *tuner);
// Asks the model about the anchors from `first` on, leaves what it says in tuner->choices.ahead,
// and returns the first anchor that was not looked at. Earlier anchors are rewritten, these are
// not.
int tune_ask_ahead(Tuner *tuner, int first);

// Finds out which ops get a second look, where the options ask for one; before the ops are taken.
Status tune_look_prepare(Tuner *tuner);
// The second look at what a model chose for the question `key`, if the op gets one.
Status tune_look(Tuner *tuner, uint64_t key, double kernel_seconds, Choice *choice);

// Leaves in tuner->choices.variants what the op may take: one variant where its function has a
// partition.
Status tune_extract_variants(Tuner *tuner, MlirOperation op);

// What a model is asked about tuner->choices.variants: the key of the question, and what each
// variant leaves to other ops.
uint64_t tune_question(const Tuner *tuner, double out_extra_seconds[VARIANTS_MAX]);
ChooseOptions tune_choose_options(const Tuner *tuner);

// Leaves the variants of the op in tuner->choices.variants. On failure, out_decision->counter is
// the statistic of the reason.
Status tune_decide(Tuner *tuner, const Anchor *anchor, Decision *out_decision);

// Decides and rewrites one op. STATUS_OK when it is left alone; a failure ends the run.
Status tune_anchor(Tuner *tuner, const Anchor *anchor);

#endif
