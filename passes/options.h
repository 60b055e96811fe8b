// Options: what the user wrote for a pass, read once and then constant.
//
// The rows of options.def are the only list of names; a value that is not
// understood is a usage error that says which values are.
#ifndef AUTOTUNE_PASSES_OPTIONS_H
#define AUTOTUNE_PASSES_OPTIONS_H

#include "base/status.h"
#include "machine/target.h"
#include "passes/model_option.h"
#include "passes/target_option.h"
#include "plan/expected_sizes.h"
#include "search/partition/partition_search.h"
#include "transforms/fp_mode.h"
#include "transforms/report/report.h"

#ifdef __cplusplus
extern "C" {
#endif

// The values as written. Lends every text.
typedef struct OptionTexts {
#define OPTION_FIELD_TEXT(field) const char *field
#define OPTION_FIELD_NUMBER(field) int64_t field
#define SHARED_OPTION(kind, field, name, scope, initial, values, meaning)                          \
  OPTION_FIELD_##kind(field);
#define AUTOTUNE_OPTION(kind, field, name, scope, initial, values, meaning)                        \
  OPTION_FIELD_##kind(field);
#include "passes/options.def"
#undef OPTION_FIELD_TEXT
#undef OPTION_FIELD_NUMBER
} OptionTexts;

// Whose channels go last: of the functions that the model says, of none, of all.
typedef enum LayoutMode { LAYOUT_BY_MODEL, LAYOUT_AS_WRITTEN, LAYOUT_CHANNELS_LAST } LayoutMode;

// Which convolutions become products of tiles: those that the model says, none, all by one variant.
typedef enum WinogradMode {
  WINOGRAD_BY_MODEL,
  WINOGRAD_NONE,
  WINOGRAD_F2,
  WINOGRAD_F4
} WinogradMode;

typedef enum EmitKind { EMIT_IR, EMIT_ANNOTATE, EMIT_SCHEDULE } EmitKind;

enum {
  OPTION_SCHEDULE_BYTES = SCHEDULE_TEXT_BYTES,
  OPTION_TARGET_BYTES = TARGET_TEXT_BYTES,
  OPTION_PATH_BYTES = 1024
};

typedef struct TuneOptions {
  bool has_target;             // one is given, else each function has that of the module
  Target target;               // with has_target; else the default
  TargetNote target_note_kind; // of where the target comes from, for people
  char target_note[TARGET_NOTE_BYTES];
  char target_text[OPTION_TARGET_BYTES]; // as written, for scripts that are replayed
  PlainRemarks remarks;
  EmitKind emit;
  const struct StrategyKind *strategy; // NULL: evolution
  ModelOption model;
  bool requires_model;  // a choice from elsewhere is an error
  bool requires_record; // the same
  bool requires_tuned;  // an op that stays untouched is an error
  unsigned fusion;      // FUSE_* of extract/variants.h
  PartitionStrategy partition;
  bool has_fp;            // fp= names a mode, else each op has the default of its kind
  FpMode fp;              // with has_fp
  bool affine;            // affine loops are raised to linalg ops first
  LayoutMode layout;      // of the tensors of convolutions
  WinogradMode winograd;  // of convolutions with fp=relaxed
  bool parallel;          // their outermost loops become scf.parallel
  int threads;            // that may share the loops of a kernel; 0: the cores of its target
  int64_t max_candidates; // 0: as many as the strategy has by default
  int top_k;              // measured; 0: nothing is
  int second_look;        // candidates of an op that are read as machine code; 0: none, -1: as many
                          // as is good
  uint64_t seed;
  SizeTable sizes;                      // that dimensions of unknown size are expected to have
  char records[OPTION_PATH_BYTES];      // path of a store (records/store.h); "" = none
  int data_arguments;                   // of each function, leading ones that are no weights
  bool has_warm_weights;                // no weights are cold, for models and records
  struct Store *record_store;           // lent: that one, opened; NULL: it is opened by its path
  bool is_host;                         // the target is the machine at hand, calibrated or not
  char statistics[OPTION_PATH_BYTES];   // file for what is counted; "" = none
  char schedule[OPTION_SCHEDULE_BYTES]; // forced on every op that accepts it; "" = none
  char script[OPTION_PATH_BYTES];       // path of a transform script; "" = none
} TuneOptions;

// The defaults of options.def.
void option_texts_init(OptionTexts *out_texts);
// STATUS_USAGE names the option, its value and what it may be.
Status options_parse(const OptionTexts *texts, TuneOptions *out_options);
// The value of an option `remarks`.
Status remarks_parse(const char *text, PlainRemarks *out_remarks);

#ifdef __cplusplus
}
#endif

#endif
